"""R6: what is left when something is deleted for good."""

import dataclasses
from dataclasses import dataclass

import figures
from facts import PEOPLE, Assertion, Facts, entities_of


@dataclass(frozen=True)
class Counts:
    """How much of each kind an erasure deletes."""

    observations: int
    assertions: int
    claims: int
    relations: int
    entities: int
    sources: int
    sessions: int


def erased(facts: Facts, kind: str, target: str) -> Facts:
    """The facts without the target, what belongs to it, and all that nothing else supports."""
    observations, claims = _belonging(facts, kind, target)
    reasons = [*facts.assertions.values(), *facts.former.values()]
    left = [a for a in reasons if a.claim not in claims and (kind, target) != ("session", a.session)]
    everything = {*facts.claims}
    while True:
        gone = {("obs", key) for key in observations} | {("claim", key) for key in claims}
        left = [b for a in left for b in [_bereft(a, gone)] if b.supports]
        fewer = everything - {a.claim for a in left}
        if fewer == claims:
            break
        claims = fewer
        left = [a for a in left if a.claim not in claims]
    live = {a.identity for a in facts.assertions.values()}
    kept = {key: o for key, o in facts.observations.items() if key not in observations}
    after = dataclasses.replace(
        facts,
        observations=kept,
        sources={key: s for key, s in facts.sources.items() if key in {o.source for o in kept.values()}},
        assertions={a.key: a for a in left if a.identity in live},
        former={a.identity: a for a in left if a.identity not in live},
        relations=tuple(r for r in facts.relations if not _hangs(r, kind, target, claims)),
        former_relations=frozenset(r for r in facts.former_relations if not _hangs(r, kind, target, claims)),
        ended=facts.ended & {*kept},
        pruned={key: hidden - claims for key, hidden in facts.pruned.items()},
    )
    return _forgotten(facts, after, kind, target)


def absent(past: Facts, before: Facts, after: Facts) -> Facts:
    """T8: facts of the past, without what an erasure since has deleted: all that is in `before` and not in `after`."""
    gone = {("obs", key) for key in {*before.observations} - {*after.observations}}
    gone |= {("claim", key) for key in {*before.claims} - {*after.claims}}
    deleted = {*_reasons(before)} - {*_reasons(after)}
    relations = {*before.relations, *before.former_relations} - {*after.relations, *after.former_relations}
    observations = {key: o for key, o in past.observations.items() if ("obs", key) not in gone}
    return dataclasses.replace(
        past,
        observations=observations,
        sources={key: s for key, s in past.sources.items() if key in after.sources},
        sessions={key: s for key, s in past.sessions.items() if key in after.sessions},
        assertions={key: _bereft(a, gone) for key, a in past.assertions.items() if a.identity not in deleted},
        former={key: _bereft(a, gone) for key, a in past.former.items() if key not in deleted},
        relations=tuple(r for r in past.relations if r not in relations),
        former_relations=past.former_relations - relations,
        retractions={
            key: dataclasses.replace(r, nothing=after.retractions[key].nothing, voided=r.voided - deleted)
            for key, r in past.retractions.items()
        },
        ended=past.ended & {*observations},
    )


def counts(before: Facts, after: Facts) -> Counts:
    """What is in the one and not in the other."""

    def lost(room: str) -> int:
        return len({*getattr(before, room)} - {*getattr(after, room)})

    return Counts(
        observations=lost("observations"),
        assertions=len(_reasons(before)) - len(_reasons(after)),
        claims=lost("claims"),
        relations=lost("relations") + lost("former_relations"),
        entities=lost("entities"),
        sources=lost("sources"),
        sessions=lost("sessions"),
    )


def _belonging(facts: Facts, kind: str, target: str) -> tuple[set[str], set[str]]:
    """The observations and claims that go with what is erased, whatever rests on them."""
    if kind == "claim":
        return set(), {target}
    if kind != "entity":
        return set(figures.observations_of(facts, kind, target)), set()
    speaks = target in PEOPLE.values()
    said = {
        key
        for key, o in facts.observations.items()
        if target.casefold() in o.text.casefold()
        or (speaks and o.source == target and facts.sources[o.source].kind == "speaker")
    }
    return said, {claim for claim in facts.claims if target in entities_of(claim)}


def _bereft(assertion: Assertion, gone: set[tuple[str, str]]) -> Assertion:
    """The assertion, as one that rests on what is left."""
    lost = tuple(support for support in assertion.supports if support in gone)
    return dataclasses.replace(
        assertion,
        supports=tuple(support for support in assertion.supports if support not in gone),
        erased=(*assertion.erased, *lost),
    )


def _hangs(relation, kind: str, target: str, claims: set[str]) -> bool:
    """A relation goes with the session that stated it, and with either end."""
    stated = (kind, target) == ("session", relation.session)
    return stated or relation.origin in claims or relation.target in claims


def _reasons(facts: Facts) -> dict[tuple, Assertion]:
    return {**facts.former, **{a.identity: a for a in facts.assertions.values()}}


def _forgotten(before: Facts, after: Facts, kind: str, target: str) -> Facts:
    """What an erasure reached is the same input no longer, and acts on what it deleted are over nothing."""
    was, now = _reasons(before), _reasons(after)
    lost = {a.session for key, a in was.items() if now.get(key) != a}
    lost |= {o.session for key, o in before.observations.items() if key not in after.observations}
    lost |= {
        r.session for r in {*before.relations, *before.former_relations} - {*after.relations, *after.former_relations}
    }
    sessions = {key: None if key in lost else spec for key, spec in before.sessions.items()}
    if kind == "session":
        del sessions[target]
    rooms = {"observation": after.observations, "source": after.sources, "session": sessions, "claim": after.claims}
    retractions = {
        r.key: dataclasses.replace(r, nothing=r.nothing or r.target not in rooms[r.kind], voided=r.voided & {*now})
        for r in before.retractions.values()
    }
    return dataclasses.replace(after, sessions=sessions, retractions=retractions)
