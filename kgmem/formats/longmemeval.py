"""LongMemEval's published shape: a question with its haystack, session ids, dates and sessions side by side. Pure.

The question, its answer and what a turn is marked with (`has_answer`) are no observations and are not read.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from kgmem.formats.native import read_session
from kgmem.formats.reading import Origin, Read, attempt, content_id, shown
from kgmem.models import Session, Warning_

ASSUMED = Warning_(code="tz_assumed", detail="LongMemEval times name no zone and are read as UTC")

_SESSIONS, _IDS, _DATES = "haystack_sessions", "haystack_session_ids", "haystack_dates"
_DATE = re.compile(r"([0-9]{4})/([0-9]{2})/([0-9]{2})(?: \([^()]{1,20}\))? ([0-9]{2}):([0-9]{2})")
_ROLES = ("user", "assistant")


def recognises(data: Any) -> bool:
    """Whether decoded data is one such question."""
    return isinstance(data, Mapping) and any(name in data for name in (_SESSIONS, _IDS, _DATES))


def read(data: Any, origin: Origin, default_zone: str | None = None) -> Iterator[Read]:
    """The sessions of a question's haystack, in order: id `<question_id>/<session id>`, group the question.

    A session without id goes by its position; a question without one by its file, else by its content. A date or id
    without session is a warning (`orphan_date`) on the first session that can be read, and so is the zone, which the
    format does not name (`tz_assumed`). An id that the haystack repeats stays repeated. Raises InputError where the
    question is none.
    """
    if not isinstance(data, Mapping):
        raise origin.wrong("is not a question with its haystack")
    sessions, ids, dates = (_list(data, name, origin) for name in (_SESSIONS, _IDS, _DATES))
    if not sessions:
        raise origin.wrong("holds no session", _SESSIONS)
    group = origin.named(data.get("question_id"), "question_id") or origin.name or content_id("haystack", sessions)
    notices = [
        Warning_(code="orphan_date", detail=f"{group}: {_orphan(ids, dates, position)} has no session")
        for position in range(len(sessions), max(len(ids), len(dates)))
    ]
    for position, turns in enumerate(sessions):
        own = _at(ids, position)
        id = f"{group}/{own if isinstance(own, str) else position}"
        one = attempt(functools.partial(_session, group, position, own, _at(dates, position), turns, origin), id)
        if isinstance(one, Session):
            assumed = () if one.started_at is None else (ASSUMED,)
            one = one.model_copy(update={"warnings": (*one.warnings, *assumed, *notices)})
            notices = []
        yield one


def _session(group: str, position: int, own: Any, started: Any, turns: Any, origin: Origin) -> Session:
    id = origin.named(own, f"{_IDS}.{position}") or position
    field = f"{_SESSIONS}.{position}"
    if not isinstance(turns, list):
        raise origin.wrong("is not a list of turns", field)
    raw = {
        "id": f"{group}/{id}",
        "kind": "conversation",
        "group": group,
        "started_at": _date(started, origin, f"{_DATES}.{position}"),
        "messages": [_message(turn, origin, f"{field}.{place}") for place, turn in enumerate(turns)],
    }
    return read_session(raw, None, Origin(origin.file, origin.line, place=origin.field(field)))


def _message(turn: Any, origin: Origin, field: str) -> dict[str, Any]:
    if not isinstance(turn, Mapping):
        raise origin.wrong("is not a turn with role and content", field)
    role, content = turn.get("role"), turn.get("content")
    if role not in _ROLES:
        raise origin.wrong(f"{shown(role)} is neither user nor assistant", f"{field}.role")
    if not isinstance(content, str):
        raise origin.wrong("is not a text", f"{field}.content")
    return {"speaker": role, "role": role, "text": content}


def _list(data: Mapping[str, Any], name: str, origin: Origin) -> list[Any]:
    value = data.get(name)
    if value is not None and not isinstance(value, list):
        raise origin.wrong("is not a list", name)
    return value or []


def _at(values: list[Any], position: int) -> Any:
    value = values[position] if position < len(values) else None
    return None if isinstance(value, str) and not value.strip() else value


def _orphan(ids: list[Any], dates: list[Any], position: int) -> str:
    date = _at(dates, position)
    return f"the id {shown(_at(ids, position))}" if date is None else f"the date {shown(date)}"


def _date(text: Any, origin: Origin, field: str) -> str | None:
    if text is None:
        return None
    try:
        if isinstance(text, str) and (match := _DATE.fullmatch(text.strip())):
            year, month, day, hour, minute = map(int, match.groups())
            return datetime(year, month, day, hour, minute, tzinfo=UTC).isoformat()
    except ValueError:
        pass
    raise origin.wrong(f"{shown(text)} is no date such as 2023/04/10 (Mon) 17:50", field)
