"""The oracle: the laws of model.md in plain Python, for one tenant. The Cypher is compared with it, never the reverse.

`Oracle` performs acts; `facts` holds what they leave; the functions of `figures` say what follows from it.
Left out: search (P1-P5).
"""

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass

import erasing
import figures
from facts import POLICIES, Facts, Retraction, SessionSpec
from intake import Ingested, stored, without


class NotFound(Exception):
    """What an act names is not in the store."""


@dataclass(frozen=True)
class Figures:
    """All figures of one claim."""

    standing: str
    confidence: float
    confidence_shared: float
    weakest_support: float
    validity: float
    valid_until: int | None
    holds: tuple[figures.Spell, ...]
    rank: int
    shared_sources: dict[str, frozenset[str]]


@dataclass(frozen=True)
class Affected:
    """One claim of R1's closure with its figures before and after."""

    claim: str
    depth: int
    before: Figures
    after: Figures


@dataclass(frozen=True)
class Acted:
    """Result of retract and restore. `affected` is R1's closure by depth and key, changed or not; `unsuperseded` are
    claims outside it whose validity or valid_until changed; `changed` counts all that changed.
    """

    retraction: Retraction
    affected: tuple[Affected, ...]
    unsuperseded: tuple[str, ...]
    changed: int
    recorded: bool


@dataclass(frozen=True)
class Erased:
    """Result of erase; `affected` are the claims that stay and whose figures changed, before and after."""

    counts: erasing.Counts
    affected: dict[str, tuple[Figures, Figures]]


def figures_of(facts: Facts, as_of: int | None = None) -> dict[str, Figures]:
    """Every figure of every claim, as of a day in the world (T8) or the latest."""
    return {
        claim: Figures(
            standing=figures.standings(facts)[claim],
            confidence=figures.confidence(facts, claim),
            confidence_shared=figures.confidence_shared(facts, claim),
            weakest_support=figures.weakest_supports(facts)[claim],
            validity=figures.validities(facts, as_of)[claim],
            valid_until=figures.valid_until(facts, claim, as_of),
            holds=figures.holds(facts, claim, as_of),
            rank=figures.ranks(facts)[claim],
            shared_sources=figures.shared_sources(facts, claim),
        )
        for claim in facts.claims
    }


