"""What was settled, as a user asks for it: what was taken back is in no summary, what came later in no answer of the
past (laws R2, R5, T8, P5)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from scripted import ScriptedModel
from support import Server, planted

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings
from kgmem.models import Answer
from kgmem.recall.question import SESSIONS_TOLD

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


LAST_WEEK = "What did we settle last week?"
FIRST, SECOND = "The deadline of the atlas is 3 May", "The price of the atlas is 40 euros"


def _settled(day: str, statement: str, **other: Any) -> dict[str, Any]:
    claim = {
        "id": "c", "kind": "fact", "statement": statement, "predicate": "says", "value": statement.split(" is ")[-1],
        "subject": {"kind": "thing", "id": "atlas"}, "confidence": 0.9, "support": [{"message": "m"}],
    }  # fmt: skip
    said = [{"id": "m", "speaker": "Ines", "text": statement + "."}]
    return {"id": day, "started_at": f"{day}T09:00:00Z", "messages": said, "claims": [claim]} | other


async def _sum_up(memory: AsyncMemory) -> None:
    await planted(memory, "MATCH (s:Session {tenant: $tenant}) SET s.summary = 'Of ' + s.external_id")


@pytest.mark.parametrize("question", [QUESTION, LAST_WEEK, "What did we settle in 2026?"])
async def test_of_a_time_what_was_settled_is_the_same_whatever_was_said_later(
    memory: AsyncMemory, question: str
) -> None:
    """T8: last week is told from the latest message of then."""
    of = "2026-03-11T12:00:00Z"
    await memory.ingest([_settled("2026-03-03", FIRST), _settled("2026-03-11", "The format of the atlas is folio")])
    await _sum_up(memory)
    before = await _asked(memory, question, as_of=of)
    assert FIRST in before.answer
    later = [_settled(day, SECOND) for day in ("2026-03-12", "2026-12-01", "2027-05-01")]
    await memory.ingest(later)
    await _sum_up(memory)
    after = await _asked(memory, question, as_of=of)
    assert (after.answer, after.citations) == (before.answer, before.citations)
    assert (await _asked(memory, LAST_WEEK, as_of="2020-01-01")).status == "unknown"


async def test_of_a_time_no_summary_tells_what_was_said_later(summed_up: AsyncMemory) -> None:
    """T8: in the middle of a session, what had been said by then is told."""
    await planted(
        summed_up,
        "MATCH (n:Note {tenant: $tenant, external_id: 'm2'}) SET n.observed_at = datetime('2026-03-05T09:00:00Z')",
    )
    found = await _asked(summed_up, as_of="2026-03-03")
    assert _summaries(found) == []
    assert _summaries(await _asked(summed_up, as_of="2026-03-06")) == [SUMMARY]


async def test_relative_words_are_told_from_the_latest_message_that_stands(memory: AsyncMemory) -> None:
    """T1: not from when a session is said to end, nor from what was taken back or is said no longer."""
    await memory.ingest([
        _settled("2026-03-03", FIRST, ended_at="2031-01-01T00:00:00Z"),
        _settled("2026-03-11", SECOND),
        _settled("2099-01-01", "The atlas is out of print"),
    ])  # fmt: skip
    await memory.retract(await _message(memory, "out of print"))
    assert FIRST in (await _asked(memory, LAST_WEEK)).answer
    said = {"id": "gone", "speaker": "Ines", "text": "Good morning.", "sent_at": "2077-01-01T09:00:00Z"}
    longer = _settled("2026-03-11", SECOND)
    await memory.ingest(longer | {"messages": [*longer["messages"], said]})
    await memory.ingest(longer)
    assert FIRST in (await _asked(memory, LAST_WEEK)).answer


async def test_sessions_that_are_not_told_for_their_number_are_called_cut(memory: AsyncMemory) -> None:
    """P1: the latest are told."""
    days = [f"2026-03-{day:02d}" for day in range(1, SESSIONS_TOLD + 2)]
    sessions = [_settled(day, f"The deadline of map {day} is {day}") for day in days]
    await memory.ingest(sessions[1:])
    assert not (await memory.recall(IN_MARCH)).truncated
    await memory.ingest(sessions[:1])
    assert (await memory.recall(IN_MARCH)).truncated
    assert days[0] not in (await _asked(memory, IN_MARCH)).answer
