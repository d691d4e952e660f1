"""Fetching: what the cache holds is whole, whatever happened while it came. A small Maven repository is served here."""

from __future__ import annotations

import hashlib
import io
import socket
import threading
import time
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kgmem.errors import LocalServerError
from kgmem.local import artifacts, lock, maven, resolve_jar
from kgmem.local.lock import Locked

from .conftest import python

COORDINATE = "org.example:thing:1.0"
PATH = "/org/example/thing/1.0/thing-1.0.jar"
RESOLVE = """
    import sys
    from pathlib import Path
    from kgmem.local import resolve_jar
    print(resolve_jar("org.example:thing:1.0", cache=Path(sys.argv[1])))
"""


def jar_bytes(size: int = 300_000) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as jar:
        jar.writestr("inside.txt", b"x" * size)
    return buffer.getvalue()


class Repository:
    """Serves `files`; `stall_after` bytes of a jar it waits for `go_on`, `cut_first` times it hangs up half-way."""

    def __init__(self) -> None:
        content = jar_bytes()
        self.files = {PATH: content, f"{PATH}.sha1": hashlib.sha1(content).hexdigest().encode()}
        self.asked: list[str] = []
        self.stall_after: int | None = None
        self.cut_first = 0
        self.stalled, self.go_on = threading.Event(), threading.Event()
        repository = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                repository.answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        self.asked.append(handler.path)
        content = self.files.get(handler.path)
        if content is None:
            handler.send_error(404)
            return
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        half = len(content) // 2
        if self.cut_first and handler.path.endswith(".jar"):
            self.cut_first -= 1
            handler.wfile.write(content[:half])
            handler.close_connection = True
        elif self.stall_after is not None and handler.path.endswith(".jar"):
            handler.wfile.write(content[: self.stall_after])
            handler.wfile.flush()
            self.stalled.set()
            self.go_on.wait(60)
        else:
            handler.wfile.write(content)

    def close(self) -> None:
        self.go_on.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    served = Repository()
    configure(served.url, tmp_path, monkeypatch)
    yield served
    served.close()


def configure(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    conf = tmp_path / "jgo.conf"
    conf.write_text(f"[repositories]\ncentral = {url}\n")
    monkeypatch.setenv("JGO_CONFIG_FILE", str(conf))
    monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))
    monkeypatch.setattr(maven, "PAUSE", 0.01)


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file() and path.name != "fetch.lock")


def test_jar_is_fetched_once_with_word_of_it_and_without_what_it_depends_on(
    repository: Repository, tmp_path: Path
) -> None:
    said: list[str] = []
    found = [resolve_jar(COORDINATE, say=said.append, cache=tmp_path / "cache") for _ in range(2)]
    assert found[0].read_bytes() == repository.files[PATH]
    assert found[0] == found[1]
    assert repository.asked == [PATH, f"{PATH}.sha1"]
    assert said == [f"Fetching {COORDINATE} (once)"]


