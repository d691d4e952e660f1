"""Law C5: how often a model is right where it says how sure it is, fitted from verdicts.

Pure. Fitting takes scikit-learn, which the extra `calibration` brings; applying a map that was fitted takes nothing.
A verdict counts once, spread over the reasons that the model gave for its claim, however many these are.
"""

from __future__ import annotations

import hashlib
import json
import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from kgmem.errors import MissingExtra

Method = Literal["isotonic", "platt"]

UNNAMED = "session"
"""The model of what a session brings without naming one."""

FEWEST = 30
"""Verdicts below which nothing is fitted. From so many on, the two-parameter fit brought a clearly overconfident
synthetic model nearer to the truth in more than nine of ten draws (scripts/benchmarks/calibration.py)."""

FEWEST_OF_A_KIND = 5
"""Verdicts of the rarer kind, true or false, below which nothing is fitted: the slope would hang on single claims."""

ISOTONIC_FROM = 200
"""Verdicts from which on the map may take any monotone shape. In the same benchmark that costs .03 where the truth is a
logistic curve, and saves .07 where it is none; with fewer, it follows chance."""

DOUBT = 0.01
"""What stays of doubt: a map gives nothing above 1 - DOUBT, and nothing below DOUBT but for a raw 0. There are never
the verdicts to tell one in a hundred from none, and a noisy-OR that holds a 1 could not be lowered again (C1)."""

FOLDS = 5
"""Parts of the verdicts, each of which is judged by a map that was fitted from the others."""

BINS = 10
"""Of equal width, for the expected calibration error and the reliability plot."""

_FIT = 1
"""One more whenever the same points give another map, so that a store is calibrated anew."""


class Point(NamedTuple):
    """A reason for a claim that was adjudicated: the confidence its model gave, and whether the claim is true."""

    claim: str
    raw: float
    truth: bool


class Fitted(NamedTuple):
    """A monotone map from 0..1 to 0..1. The parameters are, for `platt`, slope and intercept on the logit; for
    `isotonic`, the knots x1, y1, x2, y2, ... between which it is linear."""

    method: Method
    parameters: tuple[float, ...]


class Version(NamedTuple):
    """A calibration of one model as the store keeps it, with the times from and until which it is in force."""

    id: str
    model: str
    fitted: Fitted
    recorded_at: datetime
    ended_at: datetime | None


class Bin(NamedTuple):
    """Points of about one confidence: its mean, the share of them that is true, and the verdicts they stand for."""

    confidence: float
    truth: float
    verdicts: float


class Figures(NamedTuple):
    """How far confidences are from the truth; smaller is better."""

    brier: float
    ece: float


def version(row: Mapping[str, Any]) -> Version:
    """A row of query calibrate.in_force."""
    fitted = Fitted(row["method"], tuple(row["parameters"]))
    return Version(row["id"], row["model"], fitted, row["recorded_at"], row["ended_at"])


def named(model: str | None) -> str:
    """The name by which a model is calibrated."""
    return model or UNNAMED


def in_force(versions: Iterable[Version], model: str | None, at: datetime | None = None) -> Version | None:
    """The calibration of `model` that was in force at `at` (law T8; None: now), or None where there was none."""
    standing = [
        one for one in versions
        if one.model == named(model)
        and (at is None or one.recorded_at <= at)
        and (one.ended_at is None or (at is not None and at < one.ended_at))
    ]  # fmt: skip
    return max(standing, key=lambda one: one.recorded_at, default=None)


def confidence(under: Version | None, raw: float) -> float:
    """What a raw confidence counts for under a calibration; itself under none."""
    return raw if under is None else apply(under.fitted, raw)


def apply(fitted: Fitted, raw: float) -> float:
    """The confidence that `raw` stands for: never less for a larger `raw`, 0 for 0, else from DOUBT to 1 - DOUBT."""
    if raw <= 0:
        return 0.0
    if fitted.method == "platt":
        slope, intercept = fitted.parameters
        return _bounded(_logistic(slope * _logit(raw) + intercept))
    return _bounded(_between(fitted.parameters[::2], fitted.parameters[1::2], raw))


def method_for(points: Sequence[Point]) -> Method | None:
    """The kind of map that so many verdicts can bear; None where they bear none."""
    kinds = Counter(truth for _, truth in {(point.claim, point.truth) for point in points})
    verdicts = kinds.total()
    if verdicts < FEWEST or min(kinds[True], kinds[False]) < FEWEST_OF_A_KIND:
        return None
    return "isotonic" if verdicts >= ISOTONIC_FROM else "platt"


def fit(points: Sequence[Point]) -> Fitted | None:
    """The map from what was said to what was true, None where there are too few verdicts. The order of the points does
    not matter. Raises MissingExtra."""
    method = method_for(points)
    return None if method is None else fit_as(method, points)


def fit_as(method: Method, points: Sequence[Point]) -> Fitted:
    """The map of that kind, however few verdicts there are, of both kinds. Raises MissingExtra."""
    ordered = sorted(points)
    return Fitted(method, tuple(_isotonic(ordered) if method == "isotonic" else _platt(ordered)))


