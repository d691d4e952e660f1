"""Evidence paths and the context as a user meets them: cases C39 and C44, both clocks' `as_of`, every cut told."""

from __future__ import annotations

from typing import Any

import pytest
from support import Server, message, session

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings
from kgmem.models import EvidencePath, Recall


def plan(id: str, statement: str, anchor: str | None = None, kind: str = "plan") -> dict[str, Any]:
    claim = {"id": id, "kind": kind, "statement": statement, "participants": ["Ana"], "confidence": 0.9}
    return claim | {"support": ["m"]} | ({"anchor": anchor} if anchor else {})


def relation(type: str, start: str, end: str, confidence: float = 1.0) -> dict[str, Any]:
    return {"type": type, "from": start, "to": end, "confidence": confidence}


DAYS = ("1", "8", "15", "22", "29")
SHIPPING = session(
    "s",
    [message("m", "We ship on 1, 8, 15, 22 or 29 June; launch, press and a party follow.")],
    [
        *(plan(f"e{n}", f"The team ships on {day} June", f"2026-05-{n:02d}") for n, day in enumerate(DAYS, start=1)),
        plan("x", "The launch is announced"),
        plan("y", "The press is invited"),
        plan("z", "The party is booked"),
    ],
    relations=[
        *(relation("updates", f"e{n + 1}", f"e{n}") for n in range(1, 5)),
        relation("causes", "e1", "x"),
        relation("enables", "e1", "y"),
        relation("causes", "x", "z"),
    ],
)


def told(path: EvidencePath) -> list[str]:
    return [event.statement for event in path.events]


def joined(found: Recall) -> set[tuple[str, str, str]]:
    """Type and ends of every relation on the paths, by what the claims say."""
    statements = {event.id: event.statement for path in found.paths for event in path.events}
    return {(one.type, statements[one.start], statements[one.end]) for path in found.paths for one in path.relations}


async def test_no_path_crosses_what_a_superseded_plan_causes_and_one_over_it_is_of_no_validity(
    memory: AsyncMemory,
) -> None:
    """C44, P2, T6: the edge is invalidated, the enabling one is not; UV over the first plan is 0."""
    await memory.ingest(SHIPPING)
    now = await memory.recall("Which June day does the team ship, and what of launch, press and party?")
    types = {type for type, _, _ in joined(now)}
    assert ("CAUSES", "The team ships on 1 June", "The launch is announced") not in joined(now)
    assert ("ENABLES", "The team ships on 1 June", "The press is invited") in joined(now)
    assert types >= {"UPDATES", "ENABLES", "CAUSES"}
    over = [path for path in now.paths if "The team ships on 1 June" in told(path)]
    assert over
    assert {path.parts.uv for path in over} == {0.0}


async def test_at_a_time_before_the_update_the_edge_is_crossed_and_what_came_later_is_on_no_path(
    memory: AsyncMemory,
) -> None:
    """C44, P2, T8: the first plan held then."""
    await memory.ingest(SHIPPING)
    question = "Which June day does the team ship, and what of launch, press and party?"
    then = await memory.recall(question, as_of="2026-05-01")
    assert ("CAUSES", "The team ships on 1 June", "The launch is announced") in joined(then)
    assert not any("8 June" in one or "29 June" in one for path in then.paths for one in told(path))
    assert all(path.parts.uv for path in then.paths if "The team ships on 1 June" in told(path))


async def test_a_cause_that_lies_after_its_effect_is_never_crossed(memory: AsyncMemory) -> None:
    """C39: in neither direction, though both claims are found; two that cause each other end the search too."""
    claims = [
        plan("late", "The dam broke", "2026-05-20", "action"),
        plan("early", "The valley was flooded", "2026-05-10", "action"),
        plan("a", "The mill stood still", kind="action"),
        plan("b", "The mill was flooded", kind="action"),
    ]
    relations = [relation("causes", "late", "early"), relation("causes", "a", "b"), relation("causes", "b", "a")]
    file = session("s", [message("m", "Dam, valley and mill.")], claims, relations=relations)
    await memory.ingest(file)
    found = await memory.recall("What of the dam, the valley and the mill?")
    assert joined(found) == {
        ("CAUSES", "The mill stood still", "The mill was flooded"),
        ("CAUSES", "The mill was flooded", "The mill stood still"),
    } & joined(found)
    assert found.paths


async def test_the_context_tells_each_claim_once_and_how_they_hang_together(memory: AsyncMemory) -> None:
    """P4: claims of paths are in the block with their state, once each."""
    await memory.ingest(SHIPPING)
    found = await memory.recall("What of launch, press and party?")
    lines = found.context.splitlines()
    ids = [line[1:].partition("]")[0] for line in lines if line.startswith("[")]
    assert len(ids) == len({*ids})
    assert {event.id for path in found.paths for event in path.events} <= {*ids}
    assert sum(line.startswith("path: ") for line in lines) == len(found.paths) > 0


@pytest.mark.parametrize("hops", [0, 1, 4])
async def test_how_far_paths_reach_is_a_setting_and_what_would_go_on_is_told(
    server: Server, tenant: str, embeddings: Embeddings, hops: int
) -> None:
    """P2: every cut is reported."""
    settings = server.settings(max_hops=hops)
    async with AsyncMemory.open(tenant, settings=settings, embeddings=embeddings) as memory:
        await memory.ingest(SHIPPING)
        found = await memory.recall("What of launch, press and party?")
        again = await memory.recall("What of launch, press and party?")
    assert max((len(path.relations) for path in found.paths), default=0) <= hops
    assert bool(found.paths) == bool(hops)
    assert found.truncated or not found.path_cuts.any
    assert hops != 1 or found.path_cuts.hops
    assert (again.paths, again.path_cuts, again.context) == (found.paths, found.path_cuts, found.context)
