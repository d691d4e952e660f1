"""Cases C53 and C55: many writers, readers and tenants on one store, and what a transaction meets there."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import anyio
import neo4j.exceptions as failures
import pytest
from support import Server, fact, message, rows, session

from kgmem import AsyncMemory
from kgmem.errors import StoreError
from kgmem.graph.store import Transaction
from kgmem.models import IngestResult

from .conftest import Undisturbed, opened, undisturbed_run
from .stores import everything, same, wipe

WRITERS = 8
DEADLOCK = "Neo.TransientError.Transaction.DeadlockDetected"


async def at_once(*work: Callable[[], Awaitable[Any]]) -> list[Any]:
    """What all of them return; the first error ends all."""
    found: list[Any] = [None] * len(work)

    async def one(place: int) -> None:
        found[place] = await work[place]()

    async with anyio.create_task_group() as group:
        for place in range(len(work)):
            group.start_soon(one, place)
    return found


async def eight(server: Server, tenant: str, stack: AsyncExitStack) -> list[AsyncMemory]:
    """Clients with connections of their own."""
    return [await stack.enter_async_context(opened(server, tenant)) for _ in range(WRITERS)]


def stored_once(results: list[IngestResult]) -> None:
    """Every session was stored by exactly one of the writers, and found there by the others."""
    states = zip(*([one.state for one in result.sessions] for result in results), strict=True)
    assert [sorted(of_one) for of_one in states] == [["stored", *["unchanged"] * (len(results) - 1)]] * len(
        results[0].sessions
    )


async def test_eight_writers_of_one_file_and_another_tenant_leave_what_one_writer_leaves(
    undisturbed: Undisturbed, server: Server
) -> None:
    """Laws I2 and I4: sessions that cite each other, sessions that change, and a tenant that brings the same."""
    other = await undisturbed_run(server, undisturbed.memory.tenant + "-other")
    for own in (undisturbed, other):
        await own.begin_again()
    async with AsyncExitStack() as stack:
        writers = await eight(server, undisturbed.memory.tenant, stack)
        found = await at_once(
            *(lambda own=own: own.ingest(undisturbed.sessions) for own in writers),  # type: ignore[misc]
            lambda: other.memory.ingest(other.sessions),
        )
    stored_once(found[:WRITERS])
    assert found[WRITERS] == other.result
    await undisturbed.memory.link(rebuild=True)
    same(undisturbed.store, await everything(undisturbed.memory))
    same(other.store, await everything(other.memory))
    await wipe(other.memory)
    await other.memory.close()


LIVE = """CYPHER 25
MATCH (s:Session {tenant: $tenant})<-[:RECORDED_IN]-(n:Note) WHERE n.ended_at IS NULL
RETURN n.text AS text ORDER BY text"""


async def test_eight_writers_that_bring_one_session_each_otherwise_leave_one_of_what_they_bring(
    server: Server, tenant: str
) -> None:
    """Law I2: each brings up to date what it finds, so the last one's content is there, whole and alone."""
    versions = [
        session("s1", [message("m1", "It stays."), message("m2", f"The pressure is {number} bar.")])
        for number in range(WRITERS)
    ]
    async with AsyncExitStack() as stack:
        writers = await eight(server, tenant, stack)
        await writers[0].ingest(session("s1", [message("m1", "It stays."), message("m2", "Nothing yet.")]))
        found = await at_once(
            *(lambda own=own, one=one: own.ingest(one) for own, one in zip(writers, versions, strict=True))  # type: ignore[misc]
        )
        assert [result.sessions[0].state for result in found] == ["stored"] * WRITERS
        live = [row["text"] for row in await rows(writers[0], LIVE)]
        (last,) = [one for one in versions if sorted(said["text"] for said in one["messages"]) == live]
        assert (await writers[0].ingest(last)).totals.unchanged == 1
        await wipe(writers[0])


def about_hub(writer: int) -> list[dict[str, Any]]:
    """What one writer says about an entity that all speak of; every second claim is that of all."""
    said = [
        (f"hub-{writer}-{number}", f"Hub relates to {thing}.", thing)
        for number, thing in enumerate(("all", f"own{writer}", "all", f"more{writer}"))
    ]
    return [
        session(id, [message("m1", text)], [fact("c1", ["m1"], 0.5, subject="hub", object=thing)], group="hub")
        for id, text, thing in said
    ]


