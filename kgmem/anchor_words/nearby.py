"""Times told from another time: the week before it, two days after it, the first Friday of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from kgmem.anchor_words.spans import Span, Unset, day, shifted
from kgmem.anchor_words.vocabulary import COUNT, UNIT, WEEKDAY, count, unit_name, weekday_number

_NTH = ("first", "second", "third", "fourth", "last")
_SATURDAY, _SUNDAY = 5, 6
_WEEKS = {"week": 1, "fortnight": 2}


def beside(match: re.Match[str], near: Span) -> Span:
    """The week, weekend, month or year before or after it; of calendar units, whole ones."""
    unit, last_day = match["unit"], near.end - timedelta(days=1)
    if unit != "weekend":
        return shifted(unit, near.start, -1) if match["way"] == "before" else shifted(unit, last_day, 1)
    if match["way"] == "before":
        return shifted(unit, near.start, -1)
    return shifted(unit, last_day, 0 if last_day.weekday() < _SATURDAY else 1)


def weekday_beside(match: re.Match[str], near: Span) -> Span:
    """The nearest Friday that lies before or after it."""
    step = -1 if match["way"] == "before" else 1
    found = near.start - timedelta(days=1) if step < 0 else near.end
    while found.weekday() != weekday_number(match["weekday"]):
        found += timedelta(days=step)
    return day(found)


def around(match: re.Match[str], near: Span) -> Span:
    """The week of 8 May, the Friday of the week of 8 May, the weekend of a Saturday, the morning of 8 May."""
    unit = match["unit"]
    if (unit == "week" and near.unit == "day") or (unit == "weekend" and near.start.weekday() >= _SATURDAY):
        return shifted(unit, near.start, 0)
    if unit not in ("week", "weekend") and near.unit == "day":
        return near
    raise Unset("one of several")


def weekday_of_week(match: re.Match[str], near: Span) -> Span:
    """The Friday of a week."""
    if near.unit != "week":
        raise Unset("one of several")
    return day(near.start + timedelta(days=weekday_number(match["weekday"])))


def away(match: re.Match[str], near: Span) -> Span:
    """Two days before it, three weeks after it: the calendar unit that holds that day; a week from Monday a Monday."""
    unit = unit_name(match["unit"])
    if match["way"] == "from" and near.unit == "day" and unit in _WEEKS:
        return day(near.start + timedelta(weeks=_WEEKS[unit] * count(match["count"])))
    if near.unit not in ("day", unit):
        raise Unset("from no single day")
    return shifted(unit, near.start, count(match["count"]) * (-1 if match["way"] == "before" else 1))


def nth_of_month(match: re.Match[str], near: Span) -> Span:
    """The first Friday or the last weekend of a month; unset where a weekend lies in two months."""
    weekend, last = match["unit"] == "weekend", match["nth"] == "last"
    if near.unit != "month" or (weekend and (near.end if last else near.start).weekday() == _SUNDAY):
        raise Unset("no month, or a weekend of two")
    wanted = _SATURDAY if weekend else weekday_number(match["unit"])
    length = timedelta(days=2 if weekend else 1)
    first = near.start + timedelta(days=(wanted - near.start.weekday()) % 7)
    starts = [first + timedelta(days=7 * week) for week in range(5)]
    starts = [start for start in starts if start + length <= near.end]
    start = starts[_NTH.index(match["nth"]) if not last else -1]
    return Span(start, start + length, "day", "weekend" if weekend else "day")


RULES: tuple[tuple[str, Callable[[re.Match[str], Span], Span]], ...] = (
    (rf"(?P<count>{COUNT}) (?P<unit>{UNIT})s? (?P<way>before|after|from) (?P<of>.+)", away),
    (rf"(?:the )?(?P<unit>{UNIT}) (?P<way>before|after) (?P<of>.+)", beside),
    (rf"(?:the )?(?P<weekday>{WEEKDAY}) (?P<way>before|after) (?P<of>.+)", weekday_beside),
    (r"(?:the )?(?:early |late )?(?P<unit>week|weekend|day|morning|afternoon|evening|night) of (?P<of>.+)", around),
    (r"(?P<of>.+) (?P<unit>in the (?:morning|afternoon|evening)|at night)", around),
    (rf"(?:the )?(?P<weekday>{WEEKDAY}) of (?P<of>.+)", weekday_of_week),
    (rf"(?:the )?(?P<nth>{'|'.join(_NTH)}) (?P<unit>weekend|{WEEKDAY}) (?:of|in) (?P<of>.+)", nth_of_month),
)