def held_out(points: Sequence[Point]) -> list[float]:
    """The confidence of each point by a map that knows no verdict of its claim: fitted, in the way that all points
    together are, from the other folds. Raises MissingExtra."""
    method = method_for(points)
    if method is None:
        return [point.raw for point in points]
    fold = folds(points)
    maps = [fit_as(method, [one for one in points if fold[one.claim] != number]) for number in range(FOLDS)]
    return [apply(maps[fold[point.claim]], point.raw) for point in points]


def folds(points: Iterable[Point]) -> dict[str, int]:
    """The fold of each claim: as many true ones in each as can be, by the order of the ids, which are hashes."""
    claims = sorted({(point.truth, point.claim) for point in points})
    return {claim: place % FOLDS for place, (_, claim) in enumerate(claims)}


def figures(points: Sequence[Point], confidences: Sequence[float]) -> Figures:
    """Brier score and expected calibration error of `confidences`, one a point."""
    weights = _weights(points)
    total = math.fsum(weights)
    squares = math.fsum(w * (k - one.truth) ** 2 for one, k, w in zip(points, confidences, weights, strict=True))
    gaps = math.fsum(one.verdicts * abs(one.confidence - one.truth) for one in bins(points, confidences))
    return Figures(squares / total, gaps / total)


def bins(points: Sequence[Point], confidences: Sequence[float]) -> list[Bin]:
    """The bins that hold a point, in order."""
    held: dict[int, list[tuple[float, float, bool]]] = {}
    for point, k, weight in zip(points, confidences, _weights(points), strict=True):
        held.setdefault(min(int(k * BINS), BINS - 1), []).append((weight, k, point.truth))
    found = []
    for _, members in sorted(held.items()):
        verdicts = math.fsum(weight for weight, _, _ in members)
        mean = math.fsum(weight * k for weight, k, _ in members) / verdicts
        found.append(Bin(mean, math.fsum(weight for weight, _, truth in members if truth) / verdicts, verdicts))
    return found


def digest(points: Iterable[Point]) -> str:
    """Of what a map is fitted from: the same points, in any order, give the same map."""
    listed = sorted((one.claim, one.raw, one.truth) for one in points)
    return hashlib.sha256(json.dumps([_FIT, listed]).encode()).hexdigest()


def _weights(points: Sequence[Point]) -> list[float]:
    reasons = Counter(point.claim for point in points)
    return [1 / reasons[point.claim] for point in points]


def _isotonic(points: Sequence[Point]) -> list[float]:
    """Knots with (0, 0) before them, so that what is said with less confidence than anything that was judged counts for
    less, too; above the last knot the map stays level."""
    regression = _estimators()[0](y_min=DOUBT, y_max=1 - DOUBT, out_of_bounds="clip")
    regression.fit([one.raw for one in points], [float(one.truth) for one in points], sample_weight=_weights(points))
    knots = zip(regression.X_thresholds_.tolist(), regression.y_thresholds_.tolist(), strict=True)
    return [0.0, 0.0, *(number for knot in knots if knot[0] > 0 for number in knot)]


def _platt(points: Sequence[Point]) -> list[float]:
    """Slope and intercept by Platt's fit, whose targets are a little inside 0 and 1, so that a run of equal verdicts
    makes nothing certain. Where less confidence went with more truth, no slope is the best monotone map."""
    weights = _weights(points)
    right = math.fsum(weight for one, weight in zip(points, weights, strict=True) if one.truth)
    wrong = math.fsum(weights) - right
    hit, miss = (right + 1) / (right + 2), 1 / (wrong + 2)
    shares = [weight * (hit if one.truth else miss) for one, weight in zip(points, weights, strict=True)]
    rest = [weight - share for weight, share in zip(weights, shares, strict=True)]
    logits = [[_logit(one.raw)] for one in points]
    model = _estimators()[1](C=math.inf, tol=1e-8, max_iter=1_000)
    model.fit(logits * 2, [1] * len(points) + [0] * len(points), sample_weight=shares + rest)
    slope, intercept = float(model.coef_[0][0]), float(model.intercept_[0])
    return [slope, intercept] if slope > 0 else [0.0, _logit(math.fsum(shares) / math.fsum(weights))]


def _estimators() -> tuple[Any, Any]:
    try:
        from sklearn.isotonic import IsotonicRegression
        from sklearn.linear_model import LogisticRegression
    except ImportError as error:
        raise MissingExtra("fitting a calibration", "calibration") from error
    return IsotonicRegression, LogisticRegression


def _between(xs: Sequence[float], ys: Sequence[float], x: float) -> float:
    """The value at `x` of the line through the knots; level beyond the last."""
    place = bisect_right(xs, x)
    if place == len(xs):
        return ys[-1]
    low, high = ys[place - 1], ys[place]
    return min(high, low + (high - low) * ((x - xs[place - 1]) / (xs[place] - xs[place - 1])))


def _bounded(value: float) -> float:
    return min(max(value, DOUBT), 1 - DOUBT)


def _logit(value: float) -> float:
    bounded = _bounded(value)
    return math.log(bounded / (1 - bounded))


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value)) if value >= 0 else math.exp(value) / (1 + math.exp(value))
