"""kgmem link and kgmem topics rebuild."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import common
from kgmem.cli.progress import shown_progress
from kgmem.errors import UsageError

if TYPE_CHECKING:
    from kgmem.memory import AsyncMemory
    from kgmem.models import LinkResult, Topics

topics_app = typer.Typer(help="What sessions are about: rebuild.", no_args_is_help=True)

SHOWN = 50
"""Topics printed; --json has them all."""


def register(app: typer.Typer) -> None:
    """Add link, and topics with rebuild."""
    app.command()(link)
    app.add_typer(topics_app, name="topics")


def link(
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Link every session anew: the same result for every order of arrival.")
    ] = False,
    ontology: Annotated[
        Path | None, typer.Option("--ontology", help="With --rebuild: TOML file of kinds and predicates.")
    ] = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Link the sessions that wait for it, after an ingest that was interrupted or did not link.

    A rebuild also says anew who is whose rival, by the ontology given. Interrupted, it has linked whole sessions; run
    the same command again.

    Example: kgmem link --rebuild
    """

    if ontology is not None and not rebuild:
        raise UsageError("says who is whose rival, which only --rebuild does anew", field="--ontology")

    async def run(memory: AsyncMemory) -> LinkResult:
        with shown_progress("sessions") as progress:
            return await memory.link(rebuild=rebuild, progress=progress)

    result = common.remember(tenant, run, ontology_file=ontology)
    common.emit(result, lambda: _print(result))


@topics_app.command()
def rebuild(tenant: common.Tenant = None, as_json: common.AsJson = False) -> None:
    """Make the topics anew, and the relations that depend on them.

    Interrupted, `kgmem link` does the rest.

    Example: kgmem topics rebuild
    """

    async def run(memory: AsyncMemory) -> Topics:
        with shown_progress("sessions") as progress:
            return await memory.rebuild_topics(progress=progress)

    result = common.remember(tenant, run)
    common.emit(result, lambda: _print_topics(result))


def _print(result: LinkResult) -> None:
    links = result.links
    typer.echo(
        f"{result.sessions} sessions linked: {result.relations} relations from {links.gated - links.cut} pairs"
        f" ({links.candidates} looked at, {links.gated} passed the gate, {links.cut} of these left out)"
    )
    for one in result.warnings:
        typer.echo(f"warning: {one.code}: {one.detail}", err=True)


def _print_topics(result: Topics) -> None:
    typer.echo(f"{len(result.topics)} topics")
    for topic in result.topics[:SHOWN]:
        typer.echo(f"{topic.sessions:>6}  {topic.label}  {topic.id}")
    if len(result.topics) > SHOWN:
        typer.echo(f"... and {len(result.topics) - SHOWN} more; --json shows all")
