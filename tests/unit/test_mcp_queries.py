"""Which saved queries an agent may run and read: the audits, and nothing that is a part of a verb."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from kgmem.errors import QueryError
from kgmem.graph.queries import catalogue
from kgmem.mcp import resources, tools
from kgmem.models import QueryResult


class Ran:
    """A memory that tells which queries it was asked for."""

    def __init__(self) -> None:
        self.names: list[str] = []

    async def query(self, name: str, /, **parameters: Any) -> QueryResult:
        """No rows."""
        self.names.append(name)
        return QueryResult(name=name, columns=(), rows=())


async def test_an_agent_runs_and_reads_the_queries_that_are_listed_and_no_others() -> None:
    """I4: another program's graph, which knows no tenants, least of all."""
    listed = {one["name"] for one in json.loads(resources.saved())["queries"]}
    assert listed == {name for name in catalogue() if name.startswith("audit.")}
    memory: Any = Ran()
    for name in catalogue():
        if name in listed:
            assert (await tools.query(memory, name)).name == name
            assert resources.text(name) == catalogue()[name].text
            continue
        with pytest.raises(QueryError, match="kgmem://queries"):
            await tools.query(memory, name)
        with pytest.raises(ResourceNotFoundError, match="kgmem://queries"):
            resources.text(name)
    assert set(memory.names) == listed
