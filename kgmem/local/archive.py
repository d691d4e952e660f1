"""Dump and load of a whole store, with neo4j-admin's own file format.

Both need a stopped store: a server that runs is stopped for it and started again. A load is tried out in a folder of
its own first, so a file that is damaged, or no dump, leaves the store as it was and its server running.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from kgmem.errors import InputError, LocalServerError, UsageError
from kgmem.local import java, probe, process
from kgmem.local.artifacts import Say, resolve_class_path, silent
from kgmem.local.config import choose_ports, write_config
from kgmem.local.home import Home, disk_errors
from kgmem.local.server import START_DEADLINE, Address, answering, halt, heal, start

DATABASE = "neo4j"
COUNT_NODES = "MATCH (n) RETURN count(n)"


def dump(home: Path, file: Path, *, say: Say = silent, cache: Path | None = None) -> None:
    """Writes the store to `file`, readable by its owner only; an older one is replaced once the new one is whole.

    Raises InputError when the file cannot be written, LocalServerError when there is no store or it cannot be dumped.
    """
    here, target = Home.at(home), Path(file).expanduser().resolve()
    if not _store(here).is_dir() and not here.data_before_load.exists():
        raise LocalServerError(f"There is no store in {here.path} to dump. Give its data folder (KGMEM_HOME).")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(target)) from error
    try:
        jars = resolve_class_path(say=say, cache=cache)
        with disk_errors(here), here.locked(say), open(descriptor, "wb") as stream:
            ran = _stop_cleanly(here, jars, say)
            try:
                say(f"Writing {target}")
                write_config(here, choose_ports(here.state()))
                java.admin(here, jars, "database", "dump", DATABASE, "--to-stdout", stdout=stream)
                part.replace(target)
            finally:
                if ran:
                    _up(here, jars, say)
    finally:
        part.unlink(missing_ok=True)


def load(home: Path, file: Path, *, force: bool = False, say: Say = silent, cache: Path | None = None) -> int:
    """Replaces the store by the one in `file`, as `dump` or neo4j-admin wrote it. Returns its number of nodes.

    A store that holds any node is replaced only with `force`. Users and password stay as they were. Raises UsageError
    without `force`, InputError when the file is no whole dump, LocalServerError for the rest; the store is then as it
    was, and its server runs if it ran.
    """
    here, source = Home.at(home), Path(file).expanduser().resolve()
    if not source.is_file():
        raise InputError("no such file", file=str(source))
    jars = resolve_class_path(say=say, cache=cache)
    with disk_errors(here), here.locked(say):
        ran = process.running(here, here.state()) is not None
        try:
            if not force:
                _refuse_to_replace(here, jars, say)
            nodes = _prepare(here, source, jars, say)
            halt(here, say)
            _swap(here)
        finally:
            if ran:
                _up(here, jars, say)
            else:
                halt(here, say)
    return nodes


def _store(home: Home) -> Path:
    return home.data / "databases" / DATABASE


def _stop_cleanly(home: Home, jars: list[Path], say: Say) -> bool:
    """Leaves a stopped store whose log needs no replay, which neo4j-admin refuses. Returns whether a server ran."""
    state = home.state()
    ran = process.running(home, state) is not None
    if not ran and (state is None or state.pid):  # killed, not stopped
        _up(home, jars, say)
    halt(home, say)
    return ran


def _refuse_to_replace(home: Home, jars: list[Path], say: Say) -> None:
    if not _store(home).is_dir():
        return
    try:
        nodes = _count(home, _up(home, jars, say))
    except LocalServerError as error:
        raise UsageError(
            f"The store in {home.path} cannot be asked whether it is empty; loading with force replaces it unseen. "
            f"{error}"
        ) from error
    if nodes:
        raise UsageError(
            f"The store in {home.path} holds {nodes} nodes, and a load replaces them. Dump it first, then load with "
            "--force (force=True in Python), or give another data folder (KGMEM_HOME)."
        )


def _prepare(home: Home, source: Path, jars: list[Path], say: Say) -> int:
    """Loads into the folder beside, and makes sure that a server opens it. Returns the number of nodes."""
    if home.loading.path.exists():
        halt(home.loading)
        shutil.rmtree(home.loading.path)
    trial = home.loading
    trial.create()
    home.check_room(2 * source.stat().st_size)
    try:
        say(f"Reading {source}")
        write_config(trial, choose_ports(None))
        with source.open("rb") as stream:
            try:
                java.admin(trial, jars, "database", "load", DATABASE, "--from-stdin", stdin=stream)
            except LocalServerError as error:
                home.check_room()
                raise InputError(f"is not a whole dump. {error}", file=str(source)) from error
        nodes = _count(trial, _up(trial, jars, silent))
    except BaseException:
        halt(trial)
        shutil.rmtree(trial.path, ignore_errors=True)
        raise
    halt(trial)
    return nodes


def _swap(home: Home) -> None:
    """The prepared store takes the place of the old one; the system database, with its users, stays if there is one."""
    new = home.loading
    if (home.data / "databases" / "system").exists():
        for kind in ("databases", "transactions"):
            shutil.rmtree(new.data / kind / "system")
            shutil.copytree(home.data / kind / "system", new.data / kind / "system")
    else:
        new.password_file.replace(home.password_file)
    if home.data.exists():
        home.data.rename(home.data_before_load)
    new.data.rename(home.data)
    heal(home)


def _up(home: Home, jars: list[Path], say: Say) -> Address:
    return answering(home) or start(home, jars, say, START_DEADLINE)


def _count(home: Home, address: Address) -> int:
    state = home.state()
    if state is None:
        raise LocalServerError(f"server.json was removed from {home.path} while its server ran.")
    return probe.single_value(state, address.user, address.password, COUNT_NODES)
