"""Words that hedge a time: about five years ago, a few weeks ago, around May 2022. They name none. Pure."""

from __future__ import annotations

import re

from kgmem.anchor_words.vocabulary import CLOCK_UNIT, COUNT, UNIT

_LEAD = r"(?:(?:ever )?since|starting|until|till|til|from|by|before|after|in|on|at) "
_COUNTED = (
    r"about|around|roughly|approximately|almost|nearly|circa|ca|some|over|under|(?:more|less) than|at (?:least|most)"
)
_VAGUE = (
    rf"(?:(?:a|the last|the past) )?(?:few|couple(?: of)?)|several|some|many|half an?|{COUNT}(?: or | to | ?- ?){COUNT}"
)
_UNIT = rf"(?:decade|{UNIT}|{CLOCK_UNIT})s?"
_AGO = "(?:ago|from now)"
_VAGUELY = re.compile(
    rf"(?:{_LEAD})?(?:"
    rf"(?:{_COUNTED}) (?:{COUNT}|{_VAGUE}) {_UNIT}(?: or so| and a half)? {_AGO}"
    rf"|(?:{_VAGUE}) {_UNIT} {_AGO}"
    rf"|{COUNT} {_UNIT} (?:or (?:so|two)|and a half) {_AGO}"
    rf"|{COUNT} or so {_UNIT} {_AGO}"
    rf"|{COUNT} decades? ago|(?:decade|{UNIT}|{CLOCK_UNIT})s ago)"
    rf"|in (?:(?:about|around|roughly|approximately) {COUNT}|a few|(?:a )?couple(?: of)?|several) {_UNIT}(?:'?s? time)?"
)
_NEAR = re.compile(rf"(?:{_LEAD})?(?:around|roughly|approximately|circa|ca) (?P<of>.+)|{_LEAD}about (?P<of2>.+)")


def vaguely(text: str) -> bool:
    """Whether plain words count back or ahead without a number that is meant."""
    return _VAGUELY.fullmatch(text) is not None


def near(text: str) -> str | None:
    """What plain words say that a time is near to: May 2022 for around May 2022. A talk about Friday hedges nothing."""
    match = _NEAR.fullmatch(text)
    return match and (match["of"] or match["of2"])
