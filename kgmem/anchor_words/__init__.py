"""Laws T1 and T2 for words: what "last Friday" or "the summer of 2023" means, told from when it was said. Pure.

`resolve` gives an interval or nothing, `find` the places in a text where such words stand, those that only hedge a time
too. The machine's clock and locale are never asked. Where English has two readings the time stays unset. These are
settled, and no more:

- Weeks run from Monday to Sunday. Two weeks ago is the week, two months ago the month that holds that day.
- Last Friday is the nearest before the day of saying (case C28). Next Friday is unset while this week's lies ahead,
  and so is next May while this year's does.
- This Friday and this weekend are of this week, whatever the tense, while they lie ahead. This Monday, once it has
  passed, is this week's with tense "past", the coming one with "future", else unset.
- A date or month without year is the latest that has begun, with tense "future" the next. A weekday or season alone
  is unset without a tense.
- From X and starting X look ahead, whatever the tense; a month that runs, or whose last is nearer than its next, is
  unset with any other. A week from Monday is the Monday after the coming one.
- 03/04/2024 is told by the order of day and month that its source is known to use.
- '98 is the latest that is past. One that comes round within ten years is that with tense "future", unset without one.
- Since X is X: what holds, holds from there. Until, before, after and by X bound a time and are none. Words that name
  none leave it at the time of telling, but for those that put it long before (before 2020, years ago, around 2015):
  it is unknown then, and what is of unknown time ends nothing (`long_before`).
- From X to Y runs from the start of X to the end of Y.
- The grain is the coarsest of `anchors.GRAINS` that is not coarser than the interval: day for a week, month for a
  season or quarter, year for a decade. Parts of a day count as their day.
- Early, mid and late are thirds. Seasons are those of the northern half.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from typing import get_args

from kgmem.anchor_words import absolute, elsewhere, reading
from kgmem.anchor_words.finding import find
from kgmem.anchor_words.spans import Context, Tense, place
from kgmem.anchors import DateOrder, Interval, NaiveTime, epoch, moment, parse_iso

__all__ = ["Tense", "find", "long_before", "resolve"]

_LONGEST = 120
_ORDERS: tuple[DateOrder, ...] = get_args(DateOrder)
_EPOCH = re.compile(r"[1-9][0-9]{9}(?:[0-9]{3})?")
"""Seconds or milliseconds since 1970, from 2001 on; in running text `find` takes them for a number like any other."""


def resolve(
    words: str, said_at: datetime | None, zone: tzinfo | None, tense: Tense | None = None, *, limit: bool = False,
    order: DateOrder | None = None,
) -> Interval | None:  # fmt: skip
    """The interval that words about time name, in UTC, or None where they name none or may name two.

    `said_at` is rendered in `zone`, UTC where that is None; a time of day is then flagged `tz_assumed`, as
    `anchors.parse_iso` does. An ISO date-time without zone needs one (case C25). `tense` is which way the sentence
    looks, `order` what comes first in 03/04/2024, which names no day where that is None (case C32). With `limit`,
    until, before, after and by X give X itself, for a caller who knows what the word means.
    """
    try:
        if (written := parse_iso(words, zone)) is not None:
            return written
        if _EPOCH.fullmatch(words.strip()):
            return moment(epoch(int(words)))
        text = reading.plain(words)
        if not text or len(text) > _LONGEST:
            return None
        where = zone or UTC
        said = said_at if said_at is None or said_at.tzinfo else said_at.replace(tzinfo=where)
        context = Context(said and said.astimezone(where), tense, order=order)
        span = reading.read(text, context, limit) or absolute.read(text, order)
        return place(span, zone) if span else None
    except (NaiveTime, ValueError, OverflowError):
        return None


def long_before(
    words: str, said_at: datetime | None, zone: tzinfo | None, tense: Tense, order: DateOrder | None = None
) -> bool:
    """Whether words that `resolve` reads as no time say that it was long before they were said, so that the time of
    saying is none of it."""
    if said_at is None:
        return False
    either = (order,) if order else _ORDERS
    found = (resolve(words, said_at, zone, tense, limit=True, order=one) for one in either)
    said = said_at if said_at.tzinfo else said_at.replace(tzinfo=zone or UTC)
    return elsewhere.long_before(reading.plain(words), said, tense, [one for one in found if one is not None])
