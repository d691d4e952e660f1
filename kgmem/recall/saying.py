"""A claim in an answer: what it says, when, and what there is to doubt, with the number it is cited by. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kgmem.recall.answer import Candidate
from kgmem.recall.telling_time import NEVER, time_of

_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|once|twice|daily|weekly|"
    r"monthly|yearly|every|each)\b",
    re.IGNORECASE,
)
_LENGTH = re.compile(
    r"\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|several|many|few)[ -]"
    r"(?:second|minute|hour|day|night|week|month|year|decade)s?\b",
    re.IGNORECASE,
)
_PREPOSITIONS = {"year": "In", "month": "In", "day": "On"}


def has_number(statement: str) -> bool:
    """Whether a statement says how many or how often itself."""
    return bool(_NUMBER.search(statement))


def has_length(statement: str) -> bool:
    """Whether it says how long itself."""
    return bool(_LENGTH.search(statement))


def claim(one: Candidate, number: int, *, dated: bool = False) -> str:
    """The statement with what there is to doubt, and since when where `dated`."""
    since = f" (since {time_of(one.since, one.grain)})" if dated and one.since else ""
    return f"{one.view.statement}{since}{doubt(one)} [{number}]."


def doubt(one: Candidate) -> str:
    """What an answer must say beside a claim that is suspect (law T5) or weakened (law R2)."""
    told = ""
    if 0 < one.view.validity < 1:
        ended = next(iter(one.shaken_by), None)
        why = f'"{ended.statement}" held until {time_of(ended.until)}' if ended else "what it depends on may not"
        told = f" (it may no longer hold: {why})"
    if one.view.standing == "weakened":
        told += " (weakened: part of its support was taken back)"
    return told


def until(one: Candidate, number: int) -> str:
    """What is over, with its end."""
    return f"Until {time_of(one.until) if one.until else 'some time'}: {one.view.statement} [{number}]."


def when(one: Candidate, number: int) -> str:
    """The time first: of what happened, or since when something is so; where only the time of a message is known, that
    it was said then."""
    if one.first is None:
        return claim(one, number)
    at = time_of(one.first.since, one.first.grain)
    if one.first.basis != "stated":
        opening = f"Said on {at}" if one.first.basis == "message" else f"Published on {at}"
    elif one.lasts:
        opening = f"Since {at}" if one.until is None else f"From {at} until {time_of(one.until)}"
    elif one.first.until and one.first.until > one.first.since:
        opening = f"From {at} until {time_of(one.first.until)}"
    else:
        opening = f"{_PREPOSITIONS.get(one.first.grain, 'At')} {at}"
    return f"{opening}: {claim(one, number)}"


def spell(one: Candidate, number: int) -> str:
    """From when to when something was so."""
    if one.since is None:
        return when(one, number)
    start = time_of(one.since, one.grain)
    opening = f"From {start} until {time_of(one.until)}" if one.until else f"Since {start}"
    return f"{opening}: {claim(one, number)}"


def dated(one: Candidate, number: int) -> str:
    """One of several in order: its time, then what it says."""
    assert one.first is not None  # only such are put in order
    return f"{time_of(one.first.since, one.first.grain)}: {claim(one, number)}"


def newest_first(claims: Iterable[Candidate]) -> list[Candidate]:
    """By since when they hold, those of unknown time last."""
    ordered = list(claims)
    known = sorted((one for one in ordered if one.since), key=lambda one: one.since or NEVER, reverse=True)
    return [*known, *(one for one in ordered if not one.since)]


def oldest_first(claims: Iterable[Candidate]) -> list[Candidate]:
    """By the first time that they tell of, those that tell of none last, then by id."""
    return sorted(claims, key=lambda one: (one.first.since if one.first else NEVER, one.view.id))
