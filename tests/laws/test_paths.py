"""P2, P3: the paths that the store finds are those of an exhaustive search, and what they are worth."""

from datetime import UTC, datetime, timedelta
from typing import Any

import profiles
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from strategies import tenants
from support import planted
from twin import wipe
from walks import EVOLUTION, QUESTION, SUPPORT, VECTORS, Edge, Graph, Node, Reason, Walk

from kgmem import AsyncMemory
from kgmem.graph.store import Transaction
from kgmem.models import PathCuts
from kgmem.recall import paths, ranking
from kgmem.recall.paths import Limits
from kgmem.settings import Settings

FIRST_DAY = datetime(2024, 1, 1, tzinfo=UTC)
WIDE = 100_000
SCORING = paths.limits(Settings(_env_file=None)).scoring

PLANT = """CYPHER 25
UNWIND $claims AS row
CREATE (c:Claim) SET c = row.properties, c.tenant = $tenant
FOREACH (_ IN CASE WHEN row.pruned THEN [1] ELSE [] END | SET c:Pruned)
WITH c, row
UNWIND row.reasons AS reason
CREATE (c)-[:ASSERTED_BY]->(a:Assertion) SET a = reason.properties, a.tenant = $tenant
WITH a, reason
UNWIND reason.notes AS note
CREATE (a)-[:RESTS_ON]->(n:Observation:Note) SET n = note.properties, n.tenant = $tenant
FOREACH (_ IN CASE WHEN note.retracted THEN [1] ELSE [] END | SET n:Retracted)"""
JOIN = """CYPHER 25
UNWIND $relations AS row
MATCH (a:Claim {id: row.`start`}), (b:Claim {id: row.`end`})
CREATE (a)-[r:$(row.type)]->(b) SET r = row.properties, r.tenant = $tenant"""


def time(day: int | None) -> datetime | None:
    return None if day is None else FIRST_DAY + timedelta(days=day)


# ---- random graphs ----

days = st.integers(0, 6)
cosines = st.sampled_from(sorted(VECTORS))
spells = st.one_of(
    st.just((None, None)),
    st.tuples(days, st.none()),
    st.tuples(st.none() | days, st.none()),
    st.tuples(days, st.integers(1, 4)).map(lambda found: (found[0], found[0] + found[1])),
)


def mostly(value: bool) -> st.SearchStrategy[bool]:
    return st.sampled_from([value] * 11 + [not value])


@st.composite
def reasons(draw: st.DrawFn) -> Reason:
    since, until = draw(spells)
    stated = None if since is None else draw(st.sampled_from([None, (since, since + 1), (since, since + 3)]))
    return Reason(draw(mostly(False)), since, until, stated, tuple(draw(st.lists(cosines, max_size=2))))


nodes = st.builds(
    Node,
    reasons=st.lists(reasons(), min_size=1, max_size=2).map(tuple),
    own=cosines,
    suspect=st.booleans(),
    stands=mostly(True),
    pruned=mostly(False),
)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """A few claims and many relations between them, in either direction, several of one kind."""
    found = draw(st.lists(nodes, min_size=5, max_size=8))
    size, edges = len(found), []
    for _ in range(draw(st.integers(2 * size, 3 * size))):
        start, step = draw(st.integers(0, size - 1)), draw(st.integers(1, size - 1))
        type, confidence = draw(st.sampled_from((*SUPPORT, *EVOLUTION))), draw(st.sampled_from([0.25, 0.5, 1.0]))
        edges.append(Edge(type, start, (start + step) % size, confidence, draw(mostly(True))))
    return Graph(found, edges, draw(st.sampled_from([None, None, 2, 4, 6])))


