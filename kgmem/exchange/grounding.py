"""Whether everything that a file claims rests, in the end, on something observed (laws S1 and S3). Pure.

The nodes are known by numbers. A claim's rank is above that of every claim that a live reason for it rests on, one that
its session still gives (no `ended_at`). Every store keeps that, whatever became of the claims: who writes a reason
raises its claim above what it cites, and sets all above a claim anew where that rose, lost a reason or had a part of
one erased; retracting, pruning and linking change no reason and no rank. So a live support that leads down in rank is
all there is to check: no cycle does, and where every claim has a reason and every reason a support, each chain of live
ones ends on an observation. Reasons that ended may go round: each was given when the others were not.
"""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np

UNGROUNDED = "a claim without a support is never stored"


class Grounding:
    """Takes the claims and reasons of a file and what joins them, each with its line."""

    def __init__(self) -> None:
        self._claims, self._ranks, self._claim_lines = array("Q"), array("q"), array("Q")
        self._reasons, self._live, self._reason_lines = array("Q"), array("b"), array("Q")
        self._asserted, self._asserting, self._asserted_lines = array("Q"), array("Q"), array("Q")
        self._resting = array("Q")
        self._upper, self._lower, self._lines = array("Q"), array("Q"), array("Q")

    def claim(self, name: int, rank: int, line: int) -> None:
        """A claim."""
        self._claims.append(name)
        self._ranks.append(rank)
        self._claim_lines.append(line)

    def reason(self, name: int, line: int, *, live: bool) -> None:
        """A reason; `live` while its session gives it."""
        self._reasons.append(name)
        self._live.append(live)
        self._reason_lines.append(line)

    def asserted_by(self, claim: int, reason: int, line: int) -> None:
        """That a reason is one for a claim."""
        self._asserted.append(claim)
        self._asserting.append(reason)
        self._asserted_lines.append(line)

    def rests_on(self, reason: int, on: int, line: int, *, on_claim: bool) -> None:
        """That a reason rests on something."""
        if not self._resting or self._resting[-1] != reason:
            self._resting.append(reason)
        if on_claim:
            self._upper.append(reason)
            self._lower.append(on)
            self._lines.append(line)

    def fault(self) -> tuple[int, str] | None:
        """The first line that breaks a law, and how; None where none does. All ends have to be there."""
        claims, reasons = _numbers(self._claims), _numbers(self._reasons)
        asserted, asserting = _numbers(self._asserted), _numbers(self._asserting)
        if (without := ~np.isin(claims, asserted)).any():
            return _at(self._claim_lines, without), f"this Claim has no ASSERTED_BY: {UNGROUNDED}"
        if (without := ~np.isin(reasons, _numbers(self._resting))).any():
            return _at(self._reason_lines, without), f"this Assertion has no RESTS_ON: {UNGROUNDED}"
        if (without := ~np.isin(reasons, asserting)).any():
            return _at(self._reason_lines, without), "this Assertion is of no claim"
        again = np.ones(len(asserting), dtype=bool)
        again[np.unique(asserting, return_index=True)[1]] = False
        if again.any():
            return _at(self._asserted_lines, again), "an Assertion is a reason for one claim, and this is another"
        of = _looked_up(asserting, asserted, _numbers(self._upper))
        ranks = np.asarray(self._ranks, dtype=np.int64)
        upper, lower = _looked_up(claims, ranks, of), _looked_up(claims, ranks, _numbers(self._lower))
        live = _looked_up(reasons, np.asarray(self._live, dtype=bool), _numbers(self._upper))
        if (wrong := live & (upper <= lower)).any():
            return _at(self._lines, wrong), "a claim has a higher rank than what it rests on; here it has not (law S3)"
        return None


def _numbers(held: array[int]) -> Any:
    return np.asarray(held, dtype=np.uint64)


def _looked_up(names: Any, values: Any, wanted: Any) -> Any:
    """The values that belong to the names `wanted`, all of which are among `names`."""
    order = np.argsort(names)
    return values[order[np.searchsorted(names, wanted, sorter=order)]]


def _at(lines: array[int], wrong: Any) -> int:
    return lines[int(np.argmax(wrong))]
