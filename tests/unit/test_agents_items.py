"""What an agent put: how a search reads it, what names it has, and who may not read it yet. The store is played."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from langgraph.store.base import PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from kgmem import items
from kgmem.errors import StoreError, UsageError
from kgmem.items import Get, Item, Names, Put, Search, cut, passes, run
from kgmem.langgraph import KgmemStore

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Played:
    """A store, and its transaction, whose items lie in a list; it tells how many were read."""

    def __init__(self, held: list[Item], *, importing: bool = False) -> None:
        self.tenant, self.read, self._held, self._importing = "t", 0, held, importing

    async def reading(self, work: Any, tenant: str, name: str) -> Any:
        """What `work` finds."""
        return await work(self)

    async def run(self, name: str, **asked: Any) -> list[dict[str, Any]]:
        """Rows, of the queries that reading takes."""
        if name == "recall.tenant":
            return [{"known": True, "importing": self._importing}]
        assert name == "items.search"
        found = self._held[asked["skip"] : asked["skip"] + asked["most"]]
        self.read += len(found)
        return [one._asdict() | {"value": json.dumps(one.value)} for one in found]


def held(number: int, *, scored: int = 0) -> list[Item]:
    """Items numbered from 0, of which the first ones have a score."""
    scores = [1 - place / number if place < scored else None for place in range(number)]
    return [Item(("a",), f"k{place}", {"n": place}, AT, AT, score) for place, score in enumerate(scores)]


async def found(store: Any, asked: Search) -> list[Item]:
    (page,) = await run(store, "t", [asked], [])
    assert isinstance(page, list)
    return page  # type: ignore[return-value]


@pytest.mark.parametrize(("vector", "scored"), [(None, 0), ([1.0], 1900), ([1.0], 700), ([1.0], 0)])
@pytest.mark.parametrize(("limit", "offset"), [(5, 0), (5, 30), (0, 0), (600, 0), (5, 1995), (5000, 0)])
async def test_a_search_with_a_filter_finds_the_same_page_by_page(
    vector: Any, scored: int, limit: int, offset: int
) -> None:
    """As if all items had been read at once."""
    every = held(2000, scored=scored)
    even = [one for one in every if one.value["n"] >= 2]
    asked = Search((), {"n": {"$gte": 2}}, limit, offset, vector)
    assert await found(Played(every), asked) == (
        even[offset : offset + limit] if vector is None else cut(even, limit, offset)
    )


@pytest.mark.parametrize(("vector", "scored"), [(None, 0), ([1.0], 2000), ([1.0], 4)])
async def test_a_search_with_a_filter_reads_no_more_than_it_gives(vector: Any, scored: int) -> None:
    """A page of it: a namespace may hold more than fits into memory."""
    store = Played(held(2000, scored=scored))
    await found(store, Search((), {"n": {"$gte": 2}}, 5, 0, vector))
    assert store.read == items.PAGE


@pytest.mark.parametrize("asked", [Get(("a",), "k"), Search((), None, 1, 0, None), Names((), None, 1, 0)])
async def test_a_tenant_that_is_imported_is_not_read(asked: Any) -> None:
    """As any other read: it holds a part of what it will."""
    store: Any = Played(held(3), importing=True)
    with pytest.raises(StoreError, match="kgmem import"):
        await run(store, "t", [asked], [])


VALUES: list[dict[str, Any]] = [
    {"$ref": "x", "n": 1}, {"$ref": "y"}, {"n": 1}, {"$gt": 3, "deep": {"$ref": "x"}}, {"$ref": {"a": 1}},
]  # fmt: skip
FILTERS: list[dict[str, Any]] = [
    {"$ref": "x"}, {"$ref": "x", "n": 1}, {"$gt": 3}, {"$ref": {"a": 1}}, {"$ref": {"$ne": "x"}}, {"$eq": None},
]  # fmt: skip


@pytest.mark.parametrize("wanted", FILTERS)
def test_a_name_at_the_top_of_a_filter_is_a_fields(wanted: dict[str, Any]) -> None:
    """Whatever it starts with, as in LangGraph's own store."""
    own = InMemoryStore()
    own.batch([PutOp(("a",), str(place), value) for place, value in enumerate(VALUES)])
    (expected,) = own.batch([SearchOp((), filter=wanted)])
    assert [value for value in VALUES if passes(value, wanted)] == [one.value for one in expected]  # type: ignore[union-attr]


HALF = "k\ud800"


@pytest.mark.parametrize(
    "asked", [Get(("a",), HALF), Get((HALF,), "k"), Search((HALF,), None, 1, 0, None),
              Names((("prefix", (HALF,)),), None, 1, 0), Put((HALF,), "k", {}), Put(("a",), HALF, None)],
)  # fmt: skip
async def test_a_name_that_no_store_can_hold_is_told(asked: Any) -> None:
    """A half of a character, which a text cannot hold."""
    reads, puts = ([], [asked]) if isinstance(asked, Put) else ([asked], [])
    store: Any = Played([])
    with pytest.raises(UsageError, match="half of a character"):
        await run(store, "t", reads, puts)


# ---- vectors of a model that only awaits ----


class Seen(KgmemStore):
    """A store that tells what it was given to keep and to look for."""

    def _run(self, asked: Any, vectors: Any, sought: Any) -> Any:
        return [vectors, sought]


async def awaited(texts: Any) -> list[list[float]]:
    """A model that can only be awaited: a vector of a text's length."""
    return [[float(len(text))] for text in texts]


async def test_a_model_that_only_awaits_is_awaited() -> None:
    """As LangGraph's own store does."""
    ops = [PutOp(("a",), "k", {"text": "four"}), SearchOp((), query="sixsix"), SearchOp((), query="two")]
    memory: Any = None
    index: Any = {"dims": 1, "embed": awaited, "fields": ["text"]}
    assert await Seen(memory, index=index).abatch(ops) == [{"four": [4.0]}, {"sixsix": [6.0], "two": [3.0]}]
    assert await Seen(memory).abatch(ops) == [{}, {}]
    own = InMemoryStore(index=index)
    await own.abatch(ops[:1])
    (hits,) = await own.abatch(ops[1:2])
    assert [one.score for one in hits] == [pytest.approx(1.0)]  # type: ignore[union-attr]
