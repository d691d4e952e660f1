"""Laws P1 and P2 for messages: those of the newest version come first when a question is about now."""

from __future__ import annotations

from datetime import UTC, datetime

from kgmem.models import ClaimView
from kgmem.recall.answer import Candidate
from kgmem.recall.order import of_notes

START = datetime(2026, 1, 1, tzinfo=UTC)


def claim(id: str, notes: tuple[str, ...], *, by: tuple[str, ...] = (), holds: bool = True) -> Candidate:
    view = ClaimView(
        id=id, kind="fact", statement=id, validity=1.0 if holds else 0.0, valid_until=None, standing="supported",
        confidence=0.8, confidence_shared=0.8, weakest_support=0.8, calibrated=False, contradicted_by=(),
        updated_by=by, score=0.5, seed="message",
    )  # fmt: skip
    return Candidate(view, 1.0, 1.0, holds, START, None, notes=notes)


def test_what_a_newer_version_rests_on_comes_before_what_the_older_does() -> None:
    claims = [claim("old", ("a", "b"), by=("new",), holds=False), claim("new", ("d",))]
    assert of_notes(["x", "a", "b", "c", "d"], claims) == ["x", "d", "a", "b", "c"]


def test_a_message_that_tells_of_both_is_of_the_newer() -> None:
    """And one through which a later version goes counts as that."""
    claims = [
        claim("old", ("a", "d"), by=("mid",), holds=False),
        claim("mid", ("b",), by=("new",), holds=False),
        claim("new", ("d", "e")),
    ]
    assert of_notes(["a", "b", "d", "e"], claims) == ["d", "e", "a", "b"]


def test_what_held_at_the_time_asked_about_stays_where_it_is() -> None:
    claims = [claim("old", ("a",), by=("new",)), claim("new", ("d",))]
    assert of_notes(["a", "c", "d"], claims) == ["a", "c", "d"]


def test_without_claims_nothing_moves() -> None:
    assert of_notes(["b", "a"], []) == ["b", "a"]
