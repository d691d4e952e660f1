"""What becomes of each kind of bad input: an example for every row of the table, and a row for every code."""

from __future__ import annotations

import ast
import errno
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, fact, message, session

from kgmem import codes, ontology
from kgmem.distill.checked import Known
from kgmem.distill.verify import verify
from kgmem.errors import InputError
from kgmem.formats import Sessions, Unreadable
from kgmem.formats.encodings import by_bytes, by_start
from kgmem.graph.rows import content_hash
from kgmem.models import Session

GOOD = session("good", [message("m1", "Alpha relates to beta, é.")], [fact("c1", ["m1"])])
LINE = json.dumps(GOOD, ensure_ascii=False)
NEW_YORK = {"timezone": "America/New_York"}
RECALLED = "<evidence kgmem>\n[obs-1] A: x\n</evidence>"
HAYSTACK = {
    "question_id": "q", "haystack_session_ids": ["a", "b"],
    "haystack_dates": ["2023/04/10 (Mon) 17:50", "2023/04/11 (Tue) 09:00"],
    "haystack_sessions": [[{"role": "user", "content": "x"}]],
}  # fmt: skip

Made = Callable[[Path], Path]
"""Makes a file or folder in an empty folder, and returns its path."""


def text(content: Any, name: str = "input.json") -> Made:
    """A file: bytes and text as they are, a list as JSON lines beside a good one, anything else as JSON."""

    def made(folder: Path) -> Path:
        data = content
        if isinstance(content, list):
            data = "\n".join([LINE, *map(json.dumps, content)])
        elif not isinstance(content, str | bytes):
            data = json.dumps(content)
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        return folder / name

    return made


def beside(*others: Any) -> Made:
    """A file of a good session and others, a line each."""
    return text(list(others))


def changed(**fields: Any) -> dict[str, Any]:
    return {**GOOD, "id": "other", **fields}


def nested(depth: int) -> Any:
    inner: Any = "x"
    for _ in range(depth):
        inner = [inner]
    return inner


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "input.json")
    return folder / "input.json"


def holding(made: Made) -> Made:
    """The folder in which the file is made, beside a good one."""

    def folder_of(folder: Path) -> Path:
        made(folder)
        text(LINE, "a.json")(folder)
        return folder

    return folder_of


def dangling(folder: Path) -> Path:
    (folder / "z.json").symlink_to("nowhere")
    return folder / "z.json"


def confident(raw: str) -> Made:
    return text(
        f"{LINE}\n{LINE}".replace('"good"', '"other"', 1).replace('"confidence": 0.8', f'"confidence": {raw}', 1)
    )


