"""I3 for what is linked: after a rebuild, every order of arrival has given the same topics and relations."""

import hashlib
from typing import Any

import numpy as np
import profiles
import pytest
from comparing import agree, unchanged
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import tenants
from support import message, rows, session, snapshot
from twin import wipe

from kgmem import AsyncMemory

FEW = settings(max_examples=max(1, profiles.EXAMPLES // 3))
PEOPLE, MATTERS = ("Ann", "Bo", "Cy"), ("harbour", "kitchen", "orchard")
TIMES = (None, "2021", "2021-06", "2022-01", "2022-03", "2023")

LINKED = """CYPHER 25
MATCH (a:Claim {tenant: $tenant})-[r]->(b:Claim) WHERE r.method = 'linked' AND r.ended_at IS NULL
RETURN type(r) AS type, a.id AS start, b.id AS end, r.session_id AS session, r.rule AS rule ORDER BY type, start, end"""
TOPICS = """CYPHER 25
MATCH (s:Session {tenant: $tenant}) OPTIONAL MATCH (s)-[r:IN_TOPIC]->(t:Topic)
RETURN s.id AS session, t.id AS topic, t.label AS label, t.size AS size, r.method AS method ORDER BY session"""


class Hashed:
    """Passes for the model that the store was made with: a text points where its last word does, and a little where the
    whole of it does, so texts on one matter are near and no two are equally near."""

    def __init__(self, model: Any) -> None:
        self.name, self.fingerprint = model.name, model.fingerprint

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return list(map(float, _towards(text.split()[-1]) + 0.3 * _towards(text)))


def _towards(text: str) -> Any:
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
    vector = np.random.default_rng(seed).normal(size=384)
    return vector / np.linalg.norm(vector)


@pytest.fixture(scope="session")
def hashed(embeddings) -> Hashed:
    return Hashed(embeddings)


@st.composite
def talks(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Sessions on a few matters, some at one time, some without a claim; some tell what another tells too."""
    return [_talk(draw, f"s{number}") for number in range(draw(st.integers(2, 7)))]


def _talk(draw: st.DrawFn, id: str) -> dict[str, Any]:
    matter, claims = draw(st.sampled_from(MATTERS)), []
    for number in range(draw(st.integers(0, 3))):
        who = draw(st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=2, unique=True))
        claim = {"id": f"c{number}", "kind": "action", "statement": f"{' and '.join(who)} went to the {matter}",
                 "participants": who, "confidence": 0.8, "support": ["m"]}  # fmt: skip
        claims.append(claim | ({"anchor": time} if (time := draw(st.sampled_from(TIMES))) else {}))
    started = f"2026-03-{draw(st.integers(1, 5)):02d}T09:00:00Z"
    return session(id, [message("m", f"news of the {matter}")], claims, started_at=started)


async def linked(memory: AsyncMemory) -> tuple[Any, Any]:
    return await rows(memory, LINKED), await rows(memory, TOPICS)


@FEW
@given(tenant=tenants, files=talks(), data=st.data())
async def test_rebuilt_links_are_the_same_for_every_order_of_arrival(server, hashed, tenant, files, data):
    """I3: also in batches, with some taken back in between; in the order of start, arriving gives it already."""
    async with AsyncMemory.open(f"{tenant}-linking", settings=server.settings(), embeddings=hashed) as memory:
        await wipe(memory)
        await memory.ingest(files)
        first, whole = await linked(memory), await snapshot(memory)
        assert (await memory.link(rebuild=True)).rebuilt
        agree(first, await linked(memory))
        unchanged(whole, await snapshot(memory), "I3: rebuilding changes what arrived in order")
        await wipe(memory)
        order = data.draw(st.permutations(files))
        cut = data.draw(st.integers(0, len(order)))
        for part in (order[:cut], *([one] for one in order[cut:])):
            stored = await memory.ingest(part)
            if part and data.draw(st.booleans()):
                taken = await memory.retract(stored.sessions[0].id)
                await memory.restore(str(taken.retraction))
        await memory.link(rebuild=True)
        agree(first, await linked(memory))
        settled = await snapshot(memory)
        await memory.link(rebuild=True)
        unchanged(settled, await snapshot(memory), "I3: rebuilding twice is rebuilding once")
        await wipe(memory)
