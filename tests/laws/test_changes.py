"""I2: a session that was sent again with other content is, in all that is live, as if it had come so at first."""

import json
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from comparing import unchanged
from hypothesis import given
from hypothesis import strategies as st
from strategies import tenants
from support import document, fact, message, rows, session
from test_order import HALF, STATEMENTS, files
from twin import opened, wipe

from kgmem import AsyncMemory

TEXTS = ("the valve was shut", "nobody saw it", "it was seen again")

LIVE = """CYPHER 25
CALL {
  MATCH (n:Note {tenant: $tenant}) WHERE n.ended_at IS NULL
  RETURN labels(n) AS labels, properties(n) AS properties,
         COLLECT { MATCH (n)-[r:FROM|RECORDED_IN]->(x) RETURN [type(r), x.id, {}] } AS relations
  UNION ALL
  MATCH (c:Claim {tenant: $tenant})
  WHERE EXISTS { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.ended_at IS NULL }
  RETURN labels(c) AS labels, properties(c) AS properties,
         COLLECT { MATCH (c)-[r:ABOUT|IN_SESSION|CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]->(x)
                   WHERE r.ended_at IS NULL RETURN [type(r), x.id, properties(r)] } AS relations
  UNION ALL
  MATCH (a:Assertion {tenant: $tenant})-[:MADE_IN]->(s:Session) WHERE a.ended_at IS NULL
  RETURN labels(a) AS labels, properties(a) AS properties,
         [['MADE_IN', s.id, {}]]
           + COLLECT { MATCH (a)-[r:RESTS_ON]->(x) RETURN ['RESTS_ON', x.id, properties(r)] } AS relations
  UNION ALL
  MATCH (s:Session {tenant: $tenant})
  RETURN labels(s) AS labels, properties(s) AS properties,
         COLLECT { MATCH (s)-[r:PRECEDES]->(x) RETURN [type(r), x.id, {}] } AS relations
}
RETURN labels, properties, relations"""
"""All but what a claim was that nobody gives a reason for, and the names of sources and entities, which are kept."""

OWN = {"recorded_at", "gaps"}


