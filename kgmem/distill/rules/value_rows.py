"""The table of values: what a clause says a thing is, costs, weighs or is called. The first row that fits wins.

Patterns are regular expressions in which `<name>` stands for a part of `PARTS`. `<thing>` and `<of>` say what it is
about (group s), the parts named after a measure give the value (group o), `<is>` the verb (groups be and not).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgmem.distill.rules import words
from kgmem.distill.rules.phrases import NAME

_MONTH = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_WORD = r"[\w'#./&+-]+"
_NUMBER = rf"(?:\d(?:[\d,]*\d)?(?:\.\d+)?|{'|'.join(sorted(words.NUMBER_WORDS))})"
_ENDS_A_THING = "is was are were has had have costs? cost for of i we you and but to it that from by at"
_ENDS_A_NAME = (
    "is was are were has moved changed went rose fell dropped increased got of to from by for at on and now still "
    "daily "
    "twice once every per a each in"
)
_RISEN = (
    r"(?:rose|went up|went down|fell|dropped|increased|decreased|went|climbed|jumped|changed|moved|slipped|grew|shrank"
    r"|has (?:moved|gone up|gone down|risen|fallen|dropped|increased|changed))"
)
_RAISED = (
    r"(?:was|were|is|has been|got|been)(?: now)? (?:raised|increased|reduced|lowered|decreased|cut|changed|set|moved"
    r"|extended|postponed|adjusted|brought forward|pushed(?: back)?|titrated|doubled|halved|upped)"
)
_COUNTED = (
    "(?:people|members|employees|staff|engineers|developers|students|rooms|seats|beds|pages|floors|players|chapters"
    "|branches|stores|users|subscribers|followers|residents|nodes|replicas|cores|acres|hectares|wells|lines|valves"
    "|pumps|turbines|units|items|episodes|bedrooms|patients|volunteers|guests)"
)
_SINCE = rf"since|until|for|due|now|again|because|after|at|on|today|as|pending|by|from|this|in {_MONTH}"


def _not(ends: str) -> str:
    return rf"(?!(?:{'|'.join(ends.split())})\b)"


AMOUNT = (
    r"(?P<o>\d(?:[\d,]*\d)?(?:\.\d+)?\s?(?:mg|mcg|µg|g|ml|units?|iu|tablets?|pills?|puffs?|drops?|milligrams?"
    r"|micrograms?|millilitres?)\b(?:/\w+)?)"
)
"""How much of a medicine."""

PARTS = {
    "the": r"(?:(?:the|a|an|our|my|this|that)\s+)",
    "thing": rf"(?:(?P<d>the|a|an|our|my|this"
             rf"|that)\s+)?(?P<s>[\w#]{_WORD[:-1]}*(?:\s+{_not(_ENDS_A_THING)}{_WORD}){{0,4}}?)",
    "of": rf"(?:(?P<d>the|a|an|our|my|this|that)\s+)?"
          rf"(?P<s>[\w#]{_WORD[:-1]}*(?:\s+{_not(_ENDS_A_NAME)}{_WORD}){{0,4}})",
    "is": r"(?P<be>is|'s|are|was|were|will be|has been|isn't|wasn't|aren't)(?P<not> not| no longer)?"
          r"(?: (?:now|currently|still|again|just|only|already|officially|about|around|roughly|at))*",
    "to": rf"(?:{_RISEN}|{_RAISED})"
          r"(?: (?:from [^\s]{1,12}|(?:by )?[$€£¥]?\d[^\s]{0,11})(?: (?!to\b)[\w%]{1,12})?)? to",
    "money": r"(?P<o>[$€£¥]\s?\d(?:[\d,]*\d)?(?:\.\d+)?|\d(?:[\d,]*\d)?(?:\.\d+)?\s?(?:[$€£¥]|(?:dollars|euros|euro"
             r"|pounds|bucks"
             r"|usd|eur|gbp|nok|sek|dkk|kr|kroner|yen|cents|francs|rupees)\b))",
    "amount": AMOUNT,
    "number": r"v?(?P<o>\d+(?:\.\d+){0,3}(?:-?(?:rc|beta|alpha)\.?\d*)?)(?![\w.]*\w)",
    "marked": r"(?:(?<=version )|(?=v\d)|(?=\d+\.\d))",
    "day": rf"(?P<o>(?:{_WEEKDAY},?\s+)?(?:the\s+)?(?:\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}(?:st|nd|rd|th)?(?:\s+of)?\s+"
           rf"{_MONTH}(?:,?\s+\d{{4}})?|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?|end of {_MONTH}"
           rf"|(?:next\s+)?{_WEEKDAY}|tomorrow|\d{{1,2}}(?:st|nd|rd|th)))",
    "count": rf"(?P<o>{_NUMBER})",
    "counted": rf"(?P<o>{_NUMBER} (?:\w+ )?{_COUNTED})\b",
    "measured": r"(?P<o>-?\d(?:[\d,]*\d)?(?:\.\d+)?\s?(?:%|percent\b|°C|°F|(?:degrees|bar|psi|mbar|kPa|MPa|rpm|kW|MW|"
                r"kWh|kg|tonnes|tons|litres|liters|m3/h|m³/h|m3|km|miles|GB|TB|MB|Mbps|ms|mm/s|m/s|km/h|volts|amps|mmol/l"
                r"|mmHg)\b))",
    "goods": r"(?P<s>[\w-]+(?: [\w-]+){0,2}?)",
    "phone": r"(?P<o>\+?\d[\d ()./-]{4,18}\d)",
    "mail": r"(?P<o>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+)",
    "who": rf"(?P<s>(?-i:{NAME.pattern}))",
    "status": rf"(?P<o>{'|'.join(re.escape(status) for status in words.STATUSES)})(?=$|\s+(?:{_SINCE})\b)",
    "upgraded": r"(?:upgraded|updated|bumped|downgraded|rolled back|migrated)",
    "we": r"(?:(?:(?:we|i)(?:'ve| have)? )?(?:just |finally )?)",
    "favourite": r"(?:all[- ]time |absolute |personal |current )?favou?rite",
    "choice": r"(?P<o>(?:(?:the|a|an) )?[\w'\"&-]+(?: (?!(?:and i|but|because|so|when|since|right now|now|for|of|to|if"
              r"|by|in|at|it|they|i|from)\b)[\w'\"&-]+){0,5})",
}  # fmt: skip
_PART = re.compile(r"(?<!P)<([a-z]+)>")


@dataclass(frozen=True)
class Row:
    """One pattern; `changed` where the text tells that it became so, `own` where it is about the speaker."""

    predicate: str
    pattern: re.Pattern[str]
    changed: bool = False
    own: bool = False
    kind: str = "fact"


def _row(predicate: str, pattern: str, *, changed: bool = False, own: bool = False, kind: str = "fact") -> Row:
    filled = _PART.sub(lambda match: PARTS[match[1]], pattern)
    return Row(predicate, re.compile(filled, re.IGNORECASE), changed, own, kind)


ROWS = (
    _row("prefers", r"(?:my|our) <favourite> (?!things?\b|parts?\b|ones?\b)(?P<c>(?:[\w-]+ ){1,4}?)(?:is|are"
                    r"|has to be|has always been) <choice>",
         own=True, kind="preference"),
    _row("prefers", r"<choice> (?:is|are) (?:my|our) <favourite>s?\b", own=True, kind="preference"),
    _row("price", r"<the>?(?:new |current |monthly |average )?(?:price|cost|fee|fare|rate) (?:of"
                  r"|for) <of> <is> <money>"),
    _row("price", r"<the>?(?:price|cost|fee|fare|rate) (?:of|for) <of> <to> <money>", changed=True),
    _row("price", r"<thing> (?:now )?(?P<not>(?:doesn't|does not|don't|do not|no longer) )?(?P<be>costs?|sells? for"
                  r"|goes for|retails? (?:at|for)|is priced at) "
                  r"(?:me |us |about |around |only |just |now )*<money>"),
    _row("price", r"<thing> <is> <money>"),
    _row("price", r"<thing> <to> <money>", changed=True),
    _row("price", r"(?:[\w']+ ){0,4}?(?:raised|increased|lowered|cut|reduced|dropped|changed) (?:<the>?(?:price|cost"
         r"|fee|fare|rate) "
                  r"(?:of|for) )?<of>(?: from \S{1,12}(?: \w{1,12})?)? to <money>", changed=True),
    _row("deadline", r"<the>?(?:new |final |submission )?(?:deadline|due date) (?:of|for) <of> <is> (?:on |by )?<day>"),
    _row("deadline", r"<the>?(?:deadline|due date) (?:of|for) <of> <to> <day>", changed=True),
    _row("deadline", r"<thing> (?:deadline|due date) <is> (?:on |by )?<day>"),
    _row("deadline", r"<thing> (?:deadline|due date) <to> <day>", changed=True),
    _row("deadline", r"<thing> <is> due (?:on |by )?<day>"),
    _row("deadline", r"(?=(?:\S+ ){0,3}(?:release|launch|delivery|submission|report|audit|milestone|exam"
         r"|go-live) )<thing> "
                     r"<to> <day>", changed=True),
    _row("version", r"<thing> <is> (?:running |on )?(?:version )?(?<=version )<number>"),
    _row("version", r"<thing> (?:is |was )?(?:now )?(?:runs|running|on|uses) version <number>"),
    _row("version", r"<thing> (?:was|were|has been|got|is|have been) (?:now )?<upgraded>(?: from \S{1,12})? to "
                    r"(?:version )?<marked><number>", changed=True),
    _row("version", r"<we><upgraded> <of>(?: from (?:version )?\S{1,12})? to (?:version )?<marked><number>",
         changed=True),
    _row("version", r"(?:the )?(?:current |latest )?version of <of> <is> <number>"),
    _row("version", r"<we>(?:released|shipped|deployed) version <number> of <of>", changed=True),
    _row("version", r"(?:we|i)(?:'re|'m| are| am) (?:now )?(?:on|running|using) (?:version )?<number> of <of>"),
    _row("version", r"version <number> of <of> (?:was|is|has been) (?:now )?(?:released|shipped|deployed|out|live)",
         changed=True),
    _row("dose", r"(?:the|(?P<mine>my|our))\s+(?:daily |new |current )?(?:dose|dosage) (?:of|for) <of> <is> <amount>"),
    _row("dose", r"(?:the|(?P<mine>my|our))\s+(?:daily )?(?:dose|dosage) (?:of|for) <of> <to> <amount>", changed=True),
    _row("dose", r"we(?:'ve| have)? (?:just |finally )?"
                 r"(?:increased|raised|reduced|lowered|cut|doubled|halved|changed) <of>(?: from [^\s]{1,12}"
                 r"(?: \w{1,12})?)? to <amount>", changed=True),
    _row("dose", r"<thing> (?:dose |dosage )?<to> <amount>", changed=True),
    _row("dose", r"<thing> (?:dose|dosage) <is> <amount>"),
    _row("quantity", r"(?:we|(?P<mine>i)) (?:still |now |currently |only )*(?:have|'ve got|have got|keep|hold) "
                     r"(?:about |around |only )?<count> (?:more )?<goods> "
                     r"(?:left|in stock|on hand|in total|in store|in reserve|available)"),
    _row("quantity", r"there (?:are|were) (?:now |still |currently |about |only )*<count> (?:more )?<goods> "
                     r"(?:left|in stock|on hand|in total|in the|on the|at the|on site|available)"),
    _row("quantity", r"<thing> (?:now |currently |still )?(?P<be>has|have|had|employs|counts) "
                     r"(?:now |currently |about |around |grown to )*<counted>"),
    _row("quantity", r"<thing> (?:has |have )?(?:grown?|grew|shrank|shrunk|dropped|rose|fell|increased|went up"
         r"|went down) to "
                     r"(?:about |around )?<counted>", changed=True),
    _row("quantity", r"<thing> <is> <measured>"),
    _row("quantity", r"<thing> <to> <measured>", changed=True),
    _row("quantity", r"<thing> (?:are|is) (?:down|up) to <count>$", changed=True),
    _row("quantity", r"<count> <goods> (?:are |remain |is )?(?:left|in stock|on hand|remaining)\b"),
    _row("phone", r"my (?:new |work |mobile |cell |home )?(?:phone|cell|mobile|telephone|number)(?: number)?"
                  r"(?: is|:|'s)(?: now)? <phone>", own=True),
    _row("phone", r"(?:you can )?(?:call|reach|text|ring) me (?:on|at) <phone>", own=True),
    _row("phone", r"<who>'s (?:new |work |mobile |cell )?(?:phone|cell|mobile|number)(?: number)? (?:is|:)(?: now)? "
                  r"<phone>"),
    _row("email", r"my (?:new |work |personal )?(?:e-?mail|mail)(?: address)?(?: is|:|'s)(?: now)? <mail>", own=True),
    _row("email", r"(?:you can )?(?:reach|e-?mail|write to) me at <mail>", own=True),
    _row("email", r"<who>'s (?:new |work |personal )?(?:e-?mail|mail)(?: address)? (?:is|:)(?: now)? <mail>"),
    _row("status", r"<the>?(?:current )?status of <of> <is> <status>"),
    _row("status", r"<thing> <is> <status>"),
    _row("status", r"(?=(?:\w+ )?[A-Z]+-?\d+)<thing> (?P<o>tripped|failed|stopped|jammed|leaked)(?=$|\s)",
         changed=True),
    _row("status", r"<thing> (?:has |have |just |has just |got |went )(?P<o>shipped|tripped|failed|expired|stopped"
         r"|offline|"
                   r"cancelled|closed|jammed|been (?:approved|rejected|shipped|merged|resolved|closed|cancelled"
                   r"|canceled|"
                   r"decommissioned|isolated|delivered|deployed|postponed|repaired|fixed))(?=$|\s)", changed=True),
)  # fmt: skip
