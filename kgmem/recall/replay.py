"""Law T8: the figures of claims from base facts alone, whatever the store has derived since (R2, R3, C1, C3, T4, T5).

Pure. The rows are those of queries clocks.reasons and clocks.relations: what was known at a time, with the acts in
force then. cypher/validity computes the same for what is known now, where it is kept on the claims.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kgmem.confidence import Reason, combined, shared
from kgmem.distill.support_graph import bottom_up
from kgmem.spells import UNDATED, Spell, merged

Row = Mapping[str, Any]

_STRICTNESS = ("dispute", "lower", "remove")


@dataclass
class Then:
    """A claim at a time. `states` and `weights` are of its reasons, by id; `holds` are its spells as they were cut at
    the world's time, `begun` says whether one of them had started, `since` when the first known to have did."""

    standing: str = "unsupported"
    policy: str | None = None
    confidence: float = 0.0
    confidence_shared: float = 0.0
    weakest_support: float = 0.0
    validity: float = 0.0
    valid_until: datetime | None = None
    holds: tuple[Spell, ...] = ()
    begun: bool = False
    since: datetime | None = None
    states: dict[str, str] = field(default_factory=dict)
    weights: dict[str, float] = field(default_factory=dict)

    @property
    def stands(self) -> bool:
        """T5: whether anything supports it."""
        return self.standing != "unsupported"


