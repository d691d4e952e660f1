"""From settings to an open store: the address given, or the embedded server."""

from __future__ import annotations

import functools
from collections.abc import Callable

import anyio.to_thread

from kgmem.errors import UsageError
from kgmem.graph import schema
from kgmem.graph.store import Store
from kgmem.settings import Settings

Say = Callable[[str], None]


async def connect(settings: Settings, say: Say) -> Store:
    """An open store whose server and schema this kgmem can use; the embedded server is started if none is named.

    Raises StoreUnreachable, StoreRefused, StoreVersionError or LocalServerError.
    """
    store = await dial(settings, say)
    try:
        schema.check_server(await schema.server(store), store.address)
        schema.check_status(await schema.status(store), store.address)
    except BaseException:
        await store.close()
        raise
    return store


async def dial(settings: Settings, say: Say) -> Store:
    """An open store, nothing about it checked yet."""
    if settings.uri is None:
        from kgmem import local

        start = functools.partial(local.ensure_running, settings.home, say=say)
        address = await anyio.to_thread.run_sync(start, abandon_on_cancel=True)
        uri, user, password = address.uri, address.user, address.password
    else:
        if settings.password is None:
            raise UsageError("KGMEM_URI is set, KGMEM_PASSWORD is not", field="KGMEM_PASSWORD")
        uri, user, password = settings.uri, settings.user, settings.password.get_secret_value()
    return await Store.open(uri, user, password, database=settings.database, timeout=settings.timeout)
