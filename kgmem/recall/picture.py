"""Claims at a time of the world and one of the store (law T8), with all that their figures follow from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kgmem import calibration
from kgmem.graph.derive import SUSPECT_VALIDITY
from kgmem.graph.store import Row, Transaction
from kgmem.graph.times import dated
from kgmem.models import AssertionView, ClaimSummary, RelatedClaim, Support
from kgmem.recall.replay import Replay


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


class Picture:
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
        """Whether all its non-void reasons were of calibrated models."""
        states = self.claims[claim].states
        return self.claims[claim].stands and all(
            self.under(row) for row in self.reasons[claim] if states[row["assertion_id"]] != "void"
        )

    def below(self, claim: str) -> list[str]:
        """The claims that its reasons rest on."""
        return sorted({s["id"] for row in self.reasons[claim] for s in row["supports"] if s["claim"]})

    def _ranks(self) -> dict[str, int]:
        ranks: dict[str, int] = {}
        for claim in self.claims:  # from the bottom up
            if claim in self.reasons:
                ranks[claim] = 1 + max((ranks.get(under, 0) for under in self.below(claim)), default=0)
        return ranks

    def summary(self, claim: str) -> ClaimSummary:
        """A claim with its figures."""
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
        """A reason with what it rests on."""
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

    def evolved(self, claim: str) -> set[str]:
        """The other claims of its UPDATES and CONTRADICTS."""
        rows = self.relating["UPDATES", claim] + self.relating["CONTRADICTS", claim]
        return {end for row in rows for end in _ends(row)} - {claim}

    def contradicting(self, claim: str) -> tuple[str, ...]:
        """The claims whose contradiction with this one is open."""
        ends = (
            row["end_id"] if row["start_id"] == claim else row["start_id"]
            for row in self.relating["CONTRADICTS", claim]
        )
        return tuple(
            sorted({other for other in ends if self.replay.contradicts(claim, other) and not hidden(self, [other])})
        )


async def picture_of(tx: Transaction, ids: Iterable[str], moment: Clocks) -> Picture:
    """The claims and their neighbours, what they rest on, what may have ended or caused any of that, and what that
    rests on in its turn."""
    shown = {*ids}
    rivals = await _ids(tx, "clocks.rivals", shown)
    valid = await _ids(tx, "clocks.below", shown | rivals | await _ids(tx, "clocks.neighbours", shown))
    ending = valid | await _ids(tx, "clocks.causing", valid)
    others = ending | await _ids(tx, "clocks.updating", ending) | await _ids(tx, "clocks.rivals", ending)
    every = valid | await _ids(tx, "clocks.below", others - valid)
    (given,) = await tx.run("clocks.reasons", ids=sorted(every), known_at=moment.known_at)
    (stated,) = await tx.run("clocks.relations", ids=sorted(others), known_at=moment.known_at)
    versions = await tx.run("calibrate.in_force", known_at=moment.known_at)
    reasons = [dated(row, "recorded_at", "world_from", "world_grain_end", "world_to") for row in given["reasons"]]
    return Picture(moment, shown, reasons, stated["relations"], versions)


async def _ids(tx: Transaction, name: str, ids: Iterable[str]) -> set[str]:
    wanted = sorted(set(ids))
    if not wanted:
        return set()
    (found,) = await tx.run(name, ids=wanted)
    return {*found["claim_ids"]}


async def stamp(tx: Transaction, moment: Clocks) -> dict[str, Any]:
    """What a result says of the moment it tells of."""
    (row,) = await tx.run("clocks.erased", known_at=moment.known_at)
    return {"as_of": moment.as_of, "known_at": moment.known_at, "erased_since": row["erased"]}


def hidden(picture: Picture, claims: Iterable[str]) -> bool:
    """R3: what is removed or pruned is skipped, but for whoever asks what was known at a time."""
    return picture.moment.known_at is None and any(picture.reasons[claim][0]["hidden"] for claim in claims)


def _ends(row: Row) -> tuple[str, str]:
    return row["start_id"], row["end_id"]


def _first(rows: Iterable[Row], name: str) -> Any:
    return next((row[name] for row in rows if row.get(name) is not None), None)
