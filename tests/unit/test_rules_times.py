"""When claims hold: until, used to, whose words about time they are, and what day a deadline is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem import ontology
from kgmem.distill.rules import RuleDistiller
from kgmem.models import Message, SourceRef

STRICT = RuleDistiller(ontology.default())
SENT = datetime(2026, 3, 2, 9, tzinfo=UTC)
TOLD = "2026-03-02T09:00:00Z"


def claims(text: str, sent_at: datetime | None = SENT) -> list[dict[str, Any]]:
    source = SourceRef(kind="speaker", external_id="Ann")
    return STRICT.claims(Message(id="m1", speaker="Ann", text=text, sent_at=sent_at, source=source), "m1", None)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("I lived in Rome until 2019.", "2019-01-01T00:00:00Z"),
        ("I lived in Rome until last year, then I left.", "2025-01-01T00:00:00Z"),
        ("I worked at Shell till May 2020.", "2020-05-01T00:00:00Z"),
        ("I live in Rome until June.", "2026-06-01T00:00:00Z"),
        ("The pump is offline until Friday.", "2026-03-06T00:00:00Z"),
    ],
)
def test_until_is_the_end_and_no_beginning(text: str, end: str) -> None:
    (claim,) = claims(text)
    assert claim["world_to"] == end
    assert "anchor" not in claim


@pytest.mark.parametrize("text", ["I'm visiting Rome until Friday.", "I studied French until May.",
                                  "I don't live in Rome until June."])  # fmt: skip
def test_what_has_no_end_of_its_own_is_left_alone_with_until(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("I lived in Bonn from 2015 to 2018.", "2019-01-01T00:00:00Z"),
        ("I worked at Acme from May 2019 to June 2020.", "2020-07-01T00:00:00Z"),
        ("I lived in Bonn in 2015.", TOLD),
    ],
)
def test_what_was_so_from_then_to_then_ended_then(text: str, end: str) -> None:
    (claim,) = claims(text)
    assert claim["world_to"] == end
    assert claim["anchor"]


def test_what_holds_since_then_is_not_past() -> None:
    assert [
        claim["statement"] for claim in claims("I have worked at Shell since 2019 and lived in Rome since 2020.")
    ] == ["Ann works at Shell"]


def test_until_names_no_end_without_a_time_of_telling() -> None:
    assert claims("I live in Rome until June.", None) == []


@pytest.mark.parametrize("text", ["I used to live in Rome.", "Back when I lived in Rome I swam."])
def test_what_used_to_be_so_is_so_no_more(text: str) -> None:
    """T3: the ending is a claim of its own, so that what was claimed before ends."""
    past, over = claims(text)
    assert (past["statement"], past["negated"], past["world_to"]) == ("Ann used to live in Rome", False, TOLD)
    assert (over["statement"], over["negated"]) == ("Ann no longer lives in Rome", True)
    assert "world_to" not in over
    assert "anchor" not in over
    assert over["support"] == past["support"]


def test_what_once_was_so_may_be_so_still() -> None:
    (claim,) = claims("When I lived in Rome I swam.")
    assert claim["negated"] is False
    assert claims("I used to have a dog and I still do.") == []
    assert claims("I used to live in Rome but I moved back.") == []


def test_an_ending_is_told_now_whenever_it_was() -> None:
    past, over = claims("I used to live in Ghent, back in 2015.")
    assert past["anchor"].endswith("in 2015")
    assert "anchor" not in over


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("I'm based in London but moving to Madrid in May.", None),
        ("I bought a car, delivery is in May.", None),
        ("I live in Rome and work at Shell since May.", None),
        ("I own a house built in 1950.", None),
        ("We moved into a house that was built in 1950.", None),
        ("I moved to Rome, Italy, in May.", "in May"),
        ("In May, I moved to Rome.", "In May"),
        ("Ana and I went to the Alps last week.", "last week"),
        ("I live in Rome since May.", "since May"),
    ],
)
def test_words_about_time_date_their_own_verb(text: str, anchor: str | None) -> None:
    (claim,) = claims(text)
    assert claim.get("anchor") == anchor


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The report is due Friday.", "2026-03-06"),
        ("The report is due tomorrow.", "2026-03-03"),
        ("The report was due Friday.", "2026-02-27"),
        ("The release slipped to Friday.", "2026-03-06"),
        ("The audit is due 14 April.", "14 April"),
    ],
)
def test_a_day_that_only_the_telling_names_is_kept_as_its_date(text: str, day: str) -> None:
    """The report that is due Friday in January is not the one of March. The statement keeps the words (law S2)."""
    (claim,) = claims(text)
    assert claim["value"] == day
    assert day[:4] == "2026" or day in claim["statement"]


def test_time_that_opens_a_sentence_dates_what_and_adds() -> None:
    quit_job, moved = claims("Last year I quit my job at Acme and moved to Oslo.")
    assert quit_job["anchor"] == moved["anchor"] == "Last year"
    first, second = claims("Last year I bought a car and in May I moved to Oslo.")
    assert (first["anchor"], second["anchor"]) == ("Last year", "in May")
    (_, later) = claims("Last year I quit my job at Acme, then moved to Oslo.")
    assert "anchor" not in later


def test_a_day_that_may_be_two_is_left_alone() -> None:
    assert claims("The report is due next Friday.") == []
    assert claims("The report is due Friday.", None) == []