async def live(memory: AsyncMemory) -> list[str]:
    """What is live of the memory's tenant, as sorted text, vectors to six digits. The key that a claim shares with what
    denies it is left out where that is not live: a claim keeps it, for what was known then."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(one) for key, one in sorted(value.items()) if key not in OWN}
        if isinstance(value, list | tuple):
            return [plain(one) for one in value]
        return round(value, 6) + 0 if isinstance(value, float) else str(value)

    found, there = [], await rows(memory, LIVE)
    keys = Counter(row["properties"].get("rivals_by_negation") for row in there)
    for row in there:
        if keys[row["properties"].get("rivals_by_negation")] == 1:
            del row["properties"]["rivals_by_negation"]
        relations = sorted(json.dumps(plain(one)) for one in row["relations"])
        found.append(json.dumps([sorted(row["labels"]), plain(row["properties"]), relations]))
    return sorted(found)


@st.composite
def changed(draw: st.DrawFn, file: dict[str, Any]) -> dict[str, Any]:
    """The session with messages dropped, edited, moved and added, claims dropped, worded and weighed otherwise."""
    now = deepcopy(file)
    keep = st.sampled_from((True, True, True, False))
    now["messages"] = [one for one in now["messages"] if draw(keep)] or now["messages"][:1]
    for one in now["messages"]:
        if not draw(keep):
            one["text"] = draw(st.sampled_from(TEXTS))
        if not draw(keep):
            one["speaker"] = draw(st.sampled_from(("Maren", "agent")))
    if draw(st.booleans()):
        place = draw(st.integers(0, len(now["messages"])))
        now["messages"].insert(place, message("m new", draw(st.sampled_from(TEXTS))))
    now["group"] = draw(st.sampled_from((file["group"], file["group"], None, "team")))
    if now["claims"] is None:
        return now
    left = {one["id"] for one in now["messages"]}
    now["claims"] = [one for one in now["claims"] if draw(keep)]
    for claim in now["claims"]:
        claim["support"] = [one for one in claim["support"] if one.get("message", "m") in left] or [
            {"message": now["messages"][0]["id"]}
        ]
        for one in claim["support"]:
            one.pop("quote", None)
        if not draw(keep) and claim["kind"] == "fact":
            said = claim["statement"].replace(" is so", "").replace("so is ", "")
            claim["statement"] = draw(st.sampled_from(STATEMENTS)).format(said)
    now["relations"] = [one for one in now["relations"] or () if draw(keep)]
    return now


@HALF
@given(tenant=tenants, sessions=files(), data=st.data())
async def test_changed_sessions_are_as_if_they_had_come_so_at_first(server, embeddings, tenant, sessions, data):
    """I2, I3, T7: messages, vectors, wordings, figures, relations, chronology; also after a version in between."""
    later = [data.draw(changed(file)) for file in sessions]
    async with opened(server, embeddings, tenant) as memory:
        await memory.ingest(later)
        expected = await live(memory)
        await wipe(memory)
        await memory.ingest(sessions)
        for file in data.draw(st.permutations(later)):
            await memory.ingest(file)
        unchanged(expected, await live(memory), "I2: what is live is another than if it had come so at first")
        assert {one.state for one in (await memory.ingest(later)).sessions} == {"unchanged"}


async def test_message_of_the_same_words_from_elsewhere_at_another_time_stays_itself(server, embeddings):
    """I1a, T2, R5: its id stays; what rests on it takes its new time and source, and is taken back with that."""
    first = session("s", [message("m", "Alpha relates to beta.", source=document("old", published_at="2020-01-01"))],
                    [fact("c", ["m"])])  # fmt: skip
    other = deepcopy(first)
    other["messages"][0] |= {"source": document("new", published_at="2021-01-01"), "locator": "page 2"}
    async with opened(server, embeddings) as memory:
        await memory.ingest(first)
        (before,) = await rows(memory, "MATCH (n:Note {tenant: $tenant}) RETURN n.id AS id")
        result = (await memory.ingest(other)).sessions[0]
        assert (result.state, result.reason) == ("stored", "session_changed: 0 messages new, 0 gone")
        (note,) = await rows(memory, "MATCH (n:Note {tenant: $tenant})-[:FROM]->(s) RETURN n.id AS id, s.id AS source")
        (claim,) = (await memory.history("alpha")).claims
        assert note["id"] == before["id"]
        assert claim.holds[0][0].year == 2021
        assert (await memory.retract(note["source"])).affected[0].standing_after == "unsupported"


async def test_what_is_no_longer_said_is_not_found_and_what_rested_on_it_is_not_known(server, embeddings):
    """I2, P5: the claim stays on record, with when its reason ended."""
    first = session("s", [message("m1", "Alpha relates to beta."), message("m2", "Nothing else.")], [fact("c", ["m1"])])
    async with opened(server, embeddings) as memory:
        await memory.ingest(first)
        (claim,) = (await memory.history("alpha")).claims
        assert (await memory.ask("What relates to beta?")).status == "answered"
        await memory.ingest({**first, "messages": first["messages"][1:], "claims": []})
        assert (await memory.ask("What relates to beta?")).status == "unknown"
        assert [note.external_id for note in (await memory.recall("Alpha relates to beta")).notes] == ["m2"]
        (reason,) = (await memory.explain(claim.id)).assertions
        assert (reason.state, reason.supports[0].retracted) == ("void", True)
        assert reason.ended_at is not None
        await memory.ingest(first)
        assert (await memory.ask("What relates to beta?")).status == "answered"


async def test_claim_of_another_session_falls_and_rises_with_the_message_it_rests_on(server, embeddings):
    """I2, R2: a session may rest on what another saw; that it is said no longer, and again, reaches it."""
    first = session("s", [message("m1", "Alpha relates to beta."), message("m2", "Nothing else.")])
    async with opened(server, embeddings) as memory:
        await memory.ingest(first)
        (note,) = await rows(memory, "MATCH (n:Note {tenant: $tenant, external_id: 'm1'}) RETURN n.id AS id")
        await memory.ingest(session("t", [message("m", "So it is.")], [fact("c", [{"message": note["id"]}])]))
        for messages, standing in ((first["messages"][1:], "unsupported"), (first["messages"], "supported")):
            await memory.ingest({**first, "messages": messages})
            (claim,) = (await memory.history("alpha")).claims
            assert claim.standing == standing


async def test_event_is_under_the_sessions_that_still_tell_of_it(server, embeddings):
    """I2: a session that tells of it no longer does not hold it."""
    event = {"id": "e", "kind": "plan", "statement": "Alpha is to stop", "participants": ["alpha"], "confidence": 0.5}
    both = [session(id, [message("m", "Alpha is to stop.")], [{**event, "support": "m"}]) for id in ("s", "t")]
    async with opened(server, embeddings) as memory:
        await memory.ingest(both)
        await memory.ingest({**both[0], "claims": []})
        found = await rows(memory, "MATCH (:Event {tenant: $tenant})-[:IN_SESSION]->(s) RETURN s.external_id AS id")
        assert found == [{"id": "t"}]


SAID = {"id": "m", "speaker": "Ann", "text": "I bought a red bicycle yesterday."}


@pytest.mark.parametrize(
    "change",
    [{"group": "other"}, {"timezone": "Asia/Tokyo"}, {"messages": [SAID | {"speaker": "Bob"}]}, {"group": None},
     {"messages": [SAID | {"sent_at": "2026-03-09T09:00:00Z"}]}, {"started_at": "2026-03-12T09:00:00Z"},
     {"messages": [SAID | {"role": "user"}, {"id": "a", "role": "assistant", "text": "You live in Oslo."}]}],
    ids=lambda change: next(iter(change)),
)  # fmt: skip
async def test_messages_that_a_distiller_read_are_read_again_where_what_it_took_of_them_changed(
    server, embeddings, change
):
    """I1, I2, T1: who speaks, when, in which group and zone, and to whom; the words may be the same."""
    first = session("s", [SAID], group="walk", timezone="UTC")
    async with opened(server, embeddings) as memory:
        await memory.ingest(first | change)
        expected = await live(memory)
        await wipe(memory)
        await memory.ingest(first)
        assert (await memory.ingest(first | change)).totals.claims
        unchanged(expected, await live(memory), "I2: a message was not read again")


async def test_session_may_rest_on_what_it_said_before_by_its_id(server, embeddings):
    """C2, S2: the id of a claim that only the session itself gives a reason for means that reason."""
    first = session("s", [message("m", "Alpha relates to beta.")], [fact("c1", ["m"])])
    async with opened(server, embeddings) as memory:
        await memory.ingest(first)
        (claim,) = (await memory.history("alpha")).claims
        quoted = {"claim": claim.id, "quote": "alpha relates"}
        result = await memory.ingest({**first, "claims": [*first["claims"], fact("c2", [quoted], subject="gamma")]})
        assert not result.sessions[0].rejected
        (rests,) = (await memory.history("gamma")).claims
        assert (rests.confidence, rests.confidence_shared) == (0.8, 0.8)


async def test_what_was_said_before_takes_no_place_in_a_search(server, embeddings):
    """P1: a message that was edited more often than a search returns notes, and a claim with it, crowd nothing out."""
    other = session("other", [message("m", "The valve was open, says another.")])
    async with opened(server, embeddings) as memory:
        await memory.ingest(other)
        for number in range(3):
            text = f"The valve was open, take {number}."
            claim = fact("c", ["m"], object=f"take {number}", statement=f"alpha relates to take {number}")
            await memory.ingest(session("s", [message("m", text)], [claim]))
        hidden = await rows(
            memory,
            "MATCH (n) WHERE n.tenant = $tenant AND (n.ended_at IS NOT NULL AND n:Note OR n:Claim AND n.validity = 0)"
            " RETURN coalesce(n.embedding, n.window_embedding, n.tenant_token) AS found",
        )
        assert [row["found"] for row in hidden] == [None] * 4
        assert {n.session_external_id for n in (await memory.recall("valve open")).notes} == {"other", "s"}


async def test_name_means_whoever_is_still_spoken_of(server, embeddings):
    """I1, I2: the person that the session knew in another group is no second Ann."""
    first = session("s", [message("m", "Ann rests.")], [fact("c", ["m"], group="one")], group="one")
    first["claims"][0]["subject"] = {"kind": "person", "id": "Ann"}
    async with opened(server, embeddings) as memory:
        await memory.ingest(first)
        await memory.ingest({**first, "group": "two"})
        assert [claim.standing for claim in (await memory.history("Ann")).claims] == ["supported"]


async def test_session_is_read_again_by_another_distiller_and_not_by_none(server, embeddings):
    """I2: the same input again changes nothing, unless it is to be read otherwise."""
    first = session("s", [SAID])
    async with opened(server, embeddings) as memory:
        assert (await memory.ingest(first, distiller="none")).totals.claims == 0
        result = (await memory.ingest(first)).sessions[0]
        assert (result.state, str(result.reason)[:11], result.claims) == ("stored", "read_again:", 1)
        assert [(await memory.ingest(first)).sessions[0].state for _ in range(2)] == ["unchanged"] * 2
        assert (await memory.ingest(first, distiller="none")).sessions[0].state == "unchanged"
