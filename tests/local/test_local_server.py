"""One real server a data folder: started once, shared, found again after anything, and ended only when it is ours."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest
from neo4j import GraphDatabase
from neo4j.exceptions import AuthError

from kgmem.errors import LocalServerError
from kgmem.local import Address, browser_url, ensure_running, process, server, status, stop
from kgmem.local.home import Home, State

from .conftest import python

START = """
    import sys
    from pathlib import Path
    from kgmem.local import ensure_running
    address = ensure_running(Path(sys.argv[1]))
    print(address.uri, address.pid)
"""
TEN = 10


def values(address: Address, cypher: str) -> list[Any]:
    with GraphDatabase.driver(address.uri, auth=(address.user, address.password)) as driver:
        return [record[0] for record in driver.execute_query(cypher).records]


def state_of(home: Path) -> State:
    state = Home.at(home).state()
    assert state is not None
    return state


@pytest.fixture
def stranger() -> Iterator[subprocess.Popen[bytes]]:
    """A process that has nothing to do with us."""
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as sleeper:
        yield sleeper
        sleeper.kill()


def test_ten_starters_at_once_start_one_server_that_outlives_them_all(home: Path) -> None:
    starters = [python(START, home) for _ in range(TEN)]
    answers = [starter.communicate(timeout=180) for starter in starters]
    assert [starter.returncode for starter in starters] == [0] * TEN, answers
    assert len({out for out, _ in answers}) == 1, answers
    mine = [p for p in psutil.process_iter(["cmdline"]) if process._serves(p.info["cmdline"] or [], Home.at(home))]
    assert [p.pid for p in mine] == [int(answers[0][0].split()[1])]
    if sys.platform != "win32":
        assert os.getsid(mine[0].pid) == mine[0].pid, "a terminal that closes would take the server along"


def test_a_running_server_is_found_in_milliseconds_without_a_subprocess(
    address: Address, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess, "Popen", None)
    monkeypatch.setattr(server, "resolve_class_path", None)
    began = time.perf_counter()
    assert ensure_running(home) == address
    assert time.perf_counter() - began < 0.25, "usually 3 ms"


def test_password_is_random_and_readable_by_its_owner_only(address: Address, home: Path) -> None:
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    for name in ("password", "server.json", "data/dbms/auth.ini", "logs/neo4j.log"):
        assert stat.S_IMODE((home / name).stat().st_mode) & 0o077 == 0
    assert len(address.password) >= 32
    assert address.password not in repr(address)
    command = " ".join(psutil.Process(address.pid).cmdline())
    assert address.password not in command


def test_server_refuses_a_wrong_password(address: Address) -> None:
    with (
        GraphDatabase.driver(address.uri, auth=(address.user, "wrong")) as driver,
        pytest.raises(AuthError),
    ):
        driver.verify_connectivity()


def test_server_listens_on_this_computer_only(address: Address) -> None:
    listening = [c for c in psutil.Process(address.pid).net_connections() if c.status == psutil.CONN_LISTEN]
    assert {c.laddr.port for c in listening} == {int(url.rsplit(":", 1)[1]) for url in (address.uri, address.http)}
    assert {c.laddr.ip.removeprefix("::ffff:") for c in listening} == {"127.0.0.1"}


def test_server_serves_browser_where_browser_url_says(address: Address) -> None:
    url = browser_url(address, query="MATCH (n) RETURN n")
    with urllib.request.urlopen(url, timeout=20) as response:
        assert response.status == 200
        assert "Neo4j Browser" in response.read().decode()
    assert address.password not in url
    assert "MATCH%20%28n%29%20RETURN%20n" in url


def test_status_tells_without_starting_or_writing(address: Address, home: Path, tmp_path: Path) -> None:
    assert status(home).address == address
    assert status(home).log.is_file()
    nowhere = status(tmp_path / "none")
    assert not nowhere.running
    assert list(tmp_path.iterdir()) == []
    assert stop(tmp_path / "none") is False


@pytest.mark.parametrize("known", [{"pid": 0, "started": 0.0}, {}], ids=["its process", "that it answered"])
def test_server_whose_starter_died_before_writing_it_down_is_found(
    address: Address, home: Path, known: dict[str, Any]
) -> None:
    Home.at(home).remember(replace(state_of(home), ready=False, **known))
    assert not status(home).running
    assert ensure_running(home) == address


def test_committed_data_survives_kill_and_the_next_call_starts_again(address: Address, home: Path) -> None:
    values(address, "CREATE (:Kept {word: 'here'})")
    killed = psutil.Process(address.pid)
    killed.kill()
    killed.wait(10)
    assert not status(home).running
    again = ensure_running(home)
    assert again.pid != address.pid
    assert values(again, "MATCH (k:Kept) RETURN k.word") == ["here"]


@pytest.mark.parametrize("same_start", [True, False], ids=["same start time", "other start time"])
def test_a_stranger_that_got_the_servers_number_is_neither_believed_nor_ended(
    stranger: subprocess.Popen[bytes], tmp_path: Path, same_start: bool
) -> None:
    home = Home.at(tmp_path / "home")
    home.create()
    started = psutil.Process(stranger.pid).create_time() if same_start else 1.0
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        home.remember(State(bolt=port, http=port, pid=stranger.pid, started=started, ready=True))
        assert not status(home.path).running
        assert stop(home.path) is False
    assert stranger.poll() is None


def test_after_a_stale_file_and_with_its_port_taken_a_server_starts_on_another_port_and_keeps_it(
    address: Address, home: Path, stranger: subprocess.Popen[bytes]
) -> None:
    assert stop(home) is True
    assert not psutil.pid_exists(address.pid)
    before = state_of(home)
    Home.at(home).remember(replace(before, pid=stranger.pid, started=1.0, ready=True))
    with socket.create_server(("127.0.0.1", before.bolt)):
        moved = ensure_running(home)
        assert moved.uri != address.uri
        assert moved.http == address.http, "the port that is still free is kept"
        assert values(moved, "RETURN 1") == [1]
    assert state_of(home).bolt == int(moved.uri.rsplit(":", 1)[1])
    assert stranger.poll() is None


def test_server_left_half_started_by_a_killed_starter_is_waited_for_and_not_doubled(
    address: Address, home: Path
) -> None:
    stop(home)
    starter = python(START, home)
    deadline = time.monotonic() + 60
    while not (state := state_of(home)).pid:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    starter.kill()
    starter.communicate()
    assert not state.ready
    assert not status(home).running, "half a start is not believed"
    found = ensure_running(home)
    assert found.pid == state.pid
    assert values(found, "RETURN 1") == [1]


def test_server_that_does_not_answer_in_time_is_ended_and_its_last_words_shown(new_home: Callable[[], Path]) -> None:
    home = new_home()
    with pytest.raises(LocalServerError, match="did not answer within") as failed:
        ensure_running(home, deadline=0.6)
    assert str(home / "logs" / "neo4j.log") in str(failed.value)
    assert process.search(Home.at(home)) is None
    assert failed.value.exit_code == 5


def test_server_that_ends_while_starting_is_an_error_with_its_last_words(
    new_home: Callable[[], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = new_home()
    monkeypatch.setattr(server, "_set_password", lambda home, jars: None)
    broken = server.write_config

    def with_nonsense(home: Home, state: State, *, turning: bool) -> None:
        broken(home, state, turning=turning)
        with (home.conf / "neo4j.conf").open("a") as conf:
            conf.write("no.such.setting=1\n")

    monkeypatch.setattr(server, "write_config", with_nonsense)
    with pytest.raises(LocalServerError, match=r"(?s)ended while starting.*no\.such\.setting"):
        ensure_running(home)


def test_store_without_its_password_file_says_where_to_put_it_back(address: Address, home: Path) -> None:
    stop(home)
    kept = (home / "password").rename(home / "password.kept")
    try:
        with pytest.raises(LocalServerError, match=r"password is gone"):
            ensure_running(home)
    finally:
        kept.rename(home / "password")


def test_unreadable_server_json_is_as_good_as_none(tmp_path: Path) -> None:
    (tmp_path / "server.json").write_text("{half")
    assert not status(tmp_path).running
    (tmp_path / "server.json").write_text(json.dumps({"pid": 1, "unknown": 2}))
    assert not status(tmp_path).running
