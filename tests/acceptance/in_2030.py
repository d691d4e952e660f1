"""Stores the sessions of test_clock_of_the_machine.py where Python says that it is 2030, in a process of its own;
prints what year kgmem then takes it to be, and everything that is stored."""

from __future__ import annotations

import asyncio
import datetime
import importlib
import json
import os
import pkgutil
import sys
import time
from collections.abc import Callable
from typing import Any

YEAR = 2030
REAL, DAY, CLOCK = datetime.datetime, datetime.date, time.time
AHEAD = REAL(YEAR, 1, 1, tzinfo=datetime.UTC).timestamp() - CLOCK()


def now(zone: datetime.tzinfo | None = None) -> datetime.datetime:
    return REAL.fromtimestamp(CLOCK() + AHEAD, zone)


def passing_for(real: type, instead: dict[str, Callable[..., Any]]) -> Any:
    """What is taken for the type `real` by whoever asks, and makes real ones, but for these functions."""

    class Kind(type):
        def __instancecheck__(cls, one: Any) -> bool:
            return isinstance(one, real)

        def __eq__(cls, other: object) -> bool:
            return other is real or other is cls

        def __hash__(cls) -> int:
            return hash(real)

        def __getattr__(cls, name: str) -> Any:
            return getattr(real, name)

        def __call__(cls, *given: Any, **named: Any) -> Any:
            return real(*given, **named)

    return Kind(real.__name__, (), {name: staticmethod(found) for name, found in instead.items()})


def set_ahead() -> None:
    """From now on it is 2030 for every module of kgmem, all of them imported, and for what reads its dates."""
    import dateparser.date  # noqa: F401

    import kgmem

    for module in pkgutil.walk_packages(kgmem.__path__, "kgmem."):
        if module.name != "kgmem.__main__":
            importlib.import_module(module.name)
    ahead: dict[type, Any] = {
        REAL: passing_for(REAL, {"now": now, "utcnow": now, "today": now}),
        DAY: passing_for(DAY, {"today": lambda: now().date()}),
    }
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("kgmem", "dateparser"):
            for known, value in list(vars(module).items()):
                if value is REAL or value is DAY:
                    setattr(module, known, ahead[value])
    datetime.datetime, datetime.date = ahead[REAL], ahead[DAY]  # type: ignore[misc]
    time.time = lambda: CLOCK() + AHEAD


async def stored() -> list[str]:
    import support

    from acceptance.test_clock_of_the_machine import FILES
    from kgmem import AsyncMemory

    server = support.Server(*(os.environ[f"KGMEM_{name}"] for name in ("URI", "USER", "PASSWORD")))
    async with AsyncMemory.open(os.environ["KGMEM_TENANT"], settings=server.settings()) as memory:
        await memory.ingest(FILES)
        await memory.link(rebuild=True)
        return await support.snapshot(memory)


if __name__ == "__main__":
    set_ahead()
    found = asyncio.run(stored())
    print(json.dumps([sys.modules["kgmem.anchors"].datetime.now().year, found]))
