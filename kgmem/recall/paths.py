"""Law P2: evidence paths from the claims found for a question. One round trip to search, one for what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from kgmem.graph.store import Row, Transaction
from kgmem.models import EvidencePath, PathCuts, PathEvent, PathRelation, RelationType
from kgmem.recall import ranking
from kgmem.recall.holding import holding, times
from kgmem.recall.ranking import Scored, Scoring
from kgmem.settings import Settings

SEEDS = 20
"""Best claims that paths start from."""
HUB = 64
"""Relations of a claim that are all followed."""
SHOWN = 10
"""Best paths that are kept."""
RELATION_TYPES = get_args(RelationType)


@dataclass(frozen=True)
class Limits:
    """How far and how wide paths are searched: relations of a path, paths of each hop that are kept, and relations of a
    claim that are all followed; of one that has more, a hub, those to claims found for the question."""

    max_hops: int
    beam: int
    scoring: Scoring
    hub: int = HUB


def limits(settings: Settings) -> Limits:
    """What the settings say of it."""
    discounts = {type: getattr(settings, f"discount_{type.lower()}") for type in RELATION_TYPES}
    weights = settings.weight_ns, settings.weight_pc, settings.weight_tc, settings.weight_uv
    return Limits(settings.max_hops, settings.beam, Scoring(*weights, discounts))


async def search(
    tx: Transaction, near: Sequence[str], vector: list[float], as_of: datetime | None, limits: Limits
) -> tuple[list[EvidencePath], PathCuts]:
    """The best paths from the best of `near`, claims found for the question, and what was cut on the way."""
    ranked, cuts = await found(tx, near, vector, as_of, limits)
    kept = ranking.diverse(ranked, SHOWN)
    return await _told(tx, kept, as_of), cuts.model_copy(update={"paths": len(ranked) - len(kept)})


async def found(
    tx: Transaction, near: Sequence[str], vector: list[float], as_of: datetime | None, limits: Limits
) -> tuple[list[Scored], PathCuts]:
    """Every path that the limits leave, best first, and what they cut."""
    if not near or not limits.max_hops:
        return [], PathCuts()
    scoring = limits.scoring
    (row,) = await tx.run(
        "recall.paths", seeds=list(near[:SEEDS]), near=list(near), vector=vector, as_of=as_of,
        max_hops=limits.max_hops, beam=limits.beam, hub=limits.hub, weights=scoring.weights,
        discounts=scoring.discounts,
    )  # fmt: skip
    cuts = PathCuts(seeds=max(0, len(near) - SEEDS), beam=row["beam_cut"], hubs=row["hub_cut"], hops=row["open_ends"])
    relevance = {one["id"]: one["relevance"] for one in row["relevance"]}
    return ranking.best_first([_path(one, relevance) for one in row["paths"]], scoring), cuts


async def _told(tx: Transaction, kept: Sequence[Scored], as_of: datetime | None) -> list[EvidencePath]:
    """The paths with what their claims say, the newest versions first; none through a claim that was erased since they
    were found, for the two queries of one transaction need not see the same."""
    ids = sorted({id for one in kept for id in one.path.claims})
    (told,) = await tx.run("recall.path_claims", ids=ids, as_of=as_of) if ids else ({"claims": []},)
    rows = {row["id"]: times(row) for row in told["claims"]}
    kept = [one for one in kept if rows.keys() >= {*one.path.claims}]
    ended = {id for one in kept for id, valid in zip(one.path.claims, one.path.validity, strict=True) if not valid}
    older = {id: rows[id]["updated_by"] for id in ended}
    ordered = ranking.newest_first(kept, lambda one: one.path.claims, older)
    return [_evidence(one, rows, as_of) for one in ordered]


def _evidence(one: Scored, rows: dict[str, Row], as_of: datetime | None) -> EvidencePath:
    path = one.path
    events = (_event(rows[id], valid, as_of) for id, valid in zip(path.claims, path.validity, strict=True))
    return EvidencePath(score=one.score, parts=one.parts, events=tuple(events), relations=path.relations)


def _event(row: Row, validity: float, as_of: datetime | None) -> PathEvent:
    held = holding(row, as_of)
    return PathEvent(
        id=row["id"], kind=row["kind"], statement=row["statement"], since=held.since, grain=held.grain,
        validity=validity, valid_until=held.valid_until, updated_by=tuple(row["updated_by"]), notes=tuple(row["notes"]),
    )  # fmt: skip


def _path(found: Row, relevance: Mapping[str, float]) -> ranking.Path:
    return ranking.Path(
        claims=tuple(found["claims"]),
        relevance=tuple(relevance[id] for id in found["claims"]),
        validity=tuple(found["validity"]),
        relations=tuple(PathRelation(**one) for one in found["relations"]),
        in_order=found["in_order"],
    )
