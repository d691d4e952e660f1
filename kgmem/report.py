"""What became of each session of an ingest, and the sums. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgmem.distill.distiller import Distillation
from kgmem.distill.outcomes import NO_CALLS, Usage
from kgmem.graph.rows import Distilled
from kgmem.link.gate import Gated
from kgmem.models import IngestResult, IngestTotals, Links, Session, SessionResult, SessionState, Warning_


@dataclass(frozen=True)
class Written:
    """What became of a session, how many messages that brought into the store, and what calls of a model it took."""

    result: SessionResult
    notes: int = 0
    usage: Usage = NO_CALLS

    def having_taken(self, usage: Usage) -> Written:
        """The same, after these calls."""
        return replace(self, result=self.result.model_copy(update={"model_calls": usage.calls}), usage=usage)


def ended(session: Session, id: str, state: SessionState, reason: str | None = None) -> SessionResult:
    """A session of which nothing was written."""
    return SessionResult(external_id=session.external_id, id=id, state=state, reason=reason, warnings=session.warnings)


def linked(one: Written, relations: int, looked: Gated, usage: Usage, warnings: Sequence[Warning_]) -> Written:
    """A session that was written, with what linking it found and took."""
    before = one.result
    update = {
        "relations": before.relations + relations,
        "warnings": (*before.warnings, *warnings),
        "links": Links(candidates=looked.candidates, gated=looked.gated, cut=looked.cut),
    }
    return Written(before.model_copy(update=update), one.notes).having_taken(one.usage + usage)


def stored_before(session: Session, id: str, stored: Mapping[str, Any]) -> SessionResult:
    """I2: the same content again changes nothing; what was taken back stays so."""
    result = ended(session, id, "unchanged")
    return _warned(result, "it was taken back, in whole or in part, and stays so") if stored["retracted"] else result


def stored(one: Distilled, found: Distillation, warnings: Sequence[Warning_], *, retracted: bool) -> SessionResult:
    """A session that was written, with what was accepted and rejected of its items; one that a model failed to read has
    its messages and the reason."""
    reason = None
    if found.usage.calls and not found.claims:
        reason = "model_returned_none: the chat model found nothing to claim"
    if found.failure:
        reason = found.failure.reason
    claims = {claim.claim_id: claim.item.kind for claim in one.verified.claims}
    result = SessionResult(
        external_id=one.session.external_id,
        id=one.id,
        state="failed" if found.failure else "stored",
        reason=reason,
        claims=len(claims),
        events=sum(kind != "fact" for kind in claims.values()),
        relations=len(one.verified.relations),
        rejected=one.verified.rejected,
        warnings=tuple(dict.fromkeys((*one.verified.warnings, *warnings))),
    )
    kept = "something it comes from was taken back, and what rests on that alone stays unsupported"
    return _warned(result, kept) if retracted else result


def _warned(result: SessionResult, detail: str) -> SessionResult:
    detail += "; `kgmem restore` brings it back"
    warning = Warning_(code="skipped_retracted", detail=detail)
    return result.model_copy(update={"warnings": (*result.warnings, warning)})


def whole(written: Sequence[Written], beside: Usage = NO_CALLS) -> IngestResult:
    """The result of an ingest that did all this; `beside` are calls about sessions of earlier runs."""
    results = [one.result for one in written]
    states = Counter(result.state for result in results)
    usage = sum((one.usage for one in written), beside)
    totals = IngestTotals(
        sessions=len(results),
        stored=states["stored"],
        unchanged=states["unchanged"],
        failed=states["failed"],
        rejected=states["rejected"],
        notes=sum(one.notes for one in written),
        claims=sum(result.claims for result in results),
        events=sum(result.events for result in results),
        relations=sum(result.relations for result in results),
        rejected_items=sum(len(result.rejected) for result in results),
        warnings=sum(len(result.warnings) for result in results),
        model_calls=usage.calls,
        model_repairs=usage.repairs,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        model_seconds=round(usage.seconds, 3),
    )
    return IngestResult(sessions=tuple(results), totals=totals)
