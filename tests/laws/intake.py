"""What becomes of a session that arrives: which items are stored (S1, S3), on what they rest (C2), from when (T2)."""

import dataclasses
from collections import deque
from dataclasses import dataclass

import figures
from facts import (
    RELATION_TYPES,
    Assertion,
    ClaimSpec,
    Facts,
    Ground,
    Observation,
    Ref,
    Relation,
    RelationSpec,
    SessionSpec,
    Support,
    assertion_key,
    observation_key,
)


@dataclass(frozen=True)
class Rejection:
    """One item of a session that was not stored. `item` is the position for a relation; `cycle` names the claims."""

    item: str | int
    code: str
    cycle: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ingested:
    """What became of a session: `stored` or `unchanged`; `dropped` are citations lost by items that were stored."""

    state: str
    rejected: tuple[Rejection, ...] = ()
    dropped: tuple[tuple[str, Ref], ...] = ()


def without(facts: Facts, session: str) -> Facts:
    """I2: what is left when a session says nothing: its observations, reasons and relations are ended."""
    said = {key for key, o in facts.observations.items() if o.session == session}
    reasons = {a.identity: a for a in facts.assertions.values() if a.session == session}
    relations = {r for r in facts.relations if r.session == session}
    return dataclasses.replace(
        facts,
        assertions={key: a for key, a in facts.assertions.items() if a.session != session},
        relations=tuple(r for r in facts.relations if r not in relations),
        ended=facts.ended | said,
        former={**facts.former, **reasons},
        former_relations=facts.former_relations | relations,
    )


def regrounded(past: Facts, now: Facts) -> Facts:
    """T8: facts of the past; a reason that is given again since has the supports, roots and times that it has now.

    Reading: it is one assertion (I1a), which keeps one bottom, as if its session had come so at first (I2). What had
    been erased of it and came back was not known then, and is a support that is gone.
    """
    given = {a.identity: a for a in now.assertions.values()}

    def ground(a: Assertion) -> Assertion:
        b = given.get(a.identity, a)
        bottom = {"supports": b.supports, "erased": b.erased, "grounds": b.grounds, "roots": b.roots}
        return dataclasses.replace(a, **bottom, world_from=b.world_from, basis=b.basis)

    return dataclasses.replace(
        past,
        assertions={key: ground(a) for key, a in past.assertions.items()},
        former={key: ground(a) for key, a in past.former.items()},
    )


def stored(facts: Facts, spec: SessionSpec) -> tuple[Facts, Ingested]:
    """S1, S3, C2, T2: the facts with a new session's, and the report."""
    sources = {m.source.key: m.source for m in spec.messages}
    observations = {
        key: Observation(key, spec.key, m.source.key, spec.started if m.sent is None else m.sent, m.text)
        for m in spec.messages
        for key in [observation_key(spec.key, m.id)]
    }
    facts = dataclasses.replace(
        facts,
        sources={**facts.sources, **sources},
        sessions={**facts.sessions, spec.key: spec},
        observations={**facts.observations, **observations},
        ended=facts.ended - {*observations},
    )
    refused = _refused(facts, spec)
    kept = [item for item in spec.claims if item.id not in refused]
    assertions = _assertions(facts, spec, kept, refused)
    relations, refused_relations = _relations(facts, spec, assertions)
    again = {a.identity for a in assertions.values()}
    after = dataclasses.replace(
        facts,
        assertions={**facts.assertions, **{a.key: a for a in assertions.values()}},
        relations=(*facts.relations, *relations),
        former={key: a for key, a in facts.former.items() if key not in again},
        former_relations=frozenset(r for r in facts.former_relations if _ends(r) not in {*map(_ends, relations)}),
    )
    rejected = (*(refused[item.id] for item in spec.claims if item.id in refused), *refused_relations)
    dropped = tuple(
        (item.id, ref) for item in kept for ref in item.supports if _target(facts, spec, ref, refused) is None
    )
    return after, Ingested("stored", rejected, dropped)


