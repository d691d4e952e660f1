#!/usr/bin/env python3
"""Evidence recall of plain questions on LoCoMo: writes {question id: [message ids, best first]} for a scorer.

Usage: locomo_recall.py DATA [OUT] [--embedding bge-small] [--depth 50]
DATA is the published file (a list of conversations with `qa`), its cleaned form (`conversations`), or a folder that
holds one of them. OUT defaults to stdout. Each conversation is a tenant of its own, since message ids repeat.
Figures (seconds, questions per second) go to stderr.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

from kgmem import AsyncMemory, Settings  # noqa: E402
from kgmem.embedding import resolve  # noqa: E402

BUDGET = 1_000_000
"""Tokens: no ranking is cut by its text."""


def load(path: Path) -> list[dict[str, Any]]:
    """Conversations as {"tenant", "sessions", "questions": [(id, question)]}."""
    if path.is_dir():
        path = next(file for name in ("locomo7.json", "locomo_qa.json") if (file := path / name).is_file())
    data = json.loads(path.read_text(encoding="utf-8"))
    return (
        [published(one) for one in data] if isinstance(data, list) else [cleaned(one) for one in data["conversations"]]
    )


def published(conversation: dict[str, Any]) -> dict[str, Any]:
    tenant = conversation["sample_id"]
    questions = [(f"{tenant}/q{number}", row["question"]) for number, row in enumerate(conversation["qa"])]
    return {"tenant": tenant, "sessions": conversation, "questions": questions}


def cleaned(conversation: dict[str, Any]) -> dict[str, Any]:
    turns: dict[str, Any] = {}
    for session in conversation["sessions"]:
        name = f"session_{session['session']}"
        turns[name + "_date_time"] = session["date_time"]
        turns[name] = [turn | {"blip_caption": turn.get("image_caption")} for turn in session["turns"]]
    questions = [(row["id"], row["question"]) for row in conversation["questions"]]
    tenant = conversation["sample_id"]
    return {"tenant": tenant, "sessions": {"sample_id": tenant, "conversation": turns}, "questions": questions}


async def rank(conversations: list[dict[str, Any]], settings: Settings, depth: int) -> dict[str, list[str]]:
    run: dict[str, list[str]] = {}
    embeddings = resolve(settings.embedding, harness.note)
    started = time.perf_counter()
    notes = asked = 0
    asking = 0.0
    for conversation in conversations:
        async with AsyncMemory.open(conversation["tenant"], settings=settings, embeddings=embeddings) as memory:
            notes += (await memory.ingest(conversation["sessions"])).totals.notes
            began = time.perf_counter()
            for id, question in conversation["questions"]:
                found = await memory.recall(question, budget=BUDGET, notes=depth)
                run[id] = [note.external_id for note in found.notes]
            asking += time.perf_counter() - began
            asked += len(conversation["questions"])
        harness.note(f"{conversation['tenant']}: {len(conversation['questions'])} questions")
    total = time.perf_counter() - started
    harness.note(f"{notes} notes ingested in {total - asking:.1f} s, {asked} questions in {asking:.1f} s")
    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--embedding", default="bge-small")
    parser.add_argument("--depth", type=int, default=50)
    arguments = parser.parse_args()
    conversations = load(arguments.data)
    with harness.own_store() as settings:
        chosen = settings.model_copy(update={"embedding": arguments.embedding})
        run = asyncio.run(rank(conversations, chosen, arguments.depth))
    text = json.dumps(run)
    if arguments.out:
        arguments.out.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
