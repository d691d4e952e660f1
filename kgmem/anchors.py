"""Laws T1 and T2: a time is an interval with a grain, and *later* is a relation of intervals. Pure.

ISO 8601 years, months, days and date-times are resolved here. Other words are kept as they are and leave the anchor
unset, never guessed. The machine's clock is never asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

GRAINS = ("second", "minute", "hour", "day", "month", "year")
"""From fine to coarse."""

DateOrder = Literal["dmy", "mdy"]
"""Whether the day or the month comes first in a date such as 03/04/2024."""

_ISO = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d{2})(?:-(?P<day>\d{2})"
    r"(?:[T ](?P<hour>\d{2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,](?P<fraction>\d{1,9}))?)?"
    r"\s*(?P<zone>Z|z|[+-]\d{2}(?::?[0-5]\d)?)?)?)?)?"
)

_BASIC = re.compile(r"(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})?(?=\D|$)")
"""ISO 8601 without separators; 20240601 alone may be any number."""

SECONDS_FROM = 100_000_000
"""Epoch times begin here, in 1973; a smaller number, such as 20240601, is more likely something else."""

MILLISECONDS_FROM = 100_000_000_000
"""Epoch times from here on count milliseconds: as seconds they lie after the year 5100."""


class Interval(NamedTuple):
    """[start, end) in UTC with the grain of the words; `flags` are warning codes met while reading them."""

    start: datetime
    end: datetime
    grain: str
    flags: tuple[str, ...] = ()


class NaiveTime(ValueError):
    """A date-time names no zone and none is configured."""


def zone(name: str | None) -> tzinfo | None:
    """The zone of a name such as `Europe/Oslo`, None for None. Raises ValueError for a name nobody knows."""
    if name is None:
        return None
    if name.upper() in ("UTC", "Z"):
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"{name!r} is no time zone; give an IANA name such as Europe/Oslo") from error


def parse_iso(words: str, assumed: tzinfo | None) -> Interval | None:
    """The interval that an ISO 8601 text names, or None where it is not one.

    A date-time without zone takes `assumed` and is flagged `tz_assumed` (NaiveTime where that is None); one that
    occurs twice takes the earlier and is flagged `ambiguous_time`, one that the clocks skipped is flagged
    `nonexistent_time`. Days, months and years without zone take `assumed`, else UTC, unflagged.
    """
    match = _ISO.fullmatch(_BASIC.sub(_separated, words.strip(), count=1))
    if match is None:
        return None
    part = match.groupdict()
    numbers = [int(part[name] or default) for name, default in _FIELD_DEFAULTS]
    grain = next((name for name in GRAINS if part.get(name) is not None), "year")
    try:
        micros = int((part["fraction"] or "0").ljust(6, "0")[:6])
        year, month, day, hour, minute, second = numbers
        local = datetime(year, month, day, hour, minute, second, micros)
        return _placed(words, local, grain, part, assumed)
    except NaiveTime:
        raise
    except (ValueError, OverflowError):
        return None


def _placed(
    words: str, local: datetime, grain: str, part: Mapping[str, str | None], assumed: tzinfo | None
) -> Interval:
    following = _next(local, grain)
    if part["zone"]:
        fixed = datetime.fromisoformat("2000-01-01T00:00" + _offset(part["zone"])).tzinfo
        return _utc(local, following, grain, fixed, ())
    if part["hour"] is None:
        return _utc(local, following, grain, assumed or UTC, ())
    if assumed is None:
        raise NaiveTime(f"{words!r} names no zone; give the session a timezone, or set KGMEM_TIMEZONE")
    return _utc(local, following, grain, assumed, ("tz_assumed", *_clock_flags(local, assumed)))


def epoch(number: float) -> datetime:
    """What counts seconds or milliseconds since 1970. Raises ValueError for what is too early or too late to be one."""
    if number < SECONDS_FROM:
        raise ValueError(f"{number} is too early for a time since 1970")
    try:
        return datetime.fromtimestamp(number / 1000 if number >= MILLISECONDS_FROM else number, UTC)
    except (OverflowError, OSError) as error:
        raise ValueError(f"{number} is beyond the calendar") from error


def moment(at: datetime) -> Interval:
    """A single instant as an interval of grain second."""
    at = at.astimezone(UTC)
    return Interval(at, at + timedelta(seconds=1), "second")


def unit(start: datetime, grain: str) -> Interval:
    """The interval of one `grain` that starts at `start`, as stored beside it.

    The zone is not stored: its midnight is the nearest one, so where the clocks changed in between, the end is an hour
    off.
    """
    midnight = (start + _EASTERNMOST).replace(hour=0, minute=0, second=0, microsecond=0)
    firsts = {"month": midnight.replace(day=1), "year": midnight.replace(month=1, day=1)}
    first = firsts.get(grain, start)
    return Interval(start, _next(first, grain) + (start - first), grain)


def later(start: datetime, earlier_end: datetime, earlier_start: datetime) -> bool:
    """T2: starts later and does not overlap; of two nested calendar units the coarser one decides."""
    return start > earlier_start and start >= earlier_end


def iso(at: datetime | None) -> str | None:
    """As the JSON results write a time: ISO 8601 in UTC, with Z."""
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")


_EASTERNMOST = timedelta(hours=14)
_FIELD_DEFAULTS = (("year", 1), ("month", 1), ("day", 1), ("hour", 0), ("minute", 0), ("second", 0))


def _separated(basic: re.Match[str]) -> str:
    year, month, day, hour, minute, second = basic.groups()
    return f"{year}-{month}-{day}T{hour}:{minute}" + (f":{second}" if second else "")


def _next(local: datetime, grain: str) -> datetime:
    if grain == "year":
        return local.replace(year=local.year + 1)
    if grain == "month":
        return local.replace(year=local.year + local.month // 12, month=local.month % 12 + 1)
    return local + timedelta(**{grain + "s": 1})


def _offset(text: str) -> str:
    if text in "Zz":
        return "+00:00"
    return text if ":" in text else text[:3] + ":" + (text[3:] or "00")


def _utc(start: datetime, end: datetime, grain: str, zone: tzinfo | None, flags: tuple[str, ...]) -> Interval:
    begin = start.replace(tzinfo=zone).astimezone(UTC)
    calendar = grain in ("day", "month", "year")  # a minute keeps its length when the clocks change at its end
    finish = end.replace(tzinfo=zone).astimezone(UTC) if calendar else begin + (end - start)
    if finish <= begin:
        raise ValueError("a day that the zone skipped, as Samoa did one")
    return Interval(begin, finish, grain, flags)


def _clock_flags(local: datetime, zone: tzinfo) -> tuple[str, ...]:
    earlier, later = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if earlier.utcoffset() == later.utcoffset():
        return ()
    there_and_back = earlier.astimezone(UTC).astimezone(zone).replace(tzinfo=None)
    return ("ambiguous_time",) if there_and_back == local else ("nonexistent_time",)
