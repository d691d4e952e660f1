"""Files of an exchange: a new one appears whole or not at all, and a stream is kept so that it can be read twice."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from kgmem.errors import InputError

STREAM = "standard input"
"""What a file without a name is called in messages."""
FIRST = 2**20
"""Bytes of the first line of an export, at most: it holds names and numbers."""
LONGEST = 2**28
"""Bytes of any other, at most: a node with its texts and vectors, far below what the store takes in one transaction."""


def target(given: str | Path | BinaryIO) -> Path | BinaryIO:
    """A name as a path; a stream as it is."""
    return Path(given) if isinstance(given, str) else given


@contextlib.contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of `path` at the end of the block, and of nothing if that fails.

    Raises InputError where it cannot be written.
    """
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(handle)
        os.replace(temporary, path)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(path)) from error
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)


@contextlib.contextmanager
def kept(source: Path | BinaryIO) -> Iterator[tuple[Path, str]]:
    """A file that can be read twice, and what it is called in messages. Raises InputError where there is none."""
    if isinstance(source, Path):
        try:
            there = source.is_file()
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", file=str(source)) from error
        if not there:
            raise InputError("there is no such file", file=str(source))
        yield source, str(source)
        return
    with tempfile.NamedTemporaryFile(prefix="kgmem-import-") as file:
        shutil.copyfileobj(source, file)
        file.flush()
        yield Path(file.name), STREAM


def lines(path: Path, name: str) -> Iterator[bytes]:
    """The lines of an export with their ends, none beyond what one may hold. Raises InputError where the file, called
    `name` in messages, cannot be read or has a line that is longer."""
    number, most = 1, FIRST
    try:
        with path.open("rb") as file:
            while line := file.readline(most + 1):
                if len(line) > most:
                    raise InputError(f"is longer than a line of an export, {most} bytes", file=name, line=number)
                yield line
                number, most = number + 1, LONGEST
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=name) from error
