"""Export and import: everything of a tenant as lines, and back, without loss and never by halves."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import uuid
import zlib
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from filled import fill
from prov.model import (
    ProvActivity,
    ProvAttribution,
    ProvDerivation,
    ProvDocument,
    ProvEntity,
    ProvInfluence,
    ProvInvalidation,
)
from support import Server, fact, message, planted, rows, session

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings
from kgmem.errors import (
    EmbeddingMismatch,
    InputError,
    NotFound,
    StoreError,
    StoreVersionError,
    TenantNotFound,
    UsageError,
    WrongKind,
)
from kgmem.exchange import format, importing, pages
from kgmem.graph import nodes, queries

EVERYTHING = """CYPHER 25
MATCH (n) WHERE n.tenant = $tenant OR (n:Tenant AND n.id = $tenant)
RETURN n.id AS id, labels(n) AS labels,
       COLLECT { UNWIND keys(n) AS key RETURN [key, valueType(n[key]), n[key]] ORDER BY key } AS properties,
       COLLECT { MATCH (n)-[r]->(m) RETURN [type(r), m.id, COLLECT {
         UNWIND keys(r) AS key RETURN [key, valueType(r[key]), r[key]] ORDER BY key }] } AS edges"""
WIPE = "MATCH (n) WHERE n.tenant = $tenant OR (n:Tenant AND n.id = $tenant) DETACH DELETE n"
ACTS = "MATCH (r:Retraction {tenant: $tenant})-[:RETRACTS]->(t) RETURN r.id AS id, t.id AS on, r.undone_at AS undone"
LIVE = """MATCH (n WHERE n.tenant = $tenant AND (n:Observation OR n:Assertion OR n:Source OR n:Session))
WHERE n.ended_at IS NULL AND NOT n:Retracted RETURN n.id AS id
UNION MATCH (n:Claim {tenant: $tenant, standing: 'supported'}) WHERE NOT n:Retracted RETURN n.id AS id"""
SMALL = session(
    "small",
    [message("m1", "Alpha relates to beta.\u2028It says so — twice."), message("m2", "Gamma hums.")],
    [fact("c1", ["m1"], object="beta"), fact("c2", ["m2"], subject="gamma", object="hums")],
)


async def everything(memory: AsyncMemory) -> list[str]:
    """All of a tenant as the driver gives it: values with their types, times with their zones."""
    found = await rows(memory, EVERYTHING)
    return sorted(
        repr([row["id"], sorted(row["labels"]), row["properties"], sorted(map(repr, row["edges"]))]) for row in found
    )


async def wipe(memory: AsyncMemory) -> None:
    await planted(memory, WIPE)


@pytest.fixture(scope="module")
async def rich(server: Server, embeddings: Embeddings) -> AsyncIterator[AsyncMemory]:
    """A tenant with everything; tests that empty it fill it again."""
    async with AsyncMemory.open(f"t-{uuid.uuid4().hex}", settings=server.settings(), embeddings=embeddings) as memory:
        await fill(memory)
        yield memory


@pytest.fixture
async def small(memory: AsyncMemory, tmp_path: Path) -> Path:
    """The export of a tenant that is empty again."""
    await memory.ingest(SMALL)
    path = tmp_path / "small.jsonl"
    await memory.export(path)
    await wipe(memory)
    return path


# ---- there and back ----


@pytest.mark.parametrize("page", [None, 3], ids=["as it is", "three at a time"])
async def test_export_import_export_gives_the_same_bytes_and_the_same_store(
    rich: AsyncMemory, tmp_path: Path, page: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the size of pages and transactions: every property with its type, label, relationship and vector."""
    before, first, second = await everything(rich), tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    if page:
        for module, name in ((pages, "KEYS"), (pages, "PAGE"), (pages, "EDGES"), (importing, "ROWS")):
            monkeypatch.setattr(module, name, page)
    told = await rich.export(first)
    await wipe(rich)
    done = await rich.import_(first)
    assert (done.state, done.counts, done.sha256, done.resumed) == ("imported", told.counts, told.sha256, 0)
    assert await everything(rich) == before
    await rich.export(second)
    assert second.read_bytes() == first.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"first.jsonl", "second.jsonl"}


async def test_everything_that_is_stored_is_in_the_lines(rich: AsyncMemory) -> None:
    """Held against the store itself and not against what export counts."""
    stream = io.BytesIO()
    told = await rich.export(stream)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert len(lines) == told.lines == len(stream.getvalue().split(b"\n")) - 1
    found = await rows(rich, EVERYTHING)
    assert len(found) == sum("node" in line for line in lines)
    assert sum(len(row["edges"]) for row in found) == sum("relationship" in line for line in lines)
    by_id = {line["properties"]["id"]: line for line in lines if "node" in line}
    for row in found:
        assert {key for key, _, _ in row["properties"]} == {*by_id[row["id"]]["properties"]}
        assert sorted(row["labels"]) == sorted([by_id[row["id"]]["node"], *by_id[row["id"]]["labels"]])


