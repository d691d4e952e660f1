"""A tenant, a few nodes at a time: what both kinds of export are made from.

Nothing is skipped over and nothing is held but the page at hand, so memory stays flat however much there is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from kgmem.errors import StoreError
from kgmem.exchange.format import PASSING, SECTIONS, STARTS, label_of
from kgmem.graph.missing import missing
from kgmem.graph.store import Row, Store, Transaction

KEYS = 20_000
"""Ids looked up at once: a few megabytes, and few passes over a tenant's index."""
PAGE = 500
"""Nodes read at once; with two vectors each some megabytes on the way."""
EDGES = 5_000
"""Relationships read at once; those of one node are not divided."""


class Pages:
    """What a store has of one tenant."""

    def __init__(self, store: Store, tenant: str) -> None:
        self.store, self.tenant = store, tenant

    async def own(self) -> dict[str, Any] | None:
        """Properties of the tenant's own node, or None where nothing was ever stored."""
        rows = await self.store.read("exchange.tenant", self.tenant)
        return {name: value for name, value in rows[0]["properties"].items() if name not in PASSING} if rows else None

    async def counts(self) -> dict[str, int]:
        """Nodes by label and relationships by type, of which there are any."""
        return {row["name"]: row["many"] for row in await self.store.read("exchange.counts", self.tenant)}

    async def nodes(self, labels: Iterable[str] = SECTIONS) -> AsyncIterator[tuple[str, list[Row]]]:
        """A label and nodes of it, by label and id."""
        for label in labels:
            async for keys in self._keys(label):
                for start in range(0, len(keys), PAGE):
                    ids = [row["id"] for row in keys[start : start + PAGE]]
                    yield label, await self.store.read("exchange.nodes", self.tenant, label=label, ids=ids)

    async def relationships(self, labels: Iterable[str] = STARTS) -> AsyncIterator[tuple[str, list[Row]]]:
        """A label and relationships that start from nodes of it, by these nodes."""
        for label in labels:
            async for keys in self._keys(label):
                for ids in _groups(keys):
                    yield label, await self.store.read("exchange.relationships", self.tenant, label=label, ids=ids)

    async def unchanged(self, before: dict[str, Any] | None) -> None:
        """Raises StoreError where the tenant was written to since its node was as `before`."""
        if await self.own() != before:
            raise StoreError(
                f"tenant {self.tenant!r} was written to while it was being read, so what was read is of no one moment;"
                " run the same again when nobody writes"
            )

    async def _keys(self, label: str) -> AsyncIterator[list[Row]]:
        after = ""
        while found := await self.store.read("exchange.keys", self.tenant, label=label, after=after, limit=KEYS):
            yield found
            if len(found) < KEYS:
                return
            after = found[-1]["id"]


class Below(Pages):
    """What a store has of one claim's provenance; what joins it to anything else is left out."""

    def __init__(self, store: Store, tenant: str, found: Iterable[Row]) -> None:
        super().__init__(store, tenant)
        self._found: dict[str, list[Row]] = defaultdict(list)
        for row in found:
            self._found[label_of(row["labels"])].append(row)
        self._ids = {row["id"] for rows in self._found.values() for row in rows}

    @classmethod
    async def of(cls, store: Store, tenant: str, claim: str) -> Below:
        """Looks up what the provenance is made of. Raises NotFound or WrongKind."""

        async def found(tx: Transaction) -> list[Row]:
            rows = await tx.run("exchange.below", claim=claim)
            if not rows:
                raise await missing(tx, claim, "claim")
            return rows

        return cls(store, tenant, await store.reading(found, tenant, "exchange.below"))

    async def counts(self) -> dict[str, int]:
        """Nodes by label."""
        return {label: len(rows) for label, rows in self._found.items()}

    async def relationships(self, labels: Iterable[str] = STARTS) -> AsyncIterator[tuple[str, list[Row]]]:
        """Those that lead to another part of the same provenance."""
        async for label, rows in super().relationships(labels):
            yield label, [row for row in rows if row["end"] in self._ids]

    async def _keys(self, label: str) -> AsyncIterator[list[Row]]:
        yield self._found[label]


def _groups(keys: list[Row]) -> Iterator[list[str]]:
    """Ids of nodes that have together about EDGES relationships."""
    ids: list[str] = []
    many = 0
    for row in keys:
        if row["degree"] == 0:
            continue
        if ids and many + row["degree"] > EDGES:
            yield ids
            ids, many = [], 0
        ids.append(row["id"])
        many += row["degree"]
    if ids:
        yield ids
