"""Wrong input: named with its file, line and field, with the exit code of the contract, and nothing is stored."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from support import Server, fact, message, rows, session

from kgmem import AsyncMemory, Memory
from kgmem.errors import InputError, NotFound, QueryError, UsageError

from .command import Command

GOOD = session("good", [message("m1", "Alpha relates to beta.")], [fact("c1", ["m1"])])
LINE = json.dumps(GOOD)


async def nothing_of(memory: AsyncMemory) -> bool:
    return await rows(memory, "MATCH (n) WHERE n.tenant = $tenant RETURN n.id AS id") == []


def broken(field: str, value: Any) -> dict[str, Any]:
    """The good session with one field, such as `messages.0.text`, set to something else."""
    one: Any = json.loads(LINE)
    *path, last = field.split(".")
    inner = one
    for step in path:
        inner = inner[int(step)] if step.isdigit() else inner.setdefault(step, {"kind": "document", "id": "D-1"})
    inner[int(last) if last.isdigit() else last] = value
    return one


# ---- files ----

FILES = {
    "missing.json": (None, "missing.json: cannot be read: No such file"),
    "void.json": ("", "void.json: is empty"),
    "blank.jsonl": (" \n\n", "blank.jsonl: is empty"),
    "words.json": ("hello there", "words.json:1: is not JSON"),
    "cut.json": (LINE[:40], "cut.json:1: is not JSON"),
    "cut-pretty.json": (json.dumps(GOOD, indent=1)[:-20], "is not JSON"),
    "latin.json": (b'{"id": "a", "messages": [{"text": "\xff"}]}', "latin.json:1: is not UTF-8"),
    "deep.json": ("[" * 5000 + "]" * 5000, "deep.json: is nested too deeply"),
}
PARTS = {
    "third.jsonl": (f"{LINE}\n\n{LINE[:40]}\n{LINE}\n", "third.jsonl:3: is not JSON"),
    "last.jsonl": (f"{LINE}\n{LINE[:40]}", "last.jsonl:2: is not JSON"),
    "number.jsonl": (f"{LINE}\n5\n", "number.jsonl:2"),
    "field.jsonl": (
        f"{LINE}\n{json.dumps(broken('messages.0.text', ['x']))}\n",
        "field.jsonl:2, field messages.0.text",
    ),
    "string.json": ('"just a text"', "string.json"),
    "null.json": ("null", "null.json"),
}


@pytest.mark.parametrize("name", FILES)
async def test_file_that_cannot_be_read_is_named_with_its_line(memory: AsyncMemory, kgmem: Command, name: str) -> None:
    """Also that nothing of it, nor of the files beside it, is stored: an input is looked at as a whole."""
    content, expected = FILES[name]
    if content is not None:
        kgmem.file(name, content)
    good = kgmem.file("a-good.json", GOOD)
    with pytest.raises(InputError) as caught:
        await memory.ingest([kgmem.cwd / good, kgmem.cwd / name])
    assert expected in str(caught.value)
    assert caught.value.exit_code == 2
    assert await nothing_of(memory)


@pytest.mark.parametrize("name", PARTS)
async def test_session_that_cannot_be_read_is_rejected_by_itself(
    kgmem: Command, memory: AsyncMemory, name: str
) -> None:
    """The others are stored; the result says which is not, where it stands and why."""
    content, expected = PARTS[name]
    kgmem.file(name, content)
    result = await memory.ingest([kgmem.cwd / kgmem.file("a-good.json", GOOD), kgmem.cwd / name])
    (rejected,) = [one for one in result.sessions if one.state == "rejected"]
    assert str(rejected.reason).startswith("unreadable_session: ")
    assert expected in str(rejected.reason)
    assert result.totals.stored == 1
    again = await memory.ingest([kgmem.cwd / "a-good.json", kgmem.cwd / name])
    assert (again.totals.stored, again.totals.rejected) == (0, 1)


async def test_command_line_names_file_line_and_field_and_ends_with_2(memory: AsyncMemory, kgmem: Command) -> None:
    """The same on the command line, for people and, with --json, for programs."""
    for name in ("missing.json", "cut.json"):
        content, expected = FILES[name]
        if content is not None:
            kgmem.file(name, content)
        assert expected in kgmem.error("ingest", kgmem.file("a-good.json", GOOD), name, code=2)
    kgmem.file("field.json", json.dumps(broken("messages.0.text", ["x"])))
    told = json.loads(kgmem("ingest", "field.json", "--json", code=2).stdout)
    assert told["error"]["code"] == "bad_input"
    assert "field messages.0.text" in told["error"]["message"]
    folder = kgmem.cwd / "folder"
    folder.mkdir()
    (folder / "notes.txt").write_text("no session")
    assert "folder: holds no .json" in kgmem.error("ingest", "folder", code=2)
    assert await nothing_of(memory)
    kgmem.file("field.jsonl", PARTS["field.jsonl"][0])
    assert PARTS["field.jsonl"][1] in kgmem("ingest", "field.jsonl", code=4).stdout


def test_folder_and_byte_order_mark_are_read(kgmem: Command) -> None:
    """The other side: every .json, .jsonl and .ndjson of a folder, a BOM accepted, blank lines passed over."""
    folder = kgmem.cwd / "folder"
    folder.mkdir()
    for number, (name, text) in enumerate({"a.json": "{}", "b.jsonl": "\n{}\n\n{}\n", "c.ndjson": "{}\r\n"}.items()):
        for place in range(text.count("{}")):
            text = text.replace("{}", json.dumps({**GOOD, "id": f"s{number}{place}"}), 1)
        (folder / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert kgmem.json("ingest", "folder")["totals"]["stored"] == 4


# ---- fields ----

FIELDS: list[tuple[str, Any]] = [
    ("id", None), ("id", ""), ("id", " \n"), ("id", ["s"]), ("kind", "chat"), ("messages", None), ("messages", "hello"),
    ("messages.0", "hello"), ("messages.0.text", None), ("messages.0.text", {"value": "x"}), ("messages.0.role", "bot"),
    ("messages.0.sent_at", "yesterday"), ("messages.0.sent_at", "2026-02-30T09:00:00Z"),
    ("messages.0.sent_at", "2026-03-02T09:00"),
    ("messages.0.source", "D-1"), ("messages.0.source.kind", "book"), ("messages.0.source.id", ""),
    ("messages.0.source.published_at", "last year"), ("started_at", "2026-13-01T00:00:00Z"),
    ("started_at", "2026-03-02 09:00"),
    ("started_at", [2026]), ("ended_at", "soon"), ("timezone", "Mars/Olympus"), ("timezone", "../etc/passwd"),
    ("claims", "none"), ("claims", {"c1": 1}), ("relations", 5), ("group", ["g"]), ("title", {"t": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), FIELDS, ids=repr)
async def test_field_of_a_wrong_type_or_value_is_named(memory: AsyncMemory, field: str, value: Any) -> None:
    """Alone it is an error, beside others a rejection that says the same; a zone that nobody gave is asked for."""
    with pytest.raises(InputError) as caught:
        await memory.ingest(broken(field, value))
    assert caught.value.field == field
    result = await memory.ingest([GOOD, broken(field, value)], dry_run=True)
    assert f"field 1.{field}" in str(result.sessions[1].reason) or f"field {field}" in str(result.sessions[1].reason)
    if value in ("2026-03-02T09:00", "2026-03-02 09:00"):
        assert "KGMEM_TIMEZONE" in str(caught.value)
    assert await nothing_of(memory)


@pytest.mark.parametrize("depth", [99, 101, 400])
async def test_nesting_has_an_end(memory: AsyncMemory, depth: int) -> None:
    """A session a hundred levels deep is no session, and no error of Python's."""
    inner: Any = "x"
    for _ in range(depth):
        inner = [inner]
    if depth < 100:
        assert (await memory.ingest({**GOOD, "extra": inner})).totals.stored == 1
        return
    with pytest.raises(InputError, match="nested more than 100") as caught:
        await memory.ingest({**GOOD, "extra": inner})
    assert caught.value.field == "extra"


