"""kgmem mcp."""

from __future__ import annotations

from typing import Annotated

import typer

from kgmem.cli import common
from kgmem.errors import MissingExtra


def register(app: typer.Typer) -> None:
    """Add mcp."""
    app.command()(mcp)


def mcp(
    http: Annotated[
        str | None, typer.Option("--http", metavar="[HOST:]PORT", help="Listen there for HTTP; else stdin and stdout.")
    ] = None,
    any_tenant: Annotated[
        bool, typer.Option("--any-tenant", help="Every call may name a tenant; else all are this server's.")
    ] = False,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Serve agents: the verbs as tools of the Model Context Protocol, on stdin and stdout or over HTTP.

    With --http, requests must bring the token of KGMEM_MCP_TOKEN; without it one is made and printed on stderr.

    Example: kgmem mcp --http 8765
    """
    try:
        from kgmem.mcp import running
        from kgmem.mcp.server import build
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith(("mcp", "uvicorn")):
            raise
        raise MissingExtra("serving agents", "mcp") from error
    from kgmem.embedding import resolve
    from kgmem.mcp.http import new_token
    from kgmem.memory import AsyncMemory
    from kgmem.models import Served

    settings = common.settings()
    embeddings = resolve(settings.embedding, common.say)

    def opener(named: str | None) -> AsyncMemory:
        return AsyncMemory(tenant if named is None else named, settings=settings, embeddings=embeddings, say=common.say)

    server = build(opener, opener(None).ontology, any_tenant=any_tenant)
    given = settings.mcp_token.get_secret_value() if settings.mcp_token else None
    token = given or new_token()

    def ready(url: str) -> None:
        common.emit(Served(url=url), lambda: common.say(f"Serving {url}"))
        if given is None:
            common.say(f"Token: {token}")

    if http is None:
        running.on_stdio(server, common.interrupted)
        return
    try:
        running.on_http(server, http, token, ready)
    except KeyboardInterrupt:
        common.say("kgmem: interrupted")  # with --json, the one document is out since it serves
        raise typer.Exit(common.INTERRUPTED) from None
