"""Linking on a real server: which claims are found near a new one, what is made of them, and what becomes of it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import numpy as np
import pytest
from support import Server, message, rows, session, snapshot

from kgmem import AsyncMemory
from kgmem.embedding import LocalEmbeddings
from kgmem.link.gate import HUB

RELATIONS = """CYPHER 25
MATCH (a:Claim {tenant: $tenant})-[r]->(b:Claim) WHERE r.method = 'linked'
RETURN type(r) AS type, a.statement AS start, b.statement AS end, r.ended_at IS NOT NULL AS ended, r.rule AS rule,
       r.session_id AS session, r.retracted AS retracted, size(coalesce(r.gaps, [])) AS gaps
ORDER BY type, start, end"""
TOPICS = """CYPHER 25
MATCH (t:Topic {tenant: $tenant})
RETURN t.label AS label, t.size AS size, COLLECT { MATCH (s)-[r:IN_TOPIC {method: 'linked'}]->(t)
  RETURN s.external_id ORDER BY s.external_id } AS sessions ORDER BY sessions"""
NEW = """CYPHER 25
MATCH (s:Session {tenant: $tenant, external_id: 'new'})<-[:MADE_IN]-()<-[:ASSERTED_BY]-(c:Claim)
RETURN s.id AS id, c.id AS claim, c.embedding AS vector"""
STATES = "CYPHER 25 MATCH (s:Session {tenant: $tenant}) RETURN s.external_id AS id, s.link_state AS state ORDER BY id"


class Worded:
    """Passes for the model that the store was made with. A text points where its first word does, and a little where
    the others do, so what begins alike is near."""

    def __init__(self, model: LocalEmbeddings) -> None:
        self.name, self.fingerprint = model.name, model.fingerprint

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        first, *others = text.lower().split() or [""]
        whole = _direction(first) + 0.05 * sum((_direction(word) for word in others), np.zeros(384))
        return list(map(float, whole / np.linalg.norm(whole)))


def _direction(word: str) -> Any:
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8])
    vector = np.random.default_rng(seed).normal(size=384)
    return vector / np.linalg.norm(vector)


@pytest.fixture
def worded(embeddings: LocalEmbeddings) -> Worded:
    return Worded(embeddings)


@pytest.fixture
async def open_as(server: Server, worded: Worded) -> AsyncIterator[Callable[..., Any]]:
    memories: list[AsyncMemory] = []

    async def opened(tenant: str, **settings: Any) -> AsyncMemory:
        memory = AsyncMemory(tenant, settings=server.settings(**settings), embeddings=worded)
        memories.append(memory)
        return memory

    yield opened
    for memory in memories:
        await memory.close()


@pytest.fixture
async def linking(open_as: Callable[..., Any], tenant: str) -> AsyncMemory:
    return await open_as(tenant)


def told(id: str, statement: str, when: str | None, who: list[str], day: int = 2, **other: Any) -> dict[str, Any]:
    """A session that tells of one action."""
    claim = {"id": "c", "kind": "action", "statement": statement, "participants": who, "confidence": 0.8}
    claim |= {"support": ["m"]} | ({} if when is None else {"anchor": when})
    return session(id, [message("m", statement)], [claim], started_at=f"2026-03-{day:02d}T09:00:00Z", **other)


TWO = [told("a", "visit of Oslo", "2024-01", ["Ann"], 1), told("b", "visit of Rome", "2024-03", ["Ann"], 2)]


async def before(memory: AsyncMemory) -> set[tuple[str, str]]:
    found = await rows(memory, RELATIONS)
    assert {(row["type"], row["rule"]) for row in found} <= {("BEFORE", "anchors")}
    return {(row["start"], row["end"]) for row in found if not row["ended"]}


async def test_a_session_is_joined_to_its_nearest_neighbours_in_time_and_topic(linking: AsyncMemory) -> None:
    """T2: of what passes the gate, one before and one after; unrelated sessions and strangers are left alone."""
    await linking.ingest([
        told("a", "visit of Oslo", "2024-01", ["Ann"], 1),
        told("b", "visit of Rome", "2024-03", ["Ann"], 2),
        told("c", "visit of Bern", "2024-09", ["Ann", "Cy"], 3),
        told("d", "visit of Nice", "2024-05", ["Bo"], 4),
        told("e", "cooking of soup", "2024-05", ["Ann"], 5),
    ])  # fmt: skip
    result = await linking.ingest(told("f", "visit of Graz", "2024-06", ["Ann"], 6))
    assert await before(linking) == {
        ("visit of Oslo", "visit of Rome"), ("visit of Rome", "visit of Bern"),
        ("visit of Rome", "visit of Graz"), ("visit of Graz", "visit of Bern"),
    }  # fmt: skip
    (one,) = result.sessions
    assert (one.relations, one.links.gated, one.links.cut, one.model_calls) == (2, 3, 0, 0)
    assert [row["sessions"] for row in await rows(linking, TOPICS)] == [["a", "b", "c", "d", "f"], ["e"]]


async def test_an_entity_in_everything_leads_nowhere_by_itself(linking: AsyncMemory) -> None:
    """The work for a new session does not grow with what a user has a part in."""
    texts = [f"w{n} happened" for n in range(HUB + 1)]
    claims = [told("", text, f"20{n % 90 + 10}", ["Ann"])["claims"][0] | {"id": f"c{n}", "support": [f"m{n}"]}
              for n, text in enumerate(texts)]  # fmt: skip
    crowd = session("crowd", [message(f"m{n}", text) for n, text in enumerate(texts)], claims)
    assert (await linking.ingest(crowd)).totals.claims == HUB + 1
    await linking.ingest(told("new", "visit of Oslo", "2024-02", ["Ann"], 3))
    store = await linking.store()
    (new,) = await rows(linking, NEW)
    look = {"session_id": new["id"], "ids": [new["claim"]], "topic_id": None, "vector": new["vector"], "related": -1.0}
    near = await store.read("link.candidates", linking.tenant, depth=3, hub=HUB, **look)
    assert len(near) <= 3, "a hub gives no candidates"
    spread = await store.read("link.candidates", linking.tenant, depth=3, hub=10 * HUB, **look)
    assert len(spread) > HUB, "and would give them all"


async def test_another_tenant_is_never_near(open_as: Callable[..., Any], tenant: str) -> None:
    """I4: the same words of another tenant, however many, neither link nor push aside what is one's own."""
    own, other = await open_as(tenant), await open_as(f"{tenant}-other")
    await own.ingest(told("a", "visit of Oslo", "2024-01", ["Ann"], 1))
    await other.ingest([told(f"s{n}", "visit of Rome", f"2024-{n + 1:02d}", ["Ann"], 1) for n in range(12)])
    await own.ingest(told("b", "visit of Rome", "2024-03", ["Ann"], 2))
    assert await before(own) == {("visit of Oslo", "visit of Rome")}
    assert [row["size"] for row in await rows(own, TOPICS)] == [2]
    assert (await own.rebuild_topics()).topics[0].sessions == 2
    assert [row["size"] for row in await rows(other, TOPICS)] == [12]


