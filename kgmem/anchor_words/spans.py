"""Local spans of the calendar, and their place in UTC. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal, NamedTuple

from kgmem.anchors import DateOrder, Interval, parse_iso

Tense = Literal["past", "future"]
_CLOCK_GRAINS = ("second", "minute", "hour")


class Unset(ValueError):
    """The words are about time and have no one reading; the anchor stays unset."""


class Span(NamedTuple):
    """[start, end) by a local calendar and clock. `unit` is what the words call it, `grain` what is kept of that."""

    start: datetime
    end: datetime
    grain: str
    unit: str
    zone: tzinfo | None = None
    """The zone that the words themselves name."""


class Context(NamedTuple):
    """What a reading depends on: when the words were said, in the zone they are read in, and which way they look."""

    said: datetime | None
    tense: Tense | None
    leaning: bool = False
    """Whether the words themselves look ahead, and the sentence may not."""
    order: DateOrder | None = None
    """What comes first in 03/04/2024; None where nobody knows."""

    def ahead(self) -> Context:
        """What stands behind starting or from: of what lies ahead, whatever the tense."""
        return self if self.tense == "future" else self._replace(tense="future", leaning=True)

    @property
    def now(self) -> datetime:
        """When it was said, by the local clock. Raises Unset where nobody knows."""
        if self.said is None:
            raise Unset("relative words, and no time at which they were said")
        return self.said.replace(tzinfo=None)

    def clock(self, unit: str, by: int) -> Span:
        """The second, minute or hour that lies `by` of them from now, whatever the clocks did in between."""
        if self.said is None:
            return shifted(unit, self.now, by)
        return shifted(unit, self.said.astimezone(UTC).replace(tzinfo=None), by)._replace(zone=UTC)

    @property
    def today(self) -> datetime:
        """Midnight of the day on which it was said."""
        return self.now.replace(hour=0, minute=0, second=0, microsecond=0)


def day(at: datetime) -> Span:
    """The day that holds `at`."""
    start = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return Span(start, start + timedelta(days=1), "day", "day")


def month(year: int, number: int) -> Span:
    """A month; numbers outside 1 to 12 run on into other years."""
    start, end = (datetime(year + (n - 1) // 12, (n - 1) % 12 + 1, 1) for n in (number, number + 1))
    return Span(start, end, "month", "month")


def months(year: int, first: int, length: int, unit: str) -> Span:
    """`length` months from `first` on, as a season or a quarter has them."""
    return Span(month(year, first).start, month(year, first + length - 1).end, "month", unit)


def years(first: int, length: int = 1, unit: str = "year") -> Span:
    """`length` calendar years."""
    return Span(datetime(first, 1, 1), datetime(first + length, 1, 1), "year", unit)


def shifted(unit: str, at: datetime, by: int) -> Span:
    """The calendar unit that lies `by` units from the one that holds `at`. Weeks are ISO weeks, Monday to Sunday."""
    midnight = day(at).start
    if unit in _CLOCK_GRAINS:
        step = timedelta(**{unit + "s": 1})
        begin = at.replace(microsecond=0, second=at.second if unit == "second" else 0)
        begin = begin.replace(minute=0) if unit == "hour" else begin
        return Span(begin + by * step, begin + by * step + step, unit, unit)
    if unit == "day":
        return day(midnight + timedelta(days=by))
    if unit == "fortnight":
        return shifted("week", at, 2 * by)
    if unit in ("week", "weekend"):
        monday = midnight + timedelta(days=7 * by - midnight.weekday())
        start = monday + timedelta(days=5 if unit == "weekend" else 0)
        return Span(start, monday + timedelta(days=7), "day", unit)
    if unit == "quarter":
        return months(at.year, 3 * ((at.month - 1) // 3 + by) + 1, 3, "quarter")
    return month(at.year, at.month + by) if unit == "month" else years(at.year + by)


def third(span: Span, which: str) -> Span:
    """Its early, mid or late part: days 1 to 10, 11 to 20 and the rest of a month, four months of a year, and so on."""
    index = ("early", "mid", "late").index(which)
    start = span.start
    if span.unit == "month":
        cuts = [start, start + timedelta(days=10), start + timedelta(days=20), span.end]
        return Span(cuts[index], cuts[index + 1], "day", "part")
    if span.unit in ("season", "quarter"):
        return month(start.year, start.month + index)
    if span.unit == "year":
        return months(start.year, 1 + 4 * index, 4, "part")
    if span.unit == "decade":
        return years(start.year + (0, 4, 7)[index], (4, 3, 3)[index], "part")
    if span.unit == "week":
        return span
    raise Unset(f"no parts of a {span.unit}")


def place(span: Span, zone: tzinfo | None) -> Interval:
    """The interval in UTC, as the clocks of `zone` (UTC where it is None) make it; flagged as `parse_iso` does.

    Hours, minutes and seconds keep their length when the clocks change. Raises Unset for a day that a zone skipped.
    """
    where = span.zone or zone or UTC
    start = span.start.replace(tzinfo=where).astimezone(UTC)
    if span.grain in _CLOCK_GRAINS:
        end = start + (span.end - span.start)
        written = None if span.zone else parse_iso(span.start.isoformat(), where)
        return Interval(start, end, span.grain, written.flags if written else ())
    end = span.end.replace(tzinfo=where).astimezone(UTC)
    if end <= start:
        raise Unset("the clocks of the zone skipped it")
    return Interval(start, end, span.grain)
