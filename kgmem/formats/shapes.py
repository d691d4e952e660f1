"""The shapes in which the OpenAI, Anthropic and LangChain APIs write a chat message, brought to one: role, content and
what goes with them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ROLES = {
    "user": "user", "human": "user",
    "assistant": "assistant", "ai": "assistant", "model": "assistant",
    "tool": "tool", "function": "tool",
}  # fmt: skip
"""Who speaks, by what the APIs call it; any other name is that of the speaker."""

UNSAID = ("system", "developer", "remove", "reasoning")
"""Instructions to a program and what a model says to itself are no observations: they are not stored."""


def plain(raw: Any) -> Mapping[str, Any] | None:
    """The fields of a message, whichever way LangChain or an API wrote it; None for what is no message.

    A message object of LangChain is known by its `type` and `model_dump`.
    """
    if is_object(raw):
        raw = raw.model_dump()
    if not isinstance(raw, Mapping):
        return None
    if isinstance(raw.get("kwargs"), Mapping) and "lc" in raw:
        path = raw.get("id")
        name = path[-1] if isinstance(path, list) and path else None
        return {"type": name} | dict(raw["kwargs"])
    if isinstance(raw.get("data"), Mapping) and "type" in raw and "content" not in raw:
        return {**raw["data"], "type": raw["type"]}
    return raw if "role" in raw else _item(raw)


def is_object(raw: Any) -> bool:
    """Whether `raw` is a message object of LangChain."""
    return isinstance(getattr(raw, "type", None), str) and callable(getattr(raw, "model_dump", None))


def is_message(raw: Any) -> bool:
    """Whether `raw` is a chat message and none of the native format, which has `text` where this has `content`."""
    fields = plain(raw)
    if fields is None or role_of(fields) is None or isinstance(fields.get("text"), str):
        return False
    return any(name in fields for name in ("content", "tool_calls", "function_call"))


def role_of(fields: Mapping[str, Any]) -> str | None:
    """The role that a message names, or the one that its LangChain class stands for."""
    role = fields.get("role")
    if isinstance(role, str):
        return role.strip() or None
    kind = fields.get("type")
    known = kind.removesuffix("Chunk").removesuffix("Message").lower() if isinstance(kind, str) else None
    return known if known in ROLES or known in UNSAID else None


def _item(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """An item of OpenAI's Responses that is no message, as the message that it amounts to."""
    kind = raw.get("type")
    if not isinstance(kind, str):
        return raw
    common = {"id": raw.get("id"), "content": None}
    if kind == "reasoning":
        return {**common, "role": kind}
    if kind.endswith("_call_output"):
        return {**common, "role": "tool", "content": raw.get("output"), "tool_call_id": raw.get("call_id")}
    if kind.endswith("_call"):
        given = next((raw[name] for name in ("arguments", "input", "action") if raw.get(name) is not None), None)
        name = raw.get("name") or kind.removesuffix("_call")
        call = {"id": raw.get("call_id"), "name": name, "arguments": given}
        return {**common, "role": "assistant", "tool_calls": [call]}
    return raw
