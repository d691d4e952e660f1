"""Law P5, without a model: each status, from the claims and notes that bring it about."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.models import NoteView
from kgmem.recall.answer import candidate, heirs, planned, ranked
from kgmem.recall.drawing import UNKNOWN, Drawn, draw
from kgmem.recall.plans import Plan
from kgmem.recall.words import asked

QUESTION = "Which pump feeds V-12?"


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def row(id: str, statement: str, **other: Any) -> dict[str, Any]:
    """A row of recall.candidates: a claim that stands, whose time is unknown."""
    return {
        "id": id, "kind": "fact", "statement": statement, "predicate": "feeds", "negated": False, "validity": 1.0,
        "valid_until": None, "standing": "supported", "confidence": 0.8, "confidence_shared": 0.8,
        "weakest_support": 0.8, "calibrated": False, "contradicted_by": [], "updated_by": [], "similarity": 0.5,
        "entities": ["pump"], "holdings": [], "times": [], "functional": False, "shaken_by": [], "notes": [],
        "versions": [],
        "seed": "note", **other,
    }  # fmt: skip


def held(since: str | None, until: str | None = None) -> dict[str, Any]:
    return {"since": day(since) if since else None, "until": day(until) if until else None, "grain": "day"}


def note(text: str, **other: Any) -> NoteView:
    values: dict[str, Any] = {
        "id": "obs-1", "external_id": "m1", "session": "ses-1", "session_external_id": "s1", "group": None,
        "speaker": "agent", "text": text, "sent_at": day("2026-03-02"), "score": 0.1, "seed": "vector",
    }  # fmt: skip
    return NoteView(**values | other)


HOLDING = {"valid_until": None, "validity": 1.0}


def by_then(rows: list[dict[str, Any]], moment: datetime | None) -> list[dict[str, Any]]:
    """The rows of another time: what had begun, with its validity and end then."""
    if moment is None:
        return rows
    begun = [one for one in rows if all((spell["since"] or moment) <= moment for spell in one["holdings"])]
    return [one if (one["valid_until"] or moment) <= moment else one | HOLDING for one in begun]


def answer(
    rows: list[dict[str, Any]], notes: list[NoteView] | None = None, question: str = QUESTION, as_of: str | None = None
) -> Drawn:
    moment = day(as_of) if as_of else None
    candidates = ranked([candidate(one, asked(question)) for one in by_then(rows, moment)])
    return draw(candidates, notes or [], asked(question), moment)


OLD = row("old", "P-101A feeds V-12", holdings=[held("2024-06-01", "2024-09-01")], validity=0.0,
          valid_until=day("2024-09-01"), updated_by=["new"])  # fmt: skip
NEW = row("new", "P-104 feeds V-12", holdings=[held("2024-09-01")])


def test_what_holds_is_the_answer_and_what_held_before_is_said_so() -> None:
    """P5: the current claim first, with what it superseded; both are cited in order."""
    found = answer([OLD, NEW])
    assert found.status == "answered"
    assert found.citations == ("new", "old")
    assert found.text == "P-104 feeds V-12 [1]. Until 2024-09-01: P-101A feeds V-12 [2]."


@pytest.mark.parametrize(
    ("as_of", "status", "citations"),
    [
        ("2024-07-01", "past", ("old",)),
        ("2024-06-01", "past", ("old",)),
        ("2024-08-31", "past", ("old",)),
        ("2024-09-01", "answered", ("new",)),
        ("2025-01-01", "answered", ("new",)),
        ("2024-01-01", "unknown", ()),
    ],
)
def test_a_question_about_the_past_is_answered_from_what_held_then(
    as_of: str, status: str, citations: tuple[str, ...]
) -> None:
    """P5, T8: and before anything held, nothing is known."""
    found = answer([OLD, NEW], as_of=as_of)
    assert (found.status, found.citations) == (status, citations)


def test_what_has_ended_without_a_successor_is_past() -> None:
    """P5: it is not known for now, and what held is said with its end."""
    found = answer([OLD])
    assert (found.status, found.citations) == ("past", ("old",))
    assert found.text == "Not known for now. It held until 2024-09-01: P-101A feeds V-12 [1]."


def test_the_newer_claim_answers_although_it_speaks_of_less() -> None:
    """P1: one hop over UPDATES, so that the newest version comes with the old."""
    event = row(
        "new",
        "The feed was moved to P-104",
        predicate=None,
        entities=[],
        kind="state_change",
        holdings=[held("2024-09-01")],
    )
    assert answer([OLD, event]).citations[0] == "new"


def test_claims_that_contradict_each_other_are_both_told() -> None:
    """T6, P5: an open contradiction is no answer."""
    rows = [row("a", "P-101A feeds V-12", contradicted_by=["b"]), row("b", "P-104 feeds V-12", contradicted_by=["a"])]
    found = answer(rows)
    assert found == Drawn("Disputed: P-101A feeds V-12 [1]; but P-104 feeds V-12 [2].", "disputed", ("a", "b"))


def test_a_contradiction_of_the_past_is_none_now() -> None:
    """T6: open while both stand and their times overlap."""
    rows = [
        row("a", "P-101A feeds V-12", contradicted_by=["b"], holdings=[held("2023-01-01", "2024-01-01")],
            valid_until=day("2024-01-01"), validity=0.0),
        row("b", "P-104 feeds V-12", contradicted_by=["a"], holdings=[held("2024-01-01")]),
    ]  # fmt: skip
    assert answer(rows).status == "answered"


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"validity": 0.5}, " (it may no longer hold: what it depends on may not)"),
        ({"standing": "weakened"}, " (weakened: part of its support was taken back)"),
        ({}, ""),
    ],
)
def test_a_claim_in_doubt_says_so(state: dict[str, Any], words: str) -> None:
    """T5, R2: suspect and weakened claims answer, with their doubt in words."""
    assert answer([row("a", "P-104 feeds V-12", **state)]).text == f"P-104 feeds V-12{words} [1]."


def test_without_a_claim_the_best_sentence_of_a_message_answers() -> None:
    """P5: quoted, with its speaker and day, and cited."""
    text = "Good morning. The pump that feeds V-12 is P-104. Lunch?"
    found = answer([], [note("Nothing here."), note(text, id="obs-2")])
    assert found == Drawn('agent, 2026-03-02: "The pump that feeds V-12 is P-104." [1]', "answered", ("obs-2",))
    assert answer([], [note(text, sent_at=None)]).text.startswith('agent: "')


@pytest.mark.parametrize(
    ("rows", "notes"),
    [
        ([], []),
        ([row("a", "P-104 feeds V-13")], [note("The pump that feeds V-13 is P-104.")]),
        ([row("a", "Anna likes tea", predicate="likes", entities=["Anna"])], [note("Anna likes tea.")]),
    ],
)
def test_what_nothing_supports_is_not_known(rows: list[dict[str, Any]], notes: list[NoteView]) -> None:
    """P5: also where something is known of another code."""
    assert answer(rows, notes) == Drawn(UNKNOWN, "unknown", ())


def test_a_question_without_content_is_not_known() -> None:
    """C08."""
    for question in ("", "***", "What is it?"):
        assert answer([NEW], [note("P-104 feeds V-12.")], question).status == "unknown"


def test_a_denial_answers_only_where_the_question_denies_or_nothing_else_does() -> None:
    rows = [
        row("did", "Mirjam returned the key", predicate="returned", entities=["Mirjam", "key"]),
        row("not", "Mirjam did not return the key", predicate="returned", entities=["Mirjam", "key"], negated=True),
    ]
    assert answer(rows, question="Who returned the key?").citations == ("did",)
    assert answer(rows, question="Who did not return the key?").citations[0] in ("did", "not")
    assert answer(rows[1:], question="Who returned the key?").citations == ("not",)


def test_the_claim_whose_predicate_is_asked_comes_before_those_that_speak_of_as_much() -> None:
    rows = [
        row("needs", "V-12 needs the pump that feeds it", predicate="depends_on", similarity=0.55),
        row("feeds", "P-104, a pump, feeds V-12", similarity=0.5),
    ]
    assert answer(rows).citations == ("feeds",)


def test_the_best_come_first_and_ties_are_broken_by_id() -> None:
    """Style: the same question on the same store gives the same order."""
    rows = [row(id, "P-104 feeds V-12") for id in "bca"]
    found = [one.view.id for one in ranked([candidate(one, asked(QUESTION)) for one in rows])]
    assert found == ["a", "b", "c"]
    assert answer(rows) == answer(rows[::-1])
    assert len(answer([row(str(i), "P-104 feeds V-12") for i in range(9)]).citations) == 3


def test_of_a_dispute_the_surest_is_told_first() -> None:
    """P5: a guess is no headline, whatever its words have in common with the question."""
    weak = row("weak", "P-9 feeds V-12", similarity=0.9, confidence=0.2, contradicted_by=["sure"])
    sure = row("sure", "P-104 feeds V-12", similarity=0.5, contradicted_by=["weak"])
    found = answer([weak, sure])
    assert (found.status, found.citations) == ("disputed", ("sure", "weak"))


def test_what_holds_is_as_relevant_as_what_it_superseded() -> None:
    """P1: asked for in the old words, it comes where the old one would, through versions that ended too."""
    ended = {"validity": 0.0, "valid_until": day("2024-09-01")}
    rows = [
        row(
            "a",
            "P-101A feeds V-12",
            similarity=0.9,
            updated_by=["b"],
            holdings=[held("2024-01-01", "2024-09-01")],
            **ended,
        ),
        row("b", "P-7 took over", updated_by=["c"], holdings=[held("2024-09-01", "2024-10-01")], **ended),
        row("c", "P-9 took over", similarity=0.1),
        row("d", "P-1 feeds V-13", similarity=0.7),
    ]
    found = heirs([candidate(one, asked(QUESTION)) for one in rows])
    scores = {one.view.id: one.view.score for one in found}
    assert scores["c"] > scores["b"] > scores["a"] > scores["d"]
    assert ranked([planned(one, Plan("factual"), None) for one in found])[0].view.id == "c"
