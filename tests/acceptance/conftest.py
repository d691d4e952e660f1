"""The product as a user meets it: the command line in processes of its own, and the Python clients."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from support import Server

from .command import Command

EXAMPLE: dict[str, Any] = json.loads((Path(__file__).parent / "session.json").read_text(encoding="utf-8"))
"""The session that the contract prints."""


def command(server: Server, tenant: str, folder: Path) -> Command:
    """The command line on the shared server; a folder that is never made stands for the embedded one."""
    environment = server.environment | {"KGMEM_HOME": str(folder / "no-embedded-server")}
    return Command(folder, environment, tenant, (server.password,))


@pytest.fixture
def kgmem(server: Server, tenant: str, tmp_path: Path) -> Command:
    """The command line on the shared server, as the test's tenant."""
    return command(server, tenant, tmp_path)


@pytest.fixture(scope="module")
def plant(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Command:
    """The command line of a tenant that has stored the example, which tests of a module read and leave as it was."""
    made = command(server, f"plant-{uuid.uuid4().hex}", tmp_path_factory.mktemp("plant"))
    made("ingest", made.file("session.json", EXAMPLE))
    return made
