"""The memories that a server answers from: whatever becomes of a call, each of them is closed."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from kgmem.mcp import pool as pools
from kgmem.mcp.pool import Pool
from kgmem.mcp.server import build
from kgmem.ontology import default


class Opened:
    """Memories by tenant, each of which takes a moment to close."""

    def __init__(self, *, seconds: float = 0) -> None:
        self.closed: list[str] = []
        self._seconds = seconds

    def __call__(self, tenant: str | None) -> Any:
        """A memory of that tenant."""
        return Closing(self, str(tenant), self._seconds)


class Closing:
    """One that tells when it is closed, which is not at once."""

    def __init__(self, opened: Opened, tenant: str, seconds: float) -> None:
        self._opened, self._tenant, self._seconds = opened, tenant, seconds

    async def store(self) -> None:
        """It does not connect, and tells when that is given up."""
        try:
            await anyio.sleep_forever()
        finally:
            self._opened.closed.append("given up")

    async def close(self) -> None:
        """Done after others had their turn."""
        await anyio.sleep(self._seconds)
        self._opened.closed.append(self._tenant)


async def used(pool: Pool, *tenants: str) -> None:
    """Each of them once."""
    for tenant in tenants:
        async with pool.memory(tenant):
            pass


async def test_all_are_closed_where_the_server_was_cancelled() -> None:
    """Not only the first of them, and not half."""
    opened = Opened()
    pool = Pool(opened)
    await used(pool, "a", "b", "c")
    with anyio.CancelScope() as scope:
        scope.cancel()
        await pool.close()
    assert sorted(opened.closed) == ["a", "b", "c"]


async def test_a_server_that_ends_closes_what_it_warmed() -> None:
    """After it was done with that, whether it ends by itself or is cancelled."""
    opened = Opened()
    server = build(opened, default())
    lifespan: Any = server.settings.lifespan
    for cancelled in (False, True):
        with anyio.CancelScope() as scope:
            async with lifespan(server):
                await anyio.wait_all_tasks_blocked()
                if cancelled:
                    scope.cancel()
                    await anyio.sleep(1)
    assert opened.closed == ["given up", "None"] * 2


async def test_one_that_makes_room_is_closed_where_its_call_was_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that nobody holds any more, and one that was still held when it had to go."""
    monkeypatch.setattr(pools, "OPEN_TENANTS", 1)
    opened = Opened()
    pool = Pool(opened)
    await used(pool, "a")
    with anyio.CancelScope() as scope:
        async with pool.memory("b"):
            scope.cancel()
    assert opened.closed == ["a"]
    with anyio.CancelScope() as scope:
        async with pool.memory("b"):
            await used(pool, "c")
            assert opened.closed == ["a"]
            scope.cancel()
    assert opened.closed == ["a", "b"]


async def test_one_that_does_not_close_keeps_no_other_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that hangs is left after a while."""
    monkeypatch.setattr(pools, "CLOSING_SECONDS", 0.01)
    hanging, pool = Opened(seconds=3600), Pool(lambda tenant: (hanging if tenant == "a" else quick)(tenant))
    quick = Opened()
    await used(pool, "b", "a")
    await pool.close()
    assert (hanging.closed, quick.closed) == ([], ["b"])
