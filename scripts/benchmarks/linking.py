#!/usr/bin/env python3
"""What linking a new session costs, by the number of claims that its tenant has, with one user in all of them.

Usage: linking.py [--claims 1000 10000 100000] [--sessions 60] [--home FOLDER]
Prints JSON lines: for each size the least, the median and the 90th percentile of the time that linking one session
takes, and the candidates that were looked at and passed the gate; at last how many times what the smallest takes the
largest takes: the ratio of the medians, and the median of the ratios turn by turn. Each size is a store with a server
of its own, and the sessions go into them by turns, so that other work on the machine, which shows in `load`, slows all
of them alike. The stores are built by this script's own Cypher, with the nodes and properties that an ingest and
linking write. A session has ten claims, twenty sessions are a topic, and every claim is about the user and one of ten
things of its topic. With --home the stores are built there, in a folder each, and kept.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import statistics
import sys
import time
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

import numpy as np  # noqa: E402
from neo4j.vector import Vector  # noqa: E402

from kgmem import AsyncMemory, Settings, identity  # noqa: E402
from kgmem.graph.rows import link_key  # noqa: E402
from kgmem.graph.store import Transaction  # noqa: E402
from kgmem.models import LinkResult  # noqa: E402

TENANT = "linking"
USER = "user"
CLAIMS, SESSIONS, THINGS = 10, 20, 10
"""Claims of a session, sessions of a topic, things of a topic."""
NEW_CLAIMS = 5
"""Claims of a session that is linked."""
WARMING = 20
BATCH = 1_000
DIMENSION = 384
SCATTER = 0.6
"""How far a claim lies from its topic: claims of one topic have a cosine of about 1 / (1 + SCATTER ** 2)."""

BUILD = """CYPHER 25
UNWIND $rows AS row
MERGE (t:Topic {id: row.topic_id})
ON CREATE SET t.tenant = $tenant, t.label = row.topic, t.size = $sessions
MERGE (s:Session {id: row.session_id})
ON CREATE SET s.tenant = $tenant, s.kind = 'conversation', s.external_id = row.session, s.content_hash = row.session,
              s.state = 'stored', s.distilled_with = 'session', s.link_state = 'linked', s.link_key = row.link_key,
              s.started_at = row.at, s.recorded_at = datetime()
MERGE (s)-[:IN_TOPIC {method: 'linked'}]->(t)
CREATE (c:Claim:Event {id: row.id, tenant: $tenant, kind: 'action', statement: row.statement, negated: false, rank: 1,
        wording_key: row.id, standing: 'supported', validity: 1.0, confidence: 0.8, confidence_shared: 0.8,
        weakest_support: 0.8, recorded_at: datetime()})
CREATE (c)-[:ASSERTED_BY]->(a:Assertion {id: row.id + '/a', tenant: $tenant, session_id: row.session_id, item: 'c',
        state: 'intact', confidence: 0.8, statement: row.statement, wording_key: row.id,
        entity_names: ['user', row.thing], world_from: row.at, world_grain_end: row.at + duration({days: 1}),
        world_grain: 'day', world_basis: 'stated'})