async def test_what_is_read_after_an_import_is_what_was_read_before(rich: AsyncMemory, tmp_path: Path) -> None:
    """Answers with what they cite, provenance, histories, contradictions and audits, now and at every time that the
    store knows. Which messages come along in which order hangs on the terms of all tenants of the store."""
    (span,) = await rows(
        rich, "MATCH (a:Assertion {tenant: $tenant}) RETURN min(a.recorded_at) AS first, max(a.recorded_at) AS last"
    )
    first, last = span["first"].to_native(), span["last"].to_native()
    times = [None, *(first + (last - first) * part / 3 + timedelta(microseconds=1) for part in range(4))]
    claims = [row["id"] for row in await rows(rich, "MATCH (c:Claim {tenant: $tenant}) RETURN c.id AS id ORDER BY id")]
    entities = await rows(rich, "MATCH (e:Entity {tenant: $tenant}) RETURN e.id AS id ORDER BY id")
    audits = [q for q in queries.catalogue().values() if q.name.startswith("audit.") and len(q.params) == 1]

    async def reads() -> dict[str, Any]:
        found: dict[str, Any] = {}
        for at in times:
            for question in ("Which pump feeds V-12?", "Who repaired alpha?", "Where does Ida live?"):
                answer = await rich.ask(question, known_at=at)
                cited = [one.model_copy(update={"seed": None}) for one in answer.claims if one.id in answer.citations]
                found[f"{question} {at}"] = (answer.answer, answer.status, answer.citations, answer.as_of, cited)
            found[f"conflicts {at}"] = await rich.conflicts(known_at=at)
            found[f"shared {at}"] = await rich.shared_sources(known_at=at)
            for row in entities[::9]:
                found[f"{row['id']} {at}"] = await rich.history(row["id"], known_at=at)
        for id in claims[::4]:
            found[id] = await rich.explain(id)
        for audit in audits:
            found[audit.name] = await rich.query(audit.name)
        found["coverage"] = await rich.coverage()
        return found

    before, path = await reads(), tmp_path / "all.jsonl"
    assert len(before) > 60
    await rich.export(path)
    await wipe(rich)
    await rich.import_(path)
    assert await reads() == before


async def test_an_imported_tenant_goes_on_as_the_exported_one_would(rich: AsyncMemory, tmp_path: Path) -> None:
    """I2: what was ingested is unchanged, acts can be undone, and new times come after old ones."""
    path = tmp_path / "all.jsonl"
    await rich.export(path)
    before = await everything(rich)
    await wipe(rich)
    await rich.import_(path)
    from filled import RICH

    assert (await rich.ingest(RICH[0])).totals.unchanged == 1
    (act,) = await rows(
        rich, "MATCH (r:Retraction {tenant: $tenant, policy: 'lower'}) WHERE r.undone_at IS NULL RETURN r.id AS id"
    )
    restored = await rich.restore(act["id"])
    assert restored.affected
    (clock,) = await rows(
        rich,
        "MATCH (t:Tenant {id: $tenant}), (r:Retraction {id: $id}) RETURN t.now = r.undone_at AS same",
        id=act["id"],
    )
    assert clock["same"]
    await wipe(rich)
    await rich.import_(path)
    assert await everything(rich) == before


async def test_the_same_again_is_unchanged_and_anything_else_is_refused(
    memory: AsyncMemory, small: Path, tmp_path: Path
) -> None:
    await memory.import_(small)
    before = await everything(memory)
    assert (await memory.import_(small)).state == "unchanged"
    assert await everything(memory) == before
    await memory.ingest(session("more", [message("m1", "Delta leaks.")]))
    before = await everything(memory)
    with pytest.raises(UsageError, match="holds something else"):
        await memory.import_(small)
    assert await everything(memory) == before


async def test_a_change_by_hand_is_not_taken_for_the_same(memory: AsyncMemory, small: Path) -> None:
    """The clock of the tenant alone does not tell."""
    await memory.import_(small)
    await planted(memory, "MATCH (c:Claim {tenant: $tenant}) SET c.confidence = 0.123")
    with pytest.raises(UsageError, match="holds something else"):
        await memory.import_(small)


async def test_an_export_goes_back_to_a_tenant_of_its_name_only(
    server: Server, embeddings: Embeddings, memory: AsyncMemory, small: Path
) -> None:
    """I1: under another name the next ingest would find nothing of it."""
    async with AsyncMemory.open(f"{memory.tenant}-2", settings=server.settings(), embeddings=embeddings) as other:
        with pytest.raises(UsageError, match=f"of tenant '{memory.tenant}'"):
            await other.import_(small)
        assert await everything(other) == []


