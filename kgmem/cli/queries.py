"""kgmem queries, query."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import common, tabular
from kgmem.errors import UsageError

if TYPE_CHECKING:
    from kgmem.graph.queries import Query


class Format(StrEnum):
    """How `kgmem query` prints its rows."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


def register(app: typer.Typer) -> None:
    """Add queries and query."""
    for command in (queries, query):
        app.command()(command)


def queries(
    tenant: common.Tenant = None,
    every: Annotated[bool, typer.Option("--all", help="Also those that recall runs, not only the audits.")] = False,
    as_json: common.AsJson = False,
) -> None:
    """List the saved read-only queries with their headers.

    Example: kgmem queries --all
    """
    from kgmem.graph.queries import saved
    from kgmem.models import SavedQueries

    found = [q for name, q in saved().items() if every or name.startswith("audit.")]
    listed = SavedQueries.model_validate({"queries": [one.header() for one in found]})
    common.emit(listed, lambda: _print_headers(found))


def _names(begun: str) -> list[str]:
    from kgmem.graph.queries import saved

    return [name for name in saved() if name.startswith(begun)]


def query(
    name: Annotated[
        str, typer.Argument(help="Name of a saved query, as `kgmem queries` lists it.", autocompletion=_names)
    ],
    param: Annotated[list[str] | None, typer.Option("--param", help="k=v; as often as needed.")] = None,
    format: Annotated[
        Format | None, typer.Option("--format", help="How to print the rows; a table by default.")
    ] = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Run a saved read-only query.

    Example: kgmem query audit.resting_on_source --param source=PID-7 --format csv
    """
    if as_json and format not in (None, Format.JSON):
        raise UsageError(f"--json and {format} are two forms of one output; name one", field="--format")
    common.output.as_json |= format is Format.JSON  # errors, too, are then documents
    parameters = _parameters(param or [])
    result = common.remember(tenant, lambda memory: memory.query(name, **parameters))
    common.emit(result, lambda: (tabular.print_csv if format is Format.CSV else tabular.print_table)(result))


def _parameters(pairs: list[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for key, value in map(_pair, pairs):
        if key in given:
            raise UsageError(f"{key} is given twice", field="--param")
        given[key] = value
    return given


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise UsageError(f"{text!r} is not of the form k=v", field="--param")
    return key, value


def _print_headers(found: list[Query]) -> None:
    for one in found:
        _print_header(one)


def _print_header(one: Query) -> None:
    typer.echo(f"{one.name}  ({one.grain}{f'; law {one.law}' if one.law else ''})\n  {one.title}\n  {one.why}")
    for column in one.params:
        if column.name != "tenant":
            needed = column.type.endswith("NOT NULL")
            kind = column.type.removesuffix(" NOT NULL")
            typer.echo(f"  --param {column.name}=  {kind}{'' if needed else ', may be left out'}: {column.meaning}")
