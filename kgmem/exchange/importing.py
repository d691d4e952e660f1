"""From a checked file to a tenant, so that nobody ever meets a half of it.

While an import is under way the tenant's node says so, and nothing else reads or writes the tenant. Every batch is
written in the transaction that counts its lines: an import that was interrupted goes on where it was, and another file
begins by taking out what there is.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import anyio.to_thread
import numpy as np

from kgmem.errors import EmbeddingMismatch, InputError, StoreError, StoreVersionError, UsageError
from kgmem.exchange import exporting, format
from kgmem.exchange.checking import Checked, Checker, Header, header
from kgmem.exchange.pages import Pages
from kgmem.graph import schema
from kgmem.graph.store import Transaction
from kgmem.models import ImportResult

ROWS = 1_000
"""Lines of one transaction."""

Progress = Callable[[int, int], None]


class Batch(NamedTuple):
    """Rows of one kind from successive lines; `before` and `after` are the last lines before and of it."""

    query: str
    rows: list[dict[str, Any]]
    before: int
    after: int


async def import_(pages: Pages, path: Path, name: str, progress: Progress) -> ImportResult:
    """The tenant holds afterwards what the file at `path`, called `name` in messages, holds.

    Raises, with nothing written, InputError for a damaged file, UsageError for one of another tenant or where the
    tenant holds something else, EmbeddingMismatch or StoreVersionError for what this store cannot take; and StoreError
    where somebody else writes to the tenant, or imports into it, meanwhile.
    """
    checked = await anyio.to_thread.run_sync(functools.partial(_check, path, name, progress))
    head = checked.header
    if head.tenant != pages.tenant:
        raise UsageError(
            f"{name} is of tenant {head.tenant!r} and goes back to that name only, not to {pages.tenant!r}: every id is"
            " made from the tenant's name, so under another one the next ingest would store everything twice",
            field="tenant",
        )
    _fits(head, await schema.status(pages.store))
    found = await pages.store.writing(
        lambda tx: tx.run("exchange.begin", sha256=checked.sha256), pages.tenant, "exchange.begin"
    )
    done = found[0]["imported"] or 0
    if found[0]["importing"] != checked.sha256:
        own = await pages.own() or {}
        if found[0]["importing"] is None and await pages.counts():
            await _same(pages, own, checked, name)
            progress(2 * checked.lines, 2 * checked.lines)
            return _result(checked, "unchanged", 0)
        await _anew(pages, own, checked.sha256)
        done = 0
    batches = _batches(path, done)
    while batch := await anyio.to_thread.run_sync(next, batches, None):
        await pages.store.writing(functools.partial(_write, batch, checked.sha256), pages.tenant, batch.query)
        progress(checked.lines + batch.after, 2 * checked.lines)
    if await anyio.to_thread.run_sync(_digest, path) != checked.sha256:
        raise InputError("was changed while it was being imported; import it again", file=name)
    ended = await pages.store.writing(
        lambda tx: tx.run("exchange.finish", sha256=checked.sha256, properties=checked.own),
        pages.tenant,
        "exchange.finish",
    )
    if not ended and await pages.own() != checked.own:  # of two imports of one file, the other may have ended it
        raise StoreError(
            f"another import into tenant {pages.tenant!r} took the place of this one; see what it holds now"
        )
    return _result(checked, "imported", done)


def tenant_of(path: Path, name: str) -> str:
    """The tenant that a file is of. Raises InputError."""
    with path.open("rb") as file:
        return header(file.readline().rstrip(b"\n"), name).tenant


def _check(path: Path, name: str, progress: Progress) -> Checked:
    checker = Checker(name)
    with path.open("rb") as file:
        for line in file:
            checker.take(line)
            if checker.number % ROWS == 0 and checker.header is not None:
                progress(checker.number, 2 * (sum(checker.header.counts.values()) + 3))
    return checker.finished()


def _fits(head: Header, made: schema.Status) -> None:
    """Raises StoreVersionError or EmbeddingMismatch."""
    if head.schema_version > schema.SCHEMA_VERSION or head.schema_version < schema.OLDEST_VERSION:
        raise StoreVersionError(
            f"the export is of a store with schema {head.schema_version}, this kgmem reads {schema.OLDEST_VERSION} to"
            f" {schema.SCHEMA_VERSION}; use the kgmem that wrote it"
        )
    same = (head.model, head.dimension) == (made.embedding, made.dimension)
    if not same or (head.hash and made.embedding_hash and head.hash != made.embedding_hash):
        raise EmbeddingMismatch(
            f"the export's vectors are of {head.model} ({head.dimension} numbers), the store's of {made.embedding}"
            f" ({made.dimension}); import it into a store that was made with KGMEM_EMBEDDING={head.model}"
        )


async def _same(pages: Pages, own: dict[str, Any], checked: Checked, name: str) -> None:
    """Raises UsageError where the tenant holds anything else than the file."""
    held = None
    if own == checked.own:
        held = (await exporting.export(pages, _nowhere, _unwatched)).sha256
    if held != checked.sha256:
        raise UsageError(
            f"tenant {pages.tenant!r} holds something else than {name}, and an import merges nothing; import into a"
            " store where that tenant is empty",
            field="tenant",
        )


async def _anew(pages: Pages, own: dict[str, Any], sha256: str) -> None:
    """The tenant holds nothing afterwards, and this import is the one under way. Raises StoreError where somebody
    writes to it meanwhile."""
    for label in reversed(format.SECTIONS):
        while (
            await pages.store.writing(
                lambda tx, label=label: tx.run("exchange.discard", label=label, limit=ROWS),  # type: ignore[misc]
                pages.tenant,
                "exchange.discard",
            )
        )[0]["gone"]:
            pass
    begun = await pages.store.writing(
        lambda tx: tx.run("exchange.restart", sha256=sha256, writes=own.get("writes")), pages.tenant, "exchange.restart"
    )
    if not begun:
        raise StoreError(f"somebody writes to tenant {pages.tenant!r}; an import needs an empty one")


async def _write(batch: Batch, sha256: str, tx: Transaction) -> None:
    if await tx.run("exchange.advance", sha256=sha256, before=batch.before, after=batch.after):
        await tx.run(batch.query, rows=batch.rows)


def _batches(path: Path, done: int) -> Iterator[Batch]:
    """Lines after the first `done`, ROWS of one kind at a time."""
    rows: list[dict[str, Any]] = []
    query, before = "", done
    with path.open("rb") as file:
        number = 0
        for number, line in enumerate(file, start=1):
            if number <= max(done, 2):
                continue
            record = format.read(line[:-1])
            if "end" in record:
                number -= 1
                break
            kind = "exchange.write_nodes" if "node" in record else "exchange.write_relationships"
            if rows and (kind != query or len(rows) == ROWS):
                yield Batch(query, rows, before, number - 1)
                rows, before = [], number - 1
            query = kind
            rows.append(_node(record) if "node" in record else _relationship(record))
    if rows:
        yield Batch(query, rows, before, number)


def _node(record: Mapping[str, Any]) -> dict[str, Any]:
    found = format.decoded(record["properties"])
    vectors = {name: value for name, value in found.items() if isinstance(value, np.ndarray)}
    return {
        "labels": [record["node"], *record["labels"]],
        "properties": {name: value for name, value in found.items() if name not in vectors},
        "vectors": vectors,
    }


def _relationship(record: Mapping[str, Any]) -> dict[str, Any]:
    (start_label, start), (end_label, end) = record["from"], record["to"]
    return {
        "type": record["relationship"],
        "start_label": start_label,
        "start": start,
        "end_label": end_label,
        "end": end,
        "properties": format.decoded(record["properties"]),
    }


def _digest(path: Path) -> str:
    """Checksum of all lines but the last."""
    digest, held = hashlib.sha256(), b""
    with path.open("rb") as file:
        for line in file:
            digest.update(held)
            held = line
    return digest.hexdigest()


def _result(checked: Checked, state: Any, resumed: int) -> ImportResult:
    return ImportResult(
        tenant=checked.header.tenant, state=state, lines=checked.lines, counts=checked.header.counts,
        sha256=checked.sha256, resumed=resumed,
    )  # fmt: skip


def _nowhere(line: bytes) -> None:
    """Lines that are summed up only."""


def _unwatched(done: int, total: int) -> None:
    """Nobody watches."""
