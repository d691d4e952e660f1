"""Run a server: on the streams of this process, or on a port."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from typing import Any

import anyio
import uvicorn
from mcp.server import MCPServer

from kgmem.errors import UsageError
from kgmem.mcp import http

LOOPBACK = "127.0.0.1"
"""Where a server listens that is told no host."""
ENDING_SECONDS = 5
"""How long a server that is told to end waits for calls under way."""


def on_stdio(server: MCPServer[None], interrupted: Callable[[], int]) -> None:
    """Serve one client on stdin and stdout until it hangs up. An interrupt ends the process at once, with the exit code
    of `interrupted`, since a read that waits for stdin cannot be given up."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(interrupted()))
    anyio.run(server.run_stdio_async)


def address(text: str) -> tuple[str, int]:
    """Host and port of `[HOST:]PORT`; port 0 takes a free one. Raises UsageError."""
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise UsageError(f"{text!r} is not of the form [HOST:]PORT", field="--http")
    return host.strip("[]") or LOOPBACK, int(port)


def on_http(server: MCPServer[None], place: str, token: str, ready: Callable[[str], None]) -> None:
    """Serve clients that bring `token` at `[HOST:]PORT` until the process is told to end; `ready` is given the URL once
    connections are taken. Raises UsageError for an address that cannot be listened at."""
    host, port = address(place)
    listening = _bound(host, port)
    shown = f"[{host}]" if ":" in host else host
    application: Any = http.guarded(server.streamable_http_app(host=host, streamable_http_path=http.PATH), token)
    config = uvicorn.Config(
        application, log_level="warning", access_log=False, ws="none", timeout_graceful_shutdown=ENDING_SECONDS
    )
    ready(f"http://{shown}:{listening.getsockname()[1]}{http.PATH}")
    uvicorn.Server(config).run(sockets=[listening])


def _bound(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server((host, port), family=family)
    except OSError as error:
        raise UsageError(f"cannot listen at {host}:{port}: {error.strerror}", field="--http") from error
    return listening
