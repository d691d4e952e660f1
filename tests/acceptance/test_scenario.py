"""A chat model reads sessions of moves, jobs, a deadline that moves, a cancelled trip, a contradiction and a return:
exactly one graph follows, whatever the order. The rules read the same text."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from typing import Any

import pytest
from scripted import ScriptedModel
from support import Server, planted, rows, snapshot

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings

from .scenario import CLAIMS, PRICES, SESSIONS, STATED, UPDATES, Expected

Opened = Callable[..., AbstractAsyncContextManager[AsyncMemory]]
FILES = [one.file for one in SESSIONS]
NAMES = ("Noor", "Ferran", "Ilse", "Lantern Guide", "harbour map", "ferry line")
WIPE = "CYPHER 25 MATCH (n) WHERE n.tenant = $tenant OR n:Tenant AND n.id = $tenant DETACH DELETE n"
RELATIONS = """CYPHER 25
MATCH (a:Claim {tenant: $tenant})-[r:UPDATES|CONTRADICTS|CAUSES|ENABLES|PREVENTS|BEFORE]->(b:Claim)
WHERE r.method <> 'linked'
RETURN a.statement AS start, type(r) AS type, b.statement AS end, r.rule AS rule"""
LEAST_SHARE = 0.6


@pytest.fixture
def opened(server: Server, tenant: str, embeddings: Embeddings) -> Opened:
    """Opens the test's memory with a chat model, or none."""

    def open_with(model: ScriptedModel | None, **settings: Any) -> AbstractAsyncContextManager[AsyncMemory]:
        return AsyncMemory.open(tenant, settings=server.settings(**settings), embeddings=embeddings, model=model)

    return open_with


def reader() -> ScriptedModel:
    """Reads each session by its title, whichever comes first, and relates no claims of different sessions."""

    def reply(prompt: str) -> Any:
        if "<pairs>\n" in prompt:
            return {"verdicts": []}
        (told,) = [one for one in SESSIONS if f'"session": "{one.file["title"]}"' in prompt]
        return told.reply

    return ScriptedModel(script=reply)


def at(time: str | None) -> datetime | None:
    return datetime.fromisoformat(f"2026-{time}").replace(tzinfo=UTC) if time else None


async def found(memory: AsyncMemory) -> dict[str, Any]:
    """All claims of the people and things, by statement."""
    claims = [claim for name in NAMES for claim in (await memory.history(name)).claims]
    return {claim.statement: claim for claim in claims}


def shown(claim: Any, names: dict[str, str]) -> dict[str, Any]:
    """A claim as `wanted` has it."""
    told = {name: getattr(claim, name) for name in ("kind", "statement", "holds", "validity", "valid_until")}
    told["confidence"] = round(claim.confidence, 6)
    for name in ("updated_by", "contradicted_by"):
        told[name] = [names[id] for id in getattr(claim, name)]
    return told | {"standing": claim.standing}


def wanted(one: Expected) -> dict[str, Any]:
    return {
        "kind": one.kind, "statement": one.statement, "validity": one.validity, "valid_until": at(one.until),
        "holds": tuple((at(since), at(until)) for since, until in one.holds), "confidence": one.confidence,
        "updated_by": [one.updated_by] if one.updated_by else [], "standing": "supported",
        "contradicted_by": [one.contradicted_by] if one.contradicted_by else [],
    }  # fmt: skip


async def is_as_expected(memory: AsyncMemory) -> None:
    """The whole graph of claims but what the gate linked."""
    claims = await found(memory)
    names = {claim.id: claim.statement for claim in claims.values()}
    assert [shown(claims[one.statement], names) for one in CLAIMS] == [wanted(one) for one in CLAIMS]
    assert claims.keys() == {one.statement for one in CLAIMS}
    relations = [(row["start"], row["type"], row["end"]) for row in await rows(memory, RELATIONS)]
    ruled = {(new, "UPDATES", old) for old, new in UPDATES}
    (contradiction,) = [row for row in relations if row[1] == "CONTRADICTS"]
    assert sorted(relations) == sorted(ruled | STATED | {contradiction})
    assert {contradiction[0], contradiction[2]} == set(PRICES)
    (conflict,) = (await memory.conflicts()).conflicts
    assert {conflict.claim.statement, conflict.other.statement} == set(PRICES)
    rules = {(one.statement, why.rule) for one in claims.values() for why in one.superseded_by}
    assert rules == {(old, "negation" if " not " in new else "functional") for old, new in UPDATES}
    for name in NAMES:
        assert (await memory.history(name, as_of="2027-01-01")).claims == (await memory.history(name)).claims
    lisbon = await memory.explain(claims["Noor lives in Lisbon"].id)
    told = [[(one.statement, one.effective_at) for one in way] for way in (lisbon.updated_by, lisbon.updates)]
    assert told == [[("Noor lives in Porto", at("02-07"))], [("Noor lives in Porto", at("04-04"))]]


async def test_a_model_that_reads_them_gives_exactly_the_expected_graph(opened: Opened) -> None:
    """T1 to T6; at most two calls a session."""
    model = reader()
    async with opened(model) as memory:
        done = await memory.ingest(FILES)
        assert {(one.state, one.rejected, one.warnings) for one in done.sessions} == {("stored", (), ())}
        assert max(one.model_calls for one in done.sessions) <= 2
        assert done.totals.model_calls == len(model.prompts) <= 2 * len(FILES)
        empty = [one.external_id for one in done.sessions if (one.reason or "").startswith("model_returned_none")]
        assert empty == ["05-05 Coffee"]
        await is_as_expected(memory)


async def test_any_order_and_any_batches_give_the_same_graph(opened: Opened) -> None:
    """I3, T7; topics and what the gate links are left out."""
    async with opened(reader(), link=False) as memory:
        await memory.ingest(FILES)
        await is_as_expected(memory)
        first = await snapshot(memory)
        for seed in (1, 2):
            chance = random.Random(seed)
            order = chance.sample(FILES, len(FILES))
            await planted(memory, WIPE)
            while order:
                size = chance.choice((1, 2, 6))
                await memory.ingest(order[:size])
                order = order[size:]
            assert await snapshot(memory) == first


async def test_the_rules_find_most_of_the_updates_and_none_that_is_wrong(opened: Opened) -> None:
    """Without a model; a rule words a claim in its own way, so both sides are compared by what they are about."""
    async with opened(None) as memory:
        await memory.ingest(FILES)
        pairs = await rows(memory, RELATIONS)
    updates = {(about(row["end"]), about(row["start"])) for row in pairs if row["type"] == "UPDATES"}
    expected = {(about(old), about(new)) for old, new in UPDATES}
    assert len(expected) == len(UPDATES), "what the claims are about tells them apart"
    assert updates <= expected
    share = len(updates) / len(expected)
    print(f"updates that the rules find: {len(updates)} of {len(expected)}, {share:.0%}")
    assert share >= LEAST_SHARE


def about(statement: str) -> tuple[str, str, bool]:
    """Who or what, the new state, and whether it is denied."""
    who = next(name for name in NAMES if name in statement)
    denied = " no longer " in statement or " not " in statement
    return who, statement.partition(" is ")[2].removeprefix("now ") or statement.split()[-1], denied
