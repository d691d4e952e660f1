"""What an agent can read: the graph's schema, the ontology, the audits and their texts."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from kgmem.errors import QueryError
from kgmem.graph import queries
from kgmem.ontology import Ontology

SCHEME = "kgmem://"
AUDITS = "audit."
"""What the names of the queries start with that are for people and agents; the others are parts of a verb."""


def add(server: MCPServer[None], known: Ontology) -> None:
    """Add the resources to `server`, whose ontology is `known`."""

    def declared() -> str:
        """Kinds of entities with their parents, and predicates: of a functional one a subject has one object at a time,
        so that a newer claim ends the older. What is not declared may be used too."""
        return _json(dataclasses.asdict(known))

    for uri, reader, kind in (
        (f"{SCHEME}schema", schema, "application/json"),
        (f"{SCHEME}ontology", declared, "application/json"),
        (f"{SCHEME}queries", saved, "application/json"),
        (f"{SCHEME}queries/{{name}}", text, "text/plain"),
    ):
        said = " ".join((reader.__doc__ or "").split())
        server.resource(uri, name=uri.removeprefix(SCHEME), description=said, mime_type=kind)(reader)


def schema() -> str:
    """The graph: its labels and relationship types, with their properties and what each means."""
    from kgmem.graph import describing

    return _json(describing.described())


def saved() -> str:
    """The saved queries that the tool `query` runs: names, what they say, parameters, columns, order."""
    found = [one for name, one in queries.saved().items() if name.startswith(AUDITS)]
    return _json({"queries": [one.header() for one in found]})


def text(name: str) -> str:
    """The Cypher of a saved query that the tool `query` runs, with its header."""
    try:
        return audit(name).text
    except QueryError as error:
        raise ResourceNotFoundError(str(error)) from error


def audit(name: str) -> queries.Query:
    """The saved query of that name that an agent may run. Raises QueryError."""
    if not name.startswith(AUDITS):
        raise QueryError(f"no saved query is named {name!r}; the resource {SCHEME}queries lists them")
    return queries.saved_one(name)


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)
