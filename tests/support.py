"""Small builders and readers that tests share."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem import AsyncMemory, Settings
from kgmem.graph.store import Transaction

ROOT = Path(__file__).parent.parent

DAY = "2026-03-{:02d}T09:00:00Z"


@dataclass(frozen=True)
class Server:
    """Where the server is, as the KGMEM_ variables of a process that uses it."""

    uri: str
    user: str
    password: str

    @property
    def environment(self) -> dict[str, str]:
        return {"KGMEM_URI": self.uri, "KGMEM_USER": self.user, "KGMEM_PASSWORD": self.password}

    def settings(self, **other: Any) -> Settings:
        return Settings(_env_file=None, uri=self.uri, user=self.user, password=self.password, **other)


SNAPSHOT = """CYPHER 25
MATCH (n) WHERE n.tenant = $tenant
RETURN labels(n) AS labels, properties(n) AS properties,
       COLLECT { MATCH (n)-[r]->(m) RETURN [type(r), m.id, properties(r)] } AS relations"""


def message(id: str, text: str, **other: Any) -> dict[str, Any]:
    return {"id": id, "speaker": "agent", "text": text, **other}


def document(id: str, **other: Any) -> dict[str, Any]:
    return {"kind": "document", "id": id, **other}


def fact(
    id: str, support: Any, confidence: Any = 0.8, subject: str = "alpha", object: str = "beta", **other: Any
) -> dict[str, Any]:
    """A fact that `subject` relates to `object`."""
    return {
        "id": id,
        "kind": "fact",
        "statement": f"{subject} relates to {object}",
        "subject": {"kind": "thing", "id": subject},
        "predicate": "relates_to",
        "object": {"kind": "thing", "id": object},
        "confidence": confidence,
        "support": support,
        **other,
    }


def session(id: str, messages: list[Any], claims: list[Any] | None = None, **other: Any) -> dict[str, Any]:
    claimed = {} if claims is None else {"claims": claims}
    return {"id": id, "started_at": "2026-03-02T09:00:00Z", "messages": messages, **claimed, **other}


async def rows(memory: AsyncMemory, text: str, **parameters: Any) -> list[dict[str, Any]]:
    """Rows of a test's own Cypher; tests look into the store, the product runs saved queries only."""
    store = await memory.store()

    async def work(tx: Transaction) -> list[dict[str, Any]]:
        result = await tx._raw.run(text, {"tenant": memory.tenant, **parameters})
        return [record.data() async for record in result]

    return await store.reading(work, memory.tenant, "test")


async def planted(memory: AsyncMemory, text: str, **parameters: Any) -> None:
    """A hand in the store: what no verb of kgmem does."""
    store = await memory.store()

    async def work(tx: Transaction) -> None:
        await (await tx._raw.run(text, {"tenant": memory.tenant, **parameters})).consume()

    await store.writing(work, memory.tenant, "test")


async def snapshot(memory: AsyncMemory, *, clocks: bool = False) -> list[str]:
    """Everything of the memory's tenant, as sorted text. Without `clocks`, the store's own times are left out (I3)."""
    own = () if clocks else ("recorded_at", "ended_at", "writes", "now")

    def plain(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: plain(one) for key, one in sorted(value.items()) if key not in own and "embedding" not in key}
        if isinstance(value, list | tuple):
            return [plain(one) for one in value]
        return str(value)

    found = await rows(memory, SNAPSHOT)
    lines = []
    for row in found:
        relations = sorted(json.dumps(plain(one)) for one in row["relations"])
        lines.append(json.dumps([sorted(row["labels"]), plain(row["properties"]), relations]))
    return sorted(lines)


def kgmem(
    *arguments: str, env: Mapping[str, str] | None = None, cwd: Path | None = None, timeout: float = 120
) -> subprocess.CompletedProcess[str]:
    """The command line as a user meets it, in a process of its own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KGMEM_")}
    return subprocess.run(
        [sys.executable, "-m", "kgmem", *arguments],
        env={**clean, **(env or {})}, cwd=cwd, capture_output=True, text=True, timeout=timeout, check=False,
    )  # fmt: skip


def on_a_terminal(*arguments: str, env: Mapping[str, str]) -> str:
    """What `kgmem` writes where it has a terminal."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "kgmem", *arguments], env=env, stdin=follower, stdout=follower, stderr=follower
    ):
        os.close(follower)
        said = b""
        try:
            while more := os.read(leader, 65536):
                said += more
        except OSError:  # how Linux says that nobody writes there any more
            pass
        os.close(leader)
    return said.decode()
