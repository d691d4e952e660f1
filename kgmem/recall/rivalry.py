"""Law T3 in the past: what rivals did to each other, from the reasons that were known then. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Protocol

from kgmem.spells import UNDATED, Spell, merged, overlap

Row = Mapping[str, Any]

RULES = {
    "rivals_by_subject": "functional",
    "rivals_by_object": "inverse_functional",
    "rivals_by_negation": "negation",
}
"""The kinds of groups, by the column that has their key, and the rule that a relation names."""


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

    def updated_at(self, newer: str, older: str) -> datetime | None:
        """The latest end that a claim gives a rival; None for none."""
        keys = self._keys[newer].keys() & self._keys[older].keys()
        starts = {row["world_from"] for row in self._of.counting(newer) if self.eligible(row)}
        ends = []
        for row in self._of.counting(older):
            given = {self._next(key, row["world_grain_end"], older) for key in keys} if self.eligible(row) else set()
            ends += [end for end in [self._of.end(row)] if end in given]
        return max((end for end in ends if end in starts and end is not None), default=None)

    def contradict(self, one: str, other: str) -> bool:
        """Whether two rivals contradict each other, whether that is open or not."""
        if not (self._of.claims[one].stands and self._of.claims[other].stands):
            return False
        both = any(overlap(a, b) for a in self._held(one) for b in self._held(other))
        return both or self._doubts(one, other) or self._doubts(other, one)

    def _doubts(self, one: str, other: str) -> bool:
        """Whether a reason that is not eligible speaks against a rival that holds at its time."""
        unsure = [row for row in self._of.counting(one) if not self.eligible(row)]
        times = [
            (None, row["world_to"]) if row["world_from"] is None else (row["world_from"], row["world_grain_end"])
            for row in unsure
        ]
        return any(overlap(time, spell) for time in times for spell in self._held(other) or UNDATED)

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
        return next((start for start, other in starts[place:] if other != claim), None)

    def _begun(self, claims: Iterable[str]) -> Iterator[tuple[datetime, str]]:
        for claim in claims:
            for row in self._of.counting(claim):
                if self.eligible(row):
                    yield row["world_from"], claim
