"""Cases C23, C24, C30, C44 and C45, and law T3's limits: what holds when, and what may end it."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise, permutations
from typing import Any

import pytest
from support import Server, message, planted, rows, session, snapshot

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings
from kgmem.models import HistoryClaim

WIPE = "CYPHER 25 MATCH (n) WHERE n.tenant = $tenant OR n:Tenant AND n.id = $tenant DETACH DELETE n"
EDGES = """CYPHER 25
MATCH (a:Claim {tenant: $tenant})-[r:CAUSES|ENABLES|BEFORE]->(b:Claim) WHERE r.ended_at IS NULL
RETURN a.statement AS start, type(r) AS type, b.statement AS end, toString(r.invalidated_at) AS invalidated
ORDER BY type, start, end"""


def said(id: str, at: str, text: str, speaker: str = "Ana", **other: Any) -> dict[str, Any]:
    """A session of one message, for a distiller to read or with claims of its own."""
    one = {"id": "m1", "speaker": speaker, "text": text, "sent_at": at}
    return {"id": id, "messages": [one], "timezone": "UTC", **other}


def event(id: str, statement: str, anchor: str | None = None, kind: str = "plan") -> dict[str, Any]:
    claim = {"id": id, "kind": kind, "statement": statement, "participants": [{"kind": "person", "id": "Ana"}]}
    return claim | {"confidence": 0.9, "support": ["m1"]} | ({"anchor": anchor} if anchor else {})


async def history(memory: AsyncMemory, name: str, **clocks: Any) -> dict[str, HistoryClaim]:
    return {claim.statement: claim for claim in (await memory.history(name, **clocks)).claims}


def time(text: str) -> datetime:
    return datetime.fromisoformat(text)


# ---- C23 ----

MOVES = [
    said("s1", "2026-02-10T09:00:00Z", "I moved to Porto"),
    said("s2", "2026-01-05T09:00:00Z", "I live in Lisbon"),
    said("s3", "2026-01-20T09:00:00Z", "bought a bike"),
]


async def test_the_latest_move_holds_in_whatever_order_it_is_told(memory: AsyncMemory) -> None:
    """Case C23, law I3: all six orders, read by the rules, one by one."""
    graphs = set()
    for order in permutations(MOVES):
        await planted(memory, WIPE)
        for one in order:
            await memory.ingest(one)
        claims = await history(memory, "Ana")
        lisbon, porto = claims["Ana lives in Lisbon"], claims["Ana moved to Porto"]
        moved = time("2026-02-10T09:00:00Z")
        assert (lisbon.validity, lisbon.valid_until, lisbon.updated_by) == (0, moved, (porto.id,))
        assert (porto.validity, porto.valid_until, porto.holds) == (1, None, ((moved, None),))
        await memory.link(rebuild=True)
        graphs.add("\n".join(await snapshot(memory)))
    assert len(graphs) == 1


# ---- C24 ----


def speed(id: str, at: str, text: str, mbps: str) -> dict[str, Any]:
    claim = {
        "id": "c1", "kind": "fact", "statement": f"The internet plan has {mbps} Mbps", "predicate": "quantity",
        "subject": {"kind": "thing", "id": "internet plan"}, "value": mbps, "unit": "Mbps", "confidence": 0.9,
        "support": [{"message": "m1", "quote": text}],
    }  # fmt: skip
    return said(id, at, text, claims=[claim])


async def test_a_question_about_an_earlier_moment_is_answered_from_what_held_then(memory: AsyncMemory) -> None:
    """Case C24, laws P5 and T8: nothing later leaks in, and now the newest counts."""
    await memory.ingest([
        speed("s1", "2026-04-02T07:10:00Z", "we have the 300 Mbps plan", "300"),
        speed("s2", "2026-04-09T09:15:00Z", "the plan is 900 Mbps now", "900"),
    ])  # fmt: skip
    question = "How many Mbps has the internet plan?"
    old, new = "The internet plan has 300 Mbps", "The internet plan has 900 Mbps"
    before = await memory.ask(question, as_of="2026-04-09T08:00:00Z")
    assert before.answer.startswith(old)
    assert "900" not in before.answer
    then = await history(memory, "internet plan", as_of="2026-04-09T08:00:00Z")
    assert {statement: claim.validity for statement, claim in then.items()} == {old: 1}
    for clocks in ({"as_of": "2026-04-09T20:00:00Z"}, {}):
        after = await memory.ask(question, **clocks)
        assert after.answer.startswith(new)
        claims = await history(memory, "internet plan", **clocks)
        assert (claims[new].validity, claims[old].validity) == (1, 0)
        assert claims[old].valid_until == time("2026-04-09T09:15:00Z")


# ---- C30 ----


@pytest.mark.parametrize(
    ("anchor", "code"), [("2023", None), ("2024", "before_overlap"), ("2025", "before_reversed")]
)  # fmt: skip
async def test_before_is_said_only_of_times_that_do_not_overlap(
    memory: AsyncMemory, anchor: str, code: str | None
) -> None:
    """Case C30, laws T1 and T2: a year is an interval, of which a day may be a part."""
    claims = [event("c1", "Ana sailed", anchor), event("c2", "Ana fell ill", "2024-03-04")]
    relation = {"from": "c1", "to": "c2", "type": "before"}
    done = await memory.ingest(said("s1", "2026-01-05T09:00:00Z", "so it was", claims=claims, relations=[relation]))
    assert [one.code for one in done.sessions[0].rejected] == ([code] if code else [])
    found = [(row["start"], row["end"]) for row in await rows(memory, EDGES)]
    assert found == ([] if code else [("Ana sailed", "Ana fell ill")])


async def test_before_is_found_only_between_times_that_do_not_overlap(memory: AsyncMemory) -> None:
    """Case C30, law T2: told in three sessions on one matter, in years and to the day."""
    statements = {"Ana sailed round the island in 2023": "2023", "Ana sailed round the island in 2024": "2024",
                  "Ana sailed round the island on 4 March": "2024-03-04"}  # fmt: skip
    for number, (statement, anchor) in enumerate(statements.items()):
        claim = event("c1", statement, anchor, "action")
        await memory.ingest(said(f"s{number}", "2026-01-05T09:00:00Z", statement, claims=[claim]))
    year, other, day = statements
    found = {(row["start"], row["end"]) for row in await rows(memory, EDGES)}
    assert (year, day) in found
    assert not {(other, day), (day, other)} & found
    assert (await history(memory, "Ana"))[other].holds[0][0] == time("2024-01-01T00:00:00Z")


# ---- C44 ----

DAYS = ("1", "8", "15", "22", "29")


async def test_a_deadline_that_moves_four_times_leaves_only_the_last(memory: AsyncMemory) -> None:
    """Case C44, laws T4 to T6: what hangs on the first is suspect, one hop far; causes end with it, enables stay."""
    sessions = []
    for number, day in enumerate(DAYS):
        statement = f"Ana ships on {day} June"
        sessions.append(said(f"s{number}", "2026-05-04T09:00:00Z", statement,
                             claims=[event(f"e{number}", statement, f"2026-06-{int(day):02d}")]))  # fmt: skip
    hanging = [event("x", "Ana books a van"), event("y", "Ana asks Bo"), event("z", "Bo buys ropes")]
    await memory.ingest([*sessions, said("s9", "2026-05-05T09:00:00Z", "so it goes", claims=hanging)])
    ids = {statement: claim.id for statement, claim in (await history(memory, "Ana")).items()}
    plans = {day: ids[f"Ana ships on {day} June"] for day in DAYS}
    x, y, z = (ids[one["statement"]] for one in hanging)
    edges = [(plans[new], plans[old], "updates") for old, new in pairwise(DAYS)]
    edges += [(plans["1"], x, "causes"), (plans["1"], y, "enables"), (x, z, "causes")]
    relations = [{"from": start, "to": end, "type": type} for start, end, type in edges]
    done = await memory.ingest(said("s10", "2026-05-06T09:00:00Z", "so it is", claims=[], relations=relations))
    assert (done.sessions[0].relations, done.sessions[0].warnings) == (7, ())

    claims = {claim.id: claim for claim in (await history(memory, "Ana")).values()}
    starts = [time(f"2026-06-{int(day):02d}T00:00:00Z") for day in DAYS]
    assert [claims[plans[day]].validity for day in DAYS] == [0, 0, 0, 0, 1]
    assert [claims[plans[day]].valid_until for day in DAYS] == [*starts[1:], None]
    assert [claims[one].validity for one in (x, y, z)] == [0.5, 0.5, 1]
    found = [(row["type"], row["end"], row["invalidated"]) for row in await rows(memory, EDGES)]
    assert [row for row in found if row[0] != "BEFORE"] == [
        ("CAUSES", "Bo buys ropes", None),
        ("CAUSES", "Ana books a van", "2026-06-08T00:00:00Z"),
        ("ENABLES", "Ana asks Bo", None),
    ]  # fmt: skip


# ---- C45 ----


@pytest.mark.parametrize(
    ("anchor", "code"),
    [("2026-03-01", "update_before_fact"), ("2026-05-10", "same_time_update"), (None, "same_time_update")],
)
async def test_an_update_that_is_not_later_is_kept_without_effect(
    memory: AsyncMemory, anchor: str | None, code: str
) -> None:
    """Case C45, law T4: no claim ends before it began, and the later one stays."""
    claims = [event("old", "Ana ships by sea", "2026-05-10"), event("new", "Ana ships by air", anchor)]
    untimed = {"id": "s1", "messages": [message("m1", "so it is")], "claims": claims}
    done = await memory.ingest(untimed | {"relations": [{"from": "new", "to": "old", "type": "updates"}]})
    assert [one.code for one in done.sessions[0].warnings] == [code]
    assert (done.sessions[0].relations, done.sessions[0].rejected) == (1, ())
    assert {claim.validity for claim in (await history(memory, "Ana")).values()} == {1}
    assert {claim.valid_until for claim in (await history(memory, "Ana")).values()} == {None}


# ---- T3: who may end what ----


def lives(place: str, confidence: float = 0.9) -> list[dict[str, Any]]:
    return [{
        "id": "c1", "kind": "fact", "statement": f"Ana lives in {place}", "subject": {"kind": "person", "id": "Ana"},
        "predicate": "lives_in", "object": {"kind": "place", "id": place}, "confidence": confidence,
        "support": ["m1"],
    }]  # fmt: skip


ORDERS = {
    "the setting": ({"date_order": "dmy"}, {}, {}, "2024-04-03"),
    "the session's own": ({"date_order": "dmy"}, {"date_order": "mdy"}, {}, "2024-03-04"),
    "the source's own": ({"date_order": "mdy"}, {"date_order": "mdy"}, {"date_order": "dmy"}, "2024-04-03"),
    "none": ({}, {}, {}, None),
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("brought", [False, True], ids=["read by the rules", "with claims"])
async def test_the_order_of_day_and_month_is_that_of_the_source(
    server: Server, tenant: str, embeddings: Embeddings, order: str, brought: bool
) -> None:
    """C32: its own, else that of its session, else the configured one; with none the date is flagged and unset."""
    settings, of_session, of_source, day = ORDERS[order]
    one = message("m1", "Since 03/04/2024 I live in Lisbon.", speaker="Ana", sent_at="2024-09-01T09:00:00Z")
    one["source"] = {"kind": "tool", "id": "mail"} | of_source
    claims = [lives("Lisbon")[0] | {"anchor": "Since 03/04/2024"}] if brought else None
    file = session("s1", [one], claims, **of_session)
    async with AsyncMemory.open(tenant, settings=server.settings(**settings), embeddings=embeddings) as memory:
        (done,) = (await memory.ingest(file)).sessions
        assert [one.code for one in done.warnings] == ([] if day else ["anchor_unresolved"])
        (claim,) = (await memory.history("Ana")).claims
        assert claim.holds[0][0] == (time(f"{day}T00:00:00Z") if day else time("2024-09-01T09:00:00Z"))
        assert (await memory.ingest(file)).sessions[0].state == "unchanged"


@pytest.mark.parametrize("where", ["setting", "session"])
async def test_another_order_of_day_and_month_is_read_anew(
    server: Server, tenant: str, embeddings: Embeddings, where: str
) -> None:
    """C32, I2: the same messages then say another day, and the day that they said is gone."""
    told = said("s1", "2024-09-01T09:00:00Z", "Since 03/04/2024 I live in Lisbon.")
    for order, day in (("dmy", "2024-04-03"), ("mdy", "2024-03-04")):
        settings = server.settings(date_order=order if where == "setting" else None)
        async with AsyncMemory.open(tenant, settings=settings, embeddings=embeddings) as memory:
            (done,) = (await memory.ingest(told | ({"date_order": order} if where == "session" else {}))).sessions
            assert done.state == "stored"
            (claim,) = (await memory.history("Ana")).claims
            assert claim.holds == ((time(f"{day}T00:00:00Z"), None),)
            assert claim.confidence < 0.95, "it is one reason"


async def test_an_update_of_what_had_ended_by_then_says_so(memory: AsyncMemory) -> None:
    """T4: it is later, so its time is not why it is without effect; where it ends something, there is no warning."""
    porto = said("s2", "2026-02-10T09:00:00Z", "I live in Porto", claims=lives("Porto"))
    await memory.ingest([said("s1", "2026-01-05T09:00:00Z", "I live in Lisbon", claims=lives("Lisbon")), porto])
    ids = {claim.statement: claim.id for claim in (await memory.history("Ana")).claims}
    for name, old, warned in (("s3", "Lisbon", True), ("s4", "Porto", False)):
        news = {
            "kind": "state_change",
            "statement": f"Ana left {old}",
            "participants": [{"kind": "person", "id": "Ana"}],
        }
        claims = [news | {"id": "c", "confidence": 0.9, "support": ["m1"]}]
        relation = {"from": "c", "to": ids[f"Ana lives in {old}"], "type": "updates"}
        told = said(name, "2026-03-01T09:00:00Z", f"I left {old}", claims=claims, relations=[relation])
        (done,) = (await memory.ingest(told)).sessions
        assert [one.code for one in done.warnings] == (["same_time_update"] if warned else [])
        assert all("comes after what it updates had ended" in one.detail for one in done.warnings)


PAST = {
    "anchor before 2020": {"anchor": "before 2020"},
    "anchor years ago": {"anchor": "years ago"},
    "until 2020": {"world_to": "before 2020"},
    "until before the flood": {"world_to": "before the flood"},
    "the rules": None,
}


@pytest.mark.parametrize("how", PAST)
async def test_what_was_so_at_no_known_time_long_before_ends_nothing_that_is_so_now(
    memory: AsyncMemory, how: str
) -> None:
    """T1, T2: it is of unknown time, or of an open start, and is no news."""
    told, text = PAST[how], "I lived in Oslo before 2020, years ago, before the flood."
    if told is None:
        text = "I lived in Oslo before 2020."
    claims = None if told is None else [lives("Oslo")[0] | told]
    now = said("s1", "2023-05-01T09:00:00Z", "I live in Bergen.", claims=lives("Bergen"))
    past = said("s2", "2024-09-01T09:00:00Z", text, **({} if claims is None else {"claims": claims}))
    await memory.ingest([now, past])
    found = {claim.statement.split()[-1]: claim for claim in (await memory.history("Ana")).claims}
    bergen, oslo = found["Bergen"], found["Oslo"]
    assert (bergen.validity, bergen.valid_until, bergen.updated_by) == (1, None, ())
    begun, ended = oslo.holds[0]
    assert begun is None
    assert ended == (time("2020-01-01T00:00:00Z") if how in ("until 2020", "the rules") else None)
    assert (bergen.contradicted_by == ()) is (ended is not None), "what had ended by then is no dispute"


async def test_what_happened_lately_is_told_as_of_its_message(memory: AsyncMemory) -> None:
    """T2: what has been so for some weeks ends what was so before."""
    claims = [lives("Oslo")[0] | {"anchor": "a few weeks ago"}]
    await memory.ingest([LISBON, said("s2", "2026-09-01T09:00:00Z", "I moved to Oslo a few weeks ago", claims=claims)])
    assert (await history(memory, "Ana"))["Ana lives in Lisbon"].valid_until == time("2026-09-01T09:00:00Z")


LISBON = said("s1", "2026-01-05T09:00:00Z", "I live in Lisbon", claims=lives("Lisbon"))


async def test_what_an_assistant_says_of_its_user_ends_nothing_and_contradicts(memory: AsyncMemory) -> None:
    """T3: the user may never have said so; said by the user, the same ends it."""
    hello = {"id": "m0", "speaker": "Ana", "role": "user", "text": "Hello", "sent_at": "2026-02-10T09:00:00Z"}
    told = {"id": "m1", "speaker": "helper", "role": "assistant", "text": "As you live in Porto, take the metro.",
            "sent_at": "2026-02-10T09:01:00Z"}  # fmt: skip
    await memory.ingest([LISBON, session("s2", [hello, told], lives("Porto"))])
    claims = await history(memory, "Ana")
    lisbon, porto = claims["Ana lives in Lisbon"], claims["Ana lives in Porto"]
    assert (lisbon.validity, lisbon.valid_until, lisbon.updated_by) == (1, None, ())
    assert (lisbon.contradicted_by, porto.contradicted_by) == ((porto.id,), (lisbon.id,))
    assert len((await memory.conflicts()).conflicts) == 1
    await memory.ingest(said("s3", "2026-03-01T09:00:00Z", "I live in Porto", claims=lives("Porto")))
    claims = await history(memory, "Ana")
    assert claims["Ana lives in Lisbon"].valid_until == time("2026-03-01T09:00:00Z")


@pytest.mark.parametrize("least", [0.3, 0.2])
async def test_what_is_less_sure_than_the_setting_ends_nothing(
    server: Server, tenant: str, embeddings: Embeddings, least: float
) -> None:
    """T3: with the setting lowered it does."""
    settings = server.settings(update_confidence=least)
    async with AsyncMemory.open(tenant, settings=settings, embeddings=embeddings) as memory:
        unsure = said("s2", "2026-02-10T09:00:00Z", "I may be in Porto", claims=lives("Porto", 0.25))
        await memory.ingest([LISBON, unsure])
        claims = await history(memory, "Ana")
    lisbon, porto = claims["Ana lives in Lisbon"], claims["Ana lives in Porto"]
    moved = time("2026-02-10T09:00:00Z")
    ended = (0, moved, (porto.id,), ()) if least < 0.25 else (1, None, (), (porto.id,))
    assert (lisbon.validity, lisbon.valid_until, lisbon.updated_by, lisbon.contradicted_by) == ended
