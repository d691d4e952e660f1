"""Law P5: the paths that lead to an answer."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kgmem.models import EvidencePath, PathEvent, PathParts, PathRelation
from kgmem.recall.tracing import MOST, distinct, plain, text_of, traced


def path(*statements: str, pc: float = 0.8, tc: float = 1.0) -> EvidencePath:
    events = tuple(
        PathEvent(
            id=f"{statement}/{place}", kind="fact", statement=statement, since=None, grain=None, validity=1.0,
            valid_until=None, updated_by=(), notes=(),
        )
        for place, statement in enumerate(statements)
    )  # fmt: skip
    relations = tuple(
        PathRelation(type="CAUSES", start=one.id, end=other.id, confidence=pc, justification=None)
        for one, other in pairwise(events)
    )
    return EvidencePath(score=0.5, parts=PathParts(ns=0.5, pc=pc, tc=tc, uv=1.0), events=events, relations=relations)


FLOOD = path("The dam broke", "Vera moved to Linz")
OTHER = path("Bram sold a boat", "Bram bought a kiln")


def test_a_score_is_the_published_sum() -> None:
    """P5: 0.35 answer, 0.25 question, 0.25 PC, 0.15 TC, 0.15 for what the answer names."""
    (one,) = traced([FLOOD], "Why did she move?", "Vera moved", {text_of(FLOOD): (0.6, 0.4)})
    assert one.score == pytest.approx(0.35 * 0.6 + 0.25 * 0.4 + 0.25 * 0.8 + 0.15 + 0.15)
    assert one.shares_entities
    (one,) = traced([FLOOD], "Why did she move?", "The dam broke", {text_of(FLOOD): (0.6, 0.4)})
    assert not one.shares_entities


def test_a_path_about_nothing_that_was_said_is_left_out() -> None:
    similar = {text_of(one): (0.9, 0.9) for one in (FLOOD, OTHER)}
    assert [one.path for one in traced([OTHER, FLOOD], "Why did she move?", "Vera moved", similar)] == [FLOOD]


def test_the_best_come_first_and_no_more_than_some() -> None:
    many = [path(f"The dam {number} broke", "Vera moved") for number in range(MOST + 2)]
    found = traced(many, "Why?", "Vera moved", {text_of(one): (n / 10, 0.0) for n, one in enumerate(many)})
    assert [one.path for one in found] == many[: -MOST - 1 : -1]


def test_a_path_walked_from_both_ends_counts_once() -> None:
    back = FLOOD.model_copy(update={"events": FLOOD.events[::-1]})
    assert distinct([FLOOD, back, OTHER]) == [FLOOD, OTHER]


def test_numbers_of_citations_are_no_part_of_what_is_compared() -> None:
    assert plain("P-104 does. [1] [2] It is so [3].") == "P-104 does. It is so."
