"""`kgmem export` and `kgmem import` as a user meets them: files, pipes, JSON, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from support import planted

from kgmem import AsyncMemory

from .command import Command
from .conftest import EXAMPLE

WIPE = "MATCH (n) WHERE n.tenant = $tenant OR (n:Tenant AND n.id = $tenant) DETACH DELETE n"


def piped(kgmem: Command, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command between two pipes; what goes through them is bytes."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KGMEM_")}
    return subprocess.run(
        [sys.executable, "-m", "kgmem", *arguments],
        env={**clean, **kgmem.environment, "KGMEM_TENANT": kgmem.tenant}, input=given, capture_output=True, timeout=120,
        check=False,
    )  # fmt: skip


@pytest.fixture
def exported(kgmem: Command) -> dict[str, Any]:
    kgmem("ingest", kgmem.file("session.json", EXAMPLE))
    found: dict[str, Any] = kgmem.json("export", "plant.jsonl")
    return found


async def test_a_file_goes_out_and_in_again(kgmem: Command, memory: AsyncMemory, exported: dict[str, Any]) -> None:
    """The tenant of a file is found in it, and need not be named; a pipe has the same bytes."""
    content = (kgmem.cwd / "plant.jsonl").read_bytes()
    assert exported["file"] == "plant.jsonl"
    assert (exported["lines"], exported["counts"]["Claim"]) == (content.count(b"\n"), 3)
    assert piped(kgmem, "export", "-").stdout == content
    assert "unchanged" in kgmem("import", "plant.jsonl").stdout
    await planted(memory, WIPE)
    done = kgmem.json("import", "plant.jsonl", tenant="another-setting")
    assert (done["state"], done["tenant"], done["sha256"]) == ("imported", kgmem.tenant, exported["sha256"])
    await planted(memory, WIPE)
    assert "imported" in piped(kgmem, "import", "-", given=content).stdout.decode()
    assert piped(kgmem, "export", "-").stdout == content
    assert "P-104" in kgmem("history", "V-12").stdout


def test_what_cannot_be_imported_is_told_with_its_line(kgmem: Command, exported: dict[str, Any]) -> None:
    """Bad input: exit code 2."""
    lines = (kgmem.cwd / "plant.jsonl").read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b"tenant", b"tenent")
    broken = kgmem.file("broken.jsonl", b"".join(lines))
    assert "broken.jsonl:5: was changed" in kgmem.error("import", broken, code=2)
    cut = kgmem.file("cut.jsonl", b"".join(lines[:4]))
    assert "cut.jsonl:5: the file ends before its last line" in kgmem.error("import", cut, code=2)
    assert "there is no such file" in kgmem.error("import", "none.jsonl", code=2)
    assert "goes back to that name only" in kgmem.error("import", "plant.jsonl", "--tenant", "x", code=2)
    assert b"standard input:1: this is no export" in piped(kgmem, "import", "-", given=b"{}\n").stderr


async def test_an_unfinished_import_whose_file_is_lost_is_given_up(
    kgmem: Command, memory: AsyncMemory, exported: dict[str, Any]
) -> None:
    """Until then the tenant takes nothing else, and who meets it is told how."""
    await planted(memory, WIPE)
    await planted(memory, "CREATE (:Tenant {id: $tenant, importing: 'x', imported: 3})")
    await planted(memory, "CREATE (:Source {id: 'src-' + $tenant, tenant: $tenant, external_id: 'lost'})")
    assert "kgmem import --abandon" in kgmem.error("ingest", "session.json", code=5)
    assert "is empty: 1 nodes were taken out" in kgmem("import", "--abandon").stdout
    assert "has no unfinished import" in kgmem.error("import", "--abandon", code=2)
    assert "nothing was ever stored" in kgmem.error("history", "V-12", code=3)
    for arguments in ((), ("plant.jsonl", "--abandon")):
        assert "or --abandon, and not both" in kgmem.error("import", *arguments, code=2)
    assert kgmem.json("import", "plant.jsonl")["state"] == "imported"


def test_what_cannot_be_exported_is_told(kgmem: Command, exported: dict[str, Any]) -> None:
    assert "both go to stdout" in kgmem("export", "-", "--json", code=2).stderr
    assert "is none of jsonl, prov" in kgmem.error("export", "a.xml", "--format", "xml", code=2)
    assert "cannot be written" in kgmem.error("export", "no/such/folder.jsonl", code=2)
    assert "nothing was ever stored" in kgmem.error("export", "a.jsonl", "--tenant", "nobody", code=3)
    assert sorted(path.name for path in kgmem.cwd.iterdir()) == ["plant.jsonl", "session.json"]


def test_provenance_is_told_in_its_own_words(kgmem: Command, exported: dict[str, Any]) -> None:
    assert kgmem.json("export", "plant.prov.json")["format"] == "prov"
    assert "entity" in kgmem("export", "prov", "--format", "prov").stdout
    assert (kgmem.cwd / "prov").read_bytes() == (kgmem.cwd / "plant.prov.json").read_bytes()


def test_provenance_of_one_claim_is_a_part_of_that_of_all(kgmem: Command, exported: dict[str, Any]) -> None:
    claim = kgmem.json("history", "V-12")["claims"][0]["id"]
    whole = kgmem.json("export", "plant.prov.json")["counts"]
    part = kgmem.json("export", "why.json", "--claim", claim)
    assert part["format"] == "prov"
    assert 0 < part["counts"]["entity"] < whole["entity"]
    assert "is of a whole tenant" in kgmem.error("export", "x", "--claim", claim, "--format", "jsonl", code=2)
    assert "clm-0" in kgmem.error("export", "x", "--claim", "clm-0", code=3)
