"""Mem0's memories, as `get_all` gives them: each is a session of one message, to be distilled like any other. Pure.

A memory is what a model made of a conversation that Mem0 does not keep, so its source is Mem0, a tool: all of them
count as one source. What else Mem0 says of a memory (metadata, categories, scores, its graph, further owners, the run,
when it was first written) is not read, and told.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any

from kgmem.formats.native import read_session
from kgmem.formats.reading import Origin, Read, attempt, content_id
from kgmem.models import Session, Warning_

SOURCE = {"kind": "tool", "id": "mem0", "title": "Mem0"}
_LISTS = ("results", "memories")
_OWNERS = ("user_id", "agent_id", "app_id")
_TIMES = ("updated_at", "created_at")
_ROLES = ("user", "assistant", "tool")
_READ = {"id", "memory", "actor_id", "hash"}
"""Fields that are always read, or tell nothing that these do not."""


def recognises(data: Any) -> bool:
    """Whether decoded data is a memory, or what `get_all` returns."""
    if not isinstance(data, Mapping):
        return False
    return _is_memory(data) or any(isinstance(data.get(name), list) and _held(data, name) for name in _LISTS)


def read(data: Any, origin: Origin, default_zone: str | None = None) -> Iterator[Read]:
    """A session a memory: id `mem0/<id>`, of the time when it was last written, in the group of its user (or agent).

    A field that is not read is a warning (`unknown_field`). Raises InputError for what is none.
    """
    if not isinstance(data, Mapping):
        raise origin.wrong("is no memory of Mem0")
    if _is_memory(data):
        yield _session(data, origin, default_zone, ())
        return
    name = next((one for one in _LISTS if isinstance(data.get(one), list)), None)
    if name is None:
        raise origin.wrong("holds neither a memory nor a list of them", "results")
    graph = data.get("relations")
    lost = (f"relations: {len(graph)} of Mem0's graph are not read",) if isinstance(graph, list) and graph else ()
    for position, one in enumerate(data[name]):
        inner = Origin(origin.file, origin.line, origin.name, origin.field(f"{name}.{position}"))
        yield attempt(functools.partial(_session, one, inner, default_zone, lost), inner.external_id(one))
        lost = ()


def _session(memory: Any, origin: Origin, zone: str | None, lost: tuple[str, ...]) -> Session:
    if not isinstance(memory, Mapping) or not _is_memory(memory):
        raise origin.wrong("is no memory of Mem0: it has no text", "memory")
    names = {name: origin.named(memory.get(name), name) for name in (*_OWNERS, "actor_id")}
    owner = next((name for name in _OWNERS if names[name]), None)
    role = memory.get("role") if memory.get("role") in _ROLES else None
    speaker = _speaker(names, owner, role)
    at = next(filter(None, map(memory.get, _TIMES)), None)
    id = origin.named(memory.get("id"), "id") or content_id("memory", memory)
    said = {"speaker": names.get(speaker, speaker), "role": role, "text": memory["memory"], "source": SOURCE}
    raw = {
        "id": f"mem0/{id}",
        "group": owner and names[owner],
        "started_at": at,
        "messages": [{name: value for name, value in said.items() if value is not None}],
    }
    found = read_session({name: value for name, value in raw.items() if value is not None}, zone, origin)
    used = {*_READ, owner, speaker, role and "role", *(name for name in _TIMES if memory.get(name) == at)}
    unread = sorted(name for name, value in memory.items() if name not in used and value not in (None, [], {}))
    told = (*lost, *(f"{name} is not read" for name in unread))
    warnings = (*found.warnings, *(Warning_(code="unknown_field", detail=one) for one in told))
    return found.model_copy(update={"warnings": warnings})


def _speaker(names: Mapping[str, str | None], owner: str | None, role: str | None) -> str:
    """The field that names who said it, else a word for them: what an assistant said, its user did not say (T3)."""
    if names["actor_id"]:
        return "actor_id"
    if role in ("assistant", "tool"):
        return "agent_id" if names["agent_id"] else str(role)
    return owner or "mem0"


def _is_memory(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("memory"), str) and "messages" not in data


def _held(data: Mapping[str, Any], name: str) -> bool:
    return any(isinstance(one, Mapping) and _is_memory(one) for one in data[name])
