#!/usr/bin/env python3
"""What a retraction costs by the number of claims it affects, in a small store and in a large one.

Usage: retraction.py [--stores 60000 300000] [--affected 100 1000 10000 50000] [--in-turns 1000] [--home FOLDER]
Prints JSON lines. For each size: the closure alone; then the whole retraction with the time of each of its queries,
cold (the first thing that a server does after its start), restored, and warm (the median of further ones). At last the
stores are compared, each retraction in the one followed by the same in the other, so that both see the same load.
A store is built by this script's own Cypher, with the nodes and properties that an ingest writes, but no vectors. With
--home the stores are built there and kept for the next run. Other work on the machine shows in `load`: then look at the
ratios, and at `cpu`, the seconds that processors worked for the client and the server, whose housekeeping is in it.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import os
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

from kgmem import AsyncMemory, Settings, local  # noqa: E402
from kgmem.graph import derive  # noqa: E402
from kgmem.graph.store import Transaction  # noqa: E402
from kgmem.local import process  # noqa: E402
from kgmem.local.home import Home  # noqa: E402
from kgmem.models import RetractionResult  # noqa: E402

TENANT = "retraction"
RANKS = 20
RUNS = 3
"""Warm retractions of each size."""
WARMING, TURNS = 10, 25
"""Retractions of each store that come before the stores are compared, and of those that are."""
BATCH = 5_000
"""Claims of one statement while a store is built."""
BLOCKS = (100, 1_000, 10_000)
WHOLE = 50_000
"""Claims that rest on a document of their own, as its name says; WHOLE has those of the first two blocks among it."""
FURTHER = 10_000
"""Claims in each block that only makes the store larger."""

# A block is a document, and ranks of claims that rest on it. Of its claims, n counts from the lowest rank up.
GROUNDS = """CYPHER 25
CREATE (d:Source {id: $block, tenant: $tenant, kind: 'document', external_id: $block, recorded_at: datetime()})
WITH d
UNWIND range(0, $width - 1) AS place
WITH d, place, place / 20 AS number
MERGE (s:Session {id: $block + '/session/' + number})
ON CREATE SET s.tenant = $tenant, s.kind = 'task', s.external_id = s.id, s.content_hash = s.id, s.state = 'stored',
              s.distilled_with = 'session', s.recorded_at = datetime()
CREATE (n:Observation:Note {id: $block + '/note/' + place, tenant: $tenant, tenant_token: $block,
        external_id: 'm' + place, text: $block + ' says what part ' + place + ' does', speaker: 'agent',
        position: place % 20, observed_at: datetime('2026-01-01'), recorded_at: datetime(),
        content_hash: $block + place})
CREATE (n)-[:FROM]->(d), (n)-[:RECORDED_IN]->(s)"""

CLAIMS = """CYPHER 25
UNWIND range($first, $last) AS n
WITH n, n / $width AS layer, $block + '/' + n AS id
MATCH (s:Session {id: $block + '/session/' + n % $width / 20})
MERGE (e:Entity {id: $block + '/entity/' + n / 20})
ON CREATE SET e.tenant = $tenant, e.kind = 'thing', e.root = 'thing', e.name = e.id, e.recorded_at = datetime()
CREATE (c:Claim {id: id, tenant: $tenant, tenant_token: $block, kind: 'fact', predicate: 'state', value: 'open',
        statement: 'part ' + n + ' of ' + $block + ' is open', negated: false, rank: layer + 1, wording_key: id,
        recorded_at: datetime(), standing: 'supported', validity: 1.0, confidence: 0.0, confidence_shared: 0.0,
        weakest_support: 0.0})
CREATE (c)-[:ABOUT {role: 'subject'}]->(e)
WITH c, s, e, n, layer, [k IN range(0, 2) WHERE k = 0 OR k = 1 AND n % 2 = 0 OR k = 2 AND n % 5 = 0] AS reasons
UNWIND reasons AS k
WITH c, s, e, n, layer, k, 0.5 + (n + k) % 5 / 10.0 AS confidence,
     datetime('2020-01-01') + duration({days: (layer + 1) % $ranks * 30 + k}) AS since
