"""The README is run: its program prints what is printed there, and what exists is documented."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from support import ROOT, Server

from kgmem import codes
from kgmem.cli import app, common, register
from kgmem.errors import KgmemError
from kgmem.graph.queries import catalogue
from kgmem.settings import Settings

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The first fenced block of a language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert found, f"the README has no {language} block"
    return found[1]


def commands(group: typer.Typer) -> dict[str, Any]:
    """Every command by its name, those of groups with their group's name."""
    root = typer.main.get_command(group)
    found = {}
    for name, command in root.commands.items():  # type: ignore[attr-defined]
        under = getattr(command, "commands", None)
        found |= {name: command} if under is None else {f"{name} {sub}": one for sub, one in under.items()}
    return found


@pytest.mark.parametrize("turn", ["once", "again at once"])
def test_python_example_runs_as_printed(server: Server, tmp_path: Path, turn: str) -> None:
    program = tmp_path / "example.py"
    program.write_text(block("python"), encoding="utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KGMEM_")}
    ran = subprocess.run(
        [sys.executable, str(program)],
        env=clean | server.environment, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (0, block("output")), ran.stderr


def test_both_commands_are_shown_and_exist() -> None:
    assert "```\nscripts/run\nscripts/test\n```" in README
    assert all(os.access(ROOT / "scripts" / name, os.X_OK) for name in ("run", "test", "check"))


def test_every_command_is_documented() -> None:
    register(app)
    row = re.findall(r"^\| `kgmem.*$", README, re.MULTILINE)
    named = " ".join(row)
    missing = [
        name for name in commands(app) if not all(f"`{part}" in named or f" {part}" in named for part in name.split())
    ]
    assert missing == []


def test_every_option_is_documented() -> None:
    """On this page or on one that it leads to."""
    register(app)
    told = README + "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))
    missing = [
        f"{name} {option}"
        for name, command in commands(app).items()
        for parameter in command.params
        for option in (*parameter.opts, *parameter.secondary_opts)
        if option.startswith("--") and not re.search(rf"{option}(?![\w-])", told)
    ]
    assert missing == []


def test_every_setting_is_documented_with_its_default_meaning() -> None:
    missing = [name for name in Settings.model_fields if f"| `KGMEM_{name.upper()}` |" not in README]
    assert missing == []


@pytest.mark.parametrize("code", [*codes.REJECTIONS, *codes.WARNINGS, *codes.REASONS])
def test_every_code_is_documented_with_its_meaning(code: str) -> None:
    meaning = (codes.REJECTIONS | codes.WARNINGS | codes.REASONS)[code]
    assert f"| `{code}` | {meaning} |" in README


def errors(root: type[KgmemError] = KgmemError) -> Iterator[type[KgmemError]]:
    """Every kind of error there is, but for the root, which none is without being something else."""
    for one in root.__subclasses__():
        yield one
        yield from errors(one)


@pytest.mark.parametrize("error", list(errors()), ids=lambda error: error.__name__)
def test_every_error_is_documented_with_its_code_its_exit_code_and_its_meaning(error: type[KgmemError]) -> None:
    """The meaning is the first sentence of its docstring."""
    told = re.match(r"(.+?)\.(?=\s|$)", " ".join(str(error.__doc__).split()))
    assert told
    meaning = told[1][0].lower() + told[1][1:]
    assert f"| `{error.code}` | `{error.__name__}` | {error.exit_code} | {meaning} |" in README


def test_no_two_errors_have_one_code_and_every_exit_code_is_documented() -> None:
    every = list(errors())
    assert len({error.code for error in every}) == len(every)
    told = README[README.index("Exit codes: ") :].split("\n\n")[0]
    codes_told = {int(one) for one in re.findall(r"(?:: |; )(\d+) ", told)}
    assert codes_told == {0, 1, common.INTERRUPTED, *(error.exit_code for error in every)}


def test_every_query_that_draws_is_documented_with_its_title() -> None:
    page = (ROOT / "docs" / "in-browser.md").read_text(encoding="utf-8")
    drawing = [query for name, query in catalogue().items() if name.startswith("browse.")]
    assert [one.name for one in drawing if f"| `{one.name}` | {one.title} |" not in page] == []


def test_every_audit_query_is_documented() -> None:
    audits = [name for name in catalogue() if name.startswith("audit.")]
    assert [name for name in audits if f"`{name}`" not in README] == []