CREATE (a)-[:MADE_IN]->(s)
WITH row, c, s, t
MATCH (user:Entity {id: $user}), (thing:Entity {id: row.thing_id})
CREATE (c)-[:ABOUT {role: 'participant'}]->(user), (c)-[:ABOUT {role: 'participant'}]->(thing)
WITH row, c, s, t
CALL db.create.setNodeVectorProperty(c, 'embedding', row.vector)
CALL (row, s) {
  WITH row, s WHERE row.first
  CALL db.create.setNodeVectorProperty(s, 'embedding', row.centre)
}
CALL (row, t) {
  WITH row, t WHERE row.founds
  CALL db.create.setNodeVectorProperty(t, 'embedding', row.centre)
}"""
ENTITIES = """CYPHER 25
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.tenant = $tenant, e.kind = 'thing', e.root = 'thing', e.name = row.name, e.key = row.name,
              e.name_key = row.name, e.external_id = row.name, e.aliases = [], e.recorded_at = datetime()"""
KNOWN = "CYPHER 25 MATCH (:Entity {id: $user})<-[r:ABOUT]-() RETURN count(r) AS claims"
AWAIT = "CYPHER 25 CALL db.awaitIndexes(1800)"


class Topical:
    """A statement points where its first word, the topic, does, and a little elsewhere."""

    name = "topical"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return [float(one) for one in vector_of(text)]


def direction(text: str) -> Any:
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
    found = np.random.default_rng(seed).normal(size=DIMENSION).astype(np.float32)
    return found / np.linalg.norm(found)


def vector_of(text: str) -> Any:
    return direction(text.split(" ")[0]) + np.float32(SCATTER) * direction(text)


def thing(topic: int, number: int) -> str:
    return f"thing {topic} {number}"


def row(number: int) -> dict[str, Any]:
    """The `number`-th claim of the store."""
    session, topic = number // CLAIMS, number // CLAIMS // SESSIONS
    name, what = f"topic{topic}", thing(topic, number % THINGS)
    statement = f"{name} saw {what} for the {number}th time"
    session_id = identity.session_id(TENANT, f"s{session}")
    at = datetime(2000, 1, 1, tzinfo=UTC) + timedelta(hours=session)
    return {
        "id": f"claim/{number}", "statement": statement, "session": f"s{session}", "session_id": session_id,
        "topic": name, "topic_id": identity.topic_id(TENANT, name), "thing": what,
        "thing_id": identity.entity_id(TENANT, "thing", what, None), "at": at,
        "link_key": link_key(at, session_id), "vector": Vector.from_numpy(vector_of(statement)),
        "centre": Vector.from_numpy(direction(name)), "first": number % CLAIMS == 0,
        "founds": number % (CLAIMS * SESSIONS) == 0,
    }  # fmt: skip


def new_session(number: int, topics: int) -> dict[str, Any]:
    """A session on one of the topics, which brings its claims."""
    topic = number * 7919 % topics
    said = [f"topic{topic} met {thing(topic, n)} in round {number}" for n in range(NEW_CLAIMS)]
    year = number % 20 + 2010
    claims = [
        {"id": f"c{n}", "kind": "action", "statement": text, "confidence": 0.8, "anchor": f"{year}-0{n + 1}",
         "participants": [{"kind": "thing", "id": name} for name in (USER, thing(topic, n))],
         "support": [{"message": f"m{n}"}]}
        for n, text in enumerate(said)
    ]  # fmt: skip
    messages = [{"id": f"m{n}", "speaker": "agent", "text": text} for n, text in enumerate(said)]
    return {"id": f"new{number}", "started_at": "2026-03-02T09:00:00Z", "messages": messages, "claims": claims}


async def ask(memory: AsyncMemory, text: str, **parameters: Any) -> list[Any]:
    async def work(tx: Transaction) -> list[Any]:
        result = await tx._raw.run(text, {"tenant": TENANT, **parameters})
        return [record.data() async for record in result]

    return await (await memory.store()).writing(work, TENANT, "benchmark")


async def grow(memory: AsyncMemory, claims: int) -> None:
    """The store has so many claims."""
    user = identity.entity_id(TENANT, "thing", USER, None)
    await ask(memory, ENTITIES, rows=[{"id": user, "name": USER}])
    there = (await ask(memory, KNOWN, user=user))[0]["claims"] // BATCH * BATCH
    for start in range(there, claims, BATCH):
        rows = [row(number) for number in range(start, start + BATCH)]
        things = {one["thing_id"]: one["thing"] for one in rows}
        await ask(memory, ENTITIES, rows=[{"id": id, "name": name} for id, name in things.items()])
        await ask(memory, BUILD, rows=rows, user=user, sessions=SESSIONS)
        if (start + BATCH) % 10_000 == 0:
            harness.note(f"{start + BATCH} claims")


@dataclass
class Measured:
    """A store of so many claims, and what linking sessions into it took and found."""

    claims: int
    memory: AsyncMemory
    seconds: list[float] = field(default_factory=list)
    results: list[LinkResult] = field(default_factory=list)

    async def one(self, number: int) -> None:
        """Link one new session."""
        stored = await self.memory.ingest(new_session(number, self.claims // CLAIMS // SESSIONS))
        assert stored.totals.claims == NEW_CLAIMS, stored
        began = time.perf_counter()
        done = await self.memory.link()
        self.seconds.append(time.perf_counter() - began)
        self.results.append(done)
        assert done.sessions == 1, done

    def tell(self) -> list[float]:
        """Prints its figures; returns the seconds of each turn, without those that warmed the server."""
        kept, seconds = self.results[WARMING:], self.seconds[WARMING:]
        times = sorted(seconds)
        harness.figure(
            "linking",
            claims=self.claims,
            sessions=len(kept),
            claims_of_a_session=NEW_CLAIMS,
            median_ms=round(1_000 * statistics.median(times), 1),
            least_ms=round(1_000 * times[0], 1),
            p90_ms=round(1_000 * times[int(0.9 * len(times))], 1),
            candidates=statistics.median(one.links.candidates for one in kept),
            gated=statistics.median(one.links.gated for one in kept),
            cut=statistics.median(one.links.cut for one in kept),
            relations=statistics.median(one.relations for one in kept),
            load=round(os.getloadavg()[0], 1),
        )
        return seconds


async def run(homes: dict[int, Settings], sessions: int) -> None:
    async with AsyncExitStack() as opened:
        stores = []
        for claims, settings in homes.items():
            given = settings.model_copy(update={"tenant": TENANT, "link": False, "timeout": 1_800.0})
            memory = await opened.enter_async_context(AsyncMemory(settings=given, embeddings=Topical()))
            await grow(memory, claims)
            await ask(memory, AWAIT)
            stores.append(Measured(claims, memory))
        first = time.time_ns() % 1_000_000_000  # a store that was kept has the sessions of earlier runs
        for turn in range(WARMING + sessions):
            for store in stores[turn % len(stores) :] + stores[: turn % len(stores)]:
                await store.one(first + turn)
            if (turn + 1) % 10 == 0:
                harness.note(f"{turn + 1} turns")
    told = [store.tell() for store in stores]
    small, large = told[0], told[-1]
    harness.figure(
        "linking",
        claims=stores[-1].claims,
        times_the_median_of=stores[0].claims,
        ratio=round(statistics.median(large) / statistics.median(small), 2),
        ratio_by_turns=round(statistics.median(b / a for a, b in zip(small, large, strict=True)), 2),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--claims", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--sessions", type=int, default=60)
    parser.add_argument("--home", type=Path)
    given = parser.parse_args()
    with ExitStack() as started:
        homes = {
            claims: started.enter_context(harness.own_store(given.home and given.home / str(claims)))
            for claims in sorted(set(given.claims))
        }
        asyncio.run(run(homes, given.sessions))


if __name__ == "__main__":
    main()
