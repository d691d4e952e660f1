"""kgmem queries, query."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from kgmem.cli import common
from kgmem.errors import UsageError

if TYPE_CHECKING:
    from kgmem.graph.queries import Query
    from kgmem.models import QueryResult


def register(app: typer.Typer) -> None:
    """Add queries and query."""
    for command in (queries, query):
        app.command()(command)


def queries(
    tenant: common.Tenant = None,
    every: Annotated[bool, typer.Option("--all", help="Also those that recall runs, not only the audits.")] = False,
    as_json: common.AsJson = False,
) -> None:
    """List the saved read-only queries with their headers."""
    from kgmem.graph.queries import catalogue

    found = [q for name, q in catalogue().items() if q.mode == "read" and (every or name.startswith("audit."))]
    common.emit({"queries": [_header(one) for one in found]}, lambda: _print_headers(found))


def query(
    name: Annotated[str, typer.Argument(help="Name of a saved query, as `kgmem queries` lists it.")],
    param: Annotated[list[str] | None, typer.Option("--param", help="k=v; as often as needed.")] = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Run a saved read-only query.

    Example: kgmem query audit.resting_on_source --param source=PID-7
    """
    parameters = dict(_pair(text) for text in param or [])
    result = common.remember(tenant, lambda memory: memory.query(name, **parameters))
    common.emit(result, lambda: _print_rows(result))


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise UsageError(f"{text!r} is not of the form k=v", field="--param")
    return key, value


def _header(one: Query) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "grain": one.grain,
        "law": one.law,
        "why": one.why,
        "params": [{"name": c.name, "type": c.type, "meaning": c.meaning} for c in one.params],
        "returns": [{"name": c.name, "type": c.type, "meaning": c.meaning} for c in one.returns],
        "order": one.order,
        "example": one.example,
    }


def _print_headers(found: list[Query]) -> None:
    for one in found:
        _print_header(one)


def _print_header(one: Query) -> None:
    typer.echo(f"{one.name}  ({one.grain}{f'; law {one.law}' if one.law else ''})\n  {one.title}\n  {one.why}")
    asked = [f"{column.name}={column.meaning}" for column in one.params if column.name != "tenant"]
    if asked:
        typer.echo(f"  --param {'  --param '.join(asked)}")


def _print_rows(result: QueryResult) -> None:
    if not result.rows:
        typer.echo("No rows.")
        return
    rows = [["" if value is None else " ".join(str(value).split()) for value in row] for row in result.rows]
    if not sys.stdout.isatty():
        for row in ([*result.columns], *rows):
            typer.echo("\t".join(row))
        return
    from rich import box
    from rich.table import Column, Table

    table = Table(*(Column(name, overflow="fold") for name in result.columns), box=box.SIMPLE)
    for row in rows:
        table.add_row(*map(escape, row))
    common.console().print(table)
