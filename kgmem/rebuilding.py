"""Everything of a tenant computed anew, in batches: who is whose rival, and what follows from base facts."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping

from kgmem.graph import derive, rows
from kgmem.graph.store import Store, Transaction
from kgmem.models import Warning_
from kgmem.ontology import Ontology
from kgmem.rivals import fact_of, rivalries

BATCH = 1_000
"""Claims of one transaction."""

Progress = Callable[[int, int], None]
"""Called with (done, in all)."""


async def regroup(store: Store, tenant: str, ontology: Ontology, progress: Progress) -> tuple[Warning_, ...]:
    """T3: who is whose rival under this ontology, for every claim; the warning that it was not so before."""
    changed = await _through(store, tenant, functools.partial(_regroup, ontology), progress)
    return tuple(_other_rivals(changed))


async def recompute(store: Store, tenant: str, progress: Progress) -> None:
    """T7: what follows from base facts, for every claim."""
    await _through(store, tenant, _recompute, progress)


async def _through(
    store: Store, tenant: str, work: Callable[[list[str], Transaction], Awaitable[Counter[str]]], progress: Progress
) -> Counter[str]:
    found: Counter[str] = Counter()
    ids = [row["id"] for row in await store.read("link.all_claims", tenant)]
    for start in range(0, len(ids), BATCH):
        some = functools.partial(work, ids[start : start + BATCH])
        found += await store.writing(some, tenant, "link.all_claims")
        progress(min(start + BATCH, len(ids)), len(ids))
    return found


async def _regroup(ontology: Ontology, ids: list[str], tx: Transaction) -> Counter[str]:
    await tx.lock()
    changed: Counter[str] = Counter()
    groups: rows.Rows = []
    for row in await tx.run("validity.facts", ids=ids):
        ends = {end["role"]: end["id"] for end in row["ends"]}
        fact = fact_of(ends, row["predicate"], row["negated"], row["value"], row["unit"])
        now = rivalries(fact, tx.tenant, ontology)
        changed[row["predicate"]] += (row["by_subject"], row["by_object"]) != (now.by_subject, now.by_object)
        groups.append({"id": row["id"], **now._asdict()})
    await tx.run("validity.regroup", rows=groups)
    return +changed


async def _recompute(ids: list[str], tx: Transaction) -> Counter[str]:
    await tx.lock()
    await derive.recompute(tx, await derive.above(tx, ids))
    return Counter()


def _other_rivals(changed: Mapping[str, int]) -> Iterator[Warning_]:
    """What a caller should know who had another ontology before, and may have forgotten it."""
    if changed:
        facts = ", ".join(f"{predicate} ({count} facts)" for predicate, count in sorted(changed.items()))
        detail = (
            f"the ontology says otherwise than before who is whose rival: {facts}; a rebuild with the other undoes it"
        )
        yield Warning_(code="rivals_changed", detail=detail)
