"""Memory for agents that knows why it believes what it believes."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kgmem.blocking import Memory
    from kgmem.errors import KgmemError
    from kgmem.memory import AsyncMemory
    from kgmem.settings import Settings

__all__ = ["AsyncMemory", "KgmemError", "Memory", "Settings"]

_HOMES = {
    "AsyncMemory": "kgmem.memory",
    "KgmemError": "kgmem.errors",
    "Memory": "kgmem.blocking",
    "Settings": "kgmem.settings",
}


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used: the driver and numpy cost half a second."""
    if name not in _HOMES:
        raise AttributeError(f"module 'kgmem' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
