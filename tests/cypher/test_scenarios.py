"""Scenarios of single queries on a real server: graph, what was asked, what came of it."""

from __future__ import annotations

import asyncio
from typing import Any

from support import document, fact, message, rows, session

from kgmem import AsyncMemory

FOLLOWS = "CYPHER 25 MATCH (a:Session {tenant: $tenant})-[:PRECEDES]->(b) RETURN a.external_id AS a, b.external_id AS b"
SOURCES = """CYPHER 25 MATCH (s:Source {tenant: $tenant, kind: 'document'})
RETURN s.title AS title, s.uri AS uri, s.published_grain AS grain"""


def talk(id: str, day: int) -> dict[str, Any]:
    return {"id": id, "group": "g", "started_at": f"2026-03-{day:02d}", "messages": [message("m", f"note of {id}")]}


async def test_sessions_that_come_together_leave_no_way_past_them(memory: AsyncMemory) -> None:
    """write.precede: chronology within a group, however sessions share a transaction."""
    await memory.ingest([talk("a", 1), talk("d", 9)])
    await memory.ingest([talk("b", 3), talk("c", 5)])
    follows = {(row["a"], row["b"]) for row in await rows(memory, FOLLOWS)}
    assert follows == {("a", "b"), ("b", "c"), ("c", "d")}


async def test_updates_through_many_fallen_claims_cost_no_paths(memory: AsyncMemory) -> None:
    """validity.superseded: 40 layers of two, each updating both of the layer below, all taken back and restored."""
    layers = 40
    claims = [
        fact(f"c{layer}-{side}", ["m"], subject=f"layer{'abcdefghij'[layer % 10] * (1 + layer // 10)}{side}",
             world_from=f"{1960 + layer}")
        for layer in range(layers) for side in "xy"
    ]  # fmt: skip
    relations = [
        {"from": f"c{layer}-{upper}", "to": f"c{layer - 1}-{lower}", "type": "updates"}
        for layer in range(1, layers) for upper in "xy" for lower in "xy"
    ]  # fmt: skip
    stored = await memory.ingest(session("s", [message("m", "all of it")], claims, relations=relations))
    assert (stored.totals.claims, stored.totals.rejected_items) == (80, 0)
    taken = await memory.retract(stored.sessions[0].id)
    assert len(taken.affected) == 80
    assert taken.retraction is not None
    assert (await memory.restore(taken.retraction)).changed == taken.changed


async def test_source_takes_each_property_from_the_first_that_gives_it(memory: AsyncMemory) -> None:
    """write.sources, I3: a session that names only the id takes no title, uri or date away."""
    named = document("DOC", title="Title", uri="file://doc", published_at="2024-06")
    await memory.ingest({**talk("late", 9), "messages": [message("m", "it says so", source=named)]})
    await memory.ingest({**talk("early", 1), "messages": [message("m", "it says so", source=document("DOC"))]})
    assert await rows(memory, SOURCES) == [{"title": "Title", "uri": "file://doc", "grain": "month"}]


async def test_values_that_differ_in_case_or_in_an_exponent_are_different_facts(memory: AsyncMemory) -> None:
    """I1a: mW is not MW, and 10⁵ is not 105."""
    values = [("mW", "5"), ("MW", "5"), ("Pa", "10⁵"), ("Pa", "105")]
    claims = [
        fact(f"c{i}", ["m"], statement="the power is known", value=value, unit=unit)
        for i, (unit, value) in enumerate(values)
    ]
    for claim in claims:
        del claim["object"]
    assert (await memory.ingest(session("s", [message("m", "known")], claims))).totals.claims == 4


async def test_action_of_another_day_is_another_action_however_its_message_is_cited(memory: AsyncMemory) -> None:
    """I1a: an action without an anchor adds the day of its message."""
    for number, (day, cited) in enumerate([("02", "m1"), ("03", "m01"), ("04", "m1; m2"), ("05", {"message": "m1"})]):
        messages = [message(id, "Ann ran", sent_at=f"2026-03-{day}") for id in ("m1", "m2")]
        claim = {"id": "c", "kind": "action", "statement": "Ann ran", "participants": ["Ann"], "confidence": 0.8}
        await memory.ingest(session(f"s{number}", messages, [{**claim, "support": [cited]}]))
    assert [claim.confidence for claim in (await memory.history("Ann")).claims] == [0.8] * 4


async def test_of_two_writers_of_one_session_the_second_brings_it_up_to_date(memory: AsyncMemory) -> None:
    """I2: neither is lost, nor are both there: what the first wrote meanwhile is compared with anew."""
    results = await asyncio.gather(*(memory.ingest(session("s", [message("m", text)])) for text in ("one", "other")))
    reasons = sorted(str(result.sessions[0].reason) for result in results)
    assert reasons == ["None", "session_changed: 1 messages new, 1 gone"]
    notes = await rows(memory, "MATCH (n:Note {tenant: $tenant}) RETURN n.text AS text, n.ended_at IS NULL AS said")
    assert sorted(note["said"] for note in notes) == [False, True]


async def test_contradiction_that_an_update_settled_is_shown_as_none(memory: AsyncMemory) -> None:
    """T6: open while both stand and their spells overlap."""
    claims = [
        fact("old", ["m"], object="north", world_from="2024"),
        fact("new", ["m"], object="south", world_from="2025"),
    ]
    against = {"from": "new", "to": "old", "type": "contradicts"}
    await memory.ingest(session("s", [message("m", "so it is")], claims, relations=[against]))
    assert [claim.contradicted_by != () for claim in (await memory.history("alpha")).claims] == [True, True]
    assert (await memory.ask("What does alpha relate to?")).status == "disputed"
    settled = {"from": "new", "to": "old", "type": "updates"}
    await memory.ingest(session("t", [message("m", "so it is")], claims, relations=[settled]))
    assert [claim.contradicted_by for claim in (await memory.history("alpha")).claims] == [(), ()]
    assert (await memory.conflicts()).conflicts == ()
    assert (await memory.ask("What does alpha relate to?")).status == "answered"


async def test_a_name_alone_is_no_answer(memory: AsyncMemory) -> None:
    """P5: what is stored about the same person answers no other question about them."""
    messages = [message("m", "Dr Berg is the dentist of Anna."), message("n", "The cat is called Pus.", speaker="Ola")]
    await memory.ingest(session("s", messages))
    assert (await memory.ask("Who is the dentist of Anna?")).status == "answered"
    for question in ("How old is Anna?", "Who is Ola's dentist?", "Does Anna plan to sell the bicycle?"):
        assert (await memory.ask(question)).status == "unknown", question
