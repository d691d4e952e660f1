"""Law T8: the figures of claims from base facts alone, whatever the store has derived since (R2, R3, C1, C3, T4, T5).

Pure. The rows are those of queries clocks.reasons and clocks.relations: what was known at a time, with the acts in
force then. cypher/validity computes the same for what is known now, where it is kept on the claims.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from kgmem.confidence import Reason, combined, shared
from kgmem.distill.support_graph import bottom_up
from kgmem.recall.rivalry import Rivals, Row
from kgmem.spells import UNDATED, Spell, merged, overlap

_STRICTNESS = ("dispute", "lower", "remove")


@dataclass
class Then:
    """A claim at a time. `states` and `weights` are of its reasons, by id; `holds` are its spells as they were cut at
    the world's time, `begun` says whether one of them had started, `since` when the first known to have did;
    `counted_from` is the start of the last of several spells."""

    standing: str = "unsupported"
    policy: str | None = None
    confidence: float = 0.0
    confidence_shared: float = 0.0
    weakest_support: float = 0.0
    validity: float = 0.0
    valid_until: datetime | None = None
    holds: tuple[Spell, ...] = ()
    begun: bool = False
    counted_from: datetime | None = None
    since: datetime | None = None
    states: dict[str, str] = field(default_factory=dict)
    weights: dict[str, float] = field(default_factory=dict)

    @property
    def stands(self) -> bool:
        """T5: whether anything supports it."""
        return self.standing != "unsupported"


class Replay:
    """Claims as of a time of the world (None: the latest), from what was known at a time of the store.

    `confidence` gives a reason's confidence from its row: as it was calibrated then; `least` is that from which on a
    reason ends a rival (law T3).
    """

    def __init__(
        self, reasons: Sequence[Row], relations: Sequence[Row], as_of: datetime | None, suspect: float, least: float,
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
        self.rivals = Rivals(self, least)
        self._ends: dict[str, datetime | None] = {}
        for claim in order:
            self._hold(claim)
        for claim in order:
            self._count(claim)
        for claim in order:
            self._value(claim)

    def effective_at(self, newer: str, older: str) -> datetime | None:
        """T3, T4: the latest end that one claim gives the other, None for none by then."""
        if not (self.claims[newer].stands and self.claims[older].stands):
            return None
        given: list[datetime | None] = [*self.rivals.ends(newer, older)]
        if newer in self._updaters[older]:
            starts = {row["world_from"] for row in self.counting(newer)}
            given += {self.end(row) for row in self.counting(older)} & starts
        return max((end for end in given if end is not None and self._happened(end)), default=None)

    def contradicts(self, one: str, other: str) -> bool:
        """T6: whether a contradiction of the two is open: both stand, and their spells overlap."""
        spells = (self.claims[one].holds, self.claims[other].holds)
        return any(overlap(mine, theirs) for mine in spells[0] for theirs in spells[1])

    def contradicted_since(self, one: str, other: str) -> datetime | None:
        """When the later of the two began to hold; None where that is unknown."""
        pairs = (
            (a, b) for a in self._dated(one) for b in self._dated(other) if overlap(self._spell(a), self._spell(b))
        )
        starts = ([at for row in pair if (at := self._since(row)) is not None] for pair in pairs)
        return min((max(known) for known in starts if known), default=None)

    def given(self, claim: str) -> list[Row]:
        """The non-void reasons of a claim but for those of a later time, by their times."""
        begun = [row for row in self.counting(claim) if row["world_from"] is None or self._happened(row["world_from"])]
        return sorted(begun, key=lambda row: (row["world_from"] is None, row["world_from"] or 0, row["assertion_id"]))

    def holdings(self, claim: str) -> list[tuple[Row, Spell]]:
        """The non-void reasons of a claim that had begun and whose time is known, with when they hold, by then or
        longer."""
        return [(row, (self._since(row), self.end(row))) for row in self._dated(claim)]

    def causes(self, claim: str) -> set[str]:
        """The standing claims that cause or enable one."""
        return {cause for cause in self._causes[claim] if self.claims[cause].stands}

    def _said(self, claim: str) -> list[Row]:
        """The non-void reasons of a claim, but for those without a time among rivals that were not given yet."""
        return [
            row for row in self.counting(claim)
            if self._since(row) is not None or row["world_from"] is None or self._happened(row["world_from"])
        ]  # fmt: skip

    def _dated(self, claim: str) -> list[Row]:
        """The non-void reasons of a claim whose time is known and had begun."""
        return [
            row for row in self._said(claim)
            if (self._since(row) is None and self.end(row) is not None)
            or ((at := self._since(row)) is not None and self._happened(at))
        ]  # fmt: skip

    def counting(self, claim: str) -> list[Row]:
        """The non-void reasons of a claim."""
        states = self.claims[claim].states
        return [row for row in self.reasons[claim] if states[row["assertion_id"]] != "void"]

    def counted(self, claim: str) -> list[Row]:
        """The reasons that the figures of a claim are over: of one with several spells those of the last, and those of
        unknown time."""
        first = self.claims[claim].counted_from
        return [
            row for row in self.counting(claim)
            if first is None or row["world_from"] is None or row["world_from"] >= first
        ]  # fmt: skip

    def confidence_of(self, row: Row) -> float:
        """A reason's confidence, whatever a policy makes it weigh."""
        return self._confidence(row)

    def _happened(self, at: datetime) -> bool:
        return self.as_of is None or at <= self.as_of

    # ---- R2, R3 ----

    def _stand(self, claim: str) -> None:
        then = self.claims[claim]
        reaching: set[str] = set()
        for row in self.reasons[claim]:
            state, weight, policies = self._state(row)
            then.states[row["assertion_id"]], then.weights[row["assertion_id"]] = state, weight
            reaching |= policies | {act["policy"] for act in row["claim_acts"]} | {*row["session_acts"]}
        states = then.states.values()
        then.standing = "supported" if "intact" in states else "weakened" if "partial" in states else "unsupported"
        then.policy = _strictest(reaching)

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
            reaching |= {*support["acts"]}  # a claim that had no reason left then may have been taken back all the same
        taken = bool(row["session_acts"]) or any(act["names"] for act in row["claim_acts"])
        state = "void" if taken or gone == number else "intact" if live == number else "partial"
        k = self._confidence(row)
        lowered = state == "partial" and (_strictest(reaching) in ("lower", "remove") or row["erased_supports"] > 0)
        return state, 1 - (1 - k) ** ((number - gone) / number) if lowered else k, reaching

    # ---- C1, C3 ----

    def _count(self, claim: str) -> None:
        then, counted = self.claims[claim], self.counted(claim)
        reasons = [
            Reason(row["session_id"], then.weights[row["assertion_id"]], tuple(row["source_ids"])) for row in counted
        ]
        then.confidence, then.confidence_shared = combined(reasons), shared(reasons)
        weakest = [self.claims[below].weakest_support for below in _below(counted)]
        then.weakest_support = min([then.confidence, *weakest])

    # ---- T3, T4 ----

    def _standing_updaters(self, claim: str) -> set[str]:
        seen, frontier = {claim}, [claim]
        found: set[str] = set()
        while frontier:
            for newer in self._updaters[frontier.pop()]:
                if newer not in seen:
                    seen.add(newer)
                    (found.add if self.claims[newer].stands else frontier.append)(newer)
        return found

    def end(self, row: Row) -> datetime | None:
        """When a reason's claim was ended, whether by then or later."""
        return self._ends[row["assertion_id"]]

    def _since(self, row: Row) -> datetime | None:
        """T3: among rivals, a reason that is not eligible holds from an unknown time."""
        unsure = self.rivals.decide(row["claim_id"]) and not self.rivals.eligible(row)
        return None if unsure else row["world_from"]

    def _spell(self, row: Row) -> Spell:
        end = self.end(row)
        return self._since(row), end if end is not None and self._happened(end) else None

    def _timed(self, rows: Iterable[Row]) -> list[Row]:
        """Those of which it is known when they began or ended."""
        return [row for row in rows if self._since(row) is not None or self.end(row) is not None]

    def _hold(self, claim: str) -> None:
        starts = [
            later["world_from"] for newer in self._standing_updaters(claim) for later in self.counting(newer)
            if later["world_from"] is not None
        ]  # fmt: skip
        for row in self.reasons[claim]:
            since, grain_end = row["world_from"], row["world_grain_end"]
            ends = [] if since is None else [at for at in starts if at > since and at >= grain_end]
            ends += [at for at in (row["world_to"], self.rivals.end(row)) if at is not None]
            self._ends[row["assertion_id"]] = min(ends, default=None)
        then, said = self.claims[claim], self._said(claim)
        begun = self._dated(claim)
        then.begun = not then.stands or bool(begun) or (bool(said) and not self._timed(said))
        then.since = min((at for row in begun if (at := self._since(row)) is not None), default=None)
        if then.stands:
            then.holds = merged(map(self._spell, begun)) if begun or not then.begun else UNDATED
            then.valid_until = then.holds[-1][1] if then.holds else None
            spells = merged((self._since(row), self.end(row)) for row in self._timed(self.counting(claim)))
            then.counted_from = spells[-1][0] if len(spells) > 1 else None

    # ---- T5 ----

    def _value(self, claim: str) -> None:
        then = self.claims[claim]
        if not then.stands or then.valid_until is not None:
            then.validity = 0.0
            return
        depends = any(
            self.claims[cause].stands and self.claims[cause].valid_until is not None for cause in self._causes[claim]
        )
        rests = all(self._doubtful(claim, row) for row in self.counting(claim))
        then.validity = self._suspect if depends or rests else 1.0

    def _updates(self, newer: str, older: str) -> bool:
        return bool(self.rivals.ends(newer, older)) or newer in self._updaters[older]

    def _doubtful(self, claim: str, row: Row) -> bool:
        """Whether a reason rests on a claim of lesser validity, one that its claim updates itself excepted."""
        return any(
            self.claims[below].validity < 1 and not (self.claims[below].stands and self._updates(claim, below))
            for below in _below([row])
        )


def _below(rows: Iterable[Row]) -> set[str]:
    return {support["id"] for row in rows for support in row["supports"] if support["claim"]}


def _strictest(policies: Iterable[str]) -> str | None:
    return max(policies, key=_STRICTNESS.index, default=None)
