"""Law P5 for what was settled: the claims of sessions in order, with each session's summary as an item that names what
it rests on. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from kgmem.models import ClaimView, Standing
from kgmem.recall import saying
from kgmem.recall.answer import BAR, Candidate
from kgmem.recall.drawing import Drawn
from kgmem.recall.telling_time import day, time_of

ITEMS_TOLD = 10
"""Claims and summaries of all sessions together."""
_STANDINGS: tuple[Standing, ...] = ("supported", "weakened", "unsupported")
"""The best first."""


class Digest(NamedTuple):
    """A session with its claims in order of time; `summary` is an item like a claim, None where nobody summed it up."""

    title: str
    started_at: datetime | None
    summary: ClaimView | None
    claims: tuple[Candidate, ...]


def digests(sessions: Sequence[Mapping[str, Any]], candidates: Sequence[Candidate]) -> list[Digest]:
    """Of each row of query recall.sessions that claims rest on: those of them that speak of the question's matter, else
    all, in order of time."""
    found = []
    for row in sessions:
        said = set(row["notes"])
        claims = [one for one in candidates if said & {*one.notes}]
        claims = [one for one in claims if one.coverage >= BAR] or claims
        claims = saying.oldest_first(claims)
        if claims:
            found.append(
                Digest(row["title"] or row["external_id"], row["started_at"], _summary(row, claims), tuple(claims))
            )
    return found


def cut(found: Sequence[Digest]) -> bool:
    """Whether there is more than an answer tells."""
    return sum(len(one.claims) + (one.summary is not None) for one in found) > ITEMS_TOLD


def drawn(found: Sequence[Digest]) -> Drawn | None:
    """Each session with its summary and what was claimed in it, disputed where two of these contradict each other
    and both hold; None where there is neither."""
    parts: list[str] = []
    cited: list[str] = []
    told: list[Candidate] = []
    for one in found:
        when = f"{day(one.started_at)}, " if one.started_at else ""
        parts.append(f"{when}{one.title}:")
        if one.summary:
            cited.append(one.summary.id)
            parts.append(f"{one.summary.statement} [{len(cited)}]")
        for claim in one.claims[: max(0, ITEMS_TOLD - len(cited))]:
            cited.append(claim.view.id)
            told.append(claim)
            over = f"until {time_of(claim.until)}: " if claim.until and not claim.holds else ""
            parts.append(over + saying.claim(claim, len(cited)))
    holding = {one.view.id for one in told if one.holds}
    disputed = any(holding & {*one.view.contradicted_by} for one in told if one.holds)
    return Drawn(" ".join(parts), "disputed" if disputed else "answered", tuple(cited)) if cited else None


def _summary(row: Mapping[str, Any], claims: Sequence[Candidate]) -> ClaimView | None:
    """As sure, as valid and as well supported as the least of what it rests on: it adds nothing of its own."""
    if not row["summary"]:
        return None
    views = [one.view for one in claims]
    return ClaimView(
        id=row["id"],
        kind="summary",
        statement=row["summary"],
        validity=min(one.validity for one in views),
        valid_until=None,
        standing=max((one.standing for one in views), key=_STANDINGS.index),
        confidence=min(one.confidence for one in views),
        confidence_shared=min(one.confidence_shared for one in views),
        weakest_support=min(one.weakest_support for one in views),
        calibrated=all(one.calibrated for one in views),
        contradicted_by=(),
        updated_by=(),
        score=0.0,
        seed="session",
        since=row["started_at"],
        rests_on=tuple(one.id for one in views),
    )
