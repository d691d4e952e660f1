"""Streamable HTTP for those who bring the token. Pure of kgmem: an ASGI application before another one."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

PATH = "/mcp"
"""Where clients find the server."""
TOKEN_BYTES = 32
"""Of a token that is made: as long as the hash it is compared by."""

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_REFUSED = b'{"error": {"code": "unauthorized", "message": "send the header Authorization: Bearer TOKEN"}}'


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def guarded(application: Application, token: str) -> Application:
    """`application` for requests that bring `token`; the others are answered 401, whatever they ask for."""
    expected = b"Bearer " + token.encode()

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _brings(scope, expected):
            await application(scope, receive, send)
            return
        headers = [(b"content-type", b"application/json"), (b"www-authenticate", b"Bearer")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body", "body": _REFUSED})

    return guard


def _brings(scope: Scope, expected: bytes) -> bool:
    given = [value for name, value in scope.get("headers", ()) if name == b"authorization"]
    return scope["type"] == "http" and len(given) == 1 and hmac.compare_digest(given[0], expected)
