"""The JSON documents that commands print with --json, as JSON Schema: one file a command, and `error.json`.

The files follow from the models; `python -m kgmem.schemas` writes them anew after a change.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from kgmem import models

FOLDER = Path(__file__).parent
DIALECT = "https://json-schema.org/draft/2020-12/schema"
ERROR = "error"
"""The document of whatever command failed."""
RESULTS: dict[str, Any] = {
    "demo": models.Demo,
    "ingest": models.IngestResult,
    "ask": models.Answer,
    "recall": models.Recall,
    "explain": models.Explanation,
    "history": models.History,
    "conflicts": models.Conflicts,
    "shared-sources": models.SharedSources,
    "coverage": models.Coverage,
    "retract": models.RetractionResult,
    "restore": models.RetractionResult | models.PruneResult,
    "erase": models.ErasureResult,
    "prune": models.PruneResult,
    "link": models.LinkResult,
    "topics rebuild": models.Topics,
    "adjudicate": models.Adjudication,
    "calibrate": models.CalibrationResult,
    "queries": models.SavedQueries,
    "query": models.QueryResult,
    "export": models.ExportResult,
    "import": models.ImportResult,
    "mcp": models.Served,
    "graph": models.Written,
    "browse": models.BrowserAt | models.Written,
    "check": models.StoreCheck,
    "db start": models.ServerStatus,
    "db stop": models.Stopped,
    "db status": models.ServerStatus,
    "db dump": models.Dumped,
    "db load": models.Loaded,
    "schema apply": models.SchemaApplied,
    "schema status": models.StoreCheck,
    ERROR: models.Failed,
}
"""By command what it prints."""


def file(command: str) -> Path:
    """Where the schema of a command is."""
    return FOLDER / f"{command.replace(' ', '-')}.json"


def made(command: str) -> dict[str, Any]:
    """The schema as it follows from the models."""
    schema = TypeAdapter(RESULTS[command]).json_schema(mode="serialization")
    title = "a command that failed" if command == ERROR else f"kgmem {command}"
    return {"$schema": DIALECT, **schema, "title": title}


def published(command: str) -> dict[str, Any]:
    """The schema as the package has it. Raises KeyError for no command."""
    if command not in RESULTS:
        raise KeyError(command)
    found: dict[str, Any] = json.loads(file(command).read_text(encoding="utf-8"))
    return found


def text(command: str) -> str:
    """What its file holds."""
    return json.dumps(made(command), indent=2, ensure_ascii=False, sort_keys=True) + "\n"
