"""Mem0's memories: what becomes of each, what is told of the rest, and of what is none."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.errors import InputError
from kgmem.formats import Sessions, Unreadable
from kgmem.graph.rows import content_hash
from kgmem.models import Session


def memory(id: str | None = "m-1", **other: Any) -> dict[str, Any]:
    return {
        "id": id,
        "memory": "Nora works at Brightwell",
        "user_id": "nora",
        "created_at": "2026-02-01T08:00:00-07:00",
        "updated_at": None,
        **other,
    }


def read(data: Any, **options: Any) -> list[Session]:
    found = list(Sessions(data, **options))
    assert not [one for one in found if isinstance(one, Unreadable)]
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("shape", [list, lambda held: {"results": held}, lambda held: {"memories": held}])
def test_each_memory_is_a_session_of_its_user_from_mem0(shape: Any) -> None:
    """However they are wrapped; the time is that of the last change."""
    first, second = read(shape([memory(), memory("m-2", updated_at="2026-03-01T00:00:00Z", user_id=None)]))
    assert (first.external_id, first.group) == ("mem0/m-1", "nora")
    assert first.started_at == datetime(2026, 2, 1, 15, tzinfo=UTC)
    (said,) = first.messages
    assert (said.speaker, said.text, said.sent_at) == ("nora", "Nora works at Brightwell", first.started_at)
    assert (said.source.kind, said.source.external_id) == ("tool", "mem0")
    assert (second.group, second.messages[0].speaker) == (None, "mem0")
    assert second.started_at == datetime(2026, 3, 1, tzinfo=UTC)
    assert not first.warnings
    assert not first.brings_claims


def test_agents_and_actors_are_told_apart() -> None:
    one, two, three = read([
        memory(user_id=None, agent_id="planner"), memory(user_id=None, app_id="shop"), memory(actor_id="Ines"),
    ])  # fmt: skip
    assert [(s.group, s.messages[0].speaker) for s in (one, two, three)] == [
        ("planner", "planner"), ("shop", "shop"), ("nora", "Ines"),
    ]  # fmt: skip


def test_what_is_not_read_is_told() -> None:
    held = {
        "results": [memory(metadata={"team": "red"}, categories=["work"], score=0.5), memory("m-2", metadata={})],
        "relations": [{"source": "nora", "relationship": "works_at", "target": "brightwell"}],
    }
    first, second = read(held)
    assert [(one.code, one.detail) for one in first.warnings] == [
        ("unknown_field", "relations: 1 of Mem0's graph are not read"),
        ("unknown_field", "categories is not read"),
        ("unknown_field", "metadata is not read"),
        ("unknown_field", "score is not read"),
    ]
    assert second.warnings == ()


UNREAD = {
    "further owners": ({"agent_id": "planner", "app_id": "shop"}, ["agent_id", "app_id"]),
    "the run": ({"run_id": "r-1"}, ["run_id"]),
    "the first writing": ({"updated_at": "2026-03-01T00:00:00Z"}, ["created_at"]),
    "a role that there is not": ({"role": "narrator"}, ["role"]),
    "no text for a role": ({"role": 3}, ["role"]),
    "what says nothing": ({"agent_id": None, "hash": "a", "role": "user", "updated_at": memory()["created_at"]}, []),
    "an owner that another stands for": ({"user_id": None, "app_id": "shop", "agent_id": "planner"}, ["app_id"]),
}  # fmt: skip


@pytest.mark.parametrize(("given", "unread"), UNREAD.values(), ids=UNREAD)
def test_a_field_counts_as_read_where_it_is_used(given: dict[str, Any], unread: list[str]) -> None:
    """Nothing is left behind without a word."""
    (found,) = read([memory(**given)])
    assert [one.detail for one in found.warnings] == [f"{name} is not read" for name in unread]


@pytest.mark.parametrize(
    ("given", "role", "speaker"),
    [
        ({"role": "user"}, "user", "nora"),
        ({"role": "assistant"}, "assistant", "assistant"),
        ({"role": "assistant", "agent_id": "planner"}, "assistant", "planner"),
        ({"role": "tool"}, "tool", "tool"),
        ({"role": "assistant", "actor_id": "Ines"}, "assistant", "Ines"),
        ({"role": "narrator"}, None, "nora"),
        ({}, None, "nora"),
    ],
)
def test_what_an_assistant_said_its_user_did_not(given: dict[str, Any], role: str | None, speaker: str) -> None:
    """T3 asks who said what; the memory stays in the group of its user."""
    (found,) = read([memory(**given)])
    assert (found.messages[0].role, found.messages[0].speaker, found.group) == (role, speaker, "nora")
    assert [one.detail for one in found.warnings] == ["role is not read"] * (role is None and bool(given))


def test_a_memory_without_an_id_goes_by_its_content() -> None:
    one, two, three = read([memory(None), memory(None), memory(None, memory="Nora plays chess")])
    assert one.external_id == two.external_id != three.external_id


def test_the_same_export_is_the_same_input() -> None:
    """I2: scores and metadata, which change with every call, make nothing new."""
    (one,), (two,) = read([memory(score=0.1)]), read([memory(score=0.9, metadata={"seen": 2})])
    assert content_hash(one) == content_hash(two)


def test_one_that_is_none_does_not_take_the_others_with_it() -> None:
    found = list(Sessions({"results": [memory(), {"id": "m-2"}, memory("m-3", user_id=1.5), "x"]}))
    assert [type(one) for one in found] == [Session, Unreadable, Unreadable, Unreadable]
    assert isinstance(found[1], Unreadable)
    assert (found[1].external_id, found[1].error.field) == ("m-2", "results.1.memory")


@pytest.mark.parametrize("data", [[1], {"results": 3}, {"a": 1}])
def test_what_is_no_export_is_refused(data: Any) -> None:
    with pytest.raises(InputError):
        list(Sessions(data, format="mem0"))
