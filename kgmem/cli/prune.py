"""kgmem prune, and what restore says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem.cli import common
from kgmem.cli.progress import shown_progress

if TYPE_CHECKING:
    from kgmem.memory import AsyncMemory
    from kgmem.models import PrunedClaim, PruneResult

SHOWN = 50
"""Claims printed in full; --json has them all."""


def register(app: typer.Typer) -> None:
    """Add prune."""
    app.command()(prune)


def prune(
    older_than: Annotated[
        str | None,
        typer.Option("--older-than", help="Without a reason recorded for so long, as 180d, 26w or 12h: 180d."),
    ] = None,
    below: Annotated[float | None, typer.Option("--below", help="With a confidence below this, 0 to 1: .5.")] = None,
    erase: Annotated[
        bool, typer.Option("--erase", help="Delete them for good, but for those that something which stays rests on.")
    ] = False,
    dry_run: common.DryRun = False,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Hide claims that are unsupported or superseded, old and little sure. `kgmem restore` shows them again.

    Interrupted, it has done whole batches; the same command again does the rest.

    Example: kgmem prune --older-than 365d --below 0.5 --dry-run
    """
    options: dict[str, Any] = {"erase": erase, "dry_run": dry_run, "by": common.person()}
    options |= {name: value for name, value in (("older_than", older_than), ("below", below)) if value is not None}
    result = common.remember(tenant, lambda memory: _run(memory, options))
    common.emit(result, lambda: print_result(result, "hidden"))


async def _run(memory: AsyncMemory, options: dict[str, Any]) -> PruneResult:
    with shown_progress("claims") as progress:
        return await memory.prune(progress=progress, **options)


def print_result(result: PruneResult, done: str) -> None:
    """How many claims were `done` what with, and each with what rests on it."""
    head = "Dry run: " if result.dry_run else f"{result.pruning}: " if result.pruning else ""
    counts = f"{result.changed - result.erased} claims {done}"
    if result.erased or result.kept:
        counts += f", {result.erased} erased; something that stays rests on {result.kept} of those that are hidden"
    typer.echo(f"{head}{counts} (no reason for {result.older_than}, confidence below {result.below:g})")
    for claim in result.claims[:SHOWN]:
        typer.echo(_line(claim))
    if len(result.claims) > SHOWN:
        typer.echo(f"... and {len(result.claims) - SHOWN} more; --json shows all")


def _line(claim: PrunedClaim) -> str:
    why = "unsupported" if claim.standing == "unsupported" else f"superseded, confidence {claim.confidence:.3g}"
    resting = f"; {claim.resting} claims rest on it, {claim.resting_stand} of them stand" if claim.resting else ""
    return f"{'erased: ' if claim.erased else ''}{claim.statement}  [{why}{resting}]  {claim.id}"
