"""From settings to an open store: the address given, or the embedded server."""

from __future__ import annotations

import functools
from typing import Any

import anyio.to_thread

from kgmem import address
from kgmem.address import Say
from kgmem.errors import StoreUnreachable
from kgmem.graph import schema
from kgmem.graph.store import Store
from kgmem.settings import Settings


async def connect(settings: Settings, say: Say) -> Store:
    """An open store whose server and schema this kgmem can use; the embedded server is started if none is named, and
    restarted where its database has stopped after an error of its own.

    Raises StoreUnreachable, StoreRefused, StoreVersionError or LocalServerError.
    """
    try:
        return await _checked(settings, say)
    except StoreUnreachable:
        if settings.uri is not None or not await anyio.to_thread.run_sync(_stop_broken, settings, say):
            raise
    return await _checked(settings, say)


async def _checked(settings: Settings, say: Say) -> Store:
    store = await dial(settings, say)
    try:
        schema.check_server(await schema.server(store), store.address)
        schema.check_status(await schema.status(store), store.address)
    except BaseException:
        await store.close()
        raise
    return store


def _stop_broken(settings: Settings, say: Say) -> bool:
    from kgmem import local

    return local.stop_broken(settings.home, say=say)


def given(settings: Settings) -> dict[str, Any]:
    """The parameters that settings give to every query that declares them."""
    return {"update_confidence": settings.update_confidence}


async def dial(settings: Settings, say: Say) -> Store:
    """An open store, nothing about it checked yet."""
    find = functools.partial(address.resolve, settings, say)
    found = await anyio.to_thread.run_sync(find, abandon_on_cancel=True)
    return await Store.open(*found, database=settings.database, timeout=settings.timeout, given=given(settings))
