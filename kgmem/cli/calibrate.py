"""kgmem adjudicate, calibrate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import common
from kgmem.errors import UsageError

if TYPE_CHECKING:
    from kgmem.models import Adjudication, CalibrationResult, ModelCalibration

VERDICTS = {"true": True, "false": False}


def register(app: typer.Typer) -> None:
    """Add adjudicate and calibrate."""
    for command in (adjudicate, calibrate):
        app.command()(command)


def adjudicate(
    claim: Annotated[str, typer.Argument(help="Id of a claim, as answers cite it.")],
    verdict: Annotated[str, typer.Option("--verdict", help="true or false.")],
    by: Annotated[str | None, typer.Option("--by", help="Who judges; else whoever runs this.")] = None,
    ground: Annotated[str | None, typer.Option("--ground", help="On what ground, for the record.")] = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Record whether a claim is true. `kgmem calibrate` learns from it how often a model is right.

    Example: kgmem adjudicate clm-... --verdict false --ground "seen on site"
    """
    if verdict not in VERDICTS:
        raise UsageError(f"{verdict!r} is neither true nor false", field="--verdict")
    judge = common.person() if by is None else by
    found = common.remember(tenant, lambda memory: memory.adjudicate(claim, VERDICTS[verdict], by=judge, ground=ground))
    common.emit(found, lambda: _print_verdict(found))


def calibrate(
    model: Annotated[
        str | None, typer.Option("--model", help="One model; else every one. session: what sessions bring unnamed.")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE.png", help="Draw the reliability plot.")] = None,
    dry_run: common.DryRun = False,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Map what models say of their confidence to how often they were right, by the verdicts.

    What they said themselves is kept. Takes the extra `calibration`.

    Example: kgmem calibrate
    """
    result = common.remember(tenant, lambda memory: memory.calibrate(model, plot=plot, dry_run=dry_run))
    common.emit(result, lambda: _print_calibrations(result))


def _print_verdict(found: Adjudication) -> None:
    known = "" if found.changed else ", as before"
    judge = f" by {found.by}" if found.by else ""
    typer.echo(f"{found.statement}: {str(found.verdict).lower()}{judge}{known}  {found.id}")


def _print_calibrations(result: CalibrationResult) -> None:
    if not result.models:
        typer.echo("No model asserted anything.")
    for model in result.models:
        typer.echo(f"{'Dry run: ' if result.dry_run else ''}{model.model}: {_state(model)}")
        if model.brier_before is not None:
            typer.echo(f"  Brier score {_change(model.brier_before, model.brier_after)}")
            typer.echo(f"  expected calibration error {_change(model.ece_before, model.ece_after)}")
    if result.plot:
        typer.echo(f"Reliability plot: {result.plot}")


def _state(model: ModelCalibration) -> str:
    from kgmem.calibration import FEWEST, FEWEST_OF_A_KIND

    judged = f"{model.verdicts} verdicts on {model.assertions} reasons"
    if model.method == "none":
        ended = f"; what was mapped no longer is, {model.affected} claims change" if model.changed else ""
        return f"not calibrated, {judged} (it takes {FEWEST}, {FEWEST_OF_A_KIND} of each kind){ended}"
    news = f"{model.affected} claims change" if model.changed else "unchanged"
    return f"version {model.version}, {model.method}, {judged}; {news}  {model.calibration}"


def _change(before: float | None, after: float | None) -> str:
    return f"{before:.3f}" if after is None else f"{before:.3f} -> {after:.3f} on verdicts held out"
