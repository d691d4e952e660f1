"""Pruning: what is old and of no use any more is hidden, so that the store does not only grow, or erased.

The work is done in batches, each a transaction of its own: an interruption leaves whole batches, and the same again
goes on with the rest.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from kgmem import erasure, identity
from kgmem.errors import NotFound, UsageError
from kgmem.graph.store import Row, Store, Transaction
from kgmem.models import PrunedClaim, PruneResult
from kgmem.writing import TextVectors

Progress = Callable[[int, int], None]

AGE, BELOW = "180d", 0.5
"""What is pruned where nothing else is asked for."""
BATCH = 1_000
"""Claims of one transaction."""
ERASED = 50
"""The same where they are erased, which is more work each."""
UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_AGE = re.compile(rf"(\d+)\s*([{''.join(UNITS)}])")


@dataclass(frozen=True)
class Asked:
    """Claims without a reason recorded for `age`, with a confidence below `below`; with `vectors`, what rewords the
    claims that stay, they are erased."""

    older_than: str
    age: timedelta
    below: float
    by: str | None
    vectors: TextVectors | None


def age(text: str | timedelta) -> tuple[str, timedelta]:
    """A span of time as it is recorded ("180d"), and its length. Raises UsageError."""
    match = None if isinstance(text, timedelta) else _AGE.fullmatch(str(text).strip())
    try:
        length = text if isinstance(text, timedelta) else int(match[1]) * UNITS[match[2]] if match else None
    except (OverflowError, ValueError):
        length = None
    if length is None or length < timedelta():
        raise UsageError(f"{str(text)!r} is no age such as 180d; it is a number of hours (h), days (d) or weeks (w)",
                         field="older_than")  # fmt: skip
    if match:
        return match[1] + match[2], length
    days = length / UNITS["d"]
    return f"{days:g}d" if days == int(days) else f"{length / UNITS['h']:g}h", length


def asked(older_than: str | timedelta, below: float, by: str | None, vectors: TextVectors | None) -> Asked:
    """What is asked for. Raises UsageError."""
    if isinstance(below, bool) or not isinstance(below, int | float) or not 0 <= below <= 1:
        raise UsageError(f"{below!r} is no confidence from 0 to 1", field="below")
    return Asked(*age(older_than), float(below), by, vectors)


async def prune(store: Store, tenant: str, asked: Asked, progress: Progress, *, dry_run: bool) -> PruneResult:
    """Hide, or erase, what is asked for. Where there is nothing of it, nothing is recorded."""
    work = functools.partial(_begin, asked, whole=dry_run)
    begun = await store.writing(work, tenant, "prune.record", keep=not dry_run)
    done, total = begun.done, len(begun.done) + len(begun.waiting)
    for batch in list(_batches(begun.waiting, asked)):
        progress(total - len(begun.waiting), total)
        done += await store.writing(functools.partial(_go_on, asked, begun, batch), tenant, "prune.mark")
        del begun.waiting[: len(batch)]
    progress(total, total)
    kept = 0 if asked.vectors is None else sum(not claim.erased for claim in done)
    return PruneResult(
        pruning=begun.id if done and not dry_run else None,
        dry_run=dry_run,
        older_than=asked.older_than,
        below=asked.below,
        claims=tuple(done),
        erased=sum(claim.erased for claim in done),
        kept=kept,
        changed=len(done),
    )


async def restore(store: Store, tenant: str, id: str, *, dry_run: bool) -> PruneResult:
    """Show again what the act `id` hides, exactly as it was; the second time nothing. Raises NotFound."""
    shown: list[PrunedClaim] = []
    more = True
    while more:
        work = functools.partial(_show, id, len(shown) if dry_run else 0)
        batch, more, found = await store.writing(work, tenant, "prune.undo", keep=not dry_run)
        shown += batch
    return PruneResult(
        pruning=id,
        dry_run=dry_run,
        older_than=found["older_than"],
        below=found["below"],
        claims=tuple(shown),
        erased=0,
        kept=0,
        changed=len(shown),
    )


@dataclass
class _Begun:
    """An act of pruning with what it did and has to do; `since` is when a reason was recorded that is too young."""

    id: str
    since: datetime
    done: list[PrunedClaim]
    waiting: list[str]


async def _begin(asked: Asked, tx: Transaction, *, whole: bool) -> _Begun:
    """Record the act and do its first batch, or the `whole`; claims come from the highest rank down."""
    await tx.lock(known=True)
    if tx.now is None:
        raise NotFound(f"nothing was ever stored for tenant {tx.tenant!r}")
    since = _before(tx.now, asked.age)
    (found,) = await tx.run("prune.found", since=since, below=asked.below)
    begun = _Begun(identity.pruning_id(tx.tenant, tx.now), since, [], found["ids"])
    if begun.waiting:
        await tx.run("prune.record", id=begun.id, older_than=asked.older_than, below=asked.below, by=asked.by)
    for batch in list(_batches(begun.waiting, asked)):
        begun.done += await _take(asked, begun, batch, tx)
        del begun.waiting[: len(batch)]
        if not whole:
            break
    return begun


async def _go_on(asked: Asked, begun: _Begun, batch: list[str], tx: Transaction) -> list[PrunedClaim]:
    await tx.lock(known=True)
    return await _take(asked, begun, batch, tx)


async def _take(asked: Asked, begun: _Begun, batch: list[str], tx: Transaction) -> list[PrunedClaim]:
    """Hide or erase those of the batch that still are what was asked for."""
    (found,) = await tx.run("prune.found", ids=batch, since=begun.since, below=asked.below)
    if asked.vectors is None:
        taken = await _resting(tx, found["ids"])
        await tx.run("prune.mark", id=begun.id, ids=found["ids"])
        return taken
    taken = []
    for id in found["ids"]:
        for claim in await _resting(tx, [id]):  # what rested on it and was asked for too is gone by now
            if claim.resting:
                await tx.run("prune.mark", id=begun.id, ids=[id])
            else:
                await erasure.within(tx, id, asked.by, asked.vectors, dry_run=False)
            taken.append(claim.model_copy(update={"erased": not claim.resting}))
    return taken


async def _resting(tx: Transaction, ids: list[str]) -> list[PrunedClaim]:
    return [PrunedClaim(**row, erased=False) for row in await tx.run("prune.resting", ids=ids)]


async def _show(id: str, skipped: int, tx: Transaction) -> tuple[list[PrunedClaim], bool, Row]:
    """One batch of what an act hides, shown again; whether there is more, and the act."""
    found = await tx.run("prune.hidden", id=id) if await tx.lock(known=True) else []
    if not found:
        raise NotFound(f"nothing in tenant {tx.tenant!r} has the id {id}; nothing was changed")
    ids = found[0]["ids"][skipped:]
    claims = await _resting(tx, ids[:BATCH])
    await tx.run("prune.show", ids=ids[:BATCH], id=id)
    if len(ids) <= BATCH:
        await tx.run("prune.undo", id=id)
    return claims, len(ids) > BATCH, found[0]


def _batches(ids: list[str], asked: Asked) -> Iterator[list[str]]:
    size = BATCH if asked.vectors is None else ERASED
    return (ids[start : start + size] for start in range(0, len(ids), size))


def _before(now: datetime, age: timedelta) -> datetime:
    try:
        return now - age
    except OverflowError:
        return datetime.min.replace(tzinfo=UTC)
