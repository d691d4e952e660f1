"""Real servers in folders of their own. Every folder handed out is stopped at the end, which ends only its server."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kgmem
from kgmem.local import Address, ensure_running, stop

REPOSITORY = Path(kgmem.__file__).parents[1]


@pytest.fixture(scope="session")
def new_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Path]]:
    """Names data folders that do not exist yet, and stops whatever was started in them."""
    named: list[Path] = []

    def name() -> Path:
        named.append(tmp_path_factory.mktemp("local") / "home")
        return named[-1]

    yield name
    for home in named:
        if home.is_dir():
            stop(home)


@pytest.fixture(scope="session")
def home(new_home: Callable[[], Path]) -> Path:
    """The folder that most tests share."""
    return new_home()


@pytest.fixture
def address(home: Path) -> Address:
    """Its server, whatever an earlier test has done to it."""
    return ensure_running(home)


def python(program: str, *arguments: object, **environment: str) -> subprocess.Popen[str]:
    """A process of its own that runs `program` on this checkout, as another command of the same user would."""
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
