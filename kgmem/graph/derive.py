"""Derived values, brought up to date for what an act touched (laws R2, C1-C3, T4-T6, T7) inside its transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from kgmem.distill.support_graph import bottom_up
from kgmem.graph.rows import batches
from kgmem.graph.store import Transaction

SUSPECT_VALIDITY = 0.5
"""T5: at most this for what depends on a superseded claim."""


@dataclass
class Changes:
    """Values before and after, by claim id, for the claims that changed."""

    standing: dict[str, tuple[str, str]] = field(default_factory=dict)
    confidence: dict[str, tuple[float, float]] = field(default_factory=dict)
    validity: dict[str, tuple[float, float]] = field(default_factory=dict)
    valid_until: dict[str, tuple[datetime | None, datetime | None]] = field(default_factory=dict)

    def __contains__(self, claim: str) -> bool:
        """Whether anything of the claim changed."""
        return any(claim in kept for kept in (self.standing, self.confidence, self.validity, self.valid_until))


async def above(tx: Transaction, ids: Iterable[str]) -> list[str]:
    """The claims and all that rests on them."""
    return [row["claim_id"] for row in await tx.run("validity.above", ids=sorted(set(ids)))]


async def rank(tx: Transaction, ids: Iterable[str]) -> None:
    """S3: the rank of these claims and of all that rests on them, from what they rest on."""
    found = {row["claim_id"]: row for row in await tx.run("write.rests_on", ids=await above(tx, ids))}
    ranks = {lower["id"]: lower["rank"] for row in found.values() for lower in row["rests_on"]}
    ranks |= {id: row["rank"] for id, row in found.items()}
    changed = []
    for id in bottom_up({id: [lower["id"] for lower in row["rests_on"]] for id, row in found.items()}):
        rank = 1 + max((ranks[lower["id"]] for lower in found[id]["rests_on"]), default=0)
        if rank != ranks[id]:
            ranks[id] = rank
            changed.append({"id": id, "rank": rank})
    for batch in batches(changed):
        await tx.run("write.ranks", rows=batch)


async def recompute(
    tx: Transaction, closed: Iterable[str], touched: Iterable[str] = (), rivalries: Iterable[str] = ()
) -> Changes:
    """Standing and figures of `closed` (closed upwards), then ends and validity of these, of `touched` (the ends of
    relations that came or went), of their rivals, of the groups of rivals `rivalries` (those of claims that went), and
    of what depends on any of them."""
    changes = Changes()
    ids, keys = sorted(set(closed)), sorted(set(rivalries))
    seeds = sorted({*ids, *touched})
    if not seeds and not keys:
        return changes
    await _stand(tx, ids, changes)
    rivals = [row["claim_id"] for row in await tx.run("validity.rivals", ids=ids, keys=keys)]
    recounted, moved = [], set()
    for row in await tx.run("validity.superseded", ids=sorted({*seeds, *rivals})):
        moved.add(row["claim_id"])
        if row["before"] != row["after"]:
            changes.valid_until[row["claim_id"]] = (row["before"], row["after"])
        if row["recount"]:
            recounted.append(row["claim_id"])
    settled = await tx.run("validity.evolution", ids=sorted({*ids, *rivals, *moved}), keys=keys)
    above_recounted = await above(tx, recounted) if recounted else []
    await _stand(tx, above_recounted, changes)
    # what a claim causes or enables follows it where its end or that relation changed: one without standing has no end
    moved = {*touched, *rivals, *moved}
    depending = await tx.run("validity.dependents", ids=sorted(moved)) if moved else []
    beyond = {*moved, *(row["claim_id"] for row in depending)} - {*ids}
    suspects = sorted({*ids, *(await above(tx, beyond) if beyond else ())})
    shown = []
    for row in await tx.run("validity.validity", ids=suspects, suspect=SUSPECT_VALIDITY):
        changes.validity |= {one["id"]: tuple(one["validity"]) for one in row["changed"]}
        shown += [one["id"] for one in row["changed"] if one["pruned"]]  # it had validity 0 when it was pruned
    await show(tx, shown)
    contested = {*ids, *moved, *(row["claim_id"] for row in settled)}
    await tx.run("validity.disputed", ids=sorted(contested), keys=keys)
    return changes


async def _stand(tx: Transaction, ids: list[str], changes: Changes) -> None:
    """Standing and figures of these, with what they were before the first change."""
    for row in await tx.run("validity.standing", ids=ids) if ids else []:
        for one in row["changed"]:
            for kept, (before, after) in ((changes.standing, one["standing"]), (changes.confidence, one["confidence"])):
                first = kept.get(one["id"], (before, after))[0]
                if first != after:
                    kept[one["id"]] = (first, after)
                else:
                    kept.pop(one["id"], None)


async def show(tx: Transaction, pruned: Iterable[str]) -> None:
    """Show these pruned claims again: they were stated anew, or are neither unsupported nor superseded any more."""
    if ids := sorted(pruned):
        await tx.run("prune.show", ids=ids)
