"""`kgmem mcp` as an agent meets it: real clients, over both transports."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import anyio
import httpx2
import pytest
from mcp import MCPError
from mcp.types import TextContent
from support import ROOT, Server, document, fact, message, session

from kgmem import AsyncMemory
from kgmem.mcp import tools

from .agents import TOKEN, Connect, called, listening, on_stdio, over_http, refused
from .command import Command
from .conftest import EXAMPLE

MOVED = "Where does Ana live?"


def lives(id: str, city: str, day: str, source: dict[str, Any]) -> dict[str, Any]:
    """A session that says where Ana lives."""
    text = f"Ana lives in {city}."
    claim = {
        "id": "c1", "statement": f"Ana lives in {city}", "subject": {"kind": "person", "id": "Ana"},
        "predicate": "lives_in", "object": {"kind": "city", "id": city}, "confidence": 0.9,
        "support": [{"message": "m1", "quote": f"lives in {city}"}],
    }  # fmt: skip
    return session(id, [message("m1", text, source=source)], [claim], started_at=day)


OLD = lives("s1", "Oslo", "2026-03-02T09:00:00Z", document("letter-1"))
SAME_DAY = lives("s2", "Bergen", "2026-03-02T09:00:00Z", document("letter-2"))


@pytest.fixture(scope="module")
def url(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server over HTTP that all tests of this module share: every call may name a tenant."""
    home = str(tmp_path_factory.mktemp("mcp") / "no-embedded-server")
    env = server.environment | {"KGMEM_HOME": home, "KGMEM_MCP_TOKEN": TOKEN}
    with listening(env, "--any-tenant") as (url, _):
        yield url


@pytest.fixture(params=["stdio", "http"])
def connect(request: pytest.FixtureRequest, server: Server, tenant: str, tmp_path: Any) -> Iterator[Connect]:
    """Clients of a server of that kind, which is the test's tenant's."""
    env = server.environment | {"KGMEM_HOME": str(tmp_path / "none"), "KGMEM_MCP_TOKEN": TOKEN}
    if request.param == "stdio":
        yield lambda: on_stdio(env, "--tenant", tenant)
    else:
        with listening(env, "--tenant", tenant) as (url, _):
            yield lambda: over_http(url)


async def test_an_agent_remembers_two_contradicting_sessions_and_settles_them(connect: Connect) -> None:
    """The whole way, by typed results: remember, ask, conflicts, explain, retract, ask again, history, restore."""
    async with connect() as client:
        assert (await refused(client, "ask", question=MOVED))["code"] == "tenant_not_found"
        for one in (OLD, SAME_DAY):
            assert (await called(client, "remember", session=one))["totals"]["claims"] == 1
        assert (await called(client, "remember", session=OLD))["sessions"][0]["state"] == "unchanged"
        answer = await called(client, "ask", question=MOVED)
        assert answer["status"] == "disputed"
        (open_one,) = (await called(client, "conflicts"))["conflicts"]
        assert {open_one["claim"]["statement"], open_one["other"]["statement"]} == {
            "Ana lives in Oslo",
            "Ana lives in Bergen",
        }
        wrong = next(one for one in answer["claims"] if one["statement"] == "Ana lives in Oslo")
        shown = await called(client, "explain", id=wrong["id"])
        (source,) = shown["sources"]
        assert (source["external_id"], shown["assertions"][0]["supports"][0]["quote"]) == ("letter-1", "lives in Oslo")
        dry = await called(client, "retract", id=source["id"], dry_run=True)
        done = await called(client, "retract", id=source["id"], reason="a forgery", by="the agent")
        assert (dry["retraction"], dry["affected"]) == (None, done["affected"])
        assert [one["standing_after"] for one in done["affected"]] == ["unsupported"]
        after = await called(client, "ask", question=MOVED)
        assert (after["status"], after["answer"]) == ("answered", "Ana lives in Bergen [1].")
        assert (await called(client, "conflicts"))["conflicts"] == []
        assert len((await called(client, "history", entity="Ana"))["claims"]) == 2
        await called(client, "restore", id=done["retraction"])
        assert (await called(client, "ask", question=MOVED))["answer"] == answer["answer"]


