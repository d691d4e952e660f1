"""Case C42: many reads of one document are one source, and recalled memory that comes back is none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import document, fact, message, rows, session, snapshot

from kgmem import AsyncMemory

from .command import Command

FEEDS = fact(
    "c", {"message": "m", "quote": "P-101 feeds V-2"}, subject="P-101", object="V-2", statement="P-101 feeds V-2"
)
NOTES = "MATCH (n:Note {tenant: $tenant}) RETURN n.text AS text ORDER BY text"


def reading(number: int, source: str) -> dict[str, Any]:
    return session(f"s{number}", [message("m", "It says that P-101 feeds V-2.", source=document(source))], [FEEDS])


async def figures(memory: AsyncMemory) -> tuple[float, float]:
    (claim,) = (await memory.history("P-101")).claims
    return round(claim.confidence, 4), round(claim.confidence_shared, 4)


async def test_three_sessions_that_read_one_document_are_one_source(memory: AsyncMemory) -> None:
    """C1, C2, C3: .992 is shown beside .8, the document is named, and it is the only one."""
    await memory.ingest([reading(number, "doc-7") for number in (1, 2, 3)])
    assert await figures(memory) == (0.992, 0.8)
    (claim,) = (await memory.history("P-101")).claims
    found = await memory.explain(claim.id)
    (shared,) = found.shared_sources
    (source,) = [one for one in found.sources if one.id == shared.source]
    assert (source.kind, source.external_id) == ("document", "doc-7")
    assert (len(shared.assertions), found.independent_sources) == (3, 1)
    (listed,) = (await memory.shared_sources()).claims
    assert [one.external_id for one in listed.sources] == ["doc-7"]
    assert listed.raised_by == pytest.approx(0.192)


async def test_two_documents_are_two_sources(memory: AsyncMemory) -> None:
    await memory.ingest([reading(1, "doc-7"), reading(2, "doc-8")])
    assert await figures(memory) == (0.96, 0.96)
    (claim,) = (await memory.history("P-101")).claims
    found = await memory.explain(claim.id)
    assert (found.shared_sources, found.independent_sources) == ((), 2)
    assert (await memory.shared_sources()).claims == ()


async def test_recalled_memory_that_comes_back_is_no_observation(memory: AsyncMemory, kgmem: Command) -> None:
    """As a message, in a message, and as the reply of a tool: nothing of it is stored, and nothing rests on it."""
    await memory.ingest(reading(1, "doc-7"))
    context = (await memory.recall("Which pump feeds V-2?")).context
    assert "P-101 feeds V-2" in context
    assert kgmem("recall", "Which pump feeds V-2?", tenant=memory.tenant).stdout.strip() == context
    reply = json.dumps(kgmem.json("recall", "Which pump feeds V-2?", tenant=memory.tenant))
    before = await rows(memory, NOTES)
    only = session("echo", [message("m1", context, role="tool"), message("m2", reply, role="tool")], [])
    for state, notes in (("stored", 0), ("unchanged", 0)):
        result = await memory.ingest(only)
        assert (result.sessions[0].state, result.totals.notes) == (state, notes)
    assert {one.code for one in result.sessions[0].warnings} == {"echo_dropped", "empty_session"}
    assert await rows(memory, NOTES) == before
    asked = message("m1", f"{context}\n\nWhich pump feeds V-2?", role="user", speaker="ann")
    assert (await memory.ingest(session("ask", [asked], []))).totals.notes == 1
    assert {row["text"] for row in await rows(memory, NOTES)} == {row["text"] for row in before} | {
        "Which pump feeds V-2?"
    }


@pytest.mark.parametrize("confirmed", [False, True])
async def test_an_answer_that_repeats_recalled_memory_adds_nothing(memory: AsyncMemory, confirmed: bool) -> None:
    """However often it is recalled and repeated; what a person confirms is a reason, and one that I2 keeps."""
    await memory.ingest(reading(1, "doc-7"))
    for turn in range(3):
        context = (await memory.recall("Which pump feeds V-2?")).context
        said = [
            message("m0", f"{context}\nWhich pump feeds V-2?", role="user", speaker="ann"),
            message("m", "From memory: P-101 feeds V-2 [1].", role="assistant", speaker="helper"),
        ]
        claims = [FEEDS]
        if confirmed:
            said.append(message("m2", "I checked, P-101 feeds V-2.", role="user", speaker="ann"))
            claims = [{**FEEDS, "support": ["m", "m2"]}]
        result = await memory.ingest(session(f"turn{turn}", said, claims, group="ann's"))
        (one,) = result.sessions
        assert [item.code for item in one.rejected] == ([] if confirmed else ["echo"])
        assert {warning.code for warning in one.warnings} == {"echo_dropped"}
    assert await figures(memory) == ((0.9984, 0.96) if confirmed else (0.8, 0.8))
    before = await snapshot(memory, clocks=True)
    assert (await memory.ingest(session(f"turn{turn}", said, claims, group="ann's"))).totals.unchanged == 1
    assert await snapshot(memory, clocks=True) == before


async def test_a_chat_into_which_memory_is_recalled_can_be_read_after_every_turn(memory: AsyncMemory) -> None:
    """I2: the rules read what is new; what an assistant repeats is no claim, what it says of itself of its user is."""
    await memory.ingest(session("first", [message("m1", "I live in Oslo.", role="user", speaker="ann")], group="ann's"))
    context = (await memory.recall("Where does ann live?")).context
    assert "lives in Oslo" in context
    chat = [
        message("m1", f"{context}\nWhere do I live?", role="user", speaker="ann"),
        message("m2", "You live in Oslo.", role="assistant", speaker="helper"),
        message("m3", "I like tea.", role="user", speaker="ann"),
        message("m4", "You like tea.", role="assistant", speaker="helper"),
    ]
    for length in (1, 2, 3, 4, 4):
        result = await memory.ingest(session("chat", chat[:length], group="ann's"))
    assert result.sessions[0].state == "unchanged"
    found = {claim.statement: await memory.explain(claim.id) for claim in (await memory.history("ann")).claims}
    reasons = {statement: len(one.assertions) for statement, one in found.items()}
    assert reasons == {"ann lives in Oslo": 1, "ann likes tea": 2}


async def test_what_follows_from_recalled_memory_keeps_its_sources(memory: AsyncMemory) -> None:
    """A conclusion that an agent draws from what it recalled rests on the claim recalled, and so on the document."""
    await memory.ingest(reading(1, "doc-7"))
    context = (await memory.recall("Which pump feeds V-2?")).context
    said = [message("m0", context, role="tool"), message("m", "P-101 feeds V-2.", role="assistant")]
    above = fact("d", {"claim": "c"}, subject="V-2", object="P-101", statement="V-2 depends on P-101")
    (one,) = (await memory.ingest(session("agent", said, [FEEDS, above], kind="task"))).sessions
    assert ([item.item for item in one.rejected], one.claims) == (["c"], 1)
    (claim,) = [claim for claim in (await memory.history("V-2")).claims if "depends" in claim.statement]
    found = await memory.explain(claim.id)
    assert [source.external_id for source in found.sources] == ["doc-7"]
    (source,) = found.sources
    taken = await memory.retract(source.id)
    assert {affected.statement for affected in taken.affected} == {"P-101 feeds V-2", "V-2 depends on P-101"}
