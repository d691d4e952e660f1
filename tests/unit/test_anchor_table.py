"""Law T1 by the table: what words about time mean by the calendar, and how much of it is read right."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest
from support import ROOT

from kgmem.anchor_words import find, resolve
from kgmem.anchors import Interval, later

from .anchor_table import Row, table

LEAST_EXPRESSIONS = 120
LEAST_RIGHT = 0.95

NOT_RIGHT = {
    "from May to February 2019": "May of which year is left open",
    "上周五": "relative words are read in English only",
}
"""What is left unset though it names one time, and why."""

Verdict = Literal["right", "marked", "within its grain", "wrong"]
LONGEST = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "month": timedelta(days=31),
    "year": timedelta(days=366),
}


def verdict(wanted: Interval | None, found: Interval | None) -> Verdict:
    """Right is all of it. Marked is what a caller is warned of: unset (`anchor_unresolved`), or flagged. Else both ends
    may be off by one grain, and what should be unset may not be set."""
    if found == wanted:
        return "right"
    if found is None or set(found.flags) & {"ambiguous_time", "nonexistent_time"}:
        return "marked"
    if wanted is None:
        return "wrong"
    off = max(abs(found.start - wanted.start), abs(found.end - wanted.end))
    return "within its grain" if off <= LONGEST[wanted.grain] else "wrong"


def read(row: Row) -> Interval | None:
    return resolve(row.words, row.said, row.zone, row.tense, order=row.order)


@pytest.mark.parametrize("row", table(), ids=lambda row: f"{row.words} ({row.about})")
def test_no_time_is_wrong_by_more_than_its_grain_and_not_marked(row: Row) -> None:
    """T1, C28, C30, C32."""
    judged = verdict(row.wanted, read(row))
    assert judged == ("marked" if row.words in NOT_RIGHT else "right")


def test_nineteen_of_twenty_times_are_right() -> None:
    """T1: of at least 120 expressions."""
    judged = [(row.words, verdict(row.wanted, read(row))) for row in table()]
    assert len({words for words, _ in judged}) >= LEAST_EXPRESSIONS
    assert sum(one == "right" for _, one in judged) >= LEAST_RIGHT * len(judged)
    assert {words for words, one in judged if one != "right"} == set(NOT_RIGHT)


def test_a_verdict_tells_what_is_marked_from_what_is_wrong() -> None:
    """The judge itself: a day late is within a grain of a day, a week is not, and a guess is wrong."""
    day = Interval(datetime(2024, 2, 1, tzinfo=UTC), datetime(2024, 2, 2, tzinfo=UTC), "day")
    next_day, next_week = (
        day._replace(start=day.start + timedelta(days=by), end=day.end + timedelta(days=by)) for by in (1, 7)
    )
    assert [verdict(day, one) for one in (day, None, next_day, next_week)] == [
        "right", "marked", "within its grain", "wrong"
    ]  # fmt: skip
    assert verdict(None, day) == "wrong"
    assert verdict(day, next_week._replace(flags=("tz_assumed",))) == "wrong"
    assert verdict(day, next_week._replace(flags=("ambiguous_time",))) == "marked"


@pytest.mark.parametrize(
    "text",
    [
        "Do you have a car?",
        "I may be 24.",
        "We sat in the sun and had a second cup.",
        "May I march with you?",
        "Give me a minute, I will be there in a second.",
        "The order has 2019 parts of type 2020-A.",
        "Version 10.11.12 came after 10.11.",
        "Call 555 0199 or 1717000000.",
        "Her average is 3/4, mine 7/8.",
        "It cost 1999 crowns and weighs 2000 kg.",
    ],
)
def test_no_time_is_found_in_a_text_that_has_none(text: str) -> None:
    """C32: phantom dates."""
    assert find(text) == []


@pytest.mark.parametrize(
    ("one", "other", "is_before"),
    [("2024", "2024-03-04", False), ("2023", "2024-03-04", True), ("2023", "2024", True), ("2024-03", "2024", False)],
)
def test_one_time_is_before_another_only_where_they_do_not_overlap(one: str, other: str, is_before: bool) -> None:
    """C30: a year is an interval, and no first of January."""
    first, second = resolve(one, None, UTC), resolve(other, None, UTC)
    assert first is not None
    assert second is not None
    assert later(second.start, first.end, first.start) is is_before


IN_2030 = """
import datetime, time
class Later(datetime.datetime):
    @classmethod
    def now(cls, tz=None): return cls(2030, 1, 1, 12, tzinfo=tz)
    @classmethod
    def utcnow(cls): return cls(2030, 1, 1, 12)
    today = utcnow
datetime.datetime, time.time = Later, lambda: 1893499200.0
from tests.unit.anchor_table import table
from kgmem.anchor_words import resolve
print(datetime.datetime.now().year)
for row in table():
    found = resolve(row.words, row.said, row.zone, row.tense, order=row.order)
    print(found and [found.start.isoformat(), found.end.isoformat(), found.grain, found.flags])
"""


def test_the_clock_of_the_machine_changes_nothing() -> None:
    """C29: where it is 2030 the whole table reads as it does here."""
    ran = subprocess.run([sys.executable, "-c", IN_2030], capture_output=True, check=True, text=True, cwd=ROOT)
    year, *printed = ran.stdout.splitlines()
    assert year == "2030"
    found = [read(row) for row in table()]
    assert printed == [str(one and [one.start.isoformat(), one.end.isoformat(), one.grain, one.flags]) for one in found]
