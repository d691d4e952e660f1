"""I4: tenants with the same input share no node and see nothing of each other. S3: a tenant's writers take turns."""

import asyncio
import json
from typing import Any

import profiles
import pytest
from comparing import agree, unchanged
from hypothesis import given, settings
from strategies import histories, to_session_json
from support import document, fact, message, rows, session, snapshot
from twin import opened
from walks import DISCOUNTS, WEIGHTS

import kgmem.errors
from kgmem import AsyncMemory
from kgmem.graph.queries import Column

FEW = settings(max_examples=max(1, profiles.EXAMPLES // 10))


def ids_in(lines: list[str]) -> set[str]:
    """Ids of the nodes of a snapshot and of those that their relations reach."""
    found = [json.loads(line) for line in lines]
    return {row[1]["id"] for row in found} | {json.loads(one)[1] for row in found for one in row[2]}


@FEW
@given(history=histories())
async def test_tenants_with_the_same_input_share_nothing(server, embeddings, history):
    """I4: no node, no read, no act."""
    async with opened(server, embeddings, "laws-one") as one, opened(server, embeddings, "laws-two") as two:
        for memory in (one, two):
            claims: dict[str, str] = {}
            for spec in history.sessions:
                await memory.ingest([to_session_json(spec, claims)])
                claims = {row["statement"].removesuffix(" is"): row["id"] for row in await stored_claims(memory)}
        mine, theirs = await snapshot(one), await snapshot(two)
        foreign = ids_in(theirs)
        agree(len(mine), len(theirs))
        agree(set(), ids_in(mine) & foreign)
        for id in sorted(foreign):
            with pytest.raises(kgmem.errors.NotFound):
                await one.retract(id)
            with pytest.raises(kgmem.errors.NotFound):
                await one.explain(id)
        for name, query in one.queries().items():
            values = {param.name: foreign_value(param, foreign) for param in query.params if param.name != "tenant"}
            result = await one.query(name, **values)
            seen = json.dumps(result.rows, default=str)
            echoed = {values.get(name) for name in ("id", "unnamed")}
            agree([], [id for id in foreign - echoed if id in seen])
        recalled = await one.recall("is amber so, open again near the wall?")
        agree(set(), {item.id for item in (*recalled.claims, *recalled.notes)} - ids_in(mine))
        for id in sorted(ids_in(mine)):
            if id.startswith(("clm-", "src-")):
                await one.retract(id)
        unchanged(theirs, await snapshot(two), "I4: an act on one tenant changed the other")


async def stored_claims(memory: AsyncMemory) -> list[dict[str, Any]]:
    return await rows(memory, "CYPHER 25 MATCH (c:Claim {tenant: $tenant}) RETURN c.id AS id, c.statement AS statement")


def foreign_value(param: Column, foreign: set[str]) -> Any:
    """A value of the parameter's type that names as much of the other tenant as it can."""
    if param.type.startswith("LIST<STRING"):
        return sorted(foreign)
    if param.type.startswith("LIST"):
        return [0.1] * 384
    if param.type.startswith("STRING"):
        prefixes = {"name": "ent", "key": "ent"}
        return next(id for id in sorted(foreign) if id.startswith(prefixes.get(param.name, "clm")))
    if param.type.startswith("MAP"):
        return WEIGHTS | DISCOUNTS | {"disputed": 0.5}
    if param.type.startswith("ZONED DATETIME"):
        return f"{2000 if param.name == 'since' else 2100}-01-01T00:00:00Z"
    samples = {"INTEGER": 5, "FLOAT": 0.5, "BOOLEAN": True}
    return next((value for name, value in samples.items() if param.type.startswith(name)), None)


async def test_one_tenant_does_not_thin_the_results_of_another(server, embeddings):
    """I4: a hundred nearer notes of another tenant leave this one's single note where it was."""
    async with opened(server, embeddings, "laws-one") as one, opened(server, embeddings, "laws-two") as two:
        crowd = [message(f"m{n}", "The valve of the boiler was opened.") for n in range(100)]
        await two.ingest([session("crowd", crowd)])
        await one.ingest([session("alone", [message("m", "Somebody opened a valve somewhere.")])])
        recalled = await one.recall("Who opened the valve of the boiler?")
        agree(["m"], [note.external_id for note in recalled.notes])


async def test_two_writers_never_close_a_cycle_together(server, embeddings):
    """S3: two sessions that each bring one half at the same time: one is refused, the store stays a DAG."""
    async with opened(server, embeddings) as memory:
        said = [message("m", "so it was seen", source=document("atlas"))]
        base = [fact("a", "m", subject="amber"), fact("b", "m", subject="birch")]
        await memory.ingest([session("base", said, base)])
        id = {row["statement"].split()[0]: row["id"] for row in await stored_claims(memory)}
        halves = [session("one", said, [fact("x", {"claim": id["birch"]}, subject="amber")]),
                  session("two", said, [fact("x", {"claim": id["amber"]}, subject="birch")])]  # fmt: skip
        async with AsyncMemory.open("laws", settings=server.settings(), embeddings=embeddings) as other:
            results = await asyncio.gather(memory.ingest([halves[0]]), other.ingest([halves[1]]))
        agree(["cycle"], [item.code for result in results for item in result.sessions[0].rejected])
        ranks = await rows(memory, "CYPHER 25 MATCH (c:Claim {tenant: $tenant}) RETURN c.rank AS rank ORDER BY rank")
        agree([1, 2], [row["rank"] for row in ranks])
