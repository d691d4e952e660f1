"""What keeps words from being claims of the speaker's: each guard is a named rule, pure and on its own.

A guard takes a sentence (with the marks that end it) and returns the offset from which on nothing in it is claimed,
or None where it has no objection. What is foreign to a whole message is in `frames`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

Guard = Callable[[str], int | None]

_QUESTION_WORD = re.compile(
    r"(?:^|[,;:.!–—-]\s+|\b(?:and|but|so|or)\s+)(?:(?:and|but|so|or|also|anyway|hey|well|then|btw|by the way),?\s+)*"
    r"(?:can|could|would|will|do|does|did|are|is|am|was|were|have|has|had|should|may|what|what's|how|how's|where|"
    r"which|who|who's|why|when|any|anything|anyone|got|ever|wanna|want|care|know|have you|isn't|aren't|don't|doesn't|"
    r"didn't|can't|won't|haven't|hasn't|wouldn't|right|no|yes|eh|huh|ok|okay|too)\b",
    re.IGNORECASE,
)
_TAG = re.compile(
    r",\s*(?:right|eh|huh|no|yes|ok|okay|too|(?:is|are|do|does|did|was|were|have|has|can|won|would|could|ca|should)n't "
    r"\w+|(?:is|are|do|does|did|was|were|have|has|can|will|would) (?:I|you|he|she|it|we|they))\?",
    re.IGNORECASE,
)
_REPORT = re.compile(
    r"\b(?i:says?|said|saying|claims?|claimed|(?<!to )mentions?|mentioned|reckons?|thinks?|thought|"
    r"(?<!can't )believes?|believed|heard|hear|rumou?rs?|reports? that|reported(?: that)?|according to|apparently"
    r"|reportedly|supposedly|allegedly|"
    r"(?:wrote|texted|messaged|emailed|mailed|tweeted|posted|replied|answered|joked|lied|swore|swears?|insists?"
    r"|insisted|admits?|admitted|bragged|promised|promises) (?:(?:to )?(?:me|us|him|her|them) )?that|"
    r"(?:texts?|texted|messaged|emailed|writes?|wrote) (?:to )?(?:me|us)|"
    r"as (?-i:[A-Z])\w+ puts?|"
    r"announced|(?:told|tells?|telling|asked|asks) (?:me|us|him|her|them|you|everyone|the)|guess(?! what)|assume|"
    r"suspect|doubt|wondering|wonder|dreamt|dreamed|dream(?:ing)? (?:that|of|about)|"
    r"(?:story|book|movie|film|novel|character|plot|song|article|post) (?:is|was|says)|(?:told|asked) (?-i:[A-Z])\w+)\b"
)
_CLOSING_REPORT = re.compile(
    r",?\s+(?:\w+\s+){0,2}(?:says?|said|claims?|claimed)(?:\s+\w+){0,2}[.!?…]*$|"
    r",?\s+(?:(?:i|we) (?:think|guess|believe|suppose|assume|suspect|heard|hear|reckon)|apparently|supposedly|"
    r"allegedly|reportedly|maybe|perhaps|possibly|probably)[.!?…]*$",
    re.IGNORECASE,
)
_HYPOTHETICAL = re.compile(
    r"\b(?:if|imagine|imagining|suppose|supposing|wish|wished|wishing|pretend|what if|unless|would have|could have|"
    r"should have|would've|could've|should've|whether|hypothetically|in case|assuming|as though|in theory|whoever|"
    r"let's say|say I)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?:,?\s+(?:and|but|so)\s+)?(?:I\s+|I'm\s+|I\s+was\s+)?(?:just\s+)?(?:wondering|wonder|not sure|see|know|asking|"
    r"tell me|check|"
    r"let me know|unsure|don't know)\s+(?:if|whether)\b|,?\s+(?:let me know )?if (?:you|that|it|there|possible|so"
    r"|not)\b",
    re.IGNORECASE,
)
_SARCASM = re.compile(
    r"(?:^|[\s,.!])(?:yeah,? right|as if\b|(?:oh |yeah,? |well,? )?sure,? because|(?:oh "
    r"|yeah,? )because\b.{0,80}\bso\b|"
    r"oh yeah,? because|oh joy|oh great,|what could (?:possibly )?go wrong|just what I (?:always )?(?:needed|wanted)|"
    r"(?:gee|wow), thanks|because who doesn't|not\.$|(?<=, )not[.!]*$|\(not\)|lucky me)",
    re.IGNORECASE,
)
_SARCASTIC_MESSAGE = re.compile(
    r"\b(?:just|i'm|only) (?:kidding|joking)\b|(?<!\S)/s\b(?!/)|\bsaid no ?(?:one|body) ever\b|\(sarcasm\)|🙄",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"^(?:please|let's|lets|don't|do not|never|remember to|make sure|remind|send|call|give|tell|show|write|help|create|"
    r"generate|explain|suggest|recommend|list|try|check|take|put|go|come|look|stop|keep|turn|press|click|run|open"
    r"|close|"
    r"use|add|remove|restart|replace|wait|be|get|buy|read|act|pretend|ask|say|think of|consider)\b(?! (?:you|as)\b)",
    re.IGNORECASE,
)
_VAGUE_WILL = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|hopefully|hope|hoping|supposed to|was going to|were going to|(?:almost"
    r"|nearly)(?=\s+(?:\w+ed|bought|sold|got|lost|won|broke|fell|quit|went)\b)|"
    r"as a joke|jk)\b",
    re.IGNORECASE,
)
_PREAMBLE = re.compile(
    r"(?:(?:i'm |i am )?not sure|(?:i )?(?:don't know|can't remember|dunno)) (?:if|whether) i(?:'ve| have)? (?:ever "
    r"|already )?"
    r"(?:told|mentioned|said)[^,.!?]{0,40},\s*(?:but\s+)?|(?:as|like) i (?:said|mentioned|told you)[^,.!?]{0,30},\s*",
    re.IGNORECASE,
)


def question(sentence: str) -> int | None:
    """A question claims nothing, but "I moved to Oslo, any tips?" claims its first part."""
    if "?" not in sentence[-6:]:
        return None
    if _TAG.search(sentence[-40:]):
        return 0
    match = _QUESTION_WORD.search(sentence)
    return match.start() if match else 0


def reported(sentence: str) -> int | None:
    """What others said, or the speaker only heard, guessed, dreamt or read in a story."""
    if _CLOSING_REPORT.search(sentence[-60:]):
        return 0
    match = _REPORT.search(sentence)
    return match.start() if match else None


def hypothetical(sentence: str) -> int | None:
    """Conditions, suppositions and wishes; an afterthought such as "I wonder if" leaves what stands before it."""
    match = _HYPOTHETICAL.search(sentence)
    if match is None:
        return None
    aside = _ASIDE.search(sentence)
    return aside.start() if aside and aside.start() <= match.start() else 0


def sarcasm(sentence: str) -> int | None:
    """Sarcasm that a marker gives away."""
    return 0 if _SARCASM.search(sentence) else None


def imperative(sentence: str) -> int | None:
    """Commands and requests."""
    return 0 if _IMPERATIVE.match(sentence) else None


def uncertain(sentence: str) -> int | None:
    """Maybe, hopefully, almost: from there on it is no statement."""
    match = _VAGUE_WILL.search(sentence)
    return match.start() if match else None


GUARDS: Mapping[str, Guard] = {
    "question": question,
    "reported": reported,
    "hypothetical": hypothetical,
    "sarcasm": sarcasm,
    "imperative": imperative,
    "uncertain": uncertain,
}


def unclaimed_from(sentence: str) -> int | None:
    """The least offset that any guard names; a preamble such as "not sure if I told you, but" says nothing either "
    "way."""
    preamble = _PREAMBLE.match(sentence)
    start = preamble.end() if preamble else 0
    found = [offset for guard in GUARDS.values() if (offset := guard(sentence[start:])) is not None]
    return start + min(found) if found else None