async def test_nothing_of_another_tenant_is_exported(
    server: Server, embeddings: Embeddings, memory: AsyncMemory, small: Path
) -> None:
    """I4."""
    async with AsyncMemory.open(f"{memory.tenant}-2", settings=server.settings(), embeddings=embeddings) as other:
        await other.ingest(SMALL)
        await memory.import_(small)
        stream = io.BytesIO()
        await memory.export(stream)
        assert stream.getvalue() == small.read_bytes()
        assert other.tenant.encode() not in stream.getvalue()


async def test_labels_that_kgmem_does_not_know_are_left_out(memory: AsyncMemory, small: Path) -> None:
    await memory.import_(small)
    await planted(memory, "MATCH (c:Claim {tenant: $tenant}) SET c:Mine")
    stream = io.BytesIO()
    await memory.export(stream)
    assert stream.getvalue() == small.read_bytes()


def test_what_a_line_may_hold_is_what_the_model_declares() -> None:
    """Labels, state labels, types and ends are those of the node classes."""
    labels = {node.__label__ for node in nodes.NODES} - {"Tenant", "Store", "Note", "Event"}
    assert set(format.SECTIONS) == labels
    assert set(nodes.Node.__optional_labels__) == format.STATES | format.DERIVED
    from test_nodes import relations

    ends: dict[str, tuple[set[str], set[str]]] = {}
    for start, type, end, _ in relations():
        starts, ends_ = ends.setdefault(type, (set(), set()))
        starts.add({"Event": "Claim", "Note": "Observation"}.get(start, start))
        ends_.add({"Event": "Claim", "Note": "Observation"}.get(end, end))
    assert ends == dict(format.ENDS)


# ---- never by halves ----


