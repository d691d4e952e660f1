"""A chat model says how claims of different sessions relate: what is stored of that, and what is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from scripted import Refused, ScriptedModel
from support import Server, message, rows, session

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings

Opened = Callable[..., AbstractAsyncContextManager[AsyncMemory]]
FOUND = """CYPHER 25
MATCH (a:Claim {tenant: $tenant})-[r]->(b:Claim) WHERE r.method = 'linked' AND r.ended_at IS NULL
RETURN type(r) AS type, a.statement AS start, b.statement AS end, r.confidence AS confidence, r.model AS model,
       r.justification AS why, r.effective_at IS NOT NULL AS effective ORDER BY type, start, end"""
STATE = "CYPHER 25 MATCH (s:Session {tenant: $tenant}) RETURN DISTINCT s.link_state AS state"
JUDO, CHESS = "Ann practises judo on Mondays", "Ann practises chess on Mondays"


@pytest.fixture
def opened(server: Server, tenant: str, embeddings: Embeddings) -> Opened:
    """Opens the test's memory, or one like it, with a chat model."""

    def open_as(model: ScriptedModel | None, name: str = tenant, **settings: Any) -> Any:
        given = server.settings(model_attempts=1, **settings)
        return AsyncMemory.open(name, settings=given, embeddings=embeddings, model=model)

    return open_as


def hobby(id: str, text: str, day: int, **other: Any) -> dict[str, Any]:
    return session(id, [message("m1", text)], started_at=f"2026-03-{day:02d}T09:00:00Z", **other)


def claims(text: str, **other: Any) -> list[dict[str, Any]]:
    """The one claim of a text: what Ann practises."""
    claim = {"id": "c", "kind": "fact", "statement": text, "predicate": "practises", "confidence": 0.8}
    claim |= {"subject": {"kind": "person", "id": "Ann"}, "object": {"kind": "thing", "id": text.split()[2]}}
    return [claim | {"support": [{"message": "m1", "quote": text}]} | other]


def reading(
    judge: Callable[[list[dict[str, Any]]], Any], calling: Callable[[], Any] = lambda: {"labels": []}
) -> ScriptedModel:
    """Reads each session as what its message says, judges pairs by `judge`, and names topics by `calling`."""

    def reply(prompt: str) -> Any:
        if "<pairs>\n" in prompt:
            lines = prompt.split("<pairs>\n")[1].split("\n</pairs>")[0].splitlines()
            return judge([json.loads(line) for line in lines])
        if "<topics>\n" in prompt:
            return calling()
        texts = [text for text in (JUDO, CHESS) if text in prompt]
        return {"summary": "", "claims": claims(texts[0]) if texts else [], "relations": []}

    return ScriptedModel(script=reply)


def updates(pairs: list[dict[str, Any]]) -> dict[str, Any]:
    verdict = {"type": "updates", "from": "a", "confidence": 0.9, "justification": "She changed\nher sport."}
    return {"verdicts": [{"pair": pair["pair"], **verdict} for pair in pairs]}


async def test_of_two_claims_the_later_updates_the_earlier_whatever_the_model_says_first(opened: Opened) -> None:
    """T4: two calls a session in all; direction by time; what is superseded follows."""
    model = reading(updates)
    async with opened(model) as memory:
        done = await memory.ingest([hobby("s1", JUDO, 1), hobby("s2", CHESS, 2)])
        assert [(one.model_calls, one.relations) for one in done.sessions] == [(1, 0), (2, 1)]
        assert done.totals.model_calls == len(model.prompts) == 3
        found = {"type": "UPDATES", "start": CHESS, "end": JUDO, "confidence": 0.9, "model": "scriptedmodel:one"}
        assert await rows(memory, FOUND) == [found | {"why": "She changed her sport.", "effective": True}]
        old, new = (await memory.history("Ann")).claims
        assert (old.validity, list(old.updated_by), new.validity) == (0, [new.id], 1)
        (why,) = old.superseded_by
        assert (why.id, why.statement, why.rule) == (new.id, CHESS, None)
        assert (why.model, why.justification) == ("scriptedmodel:one", "She changed her sport.")
        assert (await memory.history("Ann", as_of="2030-01-01")).claims == (old, new), "then as now"
        await memory.retract(done.sessions[1].id)
        assert [one.validity for one in (await memory.history("Ann")).claims if one.statement == JUDO] == [1]


async def test_rebuilding_gives_the_same_for_every_order_and_asks_nothing_twice(opened: Opened, tenant: str) -> None:
    """I3: and where the pairs are those that were asked about, what was said of them is kept."""
    model = reading(updates)
    found = []
    for name, order in ((tenant, (1, 2)), (f"{tenant}-b", (2, 1))):
        async with opened(model, name) as memory:
            for day in order:
                await memory.ingest(hobby(f"s{day}", (JUDO, CHESS)[day - 1], day))
            await memory.link(rebuild=True)
            found.append(await rows(memory, FOUND))
            asked = len(model.prompts) + 1
            again = await memory.link(rebuild=True)
            assert (again.model_calls, len(model.prompts)) == (1, asked), (
                "only what topics are called, to which it said nothing"
            )
            assert await rows(memory, FOUND) == found[-1]
        async with opened(None, name) as memory:
            await memory.link(rebuild=True)
            assert await rows(memory, FOUND) == found[-1], "without a model, what one said is kept"
    assert found[0] == found[1] != []