@pytest.mark.parametrize("value", [{1, 2}, b"bytes", object(), 1j], ids=lambda value: type(value).__name__)
async def test_python_value_that_json_has_not_is_named(memory: AsyncMemory, value: Any) -> None:
    """Sessions from Python are held to what a file could say."""
    with pytest.raises(InputError, match="which JSON has not") as caught:
        await memory.ingest({**GOOD, "claims": [{**GOOD["claims"][0], "extra": {"inner": value}}]})
    assert caught.value.field == "claims.0.extra.inner"


@pytest.mark.parametrize("source", [5, None, 1.5, [5], [[GOOD]], [None]], ids=repr)
async def test_input_that_is_neither_path_nor_session_is_told_so(memory: AsyncMemory, source: Any) -> None:
    """From Python: what was given, and what is taken."""
    with pytest.raises(InputError, match="path"):
        await memory.ingest(source)


def test_naive_time_takes_the_zone_configured_and_says_so(kgmem: Command) -> None:
    """The other side: KGMEM_TIMEZONE, and `tz_assumed`."""
    file = kgmem.file("s.json", {**GOOD, "started_at": "2026-03-02 09:00"})
    (one,) = kgmem.json("ingest", file, KGMEM_TIMEZONE="Europe/Oslo")["sessions"]
    assert [warning["code"] for warning in one["warnings"]] == ["tz_assumed"]
    found = kgmem.json("ask", "alpha", "--as-of", "2026-03-02 09:30", KGMEM_TIMEZONE="Europe/Oslo")
    assert found["as_of"] == "2026-03-02T08:30:00Z"
    assert found["notes"][0]["sent_at"] == "2026-03-02T08:00:00Z"


