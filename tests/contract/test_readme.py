"""The README is run: its program prints what is printed there, and what exists is documented."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main
from support import ROOT, Server

from kgmem import codes
from kgmem.cli import app, register
from kgmem.graph.queries import catalogue
from kgmem.settings import Settings

README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The first fenced block of a language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert found, f"the README has no {language} block"
    return found[1]


def commands(group: typer.Typer) -> set[str]:
    """Every command, those of groups with their group's name."""
    root = typer.main.get_command(group)
    found = set()
    for name, command in root.commands.items():  # type: ignore[attr-defined]
        found |= {f"{name} {sub}" for sub in command.commands} if hasattr(command, "commands") else {name}
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


def test_every_setting_is_documented_with_its_default_meaning() -> None:
    missing = [name for name in Settings.model_fields if f"| `KGMEM_{name.upper()}` |" not in README]
    assert missing == []


@pytest.mark.parametrize("code", [*codes.REJECTIONS, *codes.WARNINGS, *codes.REASONS])
def test_every_code_is_documented_with_its_meaning(code: str) -> None:
    meaning = (codes.REJECTIONS | codes.WARNINGS | codes.REASONS)[code]
    assert f"| `{code}` | {meaning} |" in README


def test_every_audit_query_is_documented() -> None:
    audits = [name for name in catalogue() if name.startswith("audit.")]
    assert [name for name in audits if f"`{name}`" not in README] == []
