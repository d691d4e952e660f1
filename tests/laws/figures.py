"""Derived figures: what the laws of model.md say of the base facts, each computed from nothing (T7).

Every function is pure. A reading chosen where the words leave more than one says "Reading:".
"""

import math
from collections import defaultdict, deque
from collections.abc import Iterable
from functools import lru_cache

from facts import (
    FUNCTIONAL,
    INVERSE_FUNCTIONAL,
    POLICIES,
    Assertion,
    Facts,
    Relation,
    Retraction,
    Support,
    are_rivals,
    said,
)

SUPPORTED, WEAKENED, UNSUPPORTED = "supported", "weakened", "unsupported"
INTACT, PARTIAL, VOID = "intact", "partial", "void"
SUSPECT_VALIDITY = 0.5  # T5

remember = lru_cache(maxsize=4096)

Spell = tuple[int | None, int | None]


# Structure: what rests on what, whatever its state


@remember
def assertions_of(facts: Facts) -> dict[str, tuple[Assertion, ...]]:
    """Every assertion of each claim, void ones too; none of a claim that nobody gives a reason for any more."""
    found = {claim: [] for claim in facts.claims}
    for assertion in facts.assertions.values():
        found[assertion.claim].append(assertion)
    return {claim: tuple(reasons) for claim, reasons in found.items()}


def claim_supports(assertion: Assertion) -> tuple[str, ...]:
    """The claims that an assertion rests on directly."""
    return tuple(key for kind, key in assertion.supports if kind == "claim")


@remember
def support_order(facts: Facts) -> tuple[str, ...]:
    """S3: claims, each after all that it rests on; support is a DAG, so the order exists.

    Of the past (T8), an assertion may rest on a claim that nobody gave a reason for then, but for reasons that were
    erased since: it is not known, and as a support it is gone.
    """
    known = assertions_of(facts)
    below = {
        claim: {under for a in reasons for under in claim_supports(a) if under in known}
        for claim, reasons in known.items()
    }
    above = defaultdict(list)
    for claim, under in below.items():
        for key in under:
            above[key].append(claim)
    ready = deque(sorted(claim for claim, under in below.items() if not under))
    order = []
    while ready:
        order.append(ready.popleft())
        for claim in above[order[-1]]:
            below[claim].discard(order[-1])
            if not below[claim]:
                ready.append(claim)
    if len(order) != len(below):
        raise ValueError(f"S3 broken: support cycle among {sorted(set(below) - set(order))}")
    return tuple(order)


@remember
def ranks(facts: Facts) -> dict[str, int]:
    """S3: 1 + the highest rank a claim rests on, observations being 0; void assertions count too."""
    rank: dict[str, int] = {}
    for claim in support_order(facts):
        rank[claim] = 1 + max(
            (rank.get(under, 0) for a in assertions_of(facts)[claim] for under in claim_supports(a)), default=0
        )
    return rank


@remember
def closure(facts: Facts, kind: str, target: str) -> dict[str, int]:
    """R1, R5: claims whose transitive support holds what is taken back, with the depth of the shortest derivation.

    1 for a claim that rests on a retracted observation and for one that a retracted session asserts; 0 for a retracted
    claim itself. Reading: structure alone, so that void assertions are followed and a repeat lists the same claims.
    """
    if kind == "claim":
        depth = {target: 0}
    else:
        taken = set(observations_of(facts, kind, target))
        depth = {
            a.claim: 1
            for a in facts.assertions.values()
            if (kind == "session" and a.session == target) or any(k == "obs" and key in taken for k, key in a.supports)
        }
    frontier = deque(depth)
    while frontier:
        under = frontier.popleft()
        for a in facts.assertions.values():
            if under in claim_supports(a) and a.claim not in depth:
                depth[a.claim] = depth[under] + 1
                frontier.append(a.claim)
    return depth


def observations_of(facts: Facts, kind: str, target: str) -> tuple[str, ...]:
    """R5: the observations that retracting an observation, source or session takes back; a claim has none."""
    return tuple(
        o.key
        for o in facts.observations.values()
        if target == {"observation": o.key, "source": o.source, "session": o.session}.get(kind)
    )


# Retraction and standing


def active(facts: Facts) -> tuple[Retraction, ...]:
    """The retractions that hold now, over something."""
    return tuple(r for r in facts.retractions.values() if r.active and not r.nothing)


