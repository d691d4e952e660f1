"""Saved queries on the command line: how they are listed, and their rows as a table, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys

import pytest
from support import document, fact, message, session

from kgmem.graph.queries import catalogue

from .command import Command

AWKWARD = 'said "so, and\nnot so" — naïve'
ASSERTED = ("query", "audit.asserted_by")


@pytest.fixture
def said(kgmem: Command) -> Command:
    """A tenant with a claim whose statement a table and a CSV find hard to hold."""
    claim = fact("c", ["m"], subject="alpha", world_from="2024") | {"statement": AWKWARD}
    spoken = message("m", "so it is", source=document("D"), sent_at="2026-03-02T09:00:00+02:00")
    kgmem("ingest", kgmem.file("s.json", session("s", [spoken], [claim])))
    return kgmem


def test_list_says_of_every_audit_what_it_takes_and_what_may_be_left_out(plant: Command) -> None:
    text = plant("queries").stdout
    for name, query in catalogue().items():
        if name.startswith("audit."):
            assert f"{name}  ({query.grain}" in text
            assert query.title in text
    assert "--param id=  STRING: a claim\n" in text
    assert "--param known_at=  ZONED DATETIME, may be left out: what was known then; null for now\n" in text
    assert "--param tenant" not in text


def test_rows_are_a_table_by_default(said: Command) -> None:
    """A line a row: what would break it is collapsed."""
    lines = said(*ASSERTED).stdout.splitlines()
    assert said(*ASSERTED, "--format", "table").stdout.splitlines() == lines
    assert len(lines) == 2
    shown = dict(zip(*(line.split("\t") for line in lines), strict=True))
    assert shown["statement"] == 'said "so, and not so" — naïve'
    assert (shown["said_at"], shown["speakers"], shown["model"]) == ("2026-03-02T07:00:00Z", '["agent"]', "")
    assert said("query", "audit.retractions").stdout == "No rows.\n"


def test_json_is_one_document_by_either_name(said: Command) -> None:
    found = said.json(*ASSERTED)
    assert json.loads(said(*ASSERTED, "--format", "json").stdout) == found
    assert json.loads(said(*ASSERTED, "--json", "--format", "json").stdout) == found
    row = dict(zip(found["columns"], found["rows"][0], strict=True))
    assert (row["statement"], row["said_at"], row["speakers"]) == (AWKWARD, "2026-03-02T07:00:00Z", ["agent"])


def test_csv_is_what_a_csv_reader_reads(said: Command) -> None:
    """RFC 4180: a header, CRLF, quotes doubled; UTF-8 wherever it goes; times in UTC and lists as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", "kgmem", *ASSERTED, "--format", "csv"],
        env={**said.environment, "KGMEM_TENANT": said.tenant, "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "ascii",
             "PYTHONPATH": ":".join(sys.path)},
        cwd=said.cwd, capture_output=True, timeout=120, check=True,
    )  # fmt: skip
    text = done.stdout.decode("utf-8")
    assert text.count("\r\n") == 2
    assert 'said ""so, and\nnot so"" — naïve' in text
    header, row = csv.reader(io.StringIO(text, newline=""))
    assert header == [column.name for column in catalogue()["audit.asserted_by"].returns]
    shown = dict(zip(header, row, strict=True))
    assert (shown["statement"], shown["said_at"], shown["speakers"], shown["counts"], shown["ended_at"]) == (
        AWKWARD, "2026-03-02T07:00:00Z", '["agent"]', "true", "",
    )  # fmt: skip
    empty = said("query", "audit.retractions", "--format", "csv").stdout
    assert empty.splitlines() == [",".join(column.name for column in catalogue()["audit.retractions"].returns)]


def test_clock_may_be_left_out_or_given_as_a_day(said: Command) -> None:
    """T8 on the command line, each alone and together."""
    for clocks, rows in (((), 1), (("as_of=2023",), 0), (("known_at=2020-01-01",), 0), (("as_of=2024-05",), 1)):
        given = [word for clock in clocks for word in ("--param", clock)]
        assert len(said.json("query", "audit.believed", *given)["rows"]) == rows, clocks
    both = ("--param", "as_of=2024-05", "--param", "known_at=2020-01-01")
    assert said.json("query", "audit.believed", *both)["rows"] == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("audit.beleived",), "did you mean audit.believed"),
        (("audit.believed", "--param", "known_at=yesterday"), "known_at"),
        (("audit.believed", "--param", "known_at="), "known_at"),
        (("audit.believed", "--param", "when=2024"), "has no parameter when; it takes tenant, as_of, known_at"),
        (("audit.claim_lineage",), "needs a value for id"),
        (("audit.residue", "--param", "text="), "text: is empty; give what is to be looked for"),
        (("audit.residue", "--param", "text= "), "text: is empty"),
        (("audit.changed_between", "--param", "since=2024"), "needs a value for until"),
        (("audit.believed", "--param", "as_of=2024", "--param", "as_of=2025"), "as_of is given twice"),
        (("audit.believed", "--param", "as_of"), "is not of the form k=v"),
        (("audit.believed", "--param", "=2024"), "is not of the form k=v"),
        (("audit.believed", "--format", "xml"), "xml"),
        (("audit.believed", "--json", "--format", "csv"), "name one"),
        (("retract.undo",), "no saved query is named 'retract.undo'"),
    ],
)
def test_wrong_use_is_told_and_is_no_success(plant: Command, arguments: tuple[str, ...], told: str) -> None:
    """Exit code 2, nothing on stdout but the document that --json asks for."""
    done = plant("query", *arguments, code=2)
    assert told in done.stderr
    assert done.stdout == "" or "error" in json.loads(done.stdout)


def test_error_of_json_by_format_is_a_document(plant: Command) -> None:
    done = plant("query", "audit.nothing", "--format", "json", code=2)
    assert json.loads(done.stdout)["error"]["code"]
