"""Conversations as people have them: a file in each format, made by the real library where there is one, is ingested
and answers questions; what a tool gave back comes from the tool."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.load import dumps
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage, messages_to_dict
from support import rows

from kgmem import AsyncMemory

from .command import Command

LANGCHAIN: list[BaseMessage] = [
    SystemMessage("Answer in verse."),
    HumanMessage("How warm is the water in Sandvika?", name="Ingrid"),
    AIMessage("", tool_calls=[{"name": "get_water", "args": {"place": "Sandvika"}, "id": "call-1"}]),
    ToolMessage("The water in Sandvika has 17 degrees.", tool_call_id="call-1"),
    AIMessage("It has 17 degrees."),
]
OPENAI: dict[str, Any] = {
    "model": "gpt-x",
    "id": "thread-9",
    "created_at": 1717000000,
    "tools": [{"type": "function", "function": {"name": "get_water"}}],
    "messages": [
        {"role": "developer", "content": "Answer in verse."},
        {"role": "user", "name": "Ingrid", "content": "How warm is the water in Sandvika?"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "call-1", "type": "function", "function": {
            "name": "get_water", "arguments": '{"place": "Sandvika"}'}}]},
        {"role": "tool", "tool_call_id": "call-1", "content": "The water in Sandvika has 17 degrees."},
        {"role": "assistant", "content": "It has 17 degrees."},
    ],
}  # fmt: skip
ANTHROPIC: dict[str, Any] = {
    "model": "claude-x",
    "system": "Answer in verse.",
    "messages": [
        {"role": "user", "content": "How warm is the water in Sandvika?"},
        {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "Verse it is."},
            {"type": "tool_use", "id": "call-1", "name": "get_water", "input": {"place": "Sandvika"}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "call-1", "content": "The water in Sandvika has 17 degrees."}]},
        {"role": "assistant", "content": [{"type": "text", "text": "It has 17 degrees."}]},
    ],
}  # fmt: skip
CHATS = {
    "langchain.json": json.dumps(messages_to_dict(LANGCHAIN)),
    "dumps.json": dumps(LANGCHAIN),
    "model_dump.json": json.dumps([message.model_dump() for message in LANGCHAIN]),
    "openai.json": json.dumps(OPENAI),
    "openai.jsonl": f"{json.dumps(OPENAI)}\n{json.dumps({**OPENAI, 'id': 'thread-10'})}\n",
    "anthropic.json": json.dumps(ANTHROPIC),
    "log.jsonl": "\n".join(map(json.dumps, OPENAI["messages"])),
}
SOURCES = """MATCH (o:Observation)-[:FROM]->(s:Source) WHERE o.tenant = $tenant AND o.role = 'tool'
RETURN DISTINCT s.kind AS kind, s.external_id AS tool, o.locator AS call"""
HAYSTACK = {
    "question_id": "q-17",
    "question": "How fast is the line?",
    "question_date": "2023/05/01 (Mon) 08:00",
    "answer": "900 Mbps",
    "haystack_session_ids": ["line_1", "line_2"],
    "haystack_dates": ["2023/04/10 (Mon) 17:50", "2023/04/12 (Wed) 00:05"],
    "haystack_sessions": [
        [{"role": "user", "content": "Our line does 300 Mbps."}, {"role": "assistant", "content": "Noted."}],
        [{"role": "user", "content": "The line does 900 Mbps now.", "has_answer": True}],
    ],
}
LOCOMO = {
    "sample_id": "conv-1",
    "conversation": {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [{"dia_id": "D1:1", "speaker": "Ann", "text": "The line does 900 Mbps now."}],
    },
}


@pytest.mark.parametrize("name", CHATS)
def test_chat_of_each_api_is_ingested_and_asked(kgmem: Command, name: str) -> None:
    """By content and by name; the system prompt and thoughts are not stored; a second time changes nothing."""
    kgmem.file(name, CHATS[name])
    totals = kgmem.json("ingest", name)["totals"]
    count = 2 if name == "openai.jsonl" else 1
    assert (totals["stored"], totals["sessions"], totals["warnings"]) == (count, count, 0)
    assert totals["notes"] == 4 * count
    assert kgmem.json("ingest", name, "--format", "messages")["totals"]["unchanged"] == count
    notes = kgmem.json("ask", "How warm is the water in Sandvika?")["notes"]
    assert ("get_water", "The water in Sandvika has 17 degrees.") in {(one["speaker"], one["text"]) for one in notes}
    assert 'calls get_water({"place": "Sandvika"})' in {one["text"] for one in notes}
    assert not [one for one in notes if "verse" in one["text"].lower()]


async def test_what_a_tool_gave_back_comes_from_the_tool_and_can_be_taken_back(memory: AsyncMemory) -> None:
    """From Python: LangChain's own objects; taking the tool back is taking back a source."""
    result = await memory.ingest(LANGCHAIN)
    assert [one.state for one in result.sessions] == ["stored"]
    found = await rows(memory, SOURCES)
    assert found == [{"kind": "tool", "tool": "get_water", "call": "call-1"}]
    sources = await rows(memory, "MATCH (s:Source {kind: 'tool'}) WHERE s.tenant = $tenant RETURN s.id AS id")
    await memory.retract(sources[0]["id"])
    notes = (await memory.recall("How warm is the water in Sandvika?")).notes
    assert "The water in Sandvika has 17 degrees." not in {one.text for one in notes}


