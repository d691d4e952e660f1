#!/usr/bin/env python3
"""How fast sessions become notes: notes per second, whole and without the embedding model, at the start and the end.

Usage: ingest.py [--notes 50000] [--embedding bge-small]
Prints JSON lines. Without the model, vectors are drawn at random, so only reading, checking and writing are timed.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

import numpy as np  # noqa: E402

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


class RandomVectors:
    """Vectors at no cost, in the shape of the local models'."""

    name = "random"

    def __init__(self) -> None:
        self._random = np.random.default_rng(7)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._random.normal(size=(len(texts), 384)).tolist()

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


def sessions(count: int) -> Iterator[dict[str, Any]]:
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
            for i in range(MESSAGES)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, default=50_000)
    parser.add_argument("--embedding", default="bge-small")
    arguments = parser.parse_args()
    for name, embeddings in (("without", RandomVectors()), ("whole", resolve(arguments.embedding, harness.note))):
        with harness.own_store() as settings:
            asyncio.run(measure(name, arguments.notes, settings, embeddings))


if __name__ == "__main__":
    main()
