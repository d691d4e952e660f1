"""Law T8 on the audit queries: what one says for known_at = t is what it said at t.

Histories are made of sessions that come, change and lose what they said, of retractions under every policy and of
their undoing. After each act every query is run as it stands; at the end it is run for the time of each act.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Mapping
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
SUBJECT = "MATCH (:Entity {tenant: $tenant, external_id: $subject})<-[:ABOUT {role: 'subject'}]-(c) RETURN c.id AS id"
SOURCE = "MATCH (s:Source {tenant: $tenant, external_id: $id}) RETURN s.id AS id"
SESSION = "MATCH (s:Session {tenant: $tenant, external_id: $id}) RETURN s.id AS id"
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


async def by_chance(memory: AsyncMemory, seed: int, length: int) -> AsyncIterator[str]:
    """Acts as they come, each told after it was done."""
    chance, done = random.Random(seed), list[str]()
    for number in range(length):
        kind = chance.choice(["ingest", "ingest", "retract", "retract", "restore"]) if number else "ingest"
        if kind == "ingest":
            name, version = f"s{chance.randrange(SESSIONS)}", chance.randrange(3)
            stored = await memory.ingest(generated(seed, name, version))
            assert stored.totals.rejected_items == 0, stored
        elif kind == "retract":
            ids = await rows(memory, IDS)
            wanted = chance.choice(sorted({row["kind"] for row in ids}))
            target = chance.choice([row["id"] for row in ids if row["kind"] == wanted])
            taken = await memory.retract(target, policy=chance.choice(["dispute", "lower", "remove"]))
            done.append(str(taken.retraction))
        elif done:
            await memory.restore(chance.choice(done))
        yield f"act {number} ({kind}) of seed {seed}"


async def told(memory: AsyncMemory) -> AsyncIterator[str]:
    """What chance seldom brings together: one that comes back, half a support, a claim stated anew, an update of an
    update that falls, relations of a session that is silenced."""
    pid, order, plan = (document(name) for name in ("D0", "D1", "D2"))
    both = [message("m0", "the drawing", source=pid), message("m1", "the order", source=order)]
    first = fact("a", ["m0", "m1"], 0.8, subject="alpha", world_from="2001")
    second = fact("b", ["m1"], 0.5, subject="beta", world_from="2002")
    upper = fact("u", [{"claim": "a"}, {"claim": "b"}], 0.9, subject="upper", world_from="2003")
    whole = session("s0", both, [first, second, upper])

    async def id_of(subject: str) -> str:
        found = await rows(memory, SUBJECT, subject=subject)
        return str(found[0]["id"])

    async def taken(id: str, policy: str = "dispute") -> str:
        return str((await memory.retract(id, policy=policy)).retraction)

    await memory.ingest(whole)
    yield "it came"
    await memory.ingest(session("s0", both[:1], [first | {"support": ["m0"], "statement": "alpha, in other words"}]))
    yield "it said less"
    await memory.ingest(whole)
    yield "it said all of it again"
    (drawing,) = [row["id"] for row in await rows(memory, SOURCE, id="D0")]
    acts = [await taken(drawing, "lower")]
    yield "half of what carries a was taken back, and lowered"
    acts.append(await taken(await id_of("beta")))
    yield "b was taken back"
    await memory.ingest(session("s1", [message("m0", "the plan", source=plan)], [second | {"support": ["m0"]}]))
    yield "b was stated anew"
    third = fact("c", ["m0"], 0.9, subject="gamma", world_from="2004")
    alpha, beta = await id_of("alpha"), await id_of("beta")
    await memory.ingest(
        session("s2", [message("m0", "the plan again", source=plan)], [third, second | {"support": ["m0"]}],
                relations=[{"from": "c", "to": beta, "type": "updates"}])
    )  # fmt: skip
    yield "c updated b, and b was said to be in the plan once more"
    for name, type, start, end in (
        ("s3", "updates", beta, alpha),
        ("s4", "contradicts", await id_of("gamma"), await id_of("upper")),
    ):
        await memory.ingest(session(name, [], [], relations=[{"from": start, "to": end, "type": type}]))
        yield f"{start} {type} {end}"
    acts.append(await taken(beta, "remove"))
    yield "b fell, so that c updates a"
    for truth in (False, True):
        await memory.adjudicate(alpha, truth, by="Ann")
        yield f"a was judged {truth}"
    for name in ("s3", "s4", "s1"):
        (silenced,) = [row["id"] for row in await rows(memory, SESSION, id=name)]
        acts.append(await taken(silenced))
        yield f"{name} was silenced"
    for act in acts:
        await memory.restore(act)
        yield f"{act} was undone"


async def rivalling(memory: AsyncMemory) -> AsyncIterator[str]:
    """Homes that end each other, one that comes back, one that is not sure, and one that is denied (T3)."""
    said = [message("m", "so it is", source=document("D0")), message("n", "so it was", source=document("D1"))]

    def home(place: str, year: int, confidence: float = 0.8, **other: Any) -> dict[str, Any]:
        about = {"subject": {"id": "Ida"}, "predicate": "lives_in", "object": {"id": place}, "world_from": str(year)}
        return fact(place, ["m", "n"][year % 2], confidence) | about | {"statement": f"Ida in {place}"} | other

    told = (
        home("Oslo", 2001), home("Rome", 2003), home("Oslo", 2005), home("Bern", 2004, 0.2), home("Oslo", 2006, 0.7),
        home("Oslo", 2007, negated=True, statement="Ida not in Oslo"), home("Rome", 2001, 0.6),
    )  # fmt: skip
    for number, claim in enumerate(told):
        await memory.ingest(session(f"h{number}", said, [claim]))
        yield f"home {number}"
    done = []
    for name in ("h1", "h5", "h2"):
        (id,) = [row["id"] for row in await rows(memory, SESSION, id=name)]
        done.append(str((await memory.retract(id, policy="lower")).retraction))
        yield f"{name} was taken back"
    for act in done:
        await memory.restore(act)
        yield f"{act} was undone"


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


async def replayed(memory: AsyncMemory, acts: AsyncIterator[str]) -> dict[str, int]:
    """Check every query at the time of every act; how many rows each gave in all."""
    seen: list[tuple[str, datetime, Mapping[str, Any], list[tuple[Any, ...]], Query]] = []
    async for done in acts:
        now = (await rows(memory, NOW))[0]["now"].to_native()
        ids = await rows(memory, IDS)
        believed = (await memory.query("audit.believed")).rows
        stored = [tuple(row.values()) for row in await rows(memory, STORED)]
        assert [row[:1] + row[2:5] for row in believed] == stored, done
        open_pairs = {(row[0], row[1]) for row in (await memory.query("audit.open_conflicts")).rows}
        conflicts = (await memory.conflicts()).conflicts
        assert open_pairs == {(one.claim.id, one.other.id) for one in conflicts}, done
        shared = [row[0] for row in (await memory.query("audit.shared_evidence")).rows]
        assert set(shared) == {one.claim.id for one in (await memory.shared_sources()).claims}, done
        for query in CLOCKED:
            for parameters in asked(query, ids):
                seen.append((done, now, parameters, await answer(memory, query, **parameters), query))
    counts = dict.fromkeys((query.name for query in CLOCKED), 0)
    for done, known_at, parameters, then, query in seen:
        found = await answer(memory, query, **parameters, known_at=known_at)
        assert found == then, f"{query.name} {dict(parameters)} after {done}"
        counts[query.name] += len(then)
    return counts


def test_the_queries_that_say_what_stood_have_the_second_clock() -> None:
    """T8: those of stored records alone have none."""
    assert {query.name for query in CLOCKED} == {
        "audit.asserted_by", "audit.asserted_by_model", "audit.believed", "audit.calibrations", "audit.claim_lineage",
        "audit.open_conflicts", "audit.on_retracted_sources", "audit.resting_on_source", "audit.retraction_would_touch",
        "audit.retractions", "audit.shared_evidence", "audit.single_source", "audit.verdicts",
    }  # fmt: skip


async def test_what_was_known_then_is_what_was_said_then(memory: AsyncMemory) -> None:
    """T8: for every query, after every act; the latest state is that of the stored figures. Thirty verdicts make a
    calibration, so `test_audit` has those."""
    counts = await replayed(memory, told(memory))
    assert [name for name, number in counts.items() if not number] == ["audit.calibrations"]


async def test_what_rivals_did_to_each_other_is_known_at_any_time(memory: AsyncMemory) -> None:
    """T3, T8."""
    counts = await replayed(memory, rivalling(memory))
    assert min(counts[f"audit.{name}"] for name in ("believed", "open_conflicts", "shared_evidence")) > 0
    for year, expected in (("2003", []), ("2004", [("Ida in Bern", None)])):
        then = await memory.query("audit.believed", as_of=year)
        told = [then.columns.index(name) for name in ("statement", "since")]
        unsure = [tuple(row[place] for place in told) for row in then.rows if "Bern" in row[told[0]]]
        assert unsure == expected  # it is not sure enough to have a time among its rivals, and is not there before it


@pytest.mark.parametrize("seed", range(2))
async def test_the_second_clock_replays_any_history(memory: AsyncMemory, seed: int) -> None:
    """T8: as it comes by chance."""
    assert any((await replayed(memory, by_chance(memory, seed, 10))).values())
