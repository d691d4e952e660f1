"""Memory for agents that knows why it believes what it believes."""

from kgmem.blocking import Memory
from kgmem.errors import KgmemError
from kgmem.memory import AsyncMemory
from kgmem.settings import Settings

__all__ = ["AsyncMemory", "KgmemError", "Memory", "Settings"]
