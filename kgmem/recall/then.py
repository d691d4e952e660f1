"""What was known and held at a time (law T8), in the shapes of the results: explain, history and the others."""

from __future__ import annotations

from collections import defaultdict, deque

from kgmem.errors import NotFound
from kgmem.graph.store import Row, Transaction
from kgmem.models import (
    CommonSource,
    Conflict,
    Conflicts,
    CountedTwice,
    Explanation,
    Grounded,
    History,
    HistoryClaim,
    SharedSource,
    SharedSources,
    SourceView,
)
from kgmem.recall import views
from kgmem.recall.picture import Clocks, Picture, hidden, picture_of, stamp
from kgmem.recall.telling_time import NEVER


async def explain(tx: Transaction, id: str, moment: Clocks) -> Explanation:
    """Provenance of a claim as it was known. Raises NotFound, also for one that was not known then, or WrongKind."""
    picture = await picture_of(tx, [id], moment)
    if id not in picture.reasons:
        await views.must_be(tx, id, "claim")
        if moment.known_at is None:
            return await views.explain(tx, id)  # nobody gives a reason for it, whatever the world's time
        raise NotFound(f"no reason for {id} was known at {moment.known_at.isoformat()}")
    depths = _depths(picture, id)
    holders = picture.sharing(id)
    every = sorted({source for row in picture.reasons[id] for source in row["source_ids"]})
    grounds = sorted((depth, claim) for claim, depth in depths.items() if depth)
    contradicts = picture.related("CONTRADICTS", id, outgoing=True) + picture.related("CONTRADICTS", id, outgoing=False)
    views_of = {
        claim: tuple(picture.assertion(row) for row in picture.reasons[claim])
        for claim in (id, *(claim for _, claim in grounds))
    }
    return Explanation(
        claim=picture.summary(id),
        assertions=views_of[id],
        grounds=tuple(
            Grounded(claim=picture.summary(claim), depth=depth, assertions=views_of[claim]) for depth, claim in grounds
        ),
        sources=tuple(SourceView(**row) for row in await tx.run("recall.sources", ids=every)),
        shared_sources=tuple(
            SharedSource(source=source, assertions=tuple(ids))
            for source, ids in sorted(holders.items())
            if len(ids) > 1
        ),
        independent_sources=len(holders),
        updates=picture.related("UPDATES", id, outgoing=True),
        updated_by=picture.related("UPDATES", id, outgoing=False),
        contradicts=tuple(sorted(contradicts, key=lambda one: one.id)),
        **await views.acts(tx, id, [one for reasons in views_of.values() for one in reasons], moment.known_at),
        **await stamp(tx, moment),
    )


async def history(tx: Transaction, name: str, moment: Clocks) -> History:
    """What was claimed about an entity and had begun, in order of time. Raises NotFound or AmbiguousName."""
    entity = await views.entity(tx, name)
    about = (await tx.run("clocks.about", id=entity.id))[0]["claim_ids"]
    picture = await picture_of(tx, about, moment)
    known = [
        claim for claim in about
        if picture.claims[claim].begun and any(_names(row, entity.id) for row in picture.reasons.get(claim, ()))
        and not (moment.known_at is None and picture.reasons[claim][0]["hidden"])
    ]  # fmt: skip
    found = [_history_claim(picture, claim) for claim in known]
    found.sort(key=lambda one: (picture.claims[one.id].since or NEVER, one.id))
    return History(entity=entity, claims=tuple(found), **await stamp(tx, moment))


async def conflicts(tx: Transaction, moment: Clocks) -> Conflicts:
    """Contradictions that were open (law T6)."""
    ends = (await tx.run("clocks.contradicting"))[0]["claim_ids"]
    picture = await picture_of(tx, ends, moment)
    pairs: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in picture.relations:
        if row["type"] == "CONTRADICTS" and not row["taken"]:
            pairs[row["start_id"], row["end_id"]].append(row)
    found = [
        Conflict(
            claim=picture.summary(one),
            other=picture.summary(other),
            confidence=max(row["confidence"] for row in rows),
            justification=min((row["justification"] for row in rows if row["justification"]), default=None),
            since=picture.replay.contradicted_since(one, other),
        )
        for (one, other), rows in pairs.items()
        if picture.replay.contradicts(one, other) and not hidden(picture, (one, other))
    ]
    found.sort(key=lambda one: (one.since or NEVER, one.claim.id, one.other.id))
    return Conflicts(conflicts=tuple(found), **await stamp(tx, moment))


async def shared_sources(tx: Transaction, moment: Clocks) -> SharedSources:
    """The claims whose confidence counted a source more than once (laws C2, C3)."""
    ids = (await tx.run("clocks.sharing", known_at=moment.known_at))[0]["claim_ids"]
    picture = await picture_of(tx, ids, moment)
    common: dict[str, dict[str, list[str]]] = {}
    for claim in ids:
        then = picture.claims[claim]
        if then.begun and then.confidence_shared < then.confidence and not hidden(picture, [claim]):
            common[claim] = {source: by for source, by in picture.sharing(claim).items() if len(by) > 1}
    wanted = sorted({source for sources in common.values() for source in sources})
    named = {row["id"]: row for row in await tx.run("recall.sources", ids=wanted)}
    found = [
        CountedTwice(
            claim=picture.summary(claim),
            sources=tuple(
                CommonSource(**named[source], assertions=len(by))
                for source, by in sorted(sources.items(), key=lambda one: (-len(one[1]), one[0]))
                if source in named
            ),
            raised_by=picture.claims[claim].confidence - picture.claims[claim].confidence_shared,
        )
        for claim, sources in common.items()
        if sources
    ]
    found.sort(key=lambda one: (-one.raised_by, one.claim.id))
    return SharedSources(claims=tuple(found), **await stamp(tx, moment))


def _depths(picture: Picture, top: str) -> dict[str, int]:
    depths, queue = {top: 0}, deque([top])
    while queue:
        claim = queue.popleft()
        for under in picture.below(claim):
            if under not in depths and under in picture.reasons:
                depths[under] = depths[claim] + 1
                queue.append(under)
    return depths


def _names(row: Row, entity: str) -> bool:
    return any(one.partition(":")[2] == entity for one in row["about"])


def _history_claim(picture: Picture, claim: str) -> HistoryClaim:
    then, first = picture.claims[claim], picture.reasons[claim][0]
    updates = picture.related("UPDATES", claim, outgoing=False)
    superseded_by = tuple(one for one in updates if one.effective_at is not None)
    return HistoryClaim(
        id=claim,
        kind=first["kind"],
        statement=picture.wording[claim],
        holds=then.holds,
        validity=then.validity,
        valid_until=then.valid_until,
        standing=then.standing,
        confidence=then.confidence,
        confidence_shared=then.confidence_shared,
        calibrated=picture.calibrated(claim),
        recorded_at=first["recorded_at"],
        updated_by=tuple(one.id for one in superseded_by),
        superseded_by=superseded_by,
        contradicted_by=picture.contradicting(claim),
    )
