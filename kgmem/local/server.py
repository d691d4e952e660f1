"""Starts and stops the server of a data folder.

Whoever changes anything holds the folder's lock. `server.json` is written as soon as there is a process and marked
`ready` once it has answered, so whatever kills a starter, the next one finds either no server, or one to wait for.
"""

from __future__ import annotations

import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import psutil

from kgmem.errors import LocalServerError
from kgmem.local import java, probe, process
from kgmem.local.artifacts import MEGABYTE, Say, resolve_class_path, silent
from kgmem.local.config import HOST, choose_ports, write_config
from kgmem.local.home import Home, State, disk_errors
from kgmem.local.lock import NEO4J_VERSION

USER = "neo4j"
START_DEADLINE = 120.0  # seconds; six are usual, a store that was killed replays its log first
POLL = 0.05  # seconds between two looks at a starting server
PORT_ATTEMPTS = 3  # somebody may take a port between our choice and the server's use of it
ROOM_TO_RUN = MEGABYTE  # with less, a server cannot even write why it fails
LOG_TAIL = 8  # last lines shown of each log of a server that failed

_FRAME = re.compile(r"\bat [\w.$/<>]+\(.*\)$|\.\.\. \d+ more$")  # a line of a Java stack trace


@dataclass(frozen=True)
class Address:
    """Where a running server is reached, and as whom. `repr` shows no password."""

    uri: str
    user: str
    password: str = field(repr=False)
    http: str
    pid: int
    home: Path


@dataclass(frozen=True)
class Status:
    """What is known without changing anything. `address` is None when no server runs."""

    home: Path
    version: str
    log: Path
    address: Address | None

    @property
    def running(self) -> bool:
        """Whether a server answers."""
        return self.address is not None


def ensure_running(
    home: Path, *, say: Say = silent, cache: Path | None = None, deadline: float = START_DEADLINE
) -> Address:
    """The address of this folder's server, which is started first if it does not run.

    The server outlives the caller and is shared by all who ask. Raises LocalServerError.
    """
    here = Home.at(home)
    with disk_errors(here):
        if found := answering(here):
            return found
        here.create()  # before 200 MB are fetched for a folder that takes nothing
        jars = resolve_class_path(say=say, cache=cache)
        with here.locked(say):
            return answering(here) or start(here, jars, say, deadline)


def stop(home: Path, *, say: Say = silent) -> bool:
    """Stops this folder's server. Returns whether one ran. Raises LocalServerError."""
    here = Home.at(home)
    if not here.path.is_dir():
        return False
    with disk_errors(here), here.locked(say):
        return halt(here, say)


def stop_broken(home: Path, *, say: Say = silent) -> bool:
    """Stops this folder's server if it answers and its database does not, as after a full disk, so that the next use
    starts it anew. Returns whether it did. Raises LocalServerError."""
    here = Home.at(home)
    with disk_errors(here), here.locked(say):
        state, address = here.state(), answering(here)
        if state is None or address is None:
            return False
        try:
            probe.single_value(state, address.user, address.password, "RETURN 1")
        except LocalServerError:
            say("The database has stopped after an error of its own; restarting it")
            return halt(here, say)
        return False


def status(home: Path) -> Status:
    """Whether a server runs there, without starting or writing anything."""
    here = Home.at(home)
    with disk_errors(here):
        return Status(here.path, NEO4J_VERSION, here.logs / "neo4j.log", answering(here))


