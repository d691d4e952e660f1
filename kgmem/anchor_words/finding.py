"""Where words about time stand in running text. Pure, and linear in the text.

Stretches of words that could be about time are read by the grammar itself, the longest first, so that what is found can
be resolved, at some time of saying. What hedges a time (about five years ago) is kept whole, and names none. What then
could still be another word (may, march, second, sun, a bare number) must stand where only a time would.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from kgmem.anchor_words import hedges, reading
from kgmem.anchor_words.spans import Context, Tense
from kgmem.anchor_words.trust import HEDGES, LEADS, Token, trusted
from kgmem.anchor_words.vocabulary import (
    CLOCK_UNIT,
    COUNT,
    DAY,
    DECADE_WORD,
    MONTH,
    SEASON,
    UNIT,
    WEEKDAY,
    YEAR,
)  # fmt: skip
from kgmem.anchors import DateOrder, parse_iso

_LONGEST = 12
"""Words in the longest expression: since Friday, the 3rd of March 2024, at 5 pm."""

_WORDS = """last this past next coming current before after ago from now hence time today tonight yesterday tomorrow
    night nights morning afternoon evening lunchtime noon midday early mid late earlier later beginning start starting
    middle end day week weekend month quarter year half until till til through between and or to - of the ever onwards
    on am pm a.m p.m utc gmt z years
    about around roughly approximately almost nearly circa ca few couple several some many more less than least most
    under so decade decades""".split()
_NUMBER = r"['+-]?[0-9][0-9a-z:/.'+-]{0,24}|[0-9][0-9a-z]* - [0-9][0-9a-z]*|[qh][1-4]"
_TOKEN = re.compile(r"(?:[^\s—….]|\.(?!\.))+")
_LONGEST_WORD = 40
_SHORT_DAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_EDGES = re.compile(r"^(?P<open>[(\[\"“‘*_]*)(?P<word>.*?)(?P<close>(?:['’]s)?[)\]\"”’'*_.,;:!?…]*)$", re.DOTALL)
_ABOUT_TIME = re.compile(
    rf"{'|'.join(map(re.escape, (*_WORDS, *LEADS)))}|{COUNT}|{DAY}|{DECADE_WORD}|{SEASON}(?:time)?|{WEEKDAY}s?"
    rf"|{MONTH}(?: - {MONTH})?|{WEEKDAY} - {WEEKDAY}|(?:{UNIT}|{CLOCK_UNIT})s?'?|(?:mid|early|late)-[a-z0-9]+|{_NUMBER}"
)
_NEVER_LAST = LEADS - {"on", "before", "year"} | set("the and to - between through till a an this next or so".split())
_SOME_TIMES: tuple[tuple[datetime, Tense | None], ...] = (
    *((datetime(2023, 12, 31, 12, tzinfo=UTC), tense) for tense in (None, "past", "future")),
    *((datetime(2023, 12, 30, 12, tzinfo=UTC), tense) for tense in ("past", "future")),
    (datetime(2023, 6, 30, 12, tzinfo=UTC), "future"),
)
_SOME_ORDER: DateOrder = "dmy"
_WHOLE_YEAR = re.compile(rf"\b{YEAR}\b")
"""10/11/2012 is a date in some order of day and month; 10.11.12 may be a version."""


class _Known(NamedTuple):
    resolves: bool
    """Else the words are about time, and have no one reading."""
    vague: bool = False
    """A few weeks ago."""
    near: bool = False
    """Around May."""


def find(text: str) -> list[tuple[int, int]]:
    """The spans of time expressions with their prepositions, in order, none within another."""
    found: list[tuple[int, int]] = []
    run: list[Token] = []
    before = ""
    for match in _TOKEN.finditer(text):
        token, breaks = _token(match)
        if not _ABOUT_TIME.fullmatch(token.plain):
            found.extend(_within(text, run, before, token))
            run, before = [], "" if breaks else token.plain
            continue
        run.append(token)
        if breaks:
            found.extend(_within(text, run, before, None))
            run, before = [], ""
    found.extend(_within(text, run, before, None))
    return found


def _token(match: re.Match[str]) -> tuple[Token, bool]:
    """A word without the marks around it, and whether a sentence or a bracket ends with it."""
    parts = _EDGES.match(match[0][:_LONGEST_WORD])
    assert parts is not None  # every part of the pattern may be empty
    if match.end() - match.start() > _LONGEST_WORD:
        return Token("", "", match.start(), match.end(), ""), True
    named = re.fullmatch(rf"\({_SHORT_DAY}\),?", match[0])  # the weekday within 2023/04/10 (Mon) 17:50
    word, close = (match[0].rstrip(","), "") if named else (parts["word"], parts["close"])
    start = match.start() + (0 if named else parts.start("word"))
    end = start + len(word)
    plain = reading.plain(word) or word.lower()
    abbreviated = close == "." and re.fullmatch(rf"{MONTH}|{WEEKDAY}|[ap]\.m", plain) and len(plain) < 5
    breaks = match.string[match.end() : match.end() + 1] in ("—", "…", ".")
    return Token(word, plain, start, end, close), breaks or (bool(close.strip(",")) and not abbreviated)


def _within(text: str, run: Sequence[Token], before: str, after: Token | None) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    first = free = 0
    while first < len(run):
        for last in range(min(len(run), first + _LONGEST), first, -1):
            if run[last - 1].plain in _NEVER_LAST:
                continue
            start, end = run[first].start, run[last - 1].end
            known = _known(text[start:end]) if end - start < 100 else None
            if known is None:
                continue
            prior = run[first - 1].plain if first else before
            following = run[last] if last < len(run) else after
            if known.resolves and not known.vague and not trusted(run[first:last], prior, following, known.near):
                continue
            either = prior == "or" or (last + 1 < len(run) and run[last].plain == "or")
            within = any(token.plain == "between" for token in run[free:first])
            if known.resolves and prior not in HEDGES and not either and not within:
                found.append((start, end))
            first = free = last
            break
        else:
            first += 1
    return found


@lru_cache(maxsize=4096)
def _known(words: str) -> _Known | None:
    if parse_iso(words, UTC):
        return _Known(True)
    text = reading.plain(words)
    order = _SOME_ORDER if _WHOLE_YEAR.search(text) else None
    known = None
    for said, tense in _SOME_TIMES:
        try:
            if reading.read(text, Context(said, tense, order=order), limit=True) is None:
                return _hedged(text)
            return _Known(True)
        except (ValueError, OverflowError):
            known = _Known(False)
    return known


def _hedged(text: str) -> _Known | None:
    """What `resolve` leaves, and a caller may keep as words."""
    if hedges.vaguely(text):
        return _Known(True, vague=True)
    near = hedges.near(text)
    known = _known(near) if near else None
    return _Known(True, near=True) if known and known.resolves else None
