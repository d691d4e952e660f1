"""Tool calls of a chat message, as the OpenAI, Anthropic and LangChain APIs write them. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from kgmem.formats.reading import Origin

UNNAMED_TOOL = "tool"
"""Whose call or output it is where nothing names the tool."""

CALL_PARTS = ("tool_use", "server_tool_use", "tool_call", "invalid_tool_call")
"""Types of the parts of a content that are calls."""


class Call(NamedTuple):
    """A tool call of an assistant; its text is what stands in the message."""

    id: Any
    tool: str
    arguments: str

    def __str__(self) -> str:
        return f"calls {self.tool}({self.arguments})"


def calls_of(fields: Mapping[str, Any], parts: list[Mapping[str, Any]], origin: Origin) -> Iterator[Call]:
    """The calls of a message, each once, though LangChain keeps those of a provider twice.

    Raises InputError naming the field that holds something else.
    """
    more = fields.get("additional_kwargs")
    older = more if isinstance(more, Mapping) else {}
    found = [("content", part) for part in parts if part["type"] in CALL_PARTS]
    for name in ("tool_calls", "invalid_tool_calls"):
        listed = fields.get(name) or older.get(name) or ()
        if not isinstance(listed, list | tuple):
            raise origin.wrong("is not a list", name)
        found += [(name, one) for one in listed]
    if legacy := fields.get("function_call") or older.get("function_call"):
        found.append(("function_call", legacy))
    seen = set()
    for name, one in found:
        call = _call(one, name, origin)
        if not isinstance(call.id, str) or call.id not in seen:
            yield call
        seen.add(call.id if isinstance(call.id, str) else None)


def _call(raw: Any, field: str, origin: Origin) -> Call:
    if not isinstance(raw, Mapping):
        raise origin.wrong("is no tool call", field)
    inner = next((raw[name] for name in ("function", "custom") if isinstance(raw.get(name), Mapping)), raw)
    given = next((inner[name] for name in ("arguments", "args", "input") if inner.get(name) is not None), "")
    name = inner.get("name")
    tool = name.strip() if isinstance(name, str) else ""
    return Call(raw.get("id"), tool or UNNAMED_TOOL, _written(given, field, origin))


def _written(arguments: Any, field: str, origin: Origin) -> str:
    """Arguments as JSON in one spelling, whether an API wrote them as an object or as the text of one."""
    try:
        value = json.loads(arguments) if isinstance(arguments, str) else arguments
        return json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, TypeError, RecursionError) as error:
        if isinstance(arguments, str):
            return arguments
        raise origin.wrong(f"has arguments that are no JSON: {error}", field) from error
