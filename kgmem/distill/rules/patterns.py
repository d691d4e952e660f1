"""The table: what a clause about somebody says, by predicate. The first row that fits wins.

A row names the forms its verb may follow (see `Head`), the verb as a regular expression that ends before the object,
and what the object must be (see `phrases.TYPES`). Everything a row can say is in its columns; there is no code per row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgmem.distill.rules.verbs import ACTIONS

NOW = "plain do have will"


@dataclass(frozen=True)
class Row:
    """One pattern. `says` is what a positive clause tells: is, change (became so), end (is over), was (was so)."""

    predicate: str
    kind: str
    forms: frozenset[str]
    verb: re.Pattern[str]
    object: str
    says: str = "is"
    listed: bool = False
    fixed: str | None = None
    """The object where the verb tells it, formatted with the verb's groups."""
    dated: bool = False
    """Only with words about time."""
    to_speaker: bool = False
    """About the speaker, whoever the clause is about ("my aunt gave me her violin")."""


def _row(
    predicate: str, kind: str, forms: str, verb: str, object: str, says: str = "is", *, listed: bool = False,
    fixed: str | None = None, dated: bool = False, to_speaker: bool = False,
) -> Row:  # fmt: skip
    pattern = re.compile(rf"(?:{verb})(?:(?<=\s)|(?<!\S)|\s+|$|(?=[,;]))" if verb else "", re.IGNORECASE)
    return Row(predicate, kind, frozenset(forms.split()), pattern, object, says, listed, fixed, dated, to_speaker)


_JOB = r"(?:my|a|the|her|his|their|our)\s+(?:[\w-]+\s+){0,3}(?:job|role|position|internship|apprenticeship|post|gig)"
_PART = (
    r"(?P<body>(?:left |right |lower |upper |big |little )?(?:arm|leg|ankle|wrist|knee|foot|toe|finger|thumb|hand|hip|"
    r"shoulder|elbow|back|neck|nose|ribs?|collarbone|jaw|hamstring|calf|tooth|acl|meniscus|heel))"
)
_EVENT = (
    r"(?:appointment|meeting|interview|flight|reservation|exam|date|concert|gig|show|surgery|operation|check-up|"
    r"checkup|tournament|match|wedding|conference|class|lesson|presentation|recital|audition|race|viewing|trip|call|"
    r"scan|session|booking|deadline|performance|competition|test|hearing)"
)

