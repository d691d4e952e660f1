"""Law C5: what verdicts say of a model's confidences, and what becomes of these."""

from __future__ import annotations

import builtins
import math
import random
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem import calibration
from kgmem.calibration import (
    DOUBT,
    FEWEST,
    FEWEST_OF_A_KIND,
    FOLDS,
    ISOTONIC_FROM,
    Fitted,
    Point,
    Version,
    apply,
    bins,
    digest,
    figures,
    fit,
    folds,
    held_out,
    in_force,
    method_for,
)
from kgmem.errors import MissingExtra

LEVELS = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)

said = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=FEWEST, max_size=ISOTONIC_FROM + 50)
points_of = said.map(
    lambda drawn: [
        Point(f"c{number:03d}", raw, number % 2 == 0 if number < 2 * FEWEST_OF_A_KIND else truth)
        for number, (raw, truth) in enumerate(drawn)
    ]
)
maps = st.one_of(
    st.tuples(st.floats(0, 20), st.floats(-20, 20)).map(lambda two: Fitted("platt", two)),
    st.lists(st.tuples(st.floats(0.001, 1), st.floats(DOUBT, 1 - DOUBT)), max_size=8).map(
        lambda knots: Fitted(
            "isotonic",
            (0.0, 0.0, *(n for x, y in zip(sorted({x for x, _ in knots}), sorted(y for _, y in knots), strict=False)
                         for n in (x, y))),
        )
    ),
)  # fmt: skip


def overconfident(verdicts: int, seed: int = 1) -> list[Point]:
    """What a model says that is right less often than it says: on the logit, at six tenths of the slope and 1 less."""
    drawn = random.Random(seed)
    found = []
    for number in range(verdicts):
        raw = drawn.choice(LEVELS)
        logit = math.log(min(raw, 0.99) / (1 - min(raw, 0.99)))
        found.append(Point(f"c{number:04d}", raw, drawn.random() < 1 / (1 + math.exp(1 - 0.6 * logit))))
    return found


def at(day: int) -> datetime:
    return datetime(2026, 3, day, tzinfo=UTC)


# ---- which map ----


def test_the_map_is_of_the_kind_that_so_many_verdicts_can_bear() -> None:
    """None below FEWEST, two parameters below ISOTONIC_FROM, then any monotone shape; a claim counts once."""
    kinds = {count: method_for(overconfident(count)) for count in (0, FEWEST - 1, FEWEST, ISOTONIC_FROM - 1, 400)}
    assert list(kinds.values()) == [None, None, "platt", "platt", "isotonic"]
    assert method_for([Point("c", 0.5, True)] * 500) is None
    assert [fit(overconfident(count)) is None for count in (FEWEST - 1, FEWEST)] == [True, False]


def test_verdicts_of_one_kind_alone_are_none() -> None:
    """A slope that hangs on single claims is none."""
    right = [Point(f"r{number}", 0.8, True) for number in range(300)]
    wrong = [Point(f"w{number}", 0.4, False) for number in range(FEWEST_OF_A_KIND)]
    assert method_for(right + wrong[1:]) is None
    assert method_for(right + wrong) == "isotonic"


# ---- what a map gives ----


@given(maps, st.floats(0, 1), st.floats(0, 1))
def test_a_map_is_monotone_and_never_certain(fitted: Fitted, one: float, other: float) -> None:
    """0 stays 0; all else lies from DOUBT to 1 - DOUBT, so that a noisy-OR can be lowered again."""
    low, high = (apply(fitted, raw) for raw in sorted((one, other)))
    assert low <= high
    assert all(value == 0 if raw == 0 else DOUBT <= value <= 1 - DOUBT for raw, value in ((min(one, other), low),))
    assert apply(fitted, 1.0) <= 1 - DOUBT


def test_less_confidence_than_anything_that_was_judged_counts_for_less() -> None:
    """An isotonic map runs from the lowest knot to 0, and stays level above the highest."""
    fitted = Fitted("isotonic", (0.0, 0.0, 0.6, 0.3, 0.8, 0.3, 0.9, 0.7))
    given = (0, 0.001, 0.3, 0.6, 0.7, 0.85, 0.9, 1)
    assert [apply(fitted, raw) for raw in given] == pytest.approx([0, DOUBT, 0.15, 0.3, 0.3, 0.5, 0.7, 0.7])


def test_two_parameters_are_slope_and_intercept_on_the_logit() -> None:
    assert apply(Fitted("platt", (1.0, 0.0)), 0.73) == pytest.approx(0.73)
    assert apply(Fitted("platt", (2.0, 0.0)), 0.8) == pytest.approx(16 / 17)
    assert apply(Fitted("platt", (1.0, math.log(1 / 4))), 0.8) == pytest.approx(0.5)


# ---- fitting ----


@settings(max_examples=40, deadline=None)
@given(points_of, st.randoms())
def test_the_order_of_verdicts_does_not_matter(points: list[Point], order: Any) -> None:
    """I3, to the last bit: map, folds, figures on held-out verdicts, and the digest that says nothing is new."""
    mixed = sorted(points, key=lambda _: order.random())
    assert fit(mixed) == fit(points)
    assert digest(mixed) == digest(points)
    by_claim = dict(zip((one.claim for one in points), held_out(points), strict=True))
    assert [by_claim[one.claim] for one in mixed] == held_out(mixed)


