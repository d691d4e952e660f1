"""Dates as other languages and tools write them, by dateparser; the only module that uses it.

dateparser fills what a text lacks from a base date and settles day or month by locale. So a text is read twice, from
bases that share nothing and, where the order of day and month is not known, in both orders, and counts only where both
readings are one.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from kgmem.anchor_words.spans import Span, day, month
from kgmem.anchor_words.vocabulary import WEEKDAY, weekday_number
from kgmem.anchors import DateOrder

_LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "nb", "sv", "da", "pl", "ru", "zh", "ja"]
_BASES = ((datetime(2001, 2, 3, 4, 5, 6), "DMY"), (datetime(2004, 11, 25, 17, 38, 49), "MDY"))
_LONGEST = 60
_YEAR = re.compile(r"(?<![0-9])(?:1[0-9]{3}|20[0-9]{2}|21[0-9]{2})(?![0-9])")
_NAMES_A_MONTH = re.compile(r"[^\W\d_]{3}|年|[0-9]{1,4}([/.-])[0-9]{1,2}\1[0-9]{1,4}")
_HEDGED = re.compile(r"\b(?:about|ago|and|circa|last|midnight|next|not|or|this)\b|-\s*$")


def read(text: str, order: DateOrder | None = None) -> Span | None:
    """The span of a date with a year in four digits that dateparser consumes whole, or None."""
    if len(text) > _LONGEST or len(_YEAR.findall(text)) != 1 or not _NAMES_A_MONTH.search(text) or _HEDGED.search(text):
        return None
    readings = {_reading(parser, text) for parser in _parsers(order)}
    found = readings.pop() if len(readings) == 1 else None
    named = re.search(rf"\b{WEEKDAY}\b", text)
    return None if found and named and weekday_number(named[0]) != found.start.weekday() else found


def _reading(parser: Any, text: str) -> Span | None:
    data = parser.get_date_data(text)
    at: datetime | None = data.date_obj
    if at is None:
        return None
    zone = None
    if at.tzinfo:
        at, zone = at.astimezone(UTC).replace(tzinfo=None), UTC
    if data.period == "time":
        grain = "second" if at.second else "minute" if at.minute or ":" in text else "hour"
        return Span(at, at + timedelta(**{grain + "s": 1}), grain, grain, zone)
    if data.period == "day":
        return day(at)
    return month(at.year, at.month) if data.period == "month" else None


@cache
def _parsers(order: DateOrder | None) -> tuple[Any, ...]:
    from dateparser.date import DateDataParser  # type: ignore[import-untyped]  # slow to import, seldom needed

    return tuple(
        DateDataParser(
            languages=_LANGUAGES,
            use_given_order=True,
            settings={
                "RELATIVE_BASE": base,
                "DATE_ORDER": order.upper() if order else either,
                "PARSERS": ["absolute-time"],
                "TIMEZONE": "UTC",
                "RETURN_TIME_AS_PERIOD": True,
                "PREFER_DAY_OF_MONTH": "first",
            },
        )
        for base, either in _BASES
    )
