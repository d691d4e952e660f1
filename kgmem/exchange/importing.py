"""From a checked file to a tenant, so that nobody ever meets a half of it.

While an import is under way the tenant's node says so, and nothing else reads or writes the tenant. Every batch is
written in the transaction that counts its lines: an import that was interrupted goes on where it was. Another file
takes the tenant over first, so that no line of the one before is written any more, and then takes out what there is.
"""

from __future__ import annotations

import functools
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import anyio.to_thread
import numpy as np

from kgmem.errors import EmbeddingMismatch, InputError, StoreError, StoreVersionError, UsageError
from kgmem.exchange import exporting, files, format
from kgmem.exchange.checking import Checked, Checker, Header, header
from kgmem.exchange.pages import Pages
from kgmem.graph import schema
from kgmem.graph.store import Transaction
from kgmem.models import ImportResult

ROWS = 1_000
"""Lines of one transaction."""
IN_USE = -1
"""In place of a number of lines: the tenant holds something, and no import of it is unfinished."""
CHANGED = "was changed while it was being imported; import it again"

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
    done = await pages.store.writing(functools.partial(_begin, checked.sha256), pages.tenant, "exchange.begin")
    if done == IN_USE:
        if not await _holds(pages, checked):
            raise UsageError(
                f"tenant {pages.tenant!r} holds something else than {name}, and an import merges nothing; import into a"
                " store where that tenant is empty",
                field="tenant",
            )
        progress(2 * checked.lines, 2 * checked.lines)
        return _result(checked, "unchanged", 0)
    if done is None:
        await _empty(pages, checked.sha256)
    whole = await _written(pages, path, name, checked, done, progress)
    if not whole and not await _holds(pages, checked):  # of two imports of one file, the other may have ended it
        raise StoreError(
            f"another import into tenant {pages.tenant!r} took the place of this one, or it was given up; see what the"
            " tenant holds now"
        )
    return _result(checked, "imported", done or 0)


async def abandon(pages: Pages) -> ImportResult:
    """Nothing is left of an unfinished import, and the tenant takes anything again. Interrupted, it is finished by the
    same again. Raises UsageError where no import is unfinished, StoreError where one is begun anew meanwhile."""
    found = await pages.store.writing(lambda tx: tx.run("exchange.abandon"), pages.tenant, "exchange.abandon")
    if not found:
        raise UsageError(f"tenant {pages.tenant!r} has no unfinished import", field="tenant")
    sha256 = found[0]["importing"]
    gone = await _empty(pages, sha256)
    given = await pages.store.writing(
        lambda tx: tx.run("exchange.release", sha256=sha256), pages.tenant, "exchange.release"
    )
    if not given:
        raise StoreError(f"another import into tenant {pages.tenant!r} was begun; see what becomes of it")
    return ImportResult(
        tenant=pages.tenant, state="abandoned", lines=found[0]["imported"] or 0, counts=gone, sha256=sha256, resumed=0
    )


def tenant_of(path: Path, name: str) -> str:
    """The tenant that a file is of. Raises InputError."""
    return header(next(files.lines(path, name), b"").rstrip(b"\n"), name).tenant


def _check(path: Path, name: str, progress: Progress) -> Checked:
    checker = Checker(name)
    for line in files.lines(path, name):
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


async def _begin(sha256: str, tx: Transaction) -> int | None:
    """How many lines of the file are written; None where what there is has to be taken out first, which nobody but this
    import does from here on; IN_USE for a tenant that holds something."""
    found = (await tx.run("exchange.begin", sha256=sha256))[0]
    if found["importing"] == sha256:
        done: int | None = found["imported"]
        return done
    if found["importing"] is None and await tx.run("exchange.counts"):
        return IN_USE
    await tx.run("exchange.take", sha256=sha256)
    return None


async def _empty(pages: Pages, sha256: str) -> dict[str, int]:
    """Nothing is left of what was there before the import of this file; returns how many nodes went, by label."""
    gone: Counter[str] = Counter()
    for label in reversed(format.SECTIONS):
        discard = functools.partial(_discard, sha256, label)
        while many := await pages.store.writing(discard, pages.tenant, "exchange.discard"):
            gone[label] += many
    return dict(gone)


