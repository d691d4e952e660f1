"""The guide that Neo4j Browser plays: every query in it runs as it stands on a store of the sample sessions."""

from __future__ import annotations

import html
import re
import uuid
from collections.abc import AsyncIterator

import pytest
from support import Server, rows

from kgmem import AsyncMemory
from kgmem.browse.pages import contents
from kgmem.embedding import Embeddings
from kgmem.samples import paths

GUIDE = contents()["guide.html"]
QUERIES = [html.unescape(one) for one in re.findall(r'<pre mode="cypher"[^>]*>(.*?)</pre>', GUIDE, re.DOTALL)]


@pytest.fixture(scope="module")
async def sampled(server: Server, embeddings: Embeddings) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory.open(f"t-{uuid.uuid4().hex}", settings=server.settings(), embeddings=embeddings) as memory:
        await memory.ingest([one for one in paths() if one.stem == "plant"])
        yield memory


def test_every_page_of_the_guide_has_a_query_that_asks_for_one_tenant_only() -> None:
    assert GUIDE.count("<pre") == GUIDE.count("<slide") == len(QUERIES)
    assert [query for query in QUERIES if "tenant = $tenant" not in query] == []


@pytest.mark.parametrize("query", QUERIES, ids=range(1, len(QUERIES) + 1))
async def test_a_query_of_the_guide_finds_something_in_the_samples(sampled: AsyncMemory, query: str) -> None:
    """By the parameters that `kgmem browse` sets, in a transaction that only reads."""
    assert await rows(sampled, query)