@remember
def live(facts: Facts) -> frozenset[str]:
    """Observations that are said, and that no active retraction covers, by themselves, their source or their session
    (I2, R4, R5).

    Reading: a retracted source stays so for what it says later; only for claims does R5 say "it has then".
    """
    gone = {key for r in active(facts) for key in observations_of(facts, r.kind, r.target)}
    return frozenset(facts.observations) - gone - facts.ended


@remember
def withdrawn(facts: Facts) -> frozenset[str]:
    """R5: assertions taken back themselves: those of a retracted session, those a retracted claim had then."""
    sessions = {r.target for r in active(facts) if r.kind == "session"}
    return frozenset(
        a.key
        for a in facts.assertions.values()
        if a.session in sessions or any(a.identity in r.voided for r in active(facts))
    )


def _firm(facts: Facts, support: Support, standing: dict[str, str]) -> bool:
    kind, key = support
    return key in live(facts) if kind == "obs" else standing.get(key) == SUPPORTED


def _gone(facts: Facts, support: Support, standing: dict[str, str]) -> bool:
    kind, key = support
    return key not in live(facts) if kind == "obs" else standing.get(key, UNSUPPORTED) == UNSUPPORTED


def _state(facts: Facts, assertion: Assertion, standing: dict[str, str]) -> str:
    if assertion.key in withdrawn(facts) or all(_gone(facts, s, standing) for s in assertion.supports):
        return VOID
    whole = not assertion.erased and all(_firm(facts, s, standing) for s in assertion.supports)
    return INTACT if whole else PARTIAL


@remember
def standings(facts: Facts) -> dict[str, str]:
    """R2: the least fixed point: all claims unsupported, then raised until nothing changes."""
    standing = dict.fromkeys(facts.claims, UNSUPPORTED)
    changed = True
    while changed:
        changed = False
        for claim in support_order(facts):
            states = {_state(facts, a, standing) for a in assertions_of(facts)[claim]}
            now = SUPPORTED if INTACT in states else WEAKENED if PARTIAL in states else UNSUPPORTED
            changed, standing[claim] = changed or now != standing[claim], now
    return standing


@remember
def states(facts: Facts) -> dict[str, str]:
    """R2: intact, partial or void, by assertion."""
    return {a.key: _state(facts, a, standings(facts)) for a in facts.assertions.values()}


def stands(facts: Facts, claim: str) -> bool:
    """T5: a claim stands unless unsupported or removed, and only an unsupported one is removed (R3)."""
    return standings(facts).get(claim, UNSUPPORTED) != UNSUPPORTED


def non_void(facts: Facts, claim: str) -> tuple[Assertion, ...]:
    """The assertions of a claim that count."""
    return tuple(a for a in assertions_of(facts)[claim] if states(facts)[a.key] != VOID)


def policy_of(facts: Facts, assertion: Assertion) -> str:
    """R3: the strictest policy of the active retractions that reach a support of the assertion."""
    reached = ["dispute"]
    for r in active(facts):
        observations, claims = observations_of(facts, r.kind, r.target), closure(facts, r.kind, r.target)
        if any(key in (observations if kind == "obs" else claims) for kind, key in assertion.supports):
            reached.append(r.policy)
    return max(reached, key=POLICIES.index)


def weight(facts: Facts, assertion: Assertion) -> float:
    """R3: the k that counts: `lower` and `remove` give a partial assertion with m of n supports 1 - (1 - k)^(m/n).

    Reading: a support is lost when it is retracted, unsupported or erased; a weakened claim is still one of the m. What
    is erased is gone for good, and no act on it is left to say how to weigh: it is weighed as under `lower`.
    """
    k = assertion.confidence
    if states(facts)[assertion.key] != PARTIAL or (policy_of(facts, assertion) == "dispute" and not assertion.erased):
        return k
    kept = [s for s in assertion.supports if not _gone(facts, s, standings(facts))]
    return 1 - (1 - k) ** (len(kept) / len((*assertion.supports, *assertion.erased)))


def removed(facts: Facts) -> frozenset[str]:
    """R3: unsupported claims that an active retraction with policy `remove` reaches."""
    reached = {c for r in active(facts) if r.policy == "remove" for c in closure(facts, r.kind, r.target)}
    return frozenset(c for c in reached if not stands(facts, c))


# Rivals (T3)


UPDATE_CONFIDENCE = 0.3  # T3


def rivals(facts: Facts, claim: str) -> tuple[str, ...]:
    """T3: the claims of the store that are rivals of a claim."""
    return tuple(other for other in facts.claims if are_rivals(claim, other))


