"""The native session format: one JSON object a session (see the README). Pure, but for the cleaning of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kgmem.anchors import Interval, NaiveTime, parse_iso, zone
from kgmem.errors import InputError
from kgmem.identity import clean, normalise_id
from kgmem.models import Message, Session, SourceRef, Warning_

MAX_DEPTH = 100
"""Levels of lists and objects in one session; the format has seven."""

UNNAMED_SPEAKER = "unknown"
"""Who speaks in a message that names neither speaker nor role."""


class _Raw(BaseModel):
    model_config = ConfigDict(extra="allow", coerce_numbers_to_str=True)


class _RawSource(_Raw):
    kind: Literal["document", "tool", "speaker"]
    id: str
    title: str | None = None
    uri: str | None = None
    published_at: str | None = None


class _RawMessage(_Raw):
    id: str | None = None
    speaker: str | None = None
    role: Literal["user", "assistant", "tool"] | None = None
    text: str
    sent_at: str | None = None
    source: _RawSource | None = None
    locator: str | None = None


class _RawSession(_Raw):
    id: str
    kind: Literal["conversation", "task"] = "conversation"
    title: str | None = None
    started_at: str | None = None
    ended_at: str | None = None
    timezone: str | None = None
    group: str | None = None
    messages: list[_RawMessage]
    claims: list[Any] | None = None
    relations: list[Any] | None = Field(None)


def read_session(
    raw: Any, default_zone: str | None, *, file: str | None = None, line: int | None = None, place: str = ""
) -> Session:
    """The session in a decoded JSON object. Raises InputError naming file, line and field of what is wrong.

    `place` says where in a larger document the session stands; fields are named from there.
    """
    cleaned, sanitised = _cleaned(raw, file, line, (place,) if place else ())
    try:
        parsed = _RawSession.model_validate(cleaned)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in ((place, *first["loc"]) if place else first["loc"])) or None
        raise InputError(first["msg"][0].lower() + first["msg"][1:], file=file, line=line, field=field) from error
    reader = _Reader(parsed, default_zone, file, line, place)
    if sanitised:
        reader.warn("text_sanitised", "control characters or lone surrogates were taken out")
    return reader.session()


class _Reader:
    def __init__(
        self, raw: _RawSession, default_zone: str | None, file: str | None, line: int | None, place: str
    ) -> None:
        self.raw, self.file, self.line, self.place = raw, file, line, place
        self.warnings: list[Warning_] = []
        try:
            self.zone = zone(raw.timezone or default_zone)
        except ValueError as error:
            raise self.wrong("timezone", str(error)) from error

    def session(self) -> Session:
        raw = self.raw
        external_id = self.identifier("id", raw.id)
        started = self.time("started_at", raw.started_at)
        messages = tuple(self.message(i, message, started) for i, message in enumerate(raw.messages))
        names = Counter(message.id for message in messages if message.id is not None)
        if doubled := next((name for name, count in names.items() if count > 1), None):
            raise self.wrong("messages", f"the message id {doubled!r} occurs twice in one session")
        if not any(message.text.strip() for message in messages):
            self.warn("empty_session", "it has no message with text")
        self.strangers("", raw)
        return Session(
            external_id=external_id,
            kind=raw.kind,
            group=normalise_id(raw.group) or None if raw.group else None,
            title=raw.title,
            started_at=started.start if started else None,
            ended_at=end.start if (end := self.time("ended_at", raw.ended_at)) else None,
            timezone=raw.timezone,
            messages=messages,
            brings_claims=raw.claims is not None or raw.relations is not None,
            claims=tuple(raw.claims or ()),
            relations=tuple(raw.relations or ()),
            warnings=tuple(dict.fromkeys(self.warnings)),
        )

    def message(self, position: int, raw: _RawMessage, started: Interval | None) -> Message:
        field = f"messages.{position}"
        speaker = normalise_id(raw.speaker or raw.role or UNNAMED_SPEAKER)
        sent = self.time(f"{field}.sent_at", raw.sent_at) or started
        self.strangers(field, raw)
        return Message(
            id=None if raw.id is None else self.identifier(f"{field}.id", raw.id),
            speaker=speaker or UNNAMED_SPEAKER,
            role=raw.role,
            text=raw.text,
            sent_at=sent.start if sent else None,
            source=self.source(f"{field}.source", raw.source, speaker or UNNAMED_SPEAKER),
            locator=raw.locator,
        )

    def source(self, field: str, raw: _RawSource | None, speaker: str) -> SourceRef:
        if raw is None:
            return SourceRef(kind="speaker", external_id=speaker)
        self.strangers(field, raw)
        return SourceRef(
            kind=raw.kind,
            external_id=self.identifier(f"{field}.id", raw.id),
            title=raw.title,
            uri=raw.uri,
            published_at=self.time(f"{field}.published_at", raw.published_at),
        )

    def identifier(self, field: str, text: str) -> str:
        if not (normalised := normalise_id(text)):
            raise self.wrong(field, "is empty")
        return normalised

    def time(self, field: str, text: str | None) -> Interval | None:
        if text is None:
            return None
        try:
            interval = parse_iso(text, self.zone)
        except NaiveTime as error:
            raise self.wrong(field, str(error)) from error
        if interval is None:
            raise self.wrong(field, f"{text!r} is no ISO 8601 time such as 2026-03-02T09:00:00Z or 2024-06-01")
        for flag in interval.flags:
            self.warn(flag, f"{field}: {text}")
        return interval

    def strangers(self, field: str, raw: _Raw) -> None:
        for name in raw.model_extra or {}:
            self.warn("unknown_field", f"{field + '.' if field else ''}{name} is not read")

    def warn(self, code: str, detail: str) -> None:
        self.warnings.append(Warning_(code=code, detail=detail))

    def wrong(self, field: str, message: str) -> InputError:
        whole = f"{self.place}.{field}" if self.place else field
        return InputError(message, file=self.file, line=self.line, field=whole)


def _cleaned(raw: Any, file: str | None, line: int | None, path: tuple[str, ...] = ()) -> tuple[Any, bool]:
    """`raw` with every text in it, keys included, as the store can hold it. Raises InputError for what JSON has not."""
    if isinstance(raw, str):
        return clean(raw)
    if raw is None or isinstance(raw, bool | int | float):
        return raw, False
    if len(path) > MAX_DEPTH:
        raise InputError(f"is nested more than {MAX_DEPTH} levels deep", file=file, line=line, field=path[0])
    if isinstance(raw, Mapping):
        keys = {key: clean(str(key)) for key in raw}
        values = {key: _cleaned(value, file, line, (*path, keys[key][0])) for key, value in raw.items()}
        dirty = any(keys[key][1] or values[key][1] for key in raw)
        return {keys[key][0]: values[key][0] for key in raw}, dirty
    if isinstance(raw, list | tuple):
        parts = [_cleaned(part, file, line, (*path, str(i))) for i, part in enumerate(raw)]
        return [part for part, _ in parts], any(dirty for _, dirty in parts)
    raise InputError(
        f"is a {type(raw).__name__}, which JSON has not", file=file, line=line, field=".".join(path) or None
    )
