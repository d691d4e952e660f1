"""Servers for agents as processes of their own, and clients of them."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

TOKEN = "a-token-of-the-tests"
COMMAND = (sys.executable, "-m", "kgmem", "mcp")

Connect = Callable[[], contextlib.AbstractAsyncContextManager[Client]]


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """That of this process without settings of kgmem, and `env`."""
    return {name: value for name, value in os.environ.items() if not name.startswith("KGMEM_")} | dict(env)


@contextlib.asynccontextmanager
async def on_stdio(env: Mapping[str, str], *options: str, command: tuple[str, ...] = COMMAND) -> AsyncIterator[Client]:
    """A client of a server of its own."""
    program, *first = command
    parameters = StdioServerParameters(command=program, args=[*first, *options], env=environment(env))
    async with Client(stdio_client(parameters)) as client:
        yield client


@contextlib.contextmanager
def listening(env: Mapping[str, str], *options: str, command: tuple[str, ...] = COMMAND) -> Iterator[tuple[str, str]]:
    """The URL of a server on a free port, and all that it said on stderr before."""
    with subprocess.Popen(
        [*command, "--http", "0", *options], env=environment(env), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        said = ""
        while "Serving " not in said or ("KGMEM_MCP_TOKEN" not in env and "Token: " not in said):
            line = process.stderr.readline()
            assert line, said
            said += line
        try:
            yield said.split("Serving ")[1].split("\n")[0], said
        finally:
            process.terminate()
            process.wait(30)


@contextlib.asynccontextmanager
async def over_http(url: str, token: str | None = TOKEN) -> AsyncIterator[Client]:
    """A client of the server at `url`."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=120) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


async def called(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured result of a call that succeeds."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return dict(result.structured_content)


async def refused(client: Client, tool: str, **arguments: Any) -> dict[str, str]:
    """Code and message of a call that fails."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.content
    assert result.structured_content is not None
    text = "".join(getattr(one, "text", "") for one in result.content)
    assert "Traceback" not in text
    error: dict[str, str] = result.structured_content["error"]
    assert error["message"] in text or '"' in error["message"]
    return error
