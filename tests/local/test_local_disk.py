"""Folders that cannot be used: each is an error that says what to do, in bounded time, and leaves no server."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem.errors import LocalServerError
from kgmem.local import ensure_running, home, process, server, stop
from kgmem.local.home import Home, disk_errors

from .conftest import python

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MB. Needs the right to mount; the rules it serves are tested without it too, below."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(place)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no right to mount a small disk here; the rule is covered with a made-up disk too")
    yield place
    stop(place / "home")
    subprocess.run(["umount", str(place)], check=True)


def test_nearly_full_disk_is_noticed_before_anything_is_started(small_disk: Path) -> None:
    with pytest.raises(LocalServerError, match=r"[0-4] MB are free .* Make room, or move the data folder"):
        ensure_running(small_disk / "home")
    assert not (small_disk / "home" / "data").exists()


def test_disk_that_fills_up_during_a_start_is_an_error_and_leaves_no_process(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "ROOM_TO_START", 0)
    (small_disk / "other").write_bytes(b"x" * 2_500_000)
    began = time.monotonic()
    with pytest.raises(LocalServerError, match="Make room"):
        ensure_running(small_disk / "home", deadline=60)
    assert time.monotonic() - began < 30
    assert process.search(Home.at(small_disk / "home")) is None


def test_too_little_room_names_how_much_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home.shutil, "disk_usage", lambda path: Usage(10**9, 10**9 - 7_000_000, 7_000_000))
    monkeypatch.setattr(server.process, "spawn", None)
    with pytest.raises(LocalServerError, match=r"^7 MB are free on the disk of .*; 300 MB are needed"):
        ensure_running(tmp_path / "home")


@pytest.mark.parametrize(
    ("number", "todo"),
    [
        (errno.ENOSPC, "The disk is full: make room"),
        (errno.EROFS, "The folder cannot be written to"),
        (errno.EACCES, "The folder cannot be written to"),
        (errno.EIO, "The folder cannot be used"),
    ],
)
def test_what_the_disk_refuses_is_said_with_what_to_do(tmp_path: Path, number: int, todo: str) -> None:
    with pytest.raises(LocalServerError, match=todo), disk_errors(Home.at(tmp_path)):
        raise OSError(number, os.strerror(number))


@pytest.fixture(params=["below a file", "read-only"])
def unwritable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Two folders that take nothing; the first refuses root as well, wherever this runs."""
    if request.param == "below a file":
        (tmp_path / "file").write_text("in the way")
        yield tmp_path / "file" / "home"
        return
    place = tmp_path / "locked"
    place.mkdir()
    if os.geteuid() != 0:
        place.chmod(0o500)
        yield place / "home"
        place.chmod(0o700)
    elif subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "none", str(place)], check=False).returncode:
        pytest.skip("root without the right to mount; the other folder covers the rule")
    else:
        yield place / "home"
        subprocess.run(["umount", str(place)], check=True)


def test_folder_that_cannot_be_written_is_an_error_that_names_it(unwritable: Path) -> None:
    with pytest.raises(LocalServerError, match=r"Data folder .*/home: .*or move it \(KGMEM_HOME\)"):
        ensure_running(unwritable)


def test_lock_that_is_not_given_up_is_an_error_in_bounded_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "LOCK_DEADLINE", 0.2)
    holder = python(
        """
        import sys, time
        from pathlib import Path
        from kgmem.local.home import Home
        with Home.at(Path(sys.argv[1])).locked():
            print("held", flush=True)
            time.sleep(600)
        """,
        tmp_path,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(LocalServerError, match="Another process has held"):
        stop(tmp_path)
    holder.kill()
    holder.communicate()
    assert stop(tmp_path) is False, "the lock died with its holder"


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to ignore; end() is terminate there")
def test_server_that_ignores_the_request_to_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "TERM_DEADLINE", 0.3)
    here = Home.at(tmp_path)
    here.create()
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"
    )
    spawned = process.spawn(here, [sys.executable, "-c", stubborn])
    while "up" not in here.console.read_text():
        assert process.alive(spawned)
    process.end(here, spawned)
    assert not process.alive(spawned)