# ---- words on the command line ----

WORDS: dict[str, tuple[list[str], dict[str, str], list[str]]] = {
    "format": (["ingest", "good.json", "--format", "xml"], {}, ["'xml'", "native"]),
    "ontology": (["ingest", "good.json", "--ontology", "none.toml"], {}, ["none.toml"]),
    "as-of words": (["ask", "x", "--as-of", "yesterday"], {}, ["as_of", "'yesterday'", "2024-06-01"]),
    "as-of naive": (["recall", "x", "--as-of", "2026-03-02T09:00"], {}, ["as_of", "KGMEM_TIMEZONE"]),
    "budget": (["ask", "x", "--budget", "-1"], {}, ["budget", "negative"]),
    "notes": (["recall", "x", "--notes", "-1"], {}, ["notes", "negative"]),
    "budget type": (["ask", "x", "--budget", "many"], {}, ["--budget"]),
    "policy": (["retract", "x", "--policy", "shred"], {}, ["'shred'", "dispute"]),
    "age": (["prune", "--older-than", "180x"], {}, ["older_than", "'180x'", "180d"]),
    "age negative": (["prune", "--older-than=-1d"], {}, ["older_than", "'-1d'"]),
    "age too long": (["prune", "--older-than", "9999999999999d"], {}, ["older_than"]),
    "below": (["prune", "--below", "2"], {}, ["below", "2.0", "0 to 1"]),
    "below type": (["prune", "--below", "low"], {}, ["--below"]),
    "query name": (["query", "audit.retraction"], {}, ["'audit.retraction'", "audit.retractions"]),
    "query missing": (["query", "audit.resting_on_source"], {}, ["source"]),
    "query unknown": (["query", "audit.resting_on_source", "--param", "sauce=1"], {}, ["sauce", "source"]),
    "query pair": (["query", "audit.resting_on_source", "--param", "source"], {}, ["'source'", "k=v"]),
    "query writes": (["query", "write.sessions"], {}, ["'write.sessions'"]),
    "option": (["ask", "x", "--wat"], {}, ["--wat"]),
    "command": (["remember", "x"], {}, ["remember"]),
    "argument": (["history"], {}, ["entity"]),
    "tenant": (["conflicts", "--tenant", " "], {}, ["tenant"]),
    "seeds setting": (["conflicts"], {"KGMEM_SEEDS": "note,magic"}, ["KGMEM_SEEDS", "'magic'", "entity"]),
    "seeds setting empty": (["conflicts"], {"KGMEM_SEEDS": ""}, ["KGMEM_SEEDS", "unset"]),
    "budget setting": (["conflicts"], {"KGMEM_TOKEN_BUDGET": "lots"}, ["KGMEM_TOKEN_BUDGET"]),
    "timeout setting": (["check"], {"KGMEM_TIMEOUT": "0"}, ["KGMEM_TIMEOUT"]),
    "timezone setting": (["conflicts"], {"KGMEM_TIMEZONE": "Mars"}, ["KGMEM_TIMEZONE", "'Mars'"]),
    "embedding setting": (["conflicts"], {"KGMEM_EMBEDDING": "huge"}, ["KGMEM_EMBEDDING", "bge-small"]),
    "address": (["check"], {"KGMEM_URI": "http://localhost:7474"}, ["KGMEM_URI", "neo4j://"]),
    "port": (["check"], {"KGMEM_URI": "neo4j://127.0.0.1:port"}, ["KGMEM_URI", "neo4j://"]),
    "password in address": (["check"], {"KGMEM_URI": "neo4j://neo4j:hunter2@127.0.0.1:7687"}, ["KGMEM_PASSWORD"]),
}  # fmt: skip


