"""Whether a server answers, asked without a driver: this is done before every command, so it has to be cheap."""

from __future__ import annotations

import base64
import json
import socket
import urllib.request
from http.client import HTTPException

from kgmem.errors import LocalServerError
from kgmem.local.config import HOST
from kgmem.local.home import State

PATIENCE = 2.0  # seconds for one answer from this same computer
QUERY_PATIENCE = 60.0  # the first query after a start also plans and warms

_BOLT_HELLO = bytes.fromhex("6060b01700000405000000040000000000000000")  # "Bolt?", versions 5.4 or 4

# Nothing that leaves this computer may be sent to a proxy, whatever the environment says.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def bolt_answers(port: int) -> bool:
    """Whether something on this port agrees to speak Bolt."""
    try:
        with socket.create_connection((HOST, port), PATIENCE) as connection:
            connection.sendall(_BOLT_HELLO)
            answer = connection.recv(4, socket.MSG_WAITALL)
            return len(answer) == 4 and any(answer)
    except OSError:
        return False


def is_up(state: State) -> bool:
    """Whether the server with these ports serves both: HTTP, which comes last, names the Bolt port as its own."""
    try:
        with _opener.open(f"http://{HOST}:{state.http}/", timeout=PATIENCE) as response:
            discovery = json.load(response)
    except (OSError, HTTPException, ValueError):
        return False
    return str(discovery.get("bolt_direct", "")).endswith(f":{state.bolt}") and bolt_answers(state.bolt)


def text(url: str) -> str | None:
    """What a server on this computer serves there; None where that is nothing."""
    try:
        with _opener.open(url, timeout=PATIENCE) as response:
            return str(response.read().decode(errors="replace"))
    except (OSError, HTTPException):
        return None


def single_value(state: State, user: str, password: str, cypher: str) -> int:
    """The one number a constant query returns. Raises LocalServerError when the database does not give it."""
    token = base64.b64encode(f"{user}:{password}".encode()).decode()
    request = urllib.request.Request(
        f"http://{HOST}:{state.http}/db/neo4j/query/v2",
        data=json.dumps({"statement": cypher}).encode(),
        headers={"Authorization": f"Basic {token}", "Content-Type": "application/json", "Accept": "application/json"},
    )
    try:
        with _opener.open(request, timeout=QUERY_PATIENCE) as response:
            return int(json.load(response)["data"]["values"][0][0])
    except (OSError, HTTPException, ValueError, LookupError) as error:
        raise LocalServerError(f"The database does not answer a query: {error}") from error
