"""Law P1: notes found by four searches, fused by rank. Figures computed by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.identity import tenant_token
from kgmem.recall.families import FAMILIES, chosen
from kgmem.recall.seeds import (
    MAX_NAMES,
    MAX_WORDS,
    NAME_WORDS,
    NEIGHBOUR_SHARE,
    RANK_OFFSET,
    SPEAKER_LIFT,
    fuse,
    lucene,
    named_words,
    names,
    words_of,
)


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


def test_what_moves_a_note_can_be_switched_off() -> None:
    """P1: without `adjacent` and `speaker`, the searches alone."""
    rows = [row("vector", "a", 0, "s", "Anna"), row("vector", "b", 1, "s")]
    plain = {"a": 1 / 61, "b": 1 / 62}
    assert {hit.id: hit.score for hit in fuse(rows, "Anna?", ())} == pytest.approx(plain)
    assert {hit.id: hit.score for hit in fuse(rows, "Anna?", ("speaker",))}["a"] == pytest.approx(1.15 / 61)
    assert {hit.id: hit.score for hit in fuse(rows, "Anna?", ("adjacent",))}["b"] == pytest.approx(1 / 62 + 1 / 61 / 4)


@pytest.mark.parametrize(
    ("question", "held", "absent"),
    [
        ("Which pump feeds V-12?", {"v-12", "pump", "which pump feeds"}, {"which", "v"}),
        ("Where does  Zoë\nMarsh live?", {"zoë marsh", "zoë", "marsh"}, {"where does", "does"}),
        ("Did ＡＮＮＡ call?", {"anna"}, {"ＡＮＮＡ"}),
        ("김민수는 어디 살아?", {"김민수는", "김민수"}, {"김"}),
        ("预算会议改到几点？", {"预算会议", "预算"}, {"预"}),
        (
            "the Big Red One of The Line",
            {"big red one", "the big red one of"},
            {"the big red one of the line", "of the"},
        ),
        ("?!", set(), {""}),
    ],
)
def test_what_a_question_may_name(question: str, held: set[str], absent: set[str]) -> None:
    """P1: runs of its words as they stand, folded; where no space divides words, of characters."""
    found = names(question)
    assert held <= set(found)
    assert not absent & set(found)
    assert len(found) == len(set(found))


@given(st.text(max_size=400))
def test_names_are_few_and_stand_in_the_question(question: str) -> None:
    """P1: the look-ups for a question have a bound."""
    found = names(question)
    assert len(found) <= MAX_NAMES
    assert all(len(words_of(name)) <= NAME_WORDS for name in found)


def test_only_words_with_content_are_looked_for_in_names() -> None:
    """C08, I4: as for texts, each in quotes, with the tenant's word; none where there is none."""
    assert named_words("What is the Who about?", "t") is None
    assert named_words("Where is Marsh\\ (Zoë)?", "t") == f'tenant_token:"{tenant_token("t")}" AND ("marsh" "zoë")'


def test_families_are_chosen_by_name_in_their_own_order() -> None:
    """P1: an unknown one is an error that names it and those there are."""
    assert chosen(FAMILIES[::-1]) == FAMILIES
    assert chosen([" topic", "note", "note", ""]) == ("note", "topic")
    assert chosen([]) == ()
    with pytest.raises(ValueError, match=r"called 'magic'; there are note_vector, .*evolution"):
        chosen(["note", "magic"])