def eligible(facts: Facts, assertion: Assertion) -> bool:
    """T3: it stands, its time is known, and it is sure enough. Reading: the confidence is that of the assertion,
    whatever a policy makes it weigh."""
    known = assertion.world_from is not None and assertion.confidence >= UPDATE_CONFIDENCE
    return known and states(facts)[assertion.key] != VOID


def has_rivals(facts: Facts, claim: str) -> bool:
    """Whether T3 decides when a claim holds. Reading: where its predicate leaves room for one, whether or not another
    is there; of any other predicate while what denies it, or what it denies, stands."""
    one = said(claim)
    alone = not one.negated and one.predicate in (*FUNCTIONAL, *INVERSE_FUNCTIONAL)
    return alone or any(are_rivals(claim, other) == "negation" and stands(facts, other) for other in facts.claims)


@remember
def rival_starts(facts: Facts, claim: str) -> tuple[tuple[int, str], ...]:
    """When eligible assertions of a claim's rivals start, and whose they are."""
    found = (
        (a.world_from, other) for other in rivals(facts, claim) for a in non_void(facts, other) if eligible(facts, a)
    )
    return tuple(sorted(found))


def rival_end(facts: Facts, assertion: Assertion) -> int | None:
    """T3: an eligible assertion holds until the earliest later eligible one of a rival."""
    if not eligible(facts, assertion):
        return None
    return min((at for at, _ in rival_starts(facts, assertion.claim) if at > assertion.world_from), default=None)


@remember
def rule_updates(facts: Facts, as_of: int | None = None) -> dict[tuple[str, str], int]:
    """T3: UPDATES from the claim that ends another to that one, with the latest such end, by then (T8)."""
    found: dict[tuple[str, str], int] = {}
    for older in facts.claims:
        for a in non_void(facts, older):
            at = end_of(facts, a)
            if at is None or at != rival_end(facts, a) or (as_of is not None and at > as_of):
                continue
            for start, newer in rival_starts(facts, older):
                if start == at:
                    found[newer, older] = max(at, found.get((newer, older), at))
    return found


@remember
def rule_contradictions(facts: Facts) -> frozenset[frozenset[str]]:
    """T3: rivals whose spells overlap; and an assertion that is not eligible contradicts the rivals that hold at its
    time, all where that is unknown.

    Readings: the spells are those of eligible assertions; a rival that has none holds at an unknown time, which is
    every time for an assertion that is not eligible; one that only states its end has the time before that.
    """
    spells = {claim: _merged(_held(facts, claim)) for claim in facts.claims}
    found = set()
    for claim in facts.claims:
        for other in rivals(facts, claim):
            if not (stands(facts, claim) and stands(facts, other)):
                continue
            unsure = [a for a in non_void(facts, claim) if not eligible(facts, a)]
            times = [(None, a.world_to) if a.world_from is None else (a.world_from, a.world_from + 1) for a in unsure]
            theirs = spells[other] or [(None, None)]
            if any(_overlap(a, b) for a in spells[claim] for b in spells[other]) or any(
                _overlap(a, b) for a in times for b in theirs
            ):
                found.add(frozenset((claim, other)))
    return frozenset(found)


def _held(facts: Facts, claim: str) -> list[Spell]:
    """The holdings of the eligible assertions of a claim."""
    return [(a.world_from, end_of(facts, a)) for a in non_void(facts, claim) if eligible(facts, a)]


# Time and validity


def act_stands(facts: Facts, relation: Relation) -> bool:
    """R5: a relation is taken back with the session that stated it."""
    return not any(r.kind == "session" and r.target == relation.session for r in active(facts))


def relation_stands(facts: Facts, relation: Relation) -> bool:
    """T6: while its session's act and both its ends do."""
    return act_stands(facts, relation) and stands(facts, relation.origin) and stands(facts, relation.target)


@remember
def updaters(facts: Facts, claim: str) -> frozenset[str]:
    """T4, T7: standing claims that update a claim, directly or through claims that do not stand.

    Reading: between claims that do not stand an UPDATES is followed although T6 says that it does not stand, unless
    the session that stated it was retracted.
    """
    seen, found, frontier = {claim}, set(), [claim]
    while frontier:
        older = frontier.pop()
        for r in facts.relations:
            if r.type == "UPDATES" and r.target == older and r.origin not in seen and act_stands(facts, r):
                seen.add(r.origin)
                (found.add if stands(facts, r.origin) else frontier.append)(r.origin)
    return frozenset(found)


