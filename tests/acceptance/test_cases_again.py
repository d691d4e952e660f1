"""Case C50: saying it again after it was taken back."""

from __future__ import annotations

from typing import Any

import pytest
from support import document, fact, message, session, snapshot

from kgmem import AsyncMemory
from kgmem.models import HistoryClaim

from .command import Command


def beta(id: str, source: str, **other: Any) -> dict[str, Any]:
    """A session that reads in a document that alpha relates to beta."""
    said = message("m1", "Alpha relates to beta.", source=document(source))
    return session(id, [said], [fact("c1", ["m1"], 0.7)], **other)


async def the_claim(memory: AsyncMemory) -> HistoryClaim:
    """What is held of alpha."""
    (claim,) = (await memory.history("alpha")).claims
    return claim


@pytest.mark.parametrize("kind", ["observation", "source", "session", "claim"])
async def test_what_was_taken_back_stays_so_when_it_is_said_again(
    memory: AsyncMemory, kgmem: Command, kind: str
) -> None:
    """Case C50: nothing comes back or doubles, and the report says so; restoring brings back exactly what there was."""
    file = kgmem.file("s.json", beta("s1", "D-2"))
    first = kgmem.json("ingest", file)
    claim = await the_claim(memory)
    explained = await memory.explain(claim.id)
    targets = {
        "observation": explained.assertions[0].supports[0].observation,
        "source": explained.sources[0].id,
        "session": first["sessions"][0]["id"],
        "claim": claim.id,
    }
    act = await memory.retract(str(targets[kind]), reason="misread", by="Ana")
    before = await snapshot(memory)

    again = kgmem.json("ingest", file)

    (told,) = again["sessions"]
    assert (told["state"], [one["code"] for one in told["warnings"]]) == ("unchanged", ["skipped_retracted"])
    assert "kgmem restore" in told["warnings"][0]["detail"]
    assert await snapshot(memory) == before
    assert ((await the_claim(memory)).standing, (await the_claim(memory)).confidence) == ("unsupported", 0)

    await memory.restore(str(act.retraction))
    assert await the_claim(memory) == claim
    assert claim.confidence == pytest.approx(0.7)
    audit = await memory.query("audit.retractions")
    (row,) = [dict(zip(audit.columns, values, strict=True)) for values in audit.rows]
    assert (row["reason"], row["by"]) == ("misread", "Ana")
    assert row["recorded_at"] < row["undone_at"], "both acts are on record"
    assert kgmem.json("ingest", file)["sessions"][0]["warnings"] == []


async def test_another_session_on_a_source_that_was_taken_back_brings_nothing_back(memory: AsyncMemory) -> None:
    """Case C50: it is stored, and void from the start, with its warning; so is the first one, said otherwise."""
    await memory.ingest(beta("s1", "D-2"))
    source = (await memory.explain((await the_claim(memory)).id)).sources[0].id
    await memory.retract(source)
    for one in (beta("s2", "D-2"), beta("s1", "D-2", title="Read again")):
        (told,) = (await memory.ingest(one)).sessions
        assert told.state == "stored"
        assert "skipped_retracted" in [warning.code for warning in told.warnings]
        assert (await the_claim(memory)).standing == "unsupported"


async def test_new_source_that_says_the_same_stands_alone(memory: AsyncMemory) -> None:
    """Case C50: the claim is active again from it alone; restoring the first adds to it."""
    await memory.ingest(beta("s1", "D-2"))
    claim = await the_claim(memory)
    act = await memory.retract((await memory.explain(claim.id)).sources[0].id)
    (told,) = (await memory.ingest(beta("s2", "D-3"))).sessions
    assert (told.state, told.warnings) == ("stored", ())
    now = await the_claim(memory)
    assert (now.id, now.standing, now.confidence) == (claim.id, "supported", pytest.approx(0.7))
    states = {one.session_external_id: one.state for one in (await memory.explain(claim.id)).assertions}
    assert states == {"s1": "void", "s2": "intact"}
    await memory.restore(str(act.retraction))
    assert (await the_claim(memory)).confidence == pytest.approx(0.91)
