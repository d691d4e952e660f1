"""Readers: from a file, a decoded object or a stream of them to sessions, one at a time.

A format is recognised by content or named. JSONL is streamed, so a file may be larger than memory; every source can be
read twice, since an input is checked as a whole before anything of it is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kgmem.errors import InputError, UsageError
from kgmem.formats import locomo, native
from kgmem.models import Session

FORMATS = ("native", "locomo")
_SUFFIXES = (".json", ".jsonl", ".ndjson")

SessionInput = str | Path | Session | Mapping[str, Any]
"""A path to a file or folder, a session, or a decoded JSON object of any format."""
_INPUTS = (str, Path, Session, Mapping)


class Sessions:
    """The sessions of some inputs, as often as asked for. Iterating raises InputError naming file, line and field."""

    def __init__(
        self, inputs: SessionInput | Iterable[SessionInput], format: str | None = None, zone: str | None = None
    ) -> None:
        if format is not None and format not in FORMATS:
            raise UsageError(f"no format is named {format!r}; there are {', '.join(FORMATS)}", field="format")
        single = isinstance(inputs, _INPUTS) or not isinstance(inputs, Iterable)
        self.inputs: list[SessionInput] = [inputs] if single else list(inputs)  # type: ignore[list-item, arg-type]
        for one in self.inputs:
            if not isinstance(one, _INPUTS):
                given = type(one).__name__
                raise InputError(f"a {given} is no input; give a path, a session, or an object as JSON decodes it")
        self.format, self.zone = format, zone

    def __iter__(self) -> Iterator[Session]:
        for one in self.inputs:
            if isinstance(one, Session):
                yield one
            elif isinstance(one, Mapping):
                yield from self._decoded(one, None, None, "conversation")
            else:
                for file in _files(Path(one)):
                    yield from self._file(file)

    def _file(self, path: Path) -> Iterator[Session]:
        name = str(path)
        with _opened(path) as stream:
            try:
                head = next((line for line in stream if line.strip()), None)
                if head is None:
                    raise InputError("is empty", file=name)
                rest_is_blank = not any(line.strip() for line in stream)
                stream.seek(0)
                if not rest_is_blank and _is_object(head):
                    for number, line in enumerate(stream, start=1):
                        if line.strip():
                            yield from self._decoded(_decode(line, name, number), name, number, path.stem)
                else:
                    yield from self._decoded(_decode(stream.read(), name, None), name, None, path.stem)
            except UnicodeDecodeError as error:
                raise InputError(f"is not UTF-8 (byte {error.start}: {error.reason})", file=name) from error

    def _decoded(self, data: Any, file: str | None, line: int | None, name: str) -> Iterator[Session]:
        if self.format == "locomo" or (self.format is None and locomo.recognises(data)):
            yield from locomo.read(data, file, name)
        elif isinstance(data, list):
            for position, raw in enumerate(data):
                yield native.read_session(raw, self.zone, file=file, line=line, place=str(position))
        else:
            yield native.read_session(data, self.zone, file=file, line=line)


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        found = sorted(file for file in path.iterdir() if file.suffix in _SUFFIXES)
        if not found:
            raise InputError(f"holds no {', '.join(_SUFFIXES)} file", file=str(path))
        return found
    return [path]


def _opened(path: Path) -> Any:
    try:
        return path.open(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from error


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return line.lstrip().startswith("{") and line.rstrip().endswith("}")


def _decode(text: str, file: str, line: int | None) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        at = error.lineno if line is None else line
        raise InputError(f"is not JSON, at column {error.colno}: {error.msg}", file=file, line=at) from error
    except ValueError as error:
        raise InputError(f"is not JSON: {error}", file=file, line=line) from error
    except RecursionError as error:
        raise InputError("is nested too deeply", file=file, line=line) from error