class Oracle:
    """A model of the store for one tenant: acts change `facts`, everything else follows from them."""

    def __init__(self, facts: Facts | None = None) -> None:
        self.facts = facts or Facts()

    def figures(self) -> dict[str, Figures]:
        """Every figure of every claim, as things are."""
        return figures_of(self.facts)

    def ingest(self, spec: SessionSpec) -> Ingested:
        """Store a session; the same again changes nothing, and with other content it is as if it had come so at first,
        but that what is gone stays in the store and supports nothing (I2)."""
        if self.facts.sessions.get(spec.key) == spec:
            return Ingested("unchanged")
        before = self.facts
        if spec.key in before.sessions:
            self.facts = without(before, spec.key)
        self.facts, report = stored(self.facts, spec)
        given = {a.identity for a in before.assertions.values()}
        anew = {a.claim for a in self.facts.assertions.values() if a.identity not in given}
        self.facts = _seen(self.facts, anew)
        return report

    def retract(self, kind: str, target: str, policy: str = "dispute", *, dry_run: bool = False) -> Acted:
        """Take back an observation, source, session or claim (R1-R5). A dry run gives the same result, unrecorded.

        A repeat under the same or a milder policy gives the standing retraction. Reading: retracting a claim that was
        stated anew since is no repeat, for it voids assertions that the standing retraction does not.
        """
        if not _exists(self.facts, kind, target):
            raise NotFound(f"{kind} {target}")
        new = Retraction(
            key=f"retraction-{len(self.facts.retractions)}",
            kind=kind,
            target=target,
            policy=policy,
            voided=frozenset(
                a.identity for a in self.facts.assertions.values() if kind == "claim" and a.claim == target
            ),
        )
        standing = next((r for r in figures.active(self.facts) if _repeats(new, r)), None)
        if standing is not None:
            return _acted(self.facts, self.facts, standing, recorded=False)
        return self._record(new, dry_run)

    def restore(self, key: str, *, dry_run: bool = False) -> Acted:
        """Undo a retraction (R4); what another covers stays retracted. One undone already changes nothing."""
        if key not in self.facts.retractions:
            raise NotFound(f"retraction {key}")
        retraction = self.facts.retractions[key]
        if not retraction.active:
            return _acted(self.facts, self.facts, retraction, recorded=False)
        return self._record(dataclasses.replace(retraction, active=False), dry_run)

    def dry_run(self, kind: str, target: str, policy: str = "dispute") -> Acted:
        """What `retract` would give; changes nothing."""
        return self.retract(kind, target, policy, dry_run=True)

    def erase(self, kind: str, target: str) -> Erased:
        """Delete an observation, source, session, claim or entity (R6). There is no way back but to say it again."""
        if not _exists(self.facts, kind, target):
            raise NotFound(f"{kind} {target}")
        before, self.facts = self.facts, _seen(erasing.erased(self.facts, kind, target))
        old, new = figures_of(before), figures_of(self.facts)
        changed = {c: (old[c], of) for c, of in new.items() if _shown(old[c]) != _shown(of)}
        return Erased(erasing.counts(before, self.facts), changed)

    def prune(self, below: float) -> tuple[str | None, frozenset[str]]:
        """Hide what is unsupported or superseded, with less confidence, whatever its age; the act, if there is one, and
        the claims that it hides. No figure changes."""
        of = figures_of(self.facts)
        found = frozenset(claim for claim in _useless(self.facts) - self.facts.hidden if of[claim].confidence < below)
        if not found:
            return None, found
        key = f"pruning-{len(self.facts.pruned)}"
        self.facts = dataclasses.replace(self.facts, pruned={**self.facts.pruned, key: found})
        return key, found

    def show(self, key: str) -> frozenset[str]:
        """Undo an act of pruning; the claims that it hid still."""
        shown = self.facts.pruned[key]
        self.facts = dataclasses.replace(self.facts, pruned={**self.facts.pruned, key: frozenset()})
        return shown

    def _record(self, retraction: Retraction, dry_run: bool) -> Acted:
        before = self.facts
        after = _seen(dataclasses.replace(before, retractions={**before.retractions, retraction.key: retraction}))
        if not dry_run:
            self.facts = after
        return _acted(before, after, retraction, recorded=not dry_run)


def _useless(facts: Facts) -> frozenset[str]:
    return frozenset(c for c in facts.claims if not figures.stands(facts, c) or figures.superseded(facts, c))


def _seen(facts: Facts, anew: Collection[str] = ()) -> Facts:
    """The facts, with nothing pruned that is stated anew, or holds again."""
    pruned = {key: (claims & _useless(facts)) - {*anew} for key, claims in facts.pruned.items()}
    return dataclasses.replace(facts, pruned=pruned) if pruned != facts.pruned else facts


def _exists(facts: Facts, kind: str, target: str) -> bool:
    rooms = {
        "observation": facts.observations,
        "source": facts.sources,
        "session": facts.sessions,
        "claim": facts.claims,
        "entity": facts.entities,
    }
    return target in rooms[kind]


def _repeats(new: Retraction, standing: Retraction) -> bool:
    """R4: the same thing, under the same or a milder policy, with nothing more to void."""
    return (
        (new.kind, new.target) == (standing.kind, standing.target)
        and POLICIES.index(new.policy) <= POLICIES.index(standing.policy)
        and new.voided <= standing.voided
    )


def _acted(before: Facts, after: Facts, retraction: Retraction, *, recorded: bool) -> Acted:
    """Reading: a claim has changed when its standing, confidence, validity or valid_until has."""
    old, new = figures_of(before), figures_of(after)
    depth = figures.closure(after, retraction.kind, retraction.target)
    affected = tuple(
        Affected(claim, depth[claim], old[claim], new[claim]) for claim in sorted(depth, key=lambda c: (depth[c], c))
    )
    unsuperseded = tuple(
        sorted(
            c
            for c in new
            if c not in depth and (old[c].validity, old[c].valid_until) != (new[c].validity, new[c].valid_until)
        )
    )
    changed = sum(_shown(old[claim]) != _shown(new[claim]) for claim in new)
    return Acted(retraction, affected, unsuperseded, changed, recorded)


def _shown(of: Figures) -> tuple[str, float, float, int | None]:
    return (of.standing, of.confidence, of.validity, of.valid_until)
