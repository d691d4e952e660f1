"""Words that take back what stands around them: not, never, few, should, stopped. Pure."""

from __future__ import annotations

import re

_DENYING = re.compile(
    r"\b(?:no(?![,!:.])|none|neither|nor|not|never|hardly|barely|scarcely|rarely|seldom|few|fewer|nobody|nothing|"
    r"nowhere|without|except|almost|nearly|cannot|dont|doesnt|didnt|cant|wont|\w+n't|"
    r"would|could|should|might|must|ought|shall|will(?! be\b)|(?-i:may)|(?<!a )(?<!the )(?<!you )can|used to|"
    r"(?:suppos|expect|meant|schedul|refus|avoid|declin|deny|deni|fail|forg[eo]t|hop|wish|want|tri|try|need|plan|"
    r"promis|threaten|offer|pretend)(?:s|es|ed|d|ing|ies|ten)?(?= to\b)|"
    r"(?:refus|avoid|den[iy])(?:e|es|ed|s|ing)?|(?:stop|quit|ceas)(?:s|e|es|ed|ped|ping|ting|ing)?(?= \w+ing\b))\b"
    r"|'(?:d|ll)\b",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"(?:no|not|none|neither|nor|never|nothing|nobody|few|fewer|hardly|barely|scarcely|zero|without)(?=\s|$)",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"(?:some|several|any|every|each|all|both|many|most|half|much|more|other|another|one|either|his|her|their|your|its|"
    r"whose|\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|these|those|someone|somebody|anyone|anybody|everyone|everybody|who|which)(?=\s|'s|$)",
    re.IGNORECASE,
)


def denied(text: str) -> bool:
    """Whether a word in it denies, or says that it is only wanted, possible or over."""
    return _DENYING.search(text) is not None


def nothing(text: str) -> bool:
    """Whether a noun phrase starts with a word by which there is nothing ("no car", "hardly a month")."""
    return _NONE.match(text.strip()) is not None


def no_one_thing(text: str) -> bool:
    """Whether a noun phrase starts with a word by which it is no one known thing ("some orders", "his rent")."""
    return nothing(text) or _SOME.match(text.strip()) is not None
