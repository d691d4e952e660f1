"""Readers: from a file, a decoded object or a stream of them to sessions, one at a time.

A format is recognised by content or named. JSONL is streamed, so a file may be larger than memory; every source can be
read twice, since an input is checked as a whole before anything of it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from kgmem.anchors import DateOrder
from kgmem.errors import InputError, UsageError
from kgmem.formats import files, locomo, longmemeval, mem0, messages, native, shapes
from kgmem.formats.reading import Origin, Read, Unreadable
from kgmem.identity import clean
from kgmem.models import Session

__all__ = ["FORMATS", "Read", "SessionInput", "Sessions", "Unreadable"]


class _Format(NamedTuple):
    recognises: Callable[[Any], bool]
    read: Callable[[Any, Origin, str | None], Iterator[Read]]


_READERS = {
    "native": _Format(native.recognises, native.read),
    "locomo": _Format(locomo.recognises, locomo.read),
    "longmemeval": _Format(longmemeval.recognises, longmemeval.read),
    "mem0": _Format(mem0.recognises, mem0.read),
    "messages": _Format(messages.recognises, messages.read),
}
FORMATS = tuple(_READERS)
_ONCE = frozenset({locomo.ASSUMED, longmemeval.ASSUMED})
"""Warnings that are said once a file."""

SessionInput = str | Path | Session | Mapping[str, Any]
"""A path to a file or folder, a session, or a decoded JSON object of any format."""
_INPUTS = (str, Path, Session, Mapping)


class Sessions:
    """The sessions of some inputs, as often as asked for, each read or Unreadable; a list of chat messages is one.

    Iterating raises InputError naming file, line and field where a whole file cannot be read, and at the end where
    sessions were given and none of them could be read: the error of the first.
    """

    def __init__(
        self, inputs: SessionInput | Iterable[Any], format: str | None = None, zone: str | None = None,
        date_order: DateOrder | None = None,
    ) -> None:  # fmt: skip
        if format is not None and format not in FORMATS:
            raise UsageError(f"no format is named {format!r}; there are {', '.join(FORMATS)}", field="format")
        self.format, self.zone, self.date_order = format, zone, date_order
        single = isinstance(inputs, _INPUTS) or shapes.is_object(inputs) or not isinstance(inputs, Iterable)
        given: list[Any] = [inputs] if single else list(inputs)  # type: ignore[arg-type]
        self.inputs = [given] if self._takes("messages") and messages.is_conversation(given) else given
        for one in self.inputs:
            if not isinstance(one, _INPUTS) and not messages.recognises(one):
                raise InputError(
                    f"a {type(one).__name__} is no input; give a path, a session, or an object as JSON decodes it"
                )

    def __iter__(self) -> Iterator[Read]:
        broken: list[Unreadable] = []
        readable = False
        for one in self._all():
            if isinstance(one, Session):
                readable, one = True, self._ordered(one)
            elif not broken:
                broken.append(one)
            yield one
        if broken and not readable:
            raise broken[0].error

    def _ordered(self, session: Session) -> Session:
        """The session whose messages take the configured order of day and month where none is their own."""
        if self.date_order is None or all(message.date_order for message in session.messages):
            return session
        given = {"date_order": self.date_order}
        messages = (one if one.date_order else one.model_copy(update=given) for one in session.messages)
        return session.model_copy(update={"messages": tuple(messages)})

    def _all(self) -> Iterator[Read]:
        for one in self.inputs:
            if isinstance(one, Session):
                yield one
            elif isinstance(one, str | Path):
                for path in files.found(Path(one)):
                    yield from _said_once(self._file(path))
            else:
                yield from _said_once(self._decoded(one, Origin()))

    def _file(self, path: Path) -> Iterator[Read]:
        stem = clean(path.stem)[0]
        documents = files.documents(path)
        for number, (line, data) in enumerate(documents):
            origin = Origin(str(path), line, stem if line is None else f"{stem}-{line}")
            if isinstance(data, InputError):
                yield Unreadable(origin.external_id(None), data)
            elif number == 0 and line is not None and self._takes("messages") and shapes.is_message(data):
                yield from self._log([data, *(one for _, one in documents)], Origin(str(path), None, stem))
            else:
                yield from self._decoded(data, origin)

    def _log(self, lines: list[Any], origin: Origin) -> Iterator[Read]:
        """A file of one message a line, which is one conversation; a broken line is left out and told."""
        yield from self._read("messages", [one for one in lines if not isinstance(one, InputError)], origin)
        for wrong in lines:
            if isinstance(wrong, InputError):
                yield Unreadable(replace(origin, line=wrong.line).external_id(None), wrong)

    def _decoded(self, data: Any, origin: Origin) -> Iterator[Read]:
        if not isinstance(data, list) or self._is_one(data):
            yield from self._read(self._form(data) or "native", data, origin)
            return
        usual = next((form for one in data if (form := self._form(one))), "native")
        for position, one in enumerate(data):
            yield from self._read(self._form(one) or usual, one, origin.inner(position))

    def _read(self, form: str, data: Any, origin: Origin) -> Iterator[Read]:
        try:
            yield from _READERS[form].read(data, origin, self.zone)
        except InputError as error:
            yield Unreadable(origin.external_id(data), error)

    def _form(self, data: Any) -> str | None:
        return self.format or next((name for name, one in _READERS.items() if one.recognises(data)), None)

    def _is_one(self, data: list[Any]) -> bool:
        """Whether a list is one conversation and not a list of sessions."""
        if self.format == "messages":
            return bool(data) and not messages.holds_conversations(data)
        return self._takes("messages") and messages.is_conversation(data)

    def _takes(self, format: str) -> bool:
        return self.format in (None, format)


def _said_once(found: Iterable[Read]) -> Iterator[Read]:
    said: set[Any] = set()
    for one in found:
        if isinstance(one, Session) and _ONCE & set(one.warnings):
            kept = tuple(warning for warning in one.warnings if warning not in said)
            said |= _ONCE & set(one.warnings)
            one = one.model_copy(update={"warnings": kept})
        yield one