@pytest.mark.parametrize("name", WORDS)
def test_wrong_word_is_named_with_what_would_do(kgmem: Command, name: str) -> None:
    """Exit code 2, on stderr; and the password never comes back."""
    arguments, variables, expected = WORDS[name]
    kgmem.file("good.json", GOOD)
    told = kgmem.error(*arguments, code=2, **variables)
    for word in expected:
        assert word in told
    assert "hunter2" not in told


def test_every_failure_is_one_document_with_json(kgmem: Command) -> None:
    """Of typer's making or ours: {"error": {"code", "message"}}."""
    for arguments, code, expected in (
        (["ask", "x", "--wat"], 2, "usage"), (["history"], 2, "usage"), (["ask", "x", "--budget", "-1"], 2, "usage"),
        (["query", "nothing"], 2, "query"), (["ingest", "missing.json"], 2, "bad_input"),
        (["ask", "x"], 3, "tenant_not_found"),
    ):  # fmt: skip
        error = json.loads(kgmem(*arguments, "--json", code=code).stdout)["error"]
        assert (error["code"], bool(error["message"])) == (expected, True)


def test_store_without_a_password_is_asked_for_one(kgmem: Command) -> None:
    """KGMEM_URI alone is half an address."""
    environment = {name: value for name, value in kgmem.environment.items() if name != "KGMEM_PASSWORD"}
    bare = Command(kgmem.cwd, environment, kgmem.tenant, ())
    assert "KGMEM_PASSWORD" in bare.error("check", code=2)


def test_dot_env_is_read_and_a_broken_one_is_named(kgmem: Command) -> None:
    """Settings come from the folder the command runs in, too."""
    kgmem.file(".env", "KGMEM_TOKEN_BUDGET=lots\n")
    assert "KGMEM_TOKEN_BUDGET" in kgmem.error("check", code=2)
    kgmem.file(".env", b"KGMEM_USER=\xff\xfe\n")
    assert ".env" in kgmem.error("check", code=2)
    kgmem.file(".env", "KGMEM_TENANT=other\nSOMETHING_ELSE=1\n")
    assert kgmem.json("check")["problem"] is None


