"""Law S3: support forms a DAG. The oracle is brute force over all walks."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.distill.support_graph import bottom_up, first_closing
from kgmem.errors import StoreError

NODES = "abcde"
edge = st.tuples(st.sampled_from(NODES), st.sampled_from(NODES))
items = st.lists(st.tuples(st.sampled_from(NODES), st.lists(st.sampled_from(NODES), max_size=2)), max_size=7)


def closure(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Every pair that some walk joins."""
    found = set(edges)
    for middle, upper, lower in itertools.product(NODES, repeat=3):
        if (upper, middle) in found and (middle, lower) in found:
            found.add((upper, lower))
    return found


def acyclic(edges: set[tuple[str, str]]) -> bool:
    return not any(upper == lower for upper, lower in closure(edges))


@given(items, st.sets(edge, max_size=4))
def test_the_first_item_that_closes_a_cycle_is_named(
    given: list[tuple[str, list[str]]], known: set[tuple[str, str]]
) -> None:
    """S3: in the order given, and none where the whole is a DAG. The claims named are a cycle of real supports."""
    known = closure(known)
    if not acyclic(known):
        known = set()
    named = [(f"item{i}", claim, lowers) for i, (claim, lowers) in enumerate(given)]
    edges, expected = set(known), None
    for name, claim, lowers in named:
        edges |= {(claim, lower) for lower in lowers}
        if not acyclic(edges):
            expected = name
            break
    found = first_closing(named, known)
    assert (found[0] if found else None) == expected
    if found:
        cycle = found[1]
        assert cycle[0] == cycle[-1] == next(claim for name, claim, _ in named if name == expected)
        assert set(itertools.pairwise(cycle)) <= edges


@given(st.sets(edge, max_size=10))
def test_bottom_up_yields_every_key_once_after_what_it_rests_on(edges: set[tuple[str, str]]) -> None:
    """S3: ranks are computed in this order. What is no key is skipped."""
    edges = {(upper, lower) for upper, lower in edges if upper > lower}
    below = {upper: sorted(lower for u, lower in edges if u == upper) for upper in sorted({u for u, _ in edges})}
    order = list(bottom_up(below))
    assert sorted(order) == sorted(below)
    place = {node: i for i, node in enumerate(order)}
    assert all(place[lower] < place[upper] for upper, lower in edges if lower in place)


@given(st.sets(edge, max_size=10))
def test_bottom_up_ends_on_a_cycle_too(edges: set[tuple[str, str]]) -> None:
    """S3: a store that was changed by hand is told of, and nobody waits for ever."""
    below = {upper: sorted(lower for u, lower in edges if u == upper) for upper in sorted({u for u, _ in edges})}
    if acyclic(edges):
        assert sorted(bottom_up(below)) == sorted(below)
    else:
        with pytest.raises(StoreError, match="on itself"):
            list(bottom_up(below))


def test_depth_does_not_matter() -> None:
    """C48: 20,000 levels, where a recursive search ends near 1,000."""
    depth = 20_000
    below = {str(i): [str(i - 1)] for i in range(1, depth)}
    assert sum(1 for _ in bottom_up(below)) == depth - 1
    chain = [(f"i{i}", str(i), [str(i - 1)]) for i in range(1, depth)]
    assert first_closing(chain, frozenset()) is None
    closed = first_closing([*chain, ("last", "0", [str(depth - 1)])], frozenset())
    assert closed is not None
    assert (closed[0], len(closed[1])) == ("last", depth + 1)


def test_a_diamond_of_many_layers_is_walked_once() -> None:
    """S3: 2^60 paths, 120 claims."""
    below = {f"{i}{side}": [f"{i - 1}l", f"{i - 1}r"] for i in range(1, 60) for side in "lr"}
    assert len(list(bottom_up(below))) == 118
    chain = [(name, name, lowers) for name, lowers in below.items()]
    assert first_closing(chain, frozenset()) is None
