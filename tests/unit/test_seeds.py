"""Law P1: notes found by four searches, fused by score and lifted. Figures computed by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.identity import tenant_token
from kgmem.recall.families import FAMILIES, chosen
from kgmem.recall.seeds import (
    CLAIM_LIFT,
    CLAIMS_THAT_LIFT,
    LATER_LIFT,
    MAX_NAMES,
    MAX_WORDS,
    MEANING_WEIGHT,
    NAME_WORDS,
    NEIGHBOUR_SHARE,
    SESSION_LIFT,
    SPEAKER_LIFT,
    TEXT_WEIGHT,
    Hit,
    fuse,
    lifted,
    lucene,
    named_words,
    names,
    words_of,
)  # fmt: skip


def row(
    id: str,
    meant: float | None = None,
    *,
    position: int = 0,
    session: str | None = None,
    speaker: str = "agent",
    at: str | None = None,
    **found: float,
) -> dict[str, Any]:
    """A row of recall.notes: a note whose message is as near as `meant`, with the scores of the searches by words."""
    scores = ({"note_vector": meant} if meant is not None else {}) | found
    return {
        "id": id, "found": [{"family": family, "score": score} for family, score in scores.items()],
        "similarity": meant, "window_similarity": None,
        "session_id": session or f"s-{id}", "position": position, "speaker": speaker, "observed_at": at,
    }  # fmt: skip


PLAIN = ("note_vector", "window_vector", "note_text", "note_window")


def scores(rows: list[dict[str, Any]], question: str = "what", *lifts: str) -> dict[str, float]:
    return {hit.id: hit.score for hit in fuse(rows, question, (*PLAIN, *lifts))}


def test_what_came_later_comes_first_where_that_is_asked_for_and_the_family_is_on() -> None:
    rows = [
        row("early", 0.9, at="2024-01-01T00:00:00Z"),
        row("half", 0.5, at="2024-01-02T00:00:00Z"),
        row("late", 0.4, at="2024-01-03T00:00:00Z"),
        row("undated", 0.3),
    ]
    plain = {hit.id: hit.score for hit in fuse(rows, "what")}
    lifted = {hit.id: hit.score for hit in fuse(rows, "what", later=True)}
    gained = {id: lifted[id] - plain[id] for id in plain}
    expected = {"early": 0.0, "half": LATER_LIFT / 2, "late": LATER_LIFT, "undated": 0.0}
    assert gained == pytest.approx(expected, abs=1e-15)
    assert fuse(rows, "what", PLAIN, later=True) == fuse(rows, "what", PLAIN)
    one = [row("a", 0.9, at="2024-01-01T00:00:00Z"), row("b", 0.1, at="2024-01-01T00:00:00Z")]
    assert fuse(one, "what", later=True) == fuse(one, "what")


def test_scores_of_a_note_add_up_over_the_searches() -> None:
    """P1: meaning between the least and the most near, words as a share of the best, at half the weight."""
    assert (MEANING_WEIGHT, TEXT_WEIGHT) == (1.0, 0.5)
    rows = [row("a", 0.9, note_text=2.0), row("b", 0.7, note_text=4.0, note_window=3.0), row("c", 0.5)]
    assert scores(rows) == pytest.approx({"a": 1 + 0.25, "b": 0.5 + 0.5 + 0.5, "c": 0.0}, abs=1e-15)
    assert [hit.id for hit in fuse(rows, "what", PLAIN)] == ["b", "a", "c"]


def test_how_near_a_note_is_counts_whichever_search_found_it() -> None:
    """P1: what only its words found is as near as it is."""
    rows = [row("a", 0.9), row("b", 0.5), row("c", note_text=1.0) | {"similarity": 0.7}]
    assert scores(rows) == pytest.approx({"a": 1.0, "b": 0.0, "c": 0.5 + 0.5})


def test_the_seed_is_the_search_that_ranked_a_note_best() -> None:
    """P1: ties in the order of names."""
    rows = [row("a", 0.9, note_text=1.0), row("b", 0.8, note_text=2.0), row("c", 0.95, note_window=1.0)]
    assert {hit.id: hit.seed for hit in fuse(rows, "what")} == {"a": "note_text", "b": "note_text", "c": "note_vector"}


def test_what_is_switched_off_has_no_part_in_a_score() -> None:
    """P1: a search, though its column says how near a note is, and each lift."""
    rows = [row("a", 0.9, note_text=1.0), row("b", 0.5, note_text=2.0)]
    assert {hit.id: hit.score for hit in fuse(rows, "what", ("note_text",))} == {"a": 0.25, "b": 0.5}
    assert {hit.score for hit in fuse(rows, "what", ())} == {0.0}


def test_a_neighbour_lends_a_tenth_of_its_score() -> None:
    """P1: the messages before and after in one session, as far as they were found; an answer follows its question."""
    rows = [
        row("a", position=0, session="s", note_text=4.0),
        row("b", position=1, session="s", note_text=2.0),
        row("c", position=2, session="s", note_text=1.0),
        row("d", position=1, session="t", note_text=1.0),
    ]
    expected = {"a": 0.5 + 0.025, "b": 0.25 + 0.05 + 0.0125, "c": 0.125 + 0.025, "d": 0.125}
    assert NEIGHBOUR_SHARE == 0.1
    assert scores(rows, "what", "adjacent") == pytest.approx(expected, abs=1e-15)


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
    """P1: by whole words of folded names."""
    found = scores([row("a", speaker=speaker, note_text=1.0)], question, "speaker")
    assert found["a"] == pytest.approx(0.5 + (SPEAKER_LIFT if lifted else 0))


def test_messages_of_the_session_that_speaks_of_it_are_lifted() -> None:
    """P1: by the words of all its messages that were found, the best session by most."""
    rows = [
        row("a", session="s", note_text=2.0),
        row("b", session="s", position=5, note_text=2.0),
        row("c", session="t", note_text=2.0),
        row("d", 0.4, session="s", position=9),
    ]
    plain, found = scores(rows), scores(rows, "what", "session")
    lifts = {id: found[id] - plain[id] for id in plain}
    assert lifts == pytest.approx({"a": SESSION_LIFT, "b": SESSION_LIFT, "c": SESSION_LIFT / 2, "d": SESSION_LIFT})


def claim(id: str, similarity: float, *notes: str) -> dict[str, Any]:
    return {"id": id, "similarity": similarity, "notes": list(notes)}


def test_claims_lift_the_notes_they_rest_on_and_bring_others() -> None:
    """P1: the nearest by most, one that rests on several notes each of them by less; the best of a note's counts."""
    hits = [Hit("a", 1.0, "note_text"), Hit("b", 0.9, "note_text")]
    claims = [claim("far", 0.1, "a"), claim("near", 0.9, "b", "c"), claim("middle", 0.5, "b")]
    found = lifted(hits, claims)
    each = CLAIM_LIFT / 2**0.5
    assert [(hit.id, hit.seed) for hit in found] == [("b", "note_text"), ("a", "note_text"), ("c", "claim")]
    assert [hit.score for hit in found] == pytest.approx([0.9 + each, 1.0, each])
    assert lifted(hits, claims, adds=False) == found[:2]
    assert lifted(hits, claims, ("note",)) == hits
    assert lifted(hits, []) == hits


