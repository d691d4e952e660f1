"""Dates that name a day or a month by its number or name. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

from kgmem.anchor_words.spans import Context, Span, Unset, day, month, years
from kgmem.anchor_words.vocabulary import (
    DAY,
    MONTH,
    SHORT_YEAR,
    WEEKDAY,
    YEAR,
    day_number,
    month_number,
    weekday_number,
)

_OF_YEAR = rf"(?: (?:of )?(?P<year>{YEAR}|{SHORT_YEAR}|(?:last|this|next) year))?"
_WEEKDAY = rf"(?:(?:on |last |this past |this coming |this |next )?(?P<weekday>{WEEKDAY}) )?"
_NAMED = (
    rf"{_WEEKDAY}(?:the )?(?P<day>{DAY}) (?:of )?(?P<month>{MONTH}){_OF_YEAR}",
    rf"{_WEEKDAY}(?P<month>{MONTH}) (?:the )?(?P<day>{DAY}){_OF_YEAR}",
    rf"{_WEEKDAY}(?P<year>{YEAR})[ -](?P<month>{MONTH})[ -](?:the )?(?P<day>{DAY})",
    rf"(?P<day>{DAY})[-/](?P<month>{MONTH})[-/](?P<year>{YEAR})",
)
_MONTH_OF = (
    rf"(?P<month>{MONTH}){_OF_YEAR}",
    rf"(?P<year>{YEAR}) (?P<month>{MONTH})",
    rf"(?P<year>(?:last|this|next) year) in (?P<month>{MONTH})",
)
_DAYS_OF = tuple(
    pattern
    for head, link in ((r"(?:from )?", r" ?(?:-|to|through|until|till) ?"), ("between ", " and "))
    for pattern in (
        rf"{head}(?:the )?(?P<day>{DAY}){link}(?:the )?(?P<last>{DAY}) (?:of )?(?P<month>{MONTH}){_OF_YEAR}",
        rf"{head}(?P<month>{MONTH}) (?:the )?(?P<day>{DAY}){link}(?:the )?(?P<last>{DAY}){_OF_YEAR}",
    )
)
_YEAR_FIRST = (
    rf"(?P<year>{YEAR})([/.-])(?P<month>[0-9]{{1,2}})\2(?P<day>[0-9]{{1,2}})(?: \(?(?P<weekday>{WEEKDAY})\)?)?"
)
_YEAR_LAST = rf"(?P<one>[0-9]{{1,2}})([/.-])(?P<two>[0-9]{{1,2}})\2(?P<year>{YEAR}|[0-9]{{2}})"
_YEAR_MONTH = rf"(?P<year>{YEAR})-(?P<month>0[1-9]|1[0-2])"
_MONTH_YEAR = rf"(?P<month>0?[1-9]|1[0-2])/(?P<year>{YEAR})"
_SOON = 10
"""Years ahead that a year in two digits may lie."""
_ISO_WEEK = rf"(?P<year>{YEAR})-?w(?P<week>[0-5][0-9])(?:-?(?P<day>[1-7]))?"


def year_number(word: str, context: Context) -> int:
    """A year in four digits, told from the year of saying, or in two digits: the latest that is past. One that comes
    round within ten years is the next one with tense future, and unset without a tense."""
    if word in ("last year", "this year", "next year"):
        return context.now.year + ("last year", "this year", "next year").index(word) - 1
    if len(word) == 4:
        return int(word)
    now, short = context.now.year, int(word.strip("'"))
    ahead = (short - now) % 100
    if 0 < ahead <= _SOON and context.tense is None:
        raise Unset("of this century, or of the last")
    return now + ahead if ahead <= _SOON and context.tense == "future" else now - (now - short) % 100


def _weekday_fits(word: str | None, found: Span) -> Span:
    if word and weekday_number(word) != found.start.weekday():
        raise Unset("the weekday is not that of the date")
    return found


def named_day(match: re.Match[str], context: Context) -> Span:
    """8 May 2023; without year the latest that is past, or for the future the next one."""
    number, at = month_number(match["month"]), day_number(match["day"])
    if match["year"]:
        found = day(datetime(year_number(match["year"], context), number, at))
    else:
        found = nearest(context, lambda year: day(datetime(year, number, at)), ends_today=True)
    return _weekday_fits(match.groupdict().get("weekday"), found)


def nearest(context: Context, of_year: Callable[[int], Span], ends_today: bool = False) -> Span:
    """The latest of a yearly thing that has begun; for the future the next that has not (a day: today itself).

    Where only the words look ahead (starting in January), unset if the latest is nearer than the next.
    """
    today = context.today
    order = range(today.year, today.year + 9) if context.tense == "future" else range(today.year, today.year - 9, -1)
    for year in order:
        try:
            found = of_year(year)
        except ValueError:  # 29 February
            continue
        if context.tense == "future":
            if found.start > today or (ends_today and found.start == today):
                if context.leaning and today - nearest(_back(context), of_year).start < found.start - today:
                    raise Unset("the next one, or the one that has just begun")
                return found
            if found.end > today:
                raise Unset("the one that runs, or the one of next year")
        elif found.start <= today:
            return found
    raise Unset("no such day in the years around")


def _back(context: Context) -> Context:
    return context._replace(tense="past", leaning=False)


def named_month(match: re.Match[str], context: Context) -> Span:
    """May 2022; without year the latest that has begun, or for the future the next one."""
    number = month_number(match["month"])
    if match["year"]:
        return month(year_number(match["year"], context), number)
    return nearest(context, lambda year: month(year, number))


def named_days(match: re.Match[str], context: Context) -> Span:
    """3-8 May 2023: from the first day to the end of the last."""
    first = named_day(match, context)
    last = first.start.replace(day=day_number(match["last"]))
    if last <= first.start:
        raise Unset("a range that runs backwards")
    return Span(first.start, last + timedelta(days=1), "day", "range")


def year_first(match: re.Match[str], context: Context) -> Span:
    """2023/04/10 (Mon)."""
    found = day(datetime(int(match["year"]), int(match["month"]), int(match["day"])))
    return _weekday_fits(match["weekday"], found)


def year_last(match: re.Match[str], context: Context) -> Span:
    """13/04/2024; where both numbers could be the month, the order of the source says which is, if anything (C32)."""
    one, two = int(match["one"]), int(match["two"])
    number, at = min(one, two), max(one, two)
    if at <= 12 and one != two:
        if context.order is None:
            raise Unset("day and month cannot be told apart")
        number, at = (two, one) if context.order == "dmy" else (one, two)
    return day(datetime(year_number(match["year"], context), number, at))


def month_of_year(match: re.Match[str], context: Context) -> Span:
    """05/2024, 2024-05."""
    return month(int(match["year"]), int(match["month"]))


def iso_week(match: re.Match[str], context: Context) -> Span:
    """2024-W10, or its fifth day 2024-W10-5."""
    first = date.fromisocalendar(int(match["year"]), int(match["week"]), int(match["day"] or 1))
    start = datetime(first.year, first.month, first.day)
    return day(start) if match["day"] else Span(start, start + timedelta(days=7), "day", "week")


def whole_year(match: re.Match[str], context: Context) -> Span:
    """2019, or '98."""
    return years(year_number(match["year"], context))


RULES: tuple[tuple[str, Callable[[re.Match[str], Context], Span]], ...] = (
    *((pattern, named_day) for pattern in _NAMED),
    *((pattern, named_month) for pattern in _MONTH_OF),
    *((pattern, named_days) for pattern in _DAYS_OF),
    (_YEAR_FIRST, year_first),
    (_YEAR_LAST, year_last),
    (_YEAR_MONTH, month_of_year),
    (_MONTH_YEAR, month_of_year),
    (_ISO_WEEK, iso_week),
    (rf"(?:the )?(?:year )?(?P<year>{YEAR}|{SHORT_YEAR})", whole_year),
)
