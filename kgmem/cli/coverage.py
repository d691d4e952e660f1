"""kgmem coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import common
from kgmem.covering import LIMIT

if TYPE_CHECKING:
    from kgmem.models import Coverage, SessionCoverage


def register(app: typer.Typer) -> None:
    """Add coverage."""
    app.command()(coverage)


def coverage(
    session: Annotated[str | None, typer.Argument(help="One session, by your id or the store's; all without.")] = None,
    limit: Annotated[int, typer.Option("--limit", help="Messages listed of each session, at most.")] = LIMIT,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """List the messages that no claim rests on, those first that look most like something worth claiming.

    Example: kgmem coverage maint-2026-03-02
    """
    found = common.remember(tenant, lambda memory: memory.coverage(session, limit=limit))
    common.emit(found, lambda: _print(found))


def _print(found: Coverage) -> None:
    for one in found.sessions:
        _print_session(one)
    if len(found.sessions) != 1:
        typer.echo(f"{found.covered} of {found.messages} messages in all{_percent(found.share)}")


def _print_session(one: SessionCoverage) -> None:
    typer.echo(f"{one.external_id}: claims rest on {one.covered} of {one.messages} messages{_percent(one.share)}")
    for note in one.uncovered:
        signals = f" ({', '.join(note.signals)})" if note.signals else ""
        typer.echo(f"  {note.score:2}  {note.speaker}: {' '.join(note.text.split())}{signals}  [{note.id}]")
    if one.left_out:
        typer.echo(f"      and {one.left_out} more")


def _percent(share: float | None) -> str:
    return "" if share is None else f", {share:.0%}"
