"""kgmem export and import."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem.cli import common
from kgmem.cli.progress import shown_progress
from kgmem.errors import UsageError

if TYPE_CHECKING:
    from kgmem.memory import AsyncMemory
    from kgmem.models import ExportResult, ImportResult

STREAM = "-"


def register(app: typer.Typer) -> None:
    """Add export and import."""
    app.command()(export)
    app.command("import")(import_)


def export(
    file: Annotated[str, typer.Argument(help="File to write, which appears when it is whole; - for stdout.")],
    format: Annotated[
        str | None, typer.Option("--format", help="jsonl, or prov for PROV-JSON; else by the name of the file.")
    ] = None,
    claim: Annotated[
        str | None, typer.Option("--claim", help="Id of one claim: what it rests on, in PROV-JSON, and nothing else.")
    ] = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Write everything of a tenant to a file, without loss: the same content gives the same bytes.

    Example: kgmem export plant.jsonl --tenant plant
    """
    if as_json and file == STREAM:
        raise UsageError("--json and an export would both go to stdout; name a file", field="--json")
    target: Any = sys.stdout.buffer if file == STREAM else Path(file)
    result = common.remember(tenant, lambda memory: _export(memory, target, format, claim))
    if file == STREAM:
        common.say(_told(result, "written"))
    else:
        common.emit(result, lambda: typer.echo(f"{_told(result, 'written')} to {result.file}"))


def import_(
    file: Annotated[str | None, typer.Argument(help="What `kgmem export` wrote; - for stdin.")] = None,
    abandon: Annotated[
        bool,
        typer.Option("--abandon", help="Without FILE: take out what an unfinished import into the tenant has written."),
    ] = False,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Fill an empty tenant with an export of it. Checked before anything is written; interrupted, run it again.

    The tenant is the one that the file is of: ids are made from its name.

    Example: kgmem import plant.jsonl
    """
    if abandon == (file is not None):
        raise UsageError("give a file to import, or --abandon, and not both", field="--abandon")
    if file is None:
        given_up = common.remember(tenant, lambda memory: memory.abandon_import())
        common.emit(given_up, lambda: _print(given_up))
        return
    from kgmem.exchange import files
    from kgmem.exchange.importing import tenant_of

    with files.kept(sys.stdin.buffer if file == STREAM else Path(file)) as (path, name):
        own = tenant or tenant_of(path, name)
        result = common.remember(own, lambda memory: _import(memory, path))
    common.emit(result, lambda: _print(result))


async def _export(memory: AsyncMemory, target: Any, format: str | None, claim: str | None) -> ExportResult:
    with shown_progress("lines") as progress:
        return await memory.export(target, format=format, claim=claim, progress=progress)


async def _import(memory: AsyncMemory, path: Path) -> ImportResult:
    with shown_progress("lines") as progress:
        return await memory.import_(path, progress=progress)


def _print(result: ImportResult) -> None:
    if result.state == "unchanged":
        typer.echo(f"unchanged: tenant {result.tenant} holds just that")
        return
    if result.state == "abandoned":
        typer.echo(f"tenant {result.tenant} is empty: {sum(result.counts.values())} nodes were taken out")
        return
    typer.echo(_told(result, "imported"))
    if result.resumed:
        typer.echo(f"{result.resumed} lines had been written before it was interrupted")


def _told(result: ExportResult | ImportResult, done: str) -> str:
    prov = getattr(result, "format", "jsonl") == "prov"
    kinds = ("entity", "activity", "agent") if prov else ("Session", "Observation", "Claim")
    counted = ", ".join(f"{result.counts.get(kind, 0)} {kind.lower()}" for kind in kinds)
    return f"tenant {result.tenant}: {counted}; {result.lines} lines {done}"
