"""What all readers share: where a piece of input stands, and what becomes of a session that cannot be read. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kgmem.errors import InputError
from kgmem.identity import clean, hashed, normalise_id
from kgmem.models import Session

ID_FIELDS = ("id", "session_id", "conversation_id", "thread_id", "question_id", "sample_id")
"""Where the formats keep the name of a session or of what holds it."""

SHOWN_CHARS = 60
"""Of a wrong value, in the message that says so."""

MAX_NUMBER_BITS = 14_000
"""Of an integer: about the 4,300 digits that Python writes and reads."""


@dataclass(frozen=True)
class Unreadable:
    """A session that cannot be read; the sessions around it can. `reason` is that of its result."""

    external_id: str
    error: InputError = field(compare=False)
    reason: str = field(init=False)

    def __post_init__(self) -> None:
        reason = f"unreadable_session: {self.error}"
        object.__setattr__(self, "reason", clean(reason)[0])
        object.__setattr__(self, "external_id", normalise_id(clean(self.external_id)[0]))


Read = Session | Unreadable
"""What reading one session ends in."""


@dataclass(frozen=True)
class Origin:
    """Where decoded data comes from. `name` goes for an id that it does not give, None where there is no file;
    `place` is the path to it within its file or line, such as `3`."""

    file: str | None = None
    line: int | None = None
    name: str | None = None
    place: str = ""

    def inner(self, position: int) -> Origin:
        """The origin of what stands at `position` of the list that is here."""
        name = None if self.name is None else f"{self.name}-{position}"
        return replace(self, name=name, place=self.field(str(position)))

    def field(self, name: str) -> str:
        """The path of a field of what is here."""
        return ".".join(part for part in (self.place, name) if part)

    def wrong(self, message: str, name: str = "") -> InputError:
        """The error that says what is wrong with the field `name` of what is here."""
        return InputError(message, file=self.file, line=self.line, field=self.field(name) or None)

    def external_id(self, data: Any) -> str:
        """The id that `data` gives itself, as far as one can be read, else where it stands."""
        given = (data.get(name) for name in ID_FIELDS) if isinstance(data, Mapping) else ()
        texts = (clean(one)[0] for one in given if isinstance(one, str))
        if known := next(filter(None, map(normalise_id, texts)), None):
            return known
        place = ":".join(str(part) for part in (self.file, self.line) if part is not None) or self.name or "input"
        return f"{place}[{self.place}]" if self.place else place

    def named(self, value: Any, name: str) -> str | None:
        """An id that the field `name` holds, None for none. Raises InputError for what is neither text nor integer."""
        if value is None:
            return None
        if isinstance(value, str):
            return normalise_id(clean(value)[0]) or None
        if isinstance(value, bool) or not isinstance(value, int) or value.bit_length() > MAX_NUMBER_BITS:
            raise self.wrong(f"{shown(value)} is no id", name)
        return str(value)


def attempt(read: Callable[[], Session], external_id: str) -> Read:
    """The session that `read` returns, or why it cannot."""
    try:
        return read()
    except InputError as error:
        return Unreadable(external_id, error)


def shown(value: Any) -> str:
    """`value` as a message quotes it: short, and of one line."""
    if isinstance(value, int) and value.bit_length() > MAX_NUMBER_BITS:
        return "a number of more than 4,300 digits"
    if not isinstance(value, str | int | float | None):
        return f"a {type(value).__name__}"
    text = repr(value[:SHOWN_CHARS] if isinstance(value, str) else value)
    return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 3] + "..."


def content_id(prefix: str, content: Any) -> str:
    """Law I1 for what has no name: the same content has the same id. Raises InputError for what JSON cannot hold."""
    try:
        return hashed(prefix, json.dumps(content, sort_keys=True))
    except (ValueError, TypeError, RecursionError) as error:
        raise InputError(f"cannot be written as JSON: {error}") from error
