"""`Memory`: the verbs without `await`. It runs AsyncMemory on an event loop of its own, so there is one code path."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from anyio.from_thread import start_blocking_portal

from kgmem.errors import UsageError
from kgmem.memory import AsyncMemory

P = ParamSpec("P")
R = TypeVar("R")


def _verb(
    method: Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[Memory, P], R]:
    @functools.wraps(method)
    def call(self: Memory, /, *args: P.args, **parameters: P.kwargs) -> R:
        return run(self, lambda memory: method(memory, *args, **parameters))

    return cast("Callable[Concatenate[Memory, P], R]", call)


class Memory:
    """One tenant's memory. The verbs, their parameters and errors are AsyncMemory's.

    Use it as a context manager, or call `close` when done; the embedded server keeps running either way.
    """

    def __init__(self, tenant: str | None = None, **options: Any) -> None:
        self._memory = AsyncMemory(tenant, **options)
        self._loop = start_blocking_portal()
        self._portal = self._loop.__enter__()
        self._open = True

    @classmethod
    def open(cls, tenant: str | None = None, **options: Any) -> Self:
        """A connected memory; the options are those of AsyncMemory. Raises StoreError and its kin."""
        memory = cls(tenant, **options)
        try:
            memory._portal.call(memory._memory.store)
        except BaseException:
            memory.close()
            raise
        return memory

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._open:
            return
        self._open = False
        try:
            self._portal.call(self._memory.close)
        finally:
            self._loop.__exit__(kind, error, trace)

    def close(self) -> None:
        """Close the connection and end the event loop; twice does nothing more."""
        self.__exit__(None, None, None)

    @property
    def tenant(self) -> str:
        """Whose memory this is."""
        return self._memory.tenant

    ingest = _verb(AsyncMemory.ingest)
    ask = _verb(AsyncMemory.ask)
    recall = _verb(AsyncMemory.recall)
    explain = _verb(AsyncMemory.explain)
    history = _verb(AsyncMemory.history)
    conflicts = _verb(AsyncMemory.conflicts)
    shared_sources = _verb(AsyncMemory.shared_sources)
    coverage = _verb(AsyncMemory.coverage)
    link = _verb(AsyncMemory.link)
    rebuild_topics = _verb(AsyncMemory.rebuild_topics)
    prune = _verb(AsyncMemory.prune)
    retract = _verb(AsyncMemory.retract)
    restore = _verb(AsyncMemory.restore)
    adjudicate = _verb(AsyncMemory.adjudicate)
    calibrate = _verb(AsyncMemory.calibrate)
    erase = _verb(AsyncMemory.erase)
    export = _verb(AsyncMemory.export)
    import_ = _verb(AsyncMemory.import_)
    abandon_import = _verb(AsyncMemory.abandon_import)
    query = _verb(AsyncMemory.query)


def run(memory: Memory, work: Callable[[AsyncMemory], Coroutine[Any, Any, R]]) -> R:
    """What `work` returns on the memory behind `memory`, on its event loop: for what builds on several of its parts.

    Raises UsageError where it is closed, or is no Memory.
    """
    if not isinstance(memory, Memory):
        raise UsageError(f"an open Memory is needed here, and this is a {type(memory).__name__}")
    if not memory._open:
        raise UsageError("this memory is closed; open another")
    result: R = memory._portal.call(work, memory._memory)
    return result
