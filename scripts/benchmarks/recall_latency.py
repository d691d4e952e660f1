#!/usr/bin/env python3
"""How long a question takes: embedding, seeds, paths and context, without a model call.

Usage: recall_latency.py [--graph GRAPH --messages MESSAGES] [--events 150000] [--questions 300] [--flat 10000]
                         [--home FOLDER]
GRAPH and MESSAGES are those of import_trace.py: with them the questions of MESSAGES are asked of the imported graph.
With --events they are asked of a synthetic store of so many events, three semantic edges and four thirds of a note an
event, in which hubs have thousands of edges and one entity takes part in everything; it is written by this script's own
Cypher, with the nodes and properties that an ingest writes. With --flat the questions are asked over and over, so many
in all, and the client's memory is looked at ten times. Prints JSON lines, times in milliseconds, parts apart; `first`
is the first question after a start of the server, which `open` waits for. With --home the stores are kept for the next
run. Other work on the machine shows in `load`: a figure under load says nothing of an idle machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

import numpy as np  # noqa: E402
import psutil  # noqa: E402

from kgmem import AsyncMemory, Settings, local  # noqa: E402
from kgmem.embedding import Embeddings, resolve  # noqa: E402
from kgmem.graph.store import Transaction  # noqa: E402
from kgmem.identity import tenant_token  # noqa: E402

WARMING = 25
"""Questions before those that are timed: the server compiles what it runs often."""
DIMENSION = 384

# ---- a synthetic store ----

BATCH = 2_000
NOTES_A_SESSION, EVENTS_A_SESSION, SESSIONS_A_TOPIC = 40, 30, 25
HUBS_ONE_IN = 5_000
"""One event in so many is a hub."""
HUB_SHARE = 0.2
"""Of the edges that have a hub at one end."""
TYPES = ("BEFORE", "CAUSES", "ENABLES", "PREVENTS", "UPDATES", "CONTRADICTS")
OFTEN = (0.6, 0.15, 0.1, 0.03, 0.07, 0.05)
PEOPLE = 500
VERBS = ("repaired", "inspected", "painted", "moved", "closed", "replaced", "measured", "opened")
THINGS = ("pump", "valve", "ladder", "kitchen", "garden", "engine", "bridge", "harbour", "archive", "tunnel")

SESSIONS = """CYPHER 25
UNWIND $rows AS row
CREATE (s:Session {id: row.id, tenant: $tenant, kind: 'conversation', external_id: row.id, title: row.id,
        content_hash: row.id, state: 'stored', started_at: row.at, distilled_with: 'session',
        link_state: 'linked', recorded_at: row.at})
MERGE (t:Topic {id: row.topic}) ON CREATE SET t.tenant = $tenant, t.label = row.topic
CREATE (s)-[:IN_TOPIC {method: 'linked'}]->(t)
WITH s, t, row
CALL db.create.setNodeVectorProperty(s, 'embedding', row.embedding)
CALL db.create.setNodeVectorProperty(t, 'embedding', row.embedding)"""
PERSONS = """CYPHER 25
UNWIND $rows AS row
CREATE (:Entity {id: row.id, tenant: $tenant, tenant_token: $token, kind: 'person', root: 'person',
        external_id: row.name, name: row.name, key: row.key, name_key: row.key, aliases: [],
        wording_key: '0', recorded_at: datetime()})
CREATE (:Source {id: 'by/' + row.id, tenant: $tenant, kind: 'speaker', external_id: row.name,
        recorded_at: datetime()})"""
NOTES = """CYPHER 25
UNWIND $rows AS row
MATCH (s:Session {id: row.session}), (f:Source {id: 'by/' + row.by})
CREATE (n:Observation:Note {id: row.id, tenant: $tenant, tenant_token: $token, external_id: row.id, text: row.text,
        window: row.text, speaker: row.speaker, position: row.position, observed_at: row.at, recorded_at: row.at,
        content_hash: row.id})
CREATE (n)-[:RECORDED_IN]->(s), (n)-[:FROM]->(f)
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
CALL db.create.setNodeVectorProperty(n, 'window_embedding', row.embedding)"""
EVENTS = """CYPHER 25
UNWIND $rows AS row
MATCH (s:Session {id: row.session})
CREATE (c:Claim:Event {id: row.id, tenant: $tenant, tenant_token: $token, kind: 'action', statement: row.text,
        negated: false, rank: 1, wording_key: row.id, recorded_at: row.at, standing: 'supported',
        validity: 1.0, confidence: 0.8,
        confidence_shared: 0.8, weakest_support: 0.8})
