"""Conversations of role/content chat messages, as the OpenAI, Anthropic and LangChain APIs write them. Pure.

Not read, since they are instructions or thoughts and no observations: system and developer prompts, reasoning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from kgmem.anchors import NaiveTime, parse_iso, zone
from kgmem.formats.chat import is_message, plain, turns
from kgmem.formats.native import read_session
from kgmem.formats.reading import Origin, Read, content_id, shown

SESSION_IDS = ("id", "session_id", "conversation_id", "thread_id")
_STARTED = ("started_at", "created_at", "created")
_SENT = ("sent_at", "created_at", "timestamp")

SECONDS_FROM = 100_000_000
"""Epoch times begin here, in 1973; a smaller number, such as 20240601, is more likely something else."""

MILLISECONDS_FROM = 100_000_000_000
"""Epoch times from here on count milliseconds: as seconds they lie after the year 5100."""


def recognises(data: Any) -> bool:
    """Whether decoded data is one conversation: a message, a list of them, or an object that holds one."""
    if is_message(data) or is_conversation(data):
        return True
    body = _body(data)
    if not isinstance(body, Mapping):
        return False
    return is_conversation(body.get("messages")) or bool(_choices(body))


def is_conversation(data: Any) -> bool:
    """Whether a list is one of messages, which its first object tells."""
    if not isinstance(data, list | tuple):
        return False
    return is_message(next((one for one in data if one is not None and not isinstance(one, str | int | float)), None))


def holds_conversations(data: list[Any]) -> bool:
    """Whether a list that is known to be of this format is one of conversations and not of messages."""
    return any(isinstance(one, list | tuple) or (not is_message(one) and recognises(one)) for one in data)


def read(data: Any, origin: Origin, default_zone: str | None = None) -> Iterator[Read]:
    """The session that a conversation is.

    It goes by the id it gives, else by its file, else by its content (law I1). Raises InputError naming the field that
    is wrong.
    """
    data = _body(data)
    given = data if isinstance(data, Mapping) and not is_message(data) else {}
    if given is data and not given.keys() & {"messages", "choices"}:
        raise origin.wrong("is required", "messages")
    assumed = _zone(given.get("timezone"), default_zone, origin)
    messages = list(_messages(_raw_messages(data, origin), assumed))
    named = next((id for name in SESSION_IDS if (id := origin.named(given.get(name), name))), None)
    started = next((name for name in _STARTED if given.get(name) is not None), "")
    raw = {
        "id": named or origin.name or content_id("chat", messages),
        "kind": "conversation",
        "group": _group(given),
        "title": given.get("title"),
        "started_at": _time(given.get(started), assumed, origin, started),
        "timezone": given.get("timezone"),
        "messages": messages,
    }
    yield read_session(raw, default_zone, origin)


def _body(data: Any) -> Any:
    """What LangChain's serialisation of a prompt wraps."""
    wrapped = isinstance(data, Mapping) and "lc" in data and isinstance(data.get("kwargs"), Mapping)
    return data["kwargs"] if wrapped and not is_message(data) else data


def _raw_messages(data: Any, origin: Origin) -> Iterator[tuple[Any, Origin]]:
    if is_message(data):
        yield data, origin
        return
    where = origin
    if isinstance(data, Mapping):
        where = Origin(origin.file, origin.line, place=origin.field("messages"))
    listed = data.get("messages") or [] if isinstance(data, Mapping) else data
    if not isinstance(listed, list | tuple):
        raise where.wrong("is not a list of messages")
    for position, raw in enumerate(listed):
        yield raw, where.inner(position)
    if isinstance(data, Mapping):
        for position, raw in enumerate(_choices(data)):
            yield raw, Origin(origin.file, origin.line, place=origin.field(f"choices.{position}.message"))


def _choices(body: Mapping[str, Any]) -> list[Any]:
    """The messages that a completion answers with."""
    choices = body.get("choices")
    found = choices if isinstance(choices, list | tuple) else ()
    return [one["message"] for one in found if isinstance(one, Mapping) and is_message(one.get("message"))]


def _messages(raws: Iterable[tuple[Any, Origin]], assumed: Any) -> Iterator[dict[str, Any]]:
    tools: dict[Any, str] = {}
    for raw, origin in raws:
        made = turns(raw, tools, origin)
        given = {**(plain(raw) or {}), **(raw if isinstance(raw, Mapping) else {})}
        name = next((name for name in _SENT if given.get(name) is not None), "")
        sent = _time(given.get(name), assumed, origin, name)
        yield from ({**one, "sent_at": sent} for one in made)


def _group(given: Mapping[str, Any]) -> Any:
    """People are told apart by it, so where no group is given it is the user that the request was made for."""
    metadata = given.get("metadata")
    users = (given.get("user"), metadata.get("user_id") if isinstance(metadata, Mapping) else None)
    own = given.get("group")
    return own if own is not None else next((user for user in users if isinstance(user, str)), None)


def _zone(named: Any, default: str | None, origin: Origin) -> Any:
    try:
        return zone(named if isinstance(named, str) and named else default)
    except ValueError as error:
        raise origin.wrong(
            f"{shown(named)} is no time zone; give an IANA name such as Europe/Oslo", "timezone"
        ) from error


def _time(value: Any, assumed: Any, origin: Origin, field: str) -> str | None:
    """A time as ISO 8601: an epoch in seconds or milliseconds, or as it is. Raises InputError for what is none."""
    if value is None:
        return None
    digits = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) >= len(str(SECONDS_FROM))
    if digits or isinstance(value, int | float):  # True is one, and too small
        try:
            number = float(value)
            if number < SECONDS_FROM:
                raise ValueError
            return datetime.fromtimestamp(number / 1000 if number >= MILLISECONDS_FROM else number, UTC).isoformat()
        except (ValueError, OverflowError, OSError) as error:
            raise origin.wrong(f"{shown(value)} is no time in seconds or milliseconds since 1970", field) from error
    try:
        if isinstance(value, str) and parse_iso(value, assumed):
            return value
    except NaiveTime as error:
        raise origin.wrong(str(error), field) from error
    raise origin.wrong(f"{shown(value)} is no ISO 8601 time and no epoch", field)
