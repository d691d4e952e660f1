"""What a node or relationship says in the words of W3C PROV. Pure.

Entities are sources, observations, assertions and claims. A session is the activity that distilled them, a retraction
the one that invalidates what it takes back and the claims that it leaves without a support. Speakers, models and the
people who take back are agents. A claim is derived from its reasons, a reason from what it rests on, an observation
from its document or tool. What was taken back and restored invalidates nothing, and its activity says until when it
did. Relations between claims are influences, each with its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from kgmem.anchors import iso
from kgmem.identity import hashed

PREFIX = {"kgmem": "urn:kgmem:"}
SECTIONS = (
    "entity", "activity", "agent", "wasGeneratedBy", "used", "wasDerivedFrom", "wasAttributedTo", "wasAssociatedWith",
    "wasInvalidatedBy", "wasInfluencedBy",
)  # fmt: skip
NODES = ("Source", "Session", "Observation", "Claim", "Assertion")
"""Labels that say something here, besides retractions, which are read before all others."""
STARTS = ("Observation", "Claim", "Assertion")
_INFLUENCES = {"CAUSES", "ENABLES", "PREVENTS", "BEFORE", "UPDATES", "CONTRADICTS"}
_TOLD = {
    "Source": ("kind", "external_id", "uri", "published_at"),
    "Session": ("kind", "external_id", "group", "started_at", "ended_at", "distilled_with"),
    "Observation": ("external_id", "locator", "observed_at"),
    "Claim": ("kind", "standing", "confidence", "confidence_shared", "validity", "valid_until"),
    "Assertion": ("confidence", "raw_confidence", "world_from", "world_to", "world_basis", "state"),
    "Retraction": ("reason", "policy", "target", "target_kind", "undone_at"),
}
"""Properties that are attributes, under their own names."""
_CALLED = {"Source": "title", "Session": "title", "Observation": "text", "Claim": "statement", "Assertion": "statement"}


class Record(NamedTuple):
    """One statement: its section, its name (None for a relation, which has none of its own) and what it says."""

    section: str
    name: str | None
    body: dict[str, Any]


class Act(NamedTuple):
    """A retraction in force: what invalidates, and when."""

    id: str
    at: datetime


class Known:
    """What statements about one thing must know of another: acts in force by what they take back, and what ended."""

    def __init__(self) -> None:
        self.acts: dict[str, list[Act]] = {}
        self.ended: dict[str, datetime] = {}
        self.fallen: set[str] = set()
        """Claims that nothing supports now."""
        self._agents: set[str] = set()

    def new_agent(self, id: str) -> bool:
        """Whether an agent is met for the first time."""
        new = id not in self._agents
        self._agents.add(id)
        return new


def retraction(node: Mapping[str, Any], targets: Iterable[Mapping[str, Any]], known: Known) -> Iterator[Record]:
    """An act, and what it takes back; `known` learns of it. `targets` are its relationships."""
    id, held = node["id"], node["properties"]
    at = held["recorded_at"]
    yield Record("activity", _name(id), _times(at, at) | _attributes("Retraction", held))
    yield from _acting(id, held.get("by"), "person", "prov:Person", held["tenant"], known)
    if held.get("undone_at") is not None:
        return
    for target in targets:
        for taken in (target["end"], *(target["properties"].get("assertion_ids") or ())):
            known.acts.setdefault(taken, []).append(Act(id, at))


def of_node(label: str, node: Mapping[str, Any], known: Known) -> Iterator[Record]:
    """What a node says of itself."""
    id, held = node["id"], node["properties"]
    if label == "Session":
        yield Record("activity", _name(id), _attributes(label, held))
        yield from _acting(id, held.get("distilled_with"), "distiller", "prov:SoftwareAgent", held["tenant"], known)
    else:
        yield Record("entity", _name(id), _attributes(label, held))
    if label == "Source" and held["kind"] == "speaker":
        yield Record("agent", _name(id), {"prov:label": held["external_id"], "prov:type": _qualified("prov:Person")})
    if label == "Assertion":
        session, ended = held["session_id"], held.get("ended_at")
        body = {"prov:entity": _name(id), "prov:activity": _name(session), "prov:time": iso(held["recorded_at"])}
        yield Record("wasGeneratedBy", None, body)
        if ended is not None:
            yield _invalidated(id, session, ended)
        yield from _covered(id, known.acts.get(session, ()))
        if held.get("model"):
            agent = hashed("agt", held["tenant"], "model", held["model"])
            yield from _agent(agent, held["model"], "prov:SoftwareAgent", known)
            yield Record("wasAttributedTo", None, {"prov:entity": _name(id), "prov:agent": _name(agent)})
    if label == "Claim" and held["standing"] == "unsupported":
        known.fallen.add(id)
    if label == "Observation" and held.get("ended_at") is not None:
        known.ended[id] = held["ended_at"]
    yield from _covered(id, known.acts.get(id, ()))


def affected(row: Mapping[str, Any], acts: Mapping[str, Any], known: Known) -> Iterator[Record]:
    """Whether an act in force, one of `acts`, took from a claim its last support, and nothing gave it another since."""
    held, act = row["properties"], acts[row["start"]]["properties"]
    took = not held.get("undone") and held.get("standing_after") == "unsupported" != held.get("standing_before")
    direct = any(one.id == row["start"] for one in known.acts.get(row["end"], ()))
    if took and not direct and act.get("undone_at") is None and row["end"] in known.fallen:
        yield _invalidated(row["end"], row["start"], act["recorded_at"])


def of_relationship(row: Mapping[str, Any], known: Known) -> Iterator[Record]:
    """What a relationship says."""
    type, start, end, held = row["type"], row["start"], row["end"], row["properties"]
    if type == "ASSERTED_BY":
        yield _derived(start, end, {})
    elif type == "RESTS_ON":
        yield _derived(start, end, {"kgmem:quote": held["quote"]} if held.get("quote") else {})
    elif type == "FROM":
        yield _derived(start, end, {"prov:type": _qualified("prov:PrimarySource")})
        yield Record("wasAttributedTo", None, {"prov:entity": _name(start), "prov:agent": _name(end)})
        yield from _covered(start, known.acts.get(end, ()))
    elif type == "RECORDED_IN":
        yield Record("used", None, {"prov:activity": _name(end), "prov:entity": _name(start)})
        yield from _covered(start, known.acts.get(end, ()))
        if start in known.ended:
            yield _invalidated(start, end, known.ended.pop(start))
    elif type in _INFLUENCES and held.get("ended_at") is None and not held.get("retracted"):
        told = {"prov:type": _qualified(f"kgmem:{type}"), "kgmem:method": held.get("method")}
        at = {"kgmem:effective_at": _value(held["effective_at"])} if held.get("effective_at") else {}
        body = {"prov:influencee": _name(end), "prov:influencer": _name(start)}
        yield Record("wasInfluencedBy", None, body | told | at)


def _attributes(label: str, held: Mapping[str, Any]) -> dict[str, Any]:
    found = {"prov:type": _qualified(f"kgmem:{label}")}
    if (called := held.get(_CALLED.get(label, ""))) is not None:
        found["prov:label"] = called
    return found | {f"kgmem:{name}": _value(held[name]) for name in _TOLD[label] if held.get(name) is not None}


def _acting(activity: str, name: str | None, role: str, kind: str, tenant: str, known: Known) -> Iterator[Record]:
    """Who an activity is of, where that is known."""
    if name is None:
        return
    agent = hashed("agt", tenant, role, name)
    yield from _agent(agent, name, kind, known)
    yield Record("wasAssociatedWith", None, {"prov:activity": _name(activity), "prov:agent": _name(agent)})


def _agent(id: str, name: str, kind: str, known: Known) -> Iterator[Record]:
    if known.new_agent(id):
        yield Record("agent", _name(id), {"prov:label": name, "prov:type": _qualified(kind)})


def _covered(id: str, acts: Iterable[Act]) -> Iterator[Record]:
    return (_invalidated(id, act.id, act.at) for act in acts)


def _invalidated(id: str, activity: str, at: datetime) -> Record:
    body = {"prov:entity": _name(id), "prov:activity": _name(activity), "prov:time": iso(at)}
    return Record("wasInvalidatedBy", None, body)


def _derived(id: str, used: str, told: Mapping[str, Any]) -> Record:
    return Record("wasDerivedFrom", None, {"prov:generatedEntity": _name(id), "prov:usedEntity": _name(used), **told})


def _times(start: datetime, end: datetime) -> dict[str, Any]:
    return {"prov:startTime": iso(start), "prov:endTime": iso(end)}


def _value(value: Any) -> Any:
    return {"$": iso(value), "type": "xsd:dateTime"} if isinstance(value, datetime) else value


def _qualified(name: str) -> dict[str, str]:
    return {"$": name, "type": "prov:QUALIFIED_NAME"}


def _name(id: str) -> str:
    return f"kgmem:{id}"