async def test_of_candidates_that_are_equally_near_the_same_are_kept_every_time(
    open_as: Callable[..., Any], tenant: str
) -> None:
    """Ties end in the order of ids, and what is cut is counted."""
    for turn, order in enumerate((range(6), reversed(range(6)))):
        memory = await open_as(f"{tenant}-{turn}", gate_candidates=2)
        await memory.ingest([told(f"s{n}", "visit of Oslo", f"2024-{n + 1:02d}", ["Ann"], 1) for n in order])
        result = await memory.ingest(told("new", "visit of Rome", "2025-01", ["Ann"], 9))
        links = result.sessions[0].links
        assert (links.candidates, links.gated, links.cut) == (6, 6, 4)
        kept = sorted(row["id"] for row in await rows(memory, "CYPHER 25 MATCH (c:Claim {tenant: $tenant})"
                      " WHERE c.statement = 'visit of Oslo' RETURN c.id AS id"))[:2]  # fmt: skip
        joined = await rows(memory, "CYPHER 25 MATCH (c:Claim {tenant: $tenant})-[:BEFORE]->(n:Claim)"
                            " WHERE n.statement = 'visit of Rome' RETURN c.id AS id")  # fmt: skip
        assert {row["id"] for row in joined} <= {*kept}
        assert len(joined) == 1