@settings(max_examples=40, deadline=None)
@given(points_of)
def test_what_was_fitted_is_monotone_and_never_certain(points: list[Point]) -> None:
    fitted = fit(points)
    assert fitted is not None
    values = [apply(fitted, step / 50) for step in range(51)]
    assert values == sorted(values)
    assert all(DOUBT <= value <= 1 - DOUBT for value in values[1:])
    assert values[0] == 0


def test_where_less_confidence_went_with_more_truth_there_is_one_answer_for_all() -> None:
    """The best monotone map is then level: the share that is true."""
    points = [Point(f"c{n:02d}", 0.9 if n % 2 else 0.6, n % 2 == 0) for n in range(60)]
    fitted = fit(points)
    assert fitted is not None
    assert fitted.parameters[0] == 0
    assert [apply(fitted, raw) for raw in (0.1, 0.6, 0.9)] == pytest.approx([0.5, 0.5, 0.5])


def test_many_reasons_for_one_claim_are_one_verdict() -> None:
    """A claim that a model stated a hundred times weighs as one that it stated once."""
    points = overconfident(100)
    repeated = [*points, *[points[0]] * 99]
    for one, other in zip(fit(points) or (), fit(repeated) or (), strict=True):
        assert one == (other if isinstance(other, str) else pytest.approx(other, abs=1e-4))
    assert figures(repeated, [one.raw for one in repeated]) == pytest.approx(
        figures(points, [one.raw for one in points])
    )


def test_an_overconfident_model_comes_nearer_to_the_truth_on_verdicts_it_was_not_fitted_from() -> None:
    for verdicts in (60, 400):
        points, fresh = overconfident(verdicts), overconfident(4000, seed=2)
        fitted = fit(points)
        assert fitted is not None
        before, after = (
            figures(fresh, confidences)
            for confidences in ([one.raw for one in fresh], [apply(fitted, one.raw) for one in fresh])
        )
        assert after.brier < before.brier - 0.02
        assert after.ece < before.ece / 2


# ---- held-out figures ----


def test_no_claim_is_fitted_from_and_judged_at_once() -> None:
    """Each point is judged by the map of the other folds, and all reasons for one claim are in one fold."""
    points = overconfident(80)
    points += [one._replace(raw=0.65) for one in points[:10]]
    fold, judged = folds(points), held_out(points)
    for place in (0, 7, 42, 85):
        others = [one for one in points if fold[one.claim] != fold[points[place].claim]]
        assert points[place].claim not in {one.claim for one in others}
        assert judged[place] == apply(calibration.fit_as("platt", others), points[place].raw)


def test_folds_hold_as_many_true_claims_as_can_be() -> None:
    points = overconfident(103)
    fold = folds(points)
    right = [sum(point.truth for point in points if fold[point.claim] == number) for number in range(FOLDS)]
    assert max(right) - min(right) <= 1
    several = [*points, points[0]._replace(raw=0.123)]
    assert folds(several) == fold


def test_without_a_map_the_figures_are_those_of_what_was_said() -> None:
    points = overconfident(FEWEST - 1)
    assert held_out(points) == [one.raw for one in points]


def test_brier_and_calibration_error_of_a_worked_example() -> None:
    """Half of what is said at .9 is true, all of what is said at .2 is false."""
    points = [Point("a", 0.9, True), Point("b", 0.9, False), Point("c", 0.2, False), Point("d", 0.2, False)]
    found = figures(points, [one.raw for one in points])
    assert found.brier == pytest.approx((0.01 + 0.81 + 0.04 + 0.04) / 4)
    assert found.ece == pytest.approx((2 * 0.4 + 2 * 0.2) / 4)
    assert bins(points, [1.0] * 4) == [(1.0, 0.25, 4.0)]


# ---- which calibration is in force ----


def test_the_calibration_in_force_is_the_latest_that_was_recorded_and_not_ended() -> None:
    """T8."""
    fitted = Fitted("platt", (1.0, 0.0))
    first, second = Version("1", "m", fitted, at(1), at(5)), Version("2", "m", fitted, at(5), at(9))
    other = Version("3", "session", fitted, at(2), None)
    known = [second, other, first]
    found = {day: in_force(known, "m", at(day)) for day in (1, 4, 5, 8, 9)}
    assert found == {1: first, 4: first, 5: second, 8: second, 9: None}
    assert in_force(known, "m") is None
    assert in_force(known, None) == in_force(known, None, at(2)) == other
    assert in_force(known, None, datetime(2026, 2, 1, tzinfo=UTC)) is None
    assert [calibration.confidence(one, 0.5) for one in (None, first)] == [0.5, pytest.approx(0.5)]


def test_fitting_without_the_extra_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("sklearn"):
            raise ModuleNotFoundError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match=r"kgmem\[calibration\]"):
        fit(overconfident(60))
    assert apply(Fitted("platt", (1.0, 0.0)), 0.5) == pytest.approx(0.5)
