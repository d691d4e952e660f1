"""What all commands share: options, output, errors, the memory they run on."""

from __future__ import annotations

import getpass
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from pydantic import BaseModel

from kgmem.errors import KgmemError

if TYPE_CHECKING:
    from kgmem.memory import AsyncMemory
    from kgmem.settings import Settings

T = TypeVar("T")

Tenant = Annotated[str | None, typer.Option("--tenant", help="Whose memory; KGMEM_TENANT, else 'default'.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout, messages on stderr.")]
Budget = Annotated[int | None, typer.Option("--budget", help="Tokens of context at most; KGMEM_TOKEN_BUDGET.")]
AsOf = Annotated[str | None, typer.Option("--as-of", help="Answer from what held then: an ISO 8601 time or date.")]
HeldAt = Annotated[str | None, typer.Option("--as-of", help="What held in the world then: an ISO 8601 time or date.")]
KnownAt = Annotated[str | None, typer.Option("--known-at", help="What was known then: an ISO 8601 time or date.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would happen, change nothing.")]

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells count it."""


@dataclass
class _Output:
    as_json: bool = False


output = _Output()


def say(message: str) -> None:
    """A message for people, on stderr."""
    typer.echo(message, err=True)


def emit(result: BaseModel, text: Callable[[], None]) -> None:
    """The result: as one JSON document with --json, which kgmem/schemas describes, else by `text`."""
    if output.as_json:
        typer.echo(json.dumps(result.model_dump(mode="json"), ensure_ascii=False, indent=2, default=str))
    else:
        text()


UNCUT = 10_000
"""Columns of a line that goes to a file or a pipe, where nothing may be cut."""


def figures(claim: Any) -> str:
    """Both confidences of a claim, saying which is which, and whether they start from what models say of themselves."""
    shared = f"{claim.confidence_shared:.3g} with each source counted once"
    if claim.confidence == claim.confidence_shared:
        shared = "no source counted twice"
    return f"confidence {claim.confidence:.3g}, {shared}, {'' if claim.calibrated else 'un'}calibrated"


def person() -> str | None:
    """Who runs this, for the record; None for a user id without a name, as in containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return None


def console() -> Any:
    """Where people read; lines are folded to the terminal's width and never cut elsewhere."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else UNCUT)


def settings() -> Settings:
    """Settings of this run. Raises InputError naming the variable that is wrong."""
    from kgmem.settings import load

    return load()


def remember(tenant: str | None, verb: Callable[[AsyncMemory], Awaitable[T]], **options: Any) -> T:
    """What `verb` returns on an open memory; the event loop is this call's."""
    import anyio

    from kgmem.memory import AsyncMemory

    async def main() -> T:
        async with AsyncMemory.open(tenant, settings=settings(), say=say, **options) as memory:
            return await verb(memory)

    try:
        return anyio.run(main)
    except KeyboardInterrupt:
        message = "interrupted; every session is stored whole or not at all, run the same command again"
        raise typer.Exit(interrupted(message)) from None


def interrupted(message: str = "interrupted") -> int:
    """Tell the person, and with --json the program, that Ctrl-C ended it; the exit code."""
    report("interrupted", message)
    say(f"kgmem: {message}")
    return INTERRUPTED


def failed(error: KgmemError) -> int:
    """Tell the person, and with --json the program, what went wrong; the exit code."""
    message = "; ".join((str(error), *getattr(error, "__notes__", ())))
    report(error.code, message, error.partial)
    say(f"kgmem: {message}")
    return error.exit_code


def report(code: str, message: str, partial: BaseModel | None = None) -> None:
    """With --json, the document that stands in place of a result; `partial` is what was done before the error."""
    if output.as_json:
        document: dict[str, Any] = {"error": {"code": code, "message": message}}
        if partial is not None:
            document["partial"] = partial.model_dump(mode="json")
        typer.echo(json.dumps(document, ensure_ascii=False))
