"""From a tenant to the lines of an export, and from these to a file."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO

import anyio.to_thread

from kgmem.errors import StoreError, TenantNotFound, UsageError
from kgmem.exchange import files, format, provenance
from kgmem.exchange.pages import Below, Pages
from kgmem.graph import schema
from kgmem.graph.store import Row
from kgmem.models import ExportResult

PROV_NAMES = (".prov.json", ".provjson")
"""How the name of a file ends that is PROV-JSON."""

Sink = Callable[[bytes], object]
Progress = Callable[[int, int], None]


class Lines:
    """Passes lines on, counted and summed up."""

    def __init__(self, sink: Sink) -> None:
        self._sink, self._digest = sink, hashlib.sha256()
        self.number = 0

    def put(self, lines: Iterable[bytes]) -> None:
        """Pass lines on, with their ends."""
        for line in lines:
            whole = line + b"\n"
            self._digest.update(whole)
            self._sink(whole)
            self.number += 1

    @property
    def sha256(self) -> str:
        """Of all that was passed on."""
        return self._digest.hexdigest()


async def to_target(pages: Pages, target: Path | BinaryIO, format_: str | None, progress: Progress) -> ExportResult:
    """What `pages` has goes into a file or a stream. Raises UsageError, InputError and what `export` raises."""
    named = isinstance(target, Path) and target.name.lower().endswith(PROV_NAMES)
    one = isinstance(pages, Below)
    kind = format_ or ("prov" if named or one else "jsonl")
    if kind not in FORMATS:
        raise UsageError(f"{kind!r} is none of {', '.join(FORMATS)}", field="format")
    if one and kind != "prov":
        raise UsageError(f"one claim is told as prov; {kind} is of a whole tenant", field="format")
    if not isinstance(target, Path):
        return await FORMATS[kind](pages, target.write, progress)
    with files.replaced(target) as file:
        done = await FORMATS[kind](pages, file.write, progress)
    return done.model_copy(update={"file": str(target)})


async def export(pages: Pages, sink: Sink, progress: Progress) -> ExportResult:
    """Everything of a tenant goes into `sink`, line by line, the same lines for the same content.

    Raises TenantNotFound, and StoreError where somebody writes meanwhile.
    """
    own = await pages.own()
    if own is None:
        raise TenantNotFound(f"nothing was ever stored for tenant {pages.tenant!r}; check its name")
    counts = await pages.counts()
    made = await schema.status(pages.store)
    head = {
        "kgmem": "export",
        "version": format.VERSION,
        "tenant": pages.tenant,
        "schema_version": made.version,
        "embedding": {"model": made.embedding, "dimension": made.dimension, "hash": made.embedding_hash},
        "counts": counts,
    }
    lines, total = Lines(sink), sum(counts.values()) + 2
    lines.put([format.written(head), format.written(format.node(format.TENANT, (), own))])
    async for label, rows in pages.nodes():
        await anyio.to_thread.run_sync(functools.partial(_put, lines, _nodes, label, rows))
        progress(lines.number, total)
    async for label, rows in pages.relationships():
        await anyio.to_thread.run_sync(functools.partial(_put, lines, _relationships, label, rows))
        progress(lines.number, total)
    await pages.unchanged(own)
    digest = lines.sha256
    lines.put([format.written({"end": "export", "lines": lines.number, "sha256": digest})])
    return ExportResult(
        tenant=pages.tenant, file=None, format="jsonl", lines=lines.number, counts=counts, sha256=digest
    )


FORMATS: dict[str, Callable[[Pages, Sink, Progress], Awaitable[ExportResult]]] = {
    "jsonl": export,
    "prov": provenance.export,
}
"""How an export may be written."""


def _put(lines: Lines, records: Callable[[str, list[Row]], Iterable[bytes]], label: str, rows: list[Row]) -> None:
    lines.put(records(label, rows))


def _nodes(label: str, rows: list[Row]) -> Iterable[bytes]:
    return (_line(row["id"], format.node(label, row["labels"], row["properties"])) for row in rows)


def _relationships(label: str, rows: list[Row]) -> Iterable[bytes]:
    """Parallel ones are told apart by all that they hold."""
    found: list[tuple[tuple[Any, ...], bytes]] = []
    for row in rows:
        end = (format.label_of(row["labels"]), row["end"])
        line = _line(row["start"], format.relationship(row["type"], (label, row["start"]), end, row["properties"]))
        found.append(((row["start"], row["type"], *end), line))
    return (line for _, line in sorted(found))


def _line(id: str, record: dict[str, Any]) -> bytes:
    """Raises StoreError for a number that JSON has no word for; kgmem stores none."""
    try:
        return format.written(record)
    except ValueError:
        raise StoreError(
            f"{id}, or a relationship of it, holds what is infinite or no number; mend it by hand"
        ) from None
