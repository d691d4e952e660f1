"""Laws C1-C3: what several reasons for one claim are worth together.

Pure; cypher/validity/standing.cypher computes the same in the store.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple


class Reason(NamedTuple):
    """One non-void assertion: its session, its confidence in 0..1 and the ids of its root sources."""

    session: str
    confidence: float
    sources: tuple[str, ...]


def combined(reasons: Iterable[Reason]) -> float:
    """C1: noisy-OR over sessions of the largest confidence in each; an upper figure, since it assumes independence."""
    best: dict[str, float] = defaultdict(float)
    for reason in reasons:
        best[reason.session] = max(best[reason.session], reason.confidence)
    return 1 - math.prod(1 - best[session] for session in sorted(best))


def shared(reasons: Iterable[Reason]) -> float:
    """C3: evidence counted once per source, never above C1.

    Every reason has weight -ln(1 - k), spread evenly over its root sources; a source contributes the largest share
    that any reason gives it.
    """
    reasons = list(reasons)
    largest: dict[str, float] = defaultdict(float)
    for reason in reasons:
        weight = math.inf if reason.confidence >= 1 else -math.log1p(-reason.confidence)
        for source in reason.sources:
            largest[source] = max(largest[source], weight / len(reason.sources))
    return min(combined(reasons), -math.expm1(-math.fsum(largest.values())))
