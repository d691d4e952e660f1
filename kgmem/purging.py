"""After an erasure: what the store wrote beside its data must not hold what went (law R6)."""

from __future__ import annotations

import functools

import anyio.to_thread

from kgmem import local
from kgmem.address import Say
from kgmem.connection import dial
from kgmem.graph.store import Store, Transaction
from kgmem.settings import Settings

_PIECE = "." * 100_000
_ROUNDS = 2 * local.FILLING // len(_PIECE)
"""So many pieces are about twice what is asked for."""


async def purge(settings: Settings, tenant: str, say: Say) -> bool:
    """Turn over the transaction logs of the embedded server and delete what it wrote for people; False where the server
    is somebody else's. It is restarted twice, so nobody may be connected. Raises StoreError and its kin."""
    if settings.uri is not None:
        say(f"The logs of {settings.uri} are its operator's: let its transaction logs rotate, then take a checkpoint")
        return False
    begin = functools.partial(local.begin_turning, settings.home, say=say)
    await anyio.to_thread.run_sync(begin)
    store = await dial(settings, say)
    try:
        await _fill(store, tenant)
    finally:
        await store.close()
    await anyio.to_thread.run_sync(functools.partial(local.end_turning, settings.home, say=say))
    return True


async def _fill(store: Store, tenant: str) -> None:
    for number in range(_ROUNDS):
        await store.writing(functools.partial(_turn, [_PIECE, str(number)]), tenant, "erase.turn")
    await store.writing(functools.partial(_turn, None), tenant, "erase.turn")


async def _turn(filler: list[str] | None, tx: Transaction) -> None:
    await tx.run("erase.turn", filler=filler)
