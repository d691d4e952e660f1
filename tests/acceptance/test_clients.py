"""The Python clients, and what interrupts a command line."""

from __future__ import annotations

import inspect
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import anyio
import pytest
from pydantic import ValidationError
from support import Server, fact, message, rows, session, snapshot

from kgmem import AsyncMemory, Memory, errors
from kgmem.embedding import Embeddings
from kgmem.errors import InputError, KgmemError, NotFound, StoreUnreachable, TenantNotFound, UsageError, WrongKind

from .command import Command
from .conftest import EXAMPLE

Open = Callable[[], Memory]


@pytest.fixture
def opened(server: Server, tenant: str, embeddings: Embeddings) -> Open:
    """Opens a Memory on the shared server, as the test's tenant."""
    return lambda: Memory.open(tenant, settings=server.settings(), embeddings=embeddings)


def test_memory_tells_the_contracts_story(opened: Open) -> None:
    """The verbs without await, with the shapes that the command line prints."""
    with opened() as memory:
        assert memory.ingest(EXAMPLE).totals.claims == 3
        answer = memory.ask("Which pump feeds V-12?", as_of="2024-07-01", budget=2_000, notes=3)
        assert answer.answer.startswith("P-101A feeds V-12")
        history = memory.history("V-12")
        old = next(claim for claim in history.claims if claim.statement == "P-101A feeds V-12")
        source = memory.explain(old.id).sources[0].id
        assert memory.retract(source, dry_run=True).retraction is None
        done = memory.retract(source, reason="old", policy="dispute")
        assert memory.query("audit.retractions").rows[0][0] == done.retraction
        assert memory.restore(str(done.retraction)).changed == done.changed
        assert memory.history("V-12") == history
        assert memory.conflicts().conflicts == ()
        assert memory.recall("Which pump?").context
        with pytest.raises(ValidationError, match="frozen"):
            answer.answer = "other"  # type: ignore[misc]


def test_both_clients_have_the_same_verbs_and_parameters() -> None:
    """One code path: Memory's are AsyncMemory's, documentation and all."""
    verbs = {name for name, verb in vars(AsyncMemory).items() if inspect.iscoroutinefunction(verb) and name[0] != "_"}
    for name in verbs - {"close", "store", "apply_schema"}:
        one, other = getattr(AsyncMemory, name), getattr(Memory, name)
        assert inspect.signature(one) == inspect.signature(other), name
        assert other.__doc__ == one.__doc__
        assert one.__doc__


def test_memory_is_closed_once_however_often(opened: Open) -> None:
    """close is for good, twice is nothing more, and what is closed says so."""
    memory = opened()
    memory.ingest(EXAMPLE)
    memory.close()
    memory.close()
    with memory:
        pass
    with pytest.raises(KgmemError, match="closed"):
        memory.ask("x")
    before = threading.active_count()
    for _ in range(3):
        opened().close()
    assert threading.active_count() <= before


async def test_async_memory_is_closed_once_however_often(memory: AsyncMemory) -> None:
    """The same without the portal: closing twice is nothing more."""
    await memory.ingest(EXAMPLE)
    await memory.close()
    await memory.close()
    assert (await memory.history("V-12")).claims  # it connects again: a verb connects first if that has not happened


def test_memory_may_be_used_from_threads(opened: Open) -> None:
    """Several at once, on one client: everything is stored, once, and every answer is right."""
    results: list[Any] = []
    with opened() as memory:
        said = [message("m1", "Alpha relates to beta.")]
        sessions = [session(f"s{number}", said, [fact("c1", ["m1"])]) for number in range(8)]

        def work(one: dict[str, Any]) -> None:
            results.append(memory.ingest([one, sessions[0]]))
            results.append(memory.ask("What does alpha relate to?"))

        threads = [threading.Thread(target=work, args=(one,)) for one in sessions]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(results) == 2 * len(sessions)
        (claim,) = memory.history("alpha").claims
        assert len(memory.explain(claim.id).assertions) == len(sessions)


async def test_memory_works_inside_a_running_event_loop(opened: Open) -> None:
    """Law of notebooks: a loop runs already, and the portal has its own."""
    with opened() as memory:
        assert memory.ingest(EXAMPLE).totals.stored == 1


def test_error_inside_the_block_closes_and_passes(opened: Open) -> None:
    """The context manager swallows nothing."""
    with pytest.raises(ZeroDivisionError), opened() as memory:
        _ = 1 / 0
    with pytest.raises(KgmemError, match="closed"):
        memory.conflicts()


def test_errors_are_of_one_tree(opened: Open, server: Server) -> None:
    """Every one under KgmemError, each with its exit code."""
    with opened() as memory:
        with pytest.raises(TenantNotFound):
            memory.ask("x")
        memory.ingest(EXAMPLE)
        claim = memory.history("V-12").claims[0].id
        for error, call in (
            (NotFound, lambda: memory.explain("clm-0")), (WrongKind, lambda: memory.restore(claim)),
            (UsageError, lambda: memory.ask("x", budget=-1)), (UsageError, lambda: memory.ask("x", as_of="soon")),
            (UsageError, lambda: memory.ask(None)),
            (UsageError, lambda: memory.retract(claim, policy="shred")),
            (InputError, lambda: memory.ingest("nowhere.json")), (errors.QueryError, lambda: memory.query("nothing")),
        ):  # fmt: skip
            with pytest.raises(error) as caught:
                call()
            assert isinstance(caught.value, KgmemError)
            assert caught.value.exit_code in (2, 3)
    settings = server.settings().model_copy(update={"uri": "neo4j://127.0.0.1:1"})
    with pytest.raises(StoreUnreachable):
        Memory.open("t", settings=settings)
    tree = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert all(issubclass(error, KgmemError) for error in tree)
    assert {error.exit_code for error in tree if error is not KgmemError} == {2, 3, 4, 5}


