"""Hands a document to a page of this computer, once: what must not stand in an address travels this way.

The page is told a port and a token behind the # of its address, which no browser sends anywhere. Who first asks with
the token gets the document, and the server ends; an address that is found later, in a history, opens nothing.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from time import monotonic
from typing import Any

HOST = "127.0.0.1"
PATIENCE = 60.0
"""Seconds that a browser has to start and to ask."""


def offer(
    document: Mapping[str, Any], origin: str, opened: Callable[[str], object], *, patience: float = PATIENCE
) -> bool:
    """Calls `opened` with what to put behind the # of the page's address, and waits until the page has the document.

    Returns whether it took it in time. Only pages of `origin` can read it.
    """
    server = _Once((HOST, 0), document, origin)
    try:
        opened(f"{server.server_port}/{server.token}")
        end = monotonic() + patience
        while not server.taken and (left := end - monotonic()) > 0:
            server.timeout = left
            server.handle_request()
        return server.taken
    finally:
        server.server_close()


class _Once(HTTPServer):
    def __init__(self, address: tuple[str, int], document: Mapping[str, Any], origin: str) -> None:
        super().__init__(address, _Handler)
        self.body, self.origin = json.dumps(document).encode(), origin
        self.token, self.taken = secrets.token_urlsafe(32), False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that went away before it had the document may ask again; whatever else goes wrong is shown."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: _Once
    timeout = 5  # seconds a client may be silent: one that never asks shall not keep the page waiting

    def do_GET(self) -> None:
        """The document for the token, from the page alone; nothing else is here."""
        right = secrets.compare_digest(self.path.encode(), f"/{self.server.token}".encode())
        if not right or self.headers.get("Origin") != self.server.origin or self.headers.get("Host") != self._own():
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(self.server.body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Access-Control-Allow-Origin", self.server.origin)
        self.end_headers()
        self.wfile.write(self.server.body)
        self.server.taken = True

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing: a line would hold the token."""

    def _own(self) -> str:
        return f"{HOST}:{self.server.server_port}"
