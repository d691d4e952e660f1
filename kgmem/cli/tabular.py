"""Rows of a saved query for people (a table on a terminal, tabs in a pipe) and for spreadsheets (CSV)."""

from __future__ import annotations

import csv
import io
import json
import sys
from datetime import datetime
from typing import TYPE_CHECKING, Any

import typer
from rich.markup import escape

from kgmem.anchors import iso
from kgmem.cli import common

if TYPE_CHECKING:
    from kgmem.models import QueryResult


def print_table(result: QueryResult) -> None:
    """One line a row, with white space of texts collapsed and figures to four digits; with tabs where no terminal
    reads it."""
    if not result.rows:
        typer.echo("No rows.")
        return
    rows = [[" ".join(_short(value).split()) for value in row] for row in result.rows]
    if not sys.stdout.isatty():
        for row in ([*result.columns], *rows):
            typer.echo("\t".join(row))
        return
    from rich import box
    from rich.table import Column, Table

    table = Table(*(Column(name, overflow="fold") for name in result.columns), box=box.SIMPLE)
    for row in rows:
        table.add_row(*map(escape, row))
    common.console().print(table)


def print_csv(result: QueryResult) -> None:
    """RFC 4180 in UTF-8, with a header also where there are no rows."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(result.columns)
    writer.writerows([cell(value) for value in row] for row in result.rows)
    typer.echo(text.getvalue().encode(), nl=False)


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else cell(value)


def cell(value: Any) -> str:
    """A value as text: times in ISO 8601 and UTC, lists and maps as JSON, nothing for null."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return iso(value) or ""
    if isinstance(value, str):
        return value
    return json.dumps(
        value, ensure_ascii=False, default=lambda one: iso(one) if isinstance(one, datetime) else str(one)
    )
