"""The memories that a server answers from: one a tenant, opened when it is first used, anew after its store died."""

from __future__ import annotations

import contextlib
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable

import anyio

from kgmem.errors import StoreUnreachable
from kgmem.memory import AsyncMemory

OPEN_TENANTS = 32
"""Memories kept open: each holds a connection. The one that was used least lately is closed for a further one."""
CLOSING_SECONDS = 5
"""How long a memory may take to close, also for a caller that was cancelled."""

Opener = Callable[[str | None], AsyncMemory]


class Pool:
    """Memories by tenant. Whoever uses one holds it; what is no longer wanted is closed when nobody does."""

    def __init__(self, opener: Opener) -> None:
        self._opener = opener
        self._kept: OrderedDict[str | None, AsyncMemory] = OrderedDict()
        self._held: Counter[AsyncMemory] = Counter()

    @contextlib.asynccontextmanager
    async def memory(self, tenant: str | None) -> AsyncIterator[AsyncMemory]:
        """The memory of `tenant` (None: the settings'). After StoreUnreachable the next one connects anew, so that it
        finds a store that came back at another address. Raises UsageError for what is no tenant."""
        if tenant not in self._kept:
            self._kept[tenant] = self._opener(tenant)
        self._kept.move_to_end(tenant)
        memory = self._kept[tenant]
        self._held[memory] += 1
        try:
            yield memory
        except StoreUnreachable:
            if self._kept.get(tenant) is memory:
                del self._kept[tenant]
            raise
        finally:
            self._held[memory] -= 1
            await self._thin(memory)

    async def _thin(self, used: AsyncMemory) -> None:
        while len(self._kept) > OPEN_TENANTS:
            _, oldest = self._kept.popitem(last=False)
            if not self._held[oldest]:
                await self._close(oldest)
        if not self._held[used] and used not in self._kept.values():
            await self._close(used)

    async def _close(self, memory: AsyncMemory) -> None:
        del self._held[memory]
        await _closed(memory)

    async def close(self) -> None:
        """Close all of them."""
        while self._kept:
            await _closed(self._kept.popitem()[1])


async def _closed(memory: AsyncMemory) -> None:
    """Close it, also for a caller that was cancelled: what is given up halfway leaves its connection open."""
    with anyio.move_on_after(CLOSING_SECONDS, shield=True):
        await memory.close()
