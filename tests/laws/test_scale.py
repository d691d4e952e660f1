"""Large support graphs have exact closures; nothing here is timed, and nothing recurses (R1, S3, case C48)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support import rows, session
from twin import opened

from kgmem import AsyncMemory
from kgmem.graph.queries import catalogue
from kgmem.graph.store import Transaction

RANKS = "CYPHER 25 MATCH (c:Claim {tenant: $tenant}) RETURN c.statement AS claim, c.rank AS rank"
LETTERS = "abcdefghij"


def name(number: int) -> str:
    """A number in letters, since numbers in a statement must occur in its support (S2)."""
    return "".join(LETTERS[int(digit)] for digit in f"{number:04d}")


def layered(layers: int, width: int, below: Sequence[int]) -> list[dict]:
    """Layers of claims, each on those of the layer below that are `below` further on; the lowest rest on message m."""
    claims = []
    for layer in range(layers):
        for place in range(width):
            under = [{"claim": f"{layer - 1}/{(place + step) % width}"} for step in below] if layer else "m"
            word = f"{name(layer)} {name(place)}"
            claims.append({"id": f"{layer}/{place}", "kind": "fact", "statement": f"{word} holds", "subject": word,
                           "predicate": "is", "value": "so", "confidence": 0.9, "support": under})  # fmt: skip
    return claims


async def ingested(memory: AsyncMemory, claims: list[dict]) -> str:
    """The id of the message that the lowest claims rest on."""
    message = {"id": "m", "speaker": "agent", "text": "so it was seen"}
    stored = (await memory.ingest([session("tower", [message], claims)])).sessions[0]
    assert (stored.state, stored.claims, stored.rejected) == ("stored", len(claims), ())
    (found,) = await rows(memory, "CYPHER 25 MATCH (o:Observation {tenant: $tenant}) RETURN o.id AS id")
    return found["id"]


async def standings(memory: AsyncMemory) -> set[str]:
    found = await rows(memory, "CYPHER 25 MATCH (c:Claim {tenant: $tenant}) RETURN DISTINCT c.standing AS standing")
    return {row["standing"] for row in found}


@pytest.mark.parametrize(
    ("layers", "width", "below"),
    [(40, 50, (0, 1, 2)), (5_000, 1, (0,)), (30, 2, (0, 1))],
    ids=["diamond of two thousand", "chain of five thousand", "ladder of sixty"],
)
async def test_closure_lists_each_claim_once_at_its_depth(server, constant, layers, width, below):
    """R1, R2, R4, S3: in 40 layers there are 3^39 derivations of one claim."""
    async with opened(server, constant) as memory:
        claims = layered(layers, width, below)
        observation = await ingested(memory, claims)
        closure = await memory.query("retract.closure", id=observation)
        assert closure.columns == ("depth", "claims")
        found = [claim | {"depth": depth} for depth, claims in closure.rows for claim in claims]
        expected = {claim["statement"]: 1 + int(claim["id"].split("/")[0]) for claim in claims}
        assert len(found) == layers * width
        assert {row["statement"]: row["depth"] for row in found} == expected
        retracted = await memory.retract(observation)
        assert {row.id: row.depth for row in retracted.affected} == {row["id"]: row["depth"] for row in found}
        assert {row.standing_after for row in retracted.affected} == await standings(memory) == {"unsupported"}
        assert retracted.changed == layers * width
        restored = await memory.restore(retracted.retraction)
        assert restored.changed == layers * width
        assert await standings(memory) == {"supported"}
        ranks = await rows(memory, RANKS)
        assert {row["claim"]: row["rank"] for row in ranks} == expected


async def test_large_graph_is_stated_again_and_closes_no_cycle(server, constant):
    """S3: to state it again is no more work than to state it; the one support that would close a cycle is refused."""
    async with opened(server, constant) as memory:
        claims = layered(40, 50, (0, 1, 2))
        await ingested(memory, claims)
        message = {"id": "m", "speaker": "agent", "text": "so it is"}
        again = [{**claim, "support": "m"} if claim["id"] == "0/0" else claim for claim in claims]
        again.append({**claims[0], "id": "closing", "support": {"claim": "39/0"}})
        stored = (await memory.ingest([session("again", [message], again)])).sessions[0]
        assert [(item.item, item.code) for item in stored.rejected] == [("closing", "cycle")]
        assert stored.claims == len(claims)
        ranks = await rows(memory, RANKS)
        assert {row["claim"]: row["rank"] for row in ranks} == {
            claim["statement"]: 1 + int(claim["id"].split("/")[0]) for claim in claims
        }


async def test_rank_rises_through_every_level(server, constant):
    """S3: the foot of a ladder is given a ground of its own, and all that stands on it rises."""
    async with opened(server, constant) as memory:
        claims = layered(30, 2, (0, 1))
        await ingested(memory, claims)
        message = {"id": "m", "speaker": "agent", "text": "so it is"}
        ground = {**claims[0], "id": "ground", "statement": "ground holds", "subject": "ground", "support": "m"}
        foot = {**claims[0], "id": "foot", "support": {"claim": "ground"}}
        await memory.ingest([session("ground", [message], [ground, foot])])
        found = {row["claim"]: row["rank"] for row in await rows(memory, RANKS)}
        assert found == {
            "ground holds": 1,
            **{claim["statement"]: 2 + int(claim["id"].split("/")[0]) for claim in claims},
            claims[1]["statement"]: 1,
        }


SPELLS = """CYPHER 25
MATCH (c:Claim {tenant: $tenant})-[:ASSERTED_BY]->(a:Assertion)
RETURN c.statement AS claim, a.world_from AS since, a.valid_until AS until, c.validity AS validity,
       [(c)-[r:UPDATES]->(o) | o.statement] AS updates ORDER BY since"""
HITS_EACH = 1.2
"""How much more a price among four times as many may cost than four times as much: the sort of a sweep is no more."""


def prices(first: int, last: int) -> list[dict]:
    """A price a day, each another, so that each ends the one before."""
    start = datetime(2020, 1, 1, tzinfo=UTC)
    return [
        {"id": f"c{n}", "kind": "fact", "statement": f"bread costs {name(n)}", "subject": "bread", "predicate": "price",
         "value": name(n), "confidence": 0.9, "world_from": (start + timedelta(days=n)).isoformat(), "support": "m"}
        for n in range(first, last)
    ]  # fmt: skip


async def test_price_that_changed_a_thousand_times_costs_what_it_is_long(server, constant):
    """T3, T7: spells cost at most linear in the group they belong to, which a back-dated price shows too."""
    message = {"id": "m", "speaker": "agent", "text": "so it was priced"}
    hits = {}
    async with opened(server, constant) as memory:
        for first, last in ((0, 250), (250, 1_000)):
            await memory.ingest([session(f"to {last}", [message], prices(first, last))])
            hits[last] = [await _hits(memory, name) for name in ("validity.rivals", "validity.evolution")]
        assert all(more <= less * 4 * HITS_EACH for less, more in zip(hits[250], hits[1_000], strict=True)), hits
        late = prices(499, 500)[0] | {"value": "x", "statement": "bread costs x", "world_from": "2021-05-14T12:00:00Z"}
        await memory.ingest([session("late", [message], [late])])
        found = await rows(memory, SPELLS)
        assert [row["until"] for row in found] == [*(row["since"] for row in found[1:]), None]
        assert [row["validity"] for row in found] == [0.0] * 1_000 + [1.0]
        assert [row["updates"] for row in found] == [[], *([row["claim"]] for row in found[:-1])]


async def _hits(memory: AsyncMemory, query: str) -> int:
    """What the server looks at for one sweep over the group of one claim."""
    store = await memory.store()
    (claim, *_) = await rows(memory, "MATCH (c:Claim {tenant: $tenant}) RETURN c.id AS id ORDER BY id LIMIT 1")
    asked = {"tenant": memory.tenant, "ids": [claim["id"]], "keys": [], "update_confidence": 0.3, "now": None}
    text = catalogue()[query].text.replace("CYPHER 25", "CYPHER 25 PROFILE", 1)

    async def work(tx: Transaction) -> int:
        return _sum((await (await tx._raw.run(text, asked)).consume()).profile)

    return await store.writing(work, memory.tenant, "test", keep=False)


def _sum(plan: Mapping[str, Any]) -> int:
    return int(plan["dbHits"]) + sum(map(_sum, plan.get("children", [])))
