"""A store that dies under a server for agents, and comes back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from acceptance.agents import TOKEN, Connect, called, listening, on_stdio, over_http, refused
from support import Server, message, session

from kgmem import AsyncMemory
from kgmem.errors import StoreUnreachable
from kgmem.mcp.pool import Pool

from .line import Line, line_to
from .standin import Standin

IMPATIENT = (
    sys.executable, "-c",
    "import kgmem.graph.store as s, kgmem.__main__ as m; s.RETRY_SECONDS = s.STARTING_SECONDS = 0.5; m.main()", "mcp",
)  # fmt: skip
"""The command, waiting less for a store that is away."""


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    with line_to(server) as line:
        yield line


@pytest.fixture(params=["stdio", "http"])
def connect(
    request: pytest.FixtureRequest, server: Server, line: Line, tenant: str, tmp_path: Path
) -> Iterator[Connect]:
    """Clients of a server whose line to the store can be cut."""
    env = replace(server, uri=line.uri).environment | {"KGMEM_HOME": str(tmp_path / "none"), "KGMEM_MCP_TOKEN": TOKEN}
    if request.param == "stdio":
        yield lambda: on_stdio(env, "--tenant", tenant, command=IMPATIENT)
    else:
        with listening(env, "--tenant", tenant, command=IMPATIENT) as (url, _):
            yield lambda: over_http(url)


def told(id: str) -> dict[str, Any]:
    return session(id, [message("m1", "I live in Oslo.", speaker="Ana", role="user")])


async def test_calls_fail_while_the_store_is_away_and_succeed_when_it_is_back(connect: Connect, line: Line) -> None:
    """An error with a code, at once and for every call; the server goes on, with all that was stored before."""
    async with connect() as client:
        await called(client, "remember", session=told("before"))
        line.down = True
        line.cut()
        codes: list[str] = []

        async def ask() -> None:
            codes.append((await refused(client, "ask", question="Where does Ana live?"))["code"])

        async with anyio.create_task_group() as together:
            for _ in range(4):
                together.start_soon(ask)
        await ask()
        assert codes == 5 * ["store_unreachable"]
        assert (await refused(client, "remember", session=told("during")))["code"] == "store_unreachable"
        assert (await client.list_tools()).tools
        line.down = False
        assert "Oslo" in (await called(client, "ask", question="Where does Ana live?"))["answer"]
        assert (await called(client, "remember", session=told("before")))["sessions"][0]["state"] == "unchanged"
        assert (await called(client, "remember", session=told("during")))["sessions"][0]["state"] == "stored"


async def test_a_server_that_starts_without_a_store_serves_once_there_is_one(connect: Connect, line: Line) -> None:
    line.down = True
    async with connect() as client:
        assert (await client.list_tools()).tools
        assert (await refused(client, "ask", question="Where?"))["code"] == "store_unreachable"
        line.down = False
        assert (await called(client, "remember", session=told("first")))["totals"]["stored"] == 1


async def dies(pool: Pool, memory: AsyncMemory) -> None:
    async with pool.memory(None) as same:
        assert same is memory
        raise StoreUnreachable("it died")


async def test_a_memory_whose_store_died_is_opened_anew(server: Server, line: Line, tenant: str) -> None:
    """It may be at another address by then, as the embedded one is after a restart; who still uses the old one keeps it
    until they are done."""
    addresses = iter([line.uri, server.uri, server.uri])

    def opener(named: str | None) -> AsyncMemory:
        return AsyncMemory(tenant, settings=replace(server, uri=next(addresses)).settings(), embeddings=Standin())

    pool = Pool(opener)
    async with pool.memory(None) as first:
        await first.store()
        with pytest.raises(StoreUnreachable):
            await dies(pool, first)
        assert first._store is not None
        async with pool.memory(None) as second:
            assert second is not first
            assert (await second.store()).address == server.uri
    assert first._store is None
    assert second._store is not None
    await pool.close()
