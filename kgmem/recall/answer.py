"""A claim as it may answer: how much of the question it speaks of, how it stands at the time asked about. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from kgmem.models import ClaimView
from kgmem.recall.holding import holding
from kgmem.recall.plans import Plan
from kgmem.recall.ranking import newest_first
from kgmem.recall.words import STOP_STEMS, Asked, coverage, stems

BAR = 0.6
"""Share of a question's content that a claim, or a message, must speak of to answer it.

On LoCoMo's seven conversations, with ten messages found by words, it lets 13% of the adversarial questions through and
42% of the others, 58% of these with the right message; 0.5 lets 31% and 64% through (52%), 0.7 3% and 25% (62%)."""
PLAN_LIFT = 0.1
"""For a claim of the kind that the plan asks for."""
OVER_DROP = 0.15
"""For a claim that did not hold at the time asked about."""
NEWER_STEP = 0.001
"""By which a newer version is the more relevant."""
PREFERENCES = frozenset({"likes", "dislikes", "prefers"})
PREDICATE_LIFT = 0.3
"""For a claim whose predicate the question uses: who feeds is asked, not what feeding needs."""
DENIAL_DROP = 0.2
"""For a claim that denies, where the question does not."""


class Stated(NamedTuple):
    """A time as one reason for a claim has it; `basis` is law T2's."""

    since: datetime
    until: datetime | None
    grain: str
    basis: str


class Shaken(NamedTuple):
    """What a claim depends on and held until then."""

    id: str
    statement: str
    until: datetime


class Candidate(NamedTuple):
    """A claim as it may answer: how much of the question it speaks of, whether it holds at the time asked about, since
    when, and until when, also where that is later."""

    view: ClaimView
    coverage: float
    relevance: float
    holds: bool
    since: datetime | None
    until: datetime | None
    predicate: str | None = None
    negated: bool = False
    functional: bool = False
    """Whether one of its kind holds at a time (law T3)."""
    times: tuple[Stated, ...] = ()
    """What its reasons say of its time, the earliest first."""
    shaken_by: tuple[Shaken, ...] = ()
    """What it depends on that was superseded, the latest first."""
    notes: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    """What updates it, also where that took no effect since it had ended by then."""

    @property
    def first(self) -> Stated | None:
        """Its time: the earliest that is stated, else the earliest of all."""
        return next((one for one in self.times if one.basis == "stated"), self.times[0] if self.times else None)

    @property
    def stated(self) -> bool:
        """Whether a reason states its time."""
        return self.first is not None and self.first.basis == "stated"

    @property
    def lasts(self) -> bool:
        """Whether it is a state; what somebody did is over when it is done."""
        return self.view.kind not in ("action", "state_change")

    @property
    def eligible(self) -> bool:
        """Whether one of its reasons may end another claim, where one of its kind holds at a time (law T3)."""
        return not self.functional or self.since is not None

    @property
    def ended(self) -> bool:
        """Whether something superseded it, or it told its own end."""
        return self.until is not None

    @property
    def is_preference(self) -> bool:
        """Whether it says what somebody likes."""
        return self.view.kind == "preference" or self.predicate in PREFERENCES

    @property
    def grain(self) -> str | None:
        """How coarse the time is since when it has held."""
        return self.view.grain


def candidate(row: Mapping[str, Any], question: Asked) -> Candidate:
    """A row of recall.candidates, or of another time (past.py), with what recall.claim_seeds says of it."""
    texts = [row["statement"], *row["entities"], (row["predicate"] or "").replace("_", " ")]
    share = coverage(question, texts)
    verb = stems((row["predicate"] or "").replace("_", " ")) - STOP_STEMS
    relevance = share + (PREDICATE_LIFT if verb and verb <= set(question.weights) else 0)
    relevance -= DENIAL_DROP if row["negated"] and not question.denies else 0
    held = holding(row, None)
    shaken_by = tuple(Shaken(**one) for one in row["shaken_by"])
    view = ClaimView(
        id=row["id"],
        kind=row["kind"],
        statement=row["statement"],
        validity=held.validity,
        valid_until=held.valid_until,
        standing=row["standing"],
        confidence=row["confidence"],
        confidence_shared=row["confidence_shared"],
        weakest_support=row["weakest_support"],
        calibrated=row["calibrated"],
        contradicted_by=tuple(row["contradicted_by"]),
        updated_by=tuple(row["updated_by"]),
        score=round(row["similarity"] + relevance, 6),
        since=held.since,
        grain=held.grain,
        seed=row["seed"],
    )
    return Candidate(
        view, share, relevance, held.holds, held.since, held.until,
        row["predicate"], row["negated"], row["functional"],
        tuple(Stated(**one) for one in row["times"]), shaken_by,
        tuple(row["notes"]), tuple(row["versions"]),
    )  # fmt: skip


def heirs(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same, each at least as relevant to the question as what it superseded: people ask for the old in the old
    words, and mean the new."""
    by_id = {one.view.id: one for one in candidates}
    best = {one.view.id: one.view.score for one in candidates}
    over = (one for one in candidates if not one.holds)
    for old in sorted(over, key=lambda one: (one.since is not None, one.since, one.view.id)):
        for id in _newer(old, by_id):
            if id in by_id:
                best[id] = max(best[id], best[old.view.id] + NEWER_STEP)
    return [_scored(one, best[one.view.id]) for one in candidates]


def heirs_of(old: Candidate, by_id: Mapping[str, Candidate]) -> list[Candidate]:
    """What holds in its place, directly or through what ended too."""
    seen, line, found = {old.view.id}, [old], []
    while line:
        for id in _newer(line.pop(), by_id):
            if id in by_id and id not in seen:
                seen.add(id)
                line.append(by_id[id])
                found += [by_id[id]] if by_id[id].holds else []
    return found


def _newer(old: Candidate, by_id: Mapping[str, Candidate]) -> list[str]:
    """What superseded it, and what updates it and began after it."""
    further = [id for id in old.versions if id in by_id and _later(by_id[id], old)]
    return [*old.view.updated_by, *further]


def _later(one: Candidate, other: Candidate) -> bool:
    return one.since is not None and other.since is not None and one.since > other.since


def planned(one: Candidate, plan: Plan, as_of: datetime | None) -> Candidate:
    """With the score that fits the plan: claims of the kind that is asked for come before others about as relevant, and
    what held at the time asked about before what did not, but where it is asked what was before."""
    if plan.shape == "off":
        return one
    before = plan.shape == "past_state" and as_of is None
    fits = {
        "temporal": one.stated,
        "preference": one.is_preference,
        "current_state": one.holds,
        "past_state": one.ended if before else one.holds,
    }.get(plan.shape, False)
    over = not one.holds and not before and plan.shape != "temporal"
    return _scored(one, one.view.score + (PLAN_LIFT if fits else 0) - (OVER_DROP if over else 0))


def _scored(one: Candidate, score: float) -> Candidate:
    same = score == one.view.score
    return one if same else one._replace(view=one.view.model_copy(update={"score": round(score, 6)}))


def ranked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Best first, what holds before what does not among equals in relevance, ties by id; and what superseded another
    before that."""
    found = sorted(candidates, key=lambda one: (-round(one.view.score, 2), not one.holds, -one.view.score, one.view.id))
    by_id = {one.view.id: one for one in found}
    older = {one.view.id: _newer(one, by_id) for one in found if not one.holds}
    return newest_first(found, lambda one: (one.view.id,), older)