async def test_what_a_model_reads_is_the_text_and_a_program_has_the_rest(connect: Connect) -> None:
    """A recall reads as its context, an answer with what its numbers stand for."""
    async with connect() as client:
        await called(client, "remember", session=EXAMPLE)
        result = await client.call_tool("recall", {"question": "Which pump feeds V-12?"})
        assert result.structured_content is not None
        assert [one.text for one in result.content if isinstance(one, TextContent)] == [
            result.structured_content["context"]
        ]
        answer = await client.call_tool("ask", {"question": "Which pump feeds V-12?", "as_of": "2024-07-01"})
        assert answer.structured_content is not None
        text = "".join(one.text for one in answer.content if isinstance(one, TextContent))
        assert all(id in text for id in answer.structured_content["citations"])
        assert text.startswith("P-101A feeds V-12 [1].")


async def test_sessions_without_claims_are_read_by_the_server(connect: Connect) -> None:
    """With the distiller that the settings name: here the rules."""
    async with connect() as client:
        told = session("talk", [message("m1", "I live in Oslo.", speaker="Ana", role="user")])
        assert (await called(client, "remember", session=told))["totals"]["claims"] >= 1


# ---- what a server tells of itself ----


async def test_every_tool_says_what_it_takes_and_what_it_gives(connect: Connect) -> None:
    async with connect() as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(listed) == {verb.__name__ for verb in (*tools.READING, *tools.CHANGING)}
        for tool in listed.values():
            assert len(tool.description or "") > 100
            assert tool.output_schema is not None
            assert tool.output_schema["type"] == "object"
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint == (tool.name not in {"remember", "retract", "restore"})
            for name, said in tool.input_schema["properties"].items():
                assert "description" in said or "$ref" in said, (tool.name, name)
            assert "tenant" not in tool.input_schema["properties"]


async def test_resources_tell_the_schema_the_ontology_and_the_saved_queries(connect: Connect) -> None:
    """All of them can be read, and the queries listed are those that run."""
    async with connect() as client:
        read = {}
        for one in (await client.list_resources()).resources:
            (content,) = (await client.read_resource(one.uri)).contents
            read[one.name] = json.loads(content.text)  # type: ignore[union-attr]
        assert set(read) == {"schema", "ontology", "queries"}
        assert read["schema"]["labels"]["Event"]["also"] == ["Claim"]
        joined = {(one["from"], one["type"], one["to"]) for one in read["schema"]["relationships"]}
        assert {("Claim", "ASSERTED_BY", "Assertion"), ("Claim", "CONTRADICTS", "Claim")} <= joined
        assert read["ontology"]["predicates"]["lives_in"]["functional"]
        names = [one["name"] for one in read["queries"]["queries"]]
        assert "audit.single_source" in names
        (template,) = (await client.list_resource_templates()).resource_templates
        (content,) = (await client.read_resource(template.uri_template.format(name=names[0]))).contents
        assert f"// name:    {names[0]}" in content.text  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="no saved query"):
            await client.read_resource("kgmem://queries/audit.nothing")


async def test_saved_queries_run_by_name_and_nothing_else_does(connect: Connect) -> None:
    """Read-only ones: no Cypher of the agent's own, none that writes, no other tenant."""
    async with connect() as client:
        await called(client, "remember", session=EXAMPLE)
        found = await called(client, "query", name="audit.resting_on_source", parameters={"source": "PID-7"})
        assert found["rows"]
        assert found["left_out"] == 0
        cut = await called(client, "query", name="audit.resting_on_source", parameters={"source": "PID-7"}, limit=1)
        assert (cut["rows"], cut["left_out"]) == (found["rows"][:1], len(found["rows"]) - 1)
        for name in ("MATCH (n) DETACH DELETE n", "erase.claims", "write.claims"):
            assert (await refused(client, "query", name=name))["code"] == "query"
        other = {"source": "PID-7", "tenant": "another"}
        assert (await refused(client, "query", name="audit.resting_on_source", parameters=other))["code"] == "query"


# ---- what goes wrong ----


