"""A tenant in which an ingest was once left alone, and processes in which it is not."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support import Server

from kgmem import AsyncMemory
from kgmem.models import IngestResult

from . import data
from .standin import Standin
from .stores import everything, wipe

VICTIM = Path(__file__).parent / "victim.py"


@pytest.fixture(scope="package", autouse=True)
def small_windows() -> Iterator[None]:
    """Ingests of this process go in as small steps as those of the victims."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kgmem.ingest.WINDOW", data.WINDOW)
        patch.setattr("kgmem.ingest.GROUP_NOTES", data.GROUP_NOTES)
        yield


@pytest.fixture
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver waits less before it tries a transaction again."""
    monkeypatch.setattr("neo4j._async.work.session.retry_delay_generator", lambda *_: itertools.repeat(0.1))


@dataclass
class Undisturbed:
    """An ingest that nothing happened to: what it left, what it told, and how often it passed each point."""

    memory: AsyncMemory
    sessions: list[dict[str, Any]]
    result: IngestResult
    store: list[str]
    passed: Counter[str]

    async def begin_again(self) -> None:
        """The store is as it was before that ingest."""
        await wipe(self.memory)
        await self.memory.ingest(data.stored_before())

    @property
    def new(self) -> int:
        """How many sessions it wrote."""
        return self.result.totals.stored


def opened(server: Server, tenant: str, **options: Any) -> AsyncMemory:
    """A client of its own, with the cheap model."""
    return AsyncMemory(tenant, settings=server.settings(), embeddings=Standin(), **options)


async def undisturbed_run(server: Server, tenant: str) -> Undisturbed:
    """What an ingest of `data` leaves and tells in that tenant, where nothing was before."""
    passed: Counter[str] = Counter()
    memory = opened(server, tenant, trace=lambda point: passed.update([point]))
    sessions = data.sessions(tenant)
    await memory.ingest(data.stored_before())
    passed.clear()
    result = await memory.ingest(sessions)
    return Undisturbed(memory, sessions, result, await everything(memory), Counter(passed))


@pytest.fixture(scope="package")
async def undisturbed(server: Server) -> AsyncIterator[Undisturbed]:
    found = await undisturbed_run(server, f"faults-{uuid.uuid4().hex}")
    yield found
    await wipe(found.memory)
    await found.memory.close()


@dataclass(frozen=True)
class Ended:
    """A process that has ended; the code is below zero for a signal."""

    code: int
    stdout: str
    stderr: str


Victim = Callable[..., Ended]


@pytest.fixture(scope="package")
def victim(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Victim]:
    """Runs `kgmem` with something happening to it: `victim(tenant, "kill", "noted", 2, "ingest", file)`."""
    folder = tmp_path_factory.mktemp("victims")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KGMEM_")}
    home = {"KGMEM_HOME": str(folder / "no-embedded-server")}
    out, err = folder / "stdout", folder / "stderr"

    def run(tenant: str, act: str, point: str, nth: int, *arguments: str) -> Ended:
        order = {
            "environment": {**server.environment, "KGMEM_TENANT": tenant},
            "arguments": [act, point, str(nth), *arguments],
            "stdout": str(out), "stderr": str(err),
        }  # fmt: skip
        assert host.stdin is not None
        assert host.stdout is not None
        host.stdin.write(json.dumps(order) + "\n")
        host.stdin.flush()
        code = int(host.stdout.readline())
        return Ended(code, out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8"))

    with subprocess.Popen(
        [sys.executable, str(VICTIM), "serve"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=clean | home, cwd=folder, text=True,
    ) as host:  # fmt: skip
        yield run


@pytest.fixture
def file(undisturbed: Undisturbed, tmp_path: Path) -> str:
    """The input as a file."""
    path = tmp_path / "sessions.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in undisturbed.sessions), encoding="utf-8")
    return str(path)