def start(home: Home, jars: list[Path], say: Say, deadline: float, *, turning: bool = False) -> Address:
    """Under the folder's lock: waits for a server that another starter left half-way, else starts one.

    Raises LocalServerError where none answers in time, with the last lines of its log.
    """
    if left := process.running(home, home.state()) or process.search(home):
        say("Waiting for a server that is already starting")
        if address := _adopt(home, left, deadline):
            return address
        process.end(home, left)
    home.check_room()
    heal(home)
    _set_password(home, jars)
    for attempt in range(1, PORT_ATTEMPTS + 1):
        say(f"Starting Neo4j {NEO4J_VERSION}")
        state = home.remember(replace(choose_ports(home.state()), version=NEO4J_VERSION))
        write_config(home, state, turning=turning)
        server = process.spawn(home, java.server_command(home, jars))
        state = home.remember(replace(state, pid=server.pid, started=server.create_time()))
        if _comes_up(home, server, state, deadline):
            return _address(home, home.remember(replace(state, ready=True)))
        failure = f"did not answer within {deadline:.0f} s" if process.alive(server) else "ended while starting"
        process.end(home, server)
        home.check_room(ROOM_TO_RUN)
        if attempt == PORT_ATTEMPTS or "Address already in use" not in last_words(home):
            break
    raise LocalServerError(
        f"The embedded Neo4j {failure}. Its last words:\n{last_words(home)}\nThe whole log: {home.logs / 'neo4j.log'}"
    )


def halt(home: Home, say: Say = silent) -> bool:
    """Under the folder's lock: stops the server, if one runs."""
    state = home.state()
    server = process.running(home, state) or process.search(home)
    if server:
        say("Stopping Neo4j")
        process.end(home, server)
    if state and state.pid:
        with suppress(OSError):  # on a full disk a server can be stopped all the same; a pid of nobody does no harm
            home.remember(replace(state, pid=0, started=0.0, ready=False))
    return server is not None


def heal(home: Home) -> None:
    """Under the folder's lock, while no server runs: a load that was killed never was, or is done if it was swapped."""
    if not home.data.exists() and home.data_before_load.exists():
        home.data_before_load.rename(home.data)
    shutil.rmtree(home.data_before_load, ignore_errors=True)
    if home.loading.path.exists():
        halt(home.loading)
        shutil.rmtree(home.loading.path)


def last_words(home: Home) -> str:
    """The ends of what the server printed and of its log, since a start may fail before there is a log."""
    lines: list[str] = []
    for log in (home.console, home.logs / "neo4j.log"):
        if log.is_file():
            text = log.read_text(encoding="utf-8", errors="replace")
            lines += [line for line in text.splitlines() if not _FRAME.search(line)][-LOG_TAIL:]
    return "\n".join(f"  {line}" for line in lines) or "  (none)"


def answering(home: Home) -> Address | None:
    """The fast path, milliseconds long: the remembered process lives, is ours, and speaks Bolt."""
    state = home.state()
    if state and state.ready and process.running(home, state) and probe.bolt_answers(state.bolt):
        return _address(home, state)
    return None


def _adopt(home: Home, server: psutil.Process, deadline: float) -> Address | None:
    """A server whose starter died: believed once it answers on the ports it was given."""
    state = home.state()
    if state is None:
        return None
    state = replace(state, pid=server.pid, started=server.create_time())
    return (
        _address(home, home.remember(replace(state, ready=True))) if _comes_up(home, server, state, deadline) else None
    )


def _comes_up(home: Home, server: psutil.Process, state: State, deadline: float) -> bool:
    """Whether it answers before the deadline. On a full disk a server neither answers nor ends: no use to wait."""
    end = time.monotonic() + deadline
    while time.monotonic() < end and process.alive(server) and home.room() >= ROOM_TO_RUN:
        if probe.is_up(state):
            return True
        time.sleep(POLL)
    return False


def _address(home: Home, state: State) -> Address:
    uri, http = f"neo4j://{HOST}:{state.bolt}", f"http://{HOST}:{state.http}"
    return Address(uri, USER, home.password(), http, state.pid, home.path)


def _set_password(home: Home, jars: list[Path]) -> None:
    """Before a store's first start only: later ones keep users in the system database."""
    if (home.data / "databases" / "system").exists():
        home.password()
        return
    (home.data / "dbms" / "auth.ini").unlink(missing_ok=True)  # of a start that was killed; it would be refused twice
    java.admin(home, jars, "dbms", "set-initial-password", home.make_password())
