"""What the store is asked before a session is checked: the ids that it cites and the claims that it states again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kgmem import identity
from kgmem.anchors import Interval, unit
from kgmem.distill.checked import Known, KnownClaim, KnownObservation
from kgmem.distill.grounds import Ground
from kgmem.distill.verify import cited_ids, claim_ids
from kgmem.graph.store import Transaction
from kgmem.models import Session
from kgmem.ontology import Ontology


async def look_up(tx: Transaction, session: Session, ontology: Ontology, zone: str | None, *, beyond: bool) -> Known:
    """What the store knows of the ids that the session cites, and of the claims it states again. Only one that goes
    `beyond` itself may cite the store: a distiller is shown no ids of it."""
    if not session.claims and not session.relations:
        return Known()
    cited = (cited_ids(session) if beyond else set[str]()).union(*(one.ids for one in session.recalled))
    stated = claim_ids(session, tx.tenant, ontology, zone)
    claims: dict[str, KnownClaim] = {}
    for row in await tx.run("write.cited_claims", ids=_of_kind(cited, "claim")):
        claims[row["claim_id"]] = _known_claim(row, claims.get(row["claim_id"]))
    observations = {
        row["observation_id"]: KnownObservation(row["text"], _observed(row))
        for row in await tx.run("write.cited_observations", ids=_of_kind(cited, "observation"))
    }
    ranks = {row["claim_id"]: row["rank"] for row in await tx.run("write.asserted_claims", ids=sorted(stated))}
    ids = sorted({*claims, *ranks})
    pairs = await tx.run("write.support_among", ids=ids) if ids else []
    return Known(claims, observations, ranks, frozenset((row["upper"], row["lower"]) for row in pairs))


def _of_kind(ids: Iterable[str], kind: str) -> list[str]:
    return sorted(id for id in ids if identity.kind_of(id) == kind)


def _interval(start: Any, grain: str | None) -> Interval | None:
    return unit(start, grain or "second") if start else None


def _known_claim(row: dict[str, Any], before: KnownClaim | None) -> KnownClaim:
    ground = Ground(
        frozenset(row["source_ids"]), _interval(row["published_at"], row["published_grain"]), row["undated"],
        row["message_at"], row["by_people"],
    )  # fmt: skip
    stated = row["world_from"] and row["world_basis"] in ("stated", "published")
    worlds = (Interval(row["world_from"], row["world_grain_end"], "second"),) if stated else ()
    if before:
        return KnownClaim(before.statement, before.rank, before.ground | ground, before.worlds + worlds)
    return KnownClaim(row["statement"], row["rank"], ground, worlds)


def _observed(row: dict[str, Any]) -> Ground:
    document = row["source_kind"] == "document"
    published = _interval(row["published_at"], row["published_grain"]) if document else None
    sources = frozenset({row["source_id"]})
    undated = document and published is None
    return Ground(sources, published, undated, row["observed_at"], row["role"] != "assistant")
