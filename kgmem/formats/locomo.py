"""LoCoMo's published conversations: `session_1`, `session_1_date_time`, ... in one object a conversation. Pure."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from kgmem.formats.native import read_session
from kgmem.formats.reading import Origin, Read, attempt, shown
from kgmem.models import Session, Warning_

ASSUMED = Warning_(code="tz_assumed", detail="LoCoMo times name no zone and are read as UTC")

UNNAMED = "conversation"
"""The group of a conversation that has no name and comes from no file."""

_SESSION = re.compile(r"session_([1-9][0-9]{0,8})")
_DATE = re.compile(r"session_([1-9][0-9]{0,8})_date_time")
_DATE_FORMATS = ("%I:%M %p on %d %B, %Y", "%I:%M %p on %B %d, %Y")


def recognises(data: Any) -> bool:
    """Whether decoded data is one such conversation."""
    if not isinstance(data, Mapping):
        return False
    conversation = data.get("conversation", data)
    return isinstance(conversation, Mapping) and any(
        isinstance(key, str) and _SESSION.fullmatch(key) and isinstance(value, list)
        for key, value in conversation.items()
    )


def read(data: Any, origin: Origin, default_zone: str | None = None) -> Iterator[Read]:
    """The sessions of a conversation, in order. The conversation is their group, by its `sample_id` or its file.

    A date without a session is a warning (`orphan_date`) on the first one that can be read, and so is the zone, which
    the format does not name (`tz_assumed`). Raises InputError where there is no conversation at all.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("conversation", data), Mapping):
        raise origin.wrong("is not a conversation")
    conversation = data.get("conversation", data)
    group = origin.named(data.get("sample_id"), "sample_id") or origin.name or UNNAMED
    keys = [key for key in conversation if isinstance(key, str)]
    numbered = {
        int(m[1]): key for key in keys if (m := _SESSION.fullmatch(key)) and conversation[key] not in ([], None)
    }
    dated = {int(m[1]): key for key in keys if (m := _DATE.fullmatch(key))}
    notices = [
        Warning_(code="orphan_date", detail=f"{group}: {dated[number]} has no session")
        for number in sorted(dated.keys() - numbered.keys())
    ]
    if not numbered:
        raise origin.wrong("has no session")
    for number in sorted(numbered):
        key = numbered[number]
        one = attempt(functools.partial(_session, conversation, key, group, origin), f"{group}/{key}")
        if isinstance(one, Session):
            one = one.model_copy(update={"warnings": (*one.warnings, ASSUMED, *notices)})
            notices = []
        yield one


def _session(conversation: Mapping[str, Any], key: str, group: str, origin: Origin) -> Session:
    turns = conversation[key]
    if not isinstance(turns, list) or not all(isinstance(turn, Mapping) for turn in turns):
        raise origin.wrong("is not a list of turns", f"{group}.{key}")
    raw = {
        "id": f"{group}/{key}",
        "kind": "conversation",
        "group": group,
        "title": f"{group}, session {key.removeprefix('session_')}",
        "started_at": _date(conversation.get(f"{key}_date_time"), origin, f"{group}.{key}_date_time"),
        "messages": [{"id": turn.get("dia_id"), "speaker": turn.get("speaker"), "text": _text(turn)} for turn in turns],
    }
    return read_session(raw, None, Origin(origin.file, origin.line, place=f"{group}.{key}"))


def _text(turn: Mapping[str, Any]) -> Any:
    text, caption = turn.get("text"), turn.get("blip_caption")
    return f"{text} [image: {caption}]" if isinstance(text, str) and isinstance(caption, str) and caption else text


def _date(text: Any, origin: Origin, field: str) -> str | None:
    if text is None:
        return None
    for form in _DATE_FORMATS:
        try:
            return datetime.strptime(str(text).strip(), form).replace(tzinfo=UTC).isoformat()
        except ValueError:
            continue
    raise origin.wrong(f"{shown(text)} is no date such as 1:56 pm on 8 May, 2023", field)
