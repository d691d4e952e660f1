"""Days and longer units told from the day on which the words were said. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from kgmem.anchor_words.spans import Context, Span, Unset, day, shifted
from kgmem.anchor_words.vocabulary import (
    CLOCK_UNIT,
    COUNT,
    DAY,
    PART,
    UNIT,
    WEEKDAY,
    count,
    day_number,
    unit_name,
    weekday_number,
)

_STEP = {"last": -1, "this": 0, "next": 1}


def _day(by: int) -> Callable[[re.Match[str], Context], Span]:
    return lambda match, context: shifted("day", context.now, by)


def weekday(match: re.Match[str], context: Context) -> Span:
    """Last: the nearest before today (C28). This: this week's, whatever the tense, while it lies ahead; once it has
    passed, this week's or the coming one by tense, unset without one. Next: unset where it can mean two days, this
    week's and next week's. Alone: the nearest in the way that the sentence looks, unset without one."""
    target, which, today = weekday_number(match["weekday"]), match["which"], context.today
    back = (today.weekday() - target) % 7
    before, after = today - timedelta(days=back or 7), today + timedelta(days=(7 - back))
    if which == "this":
        if back > today.weekday():
            return day(after)
        if back and context.tense is None:
            raise Unset("the one of this week, or the coming one")
        return day(today - timedelta(days=back) if not back or context.tense == "past" else after)
    if which == "next":
        if after < shifted("week", today, 1).start:
            raise Unset("the coming one, or the one of next week")
        return day(after)
    if which is None and (context.tense is None or not back):
        raise Unset("the last one, or the next one")
    if which is None:
        return day(before if context.tense == "past" else after)
    return day(before if which in ("last", "past", "this past") else after)


def weekday_of_week(match: re.Match[str], context: Context) -> Span:
    """Friday of last week, next week on Monday."""
    monday = shifted("week", context.now, _STEP[match["which"]]).start
    return day(monday + timedelta(days=weekday_number(match["weekday"])))


def weekday_counted(match: re.Match[str], context: Context) -> Span:
    """Two Fridays ago; the Friday before last."""
    number = count(match["count"]) if "count" in match.re.groupindex else 2
    back = (context.today.weekday() - weekday_number(match["weekday"])) % 7 or 7
    return day(context.today - timedelta(days=back + 7 * (number - 1)))


def this_unit(match: re.Match[str], context: Context) -> Span:
    """Last, this and next week, month, quarter, year."""
    return shifted(match["unit"], context.now, _STEP[match["which"]])


def weekend(match: re.Match[str], context: Context) -> Span:
    """Last: of the week before. This: this week's. Next: of next week, unset while this week's lies ahead. The weekend:
    the one that runs, else the nearest by tense, unset without one."""
    which, begun = match["which"], shifted("weekend", context.now, 0).start <= context.today
    if (which == "next" and not begun) or (which == "the" and context.tense is None):
        raise Unset("the one weekend, or the other")
    if which in ("last", "this past"):
        step = -1
    elif which in ("next", "coming", "this coming"):
        step = 1 if begun else 0
    else:
        step = -1 if which == "the" and context.tense == "past" and not begun else 0
    return shifted("weekend", context.now, step)


def unit_before_last(match: re.Match[str], context: Context) -> Span:
    """The week before last, the week after next."""
    return shifted(match["unit"], context.now, -2 if match["way"] == "before last" else 2)


def ago(match: re.Match[str], context: Context) -> Span:
    """Two weeks ago: the calendar week that holds that day, and so for months and years."""
    return shifted(unit_name(match["unit"]), context.now, -count(match["count"]))


def nights_ago(match: re.Match[str], context: Context) -> Span:
    """Two nights ago: the day on whose evening that night began."""
    return shifted("day", context.now, -count(match["count"]))


def ago_today(match: re.Match[str], context: Context) -> Span:
    """A year ago today."""
    unit, today = unit_name(match["unit"]), context.today
    then = shifted(unit, today, -count(match["count"])).start
    if unit in ("week", "fortnight"):
        return day(then + timedelta(days=today.weekday()))
    if unit == "day":
        return day(then)
    if unit not in ("month", "year"):
        raise Unset("no such day")
    return day(today.replace(year=then.year, month=then.month if unit == "month" else today.month))


def ahead(match: re.Match[str], context: Context) -> Span:
    """In two weeks, two weeks from now. Of what is past, in two weeks is how long it took."""
    if context.tense == "past":
        raise Unset("a length of time")
    return shifted(unit_name(match["unit"]), context.now, count(match["count"]))


def clock_ago(match: re.Match[str], context: Context) -> Span:
    """Three hours ago."""
    return context.clock(unit_name(match["unit"]), -count(match["count"]))


def clock_ahead(match: re.Match[str], context: Context) -> Span:
    """In three hours."""
    if context.tense == "past":
        raise Unset("a length of time")
    return context.clock(unit_name(match["unit"]), count(match["count"]))


def day_of_month(match: re.Match[str], context: Context) -> Span:
    """The 3rd of last month."""
    found = shifted("month", context.now, _STEP[match["which"]])
    return day(found.start.replace(day=day_number(match["day"])))


_W, _U, _N = rf"(?P<weekday>{WEEKDAY})", rf"(?P<unit>{UNIT})", rf"(?P<count>{COUNT})"
_AHEAD = r"(?:from now|hence)"
RULES: tuple[tuple[str, Callable[[re.Match[str], Context], Span]], ...] = (
    (rf"(?:(?:earlier|later) )?today|tonight|(?:early |late )?this {PART}|today {PART}", _day(0)),
    (rf"yesterday(?: {PART})?|(?:early |late )?last night", _day(-1)),
    (rf"tomorrow(?: {PART})?", _day(1)),
    (r"(?:the )?(?:day before yesterday|night before last)", _day(-2)),
    (r"(?:the )?day after tomorrow", _day(2)),
    (rf"(?:(?P<which>last|this past|past|this coming|coming|this|next) )?{_W}(?: {PART})?", weekday),
    (rf"{_W}(?: {PART})? (?:of )?(?P<which>last|this|next) week", weekday_of_week),
    (rf"(?P<which>last|this|next) week (?:on )?{_W}(?: {PART})?", weekday_of_week),
    (rf"{_N} {_W}s ago", weekday_counted),
    (rf"(?:the )?{_W} before last", weekday_counted),
    (r"(?:(?:earlier|later) )?(?P<which>last|this|next) (?P<unit>week|month|quarter|year)", this_unit),
    (r"(?P<which>last|this past|this coming|coming|this|next|the) weekend", weekend),
    (r"(?:the )?(?P<unit>week|weekend|month|quarter|year) (?P<way>before last|after next)", unit_before_last),
    (rf"{_N} {_U}s? ago", ago),
    (rf"{_N} {_U}s? ago today", ago_today),
    (rf"{_N} nights? ago", nights_ago),
    (rf"in {_N} {_U}s?(?:'?s? time)?", ahead),
    (rf"{_N} {_U}s? {_AHEAD}", ahead),
    (rf"{_N} (?P<unit>{CLOCK_UNIT})s? ago", clock_ago),
    (rf"in {_N} (?P<unit>{CLOCK_UNIT})s?", clock_ahead),
    (rf"{_N} (?P<unit>{CLOCK_UNIT})s? from now", clock_ahead),
    (rf"the (?P<day>{DAY}) of (?P<which>last|this|next) month", day_of_month),
)
