"""The server that tests run on: an address in the environment, else Docker where its engine answers, else the embedded
Neo4j in a folder of its own. There is no way past all three: without a server the tests that need one fail."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import uuid
from collections.abc import AsyncIterator, Iterator

import pytest
from support import ROOT, Server

from kgmem import AsyncMemory, local
from kgmem.embedding import Embeddings, resolve

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells start what runs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The laws first: their files have few tests and long ones, of which no process shall be left with the last."""
    items.sort(key=lambda item: "laws" not in item.path.parts)


def docker_answers() -> bool:
    """Whether an engine is there; the client alone is not enough."""
    if shutil.which("docker") is None:
        return False
    try:
        return subprocess.run(["docker", "info"], capture_output=True, timeout=30, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


@pytest.fixture(scope="session")
def docker_compose_file() -> str:
    return str(ROOT / "docker" / "compose.yaml")


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if uri := os.environ.get("KGMEM_URI"):
        yield Server(uri, os.environ.get("KGMEM_USER", "neo4j"), os.environ["KGMEM_PASSWORD"])
        return
    if docker_answers():
        port, password = _free_port(), uuid.uuid4().hex
        os.environ |= {"KGMEM_BOLT_PORT": str(port), "KGMEM_HTTP_PORT": str(_free_port()), "KGMEM_PASSWORD": password}
        services = request.getfixturevalue("docker_services")
        services.wait_until_responsive(timeout=120, pause=1, check=lambda: _accepts(port))
        yield Server(f"neo4j://127.0.0.1:{port}", "neo4j", password)
        return
    home = tmp_path_factory.mktemp("neo4j")
    address = local.ensure_running(home)
    try:
        yield Server(address.uri, address.user, address.password)
    finally:
        local.stop(home)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _accepts(port: int) -> bool:
    with socket.socket() as connection:
        connection.settimeout(1)
        return connection.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="session")
def embeddings() -> Embeddings:
    """The default local model, loaded once."""
    return resolve("bge-small", lambda message: None)


@pytest.fixture
def tenant() -> str:
    """A tenant nobody else uses, so tests share a server without seeing each other."""
    return f"t-{uuid.uuid4().hex}"


@pytest.fixture
async def memory(server: Server, tenant: str, embeddings: Embeddings) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory.open(tenant, settings=server.settings(), embeddings=embeddings) as opened:
        yield opened
