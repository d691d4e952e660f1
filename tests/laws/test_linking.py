"""I3 for what is linked: after a rebuild, every order of arrival has given the same topics, relations and validity.

A scripted chat model reads some of the sessions and judges their pairs, by what the two claims say and nothing else, so
that what it says of a pair is the same whenever it is asked."""

import hashlib
import json
from typing import Any

import numpy as np
import profiles
import pytest
from comparing import agree, unchanged
from hypothesis import event, given, settings
from hypothesis import strategies as st
from scripted import Refused, ScriptedModel
from strategies import tenants
from support import message, rows, session, snapshot
from twin import wipe

from kgmem import AsyncMemory

MANY = settings(max_examples=profiles.EXAMPLES)
PEOPLE, MATTERS = ("Ann", "Bo", "Cy"), ("harbour", "kitchen", "orchard")
TIMES = (None, "2021", "2021-06", "2022-01", "2022-03", "2023")
TYPES = ("causes", "enables", "prevents", "before", "updates", "updates", "contradicts", "none")
"""What the model may say; to update is what validity follows from."""

CLAIMS = """CYPHER 25
MATCH (c:Claim {tenant: $tenant})
RETURN c{.id, .statement, .standing, .confidence, .confidence_shared, .validity, .valid_until, .holds} AS claim,
       COLLECT { MATCH (c)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]->(d) WHERE r.ended_at IS NULL
                 WITH r, d ORDER BY type(r), d.id, r.session_id
                 RETURN r{type: type(r), end: d.id, .session_id, .method, .rule, .model, .confidence, .justification,
                          .effective_at, .invalidated_at} } AS relations
ORDER BY c.id"""
TOPICS = """CYPHER 25
MATCH (s:Session {tenant: $tenant}) OPTIONAL MATCH (s)-[r:IN_TOPIC]->(t:Topic)
RETURN s.id AS session, s.link_state AS state, s.link_asked AS asked, t.id AS topic, t.label AS label, t.size AS size,
       r.method AS method ORDER BY session"""


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
    return [_talk(draw, f"s{number}") for number in range(draw(st.integers(2, 5)))]


def _talk(draw: st.DrawFn, id: str) -> dict[str, Any]:
    matter, claims, lines = draw(st.sampled_from(MATTERS)), [], []
    for number in range(draw(st.integers(0, 3))):
        claim = draw(st.sampled_from((_went, _fact)))(draw, matter)
        time = draw(st.sampled_from(TIMES))
        lines.append(f"{time}: {claim['statement']}" if time else claim["statement"])
        support = [{"message": "m", "quote": claim["statement"]}]
        claim |= {"id": f"c{number}", "confidence": draw(st.sampled_from((0.2, 0.8))), "support": support}
        claims.append(claim | ({"anchor": time} if time else {}))
    started = f"2026-03-{draw(st.integers(1, 5)):02d}T09:00:00Z"
    text = ". ".join([*lines, f"News of the {matter}"])
    return session(id, [message("m", text)], claims, started_at=started, title=id)


def _went(draw: st.DrawFn, matter: str) -> dict[str, Any]:
    who = draw(st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=2, unique=True))
    return {"kind": "action", "statement": f"{' and '.join(who)} went to the {matter}", "participants": who}


def _fact(draw: st.DrawFn, matter: str) -> dict[str, Any]:
    """What one may do of many at a time, or lives in, which is one at a time (T3); said or denied."""
    who, does = draw(st.sampled_from(PEOPLE)), draw(st.sampled_from(("tends", "paints", "lives_in")))
    negated = draw(st.sampled_from((False, False, True)))
    says = f"{who} {'never ' * negated}{does.replace('_', ' ')} the {matter}"
    return {"kind": "fact", "statement": says, "subject": who, "predicate": does, "object": matter, "negated": negated}


class Judge:
    """Says what the sessions claim that it reads, and of a pair always the same, whichever claim is shown first; while
    it is `away`, it judges nothing."""

    def __init__(self, files: list[dict[str, Any]], salt: int) -> None:
        self.claims = {f'"session": "{file["title"]}"': file["claims"] for file in files}
        self.salt, self.away = salt, False

    def __call__(self, prompt: str) -> Any:
        if "<topics>\n" in prompt:
            return {"labels": []}
        if "<pairs>\n" not in prompt:
            (claims,) = [claims for mark, claims in self.claims.items() if mark in prompt]
            return {"summary": "", "claims": claims, "relations": []}
        if self.away:
            return Refused(400, "away")
        lines = prompt.split("<pairs>\n")[1].split("\n</pairs>")[0].splitlines()
        return {"verdicts": [self._verdict(json.loads(line)) for line in lines]}

    def _verdict(self, pair: dict[str, Any]) -> dict[str, Any]:
        said = pair["a"]["says"], pair["b"]["says"]
        drawn = hashlib.sha256("|".join([str(self.salt), *sorted(said)]).encode()).digest()
        first = said.index(sorted(said)[drawn[0] % 2])
        return {"pair": pair["pair"], "type": TYPES[drawn[1] % len(TYPES)], "from": "ab"[first],
                "confidence": 0.5 + drawn[2] % 5 / 10, "justification": f"as {drawn[3]} says"}  # fmt: skip


async def linked(memory: AsyncMemory) -> tuple[Any, Any]:
    return await rows(memory, CLAIMS), await rows(memory, TOPICS)


@MANY
@given(tenant=tenants, files=talks(), salt=st.integers(0, 2**16), data=st.data())
async def test_rebuilt_links_are_the_same_for_every_order_of_arrival(server, hashed, tenant, files, salt, data):
    """I3: also in batches, with some taken back in between and a model that is away at times; in the order of start,
    arriving gives it already."""
    judge = Judge(files, salt)
    by_model = st.sampled_from((True, True, False))
    read = [{name: one for name, one in file.items() if name != "claims" or not data.draw(by_model)} for file in files]
    async with AsyncMemory.open(f"{tenant}-linking", settings=server.settings(model_attempts=1), embeddings=hashed,
                                model=ScriptedModel(script=judge)) as memory:  # fmt: skip
        await wipe(memory)
        await memory.ingest(read)
        first, whole = await linked(memory), await snapshot(memory)
        for found in sorted({one["type"] for claim in first[0] for one in claim["relations"] if one["model"]}):
            event(f"the model found {found}")
        assert (await memory.link(rebuild=True)).rebuilt
        unchanged(whole, await snapshot(memory), "I3: rebuilding changes what arrived in order")
        await wipe(memory)
        order = data.draw(st.permutations(read))
        cut = data.draw(st.integers(0, len(order)))
        for part in (order[:cut], *([one] for one in order[cut:])):
            judge.away = data.draw(st.booleans())
            stored = await memory.ingest(part)
            if part and data.draw(st.sampled_from((False, False, True))):
                taken = await memory.retract(stored.sessions[0].id)
                await memory.restore(str(taken.retraction))
        judge.away = False
        await memory.link(rebuild=True)
        agree(first, await linked(memory))
        settled = await snapshot(memory)
        again = memory.link(rebuild=True) if data.draw(st.booleans()) else memory.rebuild_topics()
        await again
        unchanged(settled, await snapshot(memory), "I3: rebuilding twice is rebuilding once")
        await wipe(memory)
