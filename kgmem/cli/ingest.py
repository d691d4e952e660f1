"""kgmem ingest."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from kgmem.cli import common
from kgmem.cli.progress import shown_progress
from kgmem.errors import ModelError, UsageError

if TYPE_CHECKING:
    from kgmem.memory import AsyncMemory
    from kgmem.models import IngestResult

SHOWN = 20
"""Notices printed in full; --json has them all."""


def register(app: typer.Typer) -> None:
    """Add ingest."""
    app.command()(ingest)


def ingest(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Files or folders of .json, .jsonl or .ndjson.", show_default=False)
    ] = None,
    format: Annotated[
        str | None,
        typer.Option("--format", help="native, locomo, longmemeval, mem0 or messages; else recognised by content."),
    ] = None,
    ontology: Annotated[Path | None, typer.Option("--ontology", help="TOML file of kinds and predicates.")] = None,
    distiller: Annotated[
        str | None,
        typer.Option(
            "--distiller",
            help="What reads sessions that bring no claims: rules, none, or a chat model as provider:model; else "
            "KGMEM_MODEL, else rules.",
        ),
    ] = None,
    emit: Annotated[
        str, typer.Option("--emit", help="strict leaves out what is doubtful, liberal claims it at a low confidence.")
    ] = "strict",
    concurrency: Annotated[
        int | None,
        typer.Option("--concurrency", min=1, help="Sessions that a chat model reads at once; else KGMEM_CONCURRENCY."),
    ] = None,
    from_graphiti: Annotated[
        str | None,
        typer.Option(
            "--from-graphiti",
            help="In place of files: the address of a Neo4j with a graph of Graphiti, which is only read. User, "
            "password and database as Graphiti takes them: NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE.",
        ),
    ] = None,
    group: Annotated[
        list[str] | None, typer.Option("--group", help="Of a graph of Graphiti: this group id; as often as needed.")
    ] = None,
    dry_run: common.DryRun = False,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Store sessions. The same input again changes nothing, so an interrupted run is finished by running it again.

    Example: kgmem ingest episodes.jsonl
    """
    if bool(paths) == bool(from_graphiti):
        raise UsageError("give files or folders, or --from-graphiti, and not both", field="PATHS")
    options = {
        "format": format, "distiller": distiller, "emit": emit, "concurrency": concurrency, "dry_run": dry_run,
    }  # fmt: skip
    source = _Graphiti(from_graphiti, group) if from_graphiti else paths
    result = common.remember(tenant, lambda memory: _run(memory, source, options), ontology_file=ontology)
    common.emit(result, lambda: _print(result, dry_run))
    if result.totals.failed or result.totals.rejected:
        raise typer.Exit(ModelError.exit_code)


class _Graphiti(NamedTuple):
    """Where a graph of Graphiti is."""

    uri: str
    groups: list[str] | None


async def _run(memory: AsyncMemory, source: Any, options: dict[str, Any]) -> IngestResult:
    if isinstance(source, _Graphiti):
        source = await _left_by_graphiti(source, memory)
    with shown_progress("sessions") as progress:
        return await memory.ingest(source, progress=progress, **options)


async def _left_by_graphiti(place: _Graphiti, memory: AsyncMemory) -> list[dict[str, Any]]:
    """The sessions of a graph; people are told what of it stays behind."""
    from kgmem.exchange import graphiti

    user, password = os.environ.get("NEO4J_USER", "neo4j"), os.environ.get("NEO4J_PASSWORD")
    if password is None:
        raise UsageError("is not set; it is the password of the Neo4j that Graphiti used", field="NEO4J_PASSWORD")
    database = os.environ.get("NEO4J_DATABASE")
    found = await graphiti.read(
        place.uri, user, password, settings=memory.settings, database=database, groups=place.groups
    )
    common.say(f"{found.episodes} episodes and {found.facts} facts of Graphiti are read")
    for what, many in sorted(found.lost.items()):
        if many:
            common.say(f"  not brought along: {many} {what}")
    return list(found.sessions())


def _print(result: IngestResult, dry_run: bool) -> None:
    totals = result.totals
    states = ", ".join(f"{getattr(totals, state)} {state}" for state in ("stored", "unchanged", "failed", "rejected"))
    typer.echo(f"{'Would be: ' if dry_run else ''}{totals.sessions} sessions: {states}")
    typer.echo(
        f"{totals.notes} notes, {totals.claims} claims ({totals.events} events), {totals.relations} relations new"
    )
    if totals.rejected_items:
        typer.echo(f"{totals.rejected_items} claims or relations rejected")
    if totals.model_calls:
        typer.echo(
            f"{totals.model_calls} model calls ({totals.model_repairs} repairs), {totals.input_tokens} tokens in, "
            f"{totals.output_tokens} out, {totals.model_seconds:.1f} s"
        )
    notices = []
    for session in result.sessions:
        if session.reason:
            notices.append(f"{session.external_id}: {session.state}: {session.reason}")
        notices += [f"{session.external_id}: {one.item} rejected: {one.code}: {one.detail}" for one in session.rejected]
        notices += [f"{session.external_id}: warning: {one.code}: {one.detail}" for one in session.warnings]
    for notice in notices[:SHOWN]:
        typer.echo(notice)
    if len(notices) > SHOWN:
        typer.echo(f"... and {len(notices) - SHOWN} more; --json shows all")
