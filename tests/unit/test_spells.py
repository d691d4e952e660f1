"""Laws T3 and T4: the holdings of a claim's assertions merged into spells."""

from __future__ import annotations

import itertools
import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.spells import UNDATED, merged

START = datetime(2024, 1, 1, tzinfo=UTC)


def day(number: int | None) -> datetime | None:
    return None if number is None else START + timedelta(days=number)


def spells(holdings: list[tuple[int, int | None]]) -> list[tuple[int, int | None]]:
    found = merged((START + timedelta(days=since), day(until)) for since, until in holdings)
    return [((since - START).days, None if until is None else (until - START).days) for since, until in found if since]


@pytest.mark.parametrize(
    ("holdings", "expected"),
    [
        ([], []),
        ([(0, None)], [(0, None)]),
        ([(0, 5)], [(0, 5)]),
        ([(0, 5), (5, 9)], [(0, 9)]),
        ([(0, 5), (6, 9)], [(0, 5), (6, 9)]),
        ([(0, 5), (9, None)], [(0, 5), (9, None)]),
        ([(0, None), (3, 5)], [(0, None)]),
        ([(0, 9), (3, 5)], [(0, 9)]),
        ([(0, 5), (0, 5)], [(0, 5)]),
        ([(0, 5), (0, None)], [(0, None)]),
        ([(6, 9), (0, 5), (5, 6)], [(0, 9)]),
        ([(0, 5), (3, None), (4, 6)], [(0, None)]),
    ],
)
def test_touching_and_overlapping_holdings_are_one_spell(
    holdings: list[tuple[int, int | None]], expected: list[tuple[int, int | None]]
) -> None:
    """T3: A, B, A has its two spells; a holding without an end runs on."""
    assert spells(holdings) == expected


@given(st.lists(st.tuples(st.integers(0, 30), st.one_of(st.none(), st.integers(1, 12))), max_size=8), st.integers())
def test_spells_cover_exactly_the_days_that_a_holding_covers(raw: list[tuple[int, int | None]], seed: int) -> None:
    """T3: day by day; spells neither touch nor overlap, come in order, and the order of holdings does not matter."""
    holdings = [(since, None if length is None else since + length) for since, length in raw]
    found = spells(holdings)
    for number in range(50):
        held = any(since <= number and (until is None or number < until) for since, until in holdings)
        assert held == any(since <= number and (until is None or number < until) for since, until in found)
    for (_, until), (since, _) in itertools.pairwise(found):
        assert until is not None
        assert until < since
    mixed = list(holdings)
    random.Random(seed).shuffle(mixed)
    assert spells(mixed) == found


def test_a_claim_of_unknown_time_has_one_open_spell() -> None:
    """T3: `[[null, null]]`."""
    assert UNDATED == ((None, None),)
