"""kgmem erase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import common
from kgmem.cli.retract import claim_line

if TYPE_CHECKING:
    from kgmem.models import ErasureResult

_COUNTED = ("observations", "assertions", "claims", "relations", "entities", "sources", "sessions", "topics")


def register(app: typer.Typer) -> None:
    """Add erase."""
    app.command()(erase)


def erase(
    id: Annotated[str, typer.Argument(help="Id of a source, session, observation, claim or entity.")],
    purge: Annotated[
        bool, typer.Option("--purge", help="Also turn over the logs of the embedded server, which is stopped for it.")
    ] = False,
    dry_run: common.DryRun = False,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Delete for good, with all that only it supports. Nothing brings it back; --dry-run shows what would go.

    Example: kgmem erase ent-... --dry-run
    """
    result = common.remember(tenant, lambda memory: memory.erase(id, by=common.person(), purge=purge, dry_run=dry_run))
    common.emit(result, lambda: _print(result))


def _print(result: ErasureResult) -> None:
    head = "Dry run: would erase" if result.dry_run else f"{result.erasure}: erased"
    gone = ", ".join(f"{getattr(result, name)} {name}" for name in _COUNTED if getattr(result, name))
    typer.echo(f"{head} {result.target_kind} {result.target}: {gone or 'nothing'}")
    for one in result.going:
        typer.echo(f"goes: {one.kind} {' '.join(one.text.split())}  {one.id}")
    for claim in result.affected:
        typer.echo(f"stays: {claim_line(claim)}")
    if result.purged:
        typer.echo("The logs of the store hold it no longer; dumps made before and free pages of its files may.")
