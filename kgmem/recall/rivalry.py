"""Law T3 in the past: what rivals did to each other, from the reasons that were known then. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

from kgmem.spells import UNDATED, Spell, merged, overlap

Row = Mapping[str, Any]

RULES = {
    "rivals_by_subject": "functional",
    "rivals_by_object": "inverse_functional",
    "rivals_by_negation": "negation",
}
"""The kinds of groups, by the column that has their key, and the rule that a relation names."""


_ANY = datetime.min.replace(tzinfo=UTC)
_AGAINST = ({"spell"}, {"spell", "unsure"}, {"unsure", "undated"})
"""What contradicts what: spells each other; a reason that is not eligible, spells and what has none."""


class _Entry(NamedTuple):
    time: Spell
    claim: str
    how: str


class _Group(NamedTuple):
    """What a group comes to: ends by newer and older claim, and pairs that contradict each other."""

    ended: Mapping[tuple[str, str], list[datetime]]
    against: set[tuple[str, str]]


class Standing(Protocol):
    """Claims and reasons whose states are known."""

    @property
    def reasons(self) -> Mapping[str, list[Row]]:
        """All reasons of each claim."""

    @property
    def claims(self) -> Mapping[str, Any]:
        """What is known of each claim."""

    def counting(self, claim: str) -> list[Row]:
        """The non-void reasons of a claim."""

    def confidence_of(self, row: Row) -> float:
        """A reason's confidence."""

    def end(self, row: Row) -> datetime | None:
        """When a reason's claim was ended."""