async def test_bad_arguments_are_told_with_code_and_field_and_change_nothing(connect: Connect) -> None:
    async with connect() as client:
        known = (await called(client, "remember", session=OLD))["sessions"][0]["id"]
        wrong: list[tuple[str, dict[str, Any], str, str]] = [
            ("ask", {}, "usage", "question"),
            ("ask", {"question": 3}, "usage", "question"),
            ("ask", {"question": "x", "budget": -1}, "usage", "budget"),
            ("ask", {"question": "x", "as_of": "soon"}, "usage", "as_of"),
            ("ask", {"question": "x", "tenant": "another"}, "usage", "tenant"),
            ("explain", {"id": "clm-1"}, "not_found", "clm-1"),
            ("explain", {"id": known}, "wrong_kind", known),
            ("retract", {"id": "clm-1"}, "not_found", "clm-1"),
            ("retract", {"id": "clm-1", "policy": "hard"}, "usage", "policy"),
            ("restore", {"id": "prn-" + 32 * "0"}, "wrong_kind", "prn-"),
            ("history", {"entity": "Nobody"}, "not_found", "Nobody"),
            ("query", {"name": "audit.resting_on_source"}, "query", "source"),
            ("remember", {"session": {}}, "bad_input", "id"),
            ("remember", {"session": __file__}, "usage", "session"),
            ("remember", {"session": [OLD]}, "usage", "session"),
            (
                "remember",
                {"session": {"id": "s", "messages": [{"text": 3.5, "sent_at": "noon"}]}},
                "bad_input",
                "sent_at",
            ),
            ("forget", {}, "usage", "forget"),
        ]
        for tool, arguments, code, said in wrong:
            error = await refused(client, tool, **arguments)
            assert error["code"] == code, (tool, arguments, error)
            assert said in error["message"], (tool, arguments, error)
        assert (await called(client, "remember", session=OLD))["sessions"][0]["state"] == "unchanged"


async def test_a_claim_that_cannot_be_stored_is_told_and_leaves_the_others(connect: Connect) -> None:
    """The shape that is published describes and does not check: an item is rejected with its code."""
    async with connect() as client:
        claims = [
            fact("good", [{"message": "m1"}]),
            fact("bad", [], confidence="high"),
            {"id": "worse", "confidence": None},
        ]
        result = await called(client, "remember", session=session("s", [message("m1", "alpha is with beta")], claims))
        (stored,) = result["sessions"]
        assert (stored["state"], stored["claims"]) == ("stored", 1)
        assert {(one["item"], one["code"]) for one in stored["rejected"]} == {
            ("bad", "bad_confidence"),
            ("worse", "malformed"),
        }


async def test_calls_at_once_are_each_answered_with_their_own(connect: Connect) -> None:
    """Twenty sessions and forty questions, all under way together."""
    cities = [f"Town-{number}" for number in range(20)]
    async with connect() as client:
        await called(client, "remember", session=OLD)
        answers: dict[str, str] = {}

        async def remember(city: str) -> None:
            text = f"The depot of {city} holds pumps."
            claim = fact("c", [{"message": "m1"}], subject=f"depot of {city}", object="pumps")
            await called(client, "remember", session=session(city, [message("m1", text)], [claim]))
            await called(client, "ask", question=MOVED)
            answers[city] = (await called(client, "recall", question=f"depot of {city}"))["context"]

        async with anyio.create_task_group() as together:
            for city in cities:
                together.start_soon(remember, city)
        assert all(f"depot of {city} relates to pumps" in answers[city] for city in cities)


# ---- who may come in ----


async def test_http_refuses_whoever_does_not_bring_the_token(url: str) -> None:
    """401 for every path and method, before anything is read."""
    async with httpx2.AsyncClient() as http:
        for headers in (
            {},
            {"Authorization": "Bearer other"},
            {"Authorization": TOKEN},
            {"Authorization": "Basic eA=="},
        ):
            for method, where in (("POST", url), ("GET", url), ("GET", url.removesuffix("/mcp") + "/")):
                response = await http.request(method, where, headers=headers)
                assert response.status_code == 401
                assert response.headers["www-authenticate"] == "Bearer"
                assert TOKEN not in response.text
    with pytest.raises(Exception):  # noqa: B017, PT011  # whatever the client makes of it
        async with over_http(url, "other") as client:
            await client.list_tools()