STATES = (
    # living
    _row("lives_in", "fact", "plain do", r"lives?|resides?|live", "place"),
    _row("lives_in", "fact", "be been", r"living|based|residing", "place"),
    _row("lives_in", "fact", "have", r"lived", "place"),
    _row("lives_in", "fact", "plain", r"lived|resided|grew up|was raised", "place", "was"),
    _row("lives_in", "fact", "plain have", r"moved (?:out of|away from)|left for good", "from_place", "end"),
    _row("lives_in", "state_change", "plain have been",
         r"(?:moved|relocated|settled)(?: (?:back|over|out|up|down|here|away"
         r"|house))?(?: from [\w ]{1,20}?)?(?= (?:to|in|into) )",
         "place", "change"),
    # working
    _row("works_at", "fact", "plain have be been",
         rf"(?:quit|left|lost|leaving) {_JOB} (?:at|with|in)|(?:resigned|retired) from|quit working (?:at|for)|"
         r"(?:laid off|let go|fired|dismissed) (?:from|by)|got (?:laid off|let go|fired|dismissed) (?:from|by)|"
         r"stopped working (?:at|for)|left work at", "organisation", "end"),
    _row("works_at", "state_change", "plain have be been",
         rf"(?:started|began|got|landed|accepted|took|found|starting|gotten|been offered) (?:{_JOB}) (?:at|with)|"
         r"(?:started|began) (?:working )?(?:at|for)|(?:was |got )?hired (?:by|at)", "organisation", "change"),
    _row("works_at", "state_change", "plain have", r"joined(?=[\w' -]{1,40} as (?:a|an|the|their) )", "organisation",
         "change"),
    _row("works_as", "fact", "plain do be been have", r"works? (?:as|as an|as a)|working as|worked as", "any_job"),
    _row("works_at", "fact", "plain do", r"works? (?:part[- ]time |full[- ]time )?(?:at|for)", "organisation"),
    _row("works_at", "fact", "be been", r"working (?:part[- ]time |full[- ]time )?(?:at|for)|employed (?:at|by)",
         "organisation"),
    _row("works_at", "fact", "have", r"worked (?:at|for)", "organisation"),
    _row("works_at", "fact", "plain", r"worked (?:at|for)", "organisation", "was"),
    _row("works_as", "state_change", "plain be have been", r"(?:got |been )?promoted to|became|become",
         "job", "change"),
    _row("works_as", "state_change", "plain have", rf"(?:started|began|got) (?:working|{_JOB}) as",
         "any_job", "change"),
    _row("works_as", "fact", "be been", r"(?=(?:an?|the|our|one of the|head|chief|lead|senior|junior) )", "job"),
    _row("works_at", "state_change", "plain have",
         r"(?:accepted|got) (?:a|the|an) (?:[\w-]+ ){0,2}(?:job|offer|position)(?: offer)? (?:from|at|with)",
         "organisation", "change"),
    _row("uses", "state_change", "plain have", r"switched(?: over)?(?: from [\w .+-]{1,30}?)? to", "named", "change"),
    # studying
    _row("studies_at", "fact", "plain do be been",
         r"(?:doing|pursuing|finishing) (?:a|an|my|her|his) (?:PhD|master'?s|degree|bachelor'?s|doctorate|MBA|postdoc)"
         r"(?: degree)?(?: in [\w ]{1,30}?)? at", "organisation"),
    _row("studies_at", "state_change", "plain have", r"started (?:school|college|university|uni|high school) at",
         "organisation", "change"),
    _row("studies_at", "fact", "plain do be been", r"(?:study|studies|studying)(?: [\w ]{1,40}?)? at", "organisation"),
    _row("studies_at", "fact", "plain do be",
         r"(?:go|goes|going) to(?= (?:[\w'.-]+ ){0,4}(?:university|college|academy|institute|school)\b)|attends?"
         r"(?= (?:[\w'.-]+ ){0,4}(?:university|college|academy|institute|school)\b)", "organisation"),
    _row("studies_at", "state_change", "plain have",
         r"(?:started|enrolled|began|got in|got accepted)(?: studying)?(?: [\w ]{1,30}?)? (?:at|in|into|to)"
         r"(?= (?:[\w'.-]+ ){0,4}(?:university|college|academy|institute|school)\b)", "organisation", "change"),
    # people
    _row("married_to", "state_change", "plain have", r"(?:got )?married(?: to)?", "partner", "change"),
    _row("married_to", "fact", "be been", r"married to", "partner"),
    _row("engaged_to", "fact", "be", r"engaged to", "partner"),
    _row("engaged_to", "state_change", "plain have", r"got engaged to", "partner", "change"),
    _row("dating", "fact", "be been", r"dating|seeing|going out with|in a relationship with", "partner"),
    _row("dating", "state_change", "plain have", r"(?:started|began) (?:dating|seeing)", "person", "change"),
    _row("dating", "fact", "plain have", r"broke up with|broken up with|split up with", "person", "end"),
    _row("dating", "fact", "plain have", r"(?:broke|broken|split) up", "none", "end", fixed="{also}"),
    # health
    _row("has_condition", "state_change", "plain have be been",
         r"(?:got |been )?diagnosed with|(?:came|come|coming) down with|caught", "condition", "change"),
    _row("has_condition", "fact", "plain do have", r"suffers? from|suffered from", "any_condition"),
    _row("has_condition", "fact", "plain have be been", r"recovered from|got over|gotten over|cured of",
         "any_condition", "end"),
    _row("has_condition", "fact", "be", r"over(?= (?:the|my|a) )", "condition", "end"),
    _row("has_condition", "state_change", "plain have", r"tested positive for", "any_condition", "change"),
    _row("has_condition", "fact", "be been", r"(?:severely |very |really |deathly |mildly )?allergic to", "allergy"),
    _row("has_condition", "state_change", "plain have",
         rf"(?P<hurt>broke|broken|fractured|sprained|twisted|injured|hurt|tore|torn|dislocated|pulled|strained"
         rf"|bruised) (?:my|his|her|their|an?|our) {_PART}\b",
         "none", "change", fixed="{hurt} {body}"),
    _row("has_condition", "fact", "have plain do", r"(?:have |has |had )?(?:got )?", "condition"),
    # belonging
    _row("member_of", "fact", "be been", r"(?:a |an )?(?:\w+ )?(?:member|part) of", "group"),
    _row("member_of", "fact", "be", r"in(?= (?:a|an|the|my|our) )|on(?= (?:a|an|the|my|our) )", "group"),
    _row("member_of", "fact", "plain do be been", r"(?:plays? (?:\w+ )?(?:for|in|with|on)|playing (?:for|in|with)|"
         r"sings? in|singing in|belongs? to|volunteers? (?:with|for)|volunteering (?:with|for))", "club"),
    _row("member_of", "fact", "plain do be been", r"volunteers? at|volunteering at", "organisation"),
    _row("member_of", "state_change", "plain have", r"joined|(?:got|was) accepted into|got into", "group", "change"),
    _row("member_of", "fact", "plain have", r"left|quit", "group", "end"),
    # owning
    _row("owns", "fact", "plain do", r"owns?", "thing", listed=True),
    _row("owns", "state_change", "plain have",
         r"(?:bought|purchased|adopted|rescued|inherited|treated myself to)(?: (?:myself|ourselves|me|us|himself"
         r"|herself))?",
         "bought", "change"),
    _row("owns", "fact", "plain have", r"sold|gave away|given away|got rid of|gotten rid of", "thing", "end"),
    _row("owns", "state_change", "plain have", r"got|gotten|bought|opened|started|launched|founded", "owned", "change"),
    _row("owns", "state_change", "plain", r"(?:gave|got|bought) (?:me|us)", "given", "change", to_speaker=True),
    _row("owns", "fact", "have", r"(?:got )?", "had", listed=True),
    _row("owns", "fact", "do", r"have", "had", listed=True),
    _row("owns", "fact", "plain do", r"runs?(?= (?:a|an|my|our|his|her|their) )", "owned"),
    _row("plays", "fact", "plain do be been", r"plays?(?: the)?|playing(?: the)?|learning(?: to play)?(?: the)?",
         "instrument", listed=True),
)  # fmt: skip