async def test_what_a_model_could_not_be_asked_is_asked_by_link(opened: Opened) -> None:
    """A failed call takes nothing else with it, and is said."""
    failing = True

    def judge(pairs: list[dict[str, Any]]) -> Any:
        return Refused(400, "no") if failing else updates(pairs)

    async with opened(reading(judge)) as memory:
        done = await memory.ingest([hobby("s1", JUDO, 1), hobby("s2", CHESS, 2)])
        (warning,) = done.sessions[1].warnings
        assert warning.code == "link_unasked"
        assert warning.detail.startswith("model_error: ")
        assert (done.sessions[1].state, done.sessions[1].relations) == ("stored", 0)
        assert {row["state"] for row in await rows(memory, STATE)} == {"linked", "unasked"}
        assert [one.code for one in (await memory.link()).warnings] == ["link_unasked"]
        failing = False
        again = await memory.link()
        assert (again.sessions, again.model_calls, again.relations) == (1, 1, 1)
        assert await rows(memory, STATE) == [{"state": "linked"}]
        assert (await memory.link()).sessions == 0


@pytest.mark.parametrize(
    "verdict",
    [
        {"type": "replaces"},
        {"pair": "p9", "type": "updates"},
        {"type": "updates", "confidence": "high"},
        {"type": "causes", "from": "c2"},
        {"pair": None, "type": "updates"},
    ],
    ids=json.dumps,
)
async def test_a_verdict_that_breaks_a_law_is_not_stored_and_said(opened: Opened, verdict: dict[str, Any]) -> None:
    model = reading(lambda pairs: {"verdicts": [{"pair": "p1", "from": "a", "confidence": 0.9, **verdict}]})
    async with opened(model) as memory:
        done = await memory.ingest([hobby("s1", JUDO, 1), hobby("s2", CHESS, 2)])
        assert [one.code for one in done.sessions[1].warnings] == ["verdict_refused"]
        assert await rows(memory, FOUND) == []
        assert await rows(memory, STATE) == [{"state": "linked"}]


async def test_an_update_between_claims_of_one_time_is_not_stored(opened: Opened) -> None:
    """T4: neither is later, so neither is the newer."""
    async with opened(reading(updates)) as memory:
        done = await memory.ingest([hobby("s1", JUDO, 1), hobby("s2", CHESS, 1)])
        assert [one.code for one in done.sessions[1].warnings + done.sessions[0].warnings] == ["verdict_refused"]
        assert await rows(memory, FOUND) == []


async def test_nothing_is_asked_about_sessions_that_bring_claims(opened: Opened) -> None:
    """Where a session brings its claims no model is called."""
    model = reading(updates)
    async with opened(model) as memory:
        await memory.ingest([hobby("s1", JUDO, 1, claims=claims(JUDO)), hobby("s2", CHESS, 2, claims=claims(CHESS))])
        await memory.link(rebuild=True)
        assert model.prompts == []


CALLED = "CYPHER 25 MATCH (t:Topic {tenant: $tenant}) RETURN t.label AS label"


async def test_topics_made_anew_are_called_by_the_model_until_a_session_leaves(opened: Opened) -> None:
    """R6: a name that a model gave is of all the sessions that it was told of. The same is not asked twice."""
    calls: list[Any] = [
        Refused(400, "no"),
        {"labels": [{"topic": "t9", "label": "No topic"}, {"topic": "t1", "label": ["no name"]},
                    {"topic": "T1", "label": " Zelda's\nsports "}, {"topic": "t1", "label": "Too late"}]},
    ]  # fmt: skip
    model = reading(lambda pairs: {"verdicts": []}, lambda: calls.pop(0))
    async with opened(model) as memory:
        done = await memory.ingest([hobby("s1", JUDO, 1), hobby("s2", CHESS, 2)])
        words = await rows(memory, CALLED)
        failed = await memory.rebuild_topics()
        assert [one.code for one in failed.warnings] == ["topics_unnamed"]
        assert await rows(memory, CALLED) == words
        asked = len(model.prompts)
        assert (await memory.rebuild_topics()).topics[0].label == "Zelda's sports"
        again = await memory.link(rebuild=True)
        assert (again.model_calls, again.warnings, len(model.prompts)) == (0, (), asked + 1)
        assert await rows(memory, CALLED) == [{"label": "Zelda's sports"}]
        assert all(text in model.prompts[-1] for text in (JUDO, CHESS))
    async with opened(None) as memory:
        assert (await memory.rebuild_topics()).topics[0].label == "Zelda's sports", "what a model said is kept"
        await memory.erase(done.sessions[1].id)
        (left,) = await rows(memory, CALLED)
        assert left["label"].startswith("Ann")
        assert (await memory.query("audit.residue", text="Zelda")).rows == ()


async def test_a_model_is_told_nothing_of_sessions_that_it_did_not_read(opened: Opened) -> None:
    """Of a topic of which it read a part it is told that part."""
    model = reading(lambda pairs: {"verdicts": []})
    async with opened(model) as memory:
        await memory.ingest([hobby("s1", JUDO, 1), hobby("s2", CHESS, 2, claims=claims(CHESS))])
        assert len(await rows(memory, CALLED)) == 1, "the two are one topic"
        await memory.rebuild_topics()
    assert JUDO in model.prompts[-1]
    assert "chess" not in model.prompts[-1]
