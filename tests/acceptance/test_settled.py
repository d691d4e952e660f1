"""What was settled, as a user asks for it: what was taken back is in no summary, what came later in no answer of the
past (laws R2, R5, T8, P5)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from scripted import ScriptedModel
from support import Server

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings
from kgmem.models import Answer

QUESTION = "What did we decide about the atlas?"
IN_MARCH = "What did we settle in March 2026?"
SAID = {"m1": "The atlas has 80 maps.", "m2": "The price of the atlas is 40 euros."}
SUMMARY = "An atlas of 80 maps for 40 euros."


def _claim(id: str, predicate: str, value: str) -> dict[str, Any]:
    text = SAID[id].rstrip(".")
    return {
        "id": id, "kind": "fact", "statement": text, "predicate": predicate, "value": value, "confidence": 0.9,
        "subject": {"kind": "thing", "id": "atlas"}, "support": [{"message": id, "quote": text}],
    }  # fmt: skip


def _session(**other: Any) -> dict[str, Any]:
    said = [{"id": id, "speaker": "Ines", "text": text} for id, text in SAID.items()]
    return {"id": "s", "started_at": "2026-03-02T09:00:00Z", "messages": said} | other


@pytest.fixture
async def summed_up(server: Server, tenant: str, embeddings: Embeddings) -> AsyncIterator[AsyncMemory]:
    """A session that a chat model read and summed up."""
    claims = [_claim("m1", "has", "80 maps"), _claim("m2", "price", "40 euros")]
    model = ScriptedModel(script=[{"summary": SUMMARY, "claims": claims, "relations": []}])
    async with AsyncMemory.open(tenant, settings=server.settings(), embeddings=embeddings, model=model) as memory:
        await memory.ingest(_session())
        yield memory


async def _asked(memory: AsyncMemory, question: str = QUESTION, **clocks: Any) -> Answer:
    return await memory.ask(question, model="none", **clocks)


def _summaries(found: Answer) -> list[str]:
    return [one.statement for one in found.claims if one.kind == "summary"]


async def _message(memory: AsyncMemory, words: str) -> str:
    return next(one.id for one in (await memory.recall(words)).notes if words in one.text)


async def test_a_summary_goes_with_a_session_that_is_retracted_and_comes_back_with_it(summed_up: AsyncMemory) -> None:
    """R4, R5."""
    before = await _asked(summed_up, IN_MARCH)
    assert _summaries(before) == [SUMMARY]
    session = before.claims[0].id
    act = await summed_up.retract(session)
    gone = await _asked(summed_up, IN_MARCH)
    assert (_summaries(gone), gone.status) == ([], "unknown")
    assert act.retraction
    await summed_up.restore(act.retraction)
    assert _summaries(await _asked(summed_up, IN_MARCH)) == [SUMMARY]


@pytest.mark.parametrize("part", ["message", "claim"])
async def test_a_summary_goes_with_any_part_of_its_session_that_is_retracted(summed_up: AsyncMemory, part: str) -> None:
    """R2: the rest of what was settled is still told."""
    claims = {one.statement: one.id for one in (await _asked(summed_up)).claims}
    id = await _message(summed_up, "price") if part == "message" else claims["The price of the atlas is 40 euros"]
    await summed_up.retract(id)
    found = await _asked(summed_up)
    assert _summaries(found) == []
    assert "80 maps" in found.answer
    assert "40 euros" not in found.answer


async def test_a_session_sent_again_is_told_by_its_new_summary(
    server: Server, tenant: str, embeddings: Embeddings
) -> None:
    """I2: what is said no longer was gone before it was written."""
    replies = [
        {"summary": SUMMARY, "claims": [_claim("m1", "has", "80 maps"), _claim("m2", "price", "40 euros")]},
        {"summary": "An atlas of 80 maps.", "claims": [_claim("m1", "has", "80 maps")]},
    ]
    model = ScriptedModel(script=[one | {"relations": []} for one in replies])
    async with AsyncMemory.open(tenant, settings=server.settings(), embeddings=embeddings, model=model) as memory:
        await memory.ingest(_session())
        await memory.ingest(_session(messages=_session()["messages"][:1]))
        assert _summaries(await _asked(memory)) == ["An atlas of 80 maps."]


async def test_of_what_was_known_at_a_time_no_summary_is_told(summed_up: AsyncMemory) -> None:
    """T8: only the last one is kept, which may say more than was known."""
    now = await _asked(summed_up)
    then = await _asked(summed_up, known_at="2100-01-01T00:00:00Z")
    assert _summaries(then) == []
    assert then.citations == now.citations[1:]