PREFERENCES = (
    _row("dislikes", "preference", "plain do", r"hates?|dislikes?|detests?|loathes?|despises?", "liked", listed=True),
    _row("dislikes", "preference", "modal", r"stand|bear", "liked", listed=True),
    _row("dislikes", "preference", "be", r"(?:scared|afraid|terrified) of", "liked"),
    _row("prefers", "preference", "plain do", r"prefers?", "preferred"),
    _row("likes", "preference", "plain do", r"(?:likes?|loves?|adores?|enjoys?)", "liked", listed=True),
    _row("likes", "preference", "be been",
         r"(?:such )?(?:a |an )?(?:big |huge |massive |total |real |great |lifelong |long-time )?(?:fan of|lover of)|"
         r"(?:really |very |super )?(?:into|fond of|keen on|passionate about|obsessed with|crazy about)",
         "liked", listed=True),
)  # fmt: skip

PLANS = (
    _row("plans", "plan", "plain do be been have", r"plans? (?:to|on)|planning (?:to|on)|planned to|intends? to"
                                                   r"|intending to|"
         r"decided to(?= (?:move|visit)\b)", "deed"),
    _row("plans", "plan", "be plain", r"planning(?= (?:a|an|our|my|the) )", "event"),
    _row("plans", "plan", "will", "", "definite"),
    _row("plans", "plan", "will", "", "deed", dated=True),
    _row("plans", "plan", "plain have", r"(?:booked|reserved)", "event"),
    _row("plans", "plan", "plain have be",
         r"signed up (?:for|to)|(?:enrolled|registered) (?:in|for)|scheduled", "event"),
    _row("plans", "plan", "have do", rf"(?:have )?(?:got )?(?=(?:an?|my|our|another|two"
                                     rf"|the) (?:[\w'-]+ ){{0,3}}{_EVENT}\b)",
         "event", dated=True),
    _row("plans", "plan", "have", r"(?=(?:coffee|lunch|dinner|drinks|breakfast|brunch) with )", "event", dated=True),
    _row("plans", "plan", "plain have", r"(?:called off|scrapped|dropped the (?:idea|plan) of|backed out of"
                                        r"|pulled out of)",
         "event", "end"),
    _row("plans", "plan", "be", r"(?=moving to|going to [A-Z])", "doing"),
    _row("plans", "plan", "be", r"", "doing", dated=True),
)  # fmt: skip

