"""The help of every command has an example of it, and its options are those that the command takes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer.main

from kgmem.cli import app, register


def _all() -> Iterator[tuple[str, Any]]:
    register(app)
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        if hasattr(command, "commands"):
            yield from ((f"{name} {sub}", one) for sub, one in command.commands.items())
        else:
            yield name, command


@pytest.mark.parametrize(("name", "command"), [pytest.param(*one, id=one[0]) for one in _all()])
def test_the_help_of_a_command_has_an_example_that_it_takes(name: str, command: Any) -> None:
    found = re.findall(r"Example: (kgmem .+)", command.help or "")
    assert len(found) == 1
    words = shlex.split(found[0])[1:]
    assert words[: len(name.split())] == name.split()
    command.make_context(name, words[len(name.split()) :], resilient_parsing=False)