CREATE (c)-[:ASSERTED_BY]->(a:Assertion {id: c.id + '/' + k, tenant: $tenant, session_id: s.id, item: 'c' + n,
        state: 'intact', confidence: confidence, raw_confidence: confidence, weight: confidence, model: 'session',
        recorded_at: datetime(), world_from: since, world_grain_end: since + duration({days: 1}), world_grain: 'day',
        world_basis: 'message', ground_message_at: since, ground_published_at: since, ground_published_grain: 'day',
        ground_undated: false, ground_by_people: false, assistant_about_user: false, about: ['subject:' + e.id],
        wording_key: c.wording_key, statement: c.statement, predicate: c.predicate, value: c.value,
        source_ids: CASE WHEN k = 1 AND n % 16 = 0 THEN ['apart'] WHEN n % 3 = 0 THEN ['apart', $block]
                         ELSE [$block] END})
CREATE (a)-[:MADE_IN]->(s)"""

# Most reasons rest on two or three claims of the rank below, some on a message too; one in sixteen is independent.
SUPPORTS = """CYPHER 25
UNWIND range($first, $last) AS n
WITH n, n / $width AS layer, n % $width AS place
MATCH (:Claim {id: $block + '/' + n})-[:ASSERTED_BY]->(a:Assertion)
WITH a, n, layer, place, right(a.id, 1) AS k
WITH a, CASE
       WHEN k = '1' AND n % 16 = 0 THEN ['apart/note/' + n % $apart]
       WHEN k = '1' OR layer = 0 THEN [$block + '/note/' + (place + toInteger(k)) % $width] ELSE [] END AS notes,
     CASE
       WHEN layer = 0 OR k = '1' AND n % 16 = 0 THEN []
       WHEN k <> '0' THEN [3]
       WHEN n % 3 = 0 THEN [0, 1, 7] ELSE [0, 1] END AS steps,
     (layer - 1) * $width AS below, place
CALL (a, notes) {
  UNWIND notes AS id
  MATCH (x:Observation {id: id})
  CREATE (a)-[:RESTS_ON {quote: x.text}]->(x)
}
CALL (a, steps, below, place) {
  UNWIND steps AS step
  WITH DISTINCT a, $block + '/' + (below + (place + step) % $width) AS id
  MATCH (x:Claim {id: id})
  CREATE (a)-[:RESTS_ON]->(x)
}"""

# One claim in a hundred of the upper ranks updates one two ranks below it, as many cause one of the highest rank.
RELATIONS = """CYPHER 25
UNWIND range($first, $last) AS n
WITH n WHERE n % 50 = 0 AND n / $width >= $ranks / 2 AND n / $width < $ranks - 1
WITH $block + '/' + n AS newer, n % 100 = 0 AS updates,
     CASE WHEN n % 100 = 0 THEN n - 2 * $width ELSE ($ranks - 1) * $width + n % $width END AS other