def end_of(facts: Facts, assertion: Assertion) -> int | None:
    """T3, T4: the earliest of the end that a rival gives it, the earliest later world time among the non-void
    assertions of the claims that update this one's, and the end that it states.
    """
    start, stated = assertion.world_from, assertion.world_to
    if start is None:
        return stated
    times = [b.world_from for claim in updaters(facts, assertion.claim) for b in non_void(facts, claim)]
    ends = [stated, rival_end(facts, assertion), *(t for t in times if t is not None and t > start)]
    return min((t for t in ends if t is not None), default=None)


@remember
def holds(facts: Facts, claim: str, as_of: int | None = None) -> tuple[Spell, ...]:
    """T3, T4, T5: the spells of a claim: its dated non-void assertions' holdings, touching or overlapping ones merged.

    None as an end is open, as a start unknown. Unsupported: none. Undated: one spell of unknown start and end.
    T8: as of a day, what starts later has not begun, and what ends later is open.
    Readings: an assertion of unknown start that states its end is dated by that; one that is not eligible, where there
    are rivals, is as one of unknown start, though an update may end it; as of a day before its own it is not there.
    """
    now = math.inf if as_of is None else as_of
    unsure = {a.key for a in non_void(facts, claim) if has_rivals(facts, claim) and not eligible(facts, a)}
    there = [a for a in non_void(facts, claim) if not (a.key in unsure and (a.world_from or 0) > now)]
    if not there:
        return ()
    spells = _merged((None if a.key in unsure else a.world_from, end_of(facts, a)) for a in there)
    if not spells:
        return ((None, None),)
    begun = [(start, None if end is not None and end > now else end) for start, end in spells if (start or 0) <= now]
    return tuple(begun)


def _merged(spans: Iterable[Spell]) -> list[Spell]:
    """Touching and overlapping ones as one, in order; what has neither end is none."""
    holdings = sorted(
        (-math.inf if start is None else start, math.inf if end is None else end)
        for start, end in spans
        if (start, end) != (None, None)
    )
    spells: list[list] = []
    for start, end in holdings:
        if spells and start <= spells[-1][1]:
            spells[-1][1] = max(spells[-1][1], end)
        else:
            spells.append([start, end])
    return [tuple(None if abs(at) == math.inf else at for at in spell) for spell in spells]


def valid_until(facts: Facts, claim: str, as_of: int | None = None) -> int | None:
    """T5: the end of the last spell. Reading: an unsupported claim, which holds at no time, has none."""
    spells = holds(facts, claim, as_of)
    return spells[-1][1] if spells else None


def superseded(facts: Facts, claim: str, as_of: int | None = None) -> bool:
    """T5: its last spell has ended. Undated assertions beside dated ones do not keep it."""
    return valid_until(facts, claim, as_of) is not None


def _depends_on_superseded(facts: Facts, claim: str, as_of: int | None) -> bool:
    return any(
        r.target == claim
        and r.type in ("CAUSES", "ENABLES")
        and relation_stands(facts, r)
        and superseded(facts, r.origin, as_of)
        for r in facts.relations
    )


def _rests_on_doubtful(facts: Facts, assertion: Assertion, validity: dict[str, float]) -> bool:
    excepted = {
        r.target
        for r in facts.relations
        if r.type == "UPDATES" and r.origin == assertion.claim and relation_stands(facts, r)
    } | {older for newer, older in rule_updates(facts) if newer == assertion.claim}
    return any(validity.get(under, 0) < 1 and under not in excepted for under in claim_supports(assertion))


@remember
def validities(facts: Facts, as_of: int | None = None) -> dict[str, float]:
    """T5: 0 unsupported or superseded; 0.5 suspect; else 1. The least applies.

    Readings: "one that it updates itself" is the other end of an UPDATES of its own that stands; "rest on a claim of
    validity below 1" means that one such support is enough, unsupported claims among them.
    """
    validity: dict[str, float] = {}
    for claim in support_order(facts):
        if not stands(facts, claim) or superseded(facts, claim, as_of):
            validity[claim] = 0.0
        elif _depends_on_superseded(facts, claim, as_of) or all(
            _rests_on_doubtful(facts, a, validity) for a in non_void(facts, claim)
        ):
            validity[claim] = SUSPECT_VALIDITY
        else:
            validity[claim] = 1.0
    return validity