async def plant(memory: AsyncMemory, graph: Graph) -> list[str]:
    """The graph in the store, as an ingest would leave it; the ids of its claims by their places."""
    now = Graph(graph.nodes, graph.edges)
    ids = [f"{memory.tenant}/{place}" for place in range(len(graph.nodes))]
    claims = [_claim(now, place, ids[place]) for place in range(len(ids))]
    relations = []
    for number, edge in enumerate(graph.edges):
        ended = now.ended_at(edge.start) if edge.type in ("CAUSES", "PREVENTS") else None
        properties = {
            "session_id": f"s{number}", "method": "stated", "confidence": edge.confidence, "justification": None,
            "retracted": not edge.live and number % 2 == 0, "invalidated_at": time(ended),
            "ended_at": time(0) if not edge.live and number % 2 else None,
        }  # fmt: skip
        relations.append({"type": edge.type, "start": ids[edge.start], "end": ids[edge.end], "properties": properties})
    await planted(memory, PLANT, claims=claims)
    await planted(memory, JOIN, relations=relations)
    return ids


def _claim(graph: Graph, place: int, id: str) -> dict[str, Any]:
    node = graph.nodes[place]
    made = []
    for number, one in enumerate(node.reasons):
        first, last = one.stated or (one.since, None)
        notes = [
            {"properties": _note(f"{id}/{number}/{n}", cos), "retracted": False} for n, cos in enumerate(one.notes)
        ]
        notes.append({"properties": _note(f"{id}/{number}/gone", 1.0), "retracted": True})
        made.append(
            {
                "properties": {
                    "id": f"{id}/{number}", "state": "void" if one.void else "intact", "holds_from": time(one.since),
                    "valid_until": time(one.until), "world_from": time(first),
                    "world_grain_end": time(None if first is None else first + 1),
                    "world_to": time(last) if one.stated and last > first + 1 else None,
                    "world_grain": "day", "world_basis": "stated" if one.stated else "message",
                },
                "notes": notes,
            }
        )  # fmt: skip
    properties = {
        "id": id, "kind": "action", "statement": id, "embedding": list(map(float, VECTORS[node.own])),
        "standing": "supported" if node.stands else "unsupported", "validity": graph.validity(place),
        "valid_until": time(graph.ended_at(place)),
    }  # fmt: skip
    return {"properties": properties, "pruned": node.pruned, "reasons": made}


def _note(id: str, cosine: float) -> dict[str, Any]:
    return {"id": id, "embedding": list(map(float, VECTORS[cosine]))}


# ---- both sides ----


async def found(
    memory: AsyncMemory, ids: list[str], seeds: list[int], graph: Graph, **other: Any
) -> tuple[list[ranking.Scored], PathCuts]:
    """What the store finds from these seeds."""
    limits = Limits(**{"max_hops": 3, "beam": WIDE, "hub": WIDE, "scoring": SCORING} | other)
    names = [ids[place] for place in seeds]

    async def work(tx: Transaction) -> Any:
        return await paths.found(tx, names, list(QUESTION), time(graph.as_of), limits)

    return await (await memory.store()).reading(work, memory.tenant, "recall.paths")


def plain(one: ranking.Scored, ids: list[str]) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    at = {id: place for place, id in enumerate(ids)}
    edges = ((edge.type, at[edge.start], at[edge.end], edge.confidence) for edge in one.path.relations)
    return tuple(at[id] for id in one.path.claims), tuple(edges)


def once(walks: Any, ids: list[str]) -> dict[tuple[Any, Any], Walk]:
    """Each path once, in the direction whose ids come first, where it was walked from both its ends."""
    kept: dict[frozenset[Any], Walk] = {}
    for one in walks:
        key = frozenset(one.edges)
        if key not in kept or [ids[c] for c in one.claims] < [ids[c] for c in kept[key].claims]:
            kept[key] = one
    return {(one.claims, one.edges): one for one in kept.values()}