MATCH (c:Claim {id: newer})-[:ASSERTED_BY]->(:Assertion)-[:MADE_IN]->(s:Session), (x:Claim {id: $block + '/' + other})
WITH DISTINCT c, x, s, updates
CREATE (c)-[r:$(CASE WHEN updates THEN 'UPDATES' ELSE 'CAUSES' END)]->(x)
SET r.session_id = s.id, r.tenant = $tenant, r.confidence = 0.9, r.method = 'stated', r.retracted = false,
    r.recorded_at = datetime()"""

# What the lowest claims of the first blocks say, the largest document says too; and it ends some of what another says.
LINKS = """CYPHER 25
UNWIND $blocks AS block
MATCH (d:Source {id: block})<-[:FROM]-(:Observation)<-[:RESTS_ON]-(a:Assertion)<-[:ASSERTED_BY]-(c:Claim)
WHERE c.rank = 1 AND a.id ENDS WITH '/0'
WITH a, count(*) AS once
MATCH (x:Observation {id: $whole + '/note/0'})
CREATE (a)-[:RESTS_ON]->(x)"""
ENDS = """CYPHER 25
MATCH (c:Claim {tenant: $tenant, rank: 2})-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(s:Session)
WHERE c.id STARTS WITH $whole + '/' AND a.id ENDS WITH '50/0'
MATCH (o:Claim {id: '10000/' + (10000 - 1 - toInteger(split(c.id, '/')[1]) / 100 % 500)})
CREATE (c)-[:UPDATES {session_id: s.id, tenant: $tenant, confidence: 0.9, method: 'stated', retracted: false,
        recorded_at: datetime()}]->(o)"""
FIRST = """CYPHER 25
CREATE (:Tenant {id: $tenant, writes: 0})
CREATE (d:Source {id: 'apart', tenant: $tenant, kind: 'document', external_id: 'apart', recorded_at: datetime()})
WITH d
UNWIND range(0, $apart - 1) AS n
CREATE (:Observation:Note {id: 'apart/note/' + n, tenant: $tenant, external_id: 'm' + n, text: 'as is known',
        recorded_at: datetime()})-[:FROM]->(d)"""
APART = 500
"""Messages of the document that claims of every block rest on too."""


async def run(memory: AsyncMemory, text: str, **parameters: Any) -> None:
    """One statement of this script, in a transaction of its own."""
    store = await memory.store()

    async def work(tx: Transaction) -> None:
        await (await tx._raw.run(text, {"tenant": memory.tenant, **parameters})).consume()

    await store.writing(work, memory.tenant, "benchmark")


def blocks(claims: int) -> dict[str, int]:
    """Names and sizes of the blocks of a store."""
    whole = WHOLE - BLOCKS[0] - BLOCKS[1]
    found = {str(size): size for size in (*BLOCKS, whole)}
    found[str(WHOLE)] = found.pop(str(whole))
    for number in range((claims - sum(found.values())) // FURTHER):
        found[f"further {number}"] = FURTHER
    return found


async def build(memory: AsyncMemory, claims: int) -> None:
    """The store, its derived values computed by kgmem."""
    began = time.perf_counter()
    made = blocks(claims)
    await run(memory, FIRST, apart=APART)
    for block, size in made.items():
        width = size // RANKS
        await run(memory, GROUNDS, block=block, width=width)
        spans = [(first, min(first + BATCH, size) - 1) for first in range(0, size, BATCH)]
        for text in (CLAIMS, SUPPORTS, RELATIONS):
            for first, last in spans:
                values = {"block": block, "width": width, "first": first, "last": last}
                own = {"ranks": RANKS} if text is not SUPPORTS else {"apart": APART}
                await run(memory, text, **values, **own)
    await run(memory, LINKS, blocks=[str(size) for size in BLOCKS[:2]], whole=str(WHOLE))
    await run(memory, ENDS, whole=str(WHOLE))
    store = await memory.store()
    for block, size in made.items():
        ids = [f"{block}/{n}" for n in range(size)]
        await store.writing(functools.partial(_derive, ids), memory.tenant, "benchmark")
        harness.note(f"{block}: {size} claims")
    harness.figure("retraction.build", store=sum(made.values()), seconds=round(time.perf_counter() - began, 1))


async def _derive(ids: list[str], tx: Transaction) -> None:
    await tx.lock()
    await derive.recompute(tx, ids)


@dataclass
class Run:
    """What an act took: seconds, those of each query, and those that processors worked here and in the server."""

    whole: float = 0.0
    cpu: float = 0.0
    parts: dict[str, float] = field(default_factory=dict)


@contextmanager
def watched(settings: Settings) -> Iterator[Run]:
    """Fills a Run with what happens while this lasts."""
    plain, run = Transaction.run, Run()

    async def timed(self: Transaction, name: str, **parameters: Any) -> Any:
        began = time.perf_counter()
        found = await plain(self, name, **parameters)
        run.parts[name] = run.parts.get(name, 0.0) + time.perf_counter() - began
        return found

    Transaction.run = timed  # type: ignore[method-assign]
    server = process.search(Home.at(settings.home))
    began, worked = time.perf_counter(), work(server)
    try:
        yield run
    finally:
        Transaction.run = plain  # type: ignore[method-assign]
        run.whole, run.cpu = time.perf_counter() - began, work(server) - worked


def work(server: Any) -> float:
    """Seconds that processors have worked for this process and the server's."""
    times = server.cpu_times()
    return time.process_time() + float(times.user + times.system)


