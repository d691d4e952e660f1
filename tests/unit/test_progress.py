"""What a long command shows of its progress, on a terminal and elsewhere."""

from __future__ import annotations

import io
import re

import pytest

from kgmem.cli.progress import shown_progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def watched(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO) -> str:
    """What a run of 10 of 40 lines wrote."""
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with shown_progress("lines") as progress:
        for done in range(11):
            progress(done, 40)
    return stream.getvalue()


def test_a_terminal_is_shown_how_many_of_how_many_how_fast_and_how_long_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    last = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", watched(monkeypatch, Terminal())).split("\r")[-2]
    assert re.search(r"lines .*10/40 [\d,]+\.\d lines/s \d:\d\d:\d\d \d:\d\d:\d\d", last), last


def test_what_is_no_terminal_is_shown_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert watched(monkeypatch, io.StringIO()) == ""
