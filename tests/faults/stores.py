"""What a store holds, and emptying it."""

from __future__ import annotations

import hashlib
from typing import Any

from support import rows, snapshot

from kgmem import AsyncMemory
from kgmem.graph.store import Transaction

VECTORS = """CYPHER 25
MATCH (n) WHERE n.tenant = $tenant AND (n.embedding IS NOT NULL OR n.window_embedding IS NOT NULL)
RETURN n.id AS id, n.embedding AS own, n.window_embedding AS window ORDER BY id"""

WIPE = "CYPHER 25 MATCH (n) WHERE n.tenant = $tenant OR n:Tenant AND n.id = $tenant DETACH DELETE n"


async def everything(memory: AsyncMemory) -> list[str]:
    """All that the tenant's store holds but its clocks, in an order of its own: nodes, relationships, vectors."""
    vectors = [
        f"vectors {row['id']} {_digest(row['own'])} {_digest(row['window'])}" for row in await rows(memory, VECTORS)
    ]
    return await snapshot(memory) + vectors


async def wipe(memory: AsyncMemory) -> None:
    """Nothing of the memory's tenant is left."""

    async def work(tx: Transaction) -> None:
        await (await tx._raw.run(WIPE, {"tenant": memory.tenant})).consume()

    await (await memory.store()).writing(work, memory.tenant, "test")


def same(undisturbed: list[str], found: list[str]) -> None:
    """Fails showing what differs, and nothing else."""
    if undisturbed != found:
        lacking, beyond = sorted(set(undisturbed) - set(found)), sorted(set(found) - set(undisturbed))
        raise AssertionError("\n".join([*(f"lacks {line}" for line in lacking), *(f"has {line}" for line in beyond)]))


def _digest(vector: Any) -> str:
    return "none" if vector is None else hashlib.sha256(repr(list(vector)).encode()).hexdigest()[:16]
