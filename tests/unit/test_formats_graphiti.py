"""A graph that Graphiti left, as sessions: what its episodes, entities, facts and dates become, and what is counted."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.formats import Sessions
from kgmem.formats.graphiti import CONFIDENCE, Converted
from kgmem.models import Session


def at(day: int, hour: int = 9) -> datetime:
    return datetime(2026, 3, day, hour, tzinfo=UTC)


def episode(uuid: str, content: str, **other: Any) -> dict[str, Any]:
    return {
        "uuid": uuid, "group_id": "shop", "name": f"episode {uuid}", "kind": "message", "described": "chat",
        "content": content, "valid_at": at(2), "created_at": at(20), **other,
    }  # fmt: skip


def entity(name: str, *labels: str, uuid: str | None = None) -> dict[str, Any]:
    return {"uuid": uuid or name, "name": name, "labels": ["Entity", *labels]}


def fact(uuid: str, episodes: list[str], **other: Any) -> dict[str, Any]:
    return {
        "uuid": uuid, "name": "WORKS_AT", "fact": "Nora works at Brightwell", "episodes": episodes, "valid_at": at(2),
        "invalid_at": None, "created_at": None, "expired_at": None, "subject": entity("Nora", "Person"),
        "object": entity("Brightwell", "Organization"), **other,
    }  # fmt: skip


EPISODES = [
    episode("e2", "Ola(assistant): Noted.", valid_at=at(2, 10)),
    episode("e1", "Nora: I work at Brightwell."),
    episode("e3", "Brightwell hires.", kind="text", described="Trade news", valid_at=at(3)),
    episode("e4", "Nora: Hello.", group_id=None, valid_at=None, created_at=None),
]


def test_episodes_of_a_group_and_day_are_messages_of_a_session() -> None:
    """In the order of their time; texts and records are documents, messages are their speaker's."""
    undated, first, second = Converted(EPISODES, []).sessions()
    assert (first["id"], first["group"], first["started_at"]) == (
        "graphiti/shop/2026-03-02",
        "shop",
        "2026-03-02T09:00:00Z",
    )
    assert [(one["id"], one["speaker"]) for one in first["messages"]] == [("e1", "Nora"), ("e2", "Ola")]
    assert first["messages"][0]["text"] == "Nora: I work at Brightwell."
    (text,) = second["messages"]
    assert text["source"] == {"kind": "document", "id": "Trade news", "title": "Trade news"}
    assert (undated["id"], "started_at" in undated, "group" in undated) == ("graphiti/undated", False, False)


def test_a_fact_is_a_claim_of_each_session_that_it_rests_on() -> None:
    """Each episode is a reason of its own, with the world time of the fact."""
    held = Converted(EPISODES, [fact("f1", ["e3", "e1", "e2"], invalid_at=at(9))])
    _, first, second = held.sessions()
    assert [(one["id"], one["support"]) for one in first["claims"]] == [
        ("f1/e1", [{"message": "e1"}]),
        ("f1/e2", [{"message": "e2"}]),
    ]
    (claim,) = second["claims"]
    assert claim == {
        "id": "f1/e3", "kind": "fact", "statement": "Nora works at Brightwell", "predicate": "works_at",
        "subject": {"kind": "person", "id": "Nora"}, "object": {"kind": "organization", "id": "Brightwell"},
        "confidence": CONFIDENCE, "support": [{"message": "e3"}],
        "world_from": "2026-03-02T09:00:00Z", "world_to": "2026-03-09T09:00:00Z",
    }  # fmt: skip
    assert (held.episodes, held.facts) == (4, 1)


