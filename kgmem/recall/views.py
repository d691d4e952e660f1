"""What the store knows about one thing, in the shapes of the results: explain, history, conflicts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from kgmem.errors import AmbiguousName, UsageError
from kgmem.graph.missing import missing
from kgmem.graph.store import Row, Transaction
from kgmem.identity import fold_name
from kgmem.models import (
    AssertionView,
    ClaimSummary,
    CommonSource,
    Conflict,
    Conflicts,
    CountedTwice,
    EntityView,
    Explanation,
    Grounded,
    History,
    HistoryClaim,
    RelatedClaim,
    SharedSource,
    SharedSources,
    SourceView,
    Support,
    TakingBack,
    Verdict,
)
from kgmem.spells import UNDATED, merged


async def explain(tx: Transaction, id: str) -> Explanation:
    """Provenance of a claim down to quotes and sources. Raises NotFound or WrongKind."""
    claims = await _summaries(tx, [id])
    if id not in claims:
        raise await missing(tx, id, "claim")
    lineage = await tx.run("audit.claim_lineage", id=id)
    assertions = _assertions(lineage)
    below = await _summaries(tx, sorted({row["claim_id"] for row in lineage} - {id}))
    depths = {row["claim_id"]: row["depth"] for row in reversed(lineage)}
    reasons = await tx.run("recall.reasons", id=id)
    holders: dict[str, list[str]] = defaultdict(list)
    for row in reasons:
        for source in row["source_ids"] if row["counted"] else []:
            holders[source].append(row["assertion_id"])
    every = sorted({source for row in reasons for source in row["source_ids"]})
    relations = await tx.run("recall.relations", id=id)
    return Explanation(
        claim=claims[id],
        assertions=assertions[id],
        grounds=tuple(
            Grounded(claim=below[claim], depth=depths[claim], assertions=assertions[claim])
            for claim in sorted(below, key=lambda claim: (depths[claim], claim))
        ),
        sources=tuple(SourceView(**row) for row in await tx.run("recall.sources", ids=every)),
        shared_sources=tuple(
            SharedSource(source=source, assertions=tuple(ids))
            for source, ids in sorted(holders.items())
            if len(ids) > 1
        ),
        independent_sources=len(holders),
        updates=_related(row for row in relations if row["type"] == "UPDATES" and row["outgoing"]),
        updated_by=_related(row for row in relations if row["type"] == "UPDATES" and not row["outgoing"]),
        contradicts=_related(row for row in relations if row["type"] == "CONTRADICTS"),
        **await acts(tx, id, [one for views in assertions.values() for one in views]),
    )


async def history(tx: Transaction, name: str) -> History:
    """What was claimed about an entity, in order of time. Raises NotFound or AmbiguousName."""
    about = await entity(tx, name)
    rows = await tx.run("recall.history", id=about.id)
    return History(entity=about, claims=tuple(_history_claim(row) for row in rows))


async def entity(tx: Transaction, name: str) -> EntityView:
    """The entity of that id, external id or name. Raises UsageError, NotFound or AmbiguousName."""
    if not fold_name(name):
        raise UsageError("is a name of which nothing is visible", field="entity")
    found = await tx.run("recall.entities", id=name, key=fold_name(name))
    if not found:
        raise await missing(tx, name, "entity", unknown=f"no entity is known by the id or name {name!r}")
    found = [row for row in found if row["stated"]] or found
    if len(found) > 1:
        raise AmbiguousName(name, [(row["id"], row["kind"], row["external_id"]) for row in found])
    return EntityView(**{field: found[0][field] for field in EntityView.model_fields})


async def conflicts(tx: Transaction) -> Conflicts:
    """Contradictions that are open: both claims stand and their times overlap (law T6)."""
    rows = await tx.run("recall.conflicts")
    claims = await _summaries(tx, sorted({id for row in rows for id in (row["claim_id"], row["other_id"])}))
    return Conflicts(
        conflicts=tuple(
            Conflict(
                claim=claims[row["claim_id"]],
                other=claims[row["other_id"]],
                confidence=row["confidence"],
                justification=row["justification"],
                since=row["since"],
            )
            for row in rows
        )
    )


async def shared_sources(tx: Transaction) -> SharedSources:
    """The claims whose confidence counts a source more than once (laws C2, C3)."""
    rows = await tx.run("recall.shared_sources")
    claims = await _summaries(tx, sorted({row["claim_id"] for row in rows}))
    named = {row["id"]: row for row in await tx.run("recall.sources", ids=sorted({row["source_id"] for row in rows}))}
    common: dict[str, list[CommonSource]] = defaultdict(list)
    for row in rows:
        common[row["claim_id"]].append(CommonSource(**named[row["source_id"]], assertions=row["assertions"]))
    return SharedSources(
        claims=tuple(
            CountedTwice(
                claim=claims[id],
                sources=tuple(sorted(sources, key=lambda one: (-one.assertions, one.id))),
                raised_by=claims[id].confidence - claims[id].confidence_shared,
            )
            for id, sources in common.items()
        )
    )


async def acts(
    tx: Transaction, id: str, shown: Iterable[AssertionView], known_at: datetime | None = None
) -> dict[str, Any]:
    """What people did about a claim and what it rests on, as an explanation has it; what nobody says any more is left
    out."""
    ids = {id}
    for one in (one for one in shown if one.ended_at is None):
        ids |= {one.id} | {str(support.observation or support.claim) for support in one.supports}
    verdicts = await tx.run("recall.verdict", id=id, known_at=known_at)
    return {
        "taken_back": tuple(
            TakingBack(**row) for row in await tx.run("recall.acts", ids=sorted(ids), known_at=known_at)
        ),
        "verdict": Verdict(**verdicts[0]) if verdicts else None,
    }


async def must_be(tx: Transaction, id: str, wanted: str) -> None:
    """Raises NotFound or WrongKind unless the id is that of what is wanted."""
    kinds = await tx.run("recall.kind", id=id)
    if not kinds or kinds[0]["kind"] != wanted:
        raise await missing(tx, id, wanted)


async def _summaries(tx: Transaction, ids: list[str]) -> dict[str, ClaimSummary]:
    return {row["id"]: ClaimSummary(**row) for row in await tx.run("recall.claims", ids=ids)} if ids else {}


def _assertions(lineage: list[Row]) -> dict[str, tuple[AssertionView, ...]]:
    supports: dict[str, list[Support]] = defaultdict(list)
    first: dict[str, Row] = {}
    for row in lineage:
        first.setdefault(row["assertion_id"], row)
        is_claim = row["support_kind"] == "claim"
        supports[row["assertion_id"]].append(
            Support(
                observation=None if is_claim else row["support_id"],
                claim=row["support_id"] if is_claim else None,
                external_id=row["support_external_id"],
                text=row["text"],
                quote=row["quote"],
                source=row["source_id"],
                retracted=row["retracted"],
            )
        )
    found: dict[str, list[AssertionView]] = defaultdict(list)
    for id, row in first.items():
        found[row["claim_id"]].append(_assertion(id, row, tuple(supports[id])))
    return {claim: tuple(views) for claim, views in found.items()}


def _assertion(id: str, row: Row, supports: tuple[Support, ...]) -> AssertionView:
    return AssertionView(
        id=id,
        session=row["session_id"],
        session_external_id=row["session"],
        confidence=row["confidence"],
        raw_confidence=row["raw_confidence"],
        calibration=row["calibration"],
        weight=row["weight"],
        model=row["model"],
        state=row["state"],
        ended_at=row["ended_at"],
        world_from=row["world_from"],
        world_basis=row["world_basis"],
        supports=supports,
    )


def _related(rows: Iterable[Row]) -> tuple[RelatedClaim, ...]:
    return tuple(
        RelatedClaim(
            id=row["id"],
            statement=row["statement"],
            effective_at=row["effective_at"],
            justification=row["justification"],
            rule=row["rule"],
            model=row["model"],
        )
        for row in rows
    )


def _history_claim(row: dict[str, Any]) -> HistoryClaim:
    spells = merged((one["since"], one["until"]) for one in row["holdings"]) or UNDATED
    values = {field: row[field] for field in HistoryClaim.model_fields if field not in ("holds", "superseded_by")}
    holds = () if row["standing"] == "unsupported" else spells
    return HistoryClaim(holds=holds, superseded_by=_related(row["superseded_by"]), **values)
