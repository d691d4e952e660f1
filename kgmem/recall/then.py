"""What was known and held at a time (law T8), in the shapes of the results: explain, history and the others."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from kgmem import calibration
from kgmem.errors import NotFound
from kgmem.graph.derive import SUSPECT_VALIDITY
from kgmem.graph.store import Row, Transaction
from kgmem.models import (
    AssertionView,
    ClaimSummary,
    CommonSource,
    Conflict,
    Conflicts,
    CountedTwice,
    Explanation,
    Grounded,
    History,
    HistoryClaim,
    RelatedClaim,
    SharedSource,
    SharedSources,
    SourceView,
    Support,
)
from kgmem.recall import views
from kgmem.recall.replay import Replay

_NEVER = datetime.max.replace(tzinfo=UTC)
"""Sorts after every time."""


@dataclass(frozen=True)
class Clocks:
    """A time of the world and one of the store; None is the latest of each. `update_confidence` is what law T3 asks of
    a reason that ends a rival."""

    as_of: datetime | None
    known_at: datetime | None
    update_confidence: float

    @property
    def latest(self) -> bool:
        """Whether what the store has derived is what is asked for."""
        return self.as_of is None and self.known_at is None


class _Picture:
    """Claims at a moment, with all that their figures follow from."""

    def __init__(
        self,
        moment: Clocks,
        shown: set[str],
        reasons: list[Row],
        relations: list[Row],
        versions: list[Row],
    ) -> None:
        self.moment = moment
        self.versions = [calibration.version(row) for row in versions]
        self.reasons: dict[str, list[Row]] = defaultdict(list)
        for row in reasons:
            self.reasons[row["claim_id"]].append(row)
        self.wording = {
            claim: min(rows, key=lambda row: (row["wording_key"], row["assertion_id"]))["statement"]
            for claim, rows in self.reasons.items()
        }
        self.replay = Replay(
            reasons, relations, moment.as_of, SUSPECT_VALIDITY, moment.update_confidence, self.confidence
        )
        self.claims = self.replay.claims
        self.relations = [*relations, *self._ruled(shown)]
        self.relating: dict[tuple[str, str], list[Row]] = defaultdict(list)
        for row in self.relations:
            if not row["taken"]:
                self.relating[row["type"], row["start_id"]].append(row)
                self.relating[row["type"], row["end_id"]].append(row)
        self.rank = self._ranks()

    def _ruled(self, shown: set[str]) -> list[Row]:
        """Law T3: the relations of these claims with their rivals, as rows of `clocks.relations`."""
        found: dict[tuple[str, str, str], str] = {}
        for claim in shown & {*self.reasons}:
            found |= self.replay.rivals.relations(claim)
        return [
            {"type": type, "start_id": start, "end_id": end, "session_id": None, "confidence": 1.0,
             "justification": None, "model": None, "taken": False, "rule": rule}
            for (type, start, end), rule in sorted(found.items())
        ]  # fmt: skip

    def under(self, row: Row) -> calibration.Version | None:
        """The calibration that was in force for a reason."""
        return calibration.in_force(self.versions, row["model"], self.moment.known_at)

    def confidence(self, row: Mapping[str, Any]) -> float:
        """Law C5: a reason's confidence as it counted then."""
        return calibration.confidence(self.under(dict(row)), row["raw_confidence"])

    def calibrated(self, claim: str) -> bool:
        states = self.claims[claim].states
        return self.claims[claim].stands and all(
            self.under(row) for row in self.reasons[claim] if states[row["assertion_id"]] != "void"
        )

    def below(self, claim: str) -> list[str]:
        return sorted({s["id"] for row in self.reasons[claim] for s in row["supports"] if s["claim"]})

    def _ranks(self) -> dict[str, int]:
        ranks: dict[str, int] = {}
        for claim in self.claims:  # from the bottom up
            if claim in self.reasons:
                ranks[claim] = 1 + max((ranks.get(under, 0) for under in self.below(claim)), default=0)
        return ranks

    def summary(self, claim: str) -> ClaimSummary:
        then, first = self.claims[claim], self.reasons[claim][0]
        return ClaimSummary(
            id=claim,
            kind=first["kind"],
            statement=self.wording[claim],
            negated=first["negated"],
            standing=then.standing,
            validity=then.validity,
            valid_until=then.valid_until,
            confidence=then.confidence,
            confidence_shared=then.confidence_shared,
            weakest_support=then.weakest_support,
            calibrated=self.calibrated(claim),
            rank=self.rank[claim],
            pruned=first["pruned"],
        )

    def assertion(self, row: Row) -> AssertionView:
        then, under = self.claims[row["claim_id"]], self.under(row)
        return AssertionView(
            id=row["assertion_id"],
            session=row["session_id"],
            session_external_id=row["session"],
            confidence=self.confidence(row),
            raw_confidence=row["raw_confidence"],
            calibration=under.id if under else None,
            weight=then.weights[row["assertion_id"]],
            model=row["model"],
            state=then.states[row["assertion_id"]],
            world_from=row["world_from"],
            world_basis=row["world_basis"],
            ended_at=None,
            supports=tuple(self._support(one) for one in row["supports"]),
        )

    def _support(self, one: Mapping[str, Any]) -> Support:
        if one["claim"]:
            gone = not self.claims[one["id"]].stands
            return Support(
                claim=one["id"], text=self.wording.get(one["id"], one["text"]), quote=one["quote"], retracted=gone
            )
        return Support(
            observation=one["id"],
            external_id=one["external_id"],
            text=one["text"],
            quote=one["quote"],
            source=one["source_id"],
            retracted=not one["said"] or bool(one["acts"]),
        )

    def sharing(self, claim: str) -> dict[str, list[str]]:
        """The root sources of the reasons that a claim's figures are over, with these."""
        found: dict[str, list[str]] = defaultdict(list)
        for row in self.replay.counted(claim):
            for source in row["source_ids"]:
                found[source].append(row["assertion_id"])
        return found

    def related(self, type: str, claim: str, *, outgoing: bool) -> tuple[RelatedClaim, ...]:
        """The other claims of the relations of a type that start, or end, at a claim; the session with the least id
        says why."""
        found: dict[str, list[Row]] = defaultdict(list)
        for row in self.relating[type, claim]:
            if row["start_id" if outgoing else "end_id"] == claim:
                found[row["end_id" if outgoing else "start_id"]].append(row)
        return tuple(
            RelatedClaim(
                id=id,
                statement=self.wording[id],
                effective_at=self.replay.effective_at(*_ends(rows[0])) if type == "UPDATES" else None,
                justification=_first(rows, "justification"),
                rule=_first(rows, "rule"),
                model=_first(rows, "model"),
            )
            for id, rows in sorted(found.items())
            if id in self.wording
        )

    def contradicting(self, claim: str) -> tuple[str, ...]:
        """The claims whose contradiction with this one is open."""
        ends = (
            row["end_id"] if row["start_id"] == claim else row["start_id"]
            for row in self.relating["CONTRADICTS", claim]
        )
        return tuple(
            sorted({other for other in ends if self.replay.contradicts(claim, other) and not _hidden(self, [other])})
        )