async def test_what_waits_is_linked_by_the_next_run_and_only_once(open_as: Callable[..., Any], tenant: str) -> None:
    """An ingest that does not link, or is interrupted, leaves whole sessions waiting."""
    late = await open_as(tenant, link=False)
    sessions = [told(f"s{n}", f"visit of X{n}", f"2024-{n + 1:02d}", ["Ann"], n + 1) for n in range(4)]
    await late.ingest(sessions[::-1])
    assert {row["state"] for row in await rows(late, STATES)} == {"waiting"}
    assert await before(late) == set()
    assert (await late.link()).sessions == 4
    linked = await snapshot(late, clocks=True)
    assert len(await before(late)) == 3
    assert (await late.link()).sessions == 0
    assert [one for one in await snapshot(late, clocks=True) if '"Tenant"' not in one] == [
        one for one in linked if '"Tenant"' not in one
    ]


async def test_two_that_link_at_once_do_it_once(open_as: Callable[..., Any], tenant: str) -> None:
    late = await open_as(tenant, link=False)
    await late.ingest([told(f"s{n}", f"visit of X{n}", f"2024-{n + 1:02d}", ["Ann"], n + 1) for n in range(6)])
    done = await asyncio.gather(late.link(), (await open_as(tenant)).link())
    assert sum(one.sessions for one in done) == 6
    assert len(await rows(late, RELATIONS)) == 5
    assert [row["size"] for row in await rows(late, TOPICS)] == [6]


async def test_dry_run_links_nothing(linking: AsyncMemory) -> None:
    await linking.ingest(told("a", "visit of Oslo", "2024-01", ["Ann"], 1))
    whole = await snapshot(linking)
    result = await linking.ingest(told("b", "visit of Rome", "2024-02", ["Ann"], 2), dry_run=True)
    assert result.sessions[0].links.candidates == 0
    assert await snapshot(linking) == whole


async def test_a_session_that_changed_is_linked_anew(linking: AsyncMemory) -> None:
    """I2, T8: what it finds no longer ends, and stays known for its time."""
    await linking.ingest(TWO)
    await linking.ingest(told("b", "visit of Bern", "2023-03", ["Ann"], 2))
    found = {(row["start"], row["end"], row["ended"]) for row in await rows(linking, RELATIONS)}
    assert found == {("visit of Oslo", "visit of Rome", True), ("visit of Bern", "visit of Oslo", False)}
    await linking.ingest(told("b", "visit of Rome", "2024-03", ["Ann"], 2))
    (again,) = [row for row in await rows(linking, RELATIONS) if not row["ended"]]
    assert (again["end"], again["gaps"]) == ("visit of Rome", 2)
    assert [row["size"] for row in await rows(linking, TOPICS)] == [2]


async def test_a_session_that_is_taken_back_takes_what_it_found_with_it(linking: AsyncMemory) -> None:
    """R4, R5: and restoring it, or linking it while it is taken back, gives the same."""
    done = await linking.ingest(TWO)
    whole = await rows(linking, RELATIONS)
    taken = await linking.retract(done.sessions[1].id)
    assert [row["retracted"] for row in await rows(linking, RELATIONS)] == [True]
    await linking.link(rebuild=True)
    assert [row["retracted"] for row in await rows(linking, RELATIONS)] == [True]
    await linking.restore(str(taken.retraction))
    assert await rows(linking, RELATIONS) == whole


async def test_what_a_session_stated_is_not_judged_again(linking: AsyncMemory) -> None:
    done = await linking.ingest(told("a", "visit of Oslo", "2024-01", ["Ann"], 1))
    (old,) = await rows(linking, "CYPHER 25 MATCH (c:Claim {tenant: $tenant}) RETURN c.id AS id")
    stated = {"from": "c", "to": old["id"], "type": "updates"}
    await linking.ingest(told("b", "visit of Rome", "2024-03", ["Ann"], 2, relations=[stated]))
    assert done.totals.stored == 1
    assert await before(linking) == set()


