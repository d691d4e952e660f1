"""What a session states again in one transaction: the relations it states then, and no other, are there."""

from __future__ import annotations

import random

from support import planted, rows

from kgmem import AsyncMemory
from kgmem.graph.store import Transaction

CLAIMS, HISTORIES, TIMES, MOST = 8, 25, 6, 4
"""With a MERGE one relation in ninety was another one's too: of this many, some are."""
TYPES = ("CAUSES", "ENABLES", "UPDATES", "CONTRADICTS")
FORGOTTEN = "CYPHER 25 MATCH (n:Claim|Session {tenant: $tenant}) DETACH DELETE n"
BARE = """CYPHER 25
CREATE (:Session {id: $tenant, tenant: $tenant})
WITH $ids AS ids UNWIND ids AS id CREATE (:Claim {id: id, tenant: $tenant})"""
LIVE = """CYPHER 25
MATCH (a:Claim {tenant: $tenant})-[r]->(b:Claim) WHERE r.ended_at IS NULL AND r.session_id IS NOT NULL
RETURN a.id AS start, type(r) AS type, b.id AS end"""


async def test_relations_stated_again_are_live_and_no_other(memory: AsyncMemory) -> None:
    """I2, T6: of all that a session ever stated, what it states now, whatever it stated before between other claims."""
    ids = [f"{memory.tenant}-{number}" for number in range(CLAIMS)]
    store, chance = await memory.store(), random.Random(1)
    for time in range(HISTORIES * TIMES):
        if time % TIMES == 0:
            await planted(memory, FORGOTTEN)
            await planted(memory, BARE, ids=ids)
        drawn = [(*chance.sample(ids, 2), chance.choice(TYPES)) for _ in range(chance.randint(0, MOST))]
        wanted = list(dict.fromkeys(drawn))
        stated = [
            {"session_id": memory.tenant, "start": start, "end": end, "type": type, "confidence": 0.5}
            for start, end, type in wanted
        ]

        async def work(tx: Transaction, stated: list = stated) -> None:
            await tx.lock()
            await tx.run("write.end_relations", session_id=memory.tenant)
            await tx.run("write.relations", rows=stated)

        await store.writing(work, memory.tenant, "test")
        live = {(row["start"], row["end"], row["type"]) for row in await rows(memory, LIVE)}
        assert live == set(wanted)