async def explain(tx: Transaction, id: str, moment: Clocks) -> Explanation:
    """Provenance of a claim as it was known. Raises NotFound, also for one that was not known then, or WrongKind."""
    picture = await _picture(tx, [id], moment)
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
        **await _said(tx, moment),
    )


async def history(tx: Transaction, name: str, moment: Clocks) -> History:
    """What was claimed about an entity and had begun, in order of time. Raises NotFound or AmbiguousName."""
    entity = await views.entity(tx, name)
    about = [row["claim_id"] for row in await tx.run("clocks.about", id=entity.id)]
    picture = await _picture(tx, about, moment)
    known = [
        claim for claim in about
        if picture.claims[claim].begun and any(_names(row, entity.id) for row in picture.reasons.get(claim, ()))
        and not (moment.known_at is None and picture.reasons[claim][0]["hidden"])
    ]  # fmt: skip
    found = [_history_claim(picture, claim) for claim in known]
    found.sort(key=lambda one: (picture.claims[one.id].since or _NEVER, one.id))
    return History(entity=entity, claims=tuple(found), **await _said(tx, moment))


async def conflicts(tx: Transaction, moment: Clocks) -> Conflicts:
    """Contradictions that were open (law T6)."""
    ends = [row["claim_id"] for row in await tx.run("clocks.contradicting")]
    picture = await _picture(tx, ends, moment)
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
        if picture.replay.contradicts(one, other) and not _hidden(picture, (one, other))
    ]
    found.sort(key=lambda one: (one.since or _NEVER, one.claim.id, one.other.id))
    return Conflicts(conflicts=tuple(found), **await _said(tx, moment))


