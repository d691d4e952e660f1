"""Law P5, without a model: the form of an answer, from the plan and the claims."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.models import NoteView
from kgmem.recall import plans, saying
from kgmem.recall.answer import candidate, planned, ranked
from kgmem.recall.drawing import UNKNOWN, Drawn, draw
from kgmem.recall.words import asked


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def row(id: str, statement: str, since: str | None = None, until: str | None = None, **other: Any) -> dict[str, Any]:
    """A claim, about whoever its statement begins with, that states since when it holds."""
    start, end = (day(one) if one else None for one in (since, until))
    grain = {4: "year", 7: "month", 10: "day", None: None}[len(since) if since else None]
    return {
        "id": id, "kind": "fact", "statement": statement, "predicate": None, "negated": False,
        "validity": 0.0 if until else 1.0, "valid_until": end, "standing": "supported", "confidence": 0.8,
        "confidence_shared": 0.8, "weakest_support": 0.8, "calibrated": False, "contradicted_by": [], "updated_by": [],
        "similarity": 0.5, "seed": "message",
        "entities": [statement.split()[0]], "notes": [], "functional": False, "shaken_by": [], "versions": [],
        "holdings": [{"since": start, "until": end, "grain": grain}] if start else [],
        "times": [{"since": start, "until": None, "grain": grain, "basis": "stated"}] if start else [], **other,
    }  # fmt: skip


def note(text: str, speaker: str = "Noor") -> NoteView:
    return NoteView(
        id="obs-1", external_id="m1", session="ses-1", session_external_id="s1", group=None, speaker=speaker,
        text=text, sent_at=day("2026-03-02"), score=0.1, seed="vector",
    )  # fmt: skip


def answer(question: str, *rows: dict[str, Any], notes: list[NoteView] | None = None) -> Drawn:
    content = asked(plans.matter(question, plans.of(question)))
    found = [candidate(one, content) for one in rows]
    plan = plans.seen(plans.of(question), found, past=False)
    return draw(ranked([planned(one, plan, None) for one in found]), notes or [], content, None, plan)


LISBON = row("lisbon", "Noor lives in Lisbon", "2020-01-01", "2026-02-07", predicate="lives_in", functional=True,
             updated_by=["porto"])  # fmt: skip
PORTO = row("porto", "Noor lives in Porto", "2026-02-07", predicate="lives_in", functional=True)


@pytest.mark.parametrize(
    ("question", "opening"),
    [
        ("Does Noor like mushrooms?", "No: Noor dislikes"),
        ("Does Noor love mushrooms?", "No: Noor dislikes"),
        ("Does Noor hate mushrooms?", "Yes: Noor dislikes"),
        ("Does Noor not like mushrooms?", "Yes: Noor dislikes"),
        ("Does Noor like hiking?", "Yes: Noor likes"),
        ("Does Noor enjoy hiking?", "Yes: Noor likes"),
        ("Does Noor dislike hiking?", "No: Noor likes"),
    ],
)
def test_who_dislikes_a_thing_does_not_like_it(question: str, opening: str) -> None:
    """P5: yes and no follow what is asked and what is said, each of which may deny."""
    tastes = [row(verb, f"Noor {verb} {what}", kind="preference", predicate=verb)
              for verb, what in (("likes", "hiking"), ("dislikes", "mushrooms"))]  # fmt: skip
    assert answer(question, *tastes).text.startswith(opening)


@pytest.mark.parametrize(
    ("since", "opening"), [("2022", "In 2022"), ("2022-03", "In 2022-03"), ("2022-03-04", "On 2022-03-04")]
)
def test_when_is_answered_with_the_time_as_coarse_as_it_was_stated(since: str, opening: str) -> None:
    """P5, T1."""
    start = since + {4: "-01-01", 7: "-01", 10: ""}[len(since)]
    event = row("e", "Noor bought a boat", since, kind="action") if len(since) == 10 else row("e", "Noor bought a boat")
    grain = {4: "year", 7: "month", 10: "day"}[len(since)]
    event |= {"kind": "action", "times": [{"since": day(start), "until": None, "grain": grain, "basis": "stated"}]}
    assert answer("When did Noor buy a boat?", event).text == f"{opening}: Noor bought a boat [1]."


def test_the_time_of_a_message_is_told_as_that() -> None:
    """T2: when something was said is not when it was."""
    times = [{"since": day("2026-03-02"), "until": None, "grain": "second", "basis": "message"}]
    event = row("e", "Noor bought a boat", kind="action", times=times)
    assert answer("When did Noor buy a boat?", event).text == "Said on 2026-03-02: Noor bought a boat [1]."


def test_a_state_is_since_and_what_ended_is_from_until() -> None:
    assert answer("Since when does Noor live in Porto?", PORTO, LISBON).text.startswith("Since 2026-02-07: Noor lives")
    found = answer("How long did Noor live in Lisbon?", LISBON, PORTO)
    assert found.text == "From 2020-01-01 until 2026-02-07: Noor lives in Lisbon [1]."
    assert found.status == "past"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Does Noor live in Porto?", "Yes: Noor lives in Porto [1]."),
        (
            "Does Noor live in Lisbon?",
            "No longer: Noor lives in Porto [1]. Until 2026-02-07: Noor lives in Lisbon [2].",
        ),
        ("Does Noor live in Ghent?", "Not as far as is known: Noor lives in Porto [1]."),
        ("Does Ferran live in Porto?", UNKNOWN),
    ],
)
def test_yes_and_no_are_said_only_of_the_very_thing(question: str, text: str) -> None:
    """P5: and what was so once is no longer."""
    assert answer(question, LISBON, PORTO).text == text


def test_a_denial_is_a_no() -> None:
    not_ = row("not", "Ilse does not travel to Bergen", negated=True)
    assert answer("Does Ilse travel to Bergen?", not_).text == "No: Ilse does not travel to Bergen [1]."
    assert answer("Does Ilse not travel to Bergen?", not_).text == "Yes: Ilse does not travel to Bergen [1]."


def test_several_are_told_where_several_are_asked_for() -> None:
    sports = [row(name, f"Ola does the activity of {name}") for name in ("rowing", "chess", "judo", "golf", "darts")]
    assert len(answer("What activities does Ola do?", *sports).citations) == 5
    assert len(answer("What activity does Ola do?", *sports).citations) == plans.STATEMENTS
    assert answer("How many activities does Ola do?", *sports).text.startswith("5 are known: ")


def test_how_something_changed_is_told_in_order() -> None:
    found = answer("How has where Noor lives changed?", PORTO, LISBON)
    assert found.text == "2020-01-01: Noor lives in Lisbon [1]. 2026-02-07: Noor lives in Porto [2]."


def test_what_was_before_is_asked_for_without_a_moment() -> None:
    found = answer("Where did Noor previously live?", PORTO, LISBON)
    assert (found.status, found.citations) == ("past", ("lisbon",))


def test_what_ended_is_named_where_something_depended_on_it() -> None:
    """T5: what an answer rests on was superseded."""
    shaken = [{"id": "lisbon", "statement": "Noor lives in Lisbon", "until": day("2026-02-07")}]
    tram = row("tram", "Noor takes tram 28 to work", validity=0.5, shaken_by=shaken)
    told = 'Noor takes tram 28 to work (it may no longer hold: "Noor lives in Lisbon" held until 2026-02-07) [1].'
    assert answer("Which tram takes Noor to work?", tram).text == told


def test_what_may_not_change_a_state_answers_after_what_may() -> None:
    """T3: an assistant's guess about the user is no news."""
    guess = row("guess", "Noor lives in Porto", predicate="lives_in", functional=True, confidence=0.2, similarity=0.9)
    sure = row("sure", "Noor lives in Faro", "2025-01-01", predicate="lives_in", functional=True)
    assert answer("Where does Noor live?", guess, sure).citations == ("sure",)


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("What is your favourite boat?", "Noor"),
        ("Thanks, Noor! My favourite boat is the Heron.", "Ilse"),
        ("A boat is a boat.", "Noor"),
    ],
)
def test_what_asks_or_is_of_somebody_else_is_no_answer(text: str, speaker: str) -> None:
    """P5: a message about the right matter by the wrong person answers a neighbouring question."""
    others = [note("Hello.", "Noor"), note("Hello.", "Ilse")]
    assert answer("What is the favourite boat of Noor?", notes=[note(text, speaker), *others]).status == "unknown"


def test_the_right_person_is_quoted_with_what_their_words_of_time_mean() -> None:
    found = answer("When did Noor sell the boat?", notes=[note("I sold the boat yesterday.")])
    assert found.text == 'Noor, 2026-03-02: "I sold the boat yesterday." (yesterday: 2026-03-01) [1]'


def test_what_tells_of_no_time_is_last_in_either_order() -> None:
    """Ties by id."""
    rows = [
        row("c", "Noor rows"),
        row("b", "Noor swims", "2021-05-01"),
        row("a", "Noor runs", "2020-05-01"),
        row("d", "Noor sings"),
    ]
    found = [candidate(one, asked("Noor")) for one in rows]
    assert [one.view.id for one in saying.oldest_first(found)] == ["a", "b", "c", "d"]
    assert [one.view.id for one in saying.newest_first(found)] == ["b", "a", "c", "d"]