EXAMPLES: dict[str, list[Made]] = {
    "a byte-order mark, also where files were joined": [
        text(b"\xef\xbb\xbf" + LINE.encode()), text(f"\ufeff{LINE}\n\ufeff{LINE}"), text(f"\ufeff\n{LINE}"),
    ],
    "a file in UTF-16, UTF-32, Latin-1, an encoding of Windows, or compressed": [
        *(text(LINE.encode(name)) for name in (
            "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "latin-1")),
        text(LINE.replace("é", "“é”").encode("cp1252")),
        text(b"\x1f\x8b\x08\x00"), text(b"PK\x03\x04"), text(LINE.encode()[:-30] + b"\xc3"),
        text(f"{LINE}\n".encode() * 5000 + LINE.encode("latin-1")),
        holding(text(LINE.encode("latin-1"))),
    ],
    "a file or folder that is missing, empty, a pipe or may not be read, also within a folder": [
        lambda folder: folder / "missing.json", lambda folder: folder, lambda folder: folder / ("x" * 300),
        lambda folder: folder / "a\x00b", text(""), text(" \n\n"), text(b"\xef\xbb\xbf"), pipe, dangling,
        holding(pipe), holding(dangling), holding(text("")),
    ],
    "a file that is not JSON at all, or nested beyond reading": [
        text("hello"), text("hello\nthere"), text(LINE[:40]), text(json.dumps(GOOD, indent=1)[:-20]),
        text("[" * 100_000), text(f"[{LINE},]"), text(b"\x00\x00"), holding(text("hello")),
    ],
    "a line that is not JSON, in the middle or cut off at the end": [
        text(f"{LINE}\n{LINE[:40]}"), text(f"{LINE}\n{LINE[:40]}\n{LINE}"), text(f"{LINE[:40]}\n{LINE}"),
        text(f"{LINE}\n{LINE[:40]}\n{LINE}", "input.jsonl"), text(f"{LINE[:40]}\n[{LINE}]", "a.jsonl"),
        text(f"{LINE}\n\x00\x00\x00"),
        text(f"{LINE}\n{'[' * 100_000}"), text(f'{LINE}\n{{"id": {"1" * 5000}}}'),
    ],
    "a session with a key missing, of a wrong type, or with a value that its field does not take": [
        beside(7), beside(None), beside("x"), beside({}), beside(changed(id=None)), beside(changed(id=" ")),
        beside(changed(messages=None)), beside(changed(messages="x")), beside(changed(messages=[{"id": "m"}])),
        beside(changed(messages=[7])), beside(changed(kind="chat")), beside(changed(claims="none")),
        beside({"messages": [{"role": "user", "content": 7}]}), beside({**HAYSTACK, "haystack_sessions": 7}),
        beside({"session_1": [7]}), text(f"[{LINE}, 7]"),
    ],
    "an input in which no session can be read": [
        text("7"), text("{}"), text("[7, 8]"), text("7\n8"), text(changed(id=None)), text({"session_1": []}),
        text({**HAYSTACK, "haystack_sessions": None}), text({"messages": [{"role": "user", "content": 7}]}),
    ],
    "a session nested more than 100 levels deep": [
        beside(changed(claims=[nested(200)])), beside(changed(odd=nested(101))),
    ],
    "a field that the format does not have": [
        text({**GOOD, "mood": 1}), text({**GOOD, "messages": [message("m", "x", colour="red")], "claims": []}),
    ],
    "a session without messages, or without text in any": [
        text(session("s", [])), text(session("s", [message("m", " \n\t")])), text({"id": "c", "messages": [
            {"role": "user", "content": None}]}), text({**HAYSTACK, "haystack_sessions": [[], []]}),
    ],
    "a list without sessions": [text("[]"), text("[]\n[]")],
    "a huge message": [
        text(session("s", [message("m", "A sentence of filler. " * 250_000)])),
        text(session("s", [message("m", "word\n" * 400_000)])),
    ],
    "a message id twice in one session": [beside(changed(messages=[message("m", "x"), message(" m", "y")]))],
    "a session id twice in one input with different content, such as another date": [
        text(f"[{LINE}, {json.dumps({**GOOD, 'started_at': '2026-03-03T09:00:00Z'})}]"),
        text({**HAYSTACK, "haystack_session_ids": ["a", "a"],
              "haystack_sessions": [[{"role": "user", "content": "x"}]] * 2}),
    ],
    "a session id twice in one input with the same content": [text(f"{LINE}\n{LINE}")],
    "a date or id of a benchmark file without session": [
        text(HAYSTACK), text({**HAYSTACK, "haystack_dates": []}),
        text({"session_1": [{"speaker": "A", "text": "x"}], "session_2_date_time": "1:56 pm on 8 May, 2023"}),
    ],
    "a time that is none, or names no zone where none is configured": [
        *(beside(changed(started_at=time)) for time in ("soon", "2026-13-01", "2026-03-02 09:00", [2026], True, "")),
        beside(changed(messages=[message("m", "x", sent_at="2026-02-30T09:00:00Z")])),
        *(beside({"messages": [{"role": "user", "content": "x", "created_at": time}]})
          for time in ("soon", 5, 10**30, True, "2026-03-02 09:00")),
        beside({**HAYSTACK, "haystack_dates": ["2023/13/10 (Mon) 17:50"]}),
        beside({"session_1": [{"speaker": "A", "text": "x"}], "session_1_date_time": "soon"}),
    ],
    "a time that names no zone, with a zone configured": [
        text(session("s", [message("m", "x", sent_at="2026-03-02 09:05")], **NEW_YORK)),
        text({"timezone": "UTC", "messages": [{"role": "user", "content": "x", "sent_at": "2026-03-02 09:05"}]}),
    ],
    "a local time that occurs twice": [text({**GOOD, "started_at": "2025-11-02 01:30", **NEW_YORK})],
    "a local time that the clocks skip": [text({**GOOD, "started_at": "2025-03-09 02:30", **NEW_YORK})],
    "an unknown zone": [beside(changed(timezone=zone)) for zone in ("Mars/Olympus", "../etc/passwd", "x" * 999)],
    "NaN, Infinity, 1e999 or an integer of more than 4,300 digits as an id or a time": [
        *(text(f'{LINE}\n{{"id": {number}, "messages": []}}')
          for number in ("NaN", "Infinity", "-Infinity", "1e999", "1" * 5000)),
        *(text(f'{LINE}\n{{"id": "s", "messages": [], "started_at": {number}}}') for number in ("NaN", "1e999")),
        *(text(f'{LINE}\n{{"messages": [{{"role": "user", "content": "x", "created_at": {number}}}]}}')
          for number in ("NaN", "1e999", "1" * 4000)),
    ],
    "NaN, Infinity, 1e999 or a huge integer as a confidence": [
        confident(raw) for raw in ("NaN", "Infinity", "1e999", "1" * 400, "1" * 4000)
    ],
    "control characters and lone surrogates": [
        text('{"id": "s", "messages": [{"text": "call me\\u0000 at 5 \\ud83d"}]}'),
        text('{"messages": [{"role": "user", "content": "call me\\u0000 at 5 \\ud83d"}]}'),
        text('{"id": "s\\u0007", "messages": [{"text": "x"}]}'),
    ],
    "a message with a context that kgmem had recalled": [
        text(session("s", [message("m1", RECALLED), message("m2", "x")])),
        text(session("s", [message("m1", f"{RECALLED} x")])),
        text({"messages": [{"role": "system", "content": f"Help. {RECALLED}"}, {"role": "user", "content": "x"}]}),
    ],
}  # fmt: skip
CASES = [
    pytest.param(kind, made, id=f"{kind[:40]}-{number}")
    for kind, examples in EXAMPLES.items()
    for number, made in enumerate(examples)
]


def said(message: str, path: Path) -> None:
    """A message names the file, in one line of bounded length."""
    assert str(path) in message
    assert "\n" not in message
    assert len(message) < 600 + len(str(path))


def told(path: Path, zone: str | None = None) -> set[str]:
    """The codes that an input ends in, as far as reading and checking the claims tells."""
    try:
        found = list(Sessions(path, zone=zone))
    except InputError as error:
        said(str(error), path)
        return {error.code}
    ends = set()
    contents: dict[str, str] = {}
    for one in found:
        if isinstance(one, Unreadable):
            said(one.reason, path)
            ends.add(one.reason.partition(":")[0])
            continue
        ends |= {warning.code for warning in one.warnings}
        ends |= {item.code for item in verify(one, "t", ontology.default(), Known(), zone).rejected}
        if contents.setdefault(one.external_id, content_hash(one)) != content_hash(one):
            ends.add("duplicate_session_id")
    return ends


@pytest.mark.parametrize(("kind", "made"), CASES)
def test_bad_input_ends_as_the_table_says(tmp_path: Path, kind: str, made: Made) -> None:
    """C11, C13, C17, C18, C20, C25, C26, C55; `tz_assumed` goes with what else a local time has to say."""
    _, code = codes.BAD_INPUT[kind]
    accompanying = {"tz_assumed"} - {code}
    assert told(made(tmp_path)) - accompanying == ({code} if code else set())


def test_every_row_of_the_table_has_an_example() -> None:
    assert list(EXAMPLES) == list(codes.BAD_INPUT)


def test_the_readme_prints_the_table() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    _, _, section = readme.partition("### What happens to bad input\n")
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (?:`(.+)`)? ?\|$", section.partition("\n#")[0], re.MULTILINE)
    assert {kind: (what, code or None) for kind, what, code in rows} == codes.BAD_INPUT


def test_every_code_that_reading_ends_in_has_a_row() -> None:
    """So that a new code without a row fails: the warnings and reasons in the text of the readers, the clock's among
    them, and those that an ingest gives to a whole session."""
    known = codes.WARNINGS | codes.REASONS
    places = [*(ROOT / "kgmem/formats").glob("*.py"), ROOT / "kgmem/anchors.py"]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in places]
    texts = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    used = {text.partition(":")[0] for text in texts if isinstance(text, str)} & set(known)
    assert len(used) > 6
    assert used | {"duplicate_session_id"} <= {code for _, code in codes.BAD_INPUT.values()}


def test_every_code_of_the_table_exists() -> None:
    known = {*codes.WARNINGS, *codes.REJECTIONS, *codes.REASONS, InputError.code, None}
    assert {code for _, code in codes.BAD_INPUT.values()} <= known


# ---- encodings ----


@pytest.mark.parametrize("name", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("start", ["{", "[", '"é"', "  \n{"])
def test_wide_encodings_are_known_with_and_without_a_mark(name: str, start: str) -> None:
    """Without one they may be right UTF-8, full of zero bytes."""
    assert by_start(f'{start}"id": 1'.encode(name)) == name[:6].upper()


@pytest.mark.parametrize("start", [b"", b"{", b"[]", b'{"id"', b"\xef\xbb\xbf{", "é".encode(), b"\x00\x00\x00\x00"])
def test_what_may_be_utf8_is_not_refused(start: bytes) -> None:
    assert by_start(start) is None


@pytest.mark.parametrize(
    ("content", "looks"),
    [
        ("é".encode("latin-1"), "Latin-1 or Windows-1252"),
        ("“é” – ö".encode("cp1252"), "Windows-1252"),
        ("Привет".encode("cp1251"), "Latin-1 or Windows-1252"),
        ("naïve café — “quoted”".encode()[:-1] + b'"}', "UTF-8 with a damaged character"),
    ],
)
def test_narrow_encodings_are_guessed(content: bytes, looks: str) -> None:
    assert by_bytes(content).startswith(looks)


def test_wrong_byte_far_into_a_file_is_found_with_its_line(tmp_path: Path) -> None:
    lines = f"{LINE}\n".encode() * 3000
    (tmp_path / "input.jsonl").write_bytes(lines + '{"id": "é"}\n'.encode("latin-1"))
    with pytest.raises(InputError, match=f"at byte {len(lines) + 8}: it looks like Latin-1") as error:
        list(Sessions(tmp_path / "input.jsonl"))
    assert error.value.line == 3001


# ---- folders ----


def test_folder_within_a_folder_is_passed_over_and_endings_are_read_in_any_case(tmp_path: Path) -> None:
    (tmp_path / "old.json").mkdir()
    (tmp_path / "A.JSON").write_text(LINE)
    (tmp_path / "notes.txt").write_text("no session")
    assert [one.external_id for one in Sessions(tmp_path)] == ["good"]


@pytest.mark.parametrize("method", ["open", "iterdir"])
def test_file_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """As the system says it; a test that runs as root can only make believe."""

    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    (tmp_path / "a.json").write_text(LINE)
    monkeypatch.setattr(Path, method, refuse)
    with pytest.raises(InputError, match="cannot be read: Permission denied"):
        list(Sessions(tmp_path))


@pytest.mark.parametrize("content", [LINE, json.dumps(HAYSTACK), json.dumps({"messages": [7]}), "7", "hello"])
def test_name_of_a_file_that_is_no_text_does_no_harm(tmp_path: Path, content: str) -> None:
    """C20: what is stored or told of it can be encoded."""
    path = tmp_path / os.fsdecode(b"caf\xff.json")
    path.write_text(f"{content}\n{LINE}", encoding="utf-8")
    for one in Sessions(path):
        assert "caf\ufffd" in one.external_id or one.external_id in ("good", "q/a")
        (one.reason if isinstance(one, Unreadable) else one.model_dump_json()).encode()
    path.write_text(json.dumps({"session_1": [{"text": "x"}], "session_2_date_time": "1:56 pm on 8 May, 2023"}))
    (found,) = Sessions(path)
    assert found.external_id == "caf\ufffd/session_1"
    for warning in found.warnings:
        warning.detail.encode()


def test_id_of_an_unreadable_session_can_be_stored() -> None:
    """C20."""
    wrong, _ = Sessions([{**HAYSTACK, "haystack_session_ids": ["a\ud83d\x00"], "haystack_sessions": [[7]]}, GOOD])
    assert wrong.external_id == "q/a\ufffd"


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (changed(claims=[{"confidence": 10**5000}]), "claims.0.confidence"),
        (changed(claims=[{"extra": {1, 2}}]), "claims.0.extra"),
        ({"messages": [{"role": "assistant", "content": "", "tool_calls": [{"args": {"a": 10**5000}}]}]},
         "messages.0.tool_calls"),
        ({**HAYSTACK, "question_id": None, "haystack_sessions": [[{"role": "user", "content": 10**5000}]]}, None),
    ],
)  # fmt: skip
def test_value_from_python_that_json_cannot_write_is_refused(raw: dict[str, Any], field: str | None) -> None:
    """Sessions from Python are held to what a file could say."""
    with pytest.raises(InputError) as error:
        list(Sessions(raw))
    assert error.value.field == field


# ---- huge ----


def test_message_of_twenty_megabytes_is_read_whole(tmp_path: Path) -> None:
    """C13, the part of the reader: nothing is cut and the speaker stays."""
    words = "filler sentence. " * (20_000_000 // 17) + "I moved to Oslo."
    path = text(session("s", [message("m", words, speaker="Dana"), message("n", "noted")]))(tmp_path)
    (found,) = Sessions(path)
    assert isinstance(found, Session)
    assert found.messages[0].text == words
    assert found.messages[0].speaker == "Dana"


def test_huge_values_are_not_repeated_by_the_error_that_names_them(tmp_path: Path) -> None:
    huge = "x" * 1_000_000
    for raw in (
        changed(started_at=huge), changed(timezone=huge), changed(kind=huge), changed(messages=[message(huge, "")] * 2),
        {"messages": [{"role": "user", "content": "x", "sent_at": huge}]}, {**HAYSTACK, "haystack_dates": [huge]},
        {"session_1": [], "session_1_date_time": huge},
    ):  # fmt: skip
        assert told(text(raw)(tmp_path)) == {"bad_input"}
