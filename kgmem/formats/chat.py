"""One chat message, as the OpenAI, Anthropic and LangChain APIs write it, as messages of the native format. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kgmem import echo
from kgmem.formats.calls import CALL_PARTS, UNNAMED_TOOL, calls_of
from kgmem.formats.reading import Origin, shown
from kgmem.formats.shapes import ROLES, UNSAID, plain, role_of

THOUGHTS = ("thinking", "redacted_thinking", "reasoning")
"""What a model says to itself and to nobody else: it is not stored."""

_IMAGES = ("image", "image_url", "input_image")


def turns(raw: Any, tools: dict[Any, str], origin: Origin) -> list[dict[str, Any]]:
    """The native messages, but for their times, that a chat message makes: what tools gave back, then what was said.

    What is no observation makes none. `tools` has the tool of each call so far, and then those of this message too.
    Raises InputError naming the field that is wrong.
    """
    fields = plain(raw)
    if fields is None:
        raise origin.wrong("is no chat message with role and content")
    role = role_of(fields)
    if role is None:
        raise origin.wrong("is none of user, assistant, tool, system and the like", "role")
    if role in UNSAID:
        return _recalled(role, _joined(_parts(fields.get("content"), origin)))
    name = _text(fields, "name", origin)
    parts = list(_parts(fields.get("content"), origin))
    calls = [*calls_of(fields, parts, origin)]
    tools.update({call.id: call.tool for call in calls if isinstance(call.id, str)})
    if ROLES.get(role) == "tool":
        made = [_result(fields.get("tool_call_id"), name, _joined(parts), tools)]
    else:
        made = [
            _result(part.get("tool_use_id"), None, _joined(_parts(part.get("content"), origin)), tools)
            for part in parts
            if _is_result(part)
        ]
        text = "\n".join(filter(None, (_joined(parts), _refusal(fields), *map(str, calls))))
        if text or not made:
            made.append({"speaker": name or ROLES.get(role, role), "role": ROLES.get(role), "text": text})
    made[0]["id"] = origin.named(fields.get("id"), "id")
    return made


def _recalled(role: str, text: str) -> list[dict[str, Any]]:
    """Of an instruction, what kgmem had recalled into it: so that what is said after it is known for an echo."""
    blocks = echo.take_out(text).blocks
    return [{"speaker": role, "text": "\n".join(map(echo.block, blocks))}] if blocks else []


def _result(call: Any, name: str | None, text: str, tools: Mapping[Any, str]) -> dict[str, Any]:
    known = call if isinstance(call, str) else None
    tool = name or tools.get(known) or UNNAMED_TOOL
    source = {"kind": "tool", "id": tool}
    return {"speaker": tool, "role": "tool", "text": text, "source": source, "locator": known}


def _text(fields: Mapping[str, Any], name: str, origin: Origin) -> str | None:
    """A field that holds a text or nothing. Raises InputError for anything else."""
    value = fields.get(name)
    if value is not None and not isinstance(value, str):
        raise origin.wrong(f"{shown(value)} is not a text", name)
    return value.strip() or None if value else None


def _parts(content: Any, origin: Origin) -> Iterator[Mapping[str, Any]]:
    """The parts of a content, a bare text being one."""
    if content is None:
        return
    if not isinstance(content, str | list | tuple):
        raise origin.wrong("is neither a text nor a list of parts", "content")
    for position, part in enumerate([content] if isinstance(content, str) else content):
        if isinstance(part, str):
            yield {"type": "text", "text": part}
        elif isinstance(part, Mapping) and isinstance(part.get("type"), str):
            if "text" in part and not isinstance(part["text"], str):
                raise origin.wrong("is not a text", f"content.{position}.text")
            yield part
        else:
            raise origin.wrong("is neither a text nor a part with a type", f"content.{position}")


def _is_result(part: Mapping[str, Any]) -> bool:
    return bool(part["type"].endswith("tool_result"))


def _joined(parts: Any) -> str:
    """What the parts say, a line each; what is no text stands as its kind, such as [image]."""
    return "\n".join(line for part in parts if (line := _line(part)))


def _line(part: Mapping[str, Any]) -> str:
    kind = part["type"]
    if kind in THOUGHTS or kind in CALL_PARTS or _is_result(part):
        return ""
    for name in ("text", "refusal"):
        if isinstance(part.get(name), str):
            return str(part[name])
    return "[image]" if kind in _IMAGES else f"[{kind}]"


def _refusal(fields: Mapping[str, Any]) -> str | None:
    refusal = fields.get("refusal")
    return refusal if isinstance(refusal, str) else None
