"""The product as a user meets it: the command line in processes of its own, and the Python clients."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Server

from .command import Command


@pytest.fixture
def kgmem(server: Server, tenant: str, tmp_path: Path) -> Command:
    """The command line on the shared server, as the test's tenant."""
    home = tmp_path / "no-embedded-server"
    return Command(tmp_path, server.environment | {"KGMEM_HOME": str(home)}, tenant, (server.password,))
