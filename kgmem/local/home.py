"""The data folder of an embedded server: where things lie in it, its lock, and what it remembers between runs."""

from __future__ import annotations

import errno
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from kgmem.errors import LocalServerError
from kgmem.local.artifacts import MEGABYTE, Say, silent

LOCK_DEADLINE = 600.0  # seconds to wait for another process that starts, stops, dumps or loads this store
ROOM_TO_START = 300 * MEGABYTE  # a fresh store takes 70 MB, most of it its log's; the rest is for a first ingest


@dataclass(frozen=True)
class State:
    """`server.json`. Ports are remembered between runs; `pid` and `started` are of the last server, running or not."""

    bolt: int
    http: int
    version: str = ""
    pid: int = 0
    started: float = 0.0  # the process's own start time: a pid alone may have gone to a stranger
    ready: bool = False  # answered once; False while it is being started


@dataclass(frozen=True)
class Home:
    """The data folder of one embedded server, and where things lie in it."""

    path: Path

    @classmethod
    def at(cls, path: Path) -> Home:
        """The home at a path, made absolute."""
        return cls(Path(path).expanduser().resolve())

    @property
    def conf(self) -> Path:
        """Where neo4j.conf is."""
        return self.path / "conf"

    @property
    def data(self) -> Path:
        """Databases and transactions."""
        return self.path / "data"

    @property
    def logs(self) -> Path:
        """The server's logs."""
        return self.path / "logs"

    @property
    def console(self) -> Path:
        """What the server's process prints, from before it has a log of its own."""
        return self.logs / "console.log"

    @property
    def password_file(self) -> Path:
        """The one file that holds the password."""
        return self.path / "password"

    @property
    def data_before_load(self) -> Path:
        """Where a load moves the data it replaces, for the moment between two renames."""
        return self.path / "data.before-load"

    @property
    def loading(self) -> Home:
        """A data folder within this one, where a load makes sure of the new store before it touches the old."""
        return Home(self.path / "loading")

    def password(self) -> str:
        """The password of the store. Raises LocalServerError where its file is gone."""
        try:
            return self.password_file.read_text(encoding="ascii").strip()
        except FileNotFoundError as error:
            raise LocalServerError(
                f"{self.password_file} is gone, and the store opens with the password in it only. Put it back, or "
                f"move {self.data} away to begin with an empty store."
            ) from error

    def make_password(self) -> str:
        """A new one, in its file. Before a store's first start only."""
        password = secrets.token_hex(24)  # never begins with a dash, which neo4j-admin would take for an option
        write_whole(self.password_file, password + "\n")
        return password

    def state(self) -> State | None:
        """What is remembered, or None: nothing yet, or nothing that makes sense."""
        try:
            return State(**json.loads((self.path / "server.json").read_bytes()))
        except (FileNotFoundError, NotADirectoryError, ValueError, TypeError):
            return None

    def remember(self, state: State) -> State:
        """Write the state, whole or not at all."""
        write_whole(self.path / "server.json", json.dumps(asdict(state)) + "\n")
        return state

    def create(self) -> None:
        """Makes the folder and its parts, for their owner only. One with other things in it keeps its mode."""
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not any(self.path.iterdir()):
            self.path.chmod(0o700)
        for part in (self.conf, self.logs):
            part.mkdir(exist_ok=True, mode=0o700)

    def room(self) -> int:
        """Bytes free on its disk."""
        return shutil.disk_usage(self.path).free

    def check_room(self, needed: int | None = None) -> None:
        """Raises LocalServerError where a server would run out of disk."""
        needed, free = ROOM_TO_START if needed is None else needed, self.room()
        if free < needed:
            raise LocalServerError(
                f"{free // MEGABYTE} MB are free on the disk of {self.path}; {needed // MEGABYTE} MB are needed. "
                "Make room, or move the data folder (KGMEM_HOME)."
            )

    @contextmanager
    def locked(self, say: Say = silent) -> Iterator[None]:
        """Alone on this folder, whatever process or thread: the lock dies with its holder. Raises LocalServerError
        where another keeps it too long."""
        self.create()
        lock = FileLock(self.path / "lock")
        try:
            try:
                lock.acquire(timeout=0)
            except Timeout:
                say("Another process is starting or stopping the server; waiting for it")
                lock.acquire(timeout=LOCK_DEADLINE)
        except Timeout as error:
            raise LocalServerError(
                f"Another process has held {self.path / 'lock'} for {LOCK_DEADLINE:.0f} s. End it and try again."
            ) from error
        try:
            yield
        finally:
            lock.release()


def write_whole(path: Path, text: str) -> None:
    """Replaces the file in one step; readable by its owner only."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def disk_errors(home: Home) -> Iterator[None]:
    """What the disk refuses inside, as a LocalServerError that says what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            todo = "The disk is full: make room"
        elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            todo = "The folder cannot be written to: change that"
        else:
            todo = "The folder cannot be used"
        raise LocalServerError(f"Data folder {home.path}: {error}. {todo}, or move it (KGMEM_HOME).") from error
