"""From words to a local span: the rules in turn, and what is said around and between them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from kgmem.anchor_words import clock, dates, nearby, periods, relative
from kgmem.anchor_words.spans import Context, Span, Unset, third
from kgmem.anchor_words.vocabulary import MONTH, YEAR

LIMITS = r"until|till|til|up to|up until|before|after|by|prior to"
_LEAD = (
    r"on|in|at|during|of|over(?= the weekend)|throughout|as of|back(?: in| on)?|some ?time(?: in)?|just|only|exactly"
)
_SINCE = re.compile(r"(?:ever )?since (?P<of>.+)")
_STARTING = re.compile(r"(?:starting|beginning) (?!of )(?P<of>.+)")
_FROM = re.compile(r"from (?P<of>.+)")
_ONWARDS = re.compile(r" (?:on|onwards?)$")
_LIMIT = re.compile(rf"(?:{LIMITS}) (?P<of>.+)")
_LED = re.compile(rf"(?:{_LEAD}) (?P<of>.+)")
_PART = re.compile(r"(?:the )?(?P<which>early|mid|late)[ -](?P<of>.+)")
_EDGE = re.compile(r"(?:the )?(?P<which>beginning|start|middle|end) of (?P<of>.+)")
_EDGES = {"beginning": "early", "start": "early", "middle": "mid", "end": "late"}
_LINK = re.compile(r"^between | (?:to|until|till|through|thru) |-")
_ISO_DATE = rf"{YEAR}-[0-9]{{2}}(?:-[0-9]{{2}})?"
_RANGE = re.compile(
    rf"(?P<e>{YEAR}) ?- ?(?P<f>{YEAR}|[0-9]{{2}})"
    rf"|(?P<g>{_ISO_DATE})/(?P<h>{_ISO_DATE})"
    r"|between (?P<a>.+?) and (?P<b>.+)|(?:from )?(?P<c>.+?)(?: (?:to|until|till|through|thru) | - )(?P<d>.+)"
)
_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Context], Span]], ...] = tuple(
    (re.compile(pattern), rule) for pattern, rule in (*relative.RULES, *periods.RULES, *dates.RULES)
)
_NEARBY = tuple((re.compile(pattern), rule) for pattern, rule in nearby.RULES)


def plain(words: str) -> str:
    """Lower case, single blanks, plain quotes and dashes, no commas and no full stop at the end."""
    text = re.sub(r"[‘’ʼ]", "'", words.lower())
    text = re.sub(r"\s*[–—―]\s*", " - ", re.sub(r"[‐‑‒−]", "-", text))
    text = re.sub(rf"(?<=[0-9])(?={MONTH}\b)", " ", text)
    text = re.sub(r",(?=\s|$|[a-z])", " ", text)
    return re.sub(r"\s+", " ", text).strip(' .;:!?"“”()').rstrip("'")


def read(text: str, context: Context, limit: bool = False) -> Span | None:
    """The span of plain words, or None for words that are not of this grammar.

    Raises Unset for those that are and have no one reading. With `limit`, until X, before X and so on read as X.
    """
    if match := _STARTING.fullmatch(text):
        return read(_ONWARDS.sub("", match["of"]), context.ahead())
    return _one(text, context) or _between(text, context) or _around(text, context, limit)


def _one(text: str, context: Context) -> Span | None:
    for pattern, rule in _RULES:
        if match := pattern.fullmatch(text):
            return rule(match, context)
    return None


def _around(text: str, context: Context, limit: bool) -> Span | None:
    if match := _SINCE.fullmatch(text):
        return read(match["of"], context._replace(tense="past"))
    if match := _FROM.fullmatch(text):
        return read(_ONWARDS.sub("", match["of"]), context.ahead())
    if match := _LIMIT.fullmatch(text):
        if not limit:
            raise Unset("it bounds a time and is none")
        return read(match["of"], context)
    if match := _LED.fullmatch(text):
        return read(_ONWARDS.sub("", match["of"]), context)
    if match := _PART.fullmatch(text):
        return _third(match["of"], match["which"], context)
    if match := _EDGE.fullmatch(text):
        whole = re.sub(r"^the (week|month|quarter|year)$", r"this \1", match["of"])
        return _third(whole, _EDGES[match["which"]], context)
    for pattern, rule in _NEARBY:
        if match := pattern.fullmatch(text):
            near = read(match["of"], context.ahead() if match.groupdict().get("way") == "from" else context)
            return near and rule(match, near)
    if parts := clock.split(text):
        found = read(parts[0], context)
        return found and clock.within(found, parts[1])
    return None


def _third(text: str, which: str, context: Context) -> Span | None:
    found = read(text, context)
    return found and third(found, which)


def _between(text: str, context: Context) -> Span | None:
    """From the start of the one to the end of the other, with the finer grain of both."""
    match = _RANGE.fullmatch(text) if _LINK.search(text) else None
    if match is None:
        return None
    left, right = (next(match[name] for name in names if match[name]) for names in ("aceg", "bdfh"))
    if match["f"] and len(right) == 2:
        right = left[:2] + right
    first, last = _ends(left, right, context)
    if first is None or last is None:
        return None
    if first.zone or last.zone or last.start <= first.start or (last.start < first.end and first.unit == last.unit):
        raise Unset("a range that runs backwards, or within itself")
    finer = first if first.end - first.start <= last.end - last.start else last
    return Span(first.start, last.end, finer.grain, "range")


def _ends(left: str, right: str, context: Context) -> tuple[Span | None, Span | None]:
    """Both ends; a year that one has and the other lacks is of both, or, of the later, the next one."""
    year_left, year_right = (re.search(rf"\b{YEAR}$", side) for side in (left, right))
    if year_right and not year_left and right != year_right[0]:
        start = _maybe(f"{left} {year_right[0]}", context)
        return start or read(left, context), read(right, context)
    first = read(left, context)
    if first and year_left and not year_right and left != year_left[0]:
        for year in (first.start.year, first.start.year + 1):
            last = _maybe(f"{right} {year}", context)
            if last and last.start >= first.end:
                return first, last
    return first, read(right, context)


def _maybe(text: str, context: Context) -> Span | None:
    try:
        return read(text, context)
    except ValueError:
        return None
