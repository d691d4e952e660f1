#!/usr/bin/env python3
"""What an ingest costs: memory by the number of sessions, notes per second at the start and the end, and the time of a
small session beside an entity that is in many claims.

Usage: ingest.py [--sessions 2000 20000] [--notes 50000] [--claims 10000] [--embedding bge-small|none]
Prints JSON lines. Without the model, vectors are drawn from the texts, so only reading, checking and writing are
measured; the model is used for the rate alone, which is printed without and with it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

from kgmem import AsyncMemory, Settings  # noqa: E402
from kgmem.embedding import Embeddings, resolve  # noqa: E402

MESSAGES = 25
"""In one session."""
GROUP = 20
"""Sessions of one conversation."""
EDGE = 0.1
"""Share of the notes that count as the start, and as the end."""
WORDS = """pump valve tank drawing report morning shift pressure reading meeting plan trip garden paper price order
delivery window station bridge letter engine harbour winter concert doctor teacher market kitchen river""".split()


SMALL = 30
"""Small sessions that are timed in each place."""
WARMING = 150
"""Of them that come before; a server needs some to make its plans and to compile what it runs."""
KILOBYTE = 1024 if sys.platform != "darwin" else 1
"""What getrusage counts memory in."""


# ---- memory ----


def measure_memory(sizes: list[int]) -> None:
    """Peak memory of processes that ingest a JSONL of so many sessions of one message each, and how it grows."""
    peaks = []
    with tempfile.TemporaryDirectory(prefix="kgmem-benchmark-") as folder, harness.own_store() as settings:
        for size in sizes:
            file = Path(folder) / f"{size}.jsonl"
            with file.open("w", encoding="utf-8") as lines:
                lines.writelines(json.dumps(one) + "\n" for one in sessions(size, 1))
            command = [sys.executable, __file__, "--peak-of", str(file)]
            environment = os.environ | {"KGMEM_HOME": str(settings.home), "KGMEM_TENANT": f"memory-{size}"}
            done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
            found = json.loads(done.stdout)
            peaks.append(found["peak"])
            megabytes = {name: round(value / 1e6, 1) for name, value in found.items() if name in ("peak", "before")}
            harness.figure("memory", sessions=size, stored=found["stored"], seconds=found["seconds"],
                           peak_mb=megabytes["peak"], before_mb=megabytes["before"])  # fmt: skip
    harness.figure("memory", ratio=round(peaks[-1] / peaks[0], 3), of=sizes)


def peak_of(file: str) -> None:
    """Ingest the file and print this process's peak memory, before it began and in all, as one JSON object."""

    async def run() -> tuple[int, int]:
        async with AsyncMemory.open(embeddings=harness.CheapVectors()) as memory:
            await memory.ingest(next(sessions(1, 1)) | {"id": "first"})
            before = peak()
            return before, (await memory.ingest(file)).totals.stored

    def peak() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KILOBYTE

    began = time.perf_counter()
    before, stored = asyncio.run(run())
    seconds = round(time.perf_counter() - began, 1)
    print(json.dumps({"peak": peak(), "before": before, "stored": stored, "seconds": seconds}))


# ---- rate ----


def sessions(count: int, length: int = MESSAGES) -> Iterator[dict[str, Any]]:
    """`count` sessions of chat, the same every time."""
    chance = random.Random(7)
    for number in range(count):
        day = f"{2020 + number // 336 % 6}-{number // 28 % 12 + 1:02d}-{number % 28 + 1:02d}"
        messages = [
            {
                "id": f"m{i}",
                "speaker": f"speaker {number // GROUP}-{i % 2}",
                "text": " ".join(chance.choices(WORDS, k=18)),
            }
            for i in range(length)
        ]
        yield {"id": f"s{number}", "group": f"g{number // GROUP}", "started_at": day, "messages": messages}


