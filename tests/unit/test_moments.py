"""Law P5: the moment that a question is about."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kgmem.recall import moments, plans
from kgmem.recall.moments import Happening

LATEST = datetime(2026, 5, 10, 9, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def told(question: str) -> moments.Told:
    return moments.told(question, plans.of(question))


@pytest.mark.parametrize(
    ("question", "main", "moment"),
    [
        ("Where did Anna live in March?", "Where did Anna live ?", "2026-03-31T23:59:59"),
        ("Which pump fed V-12 in July 2024?", "Which pump fed V-12 ?", "2024-07-31T23:59:59"),
        ("Who owned the boat in 2021?", "Who owned the boat ?", "2021-12-31T23:59:59"),
        ("Where did Ola live before 2020?", "Where did Ola live ?", "2019-12-31T23:59:59"),
        ("As of 2024-07-01, which pump feeds V-12?", "which pump feeds V-12?", "2024-07-01T23:59:59"),
        ("What was the price last week?", "What was the price ?", "2026-05-03T23:59:59"),
    ],
)
def test_a_time_in_the_question_is_its_last_second(question: str, main: str, moment: str) -> None:
    """P5, T1: relative words are told from the latest message, no clock."""
    assert told(question).main == main
    assert moments.of_words(told(question), LATEST, None) == at(moment)


@pytest.mark.parametrize(
    "question",
    [
        "Where does Ola live now?",
        "What is the deadline this year?",
        "Who will come next week?",
        "What did Jo do after 2020?",
        "When did Noor move in March?",
        "How has the price changed in 2024?",
        "What did May say?",
        "",
    ],
)
def test_a_question_of_no_time_that_is_over_is_about_the_latest_state(question: str) -> None:
    assert moments.of_words(told(question), LATEST, None) is None


def test_without_a_message_relative_words_name_nothing() -> None:
    """T1: the machine's clock is never asked."""
    assert moments.of_words(told("What was the price last week?"), None, None) is None
    assert moments.of_words(told("What was the price in 2021?"), None, None) == at("2021-12-31T23:59:59")


HAPPENINGS = [
    Happening("lisbon", "lives_in", ("Noor lives in Lisbon",), at("2026-01-05")),
    Happening("porto", "lives_in", ("Noor lives in Porto",), at("2026-02-07"), ("I moved to Porto on 7 February.",)),
    Happening("ghent", "lives_in", ("Ferran lives in Ghent",), at("2026-03-01"), ("I moved to Ghent.",)),
    Happening(
        "hikes", "likes", ("Noor likes hikes",), at("2026-02-20"), ("I moved to Porto on 7 February. I like hikes.",)
    ),
    Happening("fed", "feeds", ("P-1 feeds V-2", "pump", "vessel"), at("2026-01-01"), ("P-1 feeds V-2.",)),
    Happening(
        "moved", None, ("The feed of V-2 was moved to P-4",), at("2026-04-01"), ("The feed of V-2 rerouted to P-4.",)
    ),
    Happening("undated", None, ("Noor moved to Faro",), None),
]


@pytest.mark.parametrize(
    ("question", "moment"),
    [
        ("Where did Noor live before she moved to Porto?", "2026-02-06T23:59:59"),
        ("Where did Noor live until the move?", "2026-02-06T23:59:59"),
        ("Where did Ferran live before the move?", "2026-02-28T23:59:59"),
        ("What fed V-2 before the rerouting?", "2026-03-31T23:59:59"),
        ("Where did Noor live before the wedding?", None),
        ("Where did Noor live?", None),
    ],
)
def test_before_an_event_is_the_moment_before_it_began(question: str, moment: str | None) -> None:
    """P5: found among what was found, of the one who is named, and where none is, nothing is guessed. What else the
    message tells that told of the event is not the event."""
    assert moments.of_event(told(question), HAPPENINGS) == (at(moment) if moment else None)
    assert moments.of_event(told(question), reversed(HAPPENINGS)) == (at(moment) if moment else None)


def test_a_name_alone_is_left_of_no_question() -> None:
    """Else all that is known of somebody would answer what they did before something."""
    assert told("What did Noor do before the move?").event is None


def test_a_time_is_looked_for_in_the_first_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a clause that a question ends with where its end is among them."""
    looked, find = list[str](), moments.find
    monkeypatch.setattr(moments, "find", lambda text: looked.append(text) or find(text))
    long = " ".join(f"tap{place}" for place in range(plans.MAX_WORDS - 2))
    assert told(f"{long} in 2021 {long}").words == "in 2021"
    assert told(f"{long} {long} in 2021").words is None
    assert {len(text.split()) for text in looked} == {plans.MAX_WORDS}
    assert told(f"{long} before {long}").event is None
    assert told("Where did Noor live before the flood?").event == "the flood"
