"""Whatever is read ends in sessions, some of them set apart, or in an InputError; never in another exception."""

from __future__ import annotations

import copy
import functools
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kgmem.errors import InputError
from kgmem.formats import FORMATS, Read, Sessions, Unreadable
from kgmem.graph.rows import content_hash
from kgmem.models import Session

KEYS = """
id kind title started_at timezone group messages claims text speaker role sent_at source session_1 session_1_date_time
conversation sample_id dia_id blip_caption question_id haystack_session_ids haystack_dates haystack_sessions content
type name created_at tool_calls tool_call_id function arguments input tool_use_id data lc kwargs choices message
metadata user_id additional_kwargs function_call refusal output call_id action
results memories memory agent_id run_id actor_id hash updated_at relations
""".split()
WORDS = [
    "user", "assistant", "tool", "system", "human", "ai", "text", "tool_use", "tool_result", "image", "x_call",
    "conversation", "document", "2026-03-02T09:00:00Z", "2026-03-02 09:00", "2023/04/10 (Mon) 17:50",
    "1:56 pm on 8 May, 2023", "Europe/Oslo", "1717000000", "{}", "\x00", "\ud83d", " ", "",
    "HumanMessage", "constructor",
]  # fmt: skip
ODD = st.sampled_from([float("nan"), float("inf"), -float("inf"), 10**400, -1, 0, 1717000000, 1e22])
ODD |= st.builds(lambda: 10**5000)  # which no repr can write
SCALARS = st.none() | st.booleans() | ODD | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=8)


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Objects with the keys of the formats, so that some are nearly right, and with others."""
    return st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner, max_size=6)


ANYTHING = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | objects(inner), max_leaves=25)
RIGHT: dict[str, Any] = {
    "native": {"id": "s1", "kind": "task", "started_at": "2026-03-02T09:00:00Z", "timezone": "Europe/Oslo",
        "messages": [{"id": "m1", "speaker": "Ann", "role": "user", "text": "hi", "sent_at": "2026-03-02 09:05",
         "locator": "p. 1",
         "source": {"kind": "document", "id": "D-1", "title": "D", "published_at": "2024-06"}}, {"text": "yo"}],
        "claims": [{"confidence": 0.5}], "relations": []},
    "locomo": {"sample_id": "conv-1", "conversation": {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [{"dia_id": "D1:1", "speaker": "Ann", "text": "x"}],
        "session_2_date_time": "1:56 pm on 9 May, 2023",
        "session_3": [{"speaker": "Bob", "text": "Look", "blip_caption": "a lake"}]}},
    "longmemeval": {"question_id": "q-1", "haystack_session_ids": ["a", "b"], "haystack_sessions": [
        [{"role": "user", "content": "x", "has_answer": True}, {"role": "assistant", "content": "y"}], []],
        "haystack_dates": ["2023/04/10 (Mon) 17:50", "2023/04/11 (Tue) 09:00", "2023/04/12 (Wed) 09:00"]},
    "messages": {"id": "c-1", "title": "T", "created_at": 1717000000, "user": "u", "messages": [
        {"role": "system", "content": "x"}, {"role": "user", "content": "hi", "name": "Ann", "timestamp": 1717000000},
        {"role": "assistant", "content": None, "id": "a1", "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}]},
        {"role": "tool", "content": "out", "tool_call_id": "c1"},
        {"role": "user", "content": [{"type": "text", "text": "x"},
                                     {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "image"}]}]},
        {"type": "ai", "data": {"content": "x", "tool_calls": [{"id": "c2", "name": "f", "args": {"b": [1]}}]}},
        {"lc": 1, "type": "constructor", "id": ["m", "HumanMessage"], "kwargs": {"content": "x", "type": "human"}}]},
    "mem0": {"results": [
        {"id": "a", "memory": "x", "user_id": "u", "hash": "h", "created_at": "2026-01-01T00:00:00+00:00",
         "updated_at": None, "metadata": {"a": 1}, "categories": ["b"], "score": 0.5},
        {"id": "b", "memory": "x", "agent_id": "g", "run_id": "r", "actor_id": "s", "role": "user"}],
        "relations": [{"source": "x", "relationship": "r", "target": "x"}]},
}  # fmt: skip


def damaged(right: Any, acts: list[tuple[int, str, str, Any]]) -> Any:
    """`right` with each act done to one of its values: put another there, take it away, or put something beside it."""
    whole = [copy.deepcopy(right)]
    for place, act, key, value in acts:
        slots: list[tuple[Any, Any]] = [(whole, 0)]
        for holder, inner in slots:
            held = holder[inner]
            if isinstance(held, dict | list):
                slots += [(held, one) for one in (held if isinstance(held, dict) else range(len(held)))]
        holder, inner = slots[place % len(slots)]
        if act == "put" or holder is whole:
            holder[inner] = value
        elif act == "drop":
            del holder[inner]
        elif isinstance(holder, dict):
            holder[key] = value
        else:
            holder.insert(inner, value)
    return whole[0]


ACTS = st.tuples(st.integers(0, 999), st.sampled_from(["put", "drop", "add"]), st.sampled_from(KEYS), ANYTHING)
NEARLY = {format: st.lists(ACTS, max_size=3).map(functools.partial(damaged, right)) for format, right in RIGHT.items()}
SOME = st.one_of(ANYTHING, *NEARLY.values())


def outcome(data: Any, format: str | None = None, zone: str | None = None) -> list[Read] | str:
    """What reading ends in, with what every end has to be: the same again, and fit to be hashed and stored."""
    try:
        found = list(Sessions(data, format, zone))
    except InputError as error:
        return str(error)
    assert list(Sessions(data, format, zone)) == found
    for one in found:
        if isinstance(one, Unreadable):
            assert one.reason.startswith("unreadable_session: ")
            one.reason.encode()
        else:
            assert isinstance(one, Session)
            content_hash(one)
            one.model_dump_json()
        assert one.external_id.strip()
        one.external_id.encode()
    assert not found or any(isinstance(one, Session) for one in found)
    return found


@pytest.mark.parametrize("format", [None, *FORMATS])
@given(data=SOME, zone=st.sampled_from([None, "UTC"]))
def test_any_object_is_read_or_refused(format: str | None, data: Any, zone: str | None) -> None:
    outcome(data, format, zone)
    outcome([data, data], format, zone)


@pytest.mark.parametrize("format", [None, *FORMATS])
@given(lines=st.lists(SOME, max_size=4), lined=st.booleans())
def test_any_file_of_json_is_read_or_refused(format: str | None, lines: list[Any], lined: bool) -> None:
    try:
        text = "\n".join(map(json.dumps, lines)) if lined else json.dumps(lines)
    except ValueError:  # a number of more digits than Python writes
        return
    with written(text.encode()) as path:
        outcome(path, format)


@given(
    content=st.binary(max_size=40), start=st.sampled_from([b"", b"[", b'{"id": "', b"\xef\xbb\xbf", b"\xff\xfe", b"\n"])
)
@example(content=b"\x00", start=b"")
@example(content=b"\xff", start=b"")
def test_any_bytes_are_read_or_refused(content: bytes, start: bytes) -> None:
    with written(start + content) as path:
        outcome(path)


@given(name=st.text(max_size=300))
def test_any_path_is_read_or_refused(name: str) -> None:
    outcome(f"/nowhere/{name}")


@given(cut=st.integers(0, 400), put=st.binary(max_size=2), format=st.sampled_from([None, *FORMATS]))
def test_a_damaged_file_loses_no_whole_line(cut: int, put: bytes, format: str | None) -> None:
    """A file of ten lines, one of which is damaged by a byte or two: the nine others are read, or none is."""
    lines = [json.dumps({"id": f"s{n}", "messages": [{"text": "x"}]}).encode() for n in range(10)]
    whole = b"\n".join(lines)
    damaged = whole[:cut] + put + whole[cut + len(put) :]
    with written(damaged) as path:
        found = outcome(path, "native")
    if isinstance(found, list) and b"\n" not in put and damaged.count(b"\n") == 9 and b"\r" not in put:
        assert len(found) == 10
        assert sum(isinstance(one, Session) for one in found) >= 9


class written:
    """A file with that content, for as long as the block runs."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def __enter__(self) -> Path:
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "input.json"
        path.write_bytes(self.content)
        return path

    def __exit__(self, *error: object) -> None:
        self.folder.cleanup()


@pytest.mark.parametrize("format", FORMATS)
def test_the_fuzz_reaches_sessions_of_every_format(format: str) -> None:
    """So that nothing above passes because everything is refused, or nothing is."""
    ends: list[type] = []

    @given(data=NEARLY[format])
    def collect(data: Any) -> None:
        found = outcome([data] if isinstance(data, dict) else data, format, "UTC")
        ends.extend([InputError] if isinstance(found, str) else map(type, found))

    collect()
    assert ends.count(Session) > 5
    assert ends.count(InputError) > 5
