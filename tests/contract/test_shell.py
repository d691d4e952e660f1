"""The command line in a shell: it completes what was begun, and has colours on a terminal only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main
from support import on_a_terminal
from test_readme import commands

from kgmem.cli import app, register
from kgmem.graph.queries import catalogue

ESCAPE = "\x1b"
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("KGMEM_", "GITHUB_", "FORCE_COLOR"))}
ENVIRONMENT = CLEAN | {"PATH": PATH, "TERM": "xterm-256color"}
COMPLETED = """
eval "$(kgmem --show-completion)"
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_kgmem_completion kgmem
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
"""What bash offers for a line, by the script that kgmem gives it."""


def offered(words: str) -> list[str]:
    done = subprocess.run(
        ["bash", "-c", COMPLETED.format(words=words)],
        env=ENVIRONMENT, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout.split()


register(app)


def root() -> list[str]:
    return list(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_a_shell_completes_commands_options_and_names_of_queries() -> None:
    """`kgmem --show-completion` names the shell that it runs in and gives what that takes."""
    assert sorted(offered("kgmem ''")) == sorted(root())
    assert offered("kgmem exp") == [name for name in root() if name.startswith("exp")]
    assert offered("kgmem db st") == ["start", "stop", "status"]
    assert offered("kgmem ask --known") == ["--known-at"]
    audits = [name for name in catalogue() if name.startswith("audit.claim")]
    assert offered("kgmem query audit.claim") == audits
    assert len(audits) > 1


@pytest.mark.parametrize(("shell", "asked"), [
    ("zsh", {"_TYPER_COMPLETE_ARGS": "kgmem exp"}),
    ("fish", {"_TYPER_COMPLETE_ARGS": "kgmem exp", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}),
])  # fmt: skip
def test_other_shells_are_told_what_a_command_does_beside_its_name(shell: str, asked: dict[str, str]) -> None:
    done = subprocess.run(
        ["kgmem"], env=ENVIRONMENT | asked | {"_KGMEM_COMPLETE": f"complete_{shell}"}, capture_output=True, text=True,
        timeout=120, check=True,
    )  # fmt: skip
    assert "export" in done.stdout
    assert "Write everything of a tenant" in done.stdout


EVERY_HELP = """
from kgmem.cli import app, register
register(app)
for name in {names!r}:
    app([*name.split(), "--help"], standalone_mode=False)
"""


def test_help_has_no_colours_in_a_pipe() -> None:
    program = EVERY_HELP.format(names=["", *sorted(commands(app))])
    piped = subprocess.run(
        [sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, timeout=120, check=True
    )
    assert piped.stdout.count("--help") > len(commands(app))
    assert ESCAPE not in piped.stdout + piped.stderr


def test_a_terminal_has_colours_unless_it_is_told_to_have_none() -> None:
    assert ESCAPE in on_a_terminal("--help", env=ENVIRONMENT)
    assert f"{ESCAPE}[3" not in on_a_terminal("--help", env=ENVIRONMENT | {"NO_COLOR": "1"})


def test_a_misuse_has_no_colours_in_a_pipe() -> None:
    piped = subprocess.run(
        ["kgmem", "db", "fly"], env=ENVIRONMENT, capture_output=True, text=True, timeout=120, check=False
    )
    assert piped.returncode == 2
    assert ESCAPE not in piped.stdout + piped.stderr
