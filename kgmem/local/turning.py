"""Turning over the logs of the embedded server, so that they hold nothing of what the store no longer holds."""

from __future__ import annotations

from pathlib import Path

from kgmem.local.artifacts import Say, resolve_class_path, silent
from kgmem.local.home import Home, disk_errors
from kgmem.local.server import START_DEADLINE, Address, halt, start


def begin_turning(home: Path, *, say: Say = silent, cache: Path | None = None) -> Address:
    """The address of this folder's server, restarted so that its transaction logs are small and only the last is kept.

    Whoever writes more than FILLING bytes to it and then calls `end_turning` has turned the logs over. Raises
    LocalServerError.
    """
    here = Home.at(home)
    with disk_errors(here):
        jars = resolve_class_path(say=say, cache=cache)
        with here.locked(say):
            halt(here, say)
            return start(here, jars, say, START_DEADLINE, turning=True)


def end_turning(home: Path, *, say: Say = silent) -> None:
    """Stop the server, which writes a checkpoint and lets the older transaction logs go, and delete what it wrote for
    people; the next use starts it as ever. Raises LocalServerError."""
    here = Home.at(home)
    with disk_errors(here), here.locked(say):
        halt(here, say)
        for log in here.logs.glob("*.log*"):
            log.unlink()


FILLING = 512 * 1024
"""Four of the small logs."""