async def test_erasing_a_session_leaves_nothing_of_it_in_its_topic(linking: AsyncMemory) -> None:
    """R6: a topic is called by its other sessions, and goes with its last one."""
    done = await linking.ingest([
        told("a", "visit of Oslo", "2024-01", ["Ann"], 1), told("b", "visit of Rome", "2024-03", ["Bo"], 2),
        told("e", "cooking of soup", "2024-05", ["Cy"], 3),
    ])  # fmt: skip
    assert [row["label"] for row in await rows(linking, TOPICS)] == ["Ann, Bo, visit, oslo", "Cy, cooking, soup"]
    assert (await linking.erase(done.sessions[0].id)).topics == 0
    assert [(row["label"], row["size"]) for row in await rows(linking, TOPICS)] == [
        ("Bo, rome, visit", 1), ("Cy, cooking, soup", 1),
    ]  # fmt: skip
    assert (await linking.erase(done.sessions[2].id)).topics == 1
    assert (await linking.query("audit.residue", text="Oslo")).rows == ()


async def test_rebuilding_gives_what_arriving_in_order_gave_and_changes_nothing_then(
    open_as: Callable[..., Any], tenant: str
) -> None:
    """I3: whatever the order of arrival was."""
    sessions = [
        told(f"s{n}", f"{('visit', 'cooking')[n % 2]} of X{n}", f"20{(n * 7) % 23 + 10}", ["Ann", f"P{n % 3}"], n + 1)
        for n in range(12)
    ]
    memory = await open_as(tenant)
    for one in sessions:
        await memory.ingest(one)
    canonical = await rows(memory, RELATIONS), await rows(memory, TOPICS)
    assert (await memory.link(rebuild=True)).sessions == 12
    assert (await rows(memory, RELATIONS), await rows(memory, TOPICS)) == canonical
    other = await open_as(f"{tenant}-b")
    for one in sessions[::-1]:
        await other.ingest(one)
    await other.link(rebuild=True)
    plain = [[{k: v for k, v in row.items() if k != "session"} for row in found if not row.get("ended")]
             for found in (*canonical, await rows(other, RELATIONS), await rows(other, TOPICS))]  # fmt: skip
    assert plain[:2] == plain[2:]
    whole = await snapshot(other)
    await other.rebuild_topics()
    assert await snapshot(other) == whole


async def test_a_rebuild_that_is_interrupted_is_finished_by_link(
    server: Server, worded: Worded, open_as: Callable[..., Any], tenant: str
) -> None:
    """Whole sessions are linked, the others wait; a rebuild that begins again ends in the same."""
    passed = 0

    def strike(point: str) -> None:
        nonlocal passed
        passed += point == "linked"
        if passed == 3:
            raise KeyboardInterrupt

    memory = await open_as(tenant)
    await memory.ingest([told(f"s{n}", f"visit of X{n}", f"2024-{n + 1:02d}", ["Ann"], n + 1) for n in range(6)])
    whole = await rows(memory, RELATIONS), await rows(memory, TOPICS)
    for finish in ({}, {"rebuild": True}):
        passed = 0
        doomed = AsyncMemory(tenant, settings=server.settings(), embeddings=worded, trace=strike)
        with pytest.raises(KeyboardInterrupt):
            await doomed.link(rebuild=True)
        await doomed.close()
        states = [row["state"] for row in await rows(memory, STATES)]
        assert states == ["linked"] * 3 + ["waiting"] * 3
        await memory.link(**finish)
        assert (await rows(memory, RELATIONS), await rows(memory, TOPICS)) == whole


async def test_what_was_linked_before_stays_known_for_its_time(linking: AsyncMemory) -> None:
    """T8: what a rebuild finds no longer ends, and is not deleted."""
    await linking.ingest(told("z", "visit of Oslo", "2024-05", ["Ann"], 9))
    await linking.ingest(told("a", "visit of Rome", "2024-01", ["Ann"], 1))
    await linking.ingest(told("b", "visit of Bern", "2024-03", ["Ann"], 2))
    assert ("visit of Rome", "visit of Oslo") in await before(linking)
    await linking.link(rebuild=True)
    assert await before(linking) == {("visit of Rome", "visit of Bern"), ("visit of Bern", "visit of Oslo")}
    ended = [row for row in await rows(linking, RELATIONS) if row["ended"]]
    assert {(row["start"], row["end"]) for row in ended} >= {("visit of Rome", "visit of Oslo")}
