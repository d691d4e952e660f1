"""A session sent again with other content (law I2): what of it is new, what is said again, what is gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgmem.graph import rows
from kgmem.models import Session

_NOTHING: Mapping[str, Any] = {"ended": True, "position": None, "source_id": None}


@dataclass(frozen=True)
class Difference:
    """How a session differs from what is stored of it; positions are those of its messages.

    `new` are messages that are not stored, or were gone; `fresh` those that a distiller has to read: the new ones, and
    those whose text stayed but not all that was said of them, or what their session says for all; `respoken` those that
    need a vector. `written` are rows of notes that differ in anything, `windows` the messages whose neighbours changed.
    `gone` and `reread` are ids of notes.
    """

    new: frozenset[int]
    fresh: frozenset[int]
    respoken: frozenset[int]
    written: rows.Rows
    windows: frozenset[int]
    gone: tuple[str, ...]
    reread: tuple[str, ...]

    @property
    def summary(self) -> str:
        """For the report."""
        return f"{len(self.new)} messages new, {len(self.gone)} gone"


def difference(
    session: Session, tenant: str, id: str, stored: Sequence[Mapping[str, Any]], *, everything: bool
) -> Difference:
    """What changed between the rows of `write.session_notes` for this session and `session`; with `everything`, every
    message is to be read again. Pure."""
    before = {row["id"]: row for row in stored}
    now = rows.note_rows(session, tenant, id)
    new, fresh, respoken, windows = set(), set(), set(), set()
    written = []
    for position, row in enumerate(now):
        old, properties = before.get(row["id"], _NOTHING), row["properties"]
        if old["ended"]:
            new.add(position)
        told_otherwise = old["ended"] or old["content_hash"] != properties["content_hash"]
        if told_otherwise or everything:
            fresh.add(position)
        if old["ended"] or old["speaker"] != properties["speaker"]:
            respoken.add(position)
        if old["ended"] or old["window"] != properties["window"]:
            windows.add(position)
        moved = old["position"] != position or old["source_id"] != row["source_id"]
        if told_otherwise or moved or position in windows:
            written.append(row)
    gone = sorted({row["id"] for row in stored if not row["ended"]} - {row["id"] for row in now})
    reread = (*(now[position]["id"] for position in sorted(fresh)), *gone)
    return Difference(
        frozenset(new), frozenset(fresh), frozenset(respoken), written, frozenset(windows), tuple(gone), reread
    )
