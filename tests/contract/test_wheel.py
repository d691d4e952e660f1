"""The wheel, built as a release builds it: it holds all that the package reads, and works where it is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import ROOT

from kgmem.graph.queries import catalogue

PROBE = """
import json, sys
import kgmem
from kgmem import ontology, samples
from kgmem.graph import queries
from kgmem.local.lock import locked
print(json.dumps({
    "package": kgmem.__file__, "folder": str(queries.folder()),
    "texts": {name: query.text for name, query in queries.catalogue().items()},
    "samples": [path.name for path in samples.paths()], "kinds": len(ontology.default().kinds), "jars": len(locked()),
}))
"""


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KGMEM_"))}
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        env=clean | environment, cwd=cwd, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pip(*arguments: str | Path, cwd: Path) -> None:
    """Without isolation and without dependencies: what is installed builds it, and no package index is asked."""
    run("-m", "pip", *arguments, "--no-deps", "--no-index", "--disable-pip-version-check", "--quiet", cwd=cwd)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", ROOT, "--no-build-isolation", "--wheel-dir", folder, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., dict[str, Any]]:
    """What kgmem says of itself in a process whose import path begins at a folder, far from the source tree."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")

    def ask(place: Path) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(run("-c", PROBE, cwd=elsewhere, PYTHONPATH=str(place)))
        return found

    return ask


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_every_file_that_the_package_reads(wheel: Path) -> None:
    """Queries, samples, ontology, the list of jars, and the mark that it is typed."""
    tracked = [path for path in (ROOT / "kgmem").rglob("*") if path.is_file() and path.suffix not in (".pyc", ".pyo")]
    queries = {f"kgmem/cypher/{file.relative_to(ROOT / 'cypher')}" for file in (ROOT / "cypher").rglob("*.cypher")}
    assert len(queries) == len(catalogue())
    wanted = queries | {str(path.relative_to(ROOT)) for path in tracked}
    assert wanted - names(wheel) == set()
    assert wanted >= {
        "kgmem/py.typed", "kgmem/local/neo4j.lock", "kgmem/ontology/default.toml", "kgmem/samples/plant.jsonl",
        "kgmem/samples/team.jsonl", "kgmem/cypher/audit/claim_lineage.cypher",
    }  # fmt: skip


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    """No tests, no scripts, nothing of Neo4j, and no file above a megabyte."""
    strange = {name for name in names(wheel) if not name.startswith("kgmem/") and ".dist-info/" not in name}
    assert strange == set()
    assert not [name for name in names(wheel) if name.endswith((".jar", ".pyc", ".onnx", ".env"))]
    with zipfile.ZipFile(wheel) as archive:
        assert max(info.file_size for info in archive.infolist()) < 1_000_000


def test_the_wheel_says_its_licence_its_command_and_what_it_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        texts = {name.split(".dist-info/")[-1]: name for name in archive.namelist() if ".dist-info/" in name}
        metadata, scripts = (archive.read(texts[name]).decode() for name in ("METADATA", "entry_points.txt"))
    assert "License-Expression: Apache-2.0" in metadata
    assert "Requires-Python: >=3.11" in metadata
    assert "licenses/LICENSE" in texts
    assert "kgmem = kgmem." in scripts
    for pinned in ("neomodel<8,>=7", "neo4j<6.2,>=6.1"):
        assert f"Requires-Dist: {pinned}" in metadata, metadata


def test_an_installed_wheel_loads_its_own_queries_and_data(
    wheel: Path, probe: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    """From where it is installed, with the catalogue of the source tree."""
    target = tmp_path / "target"
    pip("install", "--target", target, wheel, cwd=tmp_path)
    found = probe(target)
    assert Path(found["package"]) == target / "kgmem" / "__init__.py"
    assert Path(found["folder"]) == target / "kgmem" / "cypher"
    assert found["texts"] == {name: query.text for name, query in catalogue().items()}
    assert found["samples"] == ["plant.jsonl", "team.jsonl"]
    assert found["kinds"] > 20
    assert found["jars"] > 100


def test_an_editable_install_reads_the_queries_of_the_source_tree(
    probe: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    """So that a query that is edited is the query that runs."""
    target = tmp_path / "target"
    pip("install", "--target", target, "--editable", ROOT, "--no-build-isolation", cwd=tmp_path)
    (pointer,) = target.glob("*.pth")
    found = probe(Path(pointer.read_text(encoding="utf-8").strip().splitlines()[-1]))
    assert Path(found["package"]) == ROOT / "kgmem" / "__init__.py"
    assert Path(found["folder"]) == ROOT / "cypher"
    assert found["texts"].keys() == catalogue().keys()
