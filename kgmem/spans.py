"""Spans of OpenTelemetry, one a verb and one a query: names and counts, never a text, an id or a tenant.

Without its API nothing is done; who wants the spans installs an SDK and an exporter, as for any library.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

from kgmem.errors import KgmemError

try:
    from opentelemetry import trace
except ModuleNotFoundError:
    trace = None  # type: ignore[assignment]

T = TypeVar("T")
Tell = Callable[[str, int], None]
"""Adds a count to a span."""

NAMESPACE = "kgmem"
ERROR = "error.type"
"""The attribute that OpenTelemetry has for the kind of an error: here its code."""


def _untold(name: str, count: int) -> None:
    """Nobody listens."""


@contextlib.contextmanager
def span(name: str) -> Iterator[Tell]:
    """A span of that name around a block, which may tell counts; an error is told by its code, without its message."""
    if trace is None:
        yield _untold
        return
    tracer = trace.get_tracer(NAMESPACE)
    quiet = {"record_exception": False, "set_status_on_exception": False}
    with tracer.start_as_current_span(f"{NAMESPACE}.{name}", **quiet) as current:  # type: ignore[arg-type]
        try:
            yield lambda counted, count: current.set_attribute(f"{NAMESPACE}.{counted}", count)
        except Exception as error:
            current.set_attribute(ERROR, error.code if isinstance(error, KgmemError) else type(error).__name__)
            current.set_status(trace.StatusCode.ERROR)
            raise


def verbs(but: Collection[str]) -> Callable[[type[T]], type[T]]:
    """A class decorator: each public coroutine method is in a span of its name, except those named."""

    def around(owner: type[T]) -> type[T]:
        for name, method in list(vars(owner).items()):
            if inspect.iscoroutinefunction(method) and not name.startswith("_") and name not in but:
                setattr(owner, name, _spanned(name, method))
        return owner

    return around


def _spanned(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    async def verb(*args: Any, **parameters: Any) -> Any:
        with span(name):
            return await method(*args, **parameters)

    return verb