async def measure(name: str, notes: int, settings: Settings, embeddings: Embeddings) -> None:
    marks: list[tuple[int, float]] = []
    async with AsyncMemory.open(name, settings=settings, embeddings=embeddings) as memory:
        await memory.ingest(list(sessions(40)), progress=lambda done, total: None)  # warm caches and query plans
        data = list(sessions(notes // MESSAGES))[40:]
        marks.append((0, time.perf_counter()))
        result = await memory.ingest(data, progress=lambda done, total: marks.append((done, time.perf_counter())))
    stored = result.totals.notes
    edge = int(len(data) * EDGE)
    start, end = rate(marks, 0, edge), rate(marks, len(data) - edge, len(data))
    whole = stored / (marks[-1][1] - marks[0][1])
    figures = {"notes": stored, "notes_per_second": round(whole, 1)}
    harness.figure(
        "ingest",
        with_model=name == "whole",
        **figures,
        start=round(start, 1),
        end=round(end, 1),
        end_to_start=round(end / start, 3),
    )


def rate(marks: list[tuple[int, float]], first: int, last: int) -> float:
    """Notes per second between two numbers of sessions done."""
    began = next(mark for mark in marks if mark[0] >= first)
    ended = next(mark for mark in marks if mark[0] >= last)
    return (ended[0] - began[0]) * MESSAGES / (ended[1] - began[1])


# ---- hub ----


def claimed(number: int, subject: str, things: list[str]) -> dict[str, Any]:
    """A session of one message that claims that the subject relates to each of the things."""
    claims = [
        {
            "id": f"c{place}", "kind": "fact", "statement": f"{subject} relates to {thing}",
            "subject": {"kind": "thing", "id": subject}, "predicate": "relates_to",
            "object": {"kind": "thing", "id": thing}, "confidence": 0.6, "support": ["m1"],
        }
        for place, thing in enumerate(things)
    ]  # fmt: skip
    said = {"id": "m1", "speaker": "agent", "text": f"{subject} relates to {len(things)} things."}
    return {"id": f"{subject}-{number}", "started_at": "2026-03-02", "messages": [said], "claims": claims}


async def measure_hub(claims: int, settings: Settings) -> None:
    """Milliseconds of a session of one claim: in an empty store, in one with a hub, and about the hub."""
    async with AsyncMemory.open("hub", settings=settings, embeddings=harness.CheapVectors()) as memory:

        async def small(name: str, subjects: list[str]) -> float:
            times = []
            for number, subject in enumerate(subjects):
                session = claimed(number, subject, [f"{name}{number}"]) | {"id": f"{name}-{number}"}
                began = time.perf_counter()
                await memory.ingest(session)
                times.append(time.perf_counter() - began)
            return 1000 * statistics.median(times)

        await small("warm", [f"warm{number}" for number in range(WARMING)])
        empty = await small("empty", [f"empty{number}" for number in range(SMALL)])
        batch = 100
        for number in range(claims // batch):
            await memory.ingest(claimed(number, "hub", [f"thing{number * batch + i}" for i in range(batch)]))
        times: dict[str, list[float]] = {"beside": [], "hub": []}
        for number in range(SMALL):  # in turns, since a server gets faster as it runs
            for place, found in times.items():
                subject = "hub" if place == "hub" else f"beside{number}"
                found.append(await small(f"{place}-{number}", [subject]))
        beside, at_hub = (statistics.median(found) for found in times.values())
    harness.figure(
        "hub", claims=claims, empty_ms=round(empty, 1), beside_ms=round(beside, 1), at_hub_ms=round(at_hub, 1),
        hub_to_beside=round(at_hub / beside, 3), beside_to_empty=round(beside / empty, 3),
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, nargs="*", default=[2_000, 20_000])
    parser.add_argument("--notes", type=int, default=50_000)
    parser.add_argument("--claims", type=int, default=10_000)
    parser.add_argument("--embedding", default="bge-small")
    parser.add_argument("--peak-of", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.peak_of:
        peak_of(arguments.peak_of)
        return
    if arguments.sessions:  # first: a process's peak is at least what the one that started it had in memory
        measure_memory(arguments.sessions)
    if arguments.claims:
        with harness.own_store() as settings:
            asyncio.run(measure_hub(arguments.claims, settings))
    models: list[tuple[str, Embeddings]] = [("without", harness.CheapVectors())]
    if arguments.embedding != "none":
        models.append(("whole", resolve(arguments.embedding, harness.note)))
    for name, embeddings in models if arguments.notes else ():
        with harness.own_store() as settings:
            asyncio.run(measure(name, arguments.notes, settings, embeddings))


if __name__ == "__main__":
    main()
