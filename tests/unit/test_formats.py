"""Readers: what they make of right input, and how they say what is wrong with other input: file, line and field."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from support import document, message, session

from kgmem import samples
from kgmem.errors import InputError, UsageError
from kgmem.formats import Sessions, Unreadable, locomo
from kgmem.formats.reading import Origin
from kgmem.models import Session

GOOD = session("s1", [message("m1", "hi")])
CONVERSATION: dict[str, Any] = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ann",
        "session_2_date_time": "1:56 pm on 8 May, 2023",
        "session_2": [{"dia_id": "D2:1", "speaker": "Ann", "text": "Look", "blip_caption": "a lake"}],
        "session_1_date_time": "10:00 am on May 1, 2023",
        "session_1": [{"dia_id": "D1:1", "speaker": "Bob", "text": "Hello"}],
        "session_3_date_time": "1:56 pm on 9 May, 2023",
        "session_10_date_time": "1:00 am on 10 May, 2023",
        "session_10": [],
    },
}


def read(data: Any, **options: Any) -> list[Session]:
    """What is read where all of it can be."""
    found = list(Sessions(data, **options))
    assert not [one for one in found if isinstance(one, Unreadable)]
    return found  # type: ignore[return-value]


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def codes(found: Session) -> list[str]:
    return [warning.code for warning in found.warnings]


# ---- what is read ----


def test_a_session_is_read_with_its_defaults() -> None:
    """Interface: kind, source, speaker and time of a message where none is given."""
    (found,) = read({"id": " s1 ", "started_at": "2026-03-02T09:00:00Z", "messages": [
        {"text": "hi"}, {"text": "yo", "role": "assistant", "sent_at": "2026-03-02T10:00:00+01:00"},
        {"text": "x", "speaker": " Ann ", "id": 7, "source": document("D-1", published_at="2024-06")},
    ]})  # fmt: skip
    assert (found.external_id, found.kind, found.group, found.brings_claims) == ("s1", "conversation", None, False)
    first, second, third = found.messages
    assert (first.id, first.speaker, first.source.kind, first.source.external_id) == (
        None,
        "unknown",
        "speaker",
        "unknown",
    )
    assert first.sent_at == second.sent_at == datetime(2026, 3, 2, 9, tzinfo=UTC)
    assert (second.speaker, third.speaker, third.id) == ("assistant", "Ann", "7")
    assert third.source.published_at is not None
    assert third.source.published_at.grain == "month"


@pytest.mark.parametrize(
    ("changes", "brings"),
    [
        ({}, False),
        ({"claims": []}, True),
        ({"relations": []}, True),
        ({"claims": None}, False),
        ({"claims": [1]}, True),
    ],
)
def test_a_session_that_brings_no_claims_is_told_from_one_that_brings_none(
    changes: dict[str, Any], brings: bool
) -> None:
    """Interface: where a session brings them, no model is called; its items stay unchecked here."""
    (found,) = read(GOOD | changes)
    assert found.brings_claims is brings
    assert found.claims == tuple(changes.get("claims") or ())


def test_times_take_the_zone_of_the_session_else_the_configured_one() -> None:
    """T1, C25."""
    raw = {"id": "s", "messages": [{"text": "x", "sent_at": "2025-07-25 02:00"}]}
    (found,) = read({**raw, "timezone": "Europe/Oslo"}, zone="America/New_York")
    assert (found.messages[0].sent_at, codes(found)) == (datetime(2025, 7, 25, 0, tzinfo=UTC), ["tz_assumed"])
    (found,) = read(raw, zone="America/New_York")
    assert found.messages[0].sent_at == datetime(2025, 7, 25, 6, tzinfo=UTC)
    with pytest.raises(InputError, match="KGMEM_TIMEZONE"):
        read(raw)
    (found,) = read({"id": "s", "messages": [{"text": "x"}]})
    assert found.messages[0].sent_at is None


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (session("s", []), ["empty_session"]),
        (session("s", [message("m", " \n")]), ["empty_session"]),
        (session("s", [message("m", "a\x00b")]), ["text_sanitised"]),
        (session("s", [message("m", "a")], [{"statement": "\ud83d"}]), ["text_sanitised"]),
        (session("s", [message("m", "a", colour="red")], mood="good"), ["unknown_field", "unknown_field"]),
        (session("s", [message("m", "a", sent_at="2025-11-02 01:30")], timezone="America/New_York"),
         ["tz_assumed", "ambiguous_time"]),
        (session("s", [message("m", "a", sent_at="2025-03-09 02:30")], timezone="America/New_York"),
         ["tz_assumed", "nonexistent_time"]),
        (GOOD, []),
    ],
)  # fmt: skip
def test_what_is_put_right_or_left_is_said(raw: dict[str, Any], expected: list[str]) -> None:
    """C20, C26: nothing happens in silence."""
    (found,) = read(raw)
    assert codes(found) == expected


def test_cleaned_text_is_the_text_that_is_read() -> None:
    """C20: before hashing, in every field and key."""
    (found,) = read(session("s\x00", [message("m1\x00", "call me\u0000 at 5 \ud83d", speaker="An\x07n")]))
    (only,) = found.messages
    assert (found.external_id, only.id, only.text, only.speaker) == ("s", "m1", "call me at 5 \ufffd", "Ann")


# ---- files ----


def test_every_kind_of_file_is_read(tmp_path: Path) -> None:
    """Interface: one session, a list, JSON lines; a BOM, blank lines, Windows line ends and a folder of all of them."""
    line = json.dumps(GOOD)
    files = {
        "one.json": line,
        "pretty.json": json.dumps(GOOD, indent=2),
        "list.json": json.dumps([GOOD, {**GOOD, "id": "s2"}]),
        "lines.jsonl": f"{line}\n\n{line}\n",
        "windows.jsonl": f"{line}\r\n{line}\r\n".encode(),
        "bom.jsonl": b"\xef\xbb\xbf" + f"{line}\n{line}".encode(),
        "single.ndjson": f"\n\n{line}\n",
        "lists.jsonl": f"{line}\n[{line}, {line}]",
    }
    counts = {name: len(read(written(tmp_path / name, content))) for name, content in files.items()}
    assert counts == {
        "one.json": 1, "pretty.json": 1, "list.json": 2, "lines.jsonl": 2, "windows.jsonl": 2, "bom.jsonl": 2,
        "single.ndjson": 1, "lists.jsonl": 3,
    }  # fmt: skip
    (tmp_path / "notes.txt").write_text("no session")
    assert len(read(tmp_path)) == sum(counts.values())
    assert len(read([str(tmp_path / "one.json"), GOOD, read(GOOD)[0]])) == 3


def test_lines_are_streamed_and_can_be_read_twice(tmp_path: Path) -> None:
    """A file may be larger than memory: the first session is there before the last is looked at."""
    line = json.dumps(GOOD)
    path = written(tmp_path / "long.jsonl", f"{line}\n" * 3 + "{broken")
    sessions = Sessions(path)
    stream = iter(sessions)
    assert [next(stream).external_id for _ in range(3)] == ["s1"] * 3
    assert next(stream).external_id == f"{path}:4"
    assert list(sessions) == list(sessions)
    assert len(list(sessions)) == 4


def test_samples_are_read_without_a_warning() -> None:
    found = read(samples.paths())
    assert len(found) > 20
    assert all(one.brings_claims and not one.warnings for one in found)


WRONG_FILES: dict[str, tuple[str | bytes, int | None, str | None, str]] = {
    "empty": ("", None, None, "is empty"),
    "blank": (" \n\n", None, None, "is empty"),
    "bom only": (b"\xef\xbb\xbf", None, None, "is empty"),
    "not json": ("hello", 1, None, "not JSON"),
    "truncated": ('{"id": "s1",\n "messages": [', 2, None, "not JSON"),
    "two lines of words": ("hello\nthere\n", 1, None, "not JSON"),
    "two lines of numbers": ("7\n8\n", 1, None, "7 is no object"),
    "lines that are all broken": ('{"id": }\n{"id": }\n', 1, None, "not JSON"),
    "utf-16": (json.dumps(GOOD).encode("utf-16"), None, None, "looks like UTF-16"),
    "latin-1": ('{\n"id": "é"}'.encode("latin-1"), 2, None, "at byte 9: it looks like Latin-1"),
    "deep": ("[" * 100_000, None, None, "deep"),
    "field": ('{"id": "s2"}', None, "messages", "required"),
    "field of a list": (json.dumps([session("s2", [{"id": "m1"}])]), None, "0.messages.0.text", "required"),
    "list of numbers": ("[7]", None, "0", "7 is no object"),
}  # fmt: skip

WRONG_AMONG_OTHERS: dict[str, tuple[str, int | None, str | None, str, str]] = {
    "line broken": (f'{json.dumps(GOOD)}\n{{"id": }}\n', 2, None, "not JSON", "{path}:2"),
    "first line broken": (f'{{"id": }}\n{json.dumps(GOOD)}\n', 1, None, "not JSON", "{path}:1"),
    "first line cut": (f'{{"id": "s1", "mess\n{json.dumps(GOOD)}\n', 1, None, "not JSON", "{path}:1"),
    "last line cut": (f'{json.dumps(GOOD)}\n{{"id": "s2", "mess', 2, None, "not JSON", "{path}:2"),
    "line no session": (f"{json.dumps(GOOD)}\n7\n", 2, None, "7 is no object", "{path}:2"),
    "line too deep": (f"{json.dumps(GOOD)}\n{'[' * 100_000}\n", 2, None, "deep", "{path}:2"),
    "line with too long a number": (f'{json.dumps(GOOD)}\n{{"id": {"1" * 5000}}}\n', 2, None, "digits", "{path}:2"),
    "field of a line": (f'{json.dumps(GOOD)}\n{{"id": "s2"}}\n', 2, "messages", "required", "s2"),
    "field of a list": (json.dumps([session("s2", [{}]), GOOD]), None, "0.messages.0.text", "required", "s2"),
    "time of a list": (json.dumps([GOOD, session("s2", [], started_at="soon")]), None, "1.started_at", "'soon'", "s2"),
    "element of a list": (json.dumps([GOOD, 7]), None, "1", "7 is no object", "{path}[1]"),
}


@pytest.mark.parametrize(("content", "line", "field", "said"), WRONG_FILES.values(), ids=WRONG_FILES)
def test_wrong_file_is_named_with_line_and_field(
    tmp_path: Path, content: str | bytes, line: int | None, field: str | None, said: str
) -> None:
    """C55: where and what, in one line."""
    path = written(tmp_path / "input.json", content)
    with pytest.raises(InputError) as error:
        read(path)
    assert (error.value.file, error.value.line, error.value.field) == (str(path), line, field)
    assert said in str(error.value)
    assert str(error.value).startswith(str(path))


@pytest.mark.parametrize(
    ("content", "line", "field", "said", "external_id"), WRONG_AMONG_OTHERS.values(), ids=WRONG_AMONG_OTHERS
)
def test_wrong_session_among_others_is_set_apart_with_line_and_field(
    tmp_path: Path, content: str, line: int | None, field: str | None, said: str, external_id: str
) -> None:
    """C55, and the rest of the input stands: told by the id that the session gives, else by its place."""
    path = written(tmp_path / "input.json", content)
    found = list(Sessions(path))
    assert [one.external_id for one in found if isinstance(one, Session)] == ["s1"]
    (wrong,) = [one for one in found if isinstance(one, Unreadable)]
    assert (wrong.error.file, wrong.error.line, wrong.error.field) == (str(path), line, field)
    assert said in wrong.reason
    assert wrong.reason.startswith(f"unreadable_session: {path}")
    assert wrong.external_id == external_id.format(path=path)


@pytest.mark.parametrize(
    ("content", "ids"),
    [
        (f"[\n{json.dumps(GOOD)}\n]", ["s1"]),
        (f"[{json.dumps(GOOD)},\n{json.dumps({**GOOD, 'id': 's2'})}\n]", ["s1", "s2"]),
        ('{"id": "s1", "messages": [\n{"text": "x"}\n]}', ["s1"]),
        (f"\ufeff{json.dumps(GOOD)}\n\ufeff{json.dumps(GOOD)}\n\ufeff\n", ["s1", "s1"]),
    ],
)
def test_one_document_over_many_lines_is_told_from_lines(tmp_path: Path, content: str, ids: list[str]) -> None:
    """Also where a line of it is an object by itself; and files that were joined have byte-order marks within."""
    for suffix in (".json", ".jsonl"):
        assert [one.external_id for one in read(written(tmp_path / f"input{suffix}", content))] == ids


def test_an_input_of_which_nothing_can_be_read_is_the_error_of_its_first_session() -> None:
    """Exit code 2 instead of a list of rejected sessions; one that can be read changes that, wherever it stands."""
    wrong = [{**GOOD, "id": None}, {**GOOD, "kind": "chat"}]
    with pytest.raises(InputError) as error:
        list(Sessions(wrong))
    assert error.value.field == "id"
    assert [type(one) for one in Sessions([*wrong, GOOD])] == [Unreadable, Unreadable, Session]


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    """C55."""
    for path, said in ((tmp_path / "no.json", "cannot be read"), (tmp_path, "holds no .json")):
        with pytest.raises(InputError, match=said) as error:
            read(path)
        assert error.value.file == str(path)
    with pytest.raises(UsageError, match="native, locomo, longmemeval, mem0, messages"):
        Sessions(GOOD, "xml")


UNDATED = message("m", "x", source=document("D", published_at="May"))
WRONG_SESSIONS: dict[str, tuple[dict[str, Any], str]] = {
    "no id": ({"id": None}, "id"),
    "blank id": ({"id": " "}, "id"),
    "invisible after trimming": ({"id": "\x00"}, "id"),
    "kind": ({"kind": "chat"}, "kind"),
    "messages no list": ({"messages": "hi"}, "messages"),
    "messages missing": ({"messages": None}, "messages"),
    "message no object": ({"messages": ["hi"]}, "messages.0"),
    "no text": ({"messages": [{"id": "m"}]}, "messages.0.text"),
    "text no text": ({"messages": [{"text": ["hi"]}]}, "messages.0.text"),
    "role": ({"messages": [message("m", "x", role="boss")]}, "messages.0.role"),
    "blank message id": ({"messages": [message("m", "x"), message(" ", "x")]}, "messages.1.id"),
    "message id twice": ({"messages": [message("m", "x"), message(" m", "y")]}, "messages"),
    "source no object": ({"messages": [message("m", "x", source="D-1")]}, "messages.0.source"),
    "source without id": ({"messages": [message("m", "x", source={"kind": "document"})]}, "messages.0.source.id"),
    "source kind": ({"messages": [message("m", "x", source={"kind": "book", "id": "D"})]}, "messages.0.source.kind"),
    "source id blank": ({"messages": [message("m", "x", source=document(" "))]}, "messages.0.source.id"),
    "published": ({"messages": [UNDATED]}, "messages.0.source.published_at"),
    "started": ({"started_at": "yesterday"}, "started_at"),
    "started number": ({"started_at": ["2024"]}, "started_at"),
    "ended": ({"ended_at": "2024-13"}, "ended_at"),
    "naive": ({"started_at": "2024-01-01T10:00"}, "started_at"),
    "zone": ({"timezone": "Mars/Olympus"}, "timezone"),
    "claims no list": ({"claims": {}}, "claims"),
    "relations no list": ({"relations": "none"}, "relations"),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "field"), WRONG_SESSIONS.values(), ids=WRONG_SESSIONS)
def test_wrong_session_is_an_error_that_names_the_field(changes: dict[str, Any], field: str) -> None:
    """C55."""
    with pytest.raises(InputError) as error:
        read({**GOOD, **changes})
    assert error.value.field == field
    assert f"field {field}: " in str(error.value)


@pytest.mark.parametrize("raw", [7, None, b"bytes", object()])
def test_what_is_no_input_at_all_is_an_error(raw: Any) -> None:
    with pytest.raises(InputError, match="no input"):
        read(raw)


# ---- LoCoMo ----


def test_a_locomo_conversation_is_its_sessions_in_order() -> None:
    """Interface: recognised by content; the conversation is the group, captions are part of the text."""
    first, second = read(CONVERSATION)
    assert (first.external_id, second.external_id) == ("conv-1/session_1", "conv-1/session_2")
    assert first.group == second.group == "conv-1"
    assert first.started_at == datetime(2023, 5, 1, 10, tzinfo=UTC)
    assert second.started_at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert [(one.id, one.speaker, one.text) for one in second.messages] == [("D2:1", "Ann", "Look [image: a lake]")]
    assert second.messages[0].sent_at == second.started_at


def test_locomo_times_are_utc_with_one_warning_a_file_and_orphan_dates_are_named(tmp_path: Path) -> None:
    """Interface: `tz_assumed` once; a date without a session is no session."""
    lines = [CONVERSATION, {**CONVERSATION, "sample_id": "conv-2"}]
    files = [json.dumps(lines), "\n".join(map(json.dumps, lines))]
    for found in (read(written(tmp_path / "locomo.json", content)) for content in files):
        assert [codes(one) for one in found] == [
            ["tz_assumed", "orphan_date", "orphan_date"],
            [],
            ["orphan_date", "orphan_date"],
            [],
        ]
        assert [one.detail for one in found[0].warnings[1:]] == [
            f"conv-1: session_{n}_date_time has no session" for n in (3, 10)
        ]


@pytest.mark.parametrize(
    ("data", "is_locomo"),
    [
        (CONVERSATION, True),
        ([CONVERSATION], False),
        (CONVERSATION["conversation"], True),
        (GOOD, False),
        ([GOOD], False),
        ({"session_1": "text"}, False),
        ({"session_01": []}, False),
        ({"conversation": []}, False),
        ([], False),
        (7, False),
    ],
)
def test_locomo_is_recognised_by_its_content(data: Any, is_locomo: bool) -> None:
    assert locomo.recognises(data) is is_locomo


def test_a_conversation_without_a_name_goes_by_its_file(tmp_path: Path) -> None:
    """I1: two files without names are two groups."""
    bare = CONVERSATION["conversation"]
    (first, _) = read(written(tmp_path / "locomo7.json", json.dumps(bare)))
    assert first.group == "locomo7"
    groups = {one.group for one in read(written(tmp_path / "many.json", json.dumps([bare, bare])))}
    assert groups == {"many-0", "many-1"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"session_1": [{"dia_id": "D1:1", "speaker": "Ann"}]}, "conv-1.session_1.messages.0.text"),
        ({"session_1": ["hi"]}, "conv-1.session_1"),
        ({"session_1": {"a": 1}}, "conv-1.session_1"),
        ({"session_1": "hi"}, "conv-1.session_1"),
        ({"session_1_date_time": "on May Day"}, "conv-1.session_1_date_time"),
        ({"session_1_date_time": 7}, "conv-1.session_1_date_time"),
    ],
)
def test_wrong_session_of_a_conversation_is_set_apart_and_names_the_field(changes: dict[str, Any], field: str) -> None:
    """C18, C55: never a KeyError, and its siblings stand."""
    inner = {**CONVERSATION["conversation"], **changes}
    wrong, right = Sessions({**CONVERSATION, "conversation": inner})
    assert isinstance(wrong, Unreadable)
    assert isinstance(right, Session)
    assert (wrong.external_id, wrong.error.field) == ("conv-1/session_1", field)
    assert codes(right) == ["tz_assumed", "orphan_date", "orphan_date"]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (7, "not a conversation"),
        ({"conversation": 7}, "not a conversation"),
        ({"session_1": []}, "no session"),
        ({"session_1_date_time": "1:56 pm on 8 May, 2023"}, "no session"),
        ({**CONVERSATION, "sample_id": {}}, "is no id"),
    ],
)
def test_what_is_no_conversation_is_an_error(raw: Any, said: str) -> None:
    assert [type(one) for one in Sessions([CONVERSATION], "locomo")] == [Session] * 2
    with pytest.raises(InputError, match=said):
        list(locomo.read(raw, Origin()))


def test_case_c18_counts_sessions_and_not_dates() -> None:
    """C18: the input of the case as printed."""
    (found,) = read({
        "session_1": [{"speaker": "A", "dia_id": "D1:1", "text": "hi"}],
        "session_1_date_time": "9:00 am on 2 May, 2023",
        "session_2_date_time": "9:00 am on 3 May, 2023",
        "qa": [{"question": "?", "adversarial_answer": "x"}, {"question": "?", "answer": 2022, "evidence": ["D1:1"]}],
    })  # fmt: skip
    assert codes(found) == ["tz_assumed", "orphan_date"]
