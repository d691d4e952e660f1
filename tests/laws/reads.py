"""What explain, history, conflicts, shared-sources and recall say, now or by clocks, beside what the oracle says."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import figures
from comparing import agree
from facts import Facts, said
from oracle import figures_of
from strategies import claim_of, day_of, iso
from twin import Twin

import kgmem.errors
from kgmem.recall.question import CLAIMS_SHOWN

FIGURES = ("standing", "validity", "confidence", "confidence_shared", "weakest_support")


@dataclass(frozen=True)
class Then:
    """What was known, when that was (None: now), and the day of the world (None: the latest)."""

    facts: Facts
    known_at: str | None = None
    as_of: int | None = None

    @property
    def clocks(self) -> dict[str, str | None]:
        return {"known_at": self.known_at, "as_of": None if self.as_of is None else iso(self.as_of)}

    def known(self, claim: str) -> bool:
        """What a policy hides is shown for what was known then (R3), and what nobody gave a reason for is not (T8)."""
        if self.known_at is not None:
            return claim in self.facts.given
        return claim not in figures.removed(self.facts)

    def listed(self, claim: str) -> bool:
        """Pruning hides a claim from all but explain, and what was known then."""
        return self.known(claim) and (self.known_at is not None or claim not in self.facts.hidden)

    def begun(self, claim: str) -> bool:
        """T8: as of a day, history leaves out what has not begun to hold. Reading: what holds at no time for want of
        support has no time to begin."""
        return not figures.stands(self.facts, claim) or bool(figures.holds(self.facts, claim, self.as_of))


async def compare_reads(twin: Twin, claims: Iterable[str] | None = None, then: Then | None = None) -> None:
    """Explain and history of the claims, or of all, the conflicts, the shared sources and what is found for a question
    say what follows from the facts."""
    then = then or Then(twin.oracle.facts)
    for claim in then.facts.claims if claims is None else claims:
        try:
            await _compare_claim(twin, claim, then)
        except AssertionError as error:
            error.add_note(f"of {claim}, by {then.clocks}")
            raise
    conflicts = (await twin.memory.conflicts(**then.clocks)).conflicts
    found = [sorted(claim_of(side.statement) for side in (one.claim, one.other)) for one in conflicts]
    agree(sorted(map(sorted, _open(then))), sorted(found))
    agree(_expected_shared(then), await _shared(twin, then))
    await _compare_found(twin, then)


async def _compare_claim(twin: Twin, claim: str, then: Then) -> None:
    if then.as_of is not None and claim not in then.facts.given:
        return  # whether what was so on a day includes what nobody says any more is not told
    if then.known(claim):
        agree(_expected_explanation(then, claim, {*twin.oracle.facts.sources}), await _explanation(twin, claim, then))
    elif then.known_at is not None and claim in twin.claims:
        await _not_known(twin, claim, then)
    agree(_expected_history(then, claim), await _history(twin, claim, then))


def _open(then: Then) -> list[frozenset[str]]:
    return [pair for pair in figures.open_contradictions(then.facts, then.as_of) if all(map(then.listed, pair))]


async def _not_known(twin: Twin, claim: str, then: Then) -> None:
    try:
        await twin.memory.explain(twin.claims[claim], **then.clocks)
    except kgmem.errors.NotFound:
        return
    raise AssertionError(f"{claim} was not known, and is explained")


def _expected_explanation(then: Then, claim: str, there: set[str]) -> dict[str, Any]:
    """`there` are the sources that are not erased: roots are counted all the same (R6, C2)."""
    facts, of = then.facts, figures_of(then.facts, then.as_of)[claim]
    roots = {source for a in figures.assertions_of(facts)[claim] for source in a.roots}
    known = facts.claims if then.known_at is then.as_of is None else facts.given
    below = {claim} | {under for under in known if claim in figures.closure(facts, "claim", under)}
    counted = figures.counted(facts, claim)
    return {
        **{name: getattr(of, name) for name in FIGURES},
        "states": {a.key: figures.states(facts)[a.key] for a in figures.assertions_of(facts)[claim]},
        "grounds": {under: figures.closure(facts, "claim", under)[claim] for under in sorted(below - {claim})},
        "sources": sorted(roots & there),
        "shared": {source: len(keys) for source, keys in of.shared_sources.items()},
        "independent": len({source for a in counted for source in a.roots}),
    }


async def _explanation(twin: Twin, claim: str, then: Then) -> dict[str, Any]:
    found = await twin.memory.explain(twin.claims[claim], **then.clocks)
    agree({"void"}, {a.state for a in found.assertions if a.ended_at is not None} | {"void"})
    return {
        **{name: getattr(found.claim, name) for name in FIGURES},
        "states": {twin.items[a.id]: a.state for a in found.assertions if a.ended_at is None},
        "grounds": {claim_of(one.claim.statement): one.depth for one in found.grounds},
        "sources": sorted(source.external_id for source in found.sources),
        "shared": {twin.sources[one.source]: len(one.assertions) for one in found.shared_sources},
        "independent": found.independent_sources,
    }


def _expected_history(then: Then, claim: str) -> dict[str, Any] | None:
    if not (then.listed(claim) and then.begun(claim)):
        return None
    facts, as_of = then.facts, then.as_of
    updates = [r for r in facts.relations if r.type == "UPDATES" and r.target == claim]
    ruled = {newer for newer, older in figures.rule_updates(facts, as_of) if older == claim}
    against = {end for pair in _open(then) if claim in pair for end in pair}
    return {
        "holds": figures.holds(facts, claim, as_of),
        "valid_until": figures.valid_until(facts, claim, as_of),
        "validity": figures.validities(facts, as_of)[claim],
        "updated_by": sorted(ruled | {r.origin for r in updates if figures.effective_at(facts, r, as_of) is not None}),
        "contradicted_by": sorted(against - {claim}),
    }


async def _history(twin: Twin, claim: str, then: Then) -> dict[str, Any] | None:
    try:
        everything = (await twin.memory.history(said(claim).subject, **then.clocks)).claims
    except kgmem.errors.NotFound:
        everything = ()
    claims = [one for one in everything if claim_of(one.statement) == claim]
    if not claims:
        return None
    (found,) = claims
    named = {id: name for name, id in twin.claims.items()}
    return {
        "holds": tuple(tuple(day_of(_text(end)) for end in spell) for spell in found.holds),
        "valid_until": day_of(_text(found.valid_until)),
        "validity": found.validity,
        "updated_by": sorted(named[id] for id in found.updated_by),
        "contradicted_by": sorted(named[id] for id in found.contradicted_by),
    }


async def _compare_found(twin: Twin, then: Then) -> None:
    """T8, P1: of a question that speaks of every claim, each claim found stood, had begun and has its figures; all are
    found that are so by what is known now, as many as are shown."""
    expected = {
        claim: _expected_history(then, claim) or {}
        for claim in then.facts.given
        if figures.stands(then.facts, claim) and then.listed(claim) and then.begun(claim)
    }
    question = f"What of {' '.join(sorted(twin.claims))}?"
    found = (await twin.memory.recall(question, budget=PLENTY, **then.clocks)).claims
    named = {id: name for name, id in twin.claims.items()}
    told = {claim_of(one.statement): one for one in found}
    agree([], sorted(told.keys() - expected.keys()))
    if then.known_at is None:
        agree(min(len(expected), CLAIMS_SHOWN), len(told))
    of = figures_of(then.facts, then.as_of)
    for claim, one in told.items():
        agree({name: getattr(of[claim], name) for name in FIGURES}, {name: getattr(one, name) for name in FIGURES})
        agree(
            {name: expected[claim][name] for name in ("valid_until", "updated_by", "contradicted_by")},
            {
                "valid_until": day_of(_text(one.valid_until)),
                "updated_by": sorted(named[id] for id in one.updated_by),
                "contradicted_by": sorted(named[id] for id in one.contradicted_by),
            },
        )


PLENTY = 100_000
"""Tokens that all claims of a history fit in."""
CLEARLY = 1e-6
"""By how much two figures part that part for certain, whatever the last digits are."""


def _expected_shared(then: Then) -> dict[str, float]:
    parts = {claim: of.confidence - of.confidence_shared for claim, of in figures_of(then.facts).items()}
    return {claim: by for claim, by in parts.items() if by > CLEARLY and then.listed(claim) and then.begun(claim)}


async def _shared(twin: Twin, then: Then) -> dict[str, float]:
    found = (await twin.memory.shared_sources(**then.clocks)).claims
    return {claim_of(one.claim.statement): one.raised_by for one in found if one.raised_by > CLEARLY}


def _text(at: Any) -> str | None:
    return None if at is None else at.isoformat()
