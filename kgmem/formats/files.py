"""From a path to decoded JSON documents: one a file, or one a line, which are streamed."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from kgmem.errors import InputError
from kgmem.formats.encodings import START_BYTES, by_bytes, by_start

SUFFIXES = (".json", ".jsonl", ".ndjson")
"""What is read of a folder."""
LINED = (".jsonl", ".ndjson")
_MARK = "\ufeff"


def found(path: Path) -> list[Path]:
    """The files that `path` stands for: itself, or those of a folder by name. Raises InputError if there are none.

    Folders within a folder are passed over.
    """
    try:
        if not path.is_dir():
            return [path]
        files = sorted(one for one in path.iterdir() if one.suffix.lower() in SUFFIXES and not one.is_dir())
    except (OSError, ValueError) as error:
        raise _unopened(path, error) from error
    if not files:
        raise InputError(f"holds no {', '.join(SUFFIXES)} file", file=str(path))
    return files


def documents(path: Path) -> Iterator[tuple[int | None, Any]]:
    """Each document of a file with its line, or with None where the file is one document.

    A line that is not JSON is an InputError in the place of its document. Raises InputError where that holds for the
    whole file: it cannot be opened, is empty, is not UTF-8 or is not JSON.
    """
    try:
        with _opened(path) as stream:
            yield from _documents(stream, path)
    except UnicodeDecodeError as error:
        raise _not_utf8(path) from error
    except OSError as error:
        raise _unopened(path, error) from error


def _documents(stream: IO[str], path: Path) -> Iterator[tuple[int | None, Any]]:
    lines = (line for line in stream if not _blank(line))
    head, second = next(lines, None), next(lines, None)
    if head is None:
        raise InputError("is empty", file=str(path))
    stream.seek(0)
    if second is None or isinstance(_decoded(head, path, None), InputError):
        # One document over many lines, or lines of which the first is broken: the whole tells, else the second line.
        whole = _decoded(stream.read(), path, None)
        if not isinstance(whole, InputError):
            yield None, whole
            return
        lined = path.suffix.lower() in LINED or (second and isinstance(_decoded(second, path, None), dict))
        if second is None or not lined:
            raise whole
        stream.seek(0)
    for number, line in enumerate(stream, start=1):
        if not _blank(line):
            yield number, _decoded(line, path, number)


def _blank(line: str) -> bool:
    return not line.strip().strip(_MARK)


def _decoded(text: str, path: Path, line: int | None) -> Any:
    """The decoded text, or the InputError that says why it is not JSON."""
    try:
        return json.loads(text.removeprefix(_MARK))  # files that were joined have marks within
    except json.JSONDecodeError as error:
        at = error.lineno if line is None else line
        return InputError(f"is not JSON, at column {error.colno}: {error.msg}", file=str(path), line=at)
    except ValueError as error:
        return InputError(f"is not JSON: {error}", file=str(path), line=line)
    except RecursionError:
        return InputError("is nested too deeply", file=str(path), line=line)


def _opened(path: Path) -> IO[str]:
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            raise InputError("is no file; an input is read twice, which a pipe cannot be", file=str(path))
        with path.open("rb") as raw:
            encoding = by_start(raw.read(START_BYTES))
        if encoding:
            raise InputError(f"is not UTF-8: it looks like {encoding}; save it as UTF-8", file=str(path))
        return path.open(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _unopened(path, error) from error


def _unopened(path: Path, error: Exception) -> InputError:
    return InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=str(path))


def _not_utf8(path: Path) -> InputError:
    """Where the first byte is that UTF-8 has not, and what the line it is in looks like."""
    offset = 0
    with path.open("rb") as raw:
        for number, line in enumerate(raw, start=1):
            try:
                line.decode()
            except UnicodeDecodeError as error:
                at = f"byte {offset + error.start}"
                message = f"is not UTF-8, at {at}: it looks like {by_bytes(line)}; save it as UTF-8"
                return InputError(message, file=str(path), line=number)
            offset += len(line)
    return InputError("is not UTF-8; save it as UTF-8", file=str(path))
