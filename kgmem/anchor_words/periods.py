"""Named stretches: months and seasons by which one, quarters, halves, decades. Pure.

Seasons are those of the northern half, by whole months; winter begins in December.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kgmem.anchor_words.dates import nearest, year_number
from kgmem.anchor_words.spans import Context, Span, Unset, month, months, years
from kgmem.anchor_words.vocabulary import (
    COUNT,
    DECADE_WORD,
    MONTH,
    SEASON,
    SHORT_YEAR,
    YEAR,
    count,
    decade_number,
    month_number,
)  # fmt: skip

_FIRST_MONTH = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_NTH = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}
_YEARS = rf"(?P<year>{YEAR}|{SHORT_YEAR}|(?:last|this|next) year)"


def _season(name: str, year: int) -> Span:
    return months(year, _FIRST_MONTH[name], 3, "season")


def _which(which: str, of_year: Callable[[int], Span], context: Context) -> Span:
    """Last, this past: the latest that is over. This: of this year, or the one that runs. This coming: the first that
    is to begin. Next: the same, unset where that is still this year and nothing runs, since it may then mean the one of
    next year."""
    today = context.today
    around = [of_year(today.year + by) for by in (-2, -1, 0, 1)]
    running = next((span for span in around if span.start <= today < span.end), None)
    if which in ("last", "this past"):
        return next(span for span in reversed(around) if span.end <= today)
    if which == "this":
        if running is None and around[2].end.year > today.year and around[2].unit == "season":
            raise Unset("the last winter, or the next")
        return running or around[2]
    found = next(span for span in around if span.start > today)
    if which == "this coming":
        return found
    if found.start.year == today.year and running is None:
        raise Unset("the coming one, or the one of next year")
    return found


def which_month(match: re.Match[str], context: Context) -> Span:
    """Last May, this May, next May."""
    number = month_number(match["month"])
    return _which(match["which"], lambda year: month(year, number), context)


def season_counted(match: re.Match[str], context: Context) -> Span:
    """Two summers ago; the summer before last."""
    number = count(match["count"]) if "count" in match.re.groupindex else 2
    name = match["season"]
    latest = _which("last", lambda year: _season(name, year), context)
    return _season(name, latest.start.year - number + 1)


def which_season(match: re.Match[str], context: Context) -> Span:
    """Last summer, this winter."""
    name = match["season"]
    return _which(match["which"], lambda year: _season(name, year), context)


def season(match: re.Match[str], context: Context) -> Span:
    """The nearest in the way that the sentence looks; without tense it may mean every one."""
    if context.tense is None:
        raise Unset("the last one, or the next one, or any")
    name = match["season"]
    return nearest(context, lambda year: _season(name, year))


def season_of_year(match: re.Match[str], context: Context) -> Span:
    """Summer 2023. A year has the ends of two winters."""
    if match["season"] == "winter":
        raise Unset("the winter that ends in that year, or the one that begins")
    return _season(match["season"], year_number(match["year"], context))


def winter_of_years(match: re.Match[str], context: Context) -> Span:
    """Winter 2023/24."""
    first, second = int(match["year"]), int(match["second"])
    if (first + 1) % (100 if second < 100 else 10_000) != second:
        raise Unset("not two years that meet in a winter")
    return _season("winter", first)


def part_of_year(match: re.Match[str], context: Context) -> Span:
    """Q3 2024, the third quarter of 2024, the first half of last year; without year by tense."""
    length, unit = (3, "quarter") if match["unit"] in ("q", "quarter") else (6, "half")
    number = _NTH.get(match["nth"]) or int(match["nth"])
    if number > 12 // length:
        number = 12 // length if match["nth"] == "last" else 0
    if not number:
        raise Unset("no such part of a year")
    first = length * (number - 1) + 1
    if match["year"]:
        return months(year_number(match["year"], context), first, length, unit)
    if context.tense is None:
        raise Unset("of this year, or of another")
    return nearest(context, lambda year: months(year, first, length, unit))


def decade(match: re.Match[str], context: Context) -> Span:
    """The 1990s. The 1900s may be a century."""
    first = int(match["year"])
    if first % 100 == 0 and first != 2000:
        raise Unset("a decade or a century")
    return years(first, 10, "decade")


def short_decade(match: re.Match[str], context: Context) -> Span:
    """The nineties, the 90s: the latest that is over; unset while one of that name runs."""
    now = context.now.year
    first = now - (now - decade_number(match["decade"])) % 100
    if first + 10 > now:
        raise Unset("the decade that runs, or that of the last century")
    return years(first, 10, "decade")


_WHICH = "last|this past|this coming|this|next"
_SEASON, _NAMED_PART = rf"(?P<season>{SEASON})(?: ?time)?", "|".join(_NTH)
RULES: tuple[tuple[str, Callable[[re.Match[str], Context], Span]], ...] = (
    (rf"(?P<which>{_WHICH}) (?P<month>{MONTH})", which_month),
    (rf"(?P<which>{_WHICH}) {_SEASON}", which_season),
    (rf"(?P<count>{COUNT}) (?P<season>{SEASON})s ago", season_counted),
    (rf"(?:the )?{_SEASON} before last", season_counted),
    (rf"(?:the )?{_SEASON}", season),
    (rf"(?:the )?{_SEASON} (?:of |in )?{_YEARS}", season_of_year),
    (rf"(?:the )?winter (?:of )?(?P<year>{YEAR}) ?[/-] ?(?P<second>[0-9]{{2}}|{YEAR})", winter_of_years),
    (rf"(?P<unit>[qh])(?P<nth>[1-4])(?:[ /-]?(?:of )?{_YEARS})?", part_of_year),
    (rf"(?P<year>{YEAR})[ /-]?(?P<unit>[qh])(?P<nth>[1-4])", part_of_year),
    (rf"(?:the )?(?P<nth>{_NAMED_PART}) (?P<unit>quarter|half)(?: (?:of )?{_YEARS})?", part_of_year),
    (r"(?:the )?(?P<year>(?:1[0-9]|20)[0-9]0)'?s", decade),
    (rf"(?:the )?'?(?P<decade>[0-9]0'?s|{DECADE_WORD})", short_decade),
)
