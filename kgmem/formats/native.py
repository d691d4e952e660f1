"""The native session format: one JSON object a session (see the README). Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from kgmem import echo
from kgmem.anchors import Interval, NaiveTime, parse_iso, zone
from kgmem.formats.cleaning import cleaned
from kgmem.formats.fields import Raw, RawMessage, RawSession, RawSource
from kgmem.formats.reading import Origin, Read, shown
from kgmem.identity import normalise_id
from kgmem.models import Message, Recalled, Session, SourceRef, Warning_

UNNAMED_SPEAKER = "unknown"
"""Who speaks in a message that names neither speaker nor role."""

_NOWHERE = Origin()


def recognises(data: Any) -> bool:
    """Whether decoded data is such a session for certain: a message has `text`, or it brings claims."""
    if not isinstance(data, Mapping):
        return False
    messages = data.get("messages")
    listed = messages if isinstance(messages, list) else []
    return "claims" in data or any(isinstance(one, Mapping) and "text" in one for one in listed)


def read(raw: Any, origin: Origin, default_zone: str | None) -> Iterator[Read]:
    """The one session in a decoded JSON object. Raises InputError naming what is wrong with it."""
    yield read_session(raw, default_zone, origin)


def read_session(raw: Any, default_zone: str | None, origin: Origin = _NOWHERE) -> Session:
    """The session in a decoded JSON object. Raises InputError naming file, line and field of what is wrong."""
    clean_raw, sanitised = cleaned(raw, origin)
    try:
        parsed = RawSession.model_validate(clean_raw)
    except ValidationError as error:
        first = error.errors()[0]
        message = first["msg"].removeprefix("Value error, ")
        if first["type"] == "model_type":
            message = f"{shown(first['input'])} is no object"
        field = ".".join(str(part) for part in first["loc"])
        raise origin.wrong(message[0].lower() + message[1:], field) from error
    reader = _Reader(parsed, default_zone, origin)
    if sanitised:
        reader.warn("text_sanitised", "control characters or lone surrogates were taken out")
    return reader.session()


class _Reader:
    def __init__(self, raw: RawSession, default_zone: str | None, origin: Origin) -> None:
        self.raw, self.origin = raw, origin
        self.warnings: list[Warning_] = []
        try:
            self.zone = zone(raw.timezone or default_zone)
        except ValueError as error:
            named = shown(raw.timezone or default_zone)
            message = f"{named} is no time zone; give an IANA name such as Europe/Oslo"
            raise origin.wrong(message, "timezone") from error

    def session(self) -> Session:
        raw = self.raw
        external_id = self.identifier("id", raw.id)
        started = self.time("started_at", raw.started_at)
        messages, recalled = self.messages(started)
        names = Counter(message.id for message in messages if message.id is not None)
        if doubled := next((name for name, count in names.items() if count > 1), None):
            raise self.origin.wrong(f"the message id {shown(doubled)} occurs twice in one session", "messages")
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
            recalled=recalled,
            warnings=tuple(dict.fromkeys(self.warnings)),
        )

    def messages(self, started: Interval | None) -> tuple[tuple[Message, ...], tuple[Recalled, ...]]:
        """The messages without recalled memory, those that were nothing else left out; and what that was (case C42)."""
        kept: list[Message] = []
        recalled: list[Recalled] = []
        for position, raw in enumerate(self.raw.messages):
            message = self.message(position, raw, started)
            text, blocks = echo.take_out(message.text)
            if blocks:
                whole = not text.strip()
                ids, texts = echo.said_in(blocks)
                recalled.append(Recalled(before=len(kept), message=message.id, whole=whole, ids=ids, texts=texts))
                detail = f"messages.{position}: what kgmem had recalled was taken out"
                self.warn("echo_dropped", detail + ("; it was nothing else" if whole else ""))
                if whole:
                    continue
                message = message.model_copy(update={"text": text})
            kept.append(message)
        return tuple(kept), tuple(recalled)

    def message(self, position: int, raw: RawMessage, started: Interval | None) -> Message:
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
            date_order=(raw.source and raw.source.date_order) or self.raw.date_order,
        )

    def source(self, field: str, raw: RawSource | None, speaker: str) -> SourceRef:
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
            raise self.origin.wrong("is empty", field)
        return normalised

    def time(self, field: str, text: str | None) -> Interval | None:
        if text is None:
            return None
        try:
            interval = parse_iso(text, self.zone)
        except NaiveTime as error:
            raise self.origin.wrong(str(error), field) from error
        if interval is None:
            message = f"{shown(text)} is no ISO 8601 time such as 2026-03-02T09:00:00Z or 2024-06-01"
            raise self.origin.wrong(message, field)
        for flag in interval.flags:
            self.warn(flag, f"{field}: {text}")
        return interval

    def strangers(self, field: str, raw: Raw) -> None:
        for name in raw.model_extra or {}:
            self.warn("unknown_field", f"{field + '.' if field else ''}{name} is not read")

    def warn(self, code: str, detail: str) -> None:
        self.warnings.append(Warning_(code=code, detail=detail))
