"""Shapes that the facts of a history may have: what random histories must meet often enough to prove anything."""

from collections import Counter
from collections.abc import Callable

import figures
from facts import Facts


def _under(facts: Facts, claim: str) -> dict[str, set[str]]:
    """The claims that a claim rests on directly, each with all that it rests on and itself."""
    direct = {key for a in figures.assertions_of(facts)[claim] for key in figures.claim_supports(a)}
    return {key: {c for c in facts.claims if key in figures.closure(facts, "claim", c)} for key in direct}


def diamond(facts: Facts) -> bool:
    """A claim rests on another by two ways that have nothing else in common."""
    for claim in facts.claims:
        below = _under(facts, claim)
        for one, other in ((a, b) for a in below for b in below if a < b):
            if below[one] & below[other] and one not in below[other] and other not in below[one]:
                return True
    return False


def deep(facts: Facts) -> bool:
    """A chain of five claims."""
    return max(figures.ranks(facts).values(), default=0) >= 5


def hub(facts: Facts) -> bool:
    """Four claims rest directly on one."""
    resting = {(under, a.claim) for a in facts.assertions.values() for under in figures.claim_supports(a)}
    return max(Counter(under for under, _ in resting).values(), default=0) >= 4


def crown(facts: Facts) -> bool:
    """One assertion rests on four supports or more."""
    return any(len(a.supports) >= 4 for a in facts.assertions.values())


def asserted_by_many(facts: Facts) -> bool:
    """Three sessions give reasons for one claim."""
    return any(len({a.session for a in reasons}) >= 3 for reasons in figures.assertions_of(facts).values())


def repeated_in_a_session(facts: Facts) -> bool:
    """Two items of one session state one claim."""
    return max(Counter((a.session, a.claim) for a in facts.assertions.values()).values(), default=0) >= 2


def rests_on_another_session(facts: Facts) -> bool:
    """A claim rests on one that its session does not state."""
    own = {(a.session, a.claim) for a in facts.assertions.values()}
    return any((a.session, under) not in own for a in facts.assertions.values() for under in figures.claim_supports(a))


def everything_retracted(facts: Facts) -> bool:
    """Four claims or more, and none of them stands, though nothing has ended."""
    return len(facts.given) >= 4 and not facts.ended and not any(figures.stands(facts, c) for c in facts.claims)


def falls_in_layers(facts: Facts) -> bool:
    """A retraction has reached claims of three ranks, and others stand."""
    fallen = {figures.ranks(facts)[c] for c in facts.given if not figures.stands(facts, c)}
    return len(fallen) >= 3 and any(figures.stands(facts, c) for c in facts.claims)


def weakened_on_weakened(facts: Facts) -> bool:
    standing = figures.standings(facts)
    return any(
        standing[a.claim] == standing[under] == figures.WEAKENED
        for a in facts.assertions.values()
        for under in figures.claim_supports(a)
    )


def weakened_and_lowered(facts: Facts) -> bool:
    """R3: what lost part of its support counts for less."""
    return any(figures.weight(facts, a) < a.confidence for a in facts.assertions.values())


def saved_by_another_reason(facts: Facts) -> bool:
    """A claim is supported though one of its reasons is void, and so counts for nothing."""
    return any(
        figures.standings(facts)[a.claim] == figures.SUPPORTED and figures.states(facts)[a.key] == figures.VOID
        for a in facts.assertions.values()
    )


def stated_anew(facts: Facts) -> bool:
    """R5: a claim that is retracted stands by an assertion that came later."""
    return any(r.kind == "claim" and figures.stands(facts, r.target) for r in figures.active(facts))


def covered_twice(facts: Facts) -> bool:
    """R4: two retractions in force take one observation back."""
    taken = [set(figures.observations_of(facts, r.kind, r.target)) for r in figures.active(facts)]
    return any(one & other for n, one in enumerate(taken) for other in taken[:n])


def roots_that_are_gone(facts: Facts) -> bool:
    """C2: a claim that stands has a root source all of whose observations are taken back."""
    said = {facts.observations[key].source for key in figures.live(facts)}
    return any(
        a.roots - said and a.roots & said and figures.states(facts)[a.key] != figures.VOID
        for a in facts.assertions.values()
    )


def superseded(facts: Facts) -> bool:
    return any(figures.superseded(facts, c) for c in facts.claims)


def suspect(facts: Facts) -> bool:
    return figures.SUSPECT_VALIDITY in figures.validities(facts).values()


def disputed(facts: Facts) -> bool:
    return bool(figures.open_contradictions(facts))


def changed(facts: Facts) -> bool:
    """I2: a message is said no longer."""
    return bool(facts.ended)


def hidden(facts: Facts) -> bool:
    """R3: a claim is removed."""
    return bool(figures.removed(facts))


def survivor(facts: Facts) -> bool:
    """R6: an assertion stands on what is left of its supports."""
    return any(a.erased and figures.states(facts)[a.key] == figures.PARTIAL for a in facts.assertions.values())


def root_erased(facts: Facts) -> bool:
    """R6, C2: a claim that stands has a root source that was erased."""
    return any(a.roots - {*facts.sources} and figures.stands(facts, a.claim) for a in facts.assertions.values())


def over_nothing(facts: Facts) -> bool:
    """R6: what an act took back was erased."""
    return any(r.active and r.nothing for r in facts.retractions.values())


def forgotten(facts: Facts) -> bool:
    """R6: a session lost something, and claims of it stand."""
    lost = {key for key, spec in facts.sessions.items() if spec is None}
    return any(a.session in lost and figures.stands(facts, a.claim) for a in facts.assertions.values())


def pruned(facts: Facts) -> bool:
    """A claim is hidden by pruning."""
    return bool(facts.hidden)


def pruned_and_rested_on(facts: Facts) -> bool:
    """What is hidden is still a support of what stands."""
    return any(
        under in facts.hidden and figures.stands(facts, a.claim)
        for a in facts.assertions.values()
        for under in figures.claim_supports(a)
    )


def seen_again(facts: Facts) -> bool:
    """Nothing is left hidden of an act of pruning."""
    return any(not claims for claims in facts.pruned.values())


SHAPES: dict[str, Callable[[Facts], bool]] = {
    shape.__name__: shape
    for shape in (
        diamond, deep, hub, crown, asserted_by_many, repeated_in_a_session, rests_on_another_session,
        everything_retracted, falls_in_layers, weakened_on_weakened, weakened_and_lowered, saved_by_another_reason,
        stated_anew, covered_twice, roots_that_are_gone, superseded, suspect, disputed, changed, hidden,
        survivor, root_erased, over_nothing, forgotten, pruned, pruned_and_rested_on, seen_again,
    )
}  # fmt: skip


def shapes_of(facts: Facts) -> set[str]:
    """The names of the shapes that the facts have."""
    return {name for name, shape in SHAPES.items() if shape(facts)}
