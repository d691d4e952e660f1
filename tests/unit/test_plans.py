"""Law P5: the shape of a question and the form of its answer."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kgmem.recall import plans
from kgmem.recall.plans import MAX_WORDS, OFF, Plan


@pytest.mark.parametrize(
    ("question", "shape", "form"),
    [
        ("When did Anna move?", "temporal", "time"),
        ("Since when does P-104 feed V-12?", "temporal", "time"),
        ("And in which year was the mill sold?", "temporal", "time"),
        ("How long has Jo known Al?", "temporal", "duration"),
        ("How often does Ola swim?", "temporal", "frequency"),
        ("What activities does Ilse do?", "factual", "list"),
        ("Who are the friends of Anna?", "factual", "list"),
        ("How many cats has Ola?", "factual", "count"),
        ("Does Noor live in Porto?", "factual", "yes_no"),
        ("Does Noor live in Porto or in Lisbon?", "factual", "thing"),
        ("How has her work changed?", "factual", "change"),
        ("What did we settle last week?", "factual", "summary"),
        ("Where did Noor live before the move?", "past_state", "thing"),
        ("Where did Noor use to live previously?", "past_state", "thing"),
        ("What is the status of the guide?", "current_state", "thing"),
        ("Is Noor still in Lisbon?", "current_state", "yes_no"),
        ("What is Ilse's favourite tea?", "preference", "thing"),
        ("Would Ilse rather read or swim?", "preference", "thing"),
        ("Why did the plant stop?", "multi_hop", "thing"),
        ("Which pump feeds V-12?", "factual", "thing"),
        ("What class does she take?", "factual", "thing"),
        ("How did Ilse feel when the ferry stopped?", "factual", "thing"),
        ("北京在哪里?", "factual", "thing"),
        ("", "factual", "thing"),
    ],
)
def test_a_question_is_planned_by_its_words(question: str, shape: str, form: str) -> None:
    assert plans.of(question) == (shape, form)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did Anna do after the flood?", True),
        ("What is the STATUS of the guide?", True),
        ("Did the ferry end up in Turku?", True),
        ("What has the attic become?", True),
        ("Where did Noor still live before the move?", False),
        ("Which pump feeds V-12?", False),
        ("When did Anna move?", False),
        ("Who sat in the afternoon sun?", False),
        (" ".join(["word"] * plans.MAX_WORDS + ["still"]), False),
        ("", False),
    ],
)
def test_a_question_asks_how_things_turned_out_by_its_words(question: str, expected: bool) -> None:
    assert plans.later(question, plans.of(question)) is expected
    assert not plans.later(question, plans.OFF)


@dataclass(frozen=True)
class Claim:
    coverage: float = 1.0
    functional: bool = False
    ended: bool = False
    is_preference: bool = False


@pytest.mark.parametrize(
    ("found", "past", "shape"),
    [
        ([Claim(functional=True)], False, "current_state"),
        ([Claim(ended=True)], False, "current_state"),
        ([Claim(is_preference=True)], False, "preference"),
        ([Claim(is_preference=True), Claim()], False, "factual"),
        ([Claim(), Claim(0.4, functional=True)], False, "factual"),
        ([Claim(0.4), Claim(0.3)], False, "multi_hop"),
        ([Claim(0.4)], False, "factual"),
        ([Claim(functional=True)], True, "past_state"),
        ([Claim(0.0, functional=True)], False, "factual"),
        ([], False, "factual"),
    ],
)
def test_what_is_found_shapes_a_question_that_its_words_do_not(found: list[Claim], past: bool, shape: str) -> None:
    assert plans.seen(Plan("factual", "list"), found, past=past) == (shape, "list")


def test_whether_something_was_done_is_no_question_of_taste() -> None:
    assert plans.seen(Plan("factual", "yes_no"), [Claim(is_preference=True)], past=False).shape == "factual"


def test_what_the_words_say_stays() -> None:
    for plan in (OFF, Plan("temporal", "time"), Plan("preference")):
        assert plans.seen(plan, [Claim(functional=True)], past=False) == plan


def test_each_plan_changes_how_an_answer_is_made() -> None:
    """A plan that changes nothing would be a label."""
    assert Plan("factual", "list").statements > Plan("factual").statements
    assert Plan("temporal", "time").times
    assert not Plan("factual").times
    assert Plan("multi_hop").path_share > Plan("factual").path_share


@pytest.mark.parametrize("between", [" ", "-", ", ", " ?\n "])
def test_the_first_words_alone_tell_a_shape(between: str) -> None:
    """A long question is no longer looked at than a short one, however its words are set apart."""
    filler = [f"tap{place}" for place in range(MAX_WORDS - 1)]
    assert plans.opening(between.join([*filler, "why", *filler])) == between.join([*filler, "why"])
    assert plans.of(between.join([*filler, "why", *filler])).shape == "multi_hop"
    assert plans.of(between.join([*filler, "tap", "why"])).shape == "factual"
    assert plans.opening(f"{between}why?") == f"{between}why?"
