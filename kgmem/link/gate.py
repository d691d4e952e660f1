"""The gate: which pairs of claims of different sessions are looked at. Pure.

Candidates are found by the store near a claim, not by reading it; here they are filtered, put into a total order and
cut, and what was cut is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgmem.anchors import Interval

DEPTH = 64
"""Claims that are looked for near each new one."""
DEEP = 512
"""The same where most that are near may not be looked at yet, as while everything is linked anew."""
HUB = 64
"""Claims about an entity, at most, for it to give candidates by itself; one that is in everything, as the user of an
assistant is, says nothing, and its claims are found by what they mean."""


@dataclass(frozen=True)
class Gate:
    """What a pair must have to pass, and how many pass for each new claim: `overlap` of participants, `topic` the least
    cosine of sessions that are related without being in one topic, `join` that of a session and a topic it joins."""

    overlap: float
    topic: float
    candidates: int
    join: float


@dataclass(frozen=True)
class Linkable:
    """A claim as linking sees it: who and what it is about, as (role, entity), and when. `span` holds all its stated
    and published times, `latest` is the last time that it was so; `rivalries` are its groups of rivals (T3)."""

    id: str
    statement: str
    predicate: str | None
    rivalries: frozenset[str]
    about: frozenset[tuple[str, str]]
    span: Interval | None
    latest: Interval | None

    @property
    def participants(self) -> frozenset[str]:
        """The entities, whatever their part is."""
        return frozenset(id for _, id in self.about)


@dataclass(frozen=True)
class Candidate:
    """A claim found near a new one. `related` says whether a session of it is about the same, `told` whether a session
    stated a relation between the two already."""

    claim: Linkable
    similarity: float
    related: bool
    told: bool


@dataclass(frozen=True)
class Pair:
    """A new claim and one of an earlier session, which passed the gate."""

    new: Linkable
    other: Linkable
    similarity: float


@dataclass(frozen=True)
class Gated:
    """What passed, best first, with how many were looked at, how many passed and how many of these were cut."""

    pairs: tuple[Pair, ...] = ()
    candidates: int = 0
    gated: int = 0
    cut: int = 0


def overlap(a: frozenset[str], b: frozenset[str]) -> float:
    """The share of common participants in the smaller of two sets; none where one is empty."""
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


def gated(new: Linkable, found: Iterable[Candidate], gate: Gate) -> Gated:
    """The candidates of one new claim that pass, the most similar first, ties by id, at most `gate.candidates`.

    What a session stated of a pair is not judged again."""
    found = list(found)
    passing = sorted(
        (one for one in found if one.related and not one.told and _overlaps(new, one.claim, gate)),
        key=lambda one: (-one.similarity, one.claim.id),
    )
    kept = tuple(Pair(new, one.claim, one.similarity) for one in passing[: gate.candidates])
    return Gated(kept, len(found), len(passing), len(passing) - len(kept))


def together(parts: Iterable[Gated]) -> Gated:
    """The pairs of all claims of a session in one total order, with the sums."""
    parts = list(parts)
    pairs = sorted((pair for part in parts for pair in part.pairs), key=_order)
    sums = (sum(getattr(part, name) for part in parts) for name in ("candidates", "gated", "cut"))
    return Gated(tuple(pairs), *sums)


def _overlaps(new: Linkable, other: Linkable, gate: Gate) -> bool:
    share = overlap(new.participants, other.participants)
    return share > 0 and share >= gate.overlap


def _order(pair: Pair) -> tuple[float, str, str]:
    return -pair.similarity, pair.new.id, pair.other.id
