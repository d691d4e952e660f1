"""A chat model that fails, hangs or is interrupted: what is stored and said, and what the same command does next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import anyio
import pytest
from scripted import Refused, ScriptedModel, Slow
from support import Server, rows, session, snapshot

from kgmem import AsyncMemory, Memory
from kgmem.distill import prompts
from kgmem.embedding import Embeddings
from kgmem.errors import StoreError, UsageError

from .command import Command

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
SESSIONS = [session(name, [{"id": "m1", "speaker": name, "text": f"I live in {name}burg."}]) for name in NAMES]

LEFT = """MATCH (s:Session {tenant: $tenant})
RETURN s.external_id AS id, COUNT { (s)<-[:RECORDED_IN]-() } AS notes, COUNT { (s)<-[:MADE_IN]-() } AS claims
ORDER BY id"""


def named(prompt: str) -> str:
    """Whose session a prompt is about."""
    return next(name for name in NAMES if f'"speaker": "{name}"' in prompt)


def lives(name: str, **other: Any) -> dict[str, Any]:
    """What a sound model makes of a session."""
    claim = {
        "id": "c1", "kind": "fact", "statement": f"{name} lives in {name}burg", "confidence": 0.8,
        "subject": {"kind": "person", "id": name}, "predicate": "lives_in",
        "object": {"kind": "city", "id": f"{name}burg"},
        "support": [{"message": "m1", "quote": f"I live in {name}burg"}],
    }  # fmt: skip
    return {"summary": f"{name} says where.", "claims": [claim | other]}


def sound(prompt: str) -> Any:
    return lives(named(prompt))


def but(name: str, reply: Any) -> Callable[[str], Any]:
    """Sound, but for one session."""
    return lambda prompt: reply if named(prompt) == name else lives(named(prompt))


@pytest.fixture
def opened(server: Server, tenant: str, embeddings: Embeddings) -> Callable[..., AsyncMemory]:
    """A memory of the test's tenant with a chat model; failing calls are tried once."""

    def make(script: Any, tenant: str = tenant, **settings: Any) -> AsyncMemory:
        given = server.settings(**{"model_attempts": 1, **settings})
        return AsyncMemory(tenant, settings=given, embeddings=embeddings, model=ScriptedModel(script=script))

    return make


def asked(memory: AsyncMemory) -> list[str]:
    """Whose sessions its model was asked about."""
    return [named(prompt) for prompt in memory._chat.model.prompts]


@pytest.mark.parametrize(
    ("trouble", "code"),
    [
        (Refused(429, "slow down"), "rate_limited"),
        (Refused(500, "oops"), "model_error"),
        (ConnectionError("gone"), "model_unreachable"),
        (Slow(50, None), "timeout"),
    ],
    ids=["rate limit", "server", "connection", "silence"],
)
async def test_one_session_that_fails_leaves_four_stored_and_is_all_that_is_read_again(
    opened: Callable[..., AsyncMemory], trouble: Any, code: str
) -> None:
    """C54, I2: then the store is that of a run in which nothing failed."""
    async with opened(but("Cy", trouble), model_timeout=3) as memory:
        with anyio.fail_after(60):
            result = await memory.ingest(SESSIONS)
        states = [one.state for one in result.sessions]
        assert states == ["stored", "stored", "failed", "stored", "stored"]
        assert [one.external_id for one in result.sessions] == list(NAMES)
        assert str(result.sessions[2].reason).startswith(f"{code}: ")
        assert (result.totals.failed, result.totals.claims, result.totals.notes) == (1, 4, 5)
        assert [note.external_id for note in (await memory.recall("Cyburg")).notes][:1] == ["m1"]
    async with opened(sound) as memory:
        again = await memory.ingest(SESSIONS)
        assert asked(memory) == ["Cy"]
        assert [one.state for one in again.sessions] == ["unchanged", "unchanged", "stored", "unchanged", "unchanged"]
        assert str(again.sessions[2].reason).startswith("read_again: ")
        kept = await snapshot(memory)
        third = await memory.ingest(SESSIONS)
        assert (third.totals.unchanged, third.totals.model_calls) == (5, 0)
        assert not (await memory.query("audit.failed_sessions")).rows
    async with opened(sound, f"{memory.tenant}-calm") as calm:
        await calm.ingest(SESSIONS)
        assert len(await snapshot(calm)) == len(kept)