class Rivals:
    """The groups of rivals among claims, and what follows from their order in time."""

    def __init__(self, of: Standing, least: float) -> None:
        self._of, self._least = of, least
        self._groups: dict[str, list[str]] = defaultdict(list)
        self._keys: dict[str, dict[str, str]] = {}
        for claim, rows in of.reasons.items():
            self._keys[claim] = {rows[0][kind]: rule for kind, rule in RULES.items() if rows and rows[0][kind]}
            for key in self._keys[claim]:
                self._groups[key].append(claim)
        self._starts: dict[str, list[tuple[datetime, str]]] = {}
        self._spells: dict[str, tuple[Spell, ...]] = {}
        self._relations: dict[str, _Group] = {}

    def of(self, claim: str) -> dict[str, str]:
        """The rivals of a claim, with the rule that makes them so."""
        keys = self._keys.get(claim, {})
        return {other: rule for key, rule in keys.items() for other in self._groups[key] if other != claim}

    def are(self, one: str, other: str) -> bool:
        """Whether two claims are rivals."""
        return one != other and not self._keys.get(one, {}).keys().isdisjoint(self._keys.get(other, {}))

    def decide(self, claim: str) -> bool:
        """Whether rivals decide when a claim holds: by its predicate, or while the other side of a negation stands."""
        rules = set(self._keys.get(claim, {}).values())
        return bool(rules - {"negation"}) or any(
            rule == "negation" and self._of.claims[other].stands for other, rule in self.of(claim).items()
        )

    def eligible(self, row: Row) -> bool:
        """Whether a non-void reason may end a rival's."""
        known = row["world_from"] is not None and not row["assistant_about_user"]
        return known and self._of.confidence_of(row) >= self._least

    def end(self, row: Row) -> datetime | None:
        """The start of the earliest later eligible reason for a rival; None for a reason that is not eligible."""
        claim = row["claim_id"]
        if self._of.claims[claim].states[row["assertion_id"]] == "void" or not self.eligible(row):
            return None
        found = (self._next(key, row["world_grain_end"], claim) for key in self._keys[claim])
        return min((at for at in found if at is not None), default=None)

    def ends(self, newer: str, older: str) -> list[datetime]:
        """The ends that a claim gives a rival's reasons."""
        return [at for key in self._shared(newer, older) for at in self._found(key).ended.get((newer, older), ())]

    def contradict(self, one: str, other: str) -> bool:
        """Whether two rivals contradict each other, whether that is open or not."""
        pair = (min(one, other), max(one, other))
        return any(pair in self._found(key).against for key in self._shared(one, other))

    def relations(self, claim: str) -> dict[tuple[str, str, str], str]:
        """The UPDATES and CONTRADICTS of a claim with its rivals, from and to, with the rule that makes them so."""
        found: dict[tuple[str, str, str], str] = {}
        for key, rule in self._keys.get(claim, {}).items():
            of = self._found(key)
            found |= {("UPDATES", *pair): rule for pair in of.ended if claim in pair}
            found |= {("CONTRADICTS", *pair): rule for pair in of.against if claim in pair}
        return found

    def _shared(self, one: str, other: str) -> list[str]:
        return [key for key in self._keys.get(one, {}) if key in self._keys.get(other, {})]

    def _found(self, key: str) -> _Group:
        if key not in self._relations:
            self._relations[key] = _Group(self._ended(key), self._against(key))
        return self._relations[key]

    def _ended(self, key: str) -> dict[tuple[str, str], list[datetime]]:
        """By newer and older claim, the ends that the one gives the other."""
        starting: dict[datetime, set[str]] = defaultdict(set)
        for at, claim in self._begun(self._groups[key]):
            starting[at].add(claim)
        found: dict[tuple[str, str], list[datetime]] = defaultdict(list)
        for older in self._groups[key]:
            for row in self._of.counting(older):
                end = self._of.end(row)
                if end is None or not self.eligible(row) or end != self._next(key, row["world_grain_end"], older):
                    continue
                for newer in starting[end] - {older}:
                    found[newer, older].append(end)
        return found

    def _against(self, key: str) -> set[tuple[str, str]]:
        """Pairs of rivals whose spells overlap, or of which a reason that is not eligible speaks against the one that
        holds at its time: found in one sweep in time."""
        line = [_Entry(spell, claim, "spell") for claim in self._groups[key] for spell in self._held(claim)]
        line += [
            _Entry(UNDATED[0], c, "undated") for c in self._groups[key] if self._of.counting(c) and not self._held(c)
        ]
        for claim in self._groups[key]:
            for row in self._of.counting(claim):
                if not self.eligible(row):
                    since, end = row["world_from"], row["world_grain_end"]
                    line.append(_Entry((since, row["world_to"] if since is None else end), claim, "unsure"))
        line.sort(key=lambda one: (one.time[0] is not None, one.time[0] or _ANY))
        found, live = set(), list[_Entry]()
        for entry in line:
            live = [one for one in live if overlap(one.time, entry.time)] if entry.time[0] is not None else live
            for one in live:
                if one.claim != entry.claim and {one.how, entry.how} in _AGAINST and overlap(one.time, entry.time):
                    found.add((min(one.claim, entry.claim), max(one.claim, entry.claim)))
            live = [*live, entry]
        return found

    def _held(self, claim: str) -> tuple[Spell, ...]:
        if claim not in self._spells:
            sure = (row for row in self._of.counting(claim) if self.eligible(row))
            self._spells[claim] = merged((row["world_from"], self._of.end(row)) for row in sure)
        return self._spells[claim]

    def _next(self, key: str, at: datetime, claim: str) -> datetime | None:
        """The first start in a group from a time on that is of another claim."""
        if key not in self._starts:
            self._starts[key] = sorted(self._begun(self._groups[key]))
        starts = self._starts[key]
        place = bisect_left(starts, (at, ""))
        while place < len(starts) and starts[place][1] == claim:
            place += 1
        return starts[place][0] if place < len(starts) else None

    def _begun(self, claims: Iterable[str]) -> Iterator[tuple[datetime, str]]:
        for claim in claims:
            for row in self._of.counting(claim):
                if self.eligible(row):
                    yield row["world_from"], claim
