"""Large support graphs have exact closures; nothing here is timed, and nothing recurses (R1, S3, case C48)."""

from collections.abc import Sequence

import pytest
from support import rows, session
from twin import opened

from kgmem import AsyncMemory

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
