"""The server's process: told apart from strangers, started so that it outlives us, ended only when it is ours."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import psutil

from kgmem.errors import LocalServerError
from kgmem.local.home import Home, State
from kgmem.local.java import PRIVATE, SERVER_CLASS, environment, home_argument

SAME_START = 2.0  # seconds by which a system may round or shift the start time it tells for one process
TERM_DEADLINE = 60.0  # seconds for a checkpoint on shutdown before the process is killed; recovery then replays the log
KILL_DEADLINE = 10.0

_children: list[subprocess.Popen[bytes]] = []  # so that one who ends while we live is reaped, and none warns when not


def running(home: Home, state: State | None) -> psutil.Process | None:
    """The process that `state` names, if it is still that one and serves this folder."""
    if state is None or not state.pid:
        return None
    try:
        process = psutil.Process(state.pid)
        same = abs(process.create_time() - state.started) < SAME_START
        return process if same and _serves(process.cmdline(), home) else None
    except (psutil.Error, OSError):
        return None


def search(home: Home) -> psutil.Process | None:
    """A server of this folder that nothing names: its starter was killed before it could write that down."""
    for process in psutil.process_iter(["cmdline"]):
        if _serves(process.info["cmdline"] or [], home):
            return process
    return None


def spawn(home: Home, command: list[str]) -> psutil.Process:
    """Starts the server in a session of its own, so that no terminal that closes takes it along."""
    detached: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        detached = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    with home.console.open("wb") as console:
        child = subprocess.Popen(
            command,
            env=environment(home),
            cwd=home.path,
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            umask=PRIVATE,
            **detached,
        )
    _children.append(child)
    return psutil.Process(child.pid)


def alive(process: psutil.Process) -> bool:
    """Whether it runs; one that ended and waits to be reaped does not."""
    for child in _children:
        child.poll()
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def end(home: Home, process: psutil.Process) -> None:
    """Asks it to stop, and kills it if it does not. Raises LocalServerError if it survives that.

    psutil compares the start time again before each signal, so a number that changed hands meanwhile is safe.
    """
    try:
        process.terminate()
        if _gone(process, TERM_DEADLINE):
            return
        process.kill()
        if _gone(process, KILL_DEADLINE):
            return
    except psutil.NoSuchProcess:
        return
    except psutil.AccessDenied as error:
        raise LocalServerError(
            f"The server of {home.path} (pid {process.pid}) belongs to another user: let them stop it."
        ) from error
    raise LocalServerError(f"The server of {home.path} (pid {process.pid}) cannot be ended: end it yourself.")


def _gone(process: psutil.Process, deadline: float) -> bool:
    try:
        process.wait(deadline)
    except psutil.TimeoutExpired:
        return not alive(process)
    return True


def _serves(command: list[str], home: Home) -> bool:
    return SERVER_CLASS in command and home_argument(home) in command
