"""Times in words, each as coarse as it was given. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

HALF_A_DAY = timedelta(hours=12)
"""Added to where a day begins in its own zone, it falls on that day in UTC as well."""

NEVER = datetime.max.replace(tzinfo=UTC)
"""In place of a time that is not known, it sorts after every time."""


def day(at: datetime) -> str:
    """The day of a time, in UTC."""
    return at.date().isoformat()


def time_of(at: datetime, grain: str | None = None) -> str:
    """A time for people: the year, month or day of one as coarse as that (law T1), in whatever zone it began.

    Of another grain, or an unknown one: the day, with the hour where it is not midnight in UTC."""
    if grain in ("year", "month", "day"):
        return day(at + HALF_A_DAY)[: {"year": 4, "month": 7, "day": 10}[grain]]
    return day(at) if (at.hour, at.minute) == (0, 0) else f"{at:%Y-%m-%d %H:%M} UTC"
