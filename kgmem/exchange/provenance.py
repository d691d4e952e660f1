"""The provenance of a tenant as one PROV-JSON document.

The document lists its statements by kind, the store by node; so each kind is kept in a file of its own until all have
been met. What has to be known of other things stays in memory: retractions with what they take back, people and models,
the claims that nothing supports now, and the messages that ended, until these are told.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from kgmem.errors import StoreError, TenantNotFound
from kgmem.exchange import prov
from kgmem.exchange.pages import Pages
from kgmem.models import ExportResult

Sink = Callable[[bytes], object]
Progress = Callable[[int, int], None]


class Document:
    """Takes statements in any order and writes them by kind."""

    def __init__(self, held: contextlib.ExitStack) -> None:
        self._parts = {section: held.enter_context(tempfile.TemporaryFile()) for section in prov.SECTIONS}  # noqa: SIM115
        self.counts: Counter[str] = Counter()

    def put(self, records: Iterable[prov.Record]) -> None:
        """Take statements; those without a name get one by their number. Raises StoreError for what JSON cannot say."""
        for section, name, body in records:
            self.counts[section] += 1
            key = json.dumps(name or f"_:{section}{self.counts[section]}")
            try:
                said = json.dumps(body, ensure_ascii=False, allow_nan=False)
            except ValueError:
                raise StoreError(f"{name or section} holds what is infinite or no number; mend it by hand") from None
            lead = "" if self.counts[section] == 1 else ",\n"
            self._parts[section].write(f"{lead}{key}: {said}".encode())

    def write(self, file: Any) -> None:
        """The whole document."""
        file.write(f'{{"prefix": {json.dumps(prov.PREFIX)}'.encode())
        for section, part in self._parts.items():
            if self.counts[section]:
                file.write(f',\n"{section}": {{\n'.encode())
                part.seek(0)
                shutil.copyfileobj(part, file)
                file.write(b"}")
        file.write(b"}\n")


class _Summed:
    """A file that is written and summed up."""

    def __init__(self, sink: Sink) -> None:
        self._sink, self.digest = sink, hashlib.sha256()

    def write(self, data: bytes) -> None:
        self.digest.update(data)
        self._sink(data)


async def export(pages: Pages, sink: Sink, progress: Progress) -> ExportResult:
    """What a tenant's provenance is, as PROV-JSON, goes into `sink`. Raises TenantNotFound and StoreError."""
    own = await pages.own()
    if own is None:
        raise TenantNotFound(f"nothing was ever stored for tenant {pages.tenant!r}; check its name")
    counts = await pages.counts()
    total, done, known = sum(counts.values()), 0, prov.Known()
    with contextlib.ExitStack() as held:
        document = Document(held)
        acts = {row["id"]: row async for _, rows in pages.nodes(("Retraction",)) for row in rows}
        targets: dict[str, list[Any]] = {}
        async for _, rows in pages.relationships(("Retraction",)):
            for row in rows:
                if row["type"] == "RETRACTS":
                    targets.setdefault(row["start"], []).append(row)
        for id, row in acts.items():
            document.put(prov.retraction(row, targets.get(id, ()), known))
        async for label, rows in pages.nodes(prov.NODES):
            for row in rows:
                document.put(prov.of_node(label, row, known))
            done += len(rows)
            progress(done, total)
        async for _, rows in pages.relationships(("Retraction",)):
            for row in sorted(rows, key=_order):
                if row["type"] == "AFFECTED":
                    document.put(prov.affected(row, acts, known))
        async for _, rows in pages.relationships(prov.STARTS):
            for row in sorted(rows, key=_order):
                document.put(prov.of_relationship(row, known))
            done += len(rows)
            progress(done, total)
        await pages.unchanged(own)
        summed = _Summed(sink)
        document.write(summed)
    return ExportResult(
        tenant=pages.tenant, file=None, format="prov", lines=sum(document.counts.values()),
        counts=dict(sorted(document.counts.items())), sha256=summed.digest.hexdigest(),
    )  # fmt: skip


def _order(row: Any) -> tuple[str, ...]:
    """By the ends; what is parallel, by what it holds."""
    return row["start"], row["type"], row["end"], repr(sorted(row["properties"].items()))
