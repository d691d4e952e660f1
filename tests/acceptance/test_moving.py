"""Moving to kgmem from what people leave: a graph of Graphiti, memories of Mem0."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support import Server, planted, rows

from kgmem import AsyncMemory
from kgmem.errors import NotFound
from kgmem.exchange import graphiti

from .command import Command

GRAPH = """CYPHER 25
CREATE (e1:Episodic {uuid: $g + '-e1', group_id: $g, name: 'one', source: 'message', source_description: 'chat',
          content: 'Ida: I moved to Oslo in January.', valid_at: datetime('2026-01-10T09:00Z'),
          created_at: datetime('2026-05-01T00:00Z')}),
       (e2:Episodic {uuid: $g + '-e2', group_id: $g, name: 'two', source: 'message', source_description: 'chat',
          content: 'Ida: I live in Rome now.', valid_at: datetime('2026-03-05T09:00Z'),
          created_at: datetime('2026-05-01T00:00Z')}),
       (ida:Entity:Person {uuid: $g + '-ida', group_id: $g, name: 'Ida', summary: 'Somebody who moves.'}),
       (oslo:Entity:Place {uuid: $g + '-oslo', group_id: $g, name: 'Oslo', summary: ''}),
       (rome:Entity:Place {uuid: $g + '-rome', group_id: $g, name: 'Rome', summary: ''}),
       (:Entity {uuid: $g + '-alone', group_id: $g, name: 'Alone', summary: ''}),
       (:Community {uuid: $g + '-c', group_id: $g, name: 'Movers', summary: 'All of them.'})-[:HAS_MEMBER]->(ida),
       (e1)-[:MENTIONS]->(ida), (e2)-[:MENTIONS]->(ida),
       (ida)-[:RELATES_TO {uuid: $g + '-f1', group_id: $g, name: 'LIVES_IN', fact: 'Ida lives in Oslo',
          episodes: [$g + '-e1'], valid_at: datetime('2026-01-10T00:00Z'), invalid_at: datetime('2026-03-05T00:00Z'),
          created_at: datetime('2026-05-01T00:00Z'), expired_at: datetime('2026-05-01T00:00Z')}]->(oslo),
       (ida)-[:RELATES_TO {uuid: $g + '-f2', group_id: $g, name: 'LIVES_IN', fact: 'Ida lives in Rome',
          episodes: [$g + '-e2'], valid_at: datetime('2026-03-05T00:00Z'),
          created_at: datetime('2026-05-01T00:00Z')}]->(rome)"""


@pytest.fixture
async def group(memory: AsyncMemory) -> AsyncIterator[str]:
    """A small graph in Graphiti's shape, of a group of its own."""
    name = f"g-{uuid.uuid4().hex}"
    await planted(memory, GRAPH, g=name)
    yield name
    await planted(memory, "MATCH (n {group_id: $g}) DETACH DELETE n", g=name)


async def test_a_graph_of_graphiti_becomes_claims_with_their_episodes(
    kgmem: Command, server: Server, memory: AsyncMemory, group: str
) -> None:
    """Its facts hold when it says, a later one ends an earlier one, what stays is told; again changes nothing."""
    arguments = ("ingest", "--from-graphiti", server.uri, "--group", group)
    done = kgmem(*arguments, "--json", NEO4J_USER=server.user, NEO4J_PASSWORD=server.password)
    totals = json.loads(done.stdout)["totals"]
    assert (totals["stored"], totals["notes"], totals["claims"], totals["rejected_items"]) == (2, 2, 2, 0)
    assert "2 episodes and 2 facts of Graphiti are read" in done.stderr
    for lost in ("1 communities", "1 summaries of entities", "1 entities that no fact is about", "3 dates of what"):
        assert f"not brought along: {lost}" in done.stderr
    history = await memory.history("Ida")
    oslo, rome = history.claims
    assert (oslo.statement, oslo.validity, rome.statement, rome.validity) == (
        "Ida lives in Oslo", 0.0, "Ida lives in Rome", 1.0,
    )  # fmt: skip
    assert [tuple(str(at)[:10] for at in spell) for spell in oslo.holds] == [("2026-01-10", "2026-03-05")]
    explained = await memory.explain(rome.id)
    assert explained.assertions[0].supports[0].text == "Ida: I live in Rome now."
    assert (await memory.ask("Where does Ida live?")).status == "answered"
    again = kgmem(*arguments, "--json", NEO4J_USER=server.user, NEO4J_PASSWORD=server.password)
    assert json.loads(again.stdout)["totals"]["unchanged"] == 2
    assert not await rows(memory, "MATCH (e:Episodic {group_id: $g}) WHERE e.tenant IS NOT NULL RETURN e", g=group)


async def test_a_graph_is_read_page_by_page(
    memory: AsyncMemory, server: Server, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphiti, "PAGE", 1)
    found = await graphiti.read(
        server.uri, server.user, server.password, settings=memory.settings, groups=[group, "none"]
    )
    assert (found.episodes, found.facts, len(list(found.sessions()))) == (2, 2, 2)
    with pytest.raises(NotFound, match="holds no episode of Graphiti"):
        await graphiti.read(server.uri, server.user, server.password, settings=memory.settings, groups=["none"])


def test_where_a_graph_is_has_to_be_said(kgmem: Command, server: Server, tmp_path: Path) -> None:
    assert "NEO4J_PASSWORD" in kgmem.error("ingest", "--from-graphiti", server.uri, code=2)
    assert "and not both" in kgmem.error("ingest", "a.json", "--from-graphiti", server.uri, code=2)
    assert "and not both" in kgmem.error("ingest", code=2)


async def test_memories_of_mem0_are_read_as_what_somebody_said(kgmem: Command, memory: AsyncMemory) -> None:
    """They are distilled like any message, all from one source; a memory that changes is brought up to date."""
    said = {"user_id": "nora", "created_at": "2026-02-01T08:00:00-07:00"}
    held = [
        {"id": "m1", "memory": "Nora works at Brightwell."} | said,
        {"id": "m2", "memory": "Nora likes chess."} | said,
    ]
    done = kgmem.json("ingest", kgmem.file("mem0.json", {"results": held}))
    assert (done["totals"]["stored"], done["totals"]["claims"]) == (2, 2)
    assert kgmem.json("ingest", "mem0.json")["totals"]["unchanged"] == 2
    explained = await memory.explain((await memory.history("Nora")).claims[0].id)
    assert [(source.kind, source.external_id) for source in explained.sources] == [("tool", "mem0")]
    held[0] |= {"memory": "Nora works at Nordlys.", "updated_at": "2026-04-01T08:00:00-07:00"}
    done = kgmem.json("ingest", kgmem.file("mem0.json", {"results": held}))
    assert (done["totals"]["stored"], done["totals"]["unchanged"]) == (1, 1)
    assert "Nordlys" in (await memory.ask("Where does Nora work?")).answer
