"""Files of an exchange that cannot be read, that change, or that hold what no line does: told in words, always."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

from kgmem.errors import InputError, StoreError
from kgmem.exchange import exporting, files, format, importing, provenance


def written(path: Path, *records: dict[str, Any]) -> Path:
    path.write_bytes(b"".join(format.written(record) + b"\n" for record in records))
    return path


def node(id: str) -> dict[str, Any]:
    return {"node": "Claim", "labels": [], "properties": {"id": id}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two lines that stand before all nodes, four nodes, and the last line."""
    return written(tmp_path / "x.jsonl", {}, {}, *(node(f"clm-{n}") for n in range(4)), {"end": "export"})


def test_no_line_is_read_beyond_what_one_may_hold(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does the whole of a file come into memory that has no line ends; the first line holds little."""
    assert b"".join(files.lines(path, "x")) == path.read_bytes()
    monkeypatch.setattr(files, "FIRST", 40)
    monkeypatch.setattr(files, "LONGEST", 60)
    for content, line in ((b"a" * 41, 1), (b"a" * 40 + b"\n", 1), (b"a\n" + b"b" * 61, 2)):
        path.write_bytes(content)
        with pytest.raises(InputError, match="is longer than a line of an export") as raised:
            list(files.lines(path, "x"))
        assert (raised.value.file, raised.value.line) == ("x", line)
        with pytest.raises(InputError):
            importing._check(path, "x", lambda done, total: None)
    with pytest.raises(InputError, match="is longer"):
        importing.tenant_of(written(path, {"tenant": "x" * 60}), "x")


def test_what_cannot_be_read_is_told_in_words(tmp_path: Path) -> None:
    """A folder in place of a file that was there before, as good as one whose owner keeps others out."""
    for read in (importing.tenant_of, importing._digest):
        with pytest.raises(InputError, match="x: cannot be read: Is a directory"):
            read(tmp_path, "x")


@pytest.mark.parametrize("change", [
    lambda content: content[:-40],
    lambda content: content.replace(b"clm-3", b"clm-9"),
    lambda content: b"\n".join([*content.split(b"\n")[:5], format.written({"node": "Claim"}), b""]),
    lambda content: b"\n".join([*content.split(b"\n")[:5], format.written({"relationship": 1}), b""]),
])  # fmt: skip
def test_a_file_that_changes_while_it_is_imported_is_told_in_words(
    path: Path, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    """Cut off or altered after it was checked."""
    monkeypatch.setattr(importing, "ROWS", 1)
    batches = importing._batches(path, "x", 0)
    assert next(batches).after == 3
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(InputError, match=r"x:[67]: was changed while it was being imported"):
        list(importing._batches(path, "x", 3))


def test_a_number_that_json_has_no_word_for_is_told_with_its_node() -> None:
    """Kgmem stores none; somebody may by hand."""
    row = {"id": "clm-1", "labels": [], "properties": {"confidence": float("inf")}}
    with pytest.raises(StoreError, match=r"clm-1.* infinite"):
        list(exporting._nodes("Claim", [row]))
    edge = {"start": "clm-1", "type": "CAUSES", "end": "clm-2", "labels": ["Claim"], "properties": {"c": float("nan")}}
    with pytest.raises(StoreError, match=r"clm-1.* infinite"):
        exporting._relationships("Claim", [edge])
    with contextlib.ExitStack() as held, pytest.raises(StoreError, match=r"clm-1.* infinite"):
        provenance.Document(held).put([provenance.prov.Record("entity", "clm-1", {"c": float("inf")})])
