"""Law P1: notes found by four searches, fused by rank. Figures computed by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.identity import tenant_token
from kgmem.recall.seeds import MAX_WORDS, NEIGHBOUR_SHARE, RANK_OFFSET, SPEAKER_LIFT, fuse, lucene, words_of


def row(family: str, id: str, position: int = 0, session: str | None = None, speaker: str = "agent") -> dict[str, Any]:
    return {"family": family, "id": id, "session_id": session or f"s-{id}", "position": position, "speaker": speaker}


def scores(rows: list[dict[str, Any]], question: str = "what") -> dict[str, float]:
    return {hit.id: hit.score for hit in fuse(rows, question)}


def test_ranks_of_a_note_add_up_over_the_searches() -> None:
    """P1: reciprocal rank fusion, k = 60; the seed is the search that ranked it best."""
    assert (RANK_OFFSET, NEIGHBOUR_SHARE, SPEAKER_LIFT) == (60, 0.25, 0.15)
    hits = fuse([row("vector", "a"), row("vector", "b"), row("text", "b"), row("text", "c"), row("text", "a")], "what")
    assert [hit.id for hit in hits] == ["b", "a", "c"]
    assert [hit.score for hit in hits] == pytest.approx([1 / 61 + 1 / 62, 1 / 61 + 1 / 63, 1 / 62], abs=1e-15)
    assert [hit.seed for hit in hits] == ["text", "vector", "text"]


def test_a_neighbour_lends_a_quarter_of_its_score() -> None:
    """P1: the messages before and after in one session, as far as they were found; an answer follows its question."""
    rows = [
        row("vector", "a", 0, "s"),
        row("vector", "b", 1, "s"),
        row("vector", "c", 2, "s"),
        row("vector", "d", 1, "t"),
    ]
    a, b, c, d = (1 / rank for rank in (61, 62, 63, 64))
    assert scores(rows) == pytest.approx({"a": a + b / 4, "b": b + (a + c) / 4, "c": c + b / 4, "d": d}, abs=1e-15)


@pytest.mark.parametrize(
    ("question", "speaker", "lifted"),
    [
        ("What did Anna say?", "Anna", True),
        ("what did anna say", "ANNA", True),
        ("What did Ａｎｎａ say?", "anna", True),
        ("What did Annabel say?", "Anna", False),
        ("Where is Marsh?", "Zoë Marsh", True),
        ("What is it?", "agent", False),
        ("김민수는?", "김민수", False),
        ("김민수 는?", "김민수", True),
    ],
)
def test_a_speaker_whom_the_question_names_is_lifted(question: str, speaker: str, lifted: bool) -> None:
    """P1: by 15 percent, by whole words of folded names."""
    found = scores([row("vector", "a", speaker=speaker)], question)
    assert found["a"] == pytest.approx(1 / 61 * (1.15 if lifted else 1))


def test_the_lift_is_of_the_score_with_its_neighbours() -> None:
    rows = [row("vector", "a", 0, "s", "Anna"), row("vector", "b", 1, "s")]
    assert scores(rows, "Anna?")["a"] == pytest.approx((1 / 61 + 1 / 62 / 4) * 1.15)


def test_ties_are_broken_by_id() -> None:
    """Style: every top-k ends in a total order; the order of the rows between searches does not matter."""
    rows = [row("vector", "b"), row("text", "a"), row("window", "c")]
    assert [hit.id for hit in fuse(rows, "x")] == ["a", "b", "c"]
    assert fuse(rows, "x") == fuse(rows[::-1], "x")
    tied = fuse([row("vector", "a"), row("text", "a")], "x")
    assert tied[0].seed == "text"


@given(st.lists(st.tuples(st.sampled_from(["vector", "text"]), st.sampled_from("abcdefg")), unique=True, max_size=12))
def test_each_note_is_listed_once_best_first(given: list[tuple[str, str]]) -> None:
    """P1."""
    hits = fuse([row(family, id, ord(id), "s") for family, id in given], "x")
    assert sorted(hit.id for hit in hits) == sorted({id for _, id in given})
    assert hits == sorted(hits, key=lambda hit: (-hit.score, hit.id))


@pytest.mark.parametrize(
    "question",
    ["/solutions", "C++ (x)", "tb-", "a:b", '"', "AND", "***", "", "~^[", "a\\b", "x* OR y?", "tenant_token:z"],
)
def test_nothing_in_a_question_is_an_operator(question: str) -> None:
    """C08, I4: every word is quoted, and the tenant's word is required."""
    text = lucene(question, "t")
    required, _, words = text.partition(" AND ")
    assert required == f'tenant_token:"{tenant_token("t")}"'
    assert re.fullmatch(r'\((?:"\w+"(?: "\w+")*)?\)', words)
    assert re.findall(r'"(\w+)"', words) == words_of(question)


def test_a_long_question_is_read_as_far_as_full_text_search_reads() -> None:
    assert lucene("word " * 5_000, "t").count('"word"') == MAX_WORDS


@given(st.text(max_size=60), st.text(max_size=10))
def test_any_question_is_words_in_quotes(question: str, tenant: str) -> None:
    """C08."""
    assert re.fullmatch(r'tenant_token:"q[a-z]+q" AND \((?:"\w+"(?: "\w+")*)?\)', lucene(question, tenant))
