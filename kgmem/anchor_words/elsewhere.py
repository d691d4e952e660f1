"""Words that give no time, and yet say that it was long before they were said: before 2020, years ago. Pure.

What is told without a time is told as of its message (T2). That is right for what happened recently, a few weeks ago or
since the accident: what has been so since then is so when it is told. It is wrong for what was so before 2020: taken
for news, it would end what holds today. So that is of unknown time, and ends nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from kgmem.anchor_words.spans import Tense
from kgmem.anchor_words.vocabulary import YEAR
from kgmem.anchors import Interval

_FROM_THERE = re.compile(r"(?:(?:ever )?since|after|starting|from)\b(?!.*\b(?:to|until|till|through)\b)")
_BOUND = re.compile(r"(?:(?:up )?(?:until|till|til)|up to|before|prior to|by)\b")
_YEARS_AGO = re.compile(r".*\b(?:years?|yrs?|decades?|century|centuries|ages)(?: or so)?(?: and a half)? (?:ago|back)")
_A_YEAR = re.compile(rf"(?<![\w-])(?P<year>{YEAR})(?=(?:'?s)?(?![\w-]))")
_WHO = r"(?:i|you|he|she|we|they|(?:my|your|his|her|our|their) \w+)"
_LONG_AGO = re.compile(
    r"(?:a )?(?:(?:very )?long|some) (?:time )?(?:ago|back)|once(?: upon a time)?|formerly|previously|back then"
    r"|(?:back )?in the (?:distant )?past|(?:back )?in (?:those|the(?: good)? old) days|at (?:the|that) time"
    rf"|back when .+|when {_WHO} (?:was|were) .+|as an? (?:child|kid|boy|girl|teenager|student)"
    r"|(?:back )?in (?:my|your|his|her|our|their) (?:youth|childhood|teens|twenties|thirties|student days)"
)


def long_before(text: str, said: datetime, tense: Tense, readings: Sequence[Interval]) -> bool:
    """Whether plain words that name no one time put it before `said` by an unknown length, years perhaps. `readings`
    are of the time that they bound, or of dates in either order of day and month, where they name any."""
    if _FROM_THERE.match(text):
        return False
    if readings:
        return all(one.start < said for one in readings)
    if _BOUND.match(text):
        return tense == "past"
    if _YEARS_AGO.fullmatch(text) or _LONG_AGO.fullmatch(text):
        return True
    return any(int(match["year"]) < said.year for match in _A_YEAR.finditer(text))
