"""Labels of state: what Neo4j Browser tells claims apart by is what is derived of them. That it is so after any history
is a part of the comparison in tests/laws/state.py."""

from __future__ import annotations

from support import document, fact, message, rows, session

from kgmem import AsyncMemory

STATES = """CYPHER 25
MATCH (c:Claim {tenant: $tenant})
RETURN c.statement AS statement,
       [label IN labels(c) WHERE label IN ['Disputed', 'Superseded', 'Suspect', 'Unsupported', 'Weakened']] AS states
ORDER BY statement"""


async def states(memory: AsyncMemory) -> dict[str, list[str]]:
    return {row["statement"]: sorted(row["states"]) for row in await rows(memory, STATES)}


def lives(id: str, place: str, day: str, confidence: float = 0.8) -> dict[str, object]:
    seen = document(f"doc-{id}", published_at=day)
    said = fact("c1", ["m1"], confidence, subject="Ada", object=place, predicate="lives_in")
    said["statement"] = f"Ada lives in {place}"
    return session(id, [message("m1", f"Ada lives in {place}.", source=seen)], [said])


async def test_disputed_claims_are_marked_until_one_side_falls(memory: AsyncMemory) -> None:
    """T3, T6: two places at one time; the mark goes from both when one is taken back, and comes back with it."""
    await memory.ingest([lives("s1", "Oslo", "2024-01-01"), lives("s2", "Rome", "2024-01-01")])
    both = {"Ada lives in Oslo": ["Disputed"], "Ada lives in Rome": ["Disputed"]}
    assert await states(memory) == both
    oslo = next(one for one in (await memory.history("Ada")).claims if one.statement == "Ada lives in Oslo")
    retraction = (await memory.retract(oslo.id)).retraction
    assert await states(memory) == {"Ada lives in Oslo": ["Unsupported"], "Ada lives in Rome": []}
    await memory.restore(retraction)
    assert await states(memory) == both


async def test_superseded_claims_are_marked_until_what_superseded_them_falls(memory: AsyncMemory) -> None:
    """T5, T7: the older place is superseded; without the newer one it is not."""
    await memory.ingest([lives("s1", "Oslo", "2024-01-01"), lives("s2", "Rome", "2025-01-01")])
    assert await states(memory) == {"Ada lives in Oslo": ["Superseded"], "Ada lives in Rome": []}
    newer = next(one for one in (await memory.history("Ada")).claims if one.statement == "Ada lives in Rome")
    await memory.retract(newer.id)
    assert await states(memory) == {"Ada lives in Oslo": [], "Ada lives in Rome": ["Unsupported"]}
