"""Laws T1 and T2: words that name no one time stay at the time of telling, or are of unknown time."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kgmem.anchor_words import Tense, long_before, resolve
from kgmem.anchors import DateOrder

SAID = datetime(2024, 9, 12, 9, 0, tzinfo=UTC)

LONG_BEFORE = """
    before 2020 | Before 2020 | prior to May 2019 | until 2019 | till last year | by 2018 | up to 2015
    before last month | by Friday
    before the accident | until the merger | before I met her | up until the war
    years ago | many years ago | about five years ago | a few years ago | five or six years ago | decades ago
    a couple of decades ago | some years back | ages ago | long ago | a long time ago | some time ago | once
    around 2015 | circa 1998 | sometime around May 2019 | 2015 or 2016 | winter 2018 | the 1900s | in 2017 or so
    back then | formerly | in the past | in those days | at the time | when I was a child | back when we had the shop
    when my father was young | as a student | in my twenties | 03/04/2021 | on 03/04/2021
"""
NEAR = """
    recently | lately | the other day | a few days ago | a few weeks ago | about two months ago | just now | earlier
    since the accident | after 2020 | after the war | ever since we met | from then on | next Saturday
    before next month | until 2030 | by the end of 2031 | before 2025 | now and then | the first time
    number 2015-A | in 2024 or 2025 | 03/04/2025
"""
CELLS = [(cell.strip(), wanted) for table, wanted in ((LONG_BEFORE, True), (NEAR, False))
         for line in table.strip().splitlines() for cell in line.split("|")]  # fmt: skip


@pytest.mark.parametrize(("words", "wanted"), CELLS, ids=[words for words, _ in CELLS])
def test_words_that_name_no_time_may_say_that_it_was_long_before(words: str, wanted: bool) -> None:
    """T2: what is told as of its message is what is so then."""
    assert resolve(words, SAID, UTC, "past") is None
    assert long_before(words, SAID, UTC, "past") is wanted


@pytest.mark.parametrize(
    ("words", "tense", "order", "wanted"),
    [
        ("until the merger", "future", None, False),
        ("before the accident", "future", None, False),
        ("before 2020", "future", None, True),
        ("until 09/10/2024", "past", "dmy", False),
        ("until 09/10/2024", "past", "mdy", True),
        ("until 09/10/2024", "past", None, False),
    ],
)
def test_what_lies_ahead_is_not_long_before(words: str, tense: Tense, order: DateOrder | None, wanted: bool) -> None:
    """T2: where an order of day and month may put it ahead, it is not known to be past."""
    assert long_before(words, SAID, UTC, tense, order) is wanted


def test_without_a_time_of_telling_nothing_is_before_it() -> None:
    assert not long_before("before 2020", None, UTC, "past")
