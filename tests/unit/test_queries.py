"""The catalogue: a header that does not fit its body is refused, each way that it can be wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kgmem.errors import QueryError
from kgmem.graph import queries
from kgmem.graph.queries import Column, catalogue, get, parse, saved, saved_one

GOOD = """// Claims of a kind
// name:    audit.good
// mode:    read
// grain:   one row per claim
// law:     R1
// why:     First sentence of two, and
//          the second line of it.
// param    tenant :: STRING NOT NULL       whose data
// param    kind :: STRING                  of claims
// returns  id :: STRING NOT NULL           the claim
// order:   id
// example: :param {tenant: 'plant'}
CYPHER 25
MATCH (c:Claim {tenant: $tenant, kind: $kind})  // a comment with $nothing and ; and SET
WHERE c.statement <> 'text with $dollars; CREATE' AND c.`odd $name` IS NULL
RETURN c.id AS id ORDER BY id
"""
WRITES = GOOD.replace("// mode:    read", "// mode:    write").replace("RETURN c.id", "SET c.kind = null\nRETURN c.id")
SCHEMA = """// An index
// name:    schema.index
// mode:    schema
// grain:   no rows
// why:     It is fast.
CYPHER 25
CREATE INDEX i IF NOT EXISTS FOR (n:Claim) ON (n.x)
"""


def test_a_header_is_read_field_by_field() -> None:
    query = parse(GOOD, "audit.good")
    assert (query.title, query.mode, query.grain, query.law) == ("Claims of a kind", "read", "one row per claim", "R1")
    assert query.why == "First sentence of two, and the second line of it."
    assert query.params == (Column("tenant", "STRING NOT NULL", "whose data"), Column("kind", "STRING", "of claims"))
    assert query.returns == (Column("id", "STRING NOT NULL", "the claim"),)
    assert (query.order, query.example) == ("id", ":param {tenant: 'plant'}")
    assert query.text == GOOD


def test_statements_that_write_and_that_make_the_schema_have_headers_too() -> None:
    assert parse(WRITES, "audit.good").mode == "write"
    assert parse(SCHEMA, "schema.index").params == ()


SECOND = "//          the second line of it.\n"
WRONG = {
    "no title": (GOOD.removeprefix("// Claims of a kind\n"), "title"),
    "no header": ("MATCH (n) RETURN n", "title"),
    "nothing": ("", "title"),
    "no name": (GOOD.replace("// name:    audit.good\n", ""), "lacks name"),
    "no mode": (GOOD.replace("// mode:    read\n", ""), "lacks mode"),
    "no grain": (GOOD.replace("// grain:   one row per claim\n", ""), "lacks grain"),
    "no why": (GOOD.replace("// why:     First sentence of two, and\n" + SECOND, ""), "lacks why"),
    "other name": (GOOD.replace("audit.good", "audit.other"), "header says audit.other"),
    "other mode": (GOOD.replace("mode:    read", "mode:    reads"), "not one of"),
    "unknown field": (GOOD.replace("// law: ", "// laws:"), "cannot read header line"),
    "untyped parameter": (GOOD.replace("kind :: STRING  ", "kind         "), "cannot read header line"),
    "parameter without meaning": (GOOD.replace("                  of claims", ""), "cannot read header line"),
    "continued where nothing began": (GOOD.replace("// order:   id\n", SECOND + "// order:   id\n"), "cannot read"),
    "lower-case type": (GOOD.replace("kind :: STRING  ", "kind :: string  "), "cannot read header line"),
    "stray comment": (GOOD.replace("// order:   id\n", "// order:   id\n// and more\n"), "cannot read header line"),
    "no statement": (GOOD[: GOOD.index("CYPHER 25")] + "// only a comment\n", "cannot read header line"),
    "nothing but comments": (GOOD[: GOOD.index("CYPHER 25")] + "\n/* MATCH */\n", "no statement"),
    "two statements": (GOOD + ";\nMATCH (n) RETURN n", "one statement"),
    "undeclared parameter": (GOOD.replace("kind: $kind", "kind: $kind, id: $id"), "parameters used"),
    "unused parameter": (GOOD.replace(", kind: $kind", ""), "parameters used"),
    "no tenant": (
        GOOD.replace("// param    tenant :: STRING NOT NULL       whose data\n", "").replace("tenant: $tenant, ", ""),
        r"takes \$tenant",
    ),
    "reads and says it writes": (GOOD.replace("mode:    read", "mode:    write"), "statement says otherwise"),
    "writes and says it reads": (WRITES.replace("mode:    write", "mode:    read"), "statement says otherwise"),
    "rows without order": (GOOD.replace("// order:   id\n", ""), "order"),
    "order in the header only": (GOOD.replace(" ORDER BY id", ""), "ORDER BY"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG)
def test_header_that_does_not_fit_is_refused_with_its_name(text: str, said: str) -> None:
    """Style: checked both ways when the catalogue is loaded."""
    with pytest.raises(QueryError, match=said) as error:
        parse(text, "audit.good")
    assert str(error.value).startswith("audit.good: ")


@pytest.mark.parametrize(
    "word", ["CREATE", "MERGE", "SET", "DELETE", "DETACH DELETE", "REMOVE", "DROP", "FOREACH", "merge", "Set"]
)
def test_any_word_that_writes_makes_a_query_one_that_writes(word: str) -> None:
    text = GOOD.replace("RETURN c.id", f"{word} c\nRETURN c.id")
    with pytest.raises(QueryError, match="says otherwise"):
        parse(text, "audit.good")


def test_a_query_of_one_row_needs_no_order() -> None:
    text = GOOD.replace(" ORDER BY id", "").replace("// order:   id", "// order:   one row")
    assert parse(text, "audit.good").order == "one row"


def test_a_closing_semicolon_is_no_second_statement() -> None:
    assert parse(GOOD.replace(" ORDER BY id", "\nORDER BY id;"), "audit.good")


def test_every_file_of_the_tree_is_in_the_catalogue_under_its_path() -> None:
    found = catalogue()
    files = {
        ".".join(f.relative_to(queries.folder()).with_suffix("").parts) for f in queries.folder().rglob("*.cypher")
    }
    assert set(found) == files
    assert len(found) > 50
    assert list(found) == sorted(found)
    assert all(query.name == name for name, query in found.items())
    assert len({query.title for query in found.values()}) == len(found)


def test_a_missing_tree_is_an_incomplete_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "folder", lambda: tmp_path)
    with pytest.raises(QueryError, match="incomplete"):
        catalogue.__wrapped__()


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(QueryError, match=r"audit\.claim_lineage") as error:
        get("audit.claim_linage")
    assert "did you mean" in str(error.value)
    with pytest.raises(QueryError, match="kgmem queries"):
        get("zzz")


def test_parameters_are_bound_complete_and_without_strangers() -> None:
    """Style: values travel as parameters; what is nullable may be left out."""
    query = parse(GOOD, "audit.good")
    assert query.bind({"tenant": "t"}) == {"tenant": "t", "kind": None}
    assert query.bind({"tenant": "", "kind": "fact"}) == {"tenant": "", "kind": "fact"}
    with pytest.raises(QueryError, match="needs a value for tenant"):
        query.bind({"kind": "fact"})
    with pytest.raises(QueryError, match="needs a value for tenant"):
        query.bind({"tenant": None})
    with pytest.raises(QueryError, match="has no parameter mood; it takes tenant, kind"):
        query.bind({"tenant": "t", "mood": 1})


def test_what_people_run_by_name_reads_only_what_is_their_tenants() -> None:
    """I4: a tenant that is asked for and not compared is one the query does not keep to; no door runs such a one."""
    asked_only = re.compile(r"\$tenant IS NOT NULL")
    reading = {name: query for name, query in catalogue().items() if query.mode == "read"}
    elsewhere = {name for name, query in reading.items() if asked_only.search(query.text)}
    assert elsewhere == {"graphiti.episodes", "graphiti.facts", "graphiti.rest"}
    assert set(saved()) == set(reading) - elsewhere
    for name in elsewhere:
        with pytest.raises(QueryError, match="--from-graphiti"):
            saved_one(name)
    with pytest.raises(QueryError, match="no saved query"):
        saved_one("write.claims")
    assert saved_one("recall.history") == catalogue()["recall.history"]