async def test_a_token_is_made_and_told_once_where_none_is_set(server: Server, tenant: str, tmp_path: Any) -> None:
    env = server.environment | {"KGMEM_HOME": str(tmp_path / "none")}
    with listening(env, "--tenant", tenant) as (url, said):
        assert said.count("Token: ") == 1
        token = said.split("Token: ")[1].split("\n")[0]
        assert len(token) >= 40
        async with over_http(url, token) as client:
            assert (await client.list_tools()).tools


async def test_any_tenant_is_named_by_the_call_where_that_is_allowed(url: str, tenant: str) -> None:
    """Each its own: what one remembers no other finds (law I4)."""
    async with over_http(url) as client:
        await called(client, "remember", session=OLD, tenant=tenant)
        assert (await called(client, "ask", question=MOVED, tenant=tenant))["status"] == "answered"
        assert (await refused(client, "ask", question=MOVED, tenant=f"{tenant}-2"))["code"] == "tenant_not_found"
        assert (await refused(client, "ask", question=MOVED, tenant=" "))["code"] == "usage"
        (shown,) = [tool for tool in (await client.list_tools()).tools if tool.name == "ask"]
        assert "tenant" in shown.input_schema["properties"]


async def test_more_tenants_than_are_kept_open_are_served(
    server: Server, tenant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The memory that was used least lately is closed for a further one, never one that is in use."""
    from kgmem.mcp.pool import Pool

    monkeypatch.setattr("kgmem.mcp.pool.OPEN_TENANTS", 2)
    made: list[AsyncMemory] = []

    def opener(named: str | None) -> AsyncMemory:
        made.append(AsyncMemory(named, settings=server.settings()))
        return made[-1]

    pool = Pool(opener)
    async with pool.memory(f"{tenant}-0") as first:
        await first.store()
        for number in (1, 2, 3):
            async with pool.memory(f"{tenant}-{number}") as memory:
                await memory.store()
        assert [one._store is not None for one in made] == [True, False, True, True]
    assert [one._store is not None for one in made] == [False, False, True, True]
    await pool.close()
    assert [one._store is not None for one in made] == 4 * [False]


def test_addresses_that_cannot_be_listened_at_are_usage_errors(kgmem: Command) -> None:
    for place in ("eighty", "127.0.0.1:", "127.0.0.1:99999", "192.0.2.1:8765"):
        assert "--http" in kgmem.error("mcp", "--http", place, code=2)


def test_without_the_extra_the_command_names_it(kgmem: Command) -> None:
    """A package of that name that is none stands for one that is missing."""
    hidden = kgmem.cwd / "hidden"
    hidden.mkdir()
    (hidden / "mcp.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'mcp'\", name='mcp')\n", encoding="utf-8"
    )
    said = kgmem.error("mcp", code=2, PYTHONPATH=f"{hidden}{os.pathsep}{ROOT}")
    assert "kgmem[mcp]" in said


# ---- a client of other people ----


async def test_fastmcps_client_completes_a_contradiction(server: Server, tenant: str, tmp_path: Any) -> None:
    """Remember two contradicting sessions, ask, explain, retract, ask again, with another package's client."""
    fastmcp = pytest.importorskip("fastmcp")
    env = server.environment | {"KGMEM_HOME": str(tmp_path / "none"), "KGMEM_MCP_TOKEN": TOKEN}
    with listening(env, "--tenant", tenant) as (url, _):
        async with fastmcp.Client(url, auth=TOKEN) as client:
            for one in (OLD, SAME_DAY):
                stored = await client.call_tool("remember", {"session": one})
                assert stored.structured_content["sessions"][0]["state"] == "stored"
            asked = (await client.call_tool("ask", {"question": MOVED})).structured_content
            assert asked["status"] == "disputed"
            wrong = next(one["id"] for one in asked["claims"] if one["statement"] == "Ana lives in Oslo")
            shown = (await client.call_tool("explain", {"id": wrong})).structured_content
            taken = await client.call_tool("retract", {"id": shown["sources"][0]["id"], "reason": "a forgery"})
            assert taken.structured_content["changed"] >= 1
            again = (await client.call_tool("ask", {"question": MOVED})).structured_content
            assert (again["status"], again["answer"]) == ("answered", "Ana lives in Bergen [1].")
            with pytest.raises(fastmcp.exceptions.ToolError, match="not_found"):
                await client.call_tool("explain", {"id": "clm-1"})
