"""Ctrl-C: every command ends in words and with exit code 130, and leaves no half of a file and no half of a session."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys

import pytest
from support import planted

from kgmem import AsyncMemory

from .command import Command
from .conftest import EXAMPLE

WHOLE = "kgmem: interrupted; every session is stored whole or not at all, run the same command again\n"
WIPE = "MATCH (n) WHERE n.tenant = $tenant OR (n:Tenant AND n.id = $tenant) DETACH DELETE n"
INTERRUPTED_AT = """
import importlib, os, signal, sys
holder, name, nth = sys.argv[1], sys.argv[2], int(sys.argv[3])
module, _, owner = holder.partition(":")
held = importlib.import_module(module)
held = getattr(held, owner) if owner else held
given, calls = getattr(held, name), 0
def interrupting(*arguments, **options):
    global calls
    calls += 1
    if calls == nth:
        os.kill(os.getpid(), signal.SIGINT)
    return given(*arguments, **options)
setattr(held, name, interrupting)
sys.argv = ["kgmem", *sys.argv[4:]]
from kgmem.__main__ import main
main()
"""
"""The command as it is, which gets Ctrl-C when it calls something for the nth time."""


def started(kgmem: Command, *command: str, **variables: str) -> subprocess.Popen[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KGMEM_")}
    return subprocess.Popen(
        [sys.executable, *command],
        env=clean | dict(kgmem.environment) | {"KGMEM_TENANT": kgmem.tenant} | variables, cwd=kgmem.cwd,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def ended(running: subprocess.Popen[str]) -> tuple[str, str]:
    """What it printed, once it has ended as an interrupt ends it."""
    with running:
        said, told = running.communicate(timeout=120)
    assert running.returncode == 130, told
    return said, told


def interrupted_at(kgmem: Command, place: str, *arguments: str) -> tuple[str, str]:
    return ended(started(kgmem, "-c", INTERRUPTED_AT, *place.split(), *arguments))


@pytest.fixture
def stored(kgmem: Command) -> Command:
    """A tenant with something to write down."""
    kgmem("ingest", kgmem.file("session.json", EXAMPLE))
    return kgmem


def files(kgmem: Command) -> set[str]:
    return {path.name for path in kgmem.cwd.iterdir()}


@pytest.mark.parametrize(
    ("place", "arguments", "words"),
    [
        ("kgmem.exchange.exporting:Lines put 3", ("export", "plant.jsonl"), WHOLE),
        ("kgmem.exchange.prov of_node 3", ("export", "plant.prov.json"), WHOLE),
        ("kgmem.picture page 1", ("graph", "--ask", "Which pump feeds V-12?", "--html", "why.html"),
         "kgmem: interrupted\n"),
    ],
    ids=["export", "export as prov", "graph"],
)  # fmt: skip
def test_an_interrupt_leaves_no_half_of_a_file(
    stored: Command, place: str, arguments: tuple[str, ...], words: str
) -> None:
    """In the midst of writing; one that was there stays as it was."""
    (stored.cwd / arguments[-1]).write_text("as it was")
    before = files(stored)
    assert interrupted_at(stored, place, *arguments) == ("", words)
    assert files(stored) == before
    assert (stored.cwd / arguments[-1]).read_text() == "as it was"


async def test_an_interrupted_import_is_finished_by_the_same_command(stored: Command, memory: AsyncMemory) -> None:
    """Until then nobody reads the tenant; with --json the one document says so."""
    exported = stored.json("export", "plant.jsonl")
    await planted(memory, WIPE)
    said, told = interrupted_at(stored, "kgmem.exchange.importing _write 2", "import", "plant.jsonl", "--json")
    assert (json.loads(said)["error"]["code"], told) == ("interrupted", WHOLE)
    assert "import" in stored.error("ask", "Which pump feeds V-12?", code=5)
    assert stored.json("import", "plant.jsonl")["sha256"] == exported["sha256"]
    assert stored.json("export", "again.jsonl")["sha256"] == exported["sha256"]


@pytest.mark.parametrize("command", ["ask x", "export x.jsonl", "graph --ask x --html x.html", "history x", "check"])
def test_whoever_waits_for_a_server_that_never_greets_can_be_interrupted(kgmem: Command, command: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(120)
        uri = f"neo4j://127.0.0.1:{silent.getsockname()[1]}"
        running = started(kgmem, "-m", "kgmem", *command.split(), KGMEM_URI=uri)
        with silent.accept()[0]:
            running.send_signal(signal.SIGINT)
            said, told = ended(running)
    assert said == ""
    assert told.startswith("kgmem: interrupted")
    assert files(kgmem) == set()


HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
}}  # fmt: skip


def test_a_server_for_agents_ends_while_it_waits_for_its_client(kgmem: Command) -> None:
    """On stdin, where a read cannot be given up."""
    running = started(kgmem, "-m", "kgmem", "mcp")
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(json.dumps(HELLO) + "\n")
    running.stdin.flush()
    assert json.loads(running.stdout.readline())["id"] == 1
    running.send_signal(signal.SIGINT)
    assert ended(running)[1].endswith("kgmem: interrupted\n")


def test_a_server_for_agents_ends_while_it_listens(kgmem: Command) -> None:
    running = started(kgmem, "-m", "kgmem", "mcp", "--http", "0", "--json")
    assert running.stdout is not None
    served = "".join(iter(running.stdout.readline, "}\n"))
    assert json.loads(served + "}")["url"]
    running.send_signal(signal.SIGINT)
    said, told = ended(running)
    assert said == ""
    assert told.endswith("kgmem: interrupted\n")
