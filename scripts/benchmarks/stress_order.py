#!/usr/bin/env python3
"""Whether the newest version comes first when a question is about now, and the old one when it is about then.

Usage: stress_order.py DATA SCORER [--only graph] [--only rules]
DATA is the folder with the published graph (`graph.json`), the cleaned conversations (`locomo_qa.json`) and the
questions whose answer changed (`stress.json`); SCORER the script that scores rankings (its `score`). Each conversation
is a tenant. The store is an embedded one of the script's own, unless KGMEM_HOME or KGMEM_URI names another.

`graph`: over the published graph, plus one right `updates` for each gold pair, so that the search is tested and not the
extraction. `rules`: end to end, from the messages alone. Prints a JSON line for each ranking and unit: now, and as of
a moment half way between the outdated and the current message, where the outdated one is right: there `outdated_net` is
by how much more often that leads. `recency` ranks the same messages by their time alone.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

import import_trace  # noqa: E402
import locomo_recall  # noqa: E402

from kgmem import AsyncMemory, Settings, ontology  # noqa: E402
from kgmem.distill.verify import identities  # noqa: E402
from kgmem.embedding import Embeddings, resolve  # noqa: E402
from kgmem.formats.native import read_session  # noqa: E402
from kgmem.models import Recall  # noqa: E402
from kgmem.settings import load  # noqa: E402

BUDGET = 1_000_000
"""Tokens: no ranking is cut by its text."""
DEPTH = 50
KS = (5, 10, 20)

Raw = dict[str, Any]
Score = Callable[..., Raw]
Run = dict[str, dict[str, list[str]]]


@dataclass
class Rankings:
    """By name of the ranking, then by id of the question, what came first."""

    runs: dict[str, Run] = field(default_factory=dict)

    def add(self, name: str, item: str, **found: list[str]) -> None:
        self.runs.setdefault(name, {})[item] = found


def scorer(path: Path) -> Score:
    """The `score` of a script."""
    spec = importlib.util.spec_from_file_location("scorer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Score = module.score
    return found


def with_gold(sessions: list[Raw], items: list[Raw]) -> None:
    """An update for each pair of a current and an outdated event, in the later session of the two."""
    place = {claim["id"]: number for number, raw in enumerate(sessions) for claim in raw["claims"]}
    for item in items:
        for new in item["gold"]["current_events"]:
            for old in set(item["gold"]["outdated_events"]) - set(item["gold"]["current_events"]):
                if new in place and old in place:
                    sessions[max(place[new], place[old])]["relations"].append(
                        {
                            "id": f"{item['id']}/{new}/{old}",
                            "from": new,
                            "to": old,
                            "type": "updates",
                            "confidence": 1.0,
                        }
                    )


def between(item: Raw, sent: dict[str, datetime]) -> datetime | None:
    """Half way from the last message with an outdated answer to the first one with the current answer; None where the
    outdated one does not come before."""
    current = min((sent[id] for id in item["gold"]["current_turns"] if id in sent), default=None)
    said = [sent[id] for id in item["gold"]["outdated_turns"] if id in sent]
    outdated = max((at for at in said if current and at < current), default=None)
    return outdated + (current - outdated) / 2 if current and outdated else None


async def ask(memory: AsyncMemory, item: Raw, when: datetime | None) -> Recall:
    return await memory.recall(item["question"], budget=BUDGET, notes=DEPTH, as_of=when)


def newest(recalled: Recall) -> list[str]:
    """The notes of a recall, the newest first."""
    ranked = sorted(recalled.notes, key=lambda note: (note.sent_at is not None, note.sent_at), reverse=True)
    return [note.external_id for note in ranked]


async def graph(data: Path, items: list[Raw], memory_of: Callable[[str], AsyncMemory], model: Embeddings) -> Rankings:
    """The published graph with the gold updates."""
    found = Rankings()
    graphs, messages = (json.loads((data / name).read_text()) for name in ("graph.json", "locomo_qa.json"))
    texts = {one["sample_id"]: one for one in messages["conversations"]}
    for one in graphs["conversations"]:
        asked = [item for item in items if item["sample_id"] == one["sample_id"]]
        sessions = import_trace.sessions_of(one, texts[one["sample_id"]], model)
        with_gold(sessions, asked)
        async with memory_of(f"graph-{one['sample_id']}") as memory:
            import_trace.name_across(sessions, memory.tenant)
            stored = await memory.ingest(sessions)
            harness.note(f"{one['sample_id']}: {stored.totals.events} events, {stored.totals.relations} relations")
            events = _events(sessions, memory.tenant)
            for item in asked:
                for name, when in (("now", None), ("then", between(item, _sent(texts[one["sample_id"]])))):
                    if name == "now" or when:
                        recalled = await ask(memory, item, when)
                        found.add(
                            f"graph, {name}",
                            item["id"],
                            turns=[note.external_id for note in recalled.notes],
                            events=[events[claim.id] for claim in recalled.claims if claim.id in events],
                        )
    return found


async def rules(data: Path, items: list[Raw], memory_of: Callable[[str], AsyncMemory], model: Embeddings) -> Rankings:
    """The messages alone, read by the rules; beside it the same messages by recency."""
    found = Rankings()
    messages = json.loads((data / "locomo_qa.json").read_text())
    texts = {one["sample_id"]: one for one in messages["conversations"]}
    for fold in locomo_recall.load(data / "locomo_qa.json", None, 1, model):
        asked = [item for item in items if item["sample_id"] == fold.tenant]
        async with memory_of(fold.tenant) as memory:
            stored = await memory.ingest(fold.sessions)
            harness.note(f"{fold.tenant}: {stored.totals.claims} claims")
            for item in asked:
                now = await ask(memory, item, None)
                found.add("rules, now", item["id"], turns=[note.external_id for note in now.notes])
                found.add("recency, now", item["id"], turns=newest(now))
                if when := between(item, _sent(texts[fold.tenant])):
                    then = await ask(memory, item, when)
                    found.add("rules, then", item["id"], turns=[note.external_id for note in then.notes])
                    # recency has no as_of of its own: asked about then, it still ranks the newest of all first
                    found.add("recency, then", item["id"], turns=newest(now))
    return found


def _events(sessions: list[Raw], tenant: str) -> dict[str, str]:
    known = ontology.default()
    ids: dict[str, str] = {}
    for raw in sessions:
        ids |= identities(read_session(raw, None), tenant, known, None)
    return {claim: event for event, claim in ids.items()}


def _sent(conversation: Raw) -> dict[str, datetime]:
    return {
        turn["dia_id"]: datetime.fromisoformat(f"{session['time_iso']}Z")
        for session in conversation["sessions"]
        for turn in session["turns"]
    }


def report(rankings: Rankings, score: Score) -> None:
    for name, run in rankings.runs.items():
        for unit in ("turns", "events"):
            if not any(unit in found for found in run.values()):
                continue
            result = score(run, unit, KS)
            figures = {f"@{k}": result[f"@{k}"] for k in KS}
            then = {f"outdated_net@{k}": -result[f"@{k}"]["order_net"] for k in KS} if name.endswith("then") else {}
            harness.figure(name, unit=unit, n=result["n"], asked=len(run), **figures, **then)


async def run(data: Path, only: list[str], score: Score, settings: Settings) -> None:
    items = json.loads((data / "stress.json").read_text())["items"]
    model = resolve(settings.embedding, harness.note)

    def memory_of(tenant: str) -> AsyncMemory:
        return AsyncMemory.open(tenant, settings=settings, embeddings=model)

    if "graph" in only:
        report(await graph(data, items, memory_of, model), score)
    if "rules" in only:
        report(await rules(data, items, memory_of, model), score)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("scorer", type=Path)
    parser.add_argument("--only", action="append", choices=("graph", "rules"))
    given = parser.parse_args()
    if os.environ.get("KGMEM_URI"):
        return asyncio.run(run(given.data, given.only or ["graph", "rules"], scorer(given.scorer), load()))
    kept = os.environ.get("KGMEM_HOME")
    with harness.own_store(Path(kept) if kept else None) as settings:
        asyncio.run(run(given.data, given.only or ["graph", "rules"], scorer(given.scorer), settings))


if __name__ == "__main__":
    main()