async def _discard(sha256: str, label: str, tx: Transaction) -> int:
    many: int = (await tx.run("exchange.discard", sha256=sha256, label=label, limit=ROWS))[0]["gone"]
    return many


async def _written(pages: Pages, path: Path, name: str, checked: Checked, done: int | None, progress: Progress) -> bool:
    """Whether all of the file is written now, and the tenant in use; False where it is this import's no more."""
    if done is None:
        restart = functools.partial(_restart, checked.sha256)
        done = await pages.store.writing(restart, pages.tenant, "exchange.restart")
        if done is None:
            return False
    last, batches = done, _batches(path, name, done)
    while batch := await anyio.to_thread.run_sync(next, batches, None):
        write = functools.partial(_write, batch, checked.sha256)
        if not await pages.store.writing(write, pages.tenant, batch.query):
            return False
        last = batch.after
        progress(checked.lines + last, 2 * checked.lines)
    if await anyio.to_thread.run_sync(_digest, path, name) != checked.sha256:
        raise InputError(CHANGED, file=name)
    return await pages.store.writing(functools.partial(_finish, checked, last), pages.tenant, "exchange.finish")


async def _restart(sha256: str, tx: Transaction) -> int | None:
    found = await tx.run("exchange.restart", sha256=sha256)
    return found[0]["imported"] if found else None


async def _write(batch: Batch, sha256: str, tx: Transaction) -> bool:
    """Whether the rows are written, now or before, by whichever import of the file."""
    found = await tx.run("exchange.advance", sha256=sha256, before=batch.before, after=batch.after)
    if found and found[0]["writes"]:
        await tx.run(batch.query, rows=batch.rows)
    return bool(found) and found[0]["imported"] >= batch.after


async def _finish(checked: Checked, last: int, tx: Transaction) -> bool:
    """Whether this ended the import. Raises StoreError, and ends nothing, where the tenant has not what it should."""
    if not await tx.run("exchange.finish", sha256=checked.sha256, last=last, properties=checked.own):
        return False
    held = {row["name"]: row["many"] for row in await tx.run("exchange.counts")}
    if held != {name: many for name, many in checked.header.counts.items() if many}:
        raise StoreError(
            f"tenant {tx.tenant!r} has not what the file holds, though every line is written: somebody else changed it;"
            " give it up by `kgmem import --abandon`, and import it again"
        )
    return True


async def _holds(pages: Pages, checked: Checked) -> bool:
    """Whether the tenant is in use and holds just what the file does."""
    (found,) = await pages.store.read("recall.tenant", pages.tenant)
    if found["importing"] or await pages.own() != checked.own:
        return False
    return (await exporting.export(pages, _nowhere, _unwatched)).sha256 == checked.sha256


def _batches(path: Path, name: str, done: int) -> Iterator[Batch]:
    """Lines after the first `done`, ROWS of one kind at a time. Raises InputError where one is not what it was."""
    rows: list[dict[str, Any]] = []
    query, before, number = "", done, 0
    for number, line in enumerate(files.lines(path, name), start=1):
        if number <= max(done, 2):
            continue
        try:
            record = format.read(line[:-1])
            if "end" in record:
                number -= 1
                break
            row = _node(record) if "node" in record else _relationship(record)
        except (ValueError, LookupError, TypeError):
            raise InputError(CHANGED, file=name, line=number) from None
        kind = "exchange.write_nodes" if "node" in record else "exchange.write_relationships"
        if rows and (kind != query or len(rows) == ROWS):
            yield Batch(query, rows, before, number - 1)
            rows, before = [], number - 1
        query = kind
        rows.append(row)
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


def _digest(path: Path, name: str) -> str:
    """Checksum of all lines but the last."""
    digest, held = hashlib.sha256(), b""
    for line in files.lines(path, name):
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
