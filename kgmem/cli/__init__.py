"""The command line: one module per group of commands."""

from __future__ import annotations

import contextlib
import sys
from typing import Annotated

import typer

from kgmem.cli import common
from kgmem.errors import KgmemError

app = typer.Typer(
    name="kgmem",
    help="Memory for agents that knows why it believes what it believes.\n\n"
    "Start with `kgmem demo`; then `kgmem ingest FILE` and `kgmem ask QUESTION`.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"kgmem {version('kgmem')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Typer calls this before every command."""


def register(group: typer.Typer) -> None:
    """Add every command to `group`."""
    from kgmem.cli import ask, db, demo, ingest, queries, retract

    for module in (demo, ingest, ask, retract, queries, db):
        module.register(group)


def main() -> None:
    """Run the command line; exit codes are those of errors.py."""
    common.output.as_json = "--json" in sys.argv[1:]
    register(app)
    try:
        app()
    except KgmemError as error:
        sys.exit(common.failed(error))
    except BrokenPipeError:
        with contextlib.suppress(OSError):
            sys.stdout.close()
