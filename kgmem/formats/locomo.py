"""LoCoMo's published conversations: `session_1`, `session_1_date_time`, ... in one object a conversation. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from kgmem.errors import InputError
from kgmem.formats.native import read_session
from kgmem.models import Session, Warning_

_SESSION = re.compile(r"session_(\d+)")
_DATE = re.compile(r"session_(\d+)_date_time")
_DATE_FORMATS = ("%I:%M %p on %d %B, %Y", "%I:%M %p on %B %d, %Y")


def recognises(data: Any) -> bool:
    """Whether a decoded file is one such conversation or a list of them."""
    first = data[0] if isinstance(data, list) and data else data
    if not isinstance(first, Mapping):
        return False
    conversation = first.get("conversation", first)
    return isinstance(conversation, Mapping) and any(
        _SESSION.fullmatch(key) and isinstance(value, list) for key, value in conversation.items()
    )


def read(data: Any, file: str | None, name: str) -> Iterator[Session]:
    """The sessions of each conversation, in order; `name` stands for a conversation without `sample_id`.

    A conversation is the group of its sessions. A date without a session is a warning (`orphan_date`) on the
    conversation's first session, and so is the zone, which the format does not name (`tz_assumed`, once a file).
    Raises InputError naming file and field.
    """
    conversations = data if isinstance(data, list) else [data]
    assumed = Warning_(code="tz_assumed", detail="locomo times name no zone and are read as UTC")
    first = True
    for position, whole in enumerate(conversations):
        if not isinstance(whole, Mapping) or not isinstance(whole.get("conversation", whole), Mapping):
            raise InputError("is not a conversation", file=file, field=str(position))
        conversation = whole.get("conversation", whole)
        group = str(whole.get("sample_id") or (name if len(conversations) == 1 else f"{name}-{position}"))
        numbers = sorted(int(m[1]) for key in conversation if (m := _SESSION.fullmatch(key)))
        dated = sorted(int(m[1]) for key in conversation if (m := _DATE.fullmatch(key)))
        orphans = [n for n in dated if n not in numbers or not conversation[f"session_{n}"]]
        notices = [
            Warning_(code="orphan_date", detail=f"{group}: session_{n}_date_time has no session") for n in orphans
        ]
        for number in numbers:
            if not conversation[f"session_{number}"]:
                continue
            raw = _native(conversation, number, group, file)
            session = read_session(raw, None, file=file, place=f"{group}.session_{number}")
            extra = ([assumed] if first else []) + notices
            first, notices = False, []
            yield session.model_copy(update={"warnings": (*session.warnings, *extra)})


def _native(conversation: Mapping[str, Any], number: int, group: str, file: str | None) -> dict[str, Any]:
    field = f"session_{number}"
    turns = conversation[field]
    if not isinstance(turns, list) or not all(isinstance(turn, Mapping) for turn in turns):
        raise InputError("is not a list of turns", file=file, field=f"{group}.{field}")
    started = _date(conversation.get(field + "_date_time"), file, f"{group}.{field}_date_time")
    return {
        "id": f"{group}/{field}",
        "kind": "conversation",
        "group": group,
        "title": f"{group}, session {number}",
        "started_at": started,
        "messages": [{"id": turn.get("dia_id"), "speaker": turn.get("speaker"), "text": _text(turn)} for turn in turns],
    }


def _text(turn: Mapping[str, Any]) -> Any:
    text, caption = turn.get("text"), turn.get("blip_caption")
    return f"{text} [image: {caption}]" if isinstance(text, str) and isinstance(caption, str) and caption else text


def _date(text: Any, file: str | None, field: str) -> str | None:
    if text is None:
        return None
    for form in _DATE_FORMATS:
        try:
            return datetime.strptime(str(text).strip(), form).replace(tzinfo=UTC).isoformat()
        except ValueError:
            continue
    raise InputError(f"{text!r} is no date such as 1:56 pm on 8 May, 2023", file=file, field=field)
