"""A time of day within a day. Pure."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone

from kgmem.anchor_words.spans import Span, Unset
from kgmem.anchor_words.vocabulary import YEAR

_CLOCK = (
    r"(?:(?P<hour>[0-2]?[0-9])(?::(?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9]))?)? ?(?P<half>am|pm|a\.m\.?|p\.m\.?)"
    r"|(?P<hour24>[0-2]?[0-9]):(?P<minute24>[0-5][0-9])(?::(?P<second24>[0-5][0-9]))?(?: ?h(?:rs)?)?"
    r"|(?P<noon>noon|midday))"
    r"(?: ?(?P<zone>utc|gmt|z|[+-][0-2][0-9]:?[0-5][0-9]))?"
)
_BEFORE = re.compile(rf"(?:at )?{_CLOCK},? (?:on )?(?P<day>.+)")
_AFTER = re.compile(rf"(?P<day>.+?),? (?:at )?{_CLOCK}(?: (?P<year>{YEAR}))?")
_NUMERIC = re.compile(r"[0-9]+[/.-][0-9]")


def split(text: str) -> tuple[str, re.Match[str]] | None:
    """The words of the day and the match of the clock, where a text has both."""
    match = _BEFORE.fullmatch(text) or _AFTER.fullmatch(text)
    if match is None:
        return None
    year = match.groupdict().get("year")  # Tue May 3 10:30:00 2022
    return (f"{match['day']} {year}" if year else match["day"], match)


def within(day: Span, match: re.Match[str]) -> Span:
    """The hour, minute or second of that day.

    5:30 without am, pm or a leading zero may be either, so that it is no more than its day, unless it has seconds or a
    zone, or the day is written in numbers, as logs do.
    """
    if day.unit != "day":
        raise Unset("a time of no single day")
    hour, minute, second = (match[name] or match[name + "24"] for name in ("hour", "minute", "second"))
    number = int(hour or 12)
    if match["half"]:
        if not 1 <= number <= 12:
            raise Unset("no such hour")
        number = number % 12 + (12 if match["half"].startswith("p") else 0)
    elif hour and 1 <= number <= 12 and hour[0] != "0" and not (second or _as_in_logs(match)):
        return day
    start = day.start.replace(hour=number, minute=int(minute or 0), second=int(second or 0))
    grain = "second" if second else "minute" if minute else "hour"
    return Span(start, start + timedelta(**{grain + "s": 1}), grain, grain, _zone(match["zone"]))


def _as_in_logs(match: re.Match[str]) -> bool:
    return bool(match["zone"] or _NUMERIC.match(match["day"]))


def _zone(text: str | None) -> timezone | None:
    if text is None:
        return None
    if text in ("utc", "gmt", "z"):
        return UTC
    sign = -1 if text[0] == "-" else 1
    return timezone(sign * timedelta(hours=int(text[1:3]), minutes=int(text[-2:])))
