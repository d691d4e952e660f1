"""Fetches Maven artifacts into one cache that every data folder shares.

jgo finds out what to fetch; `_WholeFiles` sees to it that a file is in the cache under its own name only once it has
arrived whole and matched the repository's checksum. So whatever the cache holds can be believed after any interruption,
and no run has to be told about an earlier one.
"""

from __future__ import annotations

import json
import logging
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout
from platformdirs import user_cache_path

from kgmem.errors import LocalServerError

if TYPE_CHECKING:
    from jgo.maven import Artifact, Dependency

Say = Callable[[str], None]

FETCH_DEADLINE = 1800.0  # seconds a process waits for another one that is fetching: 200 MB on a slow line
PARALLEL_DOWNLOADS = 8  # many small files: the time goes into round trips, not bytes


def silent(_message: str) -> None:
    """The default listener."""


def default_cache() -> Path:
    """Where fetched files live: the user's cache folder, since they can always be fetched again."""
    return user_cache_path("kgmem", appauthor=False)


def resolve_jar(coordinate: str, *, say: Say = silent, cache: Path | None = None) -> Path:
    """The jar `group:artifact:version` itself, without what it depends on. Fetched if it is not there yet."""
    root = cache or default_cache()
    found = _location(root, coordinate)
    if is_whole(found):
        return found
    with _fetching(root, coordinate, say):
        if not is_whole(found):
            found.unlink(missing_ok=True)
            say(f"Fetching {coordinate} (once)")
            _dependency(root, coordinate).artifact.resolve()
    return found


def resolve_class_path(name: str, closed: str, alone: str, *, say: Say = silent, cache: Path | None = None) -> list[Path]:
    """The jars of `closed` with all it depends on, and the jar `alone`, in a stable order.

    Walking 240 POM files takes seconds, so the answer is kept in `<name>.json` with the size of each jar; a jar that
    is missing or has another size since is fetched again.
    """
    root = cache or default_cache()
    listing = root / f"{name}.json"
    if known := _known_class_path(listing):
        return known
    with _fetching(root, name, say):
        if known := _known_class_path(listing):
            return known
        say(f"Looking up what {name} needs")
        wanted = _closure(root, closed)
        wanted.append(_dependency(root, alone).artifact)
        jars = sorted(_fetch_all(name, wanted, say))
        _write_whole(listing, json.dumps([[str(jar.relative_to(root)), jar.stat().st_size] for jar in jars]).encode())
    return jars


def is_whole(jar: Path) -> bool:
    """Whether a zip file is there with its directory, which stands at its end: a cut one has lost it."""
    try:
        with zipfile.ZipFile(jar):
            return True
    except (OSError, zipfile.BadZipFile):
        return False


def _known_class_path(listing: Path) -> list[Path]:
    try:
        entries: list[tuple[str, int]] = json.loads(listing.read_bytes())
        jars = [(listing.parent / path, size) for path, size in entries]
        return [jar for jar, _ in jars] if all(jar.stat().st_size == size for jar, size in jars) else []
    except (OSError, ValueError):
        return []


def _write_whole(path: Path, content: bytes) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(content)
    part.replace(path)


@contextmanager
def _fetching(root: Path, what: str, say: Say) -> Iterator[None]:
    """Holds the cache's lock, which dies with its holder, and turns what goes wrong inside into LocalServerError."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        lock = FileLock(root / "fetch.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            say("Another process is fetching; waiting for it")
            lock.acquire(timeout=FETCH_DEADLINE)
        try:
            yield
        finally:
            lock.release()
    except Timeout as error:
        raise LocalServerError(
            f"Another process has been fetching into {root} for {FETCH_DEADLINE:.0f} s. End it and try again."
        ) from error
    except (OSError, RuntimeError, ValueError) as error:  # jgo raises RuntimeError; network errors are OSErrors
        raise LocalServerError(
            f"Cannot fetch {what} into {root}: {error}. It is fetched from Maven Central on first use: connect to the "
            "internet once (a mirror goes into jgo's configuration file), or set KGMEM_URI to a Neo4j of your own."
        ) from error


def _location(root: Path, coordinate: str) -> Path:
    group, artifact, version = coordinate.split(":")
    return root / "maven" / Path(*group.split(".")) / artifact / version / f"{artifact}-{version}.jar"


def _dependency(root: Path, coordinate: str) -> Dependency:
    from jgo.parse import Coordinate

    from kgmem.local.maven import context

    group, artifact, version = coordinate.split(":")
    return context(root / "maven").create_dependency(Coordinate(group, artifact, version, scope="compile"))


def _closure(root: Path, coordinate: str) -> list[Artifact]:
    asked = _dependency(root, coordinate)
    log = logging.getLogger("jgo")
    level, _ = log.level, log.setLevel(logging.ERROR)  # its warnings about optional POM parts say nothing to a user
    try:
        itself, below = asked.artifact.context.resolver.resolve([asked])
    finally:
        log.setLevel(level)
    return [dependency.artifact for dependency in (*itself, *below)]


def _fetch_all(name: str, wanted: list[Artifact], say: Say) -> list[Path]:
    for artifact in wanted:
        if not is_whole(artifact.cached_path):
            artifact.cached_path.unlink(missing_ok=True)
    jars: list[Path] = []
    step = max(1, len(wanted) // 10)
    with ThreadPoolExecutor(PARALLEL_DOWNLOADS) as pool:
        pending: list[Any] = [pool.submit(artifact.resolve) for artifact in wanted]
        try:
            for done in as_completed(pending):
                jars.append(done.result())
                if len(jars) % step == 0:
                    say(f"Fetching {name} (once): {len(jars)} of {len(wanted)} files")
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    return jars
