"""The embedded Neo4j: a real server without Docker or an installed Java, fetched once and shared by all commands."""

from kgmem.local.archive import dump, load
from kgmem.local.artifacts import default_cache, resolve_jar
from kgmem.local.browser import browser_url, serves_pages
from kgmem.local.lock import BROWSER_VERSION, NEO4J_VERSION
from kgmem.local.server import Address, Status, ensure_running, status, stop, stop_broken
from kgmem.local.turning import FILLING, begin_turning, end_turning

__all__ = [
    "BROWSER_VERSION",
    "FILLING",
    "NEO4J_VERSION",
    "Address",
    "Status",
    "begin_turning",
    "browser_url",
    "default_cache",
    "dump",
    "end_turning",
    "ensure_running",
    "load",
    "resolve_jar",
    "serves_pages",
    "status",
    "stop",
    "stop_broken",
]