def _target(facts: Facts, spec: SessionSpec, ref: Ref, refused: dict[str, Rejection]) -> Support | None:
    """What a citation names, or None where it dangles: no such message, item or claim, or an item that was refused.

    Reading: a stored claim must be there before the session (I3: "accepted only after what they cite").
    """
    if ref.kind == "message":
        found = any(m.id == ref.name for m in spec.messages)
        return ("obs", observation_key(spec.key, ref.name)) if found else None
    if ref.kind == "claim":
        return ("claim", ref.name) if ref.name in facts.given else None
    return next((("claim", i.claim) for i in spec.claims if i.id == ref.name and i.id not in refused), None)


def _supports(facts: Facts, spec: SessionSpec, item: ClaimSpec, refused: dict[str, Rejection]) -> tuple[Support, ...]:
    """S1: the supports an item is left with, each once."""
    targets = (_target(facts, spec, ref, refused) for ref in item.supports)
    return tuple(dict.fromkeys(t for t in targets if t is not None))


def _quoted(facts: Facts, spec: SessionSpec, item: ClaimSpec, refused: dict[str, Rejection]) -> tuple[Support, ...]:
    """The supports that an item quotes."""
    cited = {_target(facts, spec, ref, refused) for ref in item.supports if ref.quoted and ref.kind == "message"}
    return tuple(sorted(one for one in cited if one is not None))


def _refused(facts: Facts, spec: SessionSpec) -> dict[str, Rejection]:
    """S1, S3: the items that are not stored: those without a support, then, in the order given, the first that closes
    a cycle; then the same again, for what cites a refused item has lost that citation.
    """
    refused: dict[str, Rejection] = {}
    while True:
        _refuse_unsupported(facts, spec, refused)
        found = _first_cycle(facts, spec, refused)
        if found is None:
            return refused
        refused[str(found.item)] = found


def _refuse_unsupported(facts: Facts, spec: SessionSpec, refused: dict[str, Rejection]) -> None:
    """S1: `empty_support` cites nothing, `dangling_support` nothing that exists."""
    count = -1
    while count != len(refused):
        count = len(refused)
        for item in spec.claims:
            if item.id not in refused and not _supports(facts, spec, item, refused):
                refused[item.id] = Rejection(item.id, "dangling_support" if item.supports else "empty_support")


def _first_cycle(facts: Facts, spec: SessionSpec, refused: dict[str, Rejection]) -> Rejection | None:
    """S3: the first item that closes a cycle with all assertions, void ones too, and the items before it."""
    below: dict[str, set[str]] = {}
    for a in facts.assertions.values():
        below.setdefault(a.claim, set()).update(figures.claim_supports(a))
    for item in spec.claims:
        if item.id in refused:
            continue
        under = [key for kind, key in _supports(facts, spec, item, refused) if kind == "claim"]
        cycle = _way(below, under, item.claim)
        if cycle:
            return Rejection(item.id, "cycle", cycle)
        below.setdefault(item.claim, set()).update(under)
    return None


def _way(below: dict[str, set[str]], starts: list[str], goal: str) -> tuple[str, ...]:
    """The shortest cycle from `goal` down through one of `starts` back to it, without its last step; () if none."""
    came: dict[str, str | None] = dict.fromkeys(sorted(starts))
    frontier = deque(came)
    while frontier:
        here = frontier.popleft()
        if here == goal:
            way, step = [], came[here]
            while step is not None:
                way.append(step)
                step = came[step]
            return (goal, *reversed(way))
        for under in sorted(below.get(here, ())):
            if under not in came:
                came[under] = here
                frontier.append(under)
    return ()


def _assertions(
    facts: Facts, spec: SessionSpec, kept: list[ClaimSpec], refused: dict[str, Rejection]
) -> dict[str, Assertion]:
    """The session's assertions by item."""
    grounds = _grounds(facts, spec, kept, refused)
    made = {}
    for item in kept:
        supports = _supports(facts, spec, item, refused)
        roots = frozenset(ground.source.key for ground in grounds[item.id])
        world_from, basis = _world_time(item, grounds[item.id])
        made[item.id] = Assertion(
            key=assertion_key(spec.key, item.id),
            claim=item.claim,
            session=spec.key,
            item=item.id,
            confidence=item.confidence,
            supports=supports,
            grounds=grounds[item.id],
            roots=roots,
            world_from=world_from,
            basis=basis,
            world_to=item.world_to,
            stated=(item.world_from, item.world_to, _quoted(facts, spec, item, refused)),
        )
    return made