async def test_the_same_conversation_is_the_same_session_whichever_way_it_is_written(memory: AsyncMemory) -> None:
    """I1: without an id it goes by its content."""
    for given in (LANGCHAIN, messages_to_dict(LANGCHAIN), {"messages": LANGCHAIN}, [m.model_dump() for m in LANGCHAIN]):
        result = await memory.ingest(given)
        assert result.totals.sessions == 1
        assert result.totals.stored == (given is LANGCHAIN)


@pytest.mark.parametrize(
    ("name", "data", "ids"),
    [
        ("longmemeval", [HAYSTACK], ["q-17/line_1", "q-17/line_2"]),
        ("longmemeval", HAYSTACK, ["q-17/line_1", "q-17/line_2"]),
        ("locomo", [LOCOMO], ["conv-1/session_1"]),
    ],
)
def test_benchmark_file_is_ingested_and_asked(kgmem: Command, name: str, data: Any, ids: list[str]) -> None:
    """Its times are UTC, with one `tz_assumed` a file; neither question nor answer is known from it."""
    file = kgmem.file("input.json", data)
    result = kgmem.json("ingest", file)
    assert [(one["external_id"], one["state"]) for one in result["sessions"]] == [(id, "stored") for id in ids]
    assert [one["code"] for session in result["sessions"] for one in session["warnings"]] == ["tz_assumed"]
    notes = kgmem.json("ask", "How fast is the line?")["notes"]
    assert "The line does 900 Mbps now." in {one["text"] for one in notes}
    assert not [one for one in notes if one["text"] == "How fast is the line?"]
    assert kgmem.json("ingest", file, "--format", name)["totals"]["unchanged"] == len(ids)


async def test_session_id_that_a_haystack_repeats_is_refused_with_both_dates(memory: AsyncMemory) -> None:
    """C17: neither of the two is stored, the other is, also where both say the same."""
    talk = [{"role": "user", "content": "I ran five kilometres."}]
    result = await memory.ingest({
        "question_id": "q",
        "haystack_session_ids": ["a_1", "b", "a_1"],
        "haystack_dates": ["2023/04/02 (Sun) 09:00", "2023/04/05 (Wed) 09:00", "2023/04/09 (Sun) 09:00"],
        "haystack_sessions": [talk, talk, talk],
    })  # fmt: skip
    assert [one.state for one in result.sessions] == ["rejected", "stored", "rejected"]
    for one in (result.sessions[0], result.sessions[2]):
        assert one.reason is not None
        assert one.reason.startswith("duplicate_session_id: ")
        assert "2023-04-02" in one.reason
        assert "2023-04-09" in one.reason
    stored = await rows(memory, "MATCH (s:Session) WHERE s.tenant = $tenant RETURN s.external_id AS id")
    assert stored == [{"id": "q/b"}]
