"""What export and import did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from kgmem.models.base import Value


class ExportResult(Value):
    """What was written: `counts` are nodes by label and relationships by type, `sha256` is of the lines before the last
    one, or of a whole PROV document. `file` is None for what went to a stream."""

    tenant: str
    file: str | None
    format: Literal["jsonl", "prov"]
    lines: int
    counts: Mapping[str, int]
    sha256: str


class ImportResult(Value):
    """What became of a file: `imported`, or `unchanged` where the tenant holds just that. `resumed` counts the lines
    that an interrupted import had written before. Of an unfinished import that was `abandoned`, `lines` are those
    it had written, and `counts` the nodes that were taken out, by label."""

    tenant: str
    state: Literal["imported", "unchanged", "abandoned"]
    lines: int
    counts: Mapping[str, int]
    sha256: str
    resumed: int