async def test_eight_writers_on_one_hub_leave_what_one_writer_leaves_and_readers_see_no_error(
    server: Server, tenant: str
) -> None:
    """Law I3: in whatever order they come; meanwhile people ask, recall and look at the hub's history."""
    reads = 0

    async def read(reader: AsyncMemory, verb: Callable[[str], Awaitable[Any]], about: str) -> None:
        nonlocal reads
        while writing:
            await verb(about)
            reads += 1

    async with AsyncExitStack() as stack:
        writers = await eight(server, tenant, stack)
        readers = [await stack.enter_async_context(opened(server, tenant)) for _ in range(3)]
        alone = await stack.enter_async_context(opened(server, tenant))
        await alone.ingest(about_hub(0)[:1])
        writing = True

        async def write() -> list[IngestResult]:
            nonlocal writing
            try:
                return await at_once(
                    *(lambda own=own, n=n: own.ingest(about_hub(n)) for n, own in enumerate(writers))  # type: ignore[misc]
                )
            finally:
                writing = False

        results, *_ = await at_once(
            write,
            lambda: read(readers[0], readers[0].ask, "What does the hub relate to?"),
            lambda: read(readers[1], readers[1].recall, "hub"),
            lambda: read(readers[2], readers[2].history, "hub"),
        )
        assert sum(result.totals.stored for result in results) == 4 * WRITERS - 1
        assert reads > 3
        await alone.link(rebuild=True)
        found = await everything(alone)
        (shared,) = [one for one in (await alone.history("hub")).claims if one.statement == "hub relates to all"]
        assert len((await alone.explain(shared.id)).assertions) == 2 * WRITERS

        await wipe(alone)
        sessions = [one for writer in range(WRITERS) for one in about_hub(writer)]
        random.Random(7).shuffle(sessions)
        await alone.ingest(sessions)
        await alone.link(rebuild=True)
        same(await everything(alone), found)
        await wipe(alone)


# ---- what a transaction meets ----


def deadlock() -> failures.Neo4jError:
    """What the server says to one of two transactions that wait for each other."""
    return failures.Neo4jError._hydrate_neo4j(code=DEADLOCK, message="made up")


@pytest.mark.usefixtures("quick_retries")
@pytest.mark.parametrize("dry_run", [False, True])
async def test_transient_error_is_retried_as_a_whole_transaction(server: Server, tenant: str, dry_run: bool) -> None:
    """Twice refused after everything was written, then not: one result, three attempts, and nothing doubled."""
    attempts: list[str] = []

    def trace(point: str) -> None:
        attempts.append(point)
        if point == "written" and attempts.count(point) < 3:
            raise deadlock()

    async with opened(server, tenant, trace=trace) as memory:
        result = await memory.ingest(about_hub(0)[1], dry_run=dry_run)
        assert [one.state for one in result.sessions] == ["stored"]
        assert [attempts.count(point) for point in ("locked", "noted", "written", "committed")] == [3, 3, 3, 1]
        stored = await rows(memory, "MATCH (n) WHERE n.tenant = $tenant RETURN count(n) AS nodes")
        assert bool(stored[0]["nodes"]) != dry_run
        if not dry_run:
            found = await everything(memory)
            await wipe(memory)
            await memory.ingest(about_hub(0)[1])
            same(await everything(memory), found)
            await wipe(memory)


async def test_two_transactions_that_wait_for_each_other_both_succeed(memory: AsyncMemory) -> None:
    """A real deadlock: the server ends one of them, the driver begins it anew, and nobody hears of it."""
    store = await memory.store()
    both = [anyio.Event(), anyio.Event()]
    attempts = [0, 0]
    touch = "CYPHER 25 MERGE (s:Source {id: $id, tenant: $tenant}) SET s.touched = coalesce(s.touched, 0) + 1"
    ids = [f"{memory.tenant}-{number}" for number in range(2)]

    async def work(me: int, tx: Transaction) -> None:
        attempts[me] += 1
        for which in (me, 1 - me):
            await (await tx._raw.run(touch, {"id": ids[which], "tenant": memory.tenant})).consume()
            both[me].set()
            await both[1 - me].wait()

    await at_once(
        *(
            lambda me=me: store.writing(lambda tx: work(me, tx), memory.tenant, "test")  # type: ignore[misc]
            for me in range(2)
        )
    )
    assert sorted(attempts) == [1, 2]
    touched = await rows(memory, "MATCH (s:Source) WHERE s.tenant = $tenant RETURN s.touched AS times")
    assert [row["times"] for row in touched] == [2, 2]
    await wipe(memory)


async def test_statement_that_is_wrong_is_not_tried_again(memory: AsyncMemory) -> None:
    """A syntax error stays one, however often it is sent."""
    attempts = 0

    async def work(tx: Transaction) -> None:
        nonlocal attempts
        attempts += 1
        await tx._raw.run("CYPHER 25 RETRUN 1")

    store = await memory.store()
    with pytest.raises(StoreError, match=r"Neo\.ClientError\.Statement\.SyntaxError"):
        await store.writing(work, memory.tenant, "test")
    assert attempts == 1


async def test_client_reads_what_it_has_just_written(memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a cluster too: what a read is given to wait for is what the last write has ended with."""
    store = await memory.store()
    given: list[set[str]] = []
    known = store._bookmarks.get_bookmarks

    async def asked() -> Any:
        marks = await known()
        given.append(set(marks))
        return marks

    monkeypatch.setattr(store._bookmarks, "get_bookmarks", asked)
    for one in about_hub(1):
        await memory.ingest(one)
        after_write = set(await known())
        given.clear()
        texts = [note.text for note in (await memory.recall(one["messages"][0]["text"])).notes]
        assert one["messages"][0]["text"] in texts
        assert after_write
        assert given[0] == after_write
    await wipe(memory)
