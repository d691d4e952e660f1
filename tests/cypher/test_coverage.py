"""recall.coverage and the verb: which messages no claim rests on."""

from __future__ import annotations

import pytest
from support import document, fact, message, rows, session

from kgmem import AsyncMemory
from kgmem.errors import NotFound, TenantNotFound, UsageError, WrongKind
from kgmem.models import Coverage

SAID = [
    message("m0", "So it is, as was said."),
    message("m1", "ok thanks"),
    message("m2", "We agreed on 450 euros for the boat.", speaker="Ann"),
    message("m3", "They moved to another place.", source=document("D")),
]


def missed(found: Coverage, place: int = 0) -> list[str]:
    """External ids of the messages that one of the sessions leaves out."""
    return [one.external_id for one in found.sessions[place].uncovered]


async def test_messages_that_no_claim_rests_on_are_listed_the_likeliest_first(memory: AsyncMemory) -> None:
    stored = await memory.ingest(session("s", SAID, [fact("c", ["m0"])], title="Boat"))
    found = await memory.coverage()
    (one,) = found.sessions
    assert (one.id, one.external_id, one.title) == (stored.sessions[0].id, "s", "Boat")
    assert (one.messages, one.covered, one.share, one.left_out) == (4, 1, 0.25, 0)
    assert (found.messages, found.covered, found.share) == (4, 1, 0.25)
    assert missed(found) == ["m2", "m3", "m1"]
    likeliest = one.uncovered[0]
    assert (likeliest.speaker, likeliest.position, likeliest.text) == ("Ann", 2, SAID[2]["text"])
    assert (likeliest.score, likeliest.signals) == (7, ("decision", "number"))


async def test_what_a_reason_that_counts_for_nothing_cites_is_not_covered(memory: AsyncMemory) -> None:
    """R2: nor is what was taken back or is said no longer a message that is left out."""
    await memory.ingest(session("s", SAID, [fact("c", ["m0", "m3"]), fact("d", ["m2"], subject="gamma")]))
    assert missed(await memory.coverage()) == ["m1"]
    (claim,) = await rows(
        memory, "MATCH (c:Claim {tenant: $tenant, statement: 'gamma relates to beta'}) RETURN c.id AS id"
    )
    done = await memory.retract(claim["id"])
    assert missed(await memory.coverage()) == ["m2", "m1"]
    await memory.restore(str(done.retraction))
    (source,) = await rows(memory, "MATCH (s:Source {tenant: $tenant, external_id: 'D'}) RETURN s.id AS id")
    await memory.retract(source["id"])
    found = await memory.coverage()
    assert (found.messages, found.covered, missed(found)) == (3, 2, ["m1"])
    await memory.ingest(session("s", SAID[:1], [fact("c", ["m0"])]))
    found = await memory.coverage()
    assert (found.messages, found.covered, found.share) == (1, 1, 1.0)


async def test_sessions_come_in_order_of_time_and_one_is_found_by_either_id(memory: AsyncMemory) -> None:
    for id, start in (("b", "2026-03-02"), ("a", "2026-03-02"), ("c", "2026-01-01"), ("z", None)):
        await memory.ingest({"id": id, "started_at": start, "messages": SAID[:2] if id != "z" else [], "claims": []})
    found = await memory.coverage()
    assert [one.external_id for one in found.sessions] == ["c", "a", "b", "z"]
    assert (found.sessions[3].messages, found.sessions[3].share) == (0, None)
    one = await memory.coverage(" b ")
    assert one.sessions == (found.sessions[2],)
    assert await memory.coverage(one.sessions[0].id) == one


async def test_limit_cuts_each_session_and_says_by_how_much(memory: AsyncMemory) -> None:
    await memory.ingest([session("s", SAID, []), session("t", SAID, [])])
    found = await memory.coverage(limit=1)
    assert [missed(found, place) for place in (0, 1)] == [["m2"], ["m2"]]
    assert [(one.left_out, one.covered, one.messages) for one in found.sessions] == [(3, 0, 4)] * 2
    assert missed(await memory.coverage(limit=0)) == []
    with pytest.raises(UsageError, match="negative"):
        await memory.coverage(limit=-1)


async def test_what_is_no_session_of_the_tenant_is_not_found(memory: AsyncMemory) -> None:
    """I4: and is told from what is something else."""
    with pytest.raises(TenantNotFound):
        await memory.coverage()
    await memory.ingest(session("s", SAID, [fact("c", ["m0"])]))
    for unknown in ("other", "", "ses-nothing"):
        with pytest.raises(NotFound):
            await memory.coverage(unknown)
    (claim,) = await rows(memory, "MATCH (c:Claim {tenant: $tenant}) RETURN c.id AS id")
    with pytest.raises(WrongKind, match="claim"):
        await memory.coverage(claim["id"])


async def test_no_other_tenants_sessions_are_shown(memory: AsyncMemory) -> None:
    """I4."""
    await memory.ingest(session("s", SAID, []))
    async with AsyncMemory.open(
        f"{memory.tenant}-other", settings=memory.settings, embeddings=memory.embeddings
    ) as other:
        await other.ingest(session("mine", SAID[:1], []))
        assert [one.external_id for one in (await other.coverage()).sessions] == ["mine"]
        with pytest.raises(NotFound):
            await other.coverage((await memory.coverage()).sessions[0].id)
