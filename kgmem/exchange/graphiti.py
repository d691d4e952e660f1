"""Reads the graph that Graphiti left in a Neo4j of the user's, which is only read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from kgmem.errors import NotFound
from kgmem.formats.graphiti import Converted
from kgmem.graph.store import Row, Store
from kgmem.settings import Settings

PAGE = 1_000
"""Episodes or facts read at once."""


async def read(
    uri: str, user: str, password: str, *, settings: Settings, database: str | None = None,
    groups: Sequence[str] | None = None,
) -> Converted:  # fmt: skip
    """The sessions of the graph at an address, of all its groups or some. It is held in memory as a whole.

    Raises NotFound where no episode is there, StoreUnreachable, StoreRefused or InputError.
    """
    store = await Store.open(uri, user, password, database=database, timeout=settings.timeout, given={})
    try:
        asked = None if groups is None else list(groups)
        episodes = [row async for row in _all(store, "graphiti.episodes", settings.tenant, asked)]
        if not episodes:
            raise NotFound(f"{uri} holds no episode of Graphiti{f' in {groups}' if groups else ''}; check its database")
        facts = [row async for row in _all(store, "graphiti.facts", settings.tenant, asked)]
        found = Converted(episodes, facts)
        rest = (await store.read("graphiti.rest", settings.tenant, groups=asked))[0]
        found.lost["entities that no fact is about"] += rest["entities"]
        found.lost["summaries of entities"] += rest["summaries"]
        found.lost["communities"] += rest["communities"]
        return found
    finally:
        await store.close()


async def _all(store: Store, name: str, tenant: str, groups: list[str] | None) -> AsyncIterator[Row]:
    after: Any = ""
    while rows := await store.read(name, tenant, groups=groups, after=after, limit=PAGE):
        for row in rows:
            yield row
        after = rows[-1]["uuid"]
