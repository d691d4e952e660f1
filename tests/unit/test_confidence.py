"""Laws C1 and C3: what several reasons for one claim are worth together."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.confidence import Reason, combined, shared

reasons = st.lists(
    st.builds(
        Reason,
        st.sampled_from(["s1", "s2", "s3", "s4"]),
        st.floats(0, 0.999),
        st.lists(st.sampled_from("abcd"), min_size=1, max_size=4, unique=True).map(tuple),
    ),
    max_size=6,
)
DISJOINT = [Reason("s1", 0.8, ("a",)), Reason("s2", 0.8, ("b",))]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], 0),
        ([("s1", 0.8)], 0.8),
        ([("s1", 0.8), ("s2", 0.8)], 0.96),
        ([("s1", 0.6), ("s2", 0.7)], 0.88),
        ([("s1", 0.8), ("s1", 0.8)], 0.8),
        ([("s1", 0.3), ("s1", 0.9), ("s2", 0.5)], 0.95),
        ([("s1", 0.0), ("s2", 0.0)], 0.0),
        ([("s1", 1.0), ("s2", 0.1)], 1.0),
        ([("s1", 0.5), ("s2", 0.5), ("s3", 0.5)], 0.875),
    ],
)
def test_sessions_compose_by_noisy_or_and_items_of_one_session_count_once(
    given: list[tuple[str, float]], expected: float
) -> None:
    """C1, I1a: the worked figures of the design; several items of one session are alternative reasons."""
    assert combined(Reason(session, k, ("a",)) for session, k in given) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], 0),
        ([(0.8, "a"), (0.8, "b")], 0.96),
        ([(0.8, "a"), (0.8, "a")], 0.8),
        ([(0.8, "a"), (0.6, "a")], 0.8),
        ([(0.8, "a"), (0.8, "ab")], 1 - math.exp(-1.5 * -math.log(0.2))),
        ([(0.8, "a"), (0.8, "ab")], 0.9106),
        ([(0.8, "ab"), (0.8, "ab")], 0.8),
        ([(0.8, "ab"), (0.8, "bc")], 0.9106),
        ([(1.0, "a"), (0.5, "b")], 1.0),
        ([(0.0, "a")], 0.0),
    ],
)
def test_evidence_counts_once_per_source(given: list[tuple[float, str]], expected: float) -> None:
    """C3: disjoint sources give C1, one common source the largest k alone, an overlap something between."""
    found = shared(Reason(f"s{i}", k, tuple(sources)) for i, (k, sources) in enumerate(given))
    assert found == pytest.approx(expected, abs=5e-5)


def test_citing_an_irrelevant_source_pads_the_figure() -> None:
    """C3 states this limit; should it go, the README's words about it go too."""
    honest = shared([Reason("s1", 0.8, ("a",)), Reason("s2", 0.8, ("a",))])
    padded = shared([Reason("s1", 0.8, ("a",)), Reason("s2", 0.8, ("a", "elsewhere"))])
    assert honest < padded < combined(DISJOINT)


@given(reasons)
def test_shared_is_never_above_combined_and_both_are_probabilities(given: list[Reason]) -> None:
    """C3."""
    assert 0 <= shared(given) <= combined(given) <= 1


@given(reasons)
def test_combined_is_at_least_the_largest_reason(given: list[Reason]) -> None:
    """C1: a further session never takes away."""
    assert combined(given) >= max((one.confidence for one in given), default=0) - 1e-12


@given(reasons, reasons)
def test_a_further_reason_never_lowers_either_figure(given: list[Reason], more: list[Reason]) -> None:
    """C1, C3: and so a retraction never raises one."""
    assert combined(given + more) >= combined(given) - 1e-12
    assert shared(given + more) >= shared(given) - 1e-12


@given(reasons, st.randoms())
def test_the_order_of_reasons_does_not_matter(given: list[Reason], random: object) -> None:
    """I3: to the last bit, since sessions are taken in order."""
    mixed = sorted(given, key=lambda _: random.random())  # type: ignore[attr-defined]
    assert combined(mixed) == combined(given)
    assert shared(mixed) == pytest.approx(shared(given), abs=1e-12)


@given(st.lists(st.floats(0, 0.999), min_size=1, max_size=6))
def test_disjoint_sources_give_the_independent_figure(confidences: list[float]) -> None:
    """C3: with a source each, nothing is shared."""
    given = [Reason(f"s{i}", k, (f"d{i}",)) for i, k in enumerate(confidences)]
    assert shared(given) == pytest.approx(combined(given), abs=1e-9)


@given(st.lists(st.floats(0, 0.999), min_size=1, max_size=6))
def test_one_common_source_gives_the_largest_reason_alone(confidences: list[float]) -> None:
    """C3: three sessions that read one drawing are one drawing."""
    given = [Reason(f"s{i}", k, ("PID-7",)) for i, k in enumerate(confidences)]
    assert shared(given) == pytest.approx(max(confidences), abs=1e-9)
