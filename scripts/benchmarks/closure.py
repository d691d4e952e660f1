#!/usr/bin/env python3
"""How long a retraction closure takes over a diamond of 40 layers and 2,000 claims, and the retraction itself.

Usage: closure.py [--layers 40] [--width 50]
Every claim rests on three of the layer below, so there are more than 3^39 paths. Prints JSON lines.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

from kgmem import AsyncMemory, Settings  # noqa: E402

RUNS = 5
STEPS = (0, 1, 7)
"""Which three of the layer below a claim rests on, counted from its own place."""


def diamond(layers: int, width: int) -> dict[str, Any]:
    """One session with the whole diamond; names hold no digits of their own, so no statement lacks its literals."""
    claims = []
    for layer in range(layers):
        for place in range(width):
            below = [f"c{layer - 1}.{(place + step) % width}" for step in STEPS] if layer else ["m"]
            claims.append(
                {
                    "id": f"c{layer}.{place}",
                    "kind": "fact",
                    "statement": "it follows",
                    "subject": {"kind": "thing", "id": f"layer {layer} place {place}"},
                    "predicate": "follows",
                    "value": "yes",
                    "confidence": 0.8,
                    "support": below,
                }
            )
    return {"id": "diamond", "messages": [{"id": "m", "speaker": "agent", "text": "it follows"}], "claims": claims}


async def measure(settings: Settings, layers: int, width: int) -> None:
    async with AsyncMemory.open("diamond", settings=settings) as memory:
        began = time.perf_counter()
        result = await memory.ingest(diamond(layers, width))
        harness.figure("closure.ingest", claims=result.totals.claims, seconds=round(time.perf_counter() - began, 3))
        rows = (await memory.query("audit.resting_on_source", source="agent")).rows
        source = rows[0][0]
        times = []
        for _ in range(RUNS):
            began = time.perf_counter()
            found = await memory.query("retract.closure", id=source)
            times.append(time.perf_counter() - began)
        harness.figure(
            "closure.read",
            rows=sum(len(claims) for _, claims in found.rows),
            first=round(times[0], 3),
            median=round(statistics.median(times), 3),
        )
        began = time.perf_counter()
        done = await memory.retract(source)
        harness.figure("closure.retract", changed=done.changed, seconds=round(time.perf_counter() - began, 3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, default=40)
    parser.add_argument("--width", type=int, default=50)
    arguments = parser.parse_args()
    with harness.own_store() as settings:
        asyncio.run(measure(settings, arguments.layers, arguments.width))


if __name__ == "__main__":
    main()
