"""Law S3 among the items of one session: support forms a DAG. Pure."""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from kgmem.errors import StoreError


def first_closing(
    items: Sequence[tuple[str, str, Sequence[str]]], known: Set[tuple[str, str]]
) -> tuple[str, list[str]] | None:
    """The first item, in the order given, whose supports close a cycle, and the claims around it.

    An item is (name, claim it states, claims it rests on); `known` holds (upper, lower) pairs that the store already
    has, transitively. None where the whole is a DAG, which is what costs nothing to find.
    """
    if _is_acyclic(_below(items, known)):
        return None
    counts = range(len(items))
    first = bisect.bisect_left(counts, True, key=lambda count: not _is_acyclic(_below(items[: count + 1], known)))
    name, claim, rests_on = items[first]
    below = _below(items[:first], known)
    path = next((path for lower in rests_on if (path := _path(below, lower, claim))), [])
    return name, [claim, *path]


def bottom_up(below: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """The keys, every one after those it rests on. Iterative, so the depth of support does not matter (case C48).

    Raises StoreError where one rests on itself: verifying refuses that, so a store that has it was changed by hand.
    """
    done: set[str] = set()
    under_way: set[str] = set()
    for root in below:
        stack = [(root, False)]
        while stack:
            node, opened = stack.pop()
            if node in done or node not in below:
                continue
            if opened:
                done.add(node)
                yield node
            elif node in under_way:
                raise StoreError(
                    f"claim {node} rests, in the end, on itself, which kgmem never stores (law S3): the store was"
                    " changed by hand; erase that claim, or import an export that was made before"
                )
            else:
                under_way.add(node)
                stack.append((node, True))
                stack.extend((lower, False) for lower in below[node] if lower not in done)


def _below(items: Sequence[tuple[str, str, Sequence[str]]], known: Set[tuple[str, str]]) -> dict[str, list[str]]:
    below: dict[str, list[str]] = defaultdict(list)
    for upper, lower in sorted(known):
        below[upper].append(lower)
    for _, claim, rests_on in items:
        below[claim].extend(rests_on)
    return below


def _is_acyclic(below: Mapping[str, Sequence[str]]) -> bool:
    state: dict[str, int] = {}
    for root in below:
        stack = [(root, iter(below[root]))] if root not in state else []
        state.setdefault(root, 1)
        while stack:
            node, rest = stack[-1]
            lower = next(rest, None)
            if lower is None:
                state[node] = 2
                stack.pop()
            elif state.get(lower) == 1:
                return False
            elif lower not in state:
                state[lower] = 1
                stack.append((lower, iter(below.get(lower, ()))))
    return True


def _path(below: Mapping[str, Sequence[str]], start: str, goal: str) -> list[str] | None:
    """Claims from `start` down to `goal`, both included, or None."""
    came_from: dict[str, str | None] = {start: None}
    queue = [start]
    for node in queue:
        if node == goal:
            path = [node]
            while (previous := came_from[path[-1]]) is not None:
                path.append(previous)
            return path[::-1]
        for lower in below.get(node, ()):
            if lower not in came_from:
                came_from[lower] = node
                queue.append(lower)
    return None