@settings(max_examples=max(1, profiles.EXAMPLES // 2))
@given(tenant=tenants, graph=graphs(), data=st.data(), hops=st.sampled_from([3, 2, 4, 1, 0]))
async def test_paths_are_those_of_an_exhaustive_search_and_worth_the_same(server, constant, tenant, graph, data, hops):
    """P2, P3: with a beam that is wide enough every one, none else, scores and parts equal to 1e-9, best first."""
    seeds = data.draw(st.lists(st.integers(0, len(graph.nodes) - 1), min_size=1, max_size=4, unique=True))
    async with AsyncMemory.open(f"{tenant}-paths", settings=server.settings(), embeddings=constant) as memory:
        await wipe(memory)
        ids = await plant(memory, graph)
        expected = once(graph.walks(seeds, hops), ids)
        got, cuts = await found(memory, ids, seeds, graph, max_hops=hops)
        named = {plain(one, ids): one for one in got}
        assert named.keys() == expected.keys()
        for key, one in named.items():
            parts = (one.parts.ns, one.parts.pc, one.parts.tc, one.parts.uv)
            assert parts == pytest.approx(expected[key].parts, abs=1e-9)
            assert one.score == pytest.approx(expected[key].score, abs=1e-9)
        assert [one.score for one in got] == sorted((one.score for one in got), reverse=True)
        assert (cuts.beam, cuts.hubs) == (0, 0)
        longer = len(once(graph.walks(seeds, hops + 1), ids)) > len(expected)
        assert not (hops and longer) or cuts.hops, "what would go on is reported"
        event(f"{min(len(expected), 100) // 10 * 10} paths or more")
        await wipe(memory)


@settings(max_examples=max(1, profiles.EXAMPLES // 4))
@given(tenant=tenants, graph=graphs(), beam=st.integers(1, 4))
async def test_a_narrow_beam_finds_some_of_them_says_so_and_the_same_again(server, constant, tenant, graph, beam):
    """P2: a subset, flagged; the same question on the same store gives the same paths in the same order."""
    async with AsyncMemory.open(f"{tenant}-beam", settings=server.settings(), embeddings=constant) as memory:
        await wipe(memory)
        ids = await plant(memory, graph)
        seeds = list(range(len(ids)))
        expected = once(graph.walks(seeds, 3), ids)
        got, cuts = await found(memory, ids, seeds, graph, beam=beam)
        undirected = {frozenset(edges) for _, edges in expected}
        assert {frozenset(plain(one, ids)[1]) for one in got} <= undirected
        assert cuts.beam or len(got) == len(expected)
        if cuts.beam:
            event("cut")
        assert await found(memory, ids, seeds, graph, beam=beam) == (got, cuts)
        await wipe(memory)


@settings(max_examples=max(1, profiles.EXAMPLES // 4))
@given(tenant=tenants, graph=graphs(), data=st.data())
async def test_of_a_hub_the_relations_to_what_was_found_are_followed_and_the_rest_is_counted(
    server, constant, tenant, graph, data
):
    """P2: a claim with more relations than are all followed; the cut is reported."""
    near = data.draw(st.lists(st.integers(0, len(graph.nodes) - 1), min_size=1, max_size=3, unique=True))
    async with AsyncMemory.open(f"{tenant}-hub", settings=server.settings(), embeddings=constant) as memory:
        await wipe(memory)
        ids = await plant(memory, graph)
        got, cuts = await found(memory, ids, near, graph, hub=2)
        degree = {place: sum(place in (e.start, e.end) for e in graph.edges) for place in range(len(ids))}
        hubs = {place for place, count in degree.items() if count > 2}

        def followed(one: Walk) -> bool:
            steps = zip(one.claims, one.claims[1:], strict=False)
            return all(here not in hubs or there in near for here, there in steps)

        expected = once((one for one in graph.walks(near, 3) if followed(one)), ids)
        assert {frozenset(plain(one, ids)[1]) for one in got} == {frozenset(edges) for _, edges in expected}
        whole = once(graph.walks(near, 3), ids)
        assert cuts.hubs or len(whole) == len(expected)
        if cuts.hubs:
            event("hub")
        await wipe(memory)
