"""Laws P2 and P3 by exhaustive search: every path there is, and what it is worth. Written from the words of the laws.

Times are whole days, None is unknown; cosines are given, as the question and the vectors are the store's matter.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

SUPPORT = ("CAUSES", "ENABLES", "PREVENTS", "BEFORE")
EVOLUTION = ("UPDATES", "CONTRADICTS")
WEIGHTS = {"ns": 0.4, "pc": 0.3, "tc": 0.15, "uv": 0.15}
DISCOUNTS = dict.fromkeys((*SUPPORT, *EVOLUTION), 1.0) | {"ENABLES": 0.5}


@dataclass(frozen=True)
class Reason:
    """One assertion: from when to when it holds, the interval that it states, the cosines of the notes it rests on."""

    void: bool
    since: int | None
    until: int | None
    stated: tuple[int, int] | None
    notes: tuple[float, ...]


@dataclass(frozen=True)
class Node:
    """A claim; `suspect` says what its validity is while it is not superseded."""

    reasons: tuple[Reason, ...]
    own: float
    suspect: bool = False
    stands: bool = True
    pruned: bool = False


@dataclass(frozen=True)
class Edge:
    """A relation; one that is not `live` was taken back or has ended."""

    type: str
    start: int
    end: int
    confidence: float
    live: bool = True


@dataclass(frozen=True)
class Walk:
    """A path as claims in order and the relations between them, with its score and the parts of that."""

    claims: tuple[int, ...]
    edges: tuple[tuple[str, int, int, float], ...]
    parts: tuple[float, float, float, float]
    score: float


@dataclass(frozen=True)
class Graph:
    """What is known, with the time it is asked about (None: the latest state)."""

    nodes: Sequence[Node]
    edges: Sequence[Edge]
    as_of: int | None = None

    def counted(self, claim: int) -> list[Reason]:
        return [one for one in self.nodes[claim].reasons if not one.void]

    def _dated(self, claim: int) -> list[Reason]:
        return [one for one in self.counted(claim) if (one.since, one.until) != (None, None)]

    def _begun(self, claim: int) -> list[Reason]:
        return [one for one in self._dated(claim) if self._came(one.since)]

    def _came(self, day: int | None) -> bool:
        return day is None or self.as_of is None or day <= self.as_of

    def began(self, claim: int) -> bool:
        return not self._dated(claim) or bool(self._begun(claim))

    def ended_at(self, claim: int) -> int | None:
        """T5: the end of the last spell, where that has come."""
        begun = self._begun(claim)
        if not begun or any(one.until is None for one in begun):
            return None
        last = max(one.until for one in begun)
        return last if self.as_of is None or last <= self.as_of else None

    def validity(self, claim: int) -> float:
        """T5. Reading: at another time, what is superseded now was certain; what is suspect now was suspect."""
        if self.ended_at(claim) is not None:
            return 0.0
        superseded_now = Graph(self.nodes, self.edges).ended_at(claim) is not None
        return 0.5 if self.nodes[claim].suspect and not superseded_now else 1.0

    def span(self, claim: int) -> tuple[int, int] | None:
        """From the start of the first to the end of the last time that reasons of the claim state."""
        stated = [one.stated for one in self.counted(claim) if one.stated and self._came(one.stated[0])]
        return (min(first for first, _ in stated), max(last for _, last in stated)) if stated else None

    def relevance(self, claim: int) -> float:
        return max((note for one in self.counted(claim) for note in one.notes), default=self.nodes[claim].own)

    def there(self, claim: int) -> bool:
        node = self.nodes[claim]
        return node.stands and not node.pruned and self.began(claim)

    def over_before(self, first: int, second: int) -> bool:
        """Whether the one is known to be over before the other starts."""
        one, other = self.span(first), self.span(second)
        return one is not None and other is not None and one[1] <= other[0]

    def crossable(self, edge: Edge) -> bool:
        if not edge.live or not (self.there(edge.start) and self.there(edge.end)):
            return False
        if edge.type in ("CAUSES", "PREVENTS") and self.ended_at(edge.start) is not None:
            return False
        return edge.type in EVOLUTION or not self.over_before(edge.end, edge.start)

    def steps(self) -> Mapping[int, list[tuple[int, Edge]]]:
        """What is next to each claim, in both directions; of what several sessions say alike the surest counts."""
        surest: dict[tuple[str, int, int], Edge] = {}
        for edge in sorted(self.edges, key=lambda one: one.confidence):
            if self.crossable(edge):
                surest[edge.type, edge.start, edge.end] = edge
        steps: dict[int, list[tuple[int, Edge]]] = {place: [] for place in range(len(self.nodes))}
        for edge in surest.values():
            steps[edge.start].append((edge.end, edge))
            steps[edge.end].append((edge.start, edge))
        return steps

    def walks(self, seeds: Sequence[int], hops: int) -> Iterator[Walk]:
        """Every path of at most so many relations from a seed."""
        steps = self.steps()

        def further(claims: tuple[int, ...], edges: tuple[Edge, ...]) -> Iterator[Walk]:
            for place, edge in steps[claims[-1]]:
                twice = edges and edge.type == edges[-1].type == "CONTRADICTS"
                if place not in claims and not twice:
                    longer = (*claims, place), (*edges, edge)
                    yield self.worth(*longer)
                    if len(edges) + 1 < hops:
                        yield from further(*longer)

        for seed in dict.fromkeys(seeds):
            if self.there(seed) and hops:
                yield from further((seed,), ())

    def worth(self, claims: tuple[int, ...], edges: tuple[Edge, ...]) -> Walk:
        """P3."""
        ns = sum(self.relevance(claim) for claim in claims) / len(claims)
        pc = 1.0
        for edge in edges:
            pc *= edge.confidence * DISCOUNTS[edge.type]
        if any(edge.type == "CONTRADICTS" for edge in edges):
            pc /= 2
        tc = float(all(edge.type != "BEFORE" or self.in_order(edge) for edge in edges))
        uv = min(self.validity(claim) for claim in claims)
        said = tuple((edge.type, edge.start, edge.end, edge.confidence) for edge in edges)
        score = sum(WEIGHTS[name] * value for name, value in zip(WEIGHTS, (ns, pc, tc, uv), strict=True))
        return Walk(claims, said, (ns, pc, tc, uv), score)

    def in_order(self, edge: Edge) -> bool:
        """Whether a BEFORE is in order, as far as is known."""
        known = self.span(edge.start) and self.span(edge.end)
        return not known or self.over_before(edge.start, edge.end)


def _vectors() -> dict[float, tuple[int, ...]]:
    """Vectors of five whole numbers and of length 8, by their cosine with the first axis: exact in single precision."""
    found = {}
    for rest in itertools.combinations_with_replacement(range(8), 4):
        first = 64 - sum(part * part for part in rest)
        for axis in range(9):
            if axis * axis == first:
                found.setdefault(axis / 8, (axis, *rest))
    return found


VECTORS = _vectors()
QUESTION = (1.0, 0.0, 0.0, 0.0, 0.0)
