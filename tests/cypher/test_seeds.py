"""Law P1 on a live server: what each family of seeds brings, that it can be switched off, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pytest
from support import Server, message, planted, session

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings
from kgmem.graph.queries import catalogue
from kgmem.graph.store import Transaction
from kgmem.models import Recall
from kgmem.recall import question, seeds
from kgmem.recall.families import CLAIMS, FAMILIES, SEARCHES

HUB = """CYPHER 25
MERGE (e:Entity {id: $tenant + '-e'})
ON CREATE SET e.tenant = $tenant, e.key = 'orion', e.name_key = 'orion', e.name = 'Orion', e.external_id = 'Orion'
MERGE (t:Topic {id: $tenant + '-t'}) ON CREATE SET t.tenant = $tenant
MERGE (s:Session {id: $tenant + '-s'}) ON CREATE SET s.tenant = $tenant
MERGE (s)-[:IN_TOPIC]->(t)
MERGE (n:Observation:Note {id: $tenant + '-n'}) ON CREATE SET n.tenant = $tenant
MERGE (n)-[:RECORDED_IN]->(s)
WITH e, s, n
UNWIND $rows AS row
CREATE (c:Claim {id: $tenant + row.id, tenant: $tenant, statement: row.id, standing: 'supported'})
CREATE (c)-[:ABOUT {role: 'subject'}]->(e)
CREATE (c)-[:ASSERTED_BY]->(a:Assertion {id: $tenant + row.id + '-a', tenant: $tenant, state: 'intact'})-[:MADE_IN]->(s)
CREATE (a)-[:RESTS_ON]->(n)
WITH c, row
CALL db.create.setNodeVectorProperty(c, 'embedding', row.vector)"""


def said(id: str, statement: str, support: Any, **other: Any) -> dict[str, Any]:
    return {"id": id, "kind": "fact", "statement": statement, "predicate": "is", "confidence": 0.8, "support": support,
            **other}  # fmt: skip


SESSIONS = [
    session(
        "yard",
        [
            message("m1", "The valve of the boiler leaks again."),
            message("m2", "Zoë Marsh signed the permit."),
            message("m3", "Rust was seen on the north ladder."),
        ],
        [
            said("leak", "water was lost in the cellar", "m1", subject="cellar", value="wet"),
            said("permit", "the permit is signed", "m2", subject={"kind": "person", "id": "Zoë Marsh"}, value="signed"),
            said("rust", "the ladder is rusty", "m3", subject="ladder", value="rusty"),
        ],
    ),
    session(
        "later",
        [message("m4", "The north ladder was painted.")],
        [said("paint", "it is painted now", "m4", subject="steps", value="painted")],
        started_at="2026-03-09T09:00:00Z",
    ),
]


@pytest.fixture(scope="module")
async def yard(server: Server, embeddings: Embeddings) -> Any:
    """Opens the memory of one tenant with other families switched on; its two sessions are of one topic."""
    import uuid

    tenant = f"t-{uuid.uuid4().hex}"

    def opened(*families: str) -> AsyncMemory:
        settings = server.settings(seeds=families, topic_join=-1.0)
        return AsyncMemory(tenant, settings=settings, embeddings=embeddings)

    async with opened(*FAMILIES) as memory:
        await memory.ingest(SESSIONS[0])
        rust = next(one.id for one in (await memory.history("ladder")).claims)
        later = SESSIONS[1] | {"relations": [{"from": "paint", "to": rust, "type": "updates"}]}
        await memory.ingest(later)
    return opened


async def recalled(memory: AsyncMemory, asked: str) -> Recall:
    async with memory:
        return await memory.recall(asked)


def brought(found: Recall) -> dict[str, str]:
    """Statements of the claims, each with its seed."""
    return {claim.statement: claim.seed for claim in found.claims}


LEAK, PERMIT = "water was lost in the cellar", "the permit is signed"
RUST, PAINT = "the ladder is rusty", "it is painted now"


@pytest.mark.parametrize("family", SEARCHES)
async def test_each_search_of_notes_finds_and_names_itself(yard: Any, family: str) -> None:
    """P1: alone it is the seed of all notes; switched off with the others on, it is the seed of none."""
    alone = await recalled(yard(family), "Which valve leaks?")
    assert alone.notes[0].external_id == "m1"
    assert {note.seed for note in alone.notes} == {family}
    others = await recalled(yard(*(one for one in FAMILIES if one != family)), "Which valve leaks?")
    assert "m1" in {note.external_id for note in others.notes}
    assert family not in {note.seed for note in others.notes}


async def test_a_claim_brings_the_message_it_rests_on(yard: Any) -> None:
    """P1: though no word of it is asked for; without claims, or without that family, it stays unfound."""
    asked = "Was water lost in the cellar?"
    found = await recalled(yard("note_text", "statement", "claim"), asked)
    assert {note.external_id: note.seed for note in found.notes}["m1"] == "claim"
    for families in (("note_text", "statement"), ("note_text", "claim")):
        assert [note.external_id for note in (await recalled(yard(*families), asked)).notes] == []


@pytest.mark.parametrize(
    ("family", "helped_by", "asked", "expected"),
    [
        ("note", ("note_text",), "Which valve leaks?", {LEAK}),
        ("statement", ("adjacent",), "Is the permit signed?", {LEAK, PERMIT, RUST, PAINT}),
        ("entity", ("adjacent",), "What of Zoë Marsh?", {PERMIT}),
        ("entity", ("adjacent",), "What has zoe done?", {PERMIT}),
        ("entity", ("adjacent",), "Anything about the LADDER?", {RUST}),
        ("topic", ("note_text",), "Which valve leaks?", {LEAK, PERMIT, RUST, PAINT}),
    ],
)
async def test_each_family_of_claims_brings_its_own_and_can_be_switched_off(
    yard: Any, family: str, helped_by: tuple[str, ...], asked: str, expected: set[str]
) -> None:
    """P1: by the notes found, by their statements, by whom or what is named, by the topic."""
    assert brought(await recalled(yard(family, *helped_by), asked)) == dict.fromkeys(expected, family)
    assert brought(await recalled(yard(*helped_by), asked)) == {}
    rest = await recalled(yard(*(one for one in FAMILIES if one != family)), asked)
    assert family not in brought(rest).values()


async def test_the_newest_version_comes_with_the_old(yard: Any) -> None:
    """P1: one hop over UPDATES; without it the old one comes alone."""
    asked = "Anything about the ladder?"
    assert brought(await recalled(yard("entity", "evolution"), asked)) == {RUST: "entity", PAINT: "evolution"}
    assert brought(await recalled(yard("entity"), asked)) == {RUST: "entity"}


async def test_all_families_together_name_the_first_that_brought_a_claim(yard: Any) -> None:
    """P1: in the order of the families, whatever else would have brought it."""
    assert set(brought(await recalled(yard(*FAMILIES), "Which valve leaks?")).values()) == {"note"}
    claims = await recalled(yard(*CLAIMS), "Anything about the ladder?")
    assert set(brought(claims).values()) == {"statement"}


@pytest.mark.parametrize(
    "asked", ["Zoë Marsh\\", '"Zoë Marsh"', "Zoë AND Marsh", "Zoë~ +Marsh*", "name:Zoë Marsh", "(Marsh"]
)
async def test_nothing_in_a_name_is_an_operator(yard: Any, asked: str) -> None:
    """Case C08: the index of names is asked for words, each in quotes."""
    assert brought(await recalled(yard("entity"), asked)) == {PERMIT: "entity"}


@pytest.mark.parametrize("family", CLAIMS)
async def test_no_family_leads_to_another_tenant(
    yard: Any, server: Server, tenant: str, embeddings: Embeddings, family: str
) -> None:
    """Case C58, law I4: the same names, words and topics of another tenant bring nothing of it."""
    families = (*SEARCHES, "entity", family)
    async with AsyncMemory.open(
        tenant, settings=server.settings(seeds=families, topic_join=-1.0), embeddings=embeddings
    ) as other:
        await other.ingest(SESSIONS)
        asked = "Anything about the ladder and the valve, Zoë Marsh?"
        theirs = {claim.id for claim in (await recalled(yard(*families), asked)).claims}
        own = {claim.id for claim in (await other.recall(asked)).claims}
        assert own
        assert theirs
        assert own & theirs == set()


async def test_a_hub_costs_what_it_may_lead_to_and_says_that_it_was_cut(memory: AsyncMemory) -> None:
    """P1: a note, an entity and a session with 200 claims, and with 800, cost the same and give the same number."""
    cost: dict[int, tuple[int, int]] = {}
    random = np.random.default_rng(7)
    for first, last in ((0, 200), (200, 800)):
        rows = [{"id": f"-c{n}", "vector": random.normal(size=384).tolist()} for n in range(first, last)]
        await planted(memory, HUB, rows=rows)
        found, cut, hits = await _profiled(memory, [f"{memory.tenant}-n"], "What of Orion?")
        assert cut
        assert found == sorted(found, key=lambda row: (-row["similarity"], row["id"]))
        assert {row["seed"] for row in found} == {"note"}
        cost[last] = len(found), hits
    assert cost[200] == cost[800]
    assert cost[200][0] == question.CLAIMS_PER_FAMILY


async def test_what_the_index_says_is_what_would_be_computed(yard: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """P1: how near a claim is does not depend on who reckons it."""
    asked = "Was the ladder painted?"
    said = await recalled(yard(*FAMILIES), asked)
    monkeypatch.setattr(question, "SCORED", 1)
    computed = await recalled(yard(*FAMILIES), asked)
    assert len(said.claims) > 2
    assert said.claims == computed.claims


async def test_what_no_number_cuts_is_not_called_cut(yard: Any) -> None:
    """P1."""
    assert not (await recalled(yard(*FAMILIES), "Anything about the ladder?")).truncated


async def _profiled(memory: AsyncMemory, notes: Iterable[str], asked: str) -> tuple[list[dict[str, Any]], bool, int]:
    """The seeds of claims, whether any were left out, and what the server looked at for them."""
    store = await memory.store()
    text = catalogue()["recall.claim_seeds"].text.replace("CYPHER 25", "CYPHER 25 PROFILE", 1)
    given = {
        "tenant": memory.tenant, "families": list(FAMILIES), "note_ids": list(notes), "vector": [1.0, *[0.0] * 383],
        "words": seeds.lucene(asked, memory.tenant), "names": seeds.names(asked),
        "named_words": seeds.named_words(asked, memory.tenant), "depth": question.CLAIMS_PER_SEARCH,
        "wide": question.NEAR, "scored": question.SCORED, "most": question.CLAIMS_PER_FAMILY, "hub": question.HUB,
        "entities": question.ENTITIES, "topics": question.TOPICS, "sessions": question.SESSIONS,
    }  # fmt: skip

    async def work(tx: Transaction) -> tuple[list[dict[str, Any]], bool, int]:
        result = await tx._raw.run(text, given)
        row = (await result.single(strict=True)).data()
        return row["claims"], row["cut"], _hits((await result.consume()).profile)

    return await store.reading(work, memory.tenant, "test")


def _hits(plan: Mapping[str, Any]) -> int:
    return int(plan.get("dbHits", 0)) + sum(map(_hits, plan.get("children", [])))
