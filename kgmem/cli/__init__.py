"""The command line: one module per group of commands."""

from __future__ import annotations

import contextlib
import logging
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kgmem.cli import common
from kgmem.errors import KgmemError


class _Group(TyperGroup):
    """Ctrl-C ends any command in words; of itself typer says nothing."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(common.interrupted()) from None


app = typer.Typer(
    name="kgmem",
    cls=_Group,
    help="Memory for agents that knows why it believes what it believes.\n\n"
    "Start with `kgmem demo`; then `kgmem ingest FILE` and `kgmem ask QUESTION`.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

_Misuse: Any = typer.BadParameter.__base__
"""What typer raises for every word it cannot use; of this family it exports the one heir only."""


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
    from kgmem.cli import (
        ask,
        browse,
        calibrate,
        coverage,
        db,
        demo,
        erase,
        export,
        graph,
        ingest,
        link,
        mcp,
        prune,
        queries,
        retract,
    )

    for module in (
        demo,
        ingest,
        ask,
        coverage,
        retract,
        erase,
        prune,
        link,
        calibrate,
        queries,
        browse,
        graph,
        export,
        mcp,
        db,
    ):
        module.register(group)


def main() -> None:
    """Run the command line, whose commands are registered; exit codes are those of errors.py."""
    try:
        code = _run()
    except KgmemError as error:
        code = common.failed(error)
    except _Misuse as error:
        common.report("usage", error.format_message())
        error.show()
        code = error.exit_code
    except BrokenPipeError:
        code = 1
        with contextlib.suppress(OSError):
            sys.stdout.close()
    sys.exit(code)


def _run() -> int:
    common.output.as_json = "--json" in sys.argv[1:]
    _make_writable(sys.stdout, "utf-8" if common.output.as_json else None)
    _make_writable(sys.stderr, None)
    logging.getLogger("neo4j").addHandler(logging.NullHandler())  # what it would print, our errors say once
    return app(standalone_mode=False) or 0


def _make_writable(stream: Any, encoding: str | None) -> None:
    """No character ends a command: JSON is UTF-8 wherever it goes, and what a terminal lacks is written as its code."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding=encoding, errors="backslashreplace")
