"""What Neo4j Browser is to hold when it opens: the connection, the style and the saved queries. Pure."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from kgmem.browse import style
from kgmem.browse.pages import contents
from kgmem.browse.scripts import FOLDERS, common, scripts

CONNECTION = "$$discovery"
"""Browser's own name of its one connection."""

SETTINGS = {
    "useReadTransactions": True,  # a hand that writes past kgmem breaks its laws; Browser's settings turn it off
    "allowCrashReports": False,
    "allowUserStats": False,
    "initialNodeDisplay": 300,
}
"""Of a Browser that has none yet."""


def ready(bolt: str, user: str, password: str, tenant: str, query: str) -> dict[str, Any]:
    """The document that pages/open.js takes: what goes into Browser's storage, and where to go then."""
    return {
        "connections": {
            "allConnectionIds": [CONNECTION],
            "connectionsById": {
                CONNECTION: {
                    "id": CONNECTION,
                    "name": CONNECTION,
                    "type": "bolt",
                    "host": bolt,
                    "username": user,
                    "password": password,
                    "authenticationMethod": "NATIVE",
                }
            },
        },
        "first_settings": SETTINGS,
        "settings": {"initCmd": common(tenant)},
        "grass": style.parse(contents()["style.grass"]),
        "folders": [{"id": f"kgmem-{room}", "name": name} for room, name in FOLDERS.items()],
        "documents": [
            {"id": f"kgmem.{one.name}", "folder": f"kgmem-{one.name.partition('.')[0]}", "content": one.content}
            for one in scripts(tenant)
        ],
        "target": f"/browser/?{urlencode({'cmd': 'edit', 'arg': query}, quote_via=quote)}",
    }


HOSTED = "https://browser.neo4j.io"
"""Neo4j's own Browser, for servers that speak TLS, such as Aura's; others serve Browser themselves."""
HTTP_PORT = 7474
"""Where a server in a container, or of one's own, serves Browser unless it is told otherwise."""


def browser_of(uri: str, user: str) -> str:
    """Where a server's Browser is likely to be, with its address and the user to connect as filled in."""
    parts = urlsplit(uri)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    home = HOSTED if "+s" in parts.scheme else f"http://{host}:{HTTP_PORT}/browser"
    asked = {"dbms": f"{parts.scheme}://{user}@{parts.netloc.rpartition('@')[2]}", "preselectAuthMethod": "NATIVE"}
    return f"{home}/?{urlencode(asked, quote_via=quote)}"