def test_settings_that_are_wrong_are_an_error_of_the_tree_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for the clients."""
    monkeypatch.setenv("KGMEM_TOKEN_BUDGET", "lots")
    for client in (Memory, AsyncMemory):
        with pytest.raises(InputError, match="KGMEM_TOKEN_BUDGET"):
            client("t")


ON = ["note_vector", "note_text"]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("recall.notes", {"families": ON, "vector": "0.1,x", "words": "a", "depth": "5"}),
        ("recall.notes", {"families": ON, "vector": "0.1", "words": "a", "depth": "five"}),
        ("recall.notes", {"families": ON, "vector": "0.1", "words": "a", "depth": "1" + "0" * 30}),
        ("recall.notes", {"families": ON, "vector": "0.1", "words": "a", "depth": 5, "as_of": "soon"}),
        (
            "recall.notes",
            {"families": ON, "vector": "0.1", "words": "a", "depth": 5, "as_of": "2026-03-02T09:00"},
        ),
        ("recall.notes", {"families": ON, "vector": [0.1] * 384, "words": "***(", "depth": 5}),
        ("recall.notes", {"families": ON, "vector": [0.1, 0.2], "words": "a", "depth": 5}),
        ("recall.notes", {"families": ON, "vector": [0.1] * 384, "words": "a", "depth": -5}),
        ("recall.claims", {"ids": 5}),
        ("recall.claims", {"ids": [5]}),
        ("audit.resting_on_source", {"source": 5}),
        ("audit.resting_on_source", {"source": True}),
        ("audit.resting_on_source", {"source": None}),
        ("audit.resting_on_source", {"source": ["PID-7"]}),
    ],
)
async def test_parameter_of_a_wrong_type_is_refused(memory: AsyncMemory, name: str, parameters: dict[str, Any]) -> None:
    """By its name, from Python and as the command line gives it, as an error of input and not of the store."""
    await memory.ingest(GOOD)
    with pytest.raises((QueryError, UsageError)) as caught:
        await memory.query(name, **parameters)
    assert caught.value.exit_code == 2


async def test_bytes_that_are_no_text_are_only_not_found(memory: AsyncMemory) -> None:
    """Case C20, on the way out: what a shell hands over undecoded is cleaned as stored text is."""
    await memory.ingest(GOOD)
    odd = "caf\udcff \x00"
    assert (await memory.ask(odd)).status in ("answered", "unknown")
    assert (await memory.ask(f"alpha {odd}")).notes
    for call in (memory.history(odd), memory.explain(odd), memory.retract(odd), memory.restore(odd)):
        with pytest.raises(NotFound, match="caf"):
            await call
    assert (await memory.query("audit.resting_on_source", source=odd)).rows == ()
    claim = (await memory.history("alpha")).claims[0].id
    done = await memory.retract(claim, reason=odd, by=odd)
    listed = await memory.query("audit.retractions")
    assert dict(zip(listed.columns, listed.rows[0], strict=True))["reason"] == "caf\ufffd "
    assert done.retraction
    with pytest.raises(UsageError, match="tenant"):
        AsyncMemory(odd, settings=memory.settings)


# ---- names ----


def test_ambiguous_name_lists_what_it_may_mean(kgmem: Command) -> None:
    """Exit code 2; the ids listed are each enough."""
    claims = [fact("c1", ["m1"], subject="Mercury"), fact("c2", ["m1"], subject="Mercury", object="gamma")]
    claims[1]["subject"] = {"kind": "person", "id": "Mercury"}
    kgmem("ingest", kgmem.file("s.json", session("s1", [message("m1", "Mercury relates to it.")], claims)))
    told = kgmem.error("history", "mercury", code=2)
    assert "names 2 entities" in told
    listed = [word.strip(".;") for word in told.split() if word.startswith("ent-")]
    assert len(listed) == 2
    for id in listed:
        assert id in told
        assert kgmem.json("history", id)["entity"]["id"] == id


# ---- the store ----


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def test_nothing_listening_is_told_within_seconds(kgmem: Command) -> None:
    """Exit code 5, one line."""
    address = f"neo4j://127.0.0.1:{free_port()}"
    start = time.monotonic()
    done = kgmem("ask", "x", "--json", code=5, KGMEM_URI=address)
    assert time.monotonic() - start < 30
    message = f"no Neo4j answers at {address}; start it, or unset KGMEM_URI to use the embedded one"
    assert done.stderr == f"kgmem: {message}\n"
    assert json.loads(done.stdout) == {"error": {"code": "store_unreachable", "message": message}}


@contextmanager
def listening(answer: bytes) -> Iterator[int]:
    """A port where something listens that is no Neo4j: it says `answer` to whatever it hears, or nothing."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        kept = []

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                kept.append(connection)
                if answer:
                    connection.recv(64)
                    connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]
        for connection in kept:
            connection.close()


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x00\x00\x00\x00"])
def test_something_else_listening_is_told_in_bounded_time(kgmem: Command, answer: bytes) -> None:
    """Exit code 5 for a port that is mute, a web server's, or speaks no version of Bolt that we know."""
    with listening(answer) as port:
        start = time.monotonic()
        told = kgmem.error("check", code=5, KGMEM_URI=f"neo4j://127.0.0.1:{port}")
        assert time.monotonic() - start < 45
        assert f"127.0.0.1:{port}" in told


@contextmanager
def counting(server: Server) -> Iterator[tuple[int, list[int]]]:
    """A port that passes everything on to the server, and how many connections it was asked for."""
    host, port = server.uri.split("://")[1].split(":")
    opened: list[int] = []
    with closing(socket.create_server(("127.0.0.1", 0))) as front:

        def pump(source: socket.socket, target: socket.socket) -> None:
            try:
                while data := source.recv(65536):
                    target.sendall(data)
            except OSError:
                pass
            finally:
                for end in (source, target):
                    end.close()

        def serve() -> None:
            while True:
                try:
                    near, _ = front.accept()
                except OSError:
                    return
                opened.append(1)
                far = socket.create_connection((host, int(port)))
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=pump, args=ends, daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield front.getsockname()[1], opened


def test_wrong_password_is_tried_once_and_the_right_one_works_at_once(server: Server, kgmem: Command) -> None:
    """Case C55: user and address are named, the password is not; a server locks a user out after a few tries."""
    with counting(server) as (port, opened):
        address = f"neo4j://127.0.0.1:{port}"
        told = kgmem.error("check", code=5, KGMEM_URI=address, KGMEM_PASSWORD="not-the-password")
        assert len(opened) == 1
    assert told == f"kgmem: {address} refuses user '{server.user}'; check KGMEM_USER and KGMEM_PASSWORD\n"
    assert kgmem.json("check")["problem"] is None
    assert server.password not in repr(server.settings())