async def test_sessions_are_read_at_once_up_to_the_number_given(opened: Callable[..., AsyncMemory]) -> None:
    """The results come in the order given, whichever reply comes first."""
    for concurrency in (1, 3):
        async with opened(lambda prompt: Slow(0.1, sound(prompt)), f"many-{concurrency}-{id(opened)}") as memory:
            result = await memory.ingest(SESSIONS, concurrency=concurrency)
            assert memory._chat.model.most_at_once == concurrency
            assert [one.external_id for one in result.sessions] == list(NAMES)
            assert [one.model_calls for one in result.sessions] == [1] * 5
            assert (result.totals.input_tokens, result.totals.output_tokens) == (500, 50)
            assert result.totals.model_seconds > 0.4


async def test_a_number_of_sessions_below_one_is_refused(memory: AsyncMemory) -> None:
    with pytest.raises(UsageError, match="concurrency"):
        await memory.ingest(SESSIONS, concurrency=0)


async def test_each_session_is_stored_as_soon_as_it_is_read(opened: Callable[..., AsyncMemory]) -> None:
    """C54: a cancel between two calls keeps what was paid for, and leaves no part of a session."""
    async with opened(but("Cy", Slow(600, None)), concurrency=1) as memory:
        seen: list[int] = []
        with anyio.CancelScope() as scope:

            def progress(done: int, total: int) -> None:
                seen.append(done)
                if done == 2:
                    scope.cancel()

            await memory.ingest(SESSIONS, progress=progress)
        assert scope.cancelled_caught
    async with opened(sound, concurrency=1) as memory:
        left = await rows(memory, LEFT)
        assert left == [{"id": "Ada", "notes": 1, "claims": 1}, {"id": "Bo", "notes": 1, "claims": 1}]
        assert (await memory.ingest(SESSIONS)).totals.unchanged == 2
        assert asked(memory) == ["Cy", "Di", "Ed"]


