"""What is made of pairs that passed the gate: an order by their anchors, and what a model says, checked. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgmem.anchors import Interval, later
from kgmem.link.gate import Linkable, Pair

ANCHORS = "anchors"
"""Rule of a relation that follows from the times of its ends."""


@dataclass(frozen=True)
class Relation:
    """A relation that linking finds; `rule` or `model` says what found it."""

    type: str
    start: str
    end: str
    confidence: float = 1.0
    justification: str | None = None
    rule: str | None = None
    model: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What it says, whatever found it."""
        return self.type, self.start, self.end


def span(reasons: Iterable[Mapping[str, Any]]) -> Interval | None:
    """From the start of the first to the end of the last stated or published time; None where there is none."""
    known = [one for one in reasons if one["from"] is not None and one["basis"] in ("stated", "published")]
    if not known:
        return None
    end = max(at for one in known for at in (one["until"], one["to"]) if at is not None)
    return Interval(min(one["from"] for one in known), end, known[0]["grain"])


def latest(reasons: Iterable[Mapping[str, Any]]) -> Interval | None:
    """The latest of the times, the longest of those that start together; None where none is known."""
    known = [(one["from"], one["until"], one["grain"]) for one in reasons if one["from"] is not None]
    return Interval(*max(known)) if known else None


def rivals(a: Linkable, b: Linkable) -> bool:
    """T3: whether a rule decides between the two."""
    return bool(a.rivalries & b.rivalries)


def by_anchors(pairs: Sequence[Pair]) -> list[Relation]:
    """BEFORE between each new claim and its nearest neighbours in time, one on each side: the rest of the order is in
    the anchors. T2: only between times that do not overlap."""
    earlier: dict[str, tuple[Any, str]] = {}
    after: dict[str, tuple[Any, str]] = {}
    for pair in pairs:
        new, other = pair.new, pair.other
        if new.span is None or other.span is None or rivals(new, other):
            continue
        near = (-pair.similarity, other.id)
        if precedes(other, new):
            _keep(earlier, new.id, (new.span.start - other.span.end, *near), other.id)
        elif precedes(new, other):
            _keep(after, new.id, (other.span.start - new.span.end, *near), other.id)
    ends = {(other, new) for new, (_, other) in earlier.items()} | {(new, other) for new, (_, other) in after.items()}
    return [Relation("BEFORE", first, second, rule=ANCHORS) for first, second in sorted(ends)]


def precedes(a: Linkable, b: Linkable) -> bool:
    """T2: whether all stated times of `a` are over before the first of `b` begins."""
    return a.span is not None and b.span is not None and a.span.end <= b.span.start


def newer_first(a: Linkable, b: Linkable) -> tuple[Linkable, Linkable] | None:
    """The two by their latest times, the later one first (T2); None where neither is known to be later."""
    if a.latest is None or b.latest is None:
        return None
    if later(a.latest.start, b.latest.end, b.latest.start):
        return a, b
    return (b, a) if later(b.latest.start, a.latest.end, a.latest.start) else None


def _keep(nearest: dict[str, tuple[Any, str]], new: str, far: Any, other: str) -> None:
    if new not in nearest or far < nearest[new][0]:
        nearest[new] = far, other