async def shared_sources(tx: Transaction, moment: Clocks) -> SharedSources:
    """The claims whose confidence counted a source more than once (laws C2, C3)."""
    ids = [row["claim_id"] for row in await tx.run("clocks.sharing", known_at=moment.known_at)]
    picture = await _picture(tx, ids, moment)
    common: dict[str, dict[str, list[str]]] = {}
    for claim in ids:
        then = picture.claims[claim]
        if then.begun and then.confidence_shared < then.confidence and not _hidden(picture, [claim]):
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
    return SharedSources(claims=tuple(found), **await _said(tx, moment))


async def _picture(tx: Transaction, ids: Iterable[str], moment: Clocks) -> _Picture:
    """The claims and their neighbours, what they rest on, what may have ended or caused any of that, and what that
    rests on in its turn."""
    shown = {*ids}
    rivals = await _ids(tx, "clocks.rivals", shown)
    valid = await _ids(tx, "clocks.below", shown | rivals | await _ids(tx, "clocks.neighbours", shown))
    ending = valid | await _ids(tx, "clocks.causing", valid)
    others = ending | await _ids(tx, "clocks.updating", ending) | await _ids(tx, "clocks.rivals", ending)
    every = valid | await _ids(tx, "clocks.below", others - valid)
    reasons = await tx.run("clocks.reasons", ids=sorted(every), known_at=moment.known_at)
    relations = await tx.run("clocks.relations", ids=sorted(others), known_at=moment.known_at)
    versions = await tx.run("calibrate.in_force", known_at=moment.known_at)
    return _Picture(moment, shown, reasons, relations, versions)


async def _ids(tx: Transaction, name: str, ids: Iterable[str]) -> set[str]:
    wanted = sorted(set(ids))
    return {row["claim_id"] for row in await tx.run(name, ids=wanted)} if wanted else set()


async def _said(tx: Transaction, moment: Clocks) -> dict[str, Any]:
    """What a result says of the moment it tells of."""
    (row,) = await tx.run("clocks.erased", known_at=moment.known_at)
    return {"as_of": moment.as_of, "known_at": moment.known_at, "erased_since": row["erased"]}


def _hidden(picture: _Picture, claims: Iterable[str]) -> bool:
    """R3: what is removed or pruned is skipped, but for whoever asks what was known at a time."""
    return picture.moment.known_at is None and any(picture.reasons[claim][0]["hidden"] for claim in claims)


def _depths(picture: _Picture, top: str) -> dict[str, int]:
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


def _ends(row: Row) -> tuple[str, str]:
    return row["start_id"], row["end_id"]


def _first(rows: Iterable[Row], name: str) -> Any:
    return next((row[name] for row in rows if row.get(name) is not None), None)


def _history_claim(picture: _Picture, claim: str) -> HistoryClaim:
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
