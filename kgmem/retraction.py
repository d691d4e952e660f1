"""Taking back and restoring (laws R1-R5): each act is one transaction, and a dry run is the act rolled back."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from kgmem import identity
from kgmem.errors import NotFound, UsageError, WrongKind
from kgmem.graph import derive, rows
from kgmem.graph.derive import Changes
from kgmem.graph.missing import missing
from kgmem.graph.store import Row, Store, Transaction
from kgmem.models import AffectedClaim, ChangedValidity, RetractionResult

POLICIES = ("dispute", "lower", "remove")
"""R3: how a reason counts that lost part of its support, from the mildest to the strictest: `dispute` marks it and
keeps its weight, `lower` lets it count for less, `remove` does so too and hides what nothing supports any more."""


@dataclass(frozen=True)
class Act:
    """What is asked for: taking `target` back, for whom and why."""

    target: str
    reason: str | None
    by: str | None
    policy: str


async def retract(store: Store, tenant: str, act: Act, *, dry_run: bool) -> RetractionResult:
    """Take an observation, source, session or claim back. Raises NotFound, WrongKind or, for an unknown
    policy, UsageError, and then nothing changed."""
    if act.policy not in POLICIES:
        raise UsageError(f"there is no policy {act.policy!r}; there is {', '.join(POLICIES)}", field="policy")
    work = functools.partial(_retract, act, dry_run)
    return await store.writing(work, tenant, "retract.record", keep=not dry_run)


async def restore(store: Store, tenant: str, retraction: str, *, dry_run: bool) -> RetractionResult:
    """Undo a retraction: its exact inverse, but for what another act in force still covers (R4)."""
    work = functools.partial(_restore, retraction, dry_run)
    return await store.writing(work, tenant, "retract.undo", keep=not dry_run)


async def _retract(act: Act, dry_run: bool, tx: Transaction) -> RetractionResult:
    await tx.lock(known=True)
    target = await _target(tx, act.target)
    closure = await tx.run("retract.closure", id=act.target)
    strictness = POLICIES.index(act.policy)
    for standing in target["standing"]:
        if POLICIES.index(standing["policy"]) >= strictness:
            return _result(standing["id"], act.target, target["kind"], dry_run, closure, Changes(), (), repeated=True)
    id = identity.retraction_id(tx.tenant, act.target, target["acts"])
    await tx.run("retract.record", id=id, target=act.target, reason=act.reason, by=act.by, policy=act.policy)
    changes, elsewhere = await _follow(tx, act.target, closure)
    result = _result(None if dry_run else id, act.target, target["kind"], dry_run, closure, changes, elsewhere)
    await _record(tx, id, result, changes, elsewhere, undone=False)
    return result


async def _restore(retraction: str, dry_run: bool, tx: Transaction) -> RetractionResult:
    locked = await tx.lock(known=True)
    found = await tx.run("retract.undo", id=retraction) if locked else []
    if not found:
        raise await _unknown(tx, retraction)
    target, kind = found[0]["target"], found[0]["kind"]
    closure = await tx.run("retract.closure", id=target)
    repeated = found[0]["was_undone"]
    changes, elsewhere = (Changes(), ()) if repeated else await _follow(tx, target, closure)
    result = _result(retraction, target, kind, dry_run, closure, changes, elsewhere, repeated=repeated)
    await _record(tx, retraction, result, changes, elsewhere, undone=True)
    return result


async def _target(tx: Transaction, id: str) -> Row:
    found = await tx.run("retract.target", id=id)
    if not found:
        raise await missing(tx, id, "observation, source, session or claim", acting=True)
    return found[0]


async def _unknown(tx: Transaction, id: str) -> NotFound | WrongKind:
    kinds = await tx.run("recall.kind", id=id)
    if kinds and kinds[0]["kind"] == "retraction":
        return NotFound(f"what {id} took back was erased since; there is nothing to restore")
    return await missing(tx, id, "retraction", acting=True)


async def _follow(tx: Transaction, target: str, closure: list[Row]) -> tuple[Changes, Sequence[ChangedValidity]]:
    """What follows from a target that came or went: in its closure, and elsewhere."""
    inside = [claim["id"] for row in closure for claim in row["claims"]]
    ends = [row["claim_id"] for row in await tx.run("retract.mark", id=target)]
    changes = await derive.recompute(tx, inside, ends)
    outside = sorted({*changes.validity, *changes.valid_until, *changes.confidence} - {*inside})
    found = await tx.run("recall.claims", ids=outside) if outside else []
    return changes, [_elsewhere(row, changes) for row in found]


def _elsewhere(claim: Row, changes: Changes) -> ChangedValidity:
    before, after = changes.validity.get(claim["id"], (claim["validity"],) * 2)
    until_before, until_after = changes.valid_until.get(claim["id"], (claim["valid_until"],) * 2)
    confidence_before, confidence_after = changes.confidence.get(claim["id"], (claim["confidence"],) * 2)
    return ChangedValidity(
        id=claim["id"],
        statement=claim["statement"],
        validity_before=before,
        validity_after=after,
        valid_until_before=until_before,
        valid_until_after=until_after,
        confidence_before=confidence_before,
        confidence_after=confidence_after,
    )


def _result(
    id: str | None,
    target: str,
    kind: str,
    dry_run: bool,
    closure: list[Row],
    changes: Changes,
    elsewhere: Sequence[ChangedValidity],
    *,
    repeated: bool = False,
) -> RetractionResult:
    affected = tuple(_affected(claim, row["depth"], changes) for row in closure for claim in row["claims"])
    return RetractionResult(
        retraction=id,
        target=target,
        target_kind=kind,
        dry_run=dry_run,
        repeated=repeated,
        affected=affected,
        unsuperseded=tuple(
            claim for claim in elsewhere if claim.id in changes.validity or claim.id in changes.valid_until
        ),
        changed=sum(claim.id in changes for claim in affected) + len(elsewhere),
    )


def _affected(claim: Row, depth: int, changes: Changes) -> AffectedClaim:
    """A claim of the closure, which tells of it as it was."""
    id = claim["id"]
    standing_before, standing_after = changes.standing.get(id, (claim["standing"],) * 2)
    confidence_before, confidence_after = changes.confidence.get(id, (claim["confidence"],) * 2)
    validity_before, validity_after = changes.validity.get(id, (claim["validity"],) * 2)
    return AffectedClaim(
        id=id,
        statement=claim["statement"],
        depth=depth,
        standing_before=standing_before,
        standing_after=standing_after,
        confidence_before=confidence_before,
        confidence_after=confidence_after,
        validity_before=validity_before,
        validity_after=validity_after,
    )


async def _record(
    tx: Transaction, id: str, result: RetractionResult, changes: Changes, elsewhere: Sequence[ChangedValidity], *,
    undone: bool,
) -> None:  # fmt: skip
    changed: rows.Rows = [
        {"id": claim.id, "properties": claim.model_dump(exclude={"id", "statement"})}
        for claim in result.affected
        if claim.id in changes
    ]
    changed += [{"id": c.id, "properties": c.model_dump(exclude={"id", "statement"})} for c in elsewhere]
    for batch in rows.batches(changed):
        await tx.run("retract.affected", id=id, undone=undone, rows=batch)
