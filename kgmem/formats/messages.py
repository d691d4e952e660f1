"""Conversations of role/content chat messages, as the OpenAI, Anthropic and LangChain APIs write them. Pure.

Not read, since they are instructions or thoughts and no observations: system and developer prompts, reasoning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kgmem.formats.chat import turns
from kgmem.formats.moments import iso_time, zone_of
from kgmem.formats.native import read_session
from kgmem.formats.reading import Origin, Read, content_id
from kgmem.formats.shapes import is_message, plain

SESSION_IDS = ("id", "session_id", "conversation_id", "thread_id")
_LISTS = ("messages", "input", "output")
"""Where a body keeps its messages; the latter two are OpenAI's Responses."""
_STARTED = ("started_at", "created_at", "created")
_SENT = ("sent_at", "created_at", "timestamp")


def recognises(data: Any) -> bool:
    """Whether decoded data is one conversation: a message, a list of them, or an object that holds one."""
    if is_message(data) or is_conversation(data):
        return True
    body = _body(data)
    if not isinstance(body, Mapping):
        return False
    return any(is_conversation(body.get(name)) for name in _LISTS) or bool(_choices(body))


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
    if given is data and not given.keys() & {*_LISTS, "choices"}:
        raise origin.wrong("is required", "messages")
    assumed = zone_of(given.get("timezone"), default_zone, origin)
    messages = list(_messages(_raw_messages(data, origin), assumed))
    named = next((id for name in SESSION_IDS if (id := origin.named(given.get(name), name))), None)
    started = next((name for name in _STARTED if given.get(name) is not None), "")
    raw = {
        "id": named or origin.name or content_id("chat", messages),
        "kind": "conversation",
        "group": _group(given),
        "title": given.get("title"),
        "started_at": iso_time(given.get(started), assumed, origin, started),
        "timezone": given.get("timezone"),
        "date_order": given.get("date_order"),
        "messages": messages,
    }
    yield read_session(raw, default_zone, origin)


def _body(data: Any) -> Any:
    """What LangChain's serialisation of a prompt wraps."""
    wrapped = isinstance(data, Mapping) and "lc" in data and isinstance(data.get("kwargs"), Mapping)
    return data["kwargs"] if wrapped and not is_message(data) else data


def _raw_messages(data: Any, origin: Origin) -> Iterator[tuple[Any, Origin]]:
    """The messages of a conversation, each with its place."""
    if is_message(data):
        yield data, origin
    elif isinstance(data, Mapping):
        for name in _LISTS:
            held = data.get(name)
            listed = [{"role": "user", "content": held}] if name == "input" and isinstance(held, str) else held
            yield from _listed(listed, Origin(origin.file, origin.line, place=origin.field(name)))
        for position, raw in enumerate(_choices(data)):
            yield raw, Origin(origin.file, origin.line, place=origin.field(f"choices.{position}.message"))
    else:
        yield from _listed(data, origin)


def _listed(data: Any, origin: Origin) -> Iterator[tuple[Any, Origin]]:
    if not isinstance(data, list | tuple | None):
        raise origin.wrong("is not a list of messages")
    for position, raw in enumerate(data or ()):
        yield raw, origin.inner(position)


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
        sent = iso_time(given.get(name), assumed, origin, name)
        yield from ({**one, "sent_at": sent} for one in made)


def _group(given: Mapping[str, Any]) -> Any:
    """People are told apart by it, so where no group is given it is the user that the request was made for."""
    metadata = given.get("metadata")
    users = (given.get("user"), metadata.get("user_id") if isinstance(metadata, Mapping) else None)
    own = given.get("group")
    return own if own is not None else next((user for user in users if isinstance(user, str)), None)
