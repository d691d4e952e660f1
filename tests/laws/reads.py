"""What explain, history and conflicts say, beside what the oracle says."""

from collections.abc import Iterable
from typing import Any

import figures
from comparing import agree
from facts import Facts
from oracle import figures_of
from strategies import claim_of, day_of
from twin import Twin


async def compare_reads(twin: Twin, claims: Iterable[str] | None = None) -> None:
    """Explain and history of the claims, or of all, and the conflicts, say what follows from the facts."""
    facts = twin.oracle.facts
    for claim in facts.claims if claims is None else claims:
        if claim in figures.removed(facts):
            agree((), (await twin.memory.history(f"{claim} stem")).claims)
            continue
        agree(_expected_explanation(facts, claim), await _explanation(twin, claim))
        agree(_expected_history(facts, claim), await _history(twin, claim))
    conflicts = (await twin.memory.conflicts()).conflicts
    found = [sorted(claim_of(side.statement) for side in (one.claim, one.other)) for one in conflicts]
    agree(sorted(map(sorted, figures.open_contradictions(facts))), sorted(found))


def _expected_explanation(facts: Facts, claim: str) -> dict[str, Any]:
    of = figures_of(facts)[claim]
    roots = {source for a in figures.assertions_of(facts)[claim] for source in a.roots}
    below = {claim} | {under for under in facts.claims if claim in figures.closure(facts, "claim", under)}
    counted = figures.counted(facts, claim)
    return {
        **{name: getattr(of, name) for name in FIGURES},
        "states": {a.key: figures.states(facts)[a.key] for a in figures.assertions_of(facts)[claim]},
        "grounds": {under: figures.closure(facts, "claim", under)[claim] for under in sorted(below - {claim})},
        "sources": sorted(roots & {*facts.sources}),
        "shared": {source: len(keys) for source, keys in of.shared_sources.items()},
        "independent": len({source for a in counted for source in a.roots}),
    }


FIGURES = ("standing", "validity", "confidence", "confidence_shared", "weakest_support")


async def _explanation(twin: Twin, claim: str) -> dict[str, Any]:
    found = await twin.memory.explain(twin.claims[claim])
    agree({"void"}, {a.state for a in found.assertions if a.ended_at is not None} | {"void"})
    return {
        **{name: getattr(found.claim, name) for name in FIGURES},
        "states": {twin.items[a.id]: a.state for a in found.assertions if a.ended_at is None},
        "grounds": {claim_of(one.claim.statement): one.depth for one in found.grounds},
        "sources": sorted(source.external_id for source in found.sources),
        "shared": {twin.sources[one.source]: len(one.assertions) for one in found.shared_sources},
        "independent": found.independent_sources,
    }


def _expected_history(facts: Facts, claim: str) -> dict[str, Any]:
    updates = [r for r in facts.relations if r.type == "UPDATES" and r.target == claim]
    against = {end for pair in figures.open_contradictions(facts) if claim in pair for end in pair}
    return {
        "holds": figures.holds(facts, claim),
        "valid_until": figures.valid_until(facts, claim),
        "updated_by": sorted({r.origin for r in updates if figures.effective_at(facts, r) is not None}),
        "contradicted_by": sorted(against - {claim}),
    }


async def _history(twin: Twin, claim: str) -> dict[str, Any]:
    (found,) = (await twin.memory.history(f"{claim} stem")).claims
    named = {id: name for name, id in twin.claims.items()}
    return {
        "holds": tuple(tuple(day_of(_text(end)) for end in spell) for spell in found.holds),
        "valid_until": day_of(_text(found.valid_until)),
        "updated_by": sorted(named[id] for id in found.updated_by),
        "contradicted_by": sorted(named[id] for id in found.contradicted_by),
    }


def _text(at: Any) -> str | None:
    return None if at is None else at.isoformat()
