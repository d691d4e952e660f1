"""The pages under docs/ are run: every command and every program in them, in order, in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from support import ROOT, Server

PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
RUN = {"bash": ["bash", "-euo", "pipefail", "-c"], "python": [sys.executable, "-c"]}
"""By language, what runs a block; `output` is what the block before it prints, other blocks are there to be read."""
EXPORT = re.compile(r"^export (\w+)=(\S+)$", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_block_of_a_page_runs(page: Path, server: Server, tmp_path: Path) -> None:
    """As a reader would who pastes one after the other, with a tenant of their own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KGMEM_")}
    environment = clean | server.environment | {
        "KGMEM_TENANT": f"docs-{uuid.uuid4().hex}",
        "KGMEM_HOME": str(tmp_path / "no-embedded-server"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert {language for language, _ in blocks} <= {*RUN, "json", "output", "text", ""}
    assert [language for language, _ in blocks if language in RUN]
    said = printed = ""
    for language, text in blocks:
        if language == "output":
            assert printed == text
        if language not in RUN:
            continue
        ran = subprocess.run(
            [*RUN[language], text], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=300,
            check=False,
        )  # fmt: skip
        printed = ran.stdout
        said += printed
        environment |= dict(EXPORT.findall(text))
        assert ran.returncode == 0, f"{text}\n--- stdout\n{ran.stdout}\n--- stderr\n{ran.stderr}"
    assert said


def test_there_is_a_page_for_each_task_and_the_readme_leads_to_it() -> None:
    expected = {
        "first-memory", "from-an-agent", "in-browser", "an-audit", "a-retraction", "erasing-a-person",
        "choosing-a-model", "scaling",
    }  # fmt: skip
    assert {page.stem for page in PAGES} == expected
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES if f"docs/{page.name}" not in readme] == []