CREATE (c)-[:ASSERTED_BY]->(a:Assertion {id: row.id + '/a', tenant: $tenant, session_id: row.session, item: row.id,
        statement: row.text, wording_key: row.id, state: 'intact',
        confidence: 0.8, raw_confidence: 0.8, weight: 0.8, model: 'session', recorded_at: row.at,
        world_from: row.at, world_grain_end: row.at + duration({days: 1}), world_grain: 'day', world_basis: 'stated',
        holds_from: row.at, source_ids: ['by/' + row.by], about: []})
CREATE (a)-[:MADE_IN]->(s), (c)-[:IN_SESSION]->(s)
WITH c, a, row
CALL (c, row) { UNWIND row.about AS id MATCH (e:Entity {id: id}) CREATE (c)-[:ABOUT {role: 'participant'}]->(e) }
CALL (a, row) { UNWIND row.notes AS id MATCH (n:Observation {id: id}) CREATE (a)-[:RESTS_ON]->(n) }
CALL db.create.setNodeVectorProperty(c, 'embedding', row.embedding)"""
EDGES = """CYPHER 25
UNWIND $rows AS row
MATCH (a:Claim {id: row.`start`}), (b:Claim {id: row.`end`})
CREATE (a)-[r:$(row.type) {session_id: row.session, tenant: $tenant, method: 'linked', confidence: row.confidence,
        retracted: false, recorded_at: datetime()}]->(b)"""
# What was updated has ended where the update is later, as validity.superseded would have it.
ENDED = """CYPHER 25
UNWIND $ids AS id
MATCH (u:Claim {id: id})-[r:UPDATES]->(o:Claim), (u)-[:ASSERTED_BY]->(w:Assertion), (o)-[:ASSERTED_BY]->(a:Assertion)
WHERE w.world_from >= a.world_grain_end
WITH o, a, min(w.world_from) AS at, collect(r) AS updates
SET o.validity = 0.0, o.valid_until = at, a.valid_until = at
FOREACH (r IN updates | SET r.effective_at = at)
WITH o, at
MATCH (o)-[r:CAUSES|PREVENTS]->(:Claim)
SET r.invalidated_at = at"""
TENANT = "CYPHER 25 MERGE (t:Tenant {id: $tenant}) SET t.writes = 1"


class Topical:
    """Vectors of a text near that of its topic, which its last word names; `timed` is what embedding really takes."""

    name = "topical"

    def __init__(self, timed: Embeddings | None = None) -> None:
        self.timed = timed

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        if self.timed is not None:
            self.timed.embed_query(text)
        found: list[float] = vector_of(text).tolist()
        return found


def vector_of(text: str) -> Any:
    """Of length 1, as local models give."""
    topic = text.rstrip("?").rsplit(" ", 1)[-1]
    both = _random(topic) + 0.8 * _random(text)
    return (both / np.linalg.norm(both)).astype(np.float32)


def _random(text: str) -> Any:
    found = np.random.default_rng(abs(hash_of(text))).normal(size=DIMENSION)
    return found / np.linalg.norm(found)


def hash_of(text: str) -> int:
    """The same in every process."""
    import zlib

    return zlib.crc32(text.encode())


class Synthetic:
    """A store of `events` events, each number of which follows from its place."""

    def __init__(self, events: int) -> None:
        self.events = events
        self.sessions = events // EVENTS_A_SESSION
        self.random = random.Random(7)

    def topic(self, session: int) -> str:
        return f"topic{session // SESSIONS_A_TOPIC}"

    def at(self, session: int) -> Any:
        return np.datetime64("2015-01-01") + np.timedelta64(session // 2, "D")

    def text(self, number: int, session: int) -> str:
        who, verb = f"Person{number * 7 % PEOPLE}", VERBS[number // 3 % len(VERBS)]
        return f"{who} {verb} the {THINGS[number % len(THINGS)]} number {number} of {self.topic(session)}"

    def persons(self) -> Iterator[dict[str, Any]]:
        for number in range(PEOPLE):
            yield {"id": f"p{number}", "name": f"Person{number}", "key": f"person{number}"}
        yield {"id": "user", "name": "User", "key": "user"}

    def session_rows(self) -> Iterator[dict[str, Any]]:
        for one in range(self.sessions):
            topic = self.topic(one)
            yield {"id": f"s{one}", "topic": topic, "at": self._moment(one), "embedding": vector_of(topic)}

    def note_rows(self) -> Iterator[dict[str, Any]]:
        for session in range(self.sessions):
            for position in range(NOTES_A_SESSION):
                number = session * NOTES_A_SESSION + position
                text, who = self.text(number, session), number * 3 % PEOPLE
                yield {
                    "id": f"n{number}", "session": f"s{session}", "by": f"p{who}", "speaker": f"Person{who}",
                    "text": text, "position": position, "at": self._moment(session), "embedding": vector_of(text),
                }  # fmt: skip

    def event_rows(self) -> Iterator[dict[str, Any]]:
        for number in range(self.sessions * EVENTS_A_SESSION):
            session = number // EVENTS_A_SESSION
            first = session * NOTES_A_SESSION + number % EVENTS_A_SESSION
            text, who = self.text(number, session), f"p{number * 7 % PEOPLE}"
            yield {
                "id": f"e{number}", "session": f"s{session}", "by": who, "text": text, "at": self._moment(session),
                "about": [who, "user"], "notes": [f"n{first + step}" for step in (0, 3, 7)],
                "embedding": vector_of(text),
            }  # fmt: skip

    def edge_rows(self) -> Iterator[dict[str, Any]]:
        count, near = self.sessions * EVENTS_A_SESSION, EVENTS_A_SESSION * SESSIONS_A_TOPIC
        hubs = range(0, count, min(HUBS_ONE_IN, max(1, count // 3)))
        for number in range(3 * count):
            start = number // 3
            if self.random.random() < HUB_SHARE:
                end = self.random.choice(hubs)
            else:
                end = start // near * near + self.random.randrange(near)
            if start == end or end >= count:
                continue
            (type,) = self.random.choices(TYPES, OFTEN)
            earlier, later = sorted((start, end))
            if type in ("UPDATES", "CONTRADICTS"):
                earlier, later = later, earlier
            yield {
                "start": f"e{earlier}", "end": f"e{later}", "type": type, "session": f"s{later // EVENTS_A_SESSION}",
                "confidence": round(0.5 + self.random.random() / 2, 2),
            }  # fmt: skip

    def questions(self, count: int) -> list[str]:
        found = []
        for number in range(count):
            place = number * 7919 % (self.sessions * EVENTS_A_SESSION)
            topic = self.topic(place // EVENTS_A_SESSION)
            found.append(f"What did Person{place * 7 % PEOPLE} do about the {THINGS[place % len(THINGS)]} of {topic}?")
        return found

    def _moment(self, session: int) -> Any:
        from datetime import UTC

        return self.at(session).astype("datetime64[s]").item().replace(tzinfo=UTC)


async def build(memory: AsyncMemory, made: Synthetic) -> None:
    """The store, in batches."""
    began = time.perf_counter()
    kinds = [
        (PERSONS, made.persons()), (SESSIONS, made.session_rows()), (NOTES, made.note_rows()),
        (EVENTS, made.event_rows()), (EDGES, made.edge_rows()),
    ]  # fmt: skip
    counts = []
    for text, rows in kinds:
        count = 0
        for batch in _batches(rows):
            await run(memory, text, rows=batch, token=tenant_token(memory.tenant))
            count += len(batch)
            if count % 20_000 == 0:
                harness.note(f"{count} written, {time.perf_counter() - began:.0f} s")
        counts.append(count)
    for batch in _batches(f"e{number}" for number in range(counts[3])):
        await run(memory, ENDED, ids=batch)
    await run(memory, TENANT)
    store = await memory.store()
    await store.schema("schema.await_indexes", seconds=3_600)
    _, _, notes, events, edges = counts
    harness.figure("recall.build", notes=notes, events=events, edges=edges,
                   seconds=round(time.perf_counter() - began, 1))  # fmt: skip


def _batches(rows: Any) -> Iterator[list[Any]]:
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


async def run(memory: AsyncMemory, text: str, **parameters: Any) -> None:
    """One statement of this script, in a transaction of its own."""
    from kgmem.graph.store import _packed

    store = await memory.store()

    async def work(tx: Transaction) -> None:
        given = {name: value for name, value in parameters.items() if f"${name}" in text}
        await (await tx._raw.run(text, _packed({"tenant": memory.tenant, **given}))).consume()

    await store.writing(work, memory.tenant, "benchmark")


# ---- what is measured ----


async def measure(name: str, settings: Settings, tenant: str, model: Embeddings, questions: Sequence[str]) -> None:
    """The first question after a start, then the others with their parts."""
    local.stop(settings.home)
    model.embed_query("the model is loaded")
    opened = time.perf_counter()
    async with memory_of(settings, tenant, model) as memory:
        asked = time.perf_counter()
        await memory.recall(questions[0])
        harness.figure("recall.first", store=name, open=_ms(asked - opened), question=_ms(time.perf_counter() - asked),
                       load=load())  # fmt: skip
        for question in questions[1 : WARMING + 1]:
            await memory.recall(question)
        whole: list[float] = []
        parts: dict[str, list[float]] = {}
        paths, cut = 0, 0
        for question in questions[WARMING + 1 :]:
            began = time.perf_counter()
            found = await memory.recall(question)
            whole.append(time.perf_counter() - began)
            for part, took in found.timings_ms.items():
                parts.setdefault(part, []).append(took / 1000)
            paths, cut = paths + len(found.paths), cut + found.path_cuts.any
        harness.figure(
            "recall.latency", store=name, questions=len(whole), **_figures(whole),
            parts={part: _figures(took) for part, took in parts.items()}, paths=round(paths / len(whole), 1),
            cut=round(cut / len(whole), 2), load=load(),
        )  # fmt: skip


async def flat(
    name: str, settings: Settings, tenant: str, model: Embeddings, questions: Sequence[str], many: int
) -> None:
    """The client's memory over many questions, each kept for no longer than it takes."""
    process, seen = psutil.Process(), []
    async with memory_of(settings, tenant, model) as memory:
        for number in range(many):
            await memory.recall(questions[number % len(questions)])
            if (number + 1) % max(1, many // 10) == 0:
                seen.append(round(process.memory_info().rss / 2**20, 1))
                harness.note(f"{number + 1} questions, {seen[-1]} MB")
    harness.figure("recall.memory", store=name, questions=many, megabytes=seen,
                   growth=round(seen[-1] - seen[len(seen) // 2], 1), load=load())  # fmt: skip


def memory_of(settings: Settings, tenant: str, model: Embeddings) -> AsyncMemory:
    return AsyncMemory.open(tenant, settings=settings, embeddings=model)


def _figures(took: Sequence[float]) -> dict[str, float]:
    found = sorted(took)
    return {"least": _ms(found[0]), "median": _ms(found[len(found) // 2]), "p95": _ms(found[int(0.95 * len(found))])}


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def load() -> list[float]:
    """How many processes wanted a processor in the last minute, and in the last five."""
    return [round(one, 2) for one in os.getloadavg()[:2]]


async def known(settings: Settings, tenant: str, model: Embeddings) -> bool:
    async with memory_of(settings, tenant, model) as memory:
        store = await memory.store()
        return bool((await store.read("recall.tenant", tenant))[0]["known"])


async def imported(settings: Settings, model: Embeddings, graph: Any, messages: Any) -> None:
    import import_trace

    async with memory_of(settings, "trace", model) as memory:
        await import_trace.run(graph, messages, memory)


async def built(settings: Settings, model: Embeddings, made: Synthetic) -> None:
    async with memory_of(settings, "synthetic", model) as memory:
        await build(memory, made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graph", type=Path)
    parser.add_argument("--messages", type=Path)
    parser.add_argument("--events", type=int)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--flat", type=int)
    parser.add_argument("--home", type=Path)
    given = parser.parse_args()
    model = resolve("bge-small", harness.note)
    if given.graph and given.messages:
        graph, messages = (json.loads(path.read_text(encoding="utf-8")) for path in (given.graph, given.messages))
        asked = [one["question"] for part in messages["conversations"] for one in part["questions"]]
        random.Random(1).shuffle(asked)
        with harness.own_store(given.home and given.home / "imported") as settings:
            if not asyncio.run(known(settings, "trace", model)):
                asyncio.run(imported(settings, model, graph, messages))
            asyncio.run(measure("imported", settings, "trace", model, asked[: given.questions + WARMING + 1]))
            if given.flat:
                asyncio.run(flat("imported", settings, "trace", model, asked, given.flat))
    if given.events:
        made, topical = Synthetic(given.events), Topical(model)
        with harness.own_store(given.home and given.home / f"synthetic-{given.events}") as settings:
            if not asyncio.run(known(settings, "synthetic", topical)):
                asyncio.run(built(settings, Topical(), made))
            questions = made.questions(given.questions + WARMING + 1)
            asyncio.run(measure(f"synthetic {given.events}", settings, "synthetic", topical, questions))


if __name__ == "__main__":
    main()
