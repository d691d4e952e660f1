"""A server that has just started plans each query when it is first run, which takes seconds. So who starts it asks what
nobody wants to know, before anybody does."""

from __future__ import annotations

import contextlib
import functools

import anyio.to_thread

from kgmem.address import Say
from kgmem.connection import connect
from kgmem.errors import StoreError
from kgmem.graph import schema
from kgmem.graph.store import Store
from kgmem.recall import paths, question
from kgmem.recall.picture import Clocks
from kgmem.settings import Settings

QUESTIONS = ("What is known?", "Did Ana Berg tell the harbour group about the pump before the summer meeting?")
"""With few and with many words that may name somebody, whatever they find."""


async def is_cold(settings: Settings) -> bool:
    """Whether the embedded server is what is used, and has yet to be started."""
    from kgmem import local

    if settings.uri is not None:
        return False
    return (await anyio.to_thread.run_sync(local.status, settings.home)).address is None


async def started(settings: Settings, say: Say) -> None:
    """Warm the server that settings name. Raises StoreUnreachable and its kin."""
    store = await connect(settings, say)
    try:
        await warm(store, settings, settings.tenant)
    finally:
        await store.close()


async def warm(store: Store, settings: Settings, tenant: str) -> None:
    """The server has plans for the queries of a recall of this tenant, as far as the store lets it; in one that is new
    to kgmem nothing is done.

    The tenant's own, since a plan is one for about so many values of a parameter, and for no other number."""
    with contextlib.suppress(StoreError):  # whoever uses the store next is told what is wrong with it
        await _asked(store, settings, tenant)


async def _asked(store: Store, settings: Settings, tenant: str) -> None:
    found = await schema.status(store)
    if found.version != schema.SCHEMA_VERSION or not found.dimension:
        return
    vector, clocks = [1.0, *[0.0] * (found.dimension - 1)], Clocks(None, None, settings.update_confidence)
    for asked in QUESTIONS:
        about = question.Asking(asked, vector, clocks, 0, None, paths.limits(settings))
        await store.reading(functools.partial(question.gather, asking=about), tenant, "recall.notes")
