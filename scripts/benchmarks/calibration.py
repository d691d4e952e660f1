#!/usr/bin/env python3
"""What calibration makes of models whose truth is known, and how long it takes in a store.

Usage: calibration.py [--seed 7] [--draws 200] [--claims 20000]
Synthetic verdicts, the same for the same seed: a model says a level of confidence and is right as often as its curve
says. Prints JSON lines: for 20, 60 and 400 verdicts on an overconfident model, held-out figures and those on 20,000
fresh verdicts; for each curve and kind of map, how far from the curve it ends up (root mean square) and in what share
of the draws that is nearer than what the model says; the time that a calibration of so many claims takes. With
--claims 0, no store is used.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

from kgmem import AsyncMemory, Settings, calibration  # noqa: E402
from kgmem.calibration import Point  # noqa: E402

Curve = Callable[[float], float]

LEVELS = {0.5: 1, 0.6: 1, 0.7: 2, 0.75: 2, 0.8: 4, 0.85: 4, 0.9: 6, 0.95: 6, 0.99: 3}
"""What a model says, and how often: mostly that it is sure."""
FRESH = 20_000
METHODS: tuple[calibration.Method, ...] = ("platt", "isotonic")


def logit(value: float) -> float:
    return math.log(value / (1 - value))


def logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value))


CURVES: dict[str, Curve] = {
    "honest": lambda said: said,
    "mildly overconfident": lambda said: logistic(0.8 * logit(said) - 0.2),
    "overconfident": lambda said: logistic(0.6 * logit(said) - 0.5),
    "hardly informed": lambda said: 0.35 + 0.3 * (said - 0.5),
    "step at .88": lambda said: 0.4 if said < 0.88 else 0.85,
}


def drawn(curve: Curve, verdicts: int, seed: int) -> list[Point]:
    """Verdicts on a model with that curve."""
    source = random.Random(seed)
    said = source.choices(list(LEVELS), list(LEVELS.values()), k=verdicts)
    return [Point(f"{source.getrandbits(64):016x}", one, source.random() < curve(one)) for one in said]


def distance(curve: Curve, made: Callable[[float], float]) -> float:
    squares = (weight * (made(said) - curve(said)) ** 2 for said, weight in LEVELS.items())
    return math.sqrt(math.fsum(squares) / sum(LEVELS.values()))


def worked(seed: int) -> Iterator[dict[str, Any]]:
    """20, 60 and 400 verdicts on the overconfident model, before and after."""
    curve = CURVES["overconfident"]
    fresh = drawn(curve, FRESH, seed + 1)
    for verdicts in (20, 60, 400):
        points = drawn(curve, verdicts, seed)
        fitted = calibration.fit(points)
        raw = [one.raw for one in points]
        mapped = [calibration.apply(fitted, one.raw) if fitted else one.raw for one in fresh]
        pairs = {
            "held_out": (calibration.figures(points, raw), calibration.figures(points, calibration.held_out(points))),
            "fresh": (calibration.figures(fresh, [one.raw for one in fresh]), calibration.figures(fresh, mapped)),
        }
        figures = {
            f"{name}_{figure}": [round(getattr(one, figure), 4) for one in pair]
            for name, pair in pairs.items()
            for figure in ("brier", "ece")
        }
        yield {"verdicts": verdicts, "method": fitted.method if fitted else "none", **figures}


def compared(draws: int, seed: int) -> Iterator[dict[str, Any]]:
    """What so many verdicts are worth to each kind of map, whatever kind the thresholds choose."""
    for name, curve in CURVES.items():
        said = distance(curve, lambda raw: raw)
        for verdicts in (20, 30, 60, 100, 200, 400, 1000):
            found: dict[str, list[float]] = {method: [] for method in METHODS}
            for draw in range(draws):
                points = drawn(curve, verdicts, seed * 100_000 + draw)
                if len({one.truth for one in points}) == 2:
                    for method in METHODS:
                        fitted = calibration.fit_as(method, points)
                        found[method].append(distance(curve, functools.partial(calibration.apply, fitted)))
            row: dict[str, Any] = {"curve": name, "verdicts": verdicts, "said": round(said, 3)}
            for fitted_by, distances in found.items():
                nearer = sum(one < said for one in distances) / len(distances)
                row[fitted_by] = {"mean": round(statistics.mean(distances), 3), "nearer": round(nearer, 2)}
            yield row


def plant(claims: int) -> Iterator[dict[str, Any]]:
    """Sessions of one model, a hundred claims each; every tenth claim rests on the one before."""
    source = random.Random(claims)
    for start in range(0, claims, 100):
        items = []
        for place in range(start, min(start + 100, claims)):
            items.append(
                {
                    "id": f"c{place}",
                    "kind": "fact",
                    "statement": "it follows",
                    "subject": {"kind": "thing", "id": f"thing {place}"},
                    "predicate": "follows",
                    "value": "yes",
                    "confidence": source.choices(list(LEVELS), list(LEVELS.values()))[0],
                    "support": [f"c{place - 1}" if place % 10 == 9 else "m"],
                    "model": "synthetic",
                }
            )
        messages = [{"id": "m", "speaker": "agent", "text": "it follows"}]
        yield {"id": f"s{start}", "messages": messages, "claims": items}


async def timed(settings: Settings, claims: int) -> None:
    """A calibration, and a second one after a verdict more."""
    async with AsyncMemory.open("calibration", settings=settings) as memory:
        await memory.ingest(list(plant(claims)))
        found = await memory.query("calibrate.assertions", model="synthetic", unnamed="session")
        ids = [row[1] for row in found.rows]
        for number, id in enumerate(ids[:100]):
            await memory.adjudicate(id, number % 3 == 0)
        for run in ("first", "again"):
            began = time.perf_counter()
            (model,) = (await memory.calibrate("synthetic")).models
            seconds = time.perf_counter() - began
            harness.figure("calibration.store", run=run, claims=len(ids), affected=model.affected,
                           seconds=round(seconds, 2))  # fmt: skip
            await memory.adjudicate(ids[100], True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--draws", type=int, default=200)
    parser.add_argument("--claims", type=int, default=20_000)
    arguments = parser.parse_args()
    for row in worked(arguments.seed):
        harness.figure("calibration.worked", **row)
    for row in compared(arguments.draws, arguments.seed) if arguments.draws else ():
        harness.figure("calibration.compared", **row)
    if arguments.claims:
        with harness.own_store() as settings:
            asyncio.run(timed(settings, arguments.claims))


if __name__ == "__main__":
    main()