def test_download_killed_half_way_leaves_nothing_that_is_believed(repository: Repository, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    repository.stall_after = 100_000
    killed = python(RESOLVE, cache)
    assert repository.stalled.wait(30)
    killed.kill()
    killed.communicate()
    assert "thing-1.0.jar" not in files_in(cache)
    repository.stall_after = None
    assert resolve_jar(COORDINATE, cache=cache).read_bytes() == repository.files[PATH]


def test_many_processes_fetch_a_jar_once(repository: Repository, tmp_path: Path) -> None:
    at_once = [python(RESOLVE, tmp_path / "cache") for _ in range(5)]
    answers = [process.communicate(timeout=60) for process in at_once]
    assert len({out for out, _ in answers}) == 1, answers
    assert repository.asked.count(PATH) == 1


def test_connection_that_breaks_is_tried_again(repository: Repository, tmp_path: Path) -> None:
    repository.cut_first = maven.ATTEMPTS - 1
    assert resolve_jar(COORDINATE, cache=tmp_path / "cache").read_bytes() == repository.files[PATH]


def test_jar_cut_in_the_cache_is_fetched_again(repository: Repository, tmp_path: Path) -> None:
    found = resolve_jar(COORDINATE, cache=tmp_path / "cache")
    found.write_bytes(found.read_bytes()[:1000])
    assert resolve_jar(COORDINATE, cache=tmp_path / "cache").read_bytes() == repository.files[PATH]


def test_content_that_is_not_what_its_checksum_says_is_refused(repository: Repository, tmp_path: Path) -> None:
    repository.files[f"{PATH}.sha1"] = b"0" * 40
    with pytest.raises(LocalServerError, match="checksum does not match"):
        resolve_jar(COORDINATE, cache=tmp_path / "cache")
    assert files_in(tmp_path / "cache") == []


def test_whole_jar_of_the_users_maven_cache_is_taken_and_a_cut_one_is_not(
    repository: Repository, tmp_path: Path
) -> None:
    own = tmp_path / "m2" / PATH.lstrip("/")
    own.parent.mkdir(parents=True)
    own.write_bytes(repository.files[PATH][:1000])
    assert resolve_jar(COORDINATE, cache=tmp_path / "one").read_bytes() == repository.files[PATH]
    assert repository.asked.count(PATH) == 1
    own.write_bytes(repository.files[PATH])
    assert resolve_jar(COORDINATE, cache=tmp_path / "two").read_bytes() == repository.files[PATH]
    assert repository.asked.count(PATH) == 1


def test_without_a_network_the_error_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # bound, not listening: a connection is refused
        configure(f"http://127.0.0.1:{closed.getsockname()[1]}", tmp_path, monkeypatch)
        with pytest.raises(LocalServerError, match=r"Connect to the internet once .* KGMEM_URI"):
            resolve_jar(COORDINATE, cache=tmp_path / "cache")
    assert files_in(tmp_path / "cache") == []


def test_cache_that_cannot_be_written_says_so(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(LocalServerError, match="Cannot keep"):
        resolve_jar(COORDINATE, cache=tmp_path / "file" / "cache")


@pytest.fixture
def two_locked(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> tuple[Locked, ...]:
    pinned = []
    for name, size in (("one", 100), ("two", 90_000)):
        content = jar_bytes(size)
        jar = Locked(hashlib.sha256(content).hexdigest(), len(content), f"org.example:{name}:1.0")
        repository.files[f"/{jar.path.as_posix()}"] = content
        pinned.append(jar)
    monkeypatch.setattr(artifacts, "locked", lambda: tuple(pinned))
    return tuple(pinned)


def test_class_path_is_fetched_once_in_the_order_of_the_lock_and_asks_for_no_pom(
    repository: Repository, two_locked: tuple[Locked, ...], tmp_path: Path
) -> None:
    said: list[str] = []
    jars = artifacts.resolve_class_path(say=said.append, cache=tmp_path)
    assert [jar.name for jar in jars] == ["one-1.0.jar", "two-1.0.jar"]
    assert artifacts.resolve_class_path(cache=tmp_path) == jars
    assert sorted(repository.asked) == sorted(f"/{jar.path.as_posix()}" for jar in two_locked)
    assert "(once): 0 of 0 MB" in said[-1]


@pytest.mark.parametrize("harm", ["cut", "lost"])
def test_jar_of_the_class_path_that_was_cut_or_lost_is_fetched_again(
    repository: Repository, two_locked: tuple[Locked, ...], tmp_path: Path, harm: str
) -> None:
    jars = artifacts.resolve_class_path(cache=tmp_path)
    if harm == "cut":
        jars[1].write_bytes(jars[1].read_bytes()[:-1])
    else:
        jars[1].unlink()
    artifacts.resolve_class_path(cache=tmp_path)
    assert jars[1].stat().st_size == two_locked[1].size
    assert len(repository.asked) == 3


def test_jar_that_a_mirror_has_changed_is_refused(
    repository: Repository, two_locked: tuple[Locked, ...], tmp_path: Path
) -> None:
    path = f"/{two_locked[0].path.as_posix()}"
    repository.files[path] = jar_bytes(101)
    repository.files[f"{path}.sha1"] = hashlib.sha1(repository.files[path]).hexdigest().encode()
    with pytest.raises(LocalServerError, match="not what was published"):
        artifacts.resolve_class_path(cache=tmp_path)


def test_lock_pins_the_server_and_browser_of_the_named_versions_once_each() -> None:
    pinned = [jar.coordinate for jar in lock.locked()]
    assert {lock.SERVER, lock.BROWSER} <= set(pinned)
    assert pinned == sorted(set(pinned)), "python -m kgmem.local.lock writes it anew"
    assert {jar.coordinate.split(":")[2] for jar in lock.locked() if jar.coordinate.startswith("org.neo4j:")} >= {
        lock.NEO4J_VERSION
    }
    assert all(len(jar.sha256) == 64 and jar.size > 0 for jar in lock.locked())


def test_lock_is_written_anew_with_all_that_the_server_depends_on(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def publish(coordinate: str, dependencies: str = "") -> None:
        group, name, version = coordinate.split(":")
        ids = f"<groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version>"
        base = f"/{group.replace('.', '/')}/{name}/{version}/{name}-{version}"
        pom = f'<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>{ids}{dependencies}</project>'
        repository.files |= {f"{base}.pom": pom.encode(), f"{base}.jar": jar_bytes(10)}

    below = "<dependency><groupId>a</groupId><artifactId>below</artifactId><version>2</version></dependency>"
    publish("a:server:1", f"<dependencies>{below}</dependencies>")
    publish("a:below:2")
    publish("a:browser:3")
    for name, value in (("SERVER", "a:server:1"), ("BROWSER", "a:browser:3"), ("_FILE", tmp_path / "neo4j.lock")):
        monkeypatch.setattr(lock, name, value)
    assert lock.rewrite(tmp_path / "maven") == 3
    written = [line.split()[2] for line in (tmp_path / "neo4j.lock").read_text().splitlines()]
    assert written == ["a:below:2", "a:browser:3", "a:server:1"]


def test_waiting_for_another_fetcher_ends(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(artifacts, "FETCH_DEADLINE", 0.2)
    repository.stall_after = 10
    holder = python(RESOLVE, tmp_path)
    assert repository.stalled.wait(30)
    said: list[str] = []
    began = time.monotonic()
    with pytest.raises(LocalServerError, match="Another process has been fetching"):
        resolve_jar(COORDINATE, say=said.append, cache=tmp_path)
    assert time.monotonic() - began < 10
    assert said == ["Another process is fetching; waiting for it"]
    holder.kill()
    holder.communicate()
