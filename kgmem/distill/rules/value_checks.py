"""What keeps a value that a clause names from being one that it states. Pure."""

from __future__ import annotations

import re

from kgmem.distill.rules import denials

_HABITUAL = re.compile(
    r"\s+(?:(?:on|at|in) (?:\w+days|weekends|weekdays|nights?|winter|summer|the (?:morning|evening|night|weekend)s?)\b|"
    r"every\b|each (?:mon|tues|wednes|thurs|fri|satur|sun|day|week|night|morning))",
    re.IGNORECASE,
)
_ALREADY_READ = ("be", "not")


def taken_back(match: re.Match[str]) -> bool:
    """Whether a word before the value, or beside what it is about, takes it back: no guess at what then is meant. The
    words of denial that the row itself reads are none."""
    whole, end = match.string, match.end()
    if match.start("o") > match.start():
        end = max(match.start("o"), match.end("s") if "s" in match.re.groupindex else 0)
    spans = sorted(match.span(name) for name in _ALREADY_READ if name in match.re.groupindex and match[name])
    kept, position = "", 0
    for first, last in spans:
        kept, position = f"{kept}{whole[position:first]} ", last
    return denials.denied(kept + whole[position:end])


_COMPARED = re.compile(
    r"\d|[.,]\d|\s*[-–]\s*\d|\s+(?:to|or|and)\s+[$€£¥]?\d|\s*(?:(?:k|m|bn)\b|million|billion|trillion|thousand|hundred|"
    r"grand\b|(?:cheaper|dearer|warmer|colder|cooler|hotter|higher|lower|bigger|smaller|larger|longer|shorter|faster|"
    r"slower|heavier|lighter|older|younger|better|worse|closer|further|farther|above|below|behind|ahead|over|under|"
    r"short|away|apart|off|more|less|fewer|too|than|extra|worth|note|bill|voucher|coupon|discount|refund|tip|fine|"
    r"deposit|gift)\b)",
    re.IGNORECASE,
)


def compared(match: re.Match[str]) -> bool:
    """Whether the amount is only a part of one, or of a difference: "$5 million", "$50 cheaper"."""
    return _COMPARED.match(match.string, match.end("o")) is not None


def habitual(match: re.Match[str]) -> bool:
    """Whether it is so at some times only, again and again: "closed on Sundays"."""
    return _HABITUAL.match(match.string, match.end("o")) is not None
