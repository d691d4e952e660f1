"""Case C29 as a whole graph: what a store says does not depend on when it was told."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import anyio
from support import ROOT, Server, planted, session, snapshot

from kgmem import AsyncMemory

from .in_2030 import YEAR

WIPE = "CYPHER 25 MATCH (n) WHERE n.tenant = $tenant OR n:Tenant AND n.id = $tenant DETACH DELETE n"


def told(id: str, at: str | None, *lines: str, **other: Any) -> dict[str, Any]:
    sent = {"sent_at": at} if at else {}
    messages = [{"id": f"m{n}", "speaker": "Ana", "text": line, **sent} for n, line in enumerate(lines)]
    file = session(id, messages, timezone="UTC", **other)
    del file["started_at"]
    return file


def claim(id: str, support: str, anchor: str | None) -> dict[str, Any]:
    said = {"id": id, "kind": "action", "statement": "Ana sold the car", "participants": ["Ana"], "confidence": 0.8,
            "support": [support]}  # fmt: skip
    return said | ({"anchor": anchor} if anchor else {})


FILES = [
    told("old logs", "2021-06-01T09:00:00Z", "I live in Lisbon.", "I already sold the car.", "My phone is 555 0117."),
    told("words", "2021-08-03T09:00:00Z", "I moved to Porto last weekend.", "I work at Orlop Press since May.",
         "Two days ago I sold the boat.", "On 3 May I bought a bike.", "I lived in Faro in the 90s."),
    told("no time", None, "I live in Braga.", "Yesterday I sold the piano.", "I moved to Evora last Friday."),
    told("brought", "2021-06-02T09:00:00Z", "I already sold the car.", "Last week, or 2021-06-01.", claims=[
        claim("c1", "m0", None), claim("c2", "m1", "last week"), claim("c3", "m1", "8 May"),
        claim("c4", "m1", "上周五"), claim("c5", "m1", "recently"), claim("c6", "m1", "5:30 on 3 June 2019"),
    ]),
    told("brought without time", None, "I already sold the car, last Friday.", claims=[
        claim("c1", "m0", None), claim("c2", "m0", "last Friday"), claim("c3", "m0", "in May"),
    ]),
]  # fmt: skip
"""Words that need a time of telling, with one and without, read by the rules and brought."""


async def test_where_it_is_2030_the_same_sessions_give_the_same_graph(server: Server, memory: AsyncMemory) -> None:
    """C29, T1: the clock of the server stamps what is recorded, and no clock dates what is told."""
    await memory.ingest(FILES)
    await memory.link(rebuild=True)
    here = await snapshot(memory)
    await planted(memory, WIPE)
    environment = {**os.environ, **server.environment, "KGMEM_TENANT": memory.tenant}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    script = str(Path(__file__).with_name("in_2030.py"))
    ran = await anyio.run_process([sys.executable, script], env=environment, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    year, there = json.loads(ran.stdout.splitlines()[-1])
    assert year == YEAR
    assert len(here) > len(FILES)
    assert there == here
