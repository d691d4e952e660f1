"""The real OpenAI client of LangChain, against a server of the test's own: errors, delays and malformed replies."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from typing import Any

import anyio
import pytest
from langchain_openai import ChatOpenAI
from support import Server, planted, rows, session, snapshot

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings

from .command import Command
from .openai_server import Answer, serving

NAMES = ("calm", "busy", "faulty", "fenced", "prosy", "cut", "silent", "limited", "garbled")
FIVE = ("first", "second", "third", "fourth", "last")
SESSIONS = [session(name, [{"id": "m1", "speaker": name.title(), "text": f"I live in {name}burg."}]) for name in NAMES]
LEFT = """MATCH (s:Session {tenant: $tenant})
RETURN s.external_id AS id, COUNT { (s)<-[:RECORDED_IN]-(:Note) } AS notes, COUNT { (s)<-[:MADE_IN]-() } AS reasons
ORDER BY id"""


def claims(name: str) -> str:
    """A sound reply about one session."""
    claim = {
        "id": "c1", "kind": "fact", "statement": f"{name.title()} lives in {name}burg", "confidence": 0.8,
        "subject": {"kind": "person", "id": name.title()}, "predicate": "lives_in",
        "object": {"kind": "city", "id": f"{name}burg"},
        "support": [{"message": "m1", "quote": f"I live in {name}burg"}],
    }  # fmt: skip
    return json.dumps({"summary": f"{name} lives somewhere.", "claims": [claim], "relations": []})


def answer(prompt: str, times: int) -> Answer:
    """Each session meets trouble of its own."""
    name = next(name for name in NAMES if f"I live in {name}burg" in prompt)
    mended = "cannot be used" in prompt
    if name == "busy" and times == 0:
        return Answer(status=429, retry_after="0.01")
    if name == "faulty" and times == 0:
        return Answer(status=500)
    if name == "garbled" and times == 0:
        return Answer(body="<html>Bad gateway</html>", status=502)
    if name == "fenced":
        return Answer(f"```json\n{claims(name)}\n```")
    if name == "prosy" and not mended:
        return Answer("Sure! Here is what I found.")
    if name == "cut":
        return Answer(claims(name)[:120], cut=True)
    if name == "silent":
        return Answer(claims(name), seconds=600)
    if name == "limited":
        return Answer(status=429, retry_after="0")
    return Answer(claims(name))


EXPECTED = {
    "calm": ("stored", 1),
    "busy": ("stored", 2),
    "faulty": ("stored", 2),
    "garbled": ("stored", 2),
    "fenced": ("stored", 1),
    "prosy": ("stored", 2),
    "cut": ("failed", 2),
    "silent": ("failed", 1),
    "limited": ("failed", 3),
}
"""What becomes of each session, and the calls it takes."""


async def test_every_trouble_of_a_provider_ends_in_its_state(
    server: Server, tenant: str, embeddings: Embeddings
) -> None:
    """C33, C54, with the client that people use, passed in as it is."""
    with serving(answer) as provider:
        model = ChatOpenAI(model="m-1", base_url=provider.url, api_key="test-key-123", max_retries=0)  # type: ignore[arg-type]
        settings = server.settings(model_timeout=5, model_attempts=3)
        async with AsyncMemory.open(tenant, settings=settings, embeddings=embeddings, model=model) as memory:
            result = await memory.ingest(SESSIONS, concurrency=9)
            reasons = {one.external_id: str(one.reason).partition(":")[0] for one in result.sessions}
            assert {one.external_id: (one.state, one.model_calls) for one in result.sessions} == EXPECTED
            assert (reasons["cut"], reasons["silent"], reasons["limited"]) == ("bad_reply", "timeout", "rate_limited")
            assert len(provider.requests) == sum(calls for _, calls in EXPECTED.values()) == result.totals.model_calls
            told = [one for one in EXPECTED if one not in ("silent", "limited")]
            assert result.totals.input_tokens == 50 * (len(told) + 2), "the two repairs were told too"
            (claim,) = (await memory.history("Calm")).claims
            (reason,) = (await memory.explain(claim.id)).assertions
            assert reason.model == "openai:m-1"
    first = provider.requests[0]
    assert first["path"] == "/v1/chat/completions"
    assert first["response_format"]["type"] == "json_schema"
    assert "claims" in first["response_format"]["json_schema"]["schema"]["properties"]


def test_the_command_line_reads_with_a_model_by_its_name(kgmem: Command) -> None:
    """Exit code 4 and a report in words where one failed; the same again reads that one only, and ends with 0."""
    broken = True

    def reply(prompt: str, times: int) -> Answer:
        return Answer(status=429, retry_after="0") if broken and "busyburg" in prompt else answer(prompt, 1)

    with serving(reply) as provider:
        told: dict[str, Any] = {
            "KGMEM_MODEL": "openai:m-1", "KGMEM_MODEL_ATTEMPTS": "2", "OPENAI_BASE_URL": provider.url,
            "OPENAI_API_KEY": "sk-test-123456789", "KGMEM_CONCURRENCY": "2",
        }  # fmt: skip
        file = kgmem.file("sessions.json", SESSIONS[:3])
        said = kgmem("ingest", file, code=4, **told).stdout
        assert "3 sessions: 2 stored, 0 unchanged, 1 failed, 0 rejected" in said
        assert "4 model calls (0 repairs), 100 tokens in, 14 out" in said
        assert "busy: failed: rate_limited: " in said
        assert "sk-test" not in said
        broken = False
        again = kgmem.json("ingest", file, **told)
        assert [one["state"] for one in again["sessions"]] == ["unchanged", "stored", "unchanged"]
        assert again["totals"]["model_calls"] == 1
        assert {one["key"] for one in provider.requests} == {"Bearer sk-test-123456789"}


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
async def test_a_run_that_ends_in_the_middle_pays_for_nothing_twice(
    kgmem: Command, memory: AsyncMemory, ending: signal.Signals
) -> None:
    """C54: of five sessions two are stored; the same command asks for three, and the store is that of a calm run."""
    sessions = [session(name, [{"id": "m1", "speaker": name, "text": f"I live in {name}burg."}]) for name in FIVE]
    file, reached = kgmem.file("sessions.json", sessions), threading.Event()

    def hangs(prompt: str, times: int) -> Answer:
        if f"I live in {FIVE[2]}burg" not in prompt:
            return calm(prompt, times)
        reached.set()
        return Answer(calm(prompt, times).text, seconds=600)

    def calm(prompt: str, times: int) -> Answer:
        return Answer(claims(next(name for name in FIVE if f"I live in {name}burg" in prompt)))

    with serving(hangs) as provider:
        told = {"KGMEM_MODEL": "openai:m-1", "OPENAI_BASE_URL": provider.url, "OPENAI_API_KEY": "none"}
        clean = {name: value for name, value in os.environ.items() if not name.startswith("KGMEM_")}
        command = [sys.executable, "-m", "kgmem", "ingest", file, "--concurrency", "1"]
        environment = {**clean, **kgmem.environment, "KGMEM_TENANT": kgmem.tenant, **told}
        async with await anyio.open_process(command, cwd=kgmem.cwd, env=environment) as running:
            with anyio.fail_after(120):
                for _ in range(2_400):
                    if reached.is_set() and len(await rows(memory, LEFT)) == 2:
                        break
                    await anyio.sleep(0.05)
                running.send_signal(ending)
                assert await running.wait() == (-ending if ending == signal.SIGKILL else 130)
    assert await rows(memory, LEFT) == [{"id": name, "notes": 1, "reasons": 1} for name in FIVE[:2]]
    with serving(calm) as provider:
        done = kgmem.json("ingest", file, **{**told, "OPENAI_BASE_URL": provider.url})
        assert [one["state"] for one in done["sessions"]] == ["unchanged"] * 2 + ["stored"] * 3
        assert done["totals"]["model_calls"] == len(provider.requests) == 3
        resumed = await snapshot(memory)
        await planted(memory, "MATCH (n) WHERE n.tenant = $tenant DETACH DELETE n")
        kgmem.json("ingest", file, **{**told, "OPENAI_BASE_URL": provider.url})
    assert await snapshot(memory) == resumed
