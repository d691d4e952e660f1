"""Fetches Maven artifacts into one cache that every data folder shares.

A file is in the cache under its own name only once it is whole, so what the cache holds can be believed after any
interruption. Files that were cut or lost afterwards are noticed by their size, or by the zip's own directory, and
fetched again.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_cache_path

from kgmem.errors import LocalServerError
from kgmem.local.lock import NEO4J_VERSION, Locked, locked
from kgmem.local.serving import with_pages

Say = Callable[[str], None]

FETCH_DEADLINE = 1800.0  # seconds a process waits for another one that is fetching: 200 MB on a slow line
PARALLEL_DOWNLOADS = 8  # most files are small: the time goes into round trips, not bytes
STEPS = 10  # progress messages in a long fetch
MEGABYTE = 1_000_000


def silent(_message: str) -> None:
    """The default listener."""


def default_cache() -> Path:
    """Where fetched files live: the user's cache folder, since they can always be fetched again."""
    return user_cache_path("kgmem", appauthor=False)


def resolve_jar(coordinate: str, *, say: Say = silent, cache: Path | None = None) -> Path:
    """The jar `group:artifact:version` itself, without what it depends on. Fetched if it is not there yet.

    Raises LocalServerError when it is not there and cannot be fetched.
    """
    root = cache or default_cache()
    found = root / "maven" / Locked("", 0, coordinate).path
    if _opens(found):
        return found
    with _fetching(root, coordinate, say):
        if not _opens(found):
            from kgmem.local.maven import asked_for

            say(f"Fetching {coordinate} (once)")
            found.unlink(missing_ok=True)
            asked_for(coordinate, root / "maven").artifact.resolve()
    return found


def resolve_class_path(*, say: Say = silent, cache: Path | None = None) -> list[Path]:
    """Every jar of the server that `lock` pins, fetched where it is not there yet, and Browser's with kgmem's pages.

    Raises LocalServerError.
    """
    root = cache or default_cache()
    if lacking(root):
        with _fetching(root, f"Neo4j {NEO4J_VERSION}", say):
            _fetch(root / "maven", lacking(root), say)
    return with_pages([root / "maven" / jar.path for jar in locked()], root)


def lacking(root: Path) -> list[Locked]:
    """The pinned jars that are missing below `root` or have another size than they should."""
    return [jar for jar in locked() if not _has_size(root / "maven" / jar.path, jar.size)]


def _has_size(path: Path, size: int) -> bool:
    try:
        return path.stat().st_size == size
    except OSError:  # absent; what else it may be, the fetch finds out and says
        return False


def _opens(jar: Path) -> bool:
    """Whether a zip file is there with its directory, which stands at its end: a cut one has lost it."""
    try:
        with zipfile.ZipFile(jar):
            return True
    except (OSError, zipfile.BadZipFile):
        return False


def _fetch(repository: Path, wanted: list[Locked], say: Say) -> None:
    from kgmem.local.maven import asked_for

    total, done, step = sum(jar.size for jar in wanted), 0, 1
    with ThreadPoolExecutor(PARALLEL_DOWNLOADS) as pool:
        pending: dict[Future[Path], Locked] = {}
        for jar in wanted:
            (repository / jar.path).unlink(missing_ok=True)
            artifact = asked_for(jar.coordinate, repository, {jar.path.name: jar.sha256}).artifact
            pending[pool.submit(artifact.resolve)] = jar
        try:
            for future in as_completed(pending):
                future.result()
                done += pending[future].size
                if done >= total * step // STEPS:
                    step = done * STEPS // total + 1
                    say(f"Fetching Neo4j {NEO4J_VERSION} (once): {done // MEGABYTE} of {total // MEGABYTE} MB")
        finally:
            pool.shutdown(cancel_futures=True)


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
    except LocalServerError as error:
        raise LocalServerError(
            f"{what} is not on this computer yet and cannot be fetched from Maven Central: {error}. Connect to the "
            "internet once (a mirror goes into jgo's configuration file), or set KGMEM_URI to a Neo4j of your own."
        ) from error
    except OSError as error:
        raise LocalServerError(
            f"Cannot keep {what} in {root}: {error}. Make room there or make it writable."
        ) from error
