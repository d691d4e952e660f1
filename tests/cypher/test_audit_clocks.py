"""Law T8 on the audit queries: what one says for known_at = t is what it said at t.

Histories are made of sessions that come, change and lose what they said, of retractions under every policy and of
their undoing. After each act every query is run as it stands; at the end it is run for the time of each act.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest
from support import DAY, document, fact, message, rows, session

from kgmem import AsyncMemory
from kgmem.graph.queries import Query, catalogue

CLOCKED = [
    query
    for name, query in catalogue().items()
    if name.startswith("audit.") and any(param.name == "known_at" for param in query.params)
]
LATEST_ONLY = "null for a known_at"
"""How the header marks a column of stored figures."""
NOW = "MATCH (t:Tenant {id: $tenant}) RETURN t.now AS now"
IDS = """MATCH (n) WHERE n.tenant = $tenant AND (n:Claim OR n:Source OR n:Session OR n:Observation)
RETURN n.id AS id, labels(n)[0] AS kind ORDER BY n.external_id, n.statement, n.id"""
STORED = """MATCH (c:Claim {tenant: $tenant}) WHERE c.standing <> 'unsupported' AND c.valid_until IS NULL
RETURN c.id AS id, c.statement AS statement, c.confidence AS confidence, c.confidence_shared AS shared ORDER BY c.id"""
YEARS = (None, "2002-06-01")
CLAIMS, DOCUMENTS, SESSIONS = 7, 3, 4


def generated(seed: int, name: str, version: int) -> dict[str, Any]:
    """A session that reads documents, claims from them and from its own claims, and relates what it claims."""
    chance = random.Random(f"{seed} {name} {version}")
    messages = []
    for place in range(chance.randrange(1, 4)):
        read = chance.randrange(DOCUMENTS)  # a message of the same text keeps its source and time, or they are lost
        said = f"{name} reads {'abc'[read]}"
        messages.append(message(f"m{place}", said, source=document(f"D{read}"), sent_at=DAY.format(1 + read)))
    numbers = sorted(chance.sample(range(CLAIMS), chance.randrange(1, 5)))
    claims = []
    for number in numbers:
        lower = [f"c{other}" for other in numbers if other < number]
        cited: list[Any] = chance.sample([one["id"] for one in messages], chance.randrange(1, len(messages) + 1))
        if lower and chance.random() < 0.6:
            cited = [*cited[: chance.randrange(2)], {"claim": chance.choice(lower)}]
        dated: dict[str, Any] = {"world_from": f"{2000 + chance.randrange(5)}"} if chance.random() < 0.7 else {}
        if dated and chance.random() < 0.2:
            dated["world_to"] = "2004-06-01"
        model = chance.choice(["one", "two", None])
        thing = f"thing {'abcdefg'[number]}"
        claim = fact(f"c{number}", cited, chance.choice([0.5, 0.8, 0.9]), subject=thing, model=model, **dated)
        claims.append(claim | {"statement": f"{thing} is {chance.choice(['so', 'thus'])}"})
    pairs = [(a, b) for a in numbers for b in numbers if a != b]
    relations = [
        {"from": f"c{a}", "to": f"c{b}", "type": chance.choice(["updates", "contradicts"]), "justification": name}
        for a, b in chance.sample(pairs, min(len(pairs), chance.randrange(3)))
    ]
    return session(name, messages, claims, relations=relations)


async def act(memory: AsyncMemory, chance: random.Random, seed: int, done: list[str], versions: dict[str, int]) -> None:
    """One more act, whatever comes."""
    kind = chance.choice(["ingest", "ingest", "retract", "retract", "restore"]) if versions else "ingest"
    if kind == "ingest":
        name = f"s{chance.randrange(SESSIONS)}"
        versions[name] = chance.randrange(3)
        stored = await memory.ingest(generated(seed, name, versions[name]))
        assert stored.totals.rejected_items == 0, stored
    elif kind == "retract":
        ids = await rows(memory, IDS)
        wanted = chance.choice(sorted({row["kind"] for row in ids}))
        target = chance.choice([row["id"] for row in ids if row["kind"] == wanted])
        taken = await memory.retract(target, policy=chance.choice(["dispute", "lower", "remove"]), reason="r", by="b")
        done.append(str(taken.retraction))
    elif done:
        await memory.restore(chance.choice(done))


def asked(query: Query, ids: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a query is asked for, beside known_at."""
    names = {param.name for param in query.params}
    kinds = {row["id"]: row["kind"] for row in ids}
    if query.name == "audit.claim_lineage":
        return [{"id": id} for id, kind in kinds.items() if kind == "Claim"][-2:]
    if query.name == "audit.retraction_would_touch":
        return [{"id": one} for one in {kind: id for id, kind in kinds.items()}.values()]
    if "source" in names:
        return [{"source": f"D{number}"} for number in range(2)]
    return [{"as_of": year} for year in YEARS] if "as_of" in names else [{}]


async def answer(memory: AsyncMemory, query: Query, **parameters: Any) -> list[tuple[Any, ...]]:
    """Rows without the columns that only the latest state has; figures to twelve places."""
    result = await memory.query(query.name, **parameters)
    kept = [place for place, column in enumerate(query.returns) if LATEST_ONLY not in column.meaning]
    return [tuple(round(one[i], 12) if isinstance(one[i], float) else one[i] for i in kept) for one in result.rows]


async def replayed(memory: AsyncMemory, seed: int, length: int) -> dict[str, int]:
    """Check every query at the time of every act; how many rows each gave in all."""
    chance, done, versions = random.Random(seed), list[str](), dict[str, int]()
    seen: list[tuple[datetime, Mapping[str, Any], list[tuple[Any, ...]], Query]] = []
    for _ in range(length):
        await act(memory, chance, seed, done, versions)
        now = (await rows(memory, NOW))[0]["now"].to_native()
        ids = await rows(memory, IDS)
        found = await memory.query("audit.believed")
        assert [row[:1] + row[2:5] for row in found.rows] == [tuple(row.values()) for row in await rows(memory, STORED)]
        for query in CLOCKED:
            for parameters in asked(query, ids):
                seen.append((now, parameters, await answer(memory, query, **parameters), query))
    counts = dict.fromkeys((query.name for query in CLOCKED), 0)
    for known_at, parameters, then, query in seen:
        found = await answer(memory, query, **parameters, known_at=known_at)
        assert found == then, f"seed {seed}: {query.name} {dict(parameters)} at {known_at}"
        counts[query.name] += len(then)
    return counts


def test_the_queries_that_say_what_stood_have_the_second_clock() -> None:
    """T8: those of stored records alone have none."""
    assert {query.name for query in CLOCKED} == {
        "audit.asserted_by", "audit.asserted_by_model", "audit.believed", "audit.claim_lineage", "audit.open_conflicts",
        "audit.on_retracted_sources", "audit.resting_on_source", "audit.retraction_would_touch", "audit.retractions",
        "audit.shared_evidence", "audit.single_source",
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
async def test_what_was_known_then_is_what_was_said_then(memory: AsyncMemory, seed: int) -> None:
    """T8: for every query, after every act of a history; the latest state is that of the stored figures."""
    counts = await replayed(memory, seed, 10)
    assert sum(count > 0 for count in counts.values()) >= len(CLOCKED) - 2, counts
