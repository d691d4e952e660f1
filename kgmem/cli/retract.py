"""kgmem retract, restore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import common, prune

if TYPE_CHECKING:
    from kgmem.models import AffectedClaim, PruneResult, RetractionResult


def register(app: typer.Typer) -> None:
    """Add retract and restore."""
    for command in (retract, restore):
        app.command()(command)


def retract(
    id: Annotated[str, typer.Argument(help="Id of an observation, source, session or claim.")],
    reason: Annotated[str | None, typer.Option("--reason", help="Why, for the record.")] = None,
    policy: Annotated[
        str, typer.Option("--policy", help="For what lost part of its support: dispute, lower or remove.")
    ] = "dispute",
    dry_run: common.DryRun = False,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Take something back, and show every claim that rests on it. `kgmem restore` is the exact inverse.

    Example: kgmem retract src-... --reason "the drawing was superseded" --dry-run
    """
    result = common.remember(
        tenant, lambda memory: memory.retract(id, reason=reason, by=common.person(), policy=policy, dry_run=dry_run)
    )
    common.emit(result, lambda: print_result(result, "taken back"))


def restore(
    id: Annotated[str, typer.Argument(metavar="RETRACTION", help="Id of a retraction, or of a pruning.")],
    dry_run: common.DryRun = False,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Undo a retraction or a pruning, exactly.

    Example: kgmem restore ret-...
    """
    result = common.remember(tenant, lambda memory: memory.restore(id, dry_run=dry_run))
    common.emit(result, lambda: print_restored(result))


def print_restored(result: RetractionResult | PruneResult) -> None:
    """What undoing an act brought back."""
    from kgmem.models import PruneResult

    if isinstance(result, PruneResult):
        prune.print_result(result, "shown again")
    else:
        print_result(result, "restored")


def print_result(result: RetractionResult, done: str) -> None:
    """The closure, one line a claim, and what changed outside it; of a repeat, that it was `done` before."""
    head = "Dry run: " if result.dry_run else f"{result.retraction}: "
    what = f"{result.target_kind} {result.target}"
    if result.repeated:
        again = f" by {result.retraction}" if result.dry_run else ""
        typer.echo(
            f"{head}{what} is already {done}{again}; nothing changes for the {len(result.affected)} claims on it"
        )
    else:
        typer.echo(f"{head}{len(result.affected)} claims rest on {what}, {result.changed} change")
    for claim in result.affected:
        typer.echo(f"{'  ' * claim.depth}{claim_line(claim)}")
    for other in result.unsuperseded:
        typer.echo(
            f"Outside: {other.statement}  [validity {other.validity_before:g} -> {other.validity_after:g}]  {other.id}"
        )
    shown = sum(_changes(claim) for claim in result.affected) + len(result.unsuperseded)
    if result.changed > shown:
        typer.echo(f"Outside: of {result.changed - shown} more the spells changed, and the confidence over the last")


def _changes(claim: AffectedClaim) -> bool:
    return any(
        getattr(claim, f"{name}_before") != getattr(claim, f"{name}_after")
        for name in ("standing", "confidence", "validity")
    )


def claim_line(claim: AffectedClaim) -> str:
    """A claim with its figures before and after."""
    figures = f"{claim.standing_before}, confidence {claim.confidence_before:.3g}"
    if (claim.standing_before, claim.confidence_before) != (claim.standing_after, claim.confidence_after):
        figures += f" -> {claim.standing_after}, confidence {claim.confidence_after:.3g}"
    if claim.validity_before != claim.validity_after:
        figures += f", validity {claim.validity_before:g} -> {claim.validity_after:g}"
    return f"{claim.statement}  [{figures}]  {claim.id}"