def invalidated_at(facts: Facts, relation: Relation) -> int | None:
    """T6: CAUSES and PREVENTS out of a superseded claim carry its valid_until, while they stand."""
    if relation.type not in ("CAUSES", "PREVENTS") or not relation_stands(facts, relation):
        return None
    return valid_until(facts, relation.origin)


def effective_at(facts: Facts, relation: Relation, as_of: int | None = None) -> int | None:
    """T3, T4: the latest end, by then (T8), that an UPDATES gives an assertion of the older claim; None while it does
    not stand or is without effect.
    """
    if relation.type != "UPDATES" or not relation_stands(facts, relation):
        return None
    starts = {a.world_from for a in non_void(facts, relation.origin)}
    ends = {end_of(facts, a) for a in non_void(facts, relation.target)}
    given = [end for end in ends & starts if end is not None and (as_of is None or end <= as_of)]
    return max(given, default=None)


def open_contradictions(facts: Facts, as_of: int | None = None) -> frozenset[frozenset[str]]:
    """T6: pairs that contradict each other, both standing, with spells that overlap; unknown time overlaps all."""
    stated = {
        frozenset((r.origin, r.target))
        for r in facts.relations
        if r.type == "CONTRADICTS" and relation_stands(facts, r)
    }
    return frozenset(
        pair
        for pair in stated | rule_contradictions(facts)
        for one, other in [sorted(pair)]
        if any(_overlap(a, b) for a in holds(facts, one, as_of) for b in holds(facts, other, as_of))
    )


def _overlap(one: Spell, other: Spell) -> bool:
    (start, end), (from_, until) = one, other
    ends_before = end is not None and from_ is not None and end <= from_
    starts_after = until is not None and start is not None and until <= start
    return not ends_before and not starts_after


# Confidence


def counted(facts: Facts, claim: str) -> tuple[Assertion, ...]:
    """The assertions that the confidence laws are over: the non-void; of a claim with several spells those of the last
    one, and those of unknown time.

    Reading: an assertion is of the last spell if it is dated in it, whether or not it could end a rival.
    """
    first = last_of_several(facts, claim)
    if first is None:
        return non_void(facts, claim)
    return tuple(a for a in non_void(facts, claim) if a.world_from is None or a.world_from >= first)


def last_of_several(facts: Facts, claim: str) -> int | None:
    """The start of the last spell of a claim that has several."""
    spells = holds(facts, claim)
    return spells[-1][0] if len(spells) > 1 else None


@remember
def confidence(facts: Facts, claim: str) -> float:
    """C1: 1 - prod(1 - k) over sessions; the items of one session count once, with the largest k (I1a)."""
    best: dict[str, float] = defaultdict(float)
    for a in counted(facts, claim):
        best[a.session] = max(best[a.session], weight(facts, a))
    return 1 - math.prod(1 - k for k in best.values())


def confidence_shared(facts: Facts, claim: str) -> float:
    """C3: evidence once per source: -ln(1 - k) of each item spread evenly over its root sources, the largest share of
    each source, 1 - exp(-sum), at most C1. k = 1 weighs infinitely.
    """
    share: dict[str, float] = defaultdict(float)
    for a in counted(facts, claim):
        k = weight(facts, a)
        part = (math.inf if k >= 1 else -math.log1p(-k)) / len(a.roots)
        for source in a.roots:
            share[source] = max(share[source], part)
    return min(-math.expm1(-sum(share.values())), confidence(facts, claim))


def shared_sources(facts: Facts, claim: str) -> dict[str, frozenset[str]]:
    """C2: each source that is a root of two or more counted assertions, with those assertions.

    Reading: two items of one session are two assertions.
    """
    users = defaultdict(set)
    for a in counted(facts, claim):
        for source in a.roots:
            users[source].add(a.key)
    return {source: frozenset(keys) for source, keys in users.items() if len(keys) > 1}


@remember
def weakest_supports(facts: Facts) -> dict[str, float]:
    """C1: by claim, the least confidence along its support chain: its own, and those of the claims that its counted
    assertions rest on, all the way down. A partial assertion's unsupported ground is 0.
    """
    weakest: dict[str, float] = {}
    for claim in support_order(facts):
        under = {key for a in counted(facts, claim) for key in claim_supports(a)}
        weakest[claim] = min([confidence(facts, claim), *(weakest.get(key, 0.0) for key in under)])
    return weakest
