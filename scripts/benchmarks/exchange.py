#!/usr/bin/env python3
"""How long export and import take, and how much memory, at a number of claims.

Usage: exchange.py [--claims 100000 10000] [--folder FOLDER]
For each number a synthetic store is made (that of recall_latency.py), exported, imported into another, empty one, and
exported from there, and the two files are compared byte by byte. Every step is a process of its own, and `megabytes` is
the most that it ever held of memory: with two numbers of claims one sees that it does not grow with them. The server's
memory is its own setting and not counted. Prints JSON lines; `load` is what else the machine had to do. With --folder
the stores and files are kept there.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

from recall_latency import Synthetic, Topical, built, known, memory_of  # noqa: E402

TENANT = "synthetic"


async def export(settings: Any, file: Path) -> dict[str, Any]:
    async with memory_of(settings, TENANT, Topical()) as memory:
        began = time.perf_counter()
        done = await memory.export(file)
        return {"seconds": time.perf_counter() - began, "lines": done.lines, "claims": done.counts["Claim"]}


async def import_(settings: Any, file: Path) -> dict[str, Any]:
    async with memory_of(settings, TENANT, Topical()) as memory:
        began = time.perf_counter()
        done = await memory.import_(file)
        return {"seconds": time.perf_counter() - began, "lines": done.lines, "claims": done.counts["Claim"]}


STEPS = {"export": export, "import": import_}


def step(name: str, home: Path, file: Path) -> None:
    """One step in this process: its figures, with the most memory that it held."""
    with harness.own_store(home) as settings:
        found = asyncio.run(STEPS[name](settings, file))
    figures = {
        **{key: value for key, value in found.items() if key != "seconds"},
        "seconds": round(found["seconds"], 1),
        "lines_per_second": round(found["lines"] / found["seconds"]),
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        "file_megabytes": round(file.stat().st_size / 2**20, 1),
        "load": [round(one, 2) for one in os.getloadavg()[:2]],
    }
    print(json.dumps(figures))


def own_process(name: str, home: Path, file: Path) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, __file__, "--step", name, str(home), str(file)], stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def measured(claims: int, folder: Path) -> None:
    made, other = folder / f"made-{claims}", folder / f"other-{claims}"
    first, second = folder / f"first-{claims}.jsonl", folder / f"second-{claims}.jsonl"
    with harness.own_store(made) as settings:
        if not asyncio.run(known(settings, TENANT, Topical())):
            asyncio.run(built(settings, Topical(), Synthetic(claims)))
    for name, home, file in (("export", made, first), ("import", other, first), ("export", other, second)):
        again = " again" if file is second else ""
        harness.figure(f"exchange.{name}{again}", **own_process(name, home, file))
    harness.figure("exchange.identical", claims=claims, same_bytes=digest(first) == digest(second))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, nargs="+", default=[100_000, 10_000])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--step", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.step:
        step(given.step[0], *map(Path, given.step[1:]))
        return
    with tempfile.TemporaryDirectory(prefix="kgmem-exchange-") as scratch:
        for claims in given.claims:
            measured(claims, given.folder or Path(scratch))


if __name__ == "__main__":
    main()