def sarcastic(text: str) -> bool:
    """A message marked as sarcasm as a whole."""
    return _SARCASTIC_MESSAGE.search(text) is not None


_CUT_SHORT = re.compile(
    r"\b(?:but|then|however|although|though|until|before)\b[^.!?]{0,60}\b(?:cancel\w*|chang\w+ (?:my|our|his|her|their)"
    r" minds?|f[ae]ll through|called (?:it|that|them|everything) off|could ?n't|cannot|can't|didn't|did not|"
    r"wasn't able|gave up|backed out|scrapped|dropped|postponed|won't|no longer|not any ?more|"
    r"had to (?:stay|drop|skip|miss))",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\bstill\b|\band (?:i|we) do\b|\bagain\b|\b(?:moved|went|came|got) back\b|\breturned\b", re.IGNORECASE
)


def cut_short(rest: str) -> bool:
    """Whether the rest of the sentence gives up the plan that its beginning tells."""
    return _CUT_SHORT.search(rest) is not None


def goes_on(rest: str) -> bool:
    """Whether the rest of the sentence tells that what used to be so is so again, or still."""
    return _GOES_ON.search(rest) is not None


_LONG_AGO = re.compile(
    r"\b(?:when (?:I|we|he|she|they) (?:was|were) (?:(?:a|an|still|just|very|much|so)\s+)*"
    r"(?:kids?|child|children|boy|girl|teen\w*|student|young|younger|little|small|growing up|in|at|\d+|ten|twelve|"
    r"fifteen|twenty)\b|growing up\b|"
    r"as (?:a|an) (?:kid|child|boy|girl|teen\w*|student|young)\b|in my (?:childhood|youth|teens|twenties|thirties)\b|"
    r"back (?:then|in the day)\b|(?:years|ages|decades|a while|a long time) (?:ago|back)\b)",
    re.IGNORECASE,
)


def long_ago(sentence: str) -> bool:
    """Whether it puts what it tells far into a past that it does not date: the time of the message would be wrong."""
    return _LONG_AGO.search(sentence) is not None
