#!/usr/bin/env python3
"""What of TRACE's published graph keeps our laws: its events and edges as sessions that bring claims and relations.

Usage: import_trace.py GRAPH MESSAGES [--tenant NAME]
GRAPH is the published graph (`graph.json`), MESSAGES the cleaned conversations it was built on (`locomo_qa.json`).
Prints JSON lines: what was stored; for every type of relation how many were given, stored, refused and kept without
effect, by code; and the same for each class that the graph's own days make of `before` (an event without a day being of
its session's), and its sessions of `updates`. The store is an embedded one of the script's own, unless KGMEM_HOME names
another.

An event names no message, so it rests on the three messages of its session that are most like its description, without
a quote, and says so by its model. An event of a day has that day as its anchor, else the words it was given. A relation
across sessions belongs to the later one, which cites the claim of the earlier by its id.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

import numpy as np  # noqa: E402

from kgmem import AsyncMemory, Settings, ontology  # noqa: E402
from kgmem.distill.verify import identities  # noqa: E402
from kgmem.embedding import Embeddings, resolve  # noqa: E402
from kgmem.formats.native import read_session  # noqa: E402
from kgmem.models import IngestResult  # noqa: E402

INFERRED = "trace/inferred"
"""The model of an event whose support the graph does not name."""
CONFIDENCE = 0.8
MOST_LIKE = 3
"""Messages that such an event rests on."""

Raw = dict[str, Any]


@dataclass
class Fates:
    """What became of relations of one kind: how many there were, and why not more are stored or have an effect."""

    given: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    inert: Counter[str] = field(default_factory=Counter)

    def add(self, rejected: str | None, inert: str | None) -> None:
        self.given += 1
        self.rejected.update([rejected] if rejected else [])
        self.inert.update([inert] if inert else [])

    def figures(self) -> dict[str, Any]:
        stored = self.given - self.rejected.total()
        return {"given": self.given, "stored": stored, "rejected": self.rejected, "without_effect": self.inert}


# ---- from the graph to sessions ----


def sessions_of(graph: Raw, messages: Raw, model: Embeddings) -> list[Raw]:
    """The sessions of one conversation in order, in the native format."""
    group = graph["sample_id"]
    numbers = {one["id"]: one["number"] for one in graph["sessions"]}
    found = {one["session"]: _session(group, one) for one in messages["sessions"]}
    for number, raw in found.items():
        events = [one for one in graph["events"] if numbers[one["session"]] == number]
        raw["claims"] = list(_claims(events, raw["messages"], model))
    at = {one["id"]: numbers[one["session"]] for one in graph["events"]}
    for edge in graph["edges"]:
        later = max(at[edge["source"]], at[edge["target"]])
        found[later]["relations"].append(
            {"id": edge["id"], "from": edge["source"], "to": edge["target"], "type": edge["label"],
             "confidence": edge["confidence_assumed"]}
        )  # fmt: skip
    return [found[number] for number in sorted(found)]


def _session(group: str, given: Raw) -> Raw:
    return {
        "id": f"{group}/session_{given['session']}",
        "group": group,
        "started_at": f"{given['time_iso']}Z",
        "messages": [
            {"id": turn["dia_id"], "speaker": turn["speaker"], "text": _text(turn)} for turn in given["turns"]
        ],
        "relations": [],
    }


def _text(turn: Raw) -> str:
    caption = turn.get("image_caption")
    return f"{turn['text']} [image: {caption}]" if caption else turn["text"]


def _claims(events: Sequence[Raw], messages: Sequence[Raw], model: Embeddings) -> Iterable[Raw]:
    lines = [f"{one['speaker']}: {one['text']}" for one in messages]
    for event, like in zip(events, _most_like([one["description"] for one in events], lines, model), strict=True):
        ranked = sorted((-round(score, 6), messages[place]["id"]) for place, score in enumerate(like))
        yield {
            "id": event["id"],
            "kind": event["type"],
            "statement": event["description"],
            "participants": [{"kind": "person", "id": name} for name in event["participants"]],
            "anchor": event["time_iso"] or event["time_anchor"],
            "confidence": CONFIDENCE,
            "support": [{"message": id} for _, id in ranked[:MOST_LIKE]],
            "model": INFERRED,
        }


def _most_like(texts: list[str], lines: list[str], model: Embeddings) -> list[list[float]]:
    """For each text, its cosine with every line."""
    if not texts:
        return []
    one, other = (np.asarray(model.embed_documents(part)) for part in (texts, lines))
    one, other = (part / np.linalg.norm(part, axis=1, keepdims=True) for part in (one, other))
    found: list[list[float]] = (one @ other.T).tolist()
    return found


def name_across(sessions: Iterable[Raw], tenant: str) -> None:
    """Relations name the events of other sessions by the ids that their claims will have."""
    known = ontology.default()
    ids: dict[str, str] = {}
    for raw in sessions:
        own = {claim["id"] for claim in raw["claims"]}
        for relation in raw["relations"]:
            relation |= {end: one if (one := relation[end]) in own else ids[one] for end in ("from", "to")}
        ids |= identities(read_session(raw, None), tenant, known, None)


# ---- what becomes of it ----


def classes_of(graph: Raw) -> dict[str, list[tuple[str, str]]]:
    """For each relation the kinds that it is counted under: its type, and what the graph says of its two times."""
    starts = {session["id"]: session["time_iso"] for session in graph["sessions"]}
    events = {event["id"]: event for event in graph["events"]}
    found = {}
    for edge in graph["edges"]:
        ends = [events[edge[end]] for end in ("source", "target")]
        first, second = (event["time_iso"] or starts[event["session"]][:10] for event in ends)
        here, there = (starts[event["session"]] for event in ends)
        kinds = [("type", edge["label"])]
        if edge["label"] == "before":
            day = "equal" if first == second else "legal" if first < second else "reversed"
            kinds.append(("before by day", day))
            if not all(event["time_iso"] for event in ends):
                kinds.append(("before without a day of its own", day))
        if edge["label"] == "updates":
            kinds.append(("updates by session", "forward" if here > there else "backward" if here < there else "same"))
        found[edge["id"]] = kinds
    return found


def outcomes(result: IngestResult) -> tuple[dict[str, str], dict[str, str]]:
    """The code of every item that was rejected, and of every update that is kept without effect, by its name."""
    rejected = {item.item: item.code for one in result.sessions for item in one.rejected}
    inert = {
        warning.detail.split(" ", 1)[0]: warning.code
        for one in result.sessions
        for warning in one.warnings
        if warning.code in ("update_before_fact", "same_time_update")
    }
    return rejected, inert


async def run(graph: Raw, messages: Raw, memory: AsyncMemory) -> None:
    """Ingest every conversation, and print what became of it."""
    texts = {one["sample_id"]: one for one in messages["conversations"]}
    states: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    kinds: dict[tuple[str, str], Fates] = {}
    given = stored = unresolved = lost = 0
    for one in graph["conversations"]:
        sessions = sessions_of(one, texts[one["sample_id"]], memory.embeddings)
        name_across(sessions, memory.tenant)
        result = await memory.ingest(sessions)
        harness.note(f"{one['sample_id']}: {result.totals.events} events, {result.totals.relations} relations")
        rejected, inert = outcomes(result)
        events = {event["id"] for event in one["events"]}
        given, stored = given + len(events), stored + result.totals.events
        states.update(session.state for session in result.sessions)
        refused.update(code for item, code in rejected.items() if item in events)
        warnings = [warning.code for session in result.sessions for warning in session.warnings]
        unresolved += warnings.count("anchor_unresolved")
        lost += sum(bool({edge["source"], edge["target"]} & rejected.keys()) for edge in one["edges"])
        for edge, counted in classes_of(one).items():
            for kind in counted:
                kinds.setdefault(kind, Fates()).add(rejected.get(edge), inert.get(edge))
    harness.figure("sessions", **states)
    harness.figure("events", given=given, stored=stored, rejected=refused, anchor_unresolved=unresolved)
    harness.figure("relations of events that were rejected", given=lost)
    for (name, of), fates in sorted(kinds.items()):
        harness.figure(name, of=of, **fates.figures())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", type=Path)
    parser.add_argument("messages", type=Path)
    parser.add_argument("--tenant", default="trace")
    given = parser.parse_args()
    graph, messages = (json.loads(path.read_text(encoding="utf-8")) for path in (given.graph, given.messages))
    kept = os.environ.get("KGMEM_HOME")
    with harness.own_store(Path(kept) if kept else None) as settings:
        asyncio.run(_opened(graph, messages, given.tenant, settings))


async def _opened(graph: Raw, messages: Raw, tenant: str, settings: Settings) -> None:
    model = resolve(settings.embedding, harness.note)
    async with AsyncMemory.open(tenant, settings=settings, embeddings=model) as memory:
        await run(graph, messages, memory)


if __name__ == "__main__":
    main()
