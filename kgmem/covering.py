"""What of each session its claims rest on, and what of it they leave out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kgmem import identity
from kgmem.coverage import ranked
from kgmem.graph.missing import missing
from kgmem.graph.store import Row, Transaction
from kgmem.models import Coverage, MissedMessage, SessionCoverage

LIMIT = 20
"""Messages a session that are listed where nobody says how many."""


async def coverage(tx: Transaction, *, session: str | None, limit: int) -> Coverage:
    """The sessions, or one of them by either id, with those `limit` messages that look most worth claiming and that no
    claim rests on. Raises NotFound or WrongKind."""
    ids = None if session is None else [session, identity.session_id(tx.tenant, identity.normalise_id(session))]
    found = await tx.run("recall.coverage", ids=ids)
    if session is not None and not found:
        raise await missing(tx, session, "session", field="session", unknown=f"no session has the id {session!r}")
    sessions = tuple(_session(row, limit) for row in found)
    messages, covered = sum(one.messages for one in sessions), sum(one.covered for one in sessions)
    return Coverage(sessions=sessions, messages=messages, covered=covered, share=_share(covered, messages))


def _session(row: Row, limit: int) -> SessionCoverage:
    missed: dict[str, Mapping[str, Any]] = {note["id"]: note for note in row["missed"]}
    listed = ranked((id, note["text"]) for id, note in missed.items())[:limit]
    return SessionCoverage(
        id=row["id"],
        external_id=row["external_id"],
        title=row["title"],
        started_at=row["started_at"],
        messages=row["messages"],
        covered=row["messages"] - len(missed),
        share=_share(row["messages"] - len(missed), row["messages"]),
        uncovered=tuple(MissedMessage(**missed[id], score=it.score, signals=it.signals) for id, it in listed),
        left_out=len(missed) - len(listed),
    )


def _share(covered: int, messages: int) -> float | None:
    return covered / messages if messages else None
