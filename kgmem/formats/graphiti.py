"""A graph that Graphiti left, as sessions that bring their claims. Pure.

The episodes of one group and day are the messages of one session. A fact is a claim of every session in which one of
its episodes is, one item an episode, so that each episode is a reason of its own; `valid_at` and `invalid_at` are its
world time. A message is its speaker's where every line of it names the same one, as Graphiti has messages written, and
else its description's: who said what is never guessed. What has no place here is counted by name.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from kgmem.anchors import iso

CONFIDENCE = 0.7
"""Of a fact: Graphiti gives none, and what a model extracted is not certain."""
_SPEAKER = re.compile(r"\s*([^:\n()]{1,60}?)\s*(?:\([^()\n]*\))?\s*:\s")
_WORD = re.compile(r"[^\w]+")
_GENERAL = re.compile(r"Entity(_.*)?")
"""Labels that say no kind: that of all entities, and Graphiti's own one for a group."""


class Converted:
    """The sessions of a graph, and how much of what was left behind."""

    def __init__(self, episodes: Iterable[Mapping[str, Any]], facts: Iterable[Mapping[str, Any]]) -> None:
        self.lost: Counter[str] = Counter()
        self.facts = 0
        self._sessions: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
        self._place: dict[str, tuple[str, str]] = {}
        for one in episodes:
            if not (one["content"] or "").strip():
                self.lost["episodes without text"] += 1
                continue
            at = one["valid_at"] or one["created_at"]
            key = (one["group_id"] or "", _moment(at).date().isoformat() if at else "undated")
            self._sessions[key].append(one)
            self._place[one["uuid"]] = key
            self.lost["speakers of messages that do not name one on every line"] += _said(one) and not _speaker(one)
        self._claims: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        self._names: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._further: dict[str, int] = {}
        for fact in facts:
            self._take(fact)
        self.lost["entities that share a name and kind with another"] = sum(
            len(uuids) - 1 for uuids in self._names.values()
        )
        self.lost["labels of entities that have several"] = sum(self._further.values())

    @property
    def episodes(self) -> int:
        """How many are messages now."""
        return len(self._place)

    def sessions(self) -> Iterator[dict[str, Any]]:
        """Sessions as the native format has them, by group and day."""
        for key in sorted(self._sessions):
            group, day = key
            held = sorted(self._sessions[key], key=lambda one: (_sorted(one["valid_at"]), one["uuid"]))
            start = next((iso(_moment(one["valid_at"])) for one in held if one["valid_at"]), None)
            raw = {
                "id": f"graphiti/{group}/{day}" if group else f"graphiti/{day}",
                "group": group or None,
                "started_at": start,
                "messages": [_message(one) for one in held],
                "claims": sorted(self._claims[key], key=lambda claim: str(claim["id"])),
            }
            yield {name: value for name, value in raw.items() if value is not None}

    def _take(self, fact: Mapping[str, Any]) -> None:
        episodes = sorted({*(fact["episodes"] or ())})
        held = [uuid for uuid in episodes if uuid in self._place]
        self.lost["supports whose episode is not there"] += len(episodes) - len(held)
        if not held:
            self.lost["facts without an episode"] += 1
            return
        if not (fact["fact"] or "").strip():
            self.lost["facts without a wording"] += 1
            return
        self.facts += 1
        if fact["expired_at"] and not fact["invalid_at"]:
            self.lost["ends that Graphiti learned of without knowing their time"] += 1
        self.lost["dates of what Graphiti knew (created_at, expired_at)"] += sum(
            fact[name] is not None for name in ("created_at", "expired_at")
        )
        ends = {name: self._entity(fact[name]) for name in ("subject", "object")}
        times = {"world_from": fact["valid_at"], "world_to": fact["invalid_at"]}
        for uuid in held:
            self._claims[self._place[uuid]].append({
                "id": f"{fact['uuid']}/{uuid}",
                "kind": "fact",
                "statement": fact["fact"],
                "predicate": _predicate(fact["name"]),
                **ends,
                "confidence": CONFIDENCE,
                "support": [{"message": uuid}],
                **{name: iso(_moment(at)) for name, at in times.items() if at is not None},
            })  # fmt: skip

    def _entity(self, entity: Mapping[str, Any]) -> dict[str, str]:
        """It is of the first of its kinds, by name; the others are counted."""
        kinds = sorted(label.lower() for label in entity["labels"] if not _GENERAL.fullmatch(label))
        kind = kinds[0] if kinds else "thing"
        self._names[kind, entity["name"]].add(entity["uuid"])
        self._further[entity["uuid"]] = len(kinds[1:])
        return {"kind": kind, "id": entity["name"]}


def _message(episode: Mapping[str, Any]) -> dict[str, Any]:
    text, described = episode["content"], episode["described"] or episode["name"] or "graphiti"
    found: dict[str, Any] = {"id": episode["uuid"], "text": text}
    if episode["valid_at"] is not None:
        found["sent_at"] = iso(_moment(episode["valid_at"]))
    if _said(episode):
        return found | {"speaker": _speaker(episode) or described}
    source = {"kind": "document", "id": described, "title": described}
    return found | {"speaker": described, "source": source}


def _said(episode: Mapping[str, Any]) -> bool:
    """Whether somebody said it; the others are documents."""
    return episode["kind"] in (None, "message")


def _speaker(episode: Mapping[str, Any]) -> str | None:
    """Who said all of a message, None where that is not written: a colon in what is no message names nobody."""
    lines = [line for line in episode["content"].splitlines() if line.strip()]
    named = {found[1] if (found := _SPEAKER.match(line)) else None for line in lines}
    return named.pop() if episode["kind"] == "message" and len(named) == 1 else None


def _predicate(name: str | None) -> str:
    return _WORD.sub("_", (name or "").strip()).strip("_").lower() or "relates_to"


def _moment(at: Any) -> datetime:
    """A time of the graph, whether it was stored as a time or as text; one without a zone is UTC, as Graphiti's are."""
    found = at if isinstance(at, datetime) else datetime.fromisoformat(str(at))
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def _sorted(at: Any) -> str:
    return "" if at is None else _moment(at).isoformat()
