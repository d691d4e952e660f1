"""Chat messages, as the OpenAI, Anthropic and LangChain APIs write them; LangChain's are written by the library."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain_core.load import dumpd
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
    messages_to_dict,
)
from langchain_core.prompt_values import ChatPromptValue
from support import message as native_message
from support import session as native_session

from kgmem.errors import InputError
from kgmem.formats import Sessions, Unreadable, messages
from kgmem.models import Message, Session

AT = datetime(2024, 5, 29, 16, 26, 40, tzinfo=UTC)


def said(role: str, content: Any, **other: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **other}


OPENAI: dict[str, Any] = {
    "model": "gpt-x",
    "temperature": 0.2,
    "tools": [{"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}],
    "messages": [
        said("developer", "Answer briefly."),
        said("system", "You are kind."),
        said("user", "Is it warm in Oslo?", name="Ann"),
        said("assistant", None, tool_calls=[
            {"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": '{"city":"Oslo"}'}},
            {"id": "call_2", "type": "custom", "custom": {"name": "note", "input": "asked, once"}},
        ]),
        said("tool", "12 degrees", tool_call_id="call_1"),
        said("tool", [{"type": "text", "text": "done"}], tool_call_id="call_9"),
        said("user", [{"type": "text", "text": "And this?"}, {"type": "image_url", "image_url": {"url": "data:x"}}]),
        said("assistant", [{"type": "refusal", "refusal": "I cannot say."}]),
    ],
}  # fmt: skip
ANTHROPIC: dict[str, Any] = {
    "model": "claude-x",
    "max_tokens": 100,
    "system": [{"type": "text", "text": "You are kind."}],
    "messages": [
        said("user", "Is it warm in Oslo?"),
        said("assistant", [
            {"type": "thinking", "thinking": "They may live there.", "signature": "x"},
            {"type": "text", "text": "I shall look."},
            {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {"city": "Oslo"}},
        ]),
        said("user", [
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": [
                {"type": "text", "text": "12 degrees"}, {"type": "image", "source": {"type": "base64"}}]},
            {"type": "tool_result", "tool_use_id": "toolu_7", "content": "out", "is_error": True},
            {"type": "text", "text": "Well?"},
        ]),
        said("assistant", [{"type": "text", "text": "It is 12 degrees."}]),
    ],
}  # fmt: skip
PLAIN_RESULT = ToolMessage("12 degrees", tool_call_id="c1")
LANGCHAIN: list[BaseMessage] = [
    SystemMessage("You are kind."),
    HumanMessage("Is it warm in Oslo?", name="Ann", id="h1"),
    AIMessage(
        [
            {"type": "text", "text": "I shall look."},
            {"type": "tool_use", "id": "c1", "name": "get_weather", "input": {"city": "Oslo"}},
        ],
        tool_calls=[{"name": "get_weather", "args": {"city": "Oslo"}, "id": "c1"}],
    ),
    ToolMessage("12 degrees", tool_call_id="c1", artifact={"raw": object()}),
    ToolMessage("noted", tool_call_id="c2", name="note"),
    AIMessage("It is 12 degrees."),
    ChatMessage("I doubt it.", role="critic"),
]


def read(data: Any, **options: Any) -> list[Session]:
    found = list(Sessions(data, **options))
    assert not [one for one in found if isinstance(one, Unreadable)]
    return found  # type: ignore[return-value]


def one(data: Any, **options: Any) -> Session:
    (found,) = read(data, **options)
    return found


def told(session: Session) -> list[tuple[str, str | None, str]]:
    return [(message.speaker, message.role, message.text) for message in session.messages]


def sources(session: Session) -> list[tuple[str, str, str | None]]:
    return [(m.source.kind, m.source.external_id, m.locator) for m in session.messages if m.role == "tool"]


def only(raw: Any) -> Message:
    (message,) = one([raw]).messages
    return message


# ---- the APIs ----


def test_openai_request_is_a_session() -> None:
    """A call is part of what the assistant says; what a tool gave back comes from the tool, found from the call."""
    found = one(OPENAI)
    assert told(found) == [
        ("Ann", "user", "Is it warm in Oslo?"),
        ("assistant", "assistant", 'calls get_weather({"city": "Oslo"})\ncalls note(asked, once)'),
        ("get_weather", "tool", "12 degrees"),
        ("tool", "tool", "done"),
        ("user", "user", "And this?\n[image]"),
        ("assistant", "assistant", "I cannot say."),
    ]
    assert sources(found) == [("tool", "get_weather", "call_1"), ("tool", "tool", "call_9")]
    assert found.warnings == ()
    assert not found.brings_claims
    assert {m.source.external_id for m in found.messages if m.source.kind == "speaker"} == {"Ann", "assistant", "user"}


def test_openai_answer_is_a_session() -> None:
    """The message of each choice, at the time the answer was made."""
    found = one({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1717000000,
        "choices": [{"index": 0, "message": said("assistant", "It is warm.", refusal=None), "finish_reason": "stop"}],
    })  # fmt: skip
    assert (found.external_id, found.started_at, told(found)) == (
        "chatcmpl-1",
        AT,
        [("assistant", "assistant", "It is warm.")],
    )
    assert only({"role": "assistant", "content": None, "refusal": "No."}).text == "No."


def test_openai_functions_of_old_are_tools() -> None:
    found = one([
        said("user", "Warm?"),
        said("assistant", None, function_call={"name": "get_weather", "arguments": "{broken"}),
        said("function", "12 degrees", name="get_weather"),
    ])  # fmt: skip
    assert told(found)[1:] == [
        ("assistant", "assistant", "calls get_weather({broken)"),
        ("get_weather", "tool", "12 degrees"),
    ]
    assert sources(found) == [("tool", "get_weather", None)]


def test_openai_responses_are_sessions() -> None:
    """Items that are no messages, calls and their outputs, amount to some; reasoning is no observation."""
    items = [
        said("user", [{"type": "input_text", "text": "Is it warm?"}, {"type": "input_image", "image_url": "x"}]),
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "They live there."}]},
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "get_weather",
         "arguments": '{"city":"Oslo"}'},
        {"type": "function_call_output", "call_id": "call_1", "output": "12 degrees"},
        {"type": "custom_tool_call_output", "call_id": "call_9", "output": [{"type": "input_text", "text": "done"}]},
        {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"query": "oslo"}},
        {"type": "message", "id": "msg_1", "role": "assistant", "content": [
            {"type": "output_text", "text": "It is.", "annotations": []}, {"type": "refusal", "refusal": "No more."}]},
    ]  # fmt: skip
    expected = [
        ("user", "user", "Is it warm?\n[image]"),
        ("assistant", "assistant", 'calls get_weather({"city": "Oslo"})'),
        ("get_weather", "tool", "12 degrees"),
        ("tool", "tool", "done"),
        ("assistant", "assistant", 'calls web_search({"query": "oslo"})'),
        ("assistant", "assistant", "It is.\nNo more."),
    ]
    request = one({"model": "gpt-x", "instructions": "Be kind.", "input": items})
    assert told(request) == told(one(items)) == expected
    assert [m.id for m in request.messages] == [None, "fc_1", None, None, "ws_1", "msg_1"]
    answer = one({"id": "resp_1", "object": "response", "created_at": 1717000000, "output": items[-2:]})
    assert (answer.external_id, answer.started_at, told(answer)) == ("resp_1", AT, expected[-2:])
    assert told(one({"output": [items[1], items[-1]]})) == expected[-1:]  # which an answer often begins with
    asked = {"input": "Is it warm?", "output": items[-1:]}
    assert told(one(asked)) == [("user", "user", "Is it warm?"), expected[-1]]
    with pytest.raises(InputError) as error:
        read({"input": [items[0], {"type": "function_call_output", "call_id": "x", "output": 7}]})
    assert error.value.field == "input.1.content"


def test_anthropic_request_is_a_session() -> None:
    """Results come out of the user's message as the tools' own; thoughts and the system prompt stay out."""
    found = one(ANTHROPIC)
    assert told(found) == [
        ("user", "user", "Is it warm in Oslo?"),
        ("assistant", "assistant", 'I shall look.\ncalls get_weather({"city": "Oslo"})'),
        ("get_weather", "tool", "12 degrees\n[image]"),
        ("tool", "tool", "out"),
        ("user", "user", "Well?"),
        ("assistant", "assistant", "It is 12 degrees."),
    ]
    assert sources(found) == [("tool", "get_weather", "toolu_1"), ("tool", "tool", "toolu_7")]


def test_anthropic_answer_is_a_session() -> None:
    found = one({"id": "msg_1", "type": "message", "role": "assistant", "content": [{"type": "text", "text": "Yes."}]})
    assert [(m.id, m.text) for m in found.messages] == [("msg_1", "Yes.")]


def test_message_of_results_only_says_nothing_of_the_user() -> None:
    result = {"type": "tool_result", "tool_use_id": "t"}
    assert told(one([said("user", [result])])) == [("tool", "tool", "")]
    nested = {**result, "content": [{**result, "content": "deeper"}, {"type": "document"}]}
    assert told(one([said("user", [nested])])) == [("tool", "tool", "[document]")]


WRITTEN = [*LANGCHAIN[:3], PLAIN_RESULT, *LANGCHAIN[4:]]
WAYS = {
    "objects": LANGCHAIN,
    "messages_to_dict": messages_to_dict(LANGCHAIN),
    "dumpd": [dumpd(m) for m in WRITTEN],
    "model_dump": [m.model_dump() for m in LANGCHAIN],
    "prompt": dumpd(ChatPromptValue(messages=WRITTEN)),
    "state": {"messages": LANGCHAIN},
    "tuple": tuple(LANGCHAIN),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_langchain_messages_are_one_session_whichever_way_they_are_written(way: str) -> None:
    """I1: also by the same id, which is that of the content; and a call that is kept twice is said once."""
    found = one(WAYS[way])
    assert told(found) == [
        ("Ann", "user", "Is it warm in Oslo?"),
        ("assistant", "assistant", 'I shall look.\ncalls get_weather({"city": "Oslo"})'),
        ("get_weather", "tool", "12 degrees"),
        ("note", "tool", "noted"),
        ("assistant", "assistant", "It is 12 degrees."),
        ("critic", None, "I doubt it."),
    ]
    assert sources(found) == [("tool", "get_weather", "c1"), ("tool", "note", "c2")]
    assert [m.id for m in found.messages] == ["h1", None, None, None, None, None]
    assert found.external_id == one(LANGCHAIN).external_id
    assert found.warnings == ()


@pytest.mark.parametrize("write", [lambda m: m, lambda m: messages_to_dict([m])[0], dumpd, lambda m: m.model_dump()])
@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (HumanMessage("x"), ("user", "user", "x")),
        (AIMessageChunk("x"), ("assistant", "assistant", "x")),
        (FunctionMessage("x", name="f"), ("f", "tool", "x")),
        (AIMessage("", additional_kwargs={"function_call": {"name": "f", "arguments": "{}"}}),
         ("assistant", "assistant", "calls f({})")),
        (AIMessage("", invalid_tool_calls=[{"name": "f", "args": "{x", "id": "1", "error": "?"}]),
         ("assistant", "assistant", "calls f({x)")),
        (HumanMessage([{"type": "text", "text": "a"}, "b", {"type": "image", "url": "u"}, {"type": "audio"}]),
         ("user", "user", "a\nb\n[image]\n[audio]")),
        (AIMessage([{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "x"}]),
         ("assistant", "assistant", "x")),
        (ChatMessage("x", role="user"), ("user", "user", "x")),
    ],
)  # fmt: skip
def test_every_class_of_langchain_is_read(write: Any, raw: BaseMessage, expected: tuple[str, str, str]) -> None:
    assert told(one([write(raw)])) == [expected]


def test_instructions_of_langchain_are_not_stored() -> None:
    assert told(one([SystemMessage("x"), RemoveMessage(id="h1"), HumanMessage("y")])) == [("user", "user", "y")]


# ---- what a session is ----


def test_list_of_messages_is_one_session_and_a_list_of_conversations_is_several() -> None:
    """From Python: a list of dicts, of message objects, of objects that hold messages, of lists."""
    talk = [said("user", "a"), said("assistant", "b")]
    assert len(one(talk).messages) == 2
    assert len(one([HumanMessage("a"), said("assistant", "b")]).messages) == 2
    assert len(one(HumanMessage("a")).messages) == 1
    assert len(one(said("user", "a")).messages) == 1
    assert len(read([talk, talk[:1]])) == 2
    assert len(read([{"messages": talk}, {"id": "s", "messages": talk[:1]}])) == 2
    assert len(read(iter([talk, native_session("s", [native_message("m", "x")])]))) == 2
    assert [one.external_id for one in read([{"messages": talk, "id": f"s{n}"} for n in range(2)])] == ["s0", "s1"]


@pytest.mark.parametrize("name", ["id", "session_id", "conversation_id", "thread_id"])
def test_session_goes_by_the_id_it_gives(name: str) -> None:
    talk = [said("user", "a")]
    assert one({name: " t-1 ", "messages": talk}).external_id == "t-1"
    assert one({name: 7, "messages": talk}).external_id == "7"
    assert one({name: None, "messages": talk}).external_id.startswith("chat-")


def test_session_without_id_goes_by_its_file_and_place(tmp_path: Path) -> None:
    """Interface: stem; line of a JSONL file; position in a list. One message a line is one conversation."""
    talk = [said("user", "a"), said("assistant", "b")]
    lines = "\n".join(json.dumps({"messages": talk}) for _ in range(2))
    for name, text, ids in (
        ("list.json", json.dumps(talk), ["list"]),
        ("object.json", json.dumps({"messages": talk}, indent=1), ["object"]),
        ("lines.jsonl", f"\n{lines}", ["lines-2", "lines-3"]),
        ("talks.json", json.dumps([talk, talk]), ["talks-0", "talks-1"]),
        ("objects.json", json.dumps([{"messages": talk}, {"messages": talk, "id": "x"}]), ["objects-0", "x"]),
        ("log.jsonl", "\n".join(map(json.dumps, talk)), ["log"]),
        ("one.jsonl", json.dumps(talk), ["one"]),
        ("listlines.jsonl", f"{json.dumps(talk)}\n{json.dumps(talk)}", ["listlines-1", "listlines-2"]),
    ):
        (tmp_path / name).write_text(text)
        for format in (None, "messages"):
            found = read(tmp_path / name, format=format)
            assert [session.external_id for session in found] == ids, name
            assert {len(session.messages) for session in found} == {2}


def test_session_without_id_or_file_goes_by_its_content() -> None:
    """I1: the same content again is the same session, another content another."""
    talk = [said("user", "a"), said("assistant", "b")]
    assert one(talk) == one({"messages": talk}) == one(json.loads(json.dumps(talk)))
    others = [talk[:1], talk[::-1], [said("user", "a", name="Ann"), talk[1]], [*talk, said("user", "c")]]
    assert len({one(other).external_id for other in [talk, *others]}) == 5


def test_what_the_object_says_of_the_session_is_kept() -> None:
    """Interface: `sent_at` defaults to `started_at`; people are told apart by the group, else by the user."""
    talk = [said("user", "a", created_at=1717000060), said("assistant", "b")]
    given = {"title": "Weather", "started_at": "2024-05-29 18:26:40", "timezone": "Europe/Oslo", "user": "u-1"}
    found = one({**given, "messages": talk})
    assert (found.title, found.started_at, found.group, found.timezone) == ("Weather", AT, "u-1", "Europe/Oslo")
    assert [m.sent_at for m in found.messages] == [datetime(2024, 5, 29, 16, 27, 40, tzinfo=UTC), AT]
    assert [warning.code for warning in found.warnings] == ["tz_assumed"]
    assert one({**given, "group": "g", "messages": talk}).group == "g"
    assert one({"metadata": {"user_id": "u-2"}, "messages": talk}).group == "u-2"
    assert one({"metadata": {"user_id": 7}, "user": [], "messages": talk}).group is None


@pytest.mark.parametrize(
    "time", [1717000000, 1717000000000, 1717000000.0, "1717000000", "2024-05-29T16:26:40Z", "2024-05-29 18:26:40+02:00"]
)
@pytest.mark.parametrize("field", ["created_at", "timestamp", "sent_at"])
def test_times_are_seconds_or_milliseconds_or_iso(time: Any, field: str) -> None:
    assert only(said("user", "a", **{field: time})).sent_at == AT
    assert one({"created_at": time, "messages": [said("user", "a")]}).started_at == AT


def test_time_that_is_not_given_is_unknown() -> None:
    assert only(said("user", "a")).sent_at is None
    assert only(said("user", "a", created_at=None, timestamp="2024")).sent_at == datetime(2024, 1, 1, tzinfo=UTC)


def test_naive_time_takes_the_zone_or_is_an_error() -> None:
    """C25."""
    raw = [said("user", "a", created_at="2024-05-29T18:26:40")]
    assert one(raw, zone="Europe/Oslo").messages[0].sent_at == AT
    with pytest.raises(InputError, match="KGMEM_TIMEZONE") as error:
        read(raw)
    assert error.value.field == "0.created_at"


def test_message_ids_are_kept_and_one_is_no_more_than_one_message() -> None:
    """A message that makes several gives its id to the first, and the places of the others stand for theirs."""
    assert only(said("user", "a", id="m1")).id == "m1"
    assert only(said("user", "a", id=7)).id == "7"
    found = one([{**ANTHROPIC["messages"][2], "id": "m3"}])
    assert [m.id for m in found.messages] == ["m3", None, None]


def test_blank_and_missing_content_is_a_message_without_text() -> None:
    for content in ("", None, [], [{"type": "text", "text": ""}]):
        found = one([said("user", content)])
        assert (told(found), [w.code for w in found.warnings]) == ([("user", "user", "")], ["empty_session"])
    assert only({"role": "assistant", "tool_calls": [{"name": "f", "args": None}]}).text == "calls f()"


def test_arguments_are_spelled_one_way() -> None:
    """Whether as text or as an object, so that the same conversation is the same content; and none is lost."""
    for given, spelled in (
        ('{"b":1,"a":"é"}', '{"b": 1, "a": "é"}'), ({"b": 1, "a": "é"}, '{"b": 1, "a": "é"}'), ("words", "words"),
        ("", ""), ([1], "[1]"), ("[" * 100_000, "[" * 100_000), ("1" * 5000, "1" * 5000),
    ):  # fmt: skip
        call = {"id": "c", "function": {"name": "f", "arguments": given}}
        assert only(said("assistant", None, tool_calls=[call])).text == f"calls f({spelled})"


def test_control_characters_within_arguments_are_taken_out() -> None:
    """C20: also those that stand escaped in the text of a JSON."""
    call = {"id": "c", "function": {"name": "f", "arguments": '{"a": "x\\u0000\\ud83d"}'}}
    found = one([said("assistant", None, tool_calls=[call])])
    assert [w.code for w in found.warnings] == ["text_sanitised"]
    assert "\x00" not in found.messages[0].text
    assert found.messages[0].text.encode()


# ---- recognising ----


@pytest.mark.parametrize(
    ("data", "known"),
    [
        (OPENAI, True), (ANTHROPIC, True), (LANGCHAIN, True), (said("user", "a"), True), ([said("user", None)], True),
        ({"messages": [{"type": "human", "content": "x"}]}, True), ([None, 7, said("user", "a")], True),
        ({"choices": [{"message": said("assistant", "x")}]}, True), ({"choices": [{"text": "x"}]}, False),
        (native_session("s", [native_message("m", "x")]), False),
        (native_session("s", [native_message("m", "x", role="user")]), False),
        (native_session("s", [native_message("m", "x", role="user", content="y")]), False),
        (native_session("s", []), False), ({"messages": []}, False), ({"messages": "x"}, False), ([], False),
        ({"content": "x"}, False), ({"type": "note", "content": "x"}, False), ({"role": "user"}, False), (7, False),
    ],
)  # fmt: skip
def test_it_is_recognised_by_its_content_and_not_taken_for_native(data: Any, known: bool) -> None:
    assert messages.recognises(data) is known


def test_native_sessions_are_read_as_such_beside_chats(tmp_path: Path) -> None:
    lines = [native_session("s", [native_message("m", "x", role="user")]), {"id": "c", "messages": [said("user", "y")]}]
    (tmp_path / "mixed.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (tmp_path / "mixed.json").write_text(json.dumps(lines))
    for name in ("mixed.jsonl", "mixed.json"):
        assert [told(found) for found in read(tmp_path / name)] == [[("agent", "user", "x")], [("user", "user", "y")]]
    empty = native_session("s", [], [])
    assert [found.brings_claims for found in read([lines[1], empty])] == [False, True]
    (tmp_path / "mixed.json").write_text(json.dumps([lines[1], empty]))
    assert [found.brings_claims for found in read(tmp_path / "mixed.json")] == [False, True]


def test_only_a_file_that_begins_with_a_message_is_a_log(tmp_path: Path) -> None:
    """A message among sessions does not take them with it."""
    lines = [
        {"id": "a", "messages": [said("user", "x")]},
        said("user", "y"),
        {"id": "b", "messages": [said("user", "z")]},
    ]
    (tmp_path / "mixed.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert [found.external_id for found in read(tmp_path / "mixed.jsonl")] == ["a", "mixed-2", "b"]


def test_naming_the_format_decides() -> None:
    both = {"id": "s", "messages": [{"role": "user", "text": "x", "content": "y"}]}
    assert told(one(both, format="messages")) == [("user", "user", "y")]
    assert told(one(both)) == [("user", "user", "x")]
    with pytest.raises(InputError):
        read(native_session("s", [native_message("m", "x")]), format="messages")
    with pytest.raises(InputError):
        read(OPENAI, format="native")
    assert read([], format="messages") == []


def test_an_empty_list_is_no_conversation(tmp_path: Path) -> None:
    (tmp_path / "chat.json").write_text("[]")
    assert read(tmp_path / "chat.json", format="messages") == []


def test_what_else_a_message_holds_is_not_taken_for_it() -> None:
    """LangChain keeps messages within `data`; elsewhere that is anything."""
    assert only(said("user", "x", type="message", data={"content": "y"})).text == "x"


# ---- what is wrong ----

WRONG: dict[str, tuple[Any, str]] = {
    "no message": ("hi", ""),
    "no role": ({"content": "x"}, "role"),
    "role": (said(7, "x"), "role"),  # type: ignore[arg-type]
    "blank role": (said(" ", "x"), "role"),
    "content number": (said("user", 7), "content"),
    "content object": (said("user", {"text": "x"}), "content"),
    "part": (said("user", [7]), "content.0"),
    "part without type": (said("user", ["a", {"text": "x"}]), "content.1"),
    "part text": (said("user", [{"type": "text", "text": 7}]), "content.0.text"),
    "result": (said("user", [{"type": "tool_result", "content": 7}]), "content"),
    "name": (said("user", "x", name=["Ann"]), "name"),
    "id": (said("user", "x", id={}), "id"),
    "id not finite": (said("user", "x", id=float("nan")), "id"),
    "calls": (said("assistant", "x", tool_calls="f"), "tool_calls"),
    "call": (said("assistant", "x", tool_calls=[7]), "tool_calls"),
    "function call": (said("assistant", "x", function_call="f"), "function_call"),
    "time words": (said("user", "x", created_at="soon"), "created_at"),
    "time list": (said("user", "x", timestamp=[1717000000]), "timestamp"),
    "time true": (said("user", "x", sent_at=True), "sent_at"),
    "time small": (said("user", "x", sent_at=20240601), "sent_at"),
    "time zero": (said("user", "x", sent_at=0), "sent_at"),
    "time negative": (said("user", "x", sent_at=-1717000000), "sent_at"),
    "time huge": (said("user", "x", sent_at=10**400), "sent_at"),
    "time beyond digits": (said("user", "x", sent_at=10**5000), "sent_at"),
    "time microseconds": (said("user", "x", sent_at=1717000000000000), "sent_at"),
    "time nan": (said("user", "x", sent_at=float("nan")), "sent_at"),
    "time infinite": (said("user", "x", sent_at=float("inf")), "sent_at"),
}


@pytest.mark.parametrize(("raw", "field"), WRONG.values(), ids=WRONG)
def test_wrong_message_is_an_error_that_names_its_place_and_the_session_is_set_apart(raw: Any, field: str) -> None:
    """C55: never another exception, and the other conversations stand."""
    good = {"id": "good", "messages": [said("user", "a")]}
    wrong, right = Sessions([{"id": "wrong", "messages": [said("user", "a"), raw]}, good])
    assert isinstance(wrong, Unreadable)
    assert wrong.error.field == ".".join(filter(None, ("messages.1", field)))
    assert (wrong.external_id, right.external_id) == ("wrong", "good")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"id": ["s"]}, "id"), ({"id": 1.5}, "id"), ({"id": True}, "id"), ({"id": 10**5000}, "id"),
        ({"title": {"t": 1}}, "title"), ({"timezone": "Mars/Olympus"}, "timezone"), ({"timezone": ["UTC"]}, "timezone"),
        ({"started_at": "soon"}, "started_at"), ({"created_at": [1]}, "created_at"), ({"group": ["g"]}, "group"),
    ],
)  # fmt: skip
def test_wrong_conversation_is_an_error_that_names_the_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as error:
        read({"messages": [said("user", "a")], **changes})
    assert error.value.field == field


@pytest.mark.parametrize("data", [{"messages": "hi"}, {"messages": {"role": "user"}}, {"id": "s"}, 7, "x", [[7]]])
def test_what_is_no_conversation_is_an_error(tmp_path: Path, data: Any) -> None:
    (tmp_path / "chat.json").write_text(json.dumps(data))
    with pytest.raises(InputError) as error:
        read(tmp_path / "chat.json", format="messages")
    assert error.value.file == str(tmp_path / "chat.json")


def test_message_id_twice_is_an_error() -> None:
    with pytest.raises(InputError, match="occurs twice"):
        read([said("user", "a", id="m"), said("user", "b", id="m")])


def test_broken_line_of_a_log_is_left_out_and_named(tmp_path: Path) -> None:
    """The conversation around it is read; mended, the log is the same session with a message more."""
    (tmp_path / "log.jsonl").write_text(f"{json.dumps(said('user', 'a'))}\n{{broken\n{json.dumps(said('user', 'b'))}")
    found = list(Sessions(tmp_path / "log.jsonl"))
    assert [message.text for message in found[0].messages] == ["a", "b"]
    assert str(found[1].reason).startswith(f"unreadable_session: {tmp_path / 'log.jsonl'}:2: ")
    (tmp_path / "log.jsonl").write_text(f"{json.dumps(said('user', 'a'))}\n7\n")
    with pytest.raises(InputError) as error:
        read(tmp_path / "log.jsonl")
    assert error.value.field == "1"
