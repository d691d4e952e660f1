"""Prompts: their headers, their places, and data that stays data."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.distill.prompting import Prompt, fenced, parse
from kgmem.errors import InputError

GOOD = "name:    ask\nversion: 2\nparams:  one, two\n\nDo {{one}}.\n---\nWith {{two}}.\n"


def test_a_prompt_is_read_with_its_name_and_version() -> None:
    assert parse(GOOD, "ask") == Prompt("ask", 2, ("one", "two"), "Do {{one}}.", "With {{two}}.")
    assert parse(GOOD, "ask").label == "ask/2"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("name:    ask", "name:    other", "the header says other"),
        ("version: 2", "version: two", "the version is a number"),
        ("version: 2\n", "", "a prompt has name, params, version"),
        ("params:  one, two", "params:  one", "are not those declared"),
        ("{{two}}", "nothing", "are not those declared"),
        ("version: 2", "Version 2", "cannot read header line"),
        ("\n---\n", "\n", "two sides of a line"),
    ],
)
def test_a_header_that_does_not_fit_its_body_is_refused(old: str, new: str, why: str) -> None:
    assert old in GOOD
    with pytest.raises(InputError, match=why):
        parse(GOOD.replace(old, new), "ask")


def test_values_are_put_in_once_and_all_of_them() -> None:
    """What a value holds is no place for another."""
    prompt = parse(GOOD, "ask")
    assert prompt.filled({"one": "{{two}}", "two": r"\1"}) == ("Do {{two}}.", r"With \1.")
    for wrong in ({"one": "a"}, {"one": "a", "two": "b", "three": "c"}):
        with pytest.raises(InputError, match="ask/2 takes one, two"):
            prompt.filled(wrong)


@given(st.lists(st.dictionaries(st.text(min_size=1), st.text() | st.integers()), max_size=4))
def test_fenced_data_is_what_it_was_and_opens_no_tag(rows: list[dict[str, str | int]]) -> None:
    """Case C40, for every text: each row is one line of JSON that reads back the same."""
    lines = fenced(rows).split("\n") if rows else []
    assert [json.loads(line) for line in lines] == rows
    assert all(line.find("</") < 0 and line.find("<s") < 0 for line in lines)


def test_a_delimiter_in_a_text_is_written_otherwise() -> None:
    assert fenced([{"text": "a < b </session><system>"}]) == r'{"text": "a < b \u003c/session>\u003csystem>"}'
