"""Law P3: what an evidence path is worth, which of many are shown and in which order. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kgmem.models import PathParts, PathRelation

T = TypeVar("T")

DISPUTED_SHARE = 0.5
"""P3: what a CONTRADICTS leaves of a path's confidence."""
SAME_SHARE = 0.7
"""Of the claims of the longer of two paths: with more of them in common the two are near-identical."""


@dataclass(frozen=True)
class Scoring:
    """The weights of the four signals, and by type of relation what it leaves of the confidence of a path."""

    ns: float
    pc: float
    tc: float
    uv: float
    discounts: Mapping[str, float]

    @property
    def weights(self) -> dict[str, float]:
        """As query recall.paths takes them."""
        return {"ns": self.ns, "pc": self.pc, "tc": self.tc, "uv": self.uv, "disputed": DISPUTED_SHARE}

    def score(self, parts: PathParts) -> float:
        """The weighted sum of the signals."""
        return self.ns * parts.ns + self.pc * parts.pc + self.tc * parts.tc + self.uv * parts.uv


@dataclass(frozen=True)
class Path:
    """A path as it was found: its claims in order, the relevance and validity of each, and what joins them.
    `in_order` is false where a BEFORE of it is known not to be in order of time."""

    claims: tuple[str, ...]
    relevance: tuple[float, ...]
    validity: tuple[float, ...]
    relations: tuple[PathRelation, ...]
    in_order: bool

    @property
    def edges(self) -> frozenset[tuple[str, str, str]]:
        """What it is made of, in whatever direction it was walked."""
        return frozenset((one.type, one.start, one.end) for one in self.relations)


@dataclass(frozen=True)
class Scored:
    """A path with its score and the parts of that."""

    path: Path
    parts: PathParts
    score: float


def scored(path: Path, scoring: Scoring) -> Scored:
    """P3: NS is the mean relevance, PC the product of the relations' confidences, each by the discount of its type and
    all halved by a CONTRADICTS, TC whether every BEFORE is in order, UV the least validity."""
    confidence = math.prod(one.confidence * scoring.discounts[one.type] for one in path.relations)
    disputed = any(one.type == "CONTRADICTS" for one in path.relations)
    parts = PathParts(
        ns=sum(path.relevance) / len(path.relevance),
        pc=confidence * (DISPUTED_SHARE if disputed else 1),
        tc=1.0 if path.in_order else 0.0,
        uv=min(path.validity),
    )
    return Scored(path, parts, scoring.score(parts))


def best_first(paths: Iterable[Path], scoring: Scoring) -> list[Scored]:
    """In order of score, ties by the claims and relations; one that was walked from both ends counts once, in the
    direction whose ids come first."""
    once: dict[frozenset[tuple[str, str, str]], Path] = {}
    for path in paths:
        known = once.get(path.edges)
        if known is None or path.claims < known.claims:
            once[path.edges] = path
    found = [scored(path, scoring) for path in once.values()]
    return sorted(found, key=lambda one: (-one.score, one.path.claims, sorted(one.path.edges)))


def diverse(found: Sequence[Scored], most: int) -> list[Scored]:
    """At most `most` paths, best first, none near-identical to a better one: neither a part of it, nor the same but for
    a claim in four."""
    chosen: list[Scored] = []
    for one in found:
        if len(chosen) == most:
            break
        if not any(_near_identical(one.path.claims, other.path.claims) for other in chosen):
            chosen.append(one)
    return chosen


def newest_first(
    found: Sequence[T], claims: Callable[[T], Collection[str]], older: Mapping[str, Collection[str]]
) -> list[T]:
    """The same items, each that tells of what superseded a claim, and of no superseded one, lifted before those that
    tell of this claim. `older` names for each superseded claim what superseded it."""
    told = [{*claims(one)} for one in found]
    newer = [{id for old in ids & older.keys() for id in older[old]} for ids in told]

    def order(place: int) -> tuple[int, bool, int]:
        if told[place] & older.keys():
            return place, True, place
        lifted = next((other for other in range(place) if told[place] & newer[other]), place)
        return lifted, False, place

    return [found[place] for place in sorted(range(len(found)), key=order)]


def _near_identical(one: Sequence[str], other: Sequence[str]) -> bool:
    common = len({*one} & {*other})
    return common == len(one) or common > SAME_SHARE * max(len(one), len(other))