def test_only_the_nearest_claims_lift() -> None:
    """P1: and among equals those of the smallest ids."""
    claims = [claim(f"c{n:02d}", 0.5, f"n{n:02d}") for n in range(CLAIMS_THAT_LIFT + 1)][::-1]
    assert [hit.id for hit in lifted([], claims)] == [f"n{n:02d}" for n in range(CLAIMS_THAT_LIFT)]


def test_ties_are_broken_by_id() -> None:
    """Style: every top-k ends in a total order; the order of the rows does not matter."""
    rows = [row("b", note_text=1.0), row("a", note_text=1.0), row("c", note_text=1.0)]
    assert [hit.id for hit in fuse(rows, "x")] == ["a", "b", "c"]
    assert fuse(rows, "x") == fuse(rows[::-1], "x")


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdefg"), st.none() | st.floats(-1, 1), st.floats(0, 9)),
        unique_by=lambda one: one[0],
        max_size=7,
    )
)
def test_each_note_is_listed_once_best_first(given: list[tuple[str, float | None, float]]) -> None:
    """P1: whatever the searches give."""
    hits = fuse([row(id, meant, position=ord(id), session="s", note_text=text) for id, meant, text in given], "x")
    assert sorted(hit.id for hit in hits) == sorted(id for id, _, _ in given)
    assert hits == sorted(hits, key=lambda hit: (-hit.score, hit.id))


@pytest.mark.parametrize(
    "question",
    ["/solutions", "C++ (x)", "tb-", "a:b", '"', "AND", "***", "", "~^[", "a\\b", "x* OR y?", "tenant_token:z"],
)
def test_nothing_in_a_question_is_an_operator(question: str) -> None:
    """C08, I4: every word is quoted, and the tenant's word is required, though it has no part in the score."""
    text = lucene(question, "t")
    required, _, words = text.partition(" AND ")
    assert required == f'tenant_token:"{tenant_token("t")}"^0'
    assert re.fullmatch(r'\((?:"\w+"(?: "\w+")*)?\)', words)
    assert set(re.findall(r'"(\w+)"', words)) <= set(words_of(question))


def test_a_long_question_is_read_as_far_as_full_text_search_reads() -> None:
    assert lucene("word " * 5_000, "t").count('"word"') == MAX_WORDS


@given(st.text(max_size=60), st.text(max_size=10))
def test_any_question_is_words_in_quotes(question: str, tenant: str) -> None:
    """C08."""
    assert re.fullmatch(r'tenant_token:"q[a-z]+q"\^0 AND \((?:"\w+"(?: "\w+")*)?\)', lucene(question, tenant))


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


def test_words_without_content_are_looked_for_where_there_are_no_others() -> None:
    """P1: else every message would be as near as every other."""
    assert lucene("Where does the pump stand?", "t").endswith('AND ("pump" "stand")')
    assert lucene("Who are you?", "t").endswith('AND ("Who" "are" "you")')


def test_only_words_with_content_are_looked_for_in_names() -> None:
    """C08, I4: as for texts, each in quotes, with the tenant's word; none where there is none."""
    assert named_words("What is the Who about?", "t") is None
    assert named_words("Where is Marsh\\ (Zoë)?", "t") == f'tenant_token:"{tenant_token("t")}"^0 AND ("Marsh" "Zoë")'


def test_families_are_chosen_by_name_in_their_own_order() -> None:
    """P1: an unknown one is an error that names it and those there are."""
    assert chosen(FAMILIES[::-1]) == FAMILIES
    assert chosen([" topic", "note", "note", ""]) == ("note", "topic")
    with pytest.raises(ValueError, match=r"called 'magic'; there are note_vector, .*evolution"):
        chosen(["note", "magic"])
    for none in ([], [""], [" ", ""]):
        with pytest.raises(ValueError, match="names no family"):
            chosen(none)
