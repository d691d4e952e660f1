"""Case C56: which stores are taken, told without a server."""

from __future__ import annotations

from typing import Any

import pytest

from kgmem.errors import StoreVersionError
from kgmem.graph import schema


class Recorded:
    """A store that another kgmem made; `asked` are the queries that it was given."""

    address = "there"

    def __init__(self, version: int) -> None:
        self.version, self.asked = version, list[str]()

    async def schema(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        self.asked.append(name)
        return [{"schema_version": self.version, "embedding": "m", "dimension": 3, "embedding_hash": None}]


@pytest.mark.parametrize(
    ("version", "told"),
    [
        (1, "ingest the sessions again"),
        (schema.OLDEST_VERSION - 1, "ingest the sessions again"),
        (schema.SCHEMA_VERSION + 1, "upgrade kgmem"),
    ],
)
async def test_a_store_that_this_kgmem_cannot_read_is_not_marked_as_its_own(version: int, told: str) -> None:
    """What is told says what to do; nothing is made in it."""
    store: Any = Recorded(version)
    with pytest.raises(StoreVersionError, match=f"there has schema {version}, .*{told}"):
        await schema.apply(store, "m", 3, None)
    assert store.asked == ["schema.status"]


async def test_a_store_that_it_can_read_is_brought_to_its_version() -> None:
    store: Any = Recorded(schema.OLDEST_VERSION)
    await schema.apply(store, "m", 3, None)
    assert "schema.record" in store.asked