class Replay:
    """Claims as of a time of the world (None: the latest), from what was known at a time of the store.

    `confidence` gives a reason's confidence from its row: as it was calibrated then.
    """

    def __init__(
        self, reasons: Sequence[Row], relations: Sequence[Row], as_of: datetime | None, suspect: float,
        confidence: Callable[[Row], float],
    ) -> None:  # fmt: skip
        self.reasons: dict[str, list[Row]] = defaultdict(list)
        for row in reasons:
            self.reasons[row["claim_id"]].append(row)
        self.relations = [row for row in relations if not row["taken"]]
        self.as_of, self._suspect, self._confidence = as_of, suspect, confidence
        self.claims: dict[str, Then] = defaultdict(Then)
        self._updaters: dict[str, list[str]] = defaultdict(list)
        self._causes: dict[str, list[str]] = defaultdict(list)
        for row in self.relations:
            if row["type"] == "UPDATES":
                self._updaters[row["end_id"]].append(row["start_id"])
            elif row["type"] in ("CAUSES", "ENABLES"):
                self._causes[row["end_id"]].append(row["start_id"])
        order = list(bottom_up({claim: list(_below(rows)) for claim, rows in self.reasons.items()}))
        for claim in order:
            self._stand(claim)
        self._ends: dict[str, datetime | None] = {}
        for claim in order:
            self._hold(claim)
        for claim in order:
            self._value(claim)

    def effective_at(self, newer: str, older: str) -> datetime | None:
        """T4: the latest end that one claim gives the other, None for none by then."""
        if not (self.claims[newer].stands and self.claims[older].stands):
            return None
        starts = {row["world_from"] for row in self._counting(newer)}
        ends = {self._end(row) for row in self._counting(older)} & starts
        return max((end for end in ends if end is not None and self._happened(end)), default=None)

    def contradicts(self, one: str, other: str) -> bool:
        """T6: whether a contradiction of the two is open: both stand, and their spells overlap."""
        spells = (self.claims[one].holds, self.claims[other].holds)
        return any(_overlap(mine, theirs) for mine in spells[0] for theirs in spells[1])

    def contradicted_since(self, one: str, other: str) -> datetime | None:
        """When the later of the two began to hold; None where that is unknown."""
        pairs = (
            (a, b) for a in self._dated(one) for b in self._dated(other) if _overlap(self._spell(a), self._spell(b))
        )
        starts = ([row["world_from"] for row in pair if row["world_from"] is not None] for pair in pairs)
        return min((max(known) for known in starts if known), default=None)

    def _dated(self, claim: str) -> list[Row]:
        """The non-void reasons of a claim whose time is known and had begun."""
        return [
            row for row in self._counting(claim)
            if (row["world_from"] is None and self._end(row) is not None)
            or (row["world_from"] is not None and self._happened(row["world_from"]))
        ]  # fmt: skip

    def _counting(self, claim: str) -> list[Row]:
        """The non-void reasons of a claim."""
        states = self.claims[claim].states
        return [row for row in self.reasons[claim] if states[row["assertion_id"]] != "void"]

    def _happened(self, at: datetime) -> bool:
        return self.as_of is None or at <= self.as_of

    # ---- R2, R3, C1, C3 ----

    def _stand(self, claim: str) -> None:
        then = self.claims[claim]
        reaching: set[str] = set()
        counted: list[Reason] = []
        weakest: list[float] = []
        for row in self.reasons[claim]:
            state, weight, policies = self._state(row)
            then.states[row["assertion_id"]], then.weights[row["assertion_id"]] = state, weight
            reaching |= policies | {act["policy"] for act in row["claim_acts"]} | {*row["session_acts"]}
            if state != "void":
                counted.append(Reason(row["session_id"], weight, tuple(row["source_ids"])))
                weakest += [self.claims[s["id"]].weakest_support for s in row["supports"] if s["claim"]]
        states = then.states.values()
        then.standing = "supported" if "intact" in states else "weakened" if "partial" in states else "unsupported"
        then.policy = _strictest(reaching)
        then.confidence, then.confidence_shared = combined(counted), shared(counted)
        then.weakest_support = min([then.confidence, *weakest])

    def _state(self, row: Row) -> tuple[str, float, set[str]]:
        """State of a reason, what counts of its confidence, and the policies that reach its supports."""
        number = len(row["supports"]) + row["erased_supports"]
        gone, live = row["erased_supports"], 0
        reaching: set[str] = set()
        for support in row["supports"]:
            if support["claim"]:
                below = self.claims[support["id"]]
                gone += not below.stands
                live += below.standing == "supported"
                reaching |= {below.policy} if below.policy else set()
            else:
                there = support["said"] and not support["acts"]
                gone += not there
                live += there
                reaching |= {*support["acts"]}
        taken = bool(row["session_acts"]) or any(act["names"] for act in row["claim_acts"])
        state = "void" if taken or gone == number else "intact" if live == number else "partial"
        k = self._confidence(row)
        lowered = state == "partial" and (_strictest(reaching) in ("lower", "remove") or row["erased_supports"] > 0)
        return state, 1 - (1 - k) ** ((number - gone) / number) if lowered else k, reaching

    # ---- T4 ----

    def _standing_updaters(self, claim: str) -> set[str]:
        seen, frontier = {claim}, [claim]
        found: set[str] = set()
        while frontier:
            for newer in self._updaters[frontier.pop()]:
                if newer not in seen:
                    seen.add(newer)
                    (found.add if self.claims[newer].stands else frontier.append)(newer)
        return found

    def _end(self, row: Row) -> datetime | None:
        """When a reason's claim was ended, whether by then or later."""
        return self._ends[row["assertion_id"]]

    def _spell(self, row: Row) -> Spell:
        end = self._end(row)
        return row["world_from"], end if end is not None and self._happened(end) else None

    def _hold(self, claim: str) -> None:
        starts = [
            later["world_from"] for newer in self._standing_updaters(claim) for later in self._counting(newer)
            if later["world_from"] is not None
        ]  # fmt: skip
        for row in self.reasons[claim]:
            since, grain_end = row["world_from"], row["world_grain_end"]
            ends = [] if since is None else [at for at in starts if at > since and at >= grain_end]
            self._ends[row["assertion_id"]] = min(
                [*ends, *([row["world_to"]] if row["world_to"] else [])], default=None
            )
        then, counting = self.claims[claim], self._counting(claim)
        dated = [row for row in counting if row["world_from"] is not None or self._end(row) is not None]
        begun = self._dated(claim)
        then.begun = not dated or bool(begun)
        then.since = min((row["world_from"] for row in begun if row["world_from"] is not None), default=None)
        if then.stands:
            then.holds = merged(self._spell(row) for row in begun) if dated else UNDATED
            then.valid_until = then.holds[-1][1] if then.holds else None

    # ---- T5 ----

    def _value(self, claim: str) -> None:
        then = self.claims[claim]
        if not then.stands or then.valid_until is not None:
            then.validity = 0.0
            return
        depends = any(
            self.claims[cause].stands and self.claims[cause].valid_until is not None for cause in self._causes[claim]
        )
        rests = all(self._doubtful(claim, row) for row in self._counting(claim))
        then.validity = self._suspect if depends or rests else 1.0

    def _doubtful(self, claim: str, row: Row) -> bool:
        """Whether a reason rests on a claim of lesser validity, one that its claim updates itself excepted."""
        return any(
            self.claims[below].validity < 1 and not (self.claims[below].stands and claim in self._updaters[below])
            for below in _below([row])
        )


def _below(rows: Iterable[Row]) -> set[str]:
    return {support["id"] for row in rows for support in row["supports"] if support["claim"]}


def _strictest(policies: Iterable[str]) -> str | None:
    return max(policies, key=_STRICTNESS.index, default=None)


def _overlap(one: Spell, other: Spell) -> bool:
    """Whether two spells meet; an unknown start and an open end meet everything on their side."""
    (since, until), (from_, to) = one, other
    return not (until is not None and from_ is not None and until <= from_) and not (
        to is not None and since is not None and to <= since
    )
