"""kgmem link and kgmem topics rebuild, as a user meets them."""

from __future__ import annotations

from typing import Any

from support import message, session

from .command import Command


def trip(id: str, place: str, when: str, day: int) -> dict[str, Any]:
    text = f"Ann visited {place}."
    claim = {"id": "c", "kind": "action", "statement": text, "participants": ["Ann"], "anchor": when,
             "confidence": 0.8, "support": ["m"]}  # fmt: skip
    return session(id, [message("m", text)], [claim], started_at=f"2026-03-{day:02d}T09:00:00Z")


TRIPS = [trip("s1", "Oslo", "2024-01", 1), trip("s2", "Rome", "2024-03", 2), trip("s3", "Bern", "2024-05", 3)]


def test_sessions_are_linked_as_they_are_stored_and_again_by_command(kgmem: Command) -> None:
    """README: link for what waits, link --rebuild and topics rebuild for the one result."""
    file = kgmem.file("trips.jsonl", TRIPS)
    first = kgmem.json("ingest", file, KGMEM_LINK="false")
    assert [one["relations"] for one in first["sessions"]] == [0, 0, 0]
    linked = kgmem.json("link")
    assert (linked["rebuilt"], linked["sessions"], linked["relations"], linked["links"]["gated"]) == (False, 3, 2, 3)
    assert kgmem("link").stdout.startswith("0 sessions linked")
    again = kgmem.json("link", "--rebuild")
    assert (again["rebuilt"], again["sessions"], again["relations"], again["model_calls"]) == (True, 3, 2, 0)
    topics = kgmem.json("topics", "rebuild")["topics"]
    assert sum(topic["sessions"] for topic in topics) == 3
    shown = kgmem("topics", "rebuild").stdout
    assert all(topic["label"].startswith("Ann") and topic["label"] in shown for topic in topics)


def test_a_tenant_that_nobody_knows_is_an_error(kgmem: Command) -> None:
    assert "nothing was ever stored" in kgmem.error("link", "--rebuild", code=3)
    assert "nothing was ever stored" in kgmem.error("topics", "rebuild", code=3)


def told(id: str, place: str, day: int) -> dict[str, Any]:
    text = f"Ann walks in {place}."
    claim = {"id": "c", "kind": "fact", "statement": text, "subject": "Ann", "predicate": "walks", "object": place,
             "confidence": 0.8, "support": ["m"]}  # fmt: skip
    return session(id, [message("m", text)], [claim], started_at=f"2026-03-{day:02d}T09:00:00Z")


def test_a_rebuild_by_another_ontology_names_what_it_changed(kgmem: Command) -> None:
    """T3: what an ontology decided is not undone in silence where it is forgotten."""
    own = kgmem.file("own.toml", "[predicates.walks]\nfunctional = true\n")
    file = kgmem.file("walks.jsonl", [*TRIPS, told("w1", "Oslo", 4), told("w2", "Rome", 5)])
    kgmem.json("ingest", file, KGMEM_ONTOLOGY=own)
    updates = lambda: sum(len(one["updated_by"]) for one in kgmem.json("history", "Ann")["claims"])  # noqa: E731
    assert kgmem.json("link", "--rebuild", "--ontology", own)["warnings"] == []
    assert updates() == 1
    (warning,) = kgmem.json("link", "--rebuild")["warnings"]
    assert warning["code"] == "rivals_changed"
    assert "walks (2 facts)" in warning["detail"]
    assert updates() == 0
    assert kgmem.json("link", "--rebuild")["warnings"] == []
    again = kgmem("link", "--rebuild", "--ontology", own)
    assert "rivals_changed: " in again.stderr
    assert again.stderr.count("\n") == 1
    assert updates() == 1


def test_an_ontology_is_for_a_rebuild(kgmem: Command) -> None:
    """README: without --rebuild it would change nothing, which is told."""
    file = kgmem.file("trips.jsonl", TRIPS[:1])
    kgmem.json("ingest", file)
    assert "--rebuild" in kgmem.error("link", "--ontology", kgmem.file("own.toml", "[predicates.walks]\n"), code=2)
