"""Every query file on a live server: its header says what it returns, and its plan reads no more than it touches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from kgmem import AsyncMemory
from kgmem.graph.queries import Query, catalogue

STATEMENTS = [query for query in catalogue().values() if query.mode != "schema"]
SCANS = ("AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan", "UnionNodeByLabelsScan", "AllRelationshipsScan")
READS_ALL = {"audit.residue", "graphiti.episodes", "graphiti.facts", "graphiti.rest"}
"""What proves that a text is nowhere looks everywhere; another program's graph has no indexes of ours."""
CLOSURES = (
    "clocks.below",
    "clocks.updating",
    "exchange.below",
    "prune.resting",
    "retract.closure",
    "validity.above",
    "validity.superseded",
    "write.support_among",
)
AUDITS = [name for name in catalogue() if name.startswith("audit.")]


def sample(type: str) -> Any:
    """A value of a declared Cypher type."""
    if type.startswith("LIST"):
        return []
    samples = {"MAP": {}, "BOOLEAN": True, "INTEGER": 1, "FLOAT": 0.5, "ZONED": None}
    return next((value for name, value in samples.items() if type.startswith(name)), "x")


def operators(plan: Mapping[str, Any]) -> Iterator[str]:
    yield f"{plan['operatorType']} {plan['args'].get('Details', '')}"
    for child in plan.get("children", []):
        yield from operators(child)


async def planned(memory: AsyncMemory, query: Query) -> tuple[list[str], list[str]]:
    store = await memory.store()
    columns, plan = await store.explain(query, {param.name: sample(param.type) for param in query.params})
    return columns, list(operators(plan))


@pytest.mark.parametrize("query", STATEMENTS, ids=lambda query: query.name)
async def test_header_names_the_columns_that_the_server_returns(memory: AsyncMemory, query: Query) -> None:
    columns, _ = await planned(memory, query)
    assert columns == [column.name for column in query.returns]


def test_no_query_merges_a_relationship_of_a_type_from_a_parameter() -> None:
    """With an index on the relationship, Neo4j 2026.09 sometimes matches one between other nodes as well."""
    merges = re.compile(r"MERGE\s[^\n]*-\[\w*:\$\(")
    assert [name for name, query in catalogue().items() if merges.search(query.text)] == []


@pytest.mark.parametrize("query", STATEMENTS, ids=lambda query: query.name)
async def test_no_query_scans_a_label(memory: AsyncMemory, query: Query) -> None:
    """Work grows with what is touched, never with the store."""
    _, plan = await planned(memory, query)
    scans = [step for step in plan if any(scan in step for scan in SCANS)]
    assert bool(scans) == (query.name in READS_ALL), scans


@pytest.mark.parametrize("name", CLOSURES)
async def test_closures_keep_pruning_breadth_first_expansion(memory: AsyncMemory, name: str) -> None:
    """R1: without it, a diamond of 40 layers has more paths than there is time."""
    _, plan = await planned(memory, catalogue()[name])
    expansions = [step for step in plan if "VarLengthExpand" in step or step.startswith("Repeat")]
    assert expansions
    assert all("Pruning,BFS" in step for step in expansions)


async def test_what_was_known_starts_from_indexes(memory: AsyncMemory) -> None:
    """T8: from what is found, never from all there is; rivals are looked up by their key."""
    steps = {name: (await planned(memory, catalogue()[name]))[1] for name in ("clocks.notes", "clocks.seeds")}
    for name, index in (
        ("clocks.notes", "INDEX former_note_vector"), ("clocks.notes", "INDEX note_vector"),
        ("clocks.seeds", "INDEX former_claim_vector"), ("clocks.seeds", "INDEX claim_vector"),
    ):  # fmt: skip
        assert any("NodeVectorIndexSearch@neo4j SEARCH" in step and index in step for step in steps[name])
    assert not any("IndexScan" in step for step in (*steps["clocks.notes"], *steps["clocks.seeds"]))


async def test_linking_starts_from_indexes_and_asks_a_hub_for_its_degree_only(memory: AsyncMemory) -> None:
    """The work for a new session does not grow with the store, nor does a page of those that wait with their number."""
    names = ("link.candidates", "link.near", "link.waiting")
    plans = {name: (await planned(memory, catalogue()[name]))[1] for name in names}
    steps = {name: " ".join(plan) for name, plan in plans.items()}
    assert "NodeVectorIndexSearch@neo4j SEARCH c IN (VECTOR INDEX claim_vector" in steps["link.candidates"]
    assert "getDegree((e)<-[:ABOUT]-()) <= $hub" in steps["link.candidates"]
    assert "NodeVectorIndexSearch@neo4j SEARCH t IN (VECTOR INDEX topic_vector" in steps["link.near"]
    assert "RANGE INDEX s:Session(tenant, link_state, link_key)" in steps["link.waiting"]
    assert not {"Sort", "Top"} & {step.split("@")[0] for step in plans["link.waiting"]}


async def test_the_latest_message_and_the_sessions_of_a_time_are_read_from_their_order(memory: AsyncMemory) -> None:
    """T1: one message, or those sessions, however many there are."""
    plans = {name: (await planned(memory, catalogue()[name]))[1] for name in ("recall.latest", "recall.sessions")}
    steps = {name: " ".join(plan) for name, plan in plans.items()}
    assert "RANGE INDEX n:Note(tenant, observed_at)" in steps["recall.latest"]
    assert not {"Top", "PartialSort"} & {step.split("@")[0] for step in plans["recall.latest"]}
    assert len([step for step in plans["recall.latest"] if step.startswith("Sort")]) <= 1
    assert "RANGE INDEX s:Session(tenant, started_at)" in steps["recall.sessions"]
    assert "Session(tenant) " not in steps["recall.sessions"]


@pytest.mark.parametrize("name", AUDITS)
async def test_whatever_an_audit_walks_it_walks_pruning_breadth_first(memory: AsyncMemory, name: str) -> None:
    """T8: whether a claim stood then is a walk down to what was seen, through diamonds too."""
    _, plan = await planned(memory, catalogue()[name])
    expansions = [step for step in plan if "VarLengthExpand" in step or step.startswith("Repeat")]
    assert [step for step in expansions if "Pruning,BFS" not in step] == []