_DONE = {verb: verb for verb in ACTIONS if verb not in ("went", "decided", "took", "taken", "given", "gave")}
DEEDS = (
    _row("decide", "action", "plain have", r"decided(?: to)?(?= )", "decision"),
    _row("attend", "action", "plain", r"took part in|taken part in|participated in", "thing"),
    _row("visit", "action", "plain have",
         r"(?:went|gone|been)(?: back)?(?: on a trip| out| over| down| up)? to", "visited"),
    _row("go", "action", "plain", r"went(?= \w+ing\b)", "outing"),
    _row("graduate", "action", "plain have", r"graduated from", "organisation"),
    _row("take", "action", "plain", r"took(?= (?:my|our|the) )", "done", dated=True),
    _row("take", "action", "plain", r"took up|gave up", "thing"),
    _row("travel", "action", "plain have", r"(?:travelled|traveled|flew|drove|hitchhiked|sailed|cycled) to", "visited"),
    _row("get", "action", "plain have",
         r"(?:got|received|earned)(?= (?:a|an|my|the|her|his) (?:[\w'-]+ ){0,3}(?:promotion|raise|degree|licence|license"
         r"|diploma|certificate|certification|scholarship|visa|grant|tattoo|award|patent|permit)\b)", "done"),
    _row("give", "action", "plain have",
         r"gave(?= (?:a|an|my|the) (?:[\w'-]+ ){0,3}(?:talk|presentation|speech|lecture|concert|workshop|lesson)\b)", "done"),
    _row("meet", "action", "plain", r"(?:had|grabbed) (?:coffee|lunch|dinner|drinks|breakfast|brunch|a drink|a beer|tea"
         r"|a coffee) with|ran into|bumped into|caught up with|met up with|hung out with", "person"),
    _row("meet", "action", "have", r"(?:had )?(?:coffee|lunch|dinner|drinks|breakfast|brunch|a drink|a beer|tea"
         r"|a coffee) with", "person"),
    _row("volunteer", "action", "plain have", r"volunteered (?:at|with|for)", "organisation"),
    _row("learn", "action", "be been", r"learning(?: to| how to)?", "thing"),
    _row("read", "action", "be been", r"reading", "title"),
)  # fmt: skip
_SAYS_LITTLE = frozenset(
    "made found saw seen tried picked read watched caught changed cooked lost learned learnt chose chosen opened "
    "improved received earned achieved explored accepted reached gave beat raised discovered cleaned".split()
)
"""Verbs whose objects are mostly of the moment: kept with a date, or when the object has a name."""


def _any_of(verbs: Iterable[str]) -> str:
    return rf"(?P<verb>{'|'.join(sorted(verbs, key=lambda verb: (-len(verb), verb)))})(?: up)?"


_BY_VERB = (
    _row("", "action", "plain have", _any_of(_DONE.keys() - _SAYS_LITTLE), "done"),
    _row("", "action", "plain have", _any_of(_DONE.keys() & _SAYS_LITTLE), "done", dated=True),
    _row("", "action", "plain have", _any_of(_SAYS_LITTLE), "title"),
    _row("", "action", "plain have", _any_of(_DONE.keys() - {"saw", "seen", "found", "lost"}), "thing", dated=True),
)

_GUESSES = (
    _row("lives_in", "fact", "plain do", r"lives? (?:in|near|on|with)", "thing"),
    _row("lives_in", "fact", "be been", r"(?:living|based) (?:in|near|on|with)", "thing"),
    _row("lives_in", "state_change", "plain have", r"moved (?:back )?(?:to|into)", "thing", "change"),
    _row("owns", "fact", "have", r"(?:got )?(?=(?:an?|my|our|\d+|two|three|four|five) )", "thing"),
    _row("owns", "state_change", "plain have", r"got|gotten|bought", "thing", "change"),
    _row("member_of", "state_change", "plain have", r"joined", "thing", "change"),
    _row("likes", "preference", "plain do", r"(?:likes?|loves?|adores?|enjoys?)", "thing", listed=True),
    _row("prefers", "preference", "plain do", r"prefers?", "thing"),
    _row("status", "fact", "be", r"(?=(?:retired|divorced|single|married|pregnant|engaged|vegan|vegetarian"
                                 r"|unemployed)\b)", "state"),
    _row("plans", "plan", "will", "", "deed"),
    _row("take", "action", "plain", r"took", "thing"),
    _row("", "action", "plain have", rf"(?P<verb>{'|'.join(sorted(_DONE, key=len, reverse=True))})(?: up)?", "thing"),
    _row("", "action", "plain have", r"(?P<verb>[a-z]+ed)", "thing"),
)  # fmt: skip


def guesses() -> Iterator[Row]:
    """The rows that liberal mode tries where no other fits."""
    yield from _GUESSES


def rows() -> Iterator[Row]:
    """Every row, in the order in which they are tried."""
    yield from STATES
    yield from PREFERENCES
    yield from PLANS
    yield from DEEDS
    yield from _BY_VERB