def report(kind: str, store: int, result: RetractionResult, runs: list[Run]) -> None:
    """Prints the medians of these runs."""
    whole, cpu = (statistics.median(getattr(run, name) for run in runs) for name in ("whole", "cpu"))
    parts = {name: statistics.median(run.parts.get(name, 0.0) for run in runs) for name in runs[0].parts}
    affected, standing = len(result.affected), parts["validity.standing"]
    harness.figure(
        f"retraction.{kind}", store=store, affected=affected, changed=result.changed,
        elsewhere=len(result.unsuperseded), whole=round(whole, 3), whole_per_second=round(affected / whole),
        standing=round(standing, 3), standing_per_second=round(affected / standing),
        cpu=round(cpu, 3), whole_per_cpu_second=round(affected / cpu),
        parts={name: round(value, 3) for name, value in parts.items()},
        load=load(),
    )  # fmt: skip


def load() -> list[float]:
    """How many processes wanted a processor in the last minute, and in the last five."""
    return [round(one, 2) for one in os.getloadavg()[:2]]


async def measure(settings: Settings, store: int, size: int) -> None:
    """All figures of one size on a server that was just started."""
    async with memory_of(settings) as memory:
        with watched(settings) as run:
            cold = await memory.retract(str(size))
        report("cold", store, cold, [run])
        with watched(settings) as run:
            back = await memory.restore(str(cold.retraction))
        assert isinstance(back, RetractionResult)
        report("restore", store, back, [run])
        assert len(cold.affected) == size
        assert back.changed == cold.changed
        runs = []
        for _ in range(RUNS):
            with watched(settings) as run:
                again = await memory.retract(str(size))
            runs.append(run)
            assert (await memory.restore(str(again.retraction))).changed == again.changed == cold.changed
        times = []
        for _ in range(RUNS):
            began = time.perf_counter()
            await memory.query("retract.closure", id=str(size))
            times.append(time.perf_counter() - began)
        closure = statistics.median(times)
        harness.figure("retraction.closure", store=store, affected=size, warm=round(closure, 3),
                       per_second=round(size / closure))  # fmt: skip
        report("warm", store, cold, runs)


async def compare(stores: dict[int, Settings], size: int) -> None:
    """Retractions of one size in all stores by turns: how long they take in the largest, by those in the smallest."""
    runs: dict[int, list[Run]] = {store: [] for store in stores}
    async with AsyncExitStack() as stack:
        memories = {store: await stack.enter_async_context(memory_of(settings)) for store, settings in stores.items()}
        for turn in range(WARMING + TURNS):
            for store, memory in memories.items():
                with watched(stores[store]) as run:
                    taken = await memory.retract(str(size))
                await memory.restore(str(taken.retraction))
                if turn >= WARMING:
                    runs[store].append(run)
    whole = {store: statistics.median(run.whole for run in found) for store, found in runs.items()}
    cpu = {store: statistics.median(run.cpu for run in found) for store, found in runs.items()}
    small, large = min(stores), max(stores)
    harness.figure("retraction.growth", affected=size, stores=[small, large],
                   whole=[round(whole[store], 3) for store in (small, large)],
                   large_to_small=round(whole[large] / whole[small], 3),
                   cpu_large_to_small=round(cpu[large] / cpu[small], 3), load=load())  # fmt: skip


def memory_of(settings: Settings) -> AsyncMemory:
    return AsyncMemory.open(TENANT, settings=settings, embeddings=harness.CheapVectors())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stores", type=int, nargs="*", default=[60_000, 300_000])
    parser.add_argument("--affected", type=int, nargs="*", default=[*BLOCKS, WHOLE])
    parser.add_argument("--in-turns", type=int, nargs="*", default=[BLOCKS[1]])
    parser.add_argument("--home", type=Path)
    arguments = parser.parse_args()
    with ExitStack() as stack:
        stores = {}
        for store in arguments.stores:
            kept = arguments.home and arguments.home / str(store)
            settings = stores[store] = stack.enter_context(harness.own_store(kept))
            if not asyncio.run(is_built(settings)):
                asyncio.run(build_in(settings, store))
            for size in arguments.affected:
                local.stop(settings.home)
                local.ensure_running(settings.home, say=harness.note)
                asyncio.run(measure(settings, store, size))
        for size in arguments.in_turns:
            asyncio.run(compare(stores, size))


async def is_built(settings: Settings) -> bool:
    async with memory_of(settings) as memory:
        store = await memory.store()
        return bool((await store.read("recall.tenant", TENANT))[0]["known"])


async def build_in(settings: Settings, claims: int) -> None:
    async with memory_of(settings) as memory:
        await build(memory, claims)


if __name__ == "__main__":
    main()
