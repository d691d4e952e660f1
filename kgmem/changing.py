"""A session sent again with other content (law I2): what of it is new, what is said again, what is gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgmem.graph import rows
from kgmem.models import Session


@dataclass(frozen=True)
class Difference:
    """How a session differs from what is stored of it; positions are those of its messages.

    `new` are messages that are not stored, or were gone; `fresh` those that a distiller has to read: the new ones, and
    those whose text stayed but not all that was said of them, or whom they speak to. `written` are rows of notes that
    differ in anything, `windows` the messages whose neighbours changed. `gone` and `reread` are ids of notes.
    """

    new: frozenset[int]
    fresh: frozenset[int]
    written: rows.Rows
    windows: frozenset[int]
    gone: tuple[str, ...]
    reread: tuple[str, ...]

    @property
    def summary(self) -> str:
        """For the report."""
        return f"{len(self.new)} messages new, {len(self.gone)} gone"


def difference(session: Session, tenant: str, id: str, stored: Sequence[Mapping[str, Any]]) -> Difference:
    """What changed between the rows of `write.session_notes` for this session and `session`. Pure."""
    before = {row["id"]: row for row in stored}
    live = {row["id"] for row in stored if not row["ended"]}
    now = rows.note_rows(session, tenant, id)
    everyone = _users(before[note] for note in live) != _users(row["properties"] for row in now)
    new, fresh, windows = set(), set(), set()
    written = []
    for position, row in enumerate(now):
        old, properties = before.get(row["id"]), row["properties"]
        if old is None or old["ended"]:
            new.add(position)
        told_otherwise = old is None or old["content_hash"] != properties["content_hash"]
        moved = old is None or any(old[name] != properties[name] for name in ("position", "window"))
        if position in new or told_otherwise or everyone:
            fresh.add(position)
        if position in new or old is None or old["window"] != properties["window"]:
            windows.add(position)
        if position in new or told_otherwise or moved:
            written.append(row)
    gone = sorted(live - {row["id"] for row in now})
    reread = (*(now[position]["id"] for position in sorted(fresh)), *gone)
    return Difference(frozenset(new), frozenset(fresh), written, frozenset(windows), tuple(gone), reread)


def _users(messages: Iterable[Mapping[str, Any]]) -> set[str]:
    return {message["speaker"] for message in messages if message["role"] == "user"}