def _grounds(
    facts: Facts, spec: SessionSpec, kept: list[ClaimSpec], refused: dict[str, Rejection]
) -> dict[str, frozenset[Ground]]:
    """C2: root observations by item: messages cited; for an item cited, those of all the session's own items for its
    claim; for a stored claim cited, those of all assertions it has before the session. Void ones count too.
    """
    grounds: dict[str, set[Ground]] = {item.id: set() for item in kept}
    size = -1
    while size != sum(map(len, grounds.values())):
        size = sum(map(len, grounds.values()))
        for item in kept:
            for ref in item.supports:
                target = _target(facts, spec, ref, refused)
                if target is None:
                    continue
                if ref.kind == "message":
                    said = facts.observations[target[1]]
                    grounds[item.id].add(Ground(said.key, facts.sources[said.source], said.time))
                elif ref.kind == "item":
                    grounds[item.id].update(*(grounds[own.id] for own in kept if own.claim == target[1]))
                else:
                    grounds[item.id].update(*(a.grounds for a in figures.assertions_of(facts)[target[1]]))
    return {item: frozenset(keys) for item, keys in grounds.items()}


def _world_time(item: ClaimSpec, grounds: frozenset[Ground]) -> tuple[int | None, str]:
    """T2: stated; else the earliest publication of the documents it rests on, unknown if one is undated; else the time
    of the latest message.

    Readings: it rests on what is at its bottom (C2), also through claims; one document among tools and speakers is
    enough for `published`; messages of unknown time are passed over while one is known; what is stated to have ended
    by the time that is told began before, at an unknown time; what was erased stays a root, and tells the time it told.
    """
    if item.world_from is not None:
        return item.world_from, "stated"
    told, basis = _told(grounds)
    over = told is not None and item.world_to is not None and item.world_to <= told
    return (None, "unknown") if over else (told, basis)


def _told(grounds: frozenset[Ground]) -> tuple[int | None, str]:
    documents = {ground.source for ground in grounds if ground.source.kind == "document"}
    if documents:
        published = [document.published for document in documents]
        return (None, "unknown") if None in published else (min(published), "published")
    times = [ground.time for ground in grounds if ground.time is not None]
    return (max(times), "message") if times else (None, "unknown")


def _relations(
    facts: Facts, spec: SessionSpec, assertions: dict[str, Assertion]
) -> tuple[list[Relation], list[Rejection]]:
    """The session's relations, one for each pair and type, and those refused."""
    made: dict[tuple[str, str, str], Relation] = {}
    rejected = []
    for position, relation in enumerate(spec.relations):
        ends = [_end(facts, ref, assertions) for ref in (relation.origin, relation.target)]
        code = _relation_fault(relation, ends, assertions)
        if code:
            rejected.append(Rejection(position, code))
            continue
        made.setdefault(
            (*ends, relation.type), Relation(ends[0], ends[1], relation.type, spec.key, relation.confidence)
        )
    return list(made.values()), rejected


def _ends(relation: Relation) -> tuple[str, str, str, str]:
    return (relation.origin, relation.target, relation.type, relation.session)


def _end(facts: Facts, ref: Ref, assertions: dict[str, Assertion]) -> str | None:
    if ref.kind == "item":
        return assertions[ref.name].claim if ref.name in assertions else None
    return ref.name if ref.kind == "claim" and ref.name in facts.given else None


def _relation_fault(relation: RelationSpec, ends: list[str | None], assertions: dict[str, Assertion]) -> str | None:
    """The first code that applies: unknown type, dangling, self, time.

    Reading: BEFORE (T2) is judged on the times of the two items that it names; an unknown time overlaps nothing.
    """
    if relation.type not in RELATION_TYPES:
        return "unknown_relation"
    if None in ends:
        return "dangling_relation"
    if ends[0] == ends[1]:
        return "self_relation"
    if relation.type != "BEFORE":
        return None
    times = [
        assertions[ref.name].world_from if ref.kind == "item" else None for ref in (relation.origin, relation.target)
    ]
    if None in times or times[0] < times[1]:
        return None
    return "before_overlap" if times[0] == times[1] else "before_reversed"