async def test_tenants_of_one_process_do_not_mix(server: Server, tenant: str, embeddings: Embeddings) -> None:
    """Case C53: two clients at work at once, no row of one under the other."""
    options: dict[str, Any] = {"settings": server.settings(), "embeddings": embeddings}
    async with AsyncMemory.open(f"{tenant}-1", **options) as one, AsyncMemory.open(f"{tenant}-2", **options) as two:

        async def bring(own: AsyncMemory, word: str) -> None:
            for number in range(4):
                said = message("m1", f"Alpha relates to {word}.")
                await own.ingest(session(f"s{number}", [said], [fact("c1", ["m1"], object=word)]))

        async with anyio.create_task_group() as group:
            group.start_soon(bring, one, "red")
            group.start_soon(bring, two, "blue")
        for own, word in ((one, "red"), (two, "blue")):
            assert [claim.statement for claim in (await own.history("alpha")).claims] == [f"alpha relates to {word}"]
            texts = await rows(own, "MATCH (n:Note) WHERE n.tenant = $tenant RETURN DISTINCT n.text AS text")
            assert [row["text"] for row in texts] == [f"Alpha relates to {word}."]


# ---- Ctrl-C ----

MANY = [
    session(f"s{number:03d}", [message("m1", f"Alpha relates to thing{number % 40}, again {number}.")],
            [fact("c1", ["m1"], 0.5, object=f"thing{number % 40}")])
    for number in range(150)
]  # fmt: skip
STORED = "MATCH (s:Session) WHERE s.tenant = $tenant RETURN count(s) AS stored"
FORGET = "MATCH (n) WHERE n.tenant = $tenant DETACH DELETE n"


async def test_interrupted_ingest_is_finished_by_running_it_again(memory: AsyncMemory, kgmem: Command) -> None:
    """Case C54, law I2: exit code 130, every session whole or absent, and in the end what an undisturbed run gives."""
    file = kgmem.file("many.jsonl", MANY)
    await memory.ingest(kgmem.cwd / file)
    undisturbed = await snapshot(memory)
    store = await memory.store()

    async def forget(tx: Any) -> None:
        await tx._raw.run(FORGET, {"tenant": memory.tenant})

    await store.writing(forget, memory.tenant, "test")

    code, told, stored = await interrupted(memory, kgmem, file)

    assert 0 < stored < len(MANY), "the interrupt came too early or too late to mean anything"
    assert code == 130
    assert told == "kgmem: interrupted; every session is stored whole or not at all, run the same command again\n"
    reasons = await rows(memory, "MATCH (a:Assertion) WHERE a.tenant = $tenant RETURN a.id AS id")
    assert len(reasons) == stored
    again = kgmem.json("ingest", file)
    assert again["totals"]["stored"] == len(MANY) - stored
    assert again["totals"]["unchanged"] == stored
    assert await snapshot(memory) == undisturbed


async def interrupted(memory: AsyncMemory, kgmem: Command, file: str) -> tuple[int, str, int]:
    """Exit code, words and sessions stored of an ingest that gets SIGINT once something is stored."""
    with started(kgmem, "ingest", file) as running:
        for _ in range(3000):
            if running.poll() is not None or (await rows(memory, STORED))[0]["stored"]:
                break
            await anyio.sleep(0.02)
        running.send_signal(signal.SIGINT)
        _, told = await anyio.to_thread.run_sync(lambda: running.communicate(timeout=60))
    return running.returncode, told.decode(), int((await rows(memory, STORED))[0]["stored"])


def started(kgmem: Command, *arguments: str, **variables: str) -> subprocess.Popen[bytes]:
    """A command that runs on; the caller ends it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KGMEM_")}
    return subprocess.Popen(
        [sys.executable, "-m", "kgmem", *arguments],
        env=environment | dict(kgmem.environment) | {"KGMEM_TENANT": kgmem.tenant} | variables,
        cwd=kgmem.cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("after", [0.2, 0.4, 0.7])
def test_interrupt_at_any_moment_leaves_no_stack_trace_of_ours(kgmem: Command, after: float) -> None:
    """While modules load, while it waits for a server that never greets."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        _interrupt(started(kgmem, "ask", "x", KGMEM_URI=f"neo4j://127.0.0.1:{port}"), after)


def _interrupt(process: subprocess.Popen[bytes], after: float) -> None:
    with process as running:
        with pytest.raises(subprocess.TimeoutExpired):
            running.communicate(timeout=after)
        running.send_signal(signal.SIGINT)
        told = running.communicate(timeout=60)[1].decode()
    assert "Traceback" not in told or "/kgmem/" not in told  # Python itself may still be starting
    assert running.returncode in (130, -signal.SIGINT)


def test_reader_that_goes_away_is_no_error(plant: Command) -> None:
    """`kgmem queries --all | head -1`: nothing on stderr."""
    with started(plant, "queries", "--all", "--json") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode in (0, 1)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_no_character_ends_a_command(kgmem: Command, encoding: str) -> None:
    """Names of every script, on a pipe whose encoding has not got them; JSON is UTF-8 in any case."""
    kgmem("ingest", kgmem.file("s.json", session("s1", [message("m1", "Zoë relates to 달빛.")])))
    for arguments in (["ask", "Zoë 달빛"], ["ask", "Zoë 달빛", "--json"]):
        with started(kgmem, *arguments, PYTHONIOENCODING=encoding) as running:
            said, told = running.communicate(timeout=60)
        assert (running.returncode, told) == (0, b"")
        if "--json" in arguments:
            assert json.loads(said.decode())["notes"][0]["text"] == "Zoë relates to 달빛."
