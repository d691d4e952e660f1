"""Law T3 stands in several audits, in the same words; what an audit says is told for people."""

from __future__ import annotations

import pytest

from kgmem.cli.tabular import print_csv, print_table
from kgmem.graph.queries import catalogue
from kgmem.models import QueryResult

RIVALS = ("// T3: when reasons for its rivals", "AS holdings\n")
"""From where an audit asks what rivals did to a claim to where it has the claim's holdings."""


def told(name: str, start: str, end: str) -> str:
    """A part of an audit without its indentation, as asked about `c`."""
    text = catalogue()[name].text
    begin = text.index(start)
    part = text[begin : text.index(end, begin)]
    return "\n".join(line.strip() for line in part.splitlines()).replace("side", "c")


@pytest.mark.parametrize("name", ["audit.shared_evidence", "audit.open_conflicts"])
def test_what_rivals_do_to_a_claim_is_asked_in_the_same_words(name: str) -> None:
    """T3: what one audit believes, the others do."""
    assert told(name, *RIVALS) == told("audit.believed", *RIVALS)


def test_figures_are_told_as_far_as_people_read_them(capsys: pytest.CaptureFixture[str]) -> None:
    """A spreadsheet has them whole."""
    found = QueryResult(name="audit.believed", columns=("confidence", "assertions"), rows=((0.9105572809, 2),))
    print_table(found)
    assert capsys.readouterr().out == "confidence\tassertions\n0.9106\t2\n"
    print_csv(found)
    assert "0.9105572809,2" in capsys.readouterr().out