async def test_an_export_that_fails_leaves_the_file_as_it_was(
    memory: AsyncMemory, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await memory.import_(small)
    before = small.read_bytes()

    async def written_to(self: pages.Pages, label: str) -> AsyncIterator[list[dict[str, Any]]]:
        await memory.ingest(session("meanwhile", [message("m1", "Now.")]))
        async for keys in read(self, label):
            yield keys

    read = pages.Pages._keys
    monkeypatch.setattr(pages.Pages, "_keys", written_to)
    with pytest.raises(StoreError, match="was written to while it was being read"):
        await memory.export(small)
    assert small.read_bytes() == before
    assert [path.name for path in small.parent.iterdir()] == [small.name]


async def test_nothing_is_exported_of_a_tenant_that_was_never_stored(memory: AsyncMemory, tmp_path: Path) -> None:
    with pytest.raises(TenantNotFound):
        await memory.export(tmp_path / "none.jsonl")
    assert list(tmp_path.iterdir()) == []


async def test_a_file_that_cannot_be_written_is_named(memory: AsyncMemory, small: Path) -> None:
    await memory.import_(small)
    with pytest.raises(InputError, match="no-such-folder"):
        await memory.export(small.parent / "no-such-folder" / "a.jsonl")


class Stopped(Exception):
    """In place of a process that is killed."""


async def interrupted(memory: AsyncMemory, path: Path, monkeypatch: pytest.MonkeyPatch, batches: int) -> None:
    """An import that ends after so many batches."""
    write, done = importing._write, []

    async def stopping(*arguments: Any) -> bool:
        if len(done) == batches:
            raise Stopped
        done.append(1)
        return await write(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(importing, "_write", stopping)
        with pytest.raises(Stopped):
            await memory.import_(path)


@pytest.mark.parametrize("batches", [0, 1, 4, 9])
async def test_an_interrupted_import_is_neither_read_nor_written_and_goes_on(
    memory: AsyncMemory, small: Path, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    monkeypatch.setattr(importing, "ROWS", 3)
    await interrupted(memory, small, monkeypatch, batches)
    unfinished: list[Callable[[], Any]] = [
        lambda: memory.ask("Does gamma hum?"),
        lambda: memory.query("audit.erasures"),
        lambda: memory.export(io.BytesIO()),
        lambda: memory.ingest(SMALL),
        lambda: memory.link(),
        lambda: memory.retract("src-" + "0" * 32),
    ]
    for attempt in unfinished:
        with pytest.raises(StoreError, match="is not done; run `kgmem import`"):
            await attempt()
    done = await memory.import_(small)
    assert done.resumed >= 3 * batches
    stream = io.BytesIO()
    await memory.export(stream)
    assert stream.getvalue() == small.read_bytes()


@pytest.mark.parametrize("batches", [1, 4, 9])
async def test_another_file_takes_the_place_of_an_unfinished_one(
    memory: AsyncMemory, small: Path, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    await memory.ingest(session("other", [message("m1", "Delta leaks.")], [fact("c1", ["m1"], subject="delta")]))
    other = small.parent / "other.jsonl"
    await memory.export(other)
    expected = await everything(memory)
    await wipe(memory)
    monkeypatch.setattr(importing, "ROWS", 3)
    await interrupted(memory, small, monkeypatch, batches)
    assert (await memory.import_(other)).resumed == 0
    assert await everything(memory) == expected


async def test_lines_are_written_once_though_their_transaction_runs_twice(
    memory: AsyncMemory, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the answer to a commit is lost."""
    write = importing._write

    async def twice(*arguments: Any) -> bool:
        await write(*arguments)
        return await write(*arguments)

    monkeypatch.setattr(importing, "_write", twice)
    await memory.import_(small)
    stream = io.BytesIO()
    await memory.export(stream)
    assert stream.getvalue() == small.read_bytes()


@pytest.fixture
async def other(memory: AsyncMemory, small: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another export, while an import of the first is unfinished."""
    await memory.ingest(session("other", [message("m1", "Delta leaks.")], [fact("c1", ["m1"], subject="delta")]))
    path = small.parent / "other.jsonl"
    await memory.export(path)
    await wipe(memory)
    monkeypatch.setattr(importing, "ROWS", 3)
    await interrupted(memory, small, monkeypatch, 4)
    return path


def once(monkeypatch: pytest.MonkeyPatch, name: str, at: int, first: Callable[[], Any]) -> None:
    """Before the step of an import that is called so is taken for the `at`-th time, something else is done, once."""
    step, taken = getattr(importing, name), []

    async def stepping(*arguments: Any) -> Any:
        taken.append(1)
        if len(taken) == at:
            await first()
        return await step(*arguments)

    monkeypatch.setattr(importing, name, stepping)


async def held(memory: AsyncMemory) -> bytes:
    stream = io.BytesIO()
    await memory.export(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("step", "at"), [("_discard", 1), ("_discard", 4), ("_restart", 1), ("_write", 1), ("_write", 3), ("_finish", 1)]
)
async def test_of_two_imports_of_one_file_both_end_with_all_of_it(
    memory: AsyncMemory, other: Path, monkeypatch: pytest.MonkeyPatch, step: str, at: int
) -> None:
    """Both take out an unfinished one; wherever one stands while the other does all its work, nothing is lost."""
    done: list[Any] = []

    async def first() -> None:
        done.append(await memory.import_(other))

    with monkeypatch.context() as patch:
        once(patch, step, at, first)
        done.append(await memory.import_(other))
    assert [one.state for one in done] == ["imported", "imported"]
    assert await held(memory) == other.read_bytes()


@pytest.mark.parametrize("step", ["_discard", "_restart", "_write", "_finish"])
async def test_an_import_whose_place_another_file_takes_fails_and_leaves_no_hole(
    memory: AsyncMemory, small: Path, other: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Wherever it stands; the other is whole."""

    async def first() -> None:
        assert (await memory.import_(small)).state == "imported"

    with monkeypatch.context() as patch:
        once(patch, step, 1, first)
        with pytest.raises(StoreError, match="took the place of this one"):
            await memory.import_(other)
    assert await held(memory) == small.read_bytes()


@pytest.mark.parametrize("at", [1, 4])
async def test_what_an_import_has_written_is_not_taken_out_by_another_of_the_same_file(
    memory: AsyncMemory, other: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    """The one began to write while the other was still taking out what was there; the other goes on with the rest."""

    async def first() -> None:
        await interrupted(memory, other, monkeypatch, 2)

    with monkeypatch.context() as patch:
        once(patch, "_discard", at, first)
        assert (await memory.import_(other)).state == "imported"
    assert await held(memory) == other.read_bytes()


@pytest.mark.parametrize("at", [1, 3, len(format.SECTIONS) + 1])
async def test_an_import_that_is_interrupted_while_it_takes_out_lets_nobody_finish_what_it_takes_out_from(
    memory: AsyncMemory, small: Path, other: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    """The first file begins anew as any other does."""

    async def stopped() -> None:
        raise Stopped

    with monkeypatch.context() as patch:
        once(patch, "_discard", at, stopped)
        with pytest.raises(Stopped):
            await memory.import_(other)
    assert (await memory.import_(small)).resumed == 0
    assert await held(memory) == small.read_bytes()


async def test_an_import_ends_only_where_the_tenant_has_what_the_file_says(
    memory: AsyncMemory, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody took a node away meanwhile."""

    async def first() -> None:
        await planted(memory, "MATCH (c:Claim {tenant: $tenant}) WITH c LIMIT 1 DETACH DELETE c")

    with monkeypatch.context() as patch:
        once(patch, "_finish", 1, first)
        with pytest.raises(StoreError, match="has not what the file holds"):
            await memory.import_(small)
    with pytest.raises(StoreError, match="is not done"):
        await memory.ask("Does gamma hum?")
    assert (await memory.abandon_import()).state == "abandoned"
    assert (await memory.import_(small)).state == "imported"
    assert await held(memory) == small.read_bytes()


async def test_an_unfinished_import_that_is_abandoned_leaves_nothing(
    memory: AsyncMemory, small: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted, abandoning is finished by abandoning again; then the tenant takes anything."""

    async def stopped() -> None:
        raise Stopped

    with monkeypatch.context() as patch:
        once(patch, "_discard", 5, stopped)
        with pytest.raises(Stopped):
            await memory.abandon_import()
    with pytest.raises(StoreError, match="kgmem import --abandon"):
        await memory.ask("Does gamma hum?")
    done = await memory.abandon_import()
    assert (done.state, done.resumed, done.lines) == ("abandoned", 0, 0)
    assert sum(done.counts.values()) > 0
    assert await everything(memory) == []
    with pytest.raises(UsageError, match="has no unfinished import"):
        await memory.abandon_import()
    assert (await memory.ingest(SMALL)).totals.stored == 1


async def test_abandoning_loses_nothing_that_is_in_use(memory: AsyncMemory, small: Path) -> None:
    await memory.import_(small)
    before = await everything(memory)
    with pytest.raises(UsageError, match="has no unfinished import"):
        await memory.abandon_import()
    assert await everything(memory) == before


async def test_an_import_that_is_abandoned_while_it_runs_fails(
    memory: AsyncMemory, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tenant that had been written to before keeps its clock and is empty."""
    await memory.ingest(SMALL)
    await planted(memory, "MATCH (n) WHERE n.tenant = $tenant DETACH DELETE n")
    before = await everything(memory)
    monkeypatch.setattr(importing, "ROWS", 3)

    async def first() -> None:
        assert (await memory.abandon_import()).lines > 0

    with monkeypatch.context() as patch:
        once(patch, "_write", 3, first)
        with pytest.raises(StoreError, match="or it was given up"):
            await memory.import_(small)
    assert await everything(memory) == before


async def test_an_import_that_is_begun_while_it_is_abandoned_goes_on(
    memory: AsyncMemory, small: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def first() -> None:
        await memory.import_(small)

    with monkeypatch.context() as patch:
        once(patch, "_discard", 2, first)
        with pytest.raises(StoreError, match="was begun"):
            await memory.abandon_import()
    assert await held(memory) == small.read_bytes()


async def test_a_tenant_whose_contents_are_all_gone_takes_an_import(memory: AsyncMemory, small: Path) -> None:
    await memory.ingest(SMALL)
    await planted(memory, "MATCH (n) WHERE n.tenant = $tenant DETACH DELETE n")
    assert (await memory.import_(small)).state == "imported"


# ---- damage ----


def sealed(lines: list[dict[str, Any]]) -> bytes:
    """Lines as an export would write them, counts and checksums right: what somebody who edits a file could do."""
    body = [format.written({key: value for key, value in line.items() if key != "crc"}) for line in lines[:-1]]
    digest = hashlib.sha256(b"".join(line + b"\n" for line in body)).hexdigest()
    end = format.written({"end": "export", "lines": len(body), "sha256": digest})
    return b"".join(line + b"\n" for line in (*body, end))


def edited(content: bytes, edit: Callable[[list[dict[str, Any]]], None]) -> bytes:
    lines = [json.loads(line) for line in content.split(b"\n")[:-1]]
    edit(lines)
    return sealed(lines)


def place(lines: list[dict[str, Any]], kind: str) -> int:
    """The first line of a label or type."""
    return next(n for n, line in enumerate(lines) if kind in (line.get("node"), line.get("relationship")))


def put(kind: str, *path: Any, value: Any) -> Callable[[list[dict[str, Any]]], None]:
    def edit(lines: list[dict[str, Any]]) -> None:
        found: Any = lines[place(lines, kind)]
        for key in path[:-1]:
            found = found[key]
        found[path[-1]] = value

    return edit


def drop(kind: str) -> Callable[[list[dict[str, Any]]], None]:
    """One line less, and the count with it."""

    def edit(lines: list[dict[str, Any]]) -> None:
        del lines[place(lines, kind)]
        lines[0]["counts"][kind] -= 1

    return edit


def head(key: str, value: Any) -> Callable[[list[dict[str, Any]]], None]:
    return lambda lines: lines[0].update({key: value})


def twice(lines: list[dict[str, Any]]) -> None:
    at = place(lines, "Claim")
    lines.insert(at, lines[at])
    lines[0]["counts"]["Claim"] += 1


def swapped(lines: list[dict[str, Any]]) -> None:
    at = place(lines, "Claim")
    lines[at], lines[at + 1] = lines[at + 1], lines[at]


EDITS = {
    "no counts": (head("counts", None), "lacks tenant, schema_version, embedding or counts", "first"),
    "another version": (head("version", 2), "has version 2, this kgmem reads 1", "first"),
    "a count too many": (head("counts", {}), "does not hold what its first line says", "last"),
    "an unknown label": (put("Claim", "node", value="Store"), "'Store' is no label", "Claim"),
    "a further label": (put("Claim", "labels", value=["Tenant"]), "has no such labels", "Claim"),
    "an unknown type": (put("ABOUT", "relationship", value="OWNS"), "'OWNS' is no relationship", "ABOUT"),
    "a wrong end": (put("ABOUT", "to", 0, value="Source"), "ABOUT has no Source there", "ABOUT"),
    "no end": (put("ABOUT", "to", value="ent-1"), "an end is a label and an id", "ABOUT"),
    "an end that is not there": (put("MADE_IN", "to", 1, value="ses-1"), "a node that is not in the file", "MADE_IN"),
    "another tenant": (put("Claim", "properties", "tenant", value="x"), "of another tenant", "Claim"),
    "no id": (put("Claim", "properties", "id", value=""), "a node has an id", "Claim"),
    "no properties": (put("Claim", "properties", value=[]), "has no properties", "Claim"),
    "a null": (put("Claim", "properties", "unit", value=None), "unit is null", "Claim"),
    "a map": (put("Claim", "properties", "unit", value={"a": 1}), "neither a time nor a vector", "Claim"),
    "no time": (put("Claim", "properties", "recorded_at", value={"time": "today"}), "neither a time", "Claim"),
    "a naive time": (put("Claim", "properties", "rank", value={"time": "2026-01-01"}), "neither a time", "Claim"),
    "no vector": (put("Claim", "properties", "embedding", value={"float32": "?"}), "nor a vector", "Claim"),
    "a mixed list": (put("Claim", "properties", "unit", value=["a", 1]), "no list of one kind", "Claim"),
    "a list of lists": (put("Claim", "properties", "unit", value=[["a"]]), "no list of one kind", "Claim"),
    "a huge number": (put("Claim", "properties", "rank", value=2**63), "cannot hold", "Claim"),
    "twice": (twice, "stands in the file twice", "Claim+1"),
    "on itself": (put("Claim", "properties", "rank", value=0), "a claim has a rank", "Claim"),
    "moved": (swapped, "out of order", "Claim+1"),
    "a claim without a reason": (drop("ASSERTED_BY"), "a claim without a support is never stored", "any"),
    "a reason without a support": (drop("RESTS_ON"), "a claim without a support is never stored", "any"),
    "no tenant": (lambda lines: lines.pop(1), "the second line is that of the tenant", "second"),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
async def test_a_file_that_says_what_no_store_holds_is_refused_with_its_line(
    memory: AsyncMemory, small: Path, name: str
) -> None:
    """Though every checksum is right; nothing is written."""
    edit, message, where = EDITS[name]
    content = edited(small.read_bytes(), edit)
    small.write_bytes(content)
    with pytest.raises(InputError, match=message) as raised:
        await memory.import_(small)
    lines = [json.loads(line) for line in content.splitlines() if line]
    told = {"first": 1, "second": 2, "last": len(lines)}
    if where in told:
        assert raised.value.line == told[where]
    elif where != "any":
        kind, _, further = where.partition("+")
        kinds = ("Store", "OWNS", kind)
        first = next(n for n, one in enumerate(lines, 1) if {one.get("node"), one.get("relationship")} & {*kinds})
        assert raised.value.line == first + int(further or 0)
    assert str(raised.value).startswith(str(small))
    assert await everything(memory) == []


@pytest.mark.parametrize("part", range(12))
async def test_a_flipped_bit_is_refused_with_its_line(memory: AsyncMemory, small: Path, part: int) -> None:
    content = bytearray(small.read_bytes())
    at = len(content) * part // 12 + 7
    while content[at] in b"\n":
        at += 1
    content[at] ^= 1
    small.write_bytes(bytes(content))
    with pytest.raises(InputError) as raised:
        await memory.import_(small)
    flipped = 1 + bytes(content[:at]).count(b"\n")
    assert raised.value.line in (flipped, flipped + 1)
    assert await everything(memory) == []


@pytest.mark.parametrize("left", [0, 1, 0.3, 0.9, 0.999])
async def test_a_truncated_file_is_refused_with_its_line(memory: AsyncMemory, small: Path, left: float) -> None:
    content = small.read_bytes()
    kept = content[: int(left) if left in (0, 1) else int(len(content) * left)]
    small.write_bytes(kept)
    with pytest.raises(InputError, match=r"cut off|not whole|no export") as raised:
        await memory.import_(small)
    assert raised.value.line == kept.count(b"\n") + 1
    assert await everything(memory) == []


@pytest.mark.parametrize(
    ("tail", "message"), [(b"", "cut off"), (b"x\n", "nothing comes after"), (b"\n", "nothing comes after")]
)
async def test_a_file_ends_with_its_last_line(memory: AsyncMemory, small: Path, tail: bytes, message: str) -> None:
    content = small.read_bytes()
    small.write_bytes(content + tail if tail else b"".join(content.splitlines(keepends=True)[:-1]))
    with pytest.raises(InputError, match=message):
        await memory.import_(small)


@pytest.mark.parametrize("content", [b"{}\n", b"[1]\n", b'{"id": "s1"}\n', b"\xff\xfe\n", b"a,b\n"])
async def test_what_is_no_export_is_told_as_such(memory: AsyncMemory, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(InputError, match="this is no export of kgmem"):
        await memory.import_(tmp_path / "x")


def test_deep_and_strange_json_is_told_as_such() -> None:
    for body in (b"[" * 100_000 + b"]" * 100_000, b'{"a":NaN', b'{"a":\xff'):
        line = body + b"}" if body[:1] == b"{" else body
        whole = line[:-1] + b',"crc":"%08x"}' % zlib.crc32(line[:-1] + b"}")
        with pytest.raises(ValueError, match="is no JSON"):
            format.read(whole)


def test_half_a_character_is_refused() -> None:
    line = format.written({"node": "Claim", "properties": {}})
    assert format.read(line)["node"] == "Claim"
    with pytest.raises(ValueError, match="half a character"):
        format.decoded({"statement": "\ud83d"})


async def test_vectors_of_another_model_are_refused(memory: AsyncMemory, small: Path) -> None:
    made = json.loads(small.read_bytes().split(b"\n")[0])["embedding"]
    for key, value in (("model", "other"), ("dimension", 7), ("hash", "0" * 64)):
        small.write_bytes(edited(small.read_bytes(), head("embedding", made | {key: value})))
        with pytest.raises(EmbeddingMismatch, match="the export's vectors are of"):
            await memory.import_(small)
    assert await everything(memory) == []


@pytest.mark.parametrize("version", [1, 1_000])
async def test_an_export_of_a_schema_that_is_not_read_is_refused(
    memory: AsyncMemory, small: Path, version: int
) -> None:
    small.write_bytes(edited(small.read_bytes(), head("schema_version", version)))
    with pytest.raises(StoreVersionError, match=f"schema {version}"):
        await memory.import_(small)


async def test_a_file_that_changes_under_way_leaves_the_import_unfinished(
    memory: AsyncMemory, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = small.read_bytes()
    written = importing._write

    async def changing(*arguments: Any) -> bool:
        done = await written(*arguments)
        small.write_bytes(edited(content, put("Claim", "properties", "statement", value="otherwise")))
        return done

    with monkeypatch.context() as patch:
        patch.setattr(importing, "_write", changing)
        with pytest.raises(InputError, match="was changed while"):
            await memory.import_(small)
    with pytest.raises(StoreError, match="is not done"):
        await memory.ask("What relates to beta?")
    small.write_bytes(content)
    await memory.import_(small)


# ---- values ----


def test_vectors_are_told_to_the_bit_and_what_is_no_float32_is_kept_as_numbers() -> None:
    import numpy as np

    exact = np.random.default_rng(1).normal(size=384).astype(np.float32)
    coded = format.encoded({"embedding": exact.astype(float).tolist()})
    assert len(base64.b64decode(coded["embedding"]["float32"])) == 4 * 384
    assert np.array_equal(format.decoded(coded)["embedding"], exact)
    assert format.encoded({"embedding": [0.1, 0.2]}) == {"embedding": [0.1, 0.2]}
    assert format.encoded({"parameters": [0.5, 0.25]}) == {"parameters": [0.5, 0.25]}


# ---- PROV ----


async def test_provenance_read_back_by_prov_says_what_explain_says(rich: AsyncMemory) -> None:
    """Derivations down to sources with their quotes, agents, and what was invalidated by which act; and nothing is lost
    when the library writes it again."""
    stream = io.BytesIO()
    told = await rich.export(stream, format="prov")
    document = ProvDocument.deserialize(content=stream.getvalue().decode())
    assert ProvDocument.deserialize(content=document.serialize()) == document
    assert len(document.get_records()) == told.lines

    def pairs(kind: Any) -> set[tuple[str, str]]:
        return {tuple(str(one.localpart) for one in record.args[:2]) for record in document.get_records(kind)}  # type: ignore[misc]

    derived, invalidated, attributed = pairs(ProvDerivation), pairs(ProvInvalidation), pairs(ProvAttribution)
    lost = {entity for entity, _ in invalidated}
    expected, found_lost, fallen, quotes = set(), set(), set(), set()
    claims = [row["id"] for row in await rows(rich, "MATCH (c:Claim {tenant: $tenant}) RETURN c.id AS id")]
    for claim in claims:
        explained = await rich.explain(claim)
        for reason in explained.assertions:
            expected.add((claim, reason.id))
            if reason.ended_at is not None:
                found_lost.add(reason.id)
            for support in reason.supports:
                on = support.observation or support.claim
                assert on is not None
                expected.add((reason.id, on))
                quotes.add((reason.id, on, support.quote))
                if support.observation and support.source:
                    expected.add((on, support.source))
                    assert (on, support.source) in attributed
                if support.retracted and support.observation:
                    found_lost.add(on)
                elif support.retracted:
                    fallen.add(on)
    assert expected <= derived
    assert {pair for pair in derived if pair[0].startswith(("clm-", "ast-"))} <= expected
    assert found_lost <= lost
    assert fallen
    reasons = {pair for pair in derived if pair[0] in fallen}
    assert {claim for claim in fallen - lost if any(a in lost for c, a in reasons if c == claim)} == fallen - lost
    live = {row["id"] for row in await rows(rich, LIVE)}
    assert live
    assert not live & lost
    quote = next(iter(document.get_registered_namespaces()))["quote"]
    assert quotes == {
        (str(record.args[0].localpart), str(record.args[1].localpart), next(iter(record.get_attribute(quote)), None))
        for record in document.get_records(ProvDerivation)
        if record.args[0].localpart.startswith("ast-")
    }
    acts = await rows(
        rich,
        "MATCH (r:Retraction {tenant: $tenant})-[:RETRACTS]->(t) RETURN r.id AS id, t.id AS on, r.undone_at AS undone",
    )
    assert any(act["undone"] for act in acts)
    for act in acts:
        assert ((act["on"], act["id"]) in invalidated) == (act["undone"] is None)


async def provenance(memory: AsyncMemory, claim: str) -> ProvDocument:
    """Of one claim, as `prov` reads it."""
    stream = io.BytesIO()
    told = await memory.export(stream, claim=claim)
    document = ProvDocument.deserialize(content=stream.getvalue().decode())
    assert ProvDocument.deserialize(content=document.serialize()) == document
    assert (told.format, told.lines) == ("prov", len(document.get_records()))
    return document


async def test_the_provenance_of_one_claim_is_what_explain_says_and_nothing_else(rich: AsyncMemory) -> None:
    """S1: every reason, message and source down to the last, the sessions and acts; all of it as the whole tells it."""
    stream = io.BytesIO()
    await rich.export(stream, format="prov")
    whole = ProvDocument.deserialize(content=stream.getvalue().decode())
    whole_told = {kind: set(whole.get_records(kind)) for kind in (ProvEntity, ProvActivity, ProvInvalidation)}
    told, influences = dict.fromkeys(whole_told, 0), set()
    for claim in [row["id"] for row in await rows(rich, "MATCH (c:Claim {tenant: $tenant}) RETURN c.id AS id")]:
        document = await provenance(rich, claim)
        below, entities, derived, sessions = [claim], {claim}, set(), set()
        for each in below:  # which grows
            for reason in (await rich.explain(each)).assertions:
                sessions.add(reason.session)
                derived.add((each, reason.id))
                for support in reason.supports:
                    on = str(support.observation or support.claim)
                    derived |= {(reason.id, on)} | ({(on, support.source)} if support.source else set())
                    below += [on] if support.claim and on not in below else []
        for pair in derived:
            entities |= set(pair)
        assert {str(one.identifier.localpart) for one in document.get_records(ProvEntity)} == entities
        found = [tuple(str(end.localpart) for end in one.args[:2]) for one in document.get_records(ProvDerivation)]
        assert set(found) == derived
        assert sessions <= {str(one.identifier.localpart) for one in document.get_records(ProvActivity)}
        joined = {str(end.localpart) for one in document.get_records(ProvInfluence) for end in one.args[:2]}
        assert joined <= entities
        influences |= joined
        for kind, all_of_kind in whole_told.items():
            of_claim = set(document.get_records(kind))
            assert of_claim < all_of_kind
            told[kind] += len(of_claim)
    assert all(told.values())
    assert influences


async def test_one_claim_is_told_as_prov_and_has_to_be_one(rich: AsyncMemory, memory: AsyncMemory) -> None:
    found = await rows(rich, "MATCH (c:Claim {tenant: $tenant}) RETURN c.id AS id ORDER BY id LIMIT 1")
    with pytest.raises(UsageError, match="one claim is told as prov"):
        await rich.export(io.BytesIO(), format="jsonl", claim=found[0]["id"])
    with pytest.raises(NotFound, match="has the id clm-0"):
        await rich.export(io.BytesIO(), claim="clm-0")
    with pytest.raises(NotFound):
        await rich.export(io.BytesIO(), claim="")
    source = await rows(rich, "MATCH (s:Source {tenant: $tenant}) RETURN s.id AS id ORDER BY id LIMIT 1")
    with pytest.raises(WrongKind, match="is the id of a source, not of a claim"):
        await rich.export(io.BytesIO(), claim=source[0]["id"])
    await memory.ingest(SMALL)
    with pytest.raises(NotFound):
        await memory.export(io.BytesIO(), claim=found[0]["id"])


@pytest.mark.parametrize(("name", "kind"), [("a.prov.json", "prov"), ("a.json", "jsonl"), ("a.jsonl", "jsonl")])
async def test_the_name_of_the_file_says_how_it_is_written(
    memory: AsyncMemory, small: Path, name: str, kind: str
) -> None:
    await memory.import_(small)
    assert (await memory.export(small.parent / name)).format == kind
    with pytest.raises(UsageError, match="is none of jsonl, prov"):
        await memory.export(small.parent / name, format="xml")
