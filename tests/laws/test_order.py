"""I3: every order of the same sessions gives the same graph, with its wordings, chronology and figures to the bit."""

import dataclasses
from collections import defaultdict
from itertools import pairwise
from typing import Any

import profiles
from comparing import agree, unchanged
from facts import Ref, SessionSpec
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import histories, tenants, to_session_json
from support import rows, session, snapshot
from twin import opened, wipe

from kgmem import AsyncMemory

HALF = settings(max_examples=max(1, profiles.EXAMPLES // 2))
STATEMENTS = ("{} is so", "so is {}", "it holds of {} that it is so")
SPELLINGS = ("{}", "{} ", "  {}")
KINDS = ("fact", "fact", "fact", "action", "state_change")

WORDINGS = """CYPHER 25
MATCH (c:Claim {tenant: $tenant})-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(s:Session)
RETURN c.statement AS statement, a.statement AS stated, toString(a.world_from) AS world_from, s.id AS session_id,
       s.external_id AS session, a.item AS item, c.id AS claim,
       COLLECT { MATCH (c)-[about:ABOUT]->(e:Entity) RETURN {role: about.role, id: e.id, name: e.name} } AS about"""

CHRONOLOGY = """CYPHER 25
MATCH (s:Session {tenant: $tenant})
RETURN s.id AS id, s.group AS group, toString(s.started_at) AS started, [(s)-[:PRECEDES]->(next) | next.id] AS next"""


@st.composite
def files(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Sessions that cite nothing of the store and close no cycle; each words what it says in its own way."""
    history = draw(histories(faults=False, late=False))
    return [_worded(draw, _alone(spec)) for spec in history.sessions]


def _alone(spec: SessionSpec) -> SessionSpec:
    message = (Ref("message", spec.messages[0].id),)
    claims = [
        dataclasses.replace(item, supports=tuple(ref for ref in item.supports if ref.kind != "claim") or message)
        for item in spec.claims
    ]
    relations = [r for r in spec.relations if {r.origin.kind, r.target.kind} == {"item"}]
    return dataclasses.replace(spec, claims=tuple(claims), relations=tuple(relations))


def _worded(draw: st.DrawFn, spec: SessionSpec) -> dict[str, Any]:
    file = to_session_json(spec)
    file["group"] = draw(st.sampled_from((None, "team", "team", "plant")))
    for message in file["messages"]:
        if "source" in message:
            message["source"] |= {"title": draw(st.sampled_from((None, "Blue", "Red")))}
            message["source"] |= {"uri": draw(st.sampled_from((None, "x", "y")))}
    if draw(st.sampled_from((False, False, True))):  # sessions of messages alone share a transaction
        file["claims"] = file["relations"] = None
        return file
    for claim, item in zip(file["claims"], spec.claims, strict=True):
        claim["statement"] = draw(st.sampled_from(STATEMENTS)).format(item.claim)
        for role in ("subject", "object"):
            id = claim[role]["id"]
            claim[role] |= {"id": draw(st.sampled_from(SPELLINGS)).format(draw(st.sampled_from((id, id.upper()))))}
            claim[role] |= {"name": draw(st.sampled_from(("One", "Two", "Three")))}
        claim["kind"] = draw(st.sampled_from(KINDS))
        if claim["kind"] != "fact":
            claim["participants"] = [claim.pop("subject"), claim.pop("object")]
    return file


@HALF
@given(tenant=tenants, sessions=files(), data=st.data())
async def test_every_order_of_sessions_gives_the_same_graph(server, embeddings, tenant, sessions, data):
    """I3, T7: also where some come together and some alone."""
    async with opened(server, embeddings, tenant) as memory:
        stored = (await memory.ingest(sessions)).sessions
        agree([()] * len(sessions), [one.rejected for one in stored])
        first = await snapshot(memory)
        await _check_wordings(memory, sessions)
        await _check_chronology(memory)
        for _ in range(2):
            await wipe(memory)
            order = data.draw(st.permutations(sessions))
            cut = data.draw(st.integers(0, len(order)))
            for part in (order[:cut], *([one] for one in order[cut:])):
                await memory.ingest(part)
            unchanged(first, await snapshot(memory), "I3: another order gives another graph")


async def test_wording_of_the_earlier_instant_is_kept_within_a_second(server, embeddings):
    """I3: times are compared, not their spellings: .5 sorts before Z, and is later."""
    message = {"id": "m", "speaker": "agent", "text": "so it was seen"}
    said = {"id": "c", "kind": "fact", "subject": "amber", "predicate": "is", "value": "so", "confidence": 0.8}
    async with opened(server, embeddings) as memory:
        for time, words in (("09:00:00.5Z", "later"), ("09:00:00Z", "earlier")):
            claim = {**said, "statement": f"{words} amber", "support": "m"}
            await memory.ingest([session(words, [message], [claim], started_at=f"2026-03-02T{time}")])
        (found,) = await rows(memory, "CYPHER 25 MATCH (c:Claim {tenant: $tenant}) RETURN c.statement AS statement")
        assert found == {"statement": "earlier amber"}


async def _check_wordings(memory: AsyncMemory, sessions: list[dict[str, Any]]) -> None:
    """I3: of several wordings, that of the smallest (world_from, session id, item id); an unknown time comes last."""
    names = {
        (file["id"], claim["id"]): [claim[role]["name"] for role in ("subject", "object") if role in claim]
        or [one["name"] for one in claim["participants"]]
        for file in sessions
        for claim in file["claims"] or ()
    }
    claims, entities = defaultdict(list), defaultdict(list)
    for row in await rows(memory, WORDINGS):
        key = (row["world_from"] or "~", row["session_id"], row["item"])
        claims[row["claim"]].append((key, row["stated"], row["statement"]))
        given_names = names.get((row["session"], row["item"]))  # what the rules read names its entities itself
        if given_names and {about["role"] for about in row["about"]} == {"subject", "object"}:
            for about in row["about"]:
                name = given_names[("subject", "object").index(about["role"])]
                entities[about["id"]].append((key, name, about["name"]))
        else:  # participants have no roles: which name is whose is not told, so nothing is said of these entities
            for about in row["about"]:
                entities[about["id"]].append((key, None, about["name"]))
    for wordings in claims.values():
        agree(min(wordings)[1], wordings[0][2])
    for wordings in entities.values():
        if all(name for _, name, _ in wordings):
            agree(min(wordings)[1], wordings[0][2])


async def _check_chronology(memory: AsyncMemory) -> None:
    """PRECEDES: within a group, from each session with a start to the next by start and id."""
    groups, found = defaultdict(list), {}
    for row in await rows(memory, CHRONOLOGY):
        found[row["id"]] = row["next"]
        groups[row["group"]] += [(row["started"], row["id"])] if row["group"] and row["started"] else []
    expected = {id: [] for id in found}
    for members in groups.values():
        ids = [id for _, id in sorted(members)]
        expected |= {id: [following] for id, following in pairwise(ids)}
    agree(expected, found)
