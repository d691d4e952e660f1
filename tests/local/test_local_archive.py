"""Dump and load: nothing is lost by a round trip, by a wrong file, or by a word that was not said."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from kgmem.errors import InputError, LocalServerError, UsageError
from kgmem.local import Address, dump, ensure_running, load, status, stop
from kgmem.local.home import Home
from kgmem.local.server import heal

from .test_local_server import values


@pytest.fixture(scope="module")
def other_home(new_home: Callable[[], Path]) -> Path:
    return new_home()


@pytest.fixture(scope="module")
def dumped(other_home: Path) -> Path:
    """A dump of three nodes, taken while the server ran; the store has moved on by one since."""
    before = ensure_running(other_home)
    values(before, "UNWIND range(1, 3) AS i CREATE (:Number {i: i})")
    file = other_home.parent / "store.dump"
    dump(other_home, file)
    values(ensure_running(other_home), "CREATE (:Number {i: 4})")
    return file


def numbers(home: Path) -> list[int]:
    return values(ensure_running(home), "MATCH (n:Number) RETURN n.i ORDER BY n.i")


def test_two_folders_are_two_servers(address: Address, other_home: Path) -> None:
    other = ensure_running(other_home)
    assert {other.uri, other.http}.isdisjoint({address.uri, address.http})
    assert other.pid != address.pid
    assert other.password != address.password


def test_dump_is_whole_private_and_leaves_the_server_running(dumped: Path, other_home: Path) -> None:
    assert status(other_home).running
    assert stat.S_IMODE(dumped.stat().st_mode) == 0o600
    assert [path.name for path in dumped.parent.iterdir() if "part" in path.name] == []


def test_load_refuses_to_replace_a_store_that_holds_nodes(dumped: Path, other_home: Path) -> None:
    with pytest.raises(UsageError, match="holds 4 nodes"):
        load(other_home, dumped)
    assert numbers(other_home) == [1, 2, 3, 4]


@pytest.mark.parametrize("damage", ["cut", "text", "absent"])
def test_file_that_is_no_whole_dump_leaves_the_store_and_its_server_alone(
    dumped: Path, other_home: Path, tmp_path: Path, damage: str
) -> None:
    before = ensure_running(other_home)
    wrong = tmp_path / "wrong.dump"
    if damage == "cut":
        wrong.write_bytes(dumped.read_bytes()[: dumped.stat().st_size // 2])
    elif damage == "text":
        wrong.write_text("this is a letter")
    with pytest.raises(InputError, match=r"wrong\.dump"):
        load(other_home, wrong, force=True)
    assert status(other_home).address == before, "not even restarted"
    assert numbers(other_home) == [1, 2, 3, 4]
    assert not Home.at(other_home).loading.path.exists()


def test_forced_load_brings_back_what_was_dumped_under_the_same_password(dumped: Path, other_home: Path) -> None:
    before = ensure_running(other_home)
    assert load(other_home, dumped, force=True) == 3
    after = status(other_home).address
    assert after is not None
    assert after.password == before.password
    assert numbers(other_home) == [1, 2, 3]


def test_stopped_store_stays_stopped_over_a_dump(dumped: Path, other_home: Path, tmp_path: Path) -> None:
    stop(other_home)
    dump(other_home, tmp_path / "again.dump")
    assert (tmp_path / "again.dump").stat().st_size > 0
    assert not status(other_home).running


def test_dump_without_a_store_or_into_no_folder_says_so(home: Path, address: Address, tmp_path: Path) -> None:
    with pytest.raises(LocalServerError, match="no store"):
        dump(tmp_path / "none", tmp_path / "x.dump")
    with pytest.raises(InputError, match="cannot be written"):
        dump(home, tmp_path / "absent" / "x.dump")
    assert status(home).address == address


def test_load_killed_between_its_two_renames_is_undone(tmp_path: Path) -> None:
    home = Home.at(tmp_path)
    (home.data_before_load / "databases").mkdir(parents=True)
    home.loading.data.mkdir(parents=True)
    heal(home)
    assert (home.data / "databases").is_dir()
    assert not home.loading.path.exists()


def test_load_killed_after_its_two_renames_is_done(tmp_path: Path) -> None:
    home = Home.at(tmp_path)
    (home.data / "loaded").mkdir(parents=True)
    home.data_before_load.mkdir()
    heal(home)
    assert (home.data / "loaded").is_dir()
    assert not home.data_before_load.exists()