async def test_an_error_of_the_store_ends_the_run_with_what_was_done(
    opened: Callable[..., AsyncMemory], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes as itself, not in a group, and the calls under way are ended."""
    async with opened(but("Cy", Slow(600, None)), concurrency=2) as memory:
        store = await memory.store()
        real, written = store.writing, []

        async def writing(work: Any, tenant: str, name: str, *, keep: bool = True) -> Any:
            if name == "write.sessions":
                written.append(name)
                if len(written) > 1:
                    from kgmem.errors import StoreUnreachable

                    raise StoreUnreachable("gone")
            return await real(work, tenant, name, keep=keep)

        monkeypatch.setattr(store, "writing", writing)
        with pytest.raises(StoreError, match="gone") as raised:
            await memory.ingest(SESSIONS)
        assert raised.value.partial is not None
        assert raised.value.partial.totals.stored >= 1


async def test_reading_that_fails_keeps_what_rests_on_messages_that_stay(opened: Callable[..., AsyncMemory]) -> None:
    """I2: a session grows, its model fails, and succeeds later: nothing is lost between."""
    grown = {**SESSIONS[0], "messages": [*SESSIONS[0]["messages"], {"id": "m2", "speaker": "Ada", "text": "And you?"}]}
    async with opened(sound) as memory:
        await memory.ingest(SESSIONS[0])
    async with opened([Refused(500, "oops")]) as memory:
        result = (await memory.ingest(grown)).sessions[0]
        assert (result.state, result.reason) == ("failed", "model_error: oops")
        assert [claim.standing for claim in (await memory.history("Adaburg")).claims] == ["supported"]
    async with opened(sound) as memory:
        result = (await memory.ingest(grown)).sessions[0]
        assert (result.state, result.claims) == ("stored", 1)
        (claim,) = (await memory.history("Adaburg")).claims
        assert claim.standing == "supported"
        live = await rows(memory, "MATCH (a:Assertion {tenant: $tenant}) WHERE a.ended_at IS NULL RETURN a.id")
        assert len(live) == 1


async def test_a_changed_session_is_read_again_whole(opened: Callable[..., AsyncMemory]) -> None:
    """I2: what was read before is ended, and what is said now stands."""
    grown = {**SESSIONS[0], "messages": [*SESSIONS[0]["messages"], {"id": "m2", "speaker": "Ada", "text": "And you?"}]}
    async with opened([lives("Ada"), lives("Ada", statement="Ada's home is Adaburg", id="c9")]) as memory:
        await memory.ingest(SESSIONS[0])
        result = (await memory.ingest(grown)).sessions[0]
        assert (result.state, result.model_calls) == ("stored", 1)
        assert str(result.reason).startswith("session_changed: ")
        assert '"id": "m1"' in memory._chat.model.prompts[1]
        (claim,) = (await memory.history("Adaburg")).claims
        assert claim.statement == "Ada's home is Adaburg"


async def test_two_runs_that_try_a_failed_session_again_store_it_once(opened: Callable[..., AsyncMemory]) -> None:
    """The later one finds it stored, and ends nothing of it."""
    async with opened([Refused(500)]) as memory:
        await memory.ingest(SESSIONS[0])
    meeting: list[str] = []

    async def again(name: str) -> str:
        async with opened(lambda prompt: Slow(0.2, meeting.append(name) or sound(prompt))) as memory:
            return (await memory.ingest(SESSIONS[0])).sessions[0].state

    states = await asyncio.gather(again("one"), again("other"))
    assert (sorted(states), sorted(meeting)) == (["stored", "unchanged"], ["one", "other"])
    async with opened([]) as memory:
        reasons = await rows(memory, "MATCH (a:Assertion {tenant: $tenant}) RETURN a.ended_at AS ended")
    assert reasons == [{"ended": None}]


async def test_a_new_version_of_the_prompt_reads_again(
    opened: Callable[..., AsyncMemory], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the model was told is part of what was found; the version is kept on the session."""
    async with opened([lives("Ada"), {"claims": []}]) as memory:
        await memory.ingest(SESSIONS[0])
        load = prompts.load
        monkeypatch.setattr(prompts, "load", lambda name: replace(load(name), version=2))
        result = (await memory.ingest(SESSIONS[0])).sessions[0]
        assert (result.state, result.model_calls) == ("stored", 1)
        assert result.reason == "read_again: by scriptedmodel:one distil/2"
        assert [claim.standing for claim in (await memory.history("Adaburg")).claims] == ["unsupported"]


async def test_erasing_takes_summary_and_reply_with_it(opened: Callable[..., AsyncMemory]) -> None:
    """R6: what a model wrote about a message goes with the message."""
    secret = "CANARY-5521"
    ada = lives("Ada") | {"summary": f"Said {secret}."}
    replies = {"Ada": ada, "Bo": f"Sure! {secret}", "Cy": Refused(400, f"bad {secret}")}
    async with opened(lambda prompt: replies[named(prompt)]) as memory:
        result = await memory.ingest(SESSIONS[:3])
        assert [one.state for one in result.sessions] == ["stored", "failed", "failed"]

        async def places() -> list[Any]:
            found = await memory.query("audit.residue", text=secret)
            return sorted(row[found.columns.index("property")] for row in found.rows)

        assert await places() == ["reason", "reply", "summary"]
        for row in await rows(memory, "MATCH (n:Note {tenant: $tenant}) RETURN n.id AS id ORDER BY id"):
            await memory.erase(row["id"])
        assert await places() == []


async def test_a_dry_run_reads_and_keeps_nothing(opened: Callable[..., AsyncMemory]) -> None:
    async with opened(sound) as memory:
        result = await memory.ingest(SESSIONS[:1], dry_run=True)
        assert (result.totals.stored, result.totals.claims, result.totals.model_calls) == (1, 1, 1)
        assert await snapshot(memory) == []


def test_a_model_that_is_not_there_is_named_with_what_to_install(kgmem: Command) -> None:
    """The command line says which package, and nothing is stored."""
    file = kgmem.file("sessions.json", SESSIONS)
    said = kgmem.error("ingest", file, "--distiller", "anthropic:some-model", code=2)
    assert "pip install langchain-anthropic" in said
    assert "Memory.open(model=...)" in kgmem.error("ingest", file, code=2, KGMEM_MODEL="nobody:some-model")
    assert "provider:model" in kgmem.error("ingest", file, "--distiller", "openai", code=2)
    assert "API_KEY" in kgmem.error("ingest", file, "--distiller", "openai:some-model", code=2, OPENAI_API_KEY="")


def test_the_blocking_client_takes_a_model_too(server: Server, tenant: str, embeddings: Embeddings) -> None:
    with Memory.open(
        tenant, settings=server.settings(), embeddings=embeddings, model=ScriptedModel(script=sound)
    ) as memory:
        assert memory.ingest(SESSIONS[0]).totals.claims == 1
        assert memory.ingest(SESSIONS[1], distiller="none").totals.claims == 0


def test_rules_read_where_they_are_asked_for(kgmem: Command) -> None:
    """A setting is for what says nothing else."""
    file = kgmem.file("sessions.json", SESSIONS)
    done = kgmem.json("ingest", file, "--distiller", "rules", KGMEM_MODEL="nobody:some-model")
    assert (done["totals"]["model_calls"], done["totals"]["claims"]) == (0, 5)