def test_what_has_no_place_is_counted() -> None:
    held = Converted(
        [*EPISODES, episode("e5", " ")],
        [
            fact("f1", ["e1", "gone"]),
            fact("f2", ["gone"]),
            fact("f3", []),
            fact("f4", ["e5"]),
            fact("f5", ["e1"], fact=""),
            fact("f6", ["e1"], expired_at=at(4), created_at=at(3)),
            fact("f7", ["e1"], expired_at=at(4), invalid_at=at(3)),
            fact("f8", ["e1"], subject=entity("Nora", "Person", uuid="another")),
        ],
    )
    assert {what: many for what, many in held.lost.items() if many} == {
        "episodes without text": 1,
        "facts without an episode": 3,
        "facts without a wording": 1,
        "supports whose episode is not there": 3,
        "ends that Graphiti learned of without knowing their time": 1,
        "dates of what Graphiti knew (created_at, expired_at)": 3,
        "entities that share a name and kind with another": 1,
    }
    assert held.facts == 4


SPOKEN = {
    "one line": ("Nora: I moved.", "message", "Nora"),
    "with a role": ("Ola (assistant): Noted.", "message", "Ola"),
    "every line": ("Nora: I moved.\n\n  Nora: It was in May.\n", "message", "Nora"),
    "two speakers": ("Nora: I moved.\nOla: I sold the pump.", "message", None),
    "a line of nobody's": ("Nora: I moved.\nNote that it was in May.", "message", None),
    "nobody": ("The pump failed.", "message", None),
    "source unknown": ("Note: pump failed", None, None),
}  # fmt: skip


@pytest.mark.parametrize(("content", "kind", "speaker"), SPOKEN.values(), ids=SPOKEN)
def test_a_speaker_is_whom_a_message_names_on_every_line(content: str, kind: str | None, speaker: str | None) -> None:
    """C2, C3: a source that is guessed would count what one said as another's; what is not known is told."""
    held = Converted([episode("e1", content, kind=kind)], [])
    (message,) = next(held.sessions())["messages"]
    assert (message["speaker"], "source" in message) == (speaker or "chat", False)
    unknown = "speakers of messages that do not name one on every line"
    assert held.lost[unknown] == (speaker is None)
    assert Converted([episode("e1", "Deadline (soft): Friday", kind="text")], []).lost[unknown] == 0


def test_an_entity_is_of_the_first_of_its_kinds_and_the_others_are_counted() -> None:
    """Once an entity, whatever facts are about it; what Graphiti calls all entities, or a group's, is no kind."""
    nora = entity("Nora", "Person", "Entity_shop", "Employee", "Customer")
    facts = [fact("f1", ["e1"], subject=nora), fact("f2", ["e1"], subject=nora, object=entity("Oslo", "Entity_shop"))]
    held = Converted(EPISODES, facts)
    claims = [claim for one in held.sessions() for claim in one["claims"]]
    assert {(one["subject"]["kind"], one["object"]["kind"]) for one in claims} == {
        ("customer", "organization"), ("customer", "thing"),
    }  # fmt: skip
    assert held.lost["labels of entities that have several"] == 2


def test_times_may_be_texts_and_names_anything() -> None:
    _, first, _ = Converted(
        [*EPISODES[1:], episode("e9", "so: it is", valid_at="2026-03-02T10:00:00+02:00")],
        [fact("f1", ["e9"], name="is fond of!", subject=entity("Nora"), valid_at="2026-03-02T08:00:00")],
    ).sessions()
    assert [one["id"] for one in first["messages"]] == ["e9", "e1"]
    (claim,) = first["claims"]
    assert (claim["predicate"], claim["subject"]["kind"]) == ("is_fond_of", "thing")
    assert claim["world_from"] == "2026-03-02T08:00:00Z"
    (unnamed,) = next(Converted([EPISODES[1]], [fact("f1", ["e1"], name=None)]).sessions())["claims"]
    assert unnamed["predicate"] == "relates_to"


def test_what_comes_out_is_read_as_sessions() -> None:
    found = list(Sessions(list(Converted(EPISODES, [fact("f1", ["e1", "e3"])]).sessions())))
    assert all(isinstance(one, Session) for one in found)
    assert [len(one.claims) for one in found if isinstance(one, Session)] == [0, 1, 1]
