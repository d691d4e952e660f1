"""The claims and relations that a session brings, read item by item: each code, and what is accepted."""

from __future__ import annotations

import contextlib
import json
import math
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.distill.items import (
    KINDS,
    MAX_STATEMENT_CHARS,
    RELATIONS,
    ClaimItem,
    Rejected,
    RelationItem,
    item_name,
    read_claim,
    read_confidence,
    read_relation,
    split_citation,
)

FACT: dict[str, Any] = {
    "id": "c1", "kind": "fact", "statement": "P-101A feeds V-12", "subject": {"kind": "pump", "id": "P-101A"},
    "predicate": "feeds", "object": {"kind": "vessel", "id": "V-12"}, "confidence": 0.8,
    "support": [{"message": "m1", "quote": "feeds V-12"}],
}  # fmt: skip
EVENT: dict[str, Any] = {
    "id": "e1", "kind": "action", "statement": "Lena moved", "participants": ["Lena"], "confidence": 0.9,
    "support": "m1",
}  # fmt: skip
RELATION = {"id": "r1", "from": "c1", "to": "c2", "type": "causes"}


def read(raw: Any, **changes: Any) -> ClaimItem:
    return read_claim({**raw, **changes} if isinstance(raw, dict) else raw, "c1", UTC)


def rejected(raw: Any, **changes: Any) -> str:
    with pytest.raises(Rejected) as error:
        read(raw, **changes)
    assert error.value.detail
    return error.value.code


REJECTED = {
    "no object": ([1, 2], {}, "malformed"),
    "no object either": (None, {}, "malformed"),
    "kind unknown": (FACT, {"kind": "rumour"}, "unknown_type"),
    "kind no text": (FACT, {"kind": 3}, "unknown_type"),
    "statement missing": (FACT, {"statement": None}, "malformed"),
    "statement blank": (FACT, {"statement": " \n"}, "malformed"),
    "statement no text": (FACT, {"statement": ["a"]}, "malformed"),
    "statement too long": (FACT, {"statement": "x" * (MAX_STATEMENT_CHARS + 1)}, "too_long"),
    "statement of the schema": (FACT, {"statement": "String"}, "schema_echo"),
    "placeholder": (FACT, {"statement": "..."}, "schema_echo"),
    "fact without subject": (FACT, {"subject": None}, "malformed"),
    "fact without predicate": (FACT, {"predicate": None}, "malformed"),
    "predicate no text": (FACT, {"predicate": 7}, "malformed"),
    "subject no entity": (FACT, {"subject": {"kind": "pump"}}, "malformed"),
    "entity id no text": (FACT, {"subject": {"id": ["P"]}}, "malformed"),
    "entity kind no text": (FACT, {"subject": {"id": "P", "kind": 3}}, "malformed"),
    "entity name no text": (FACT, {"subject": {"id": "P", "name": {}}}, "malformed"),
    "entity of nothing visible": (FACT, {"subject": {"id": "\u200b"}}, "empty_name"),
    "entity name of nothing visible": (FACT, {"object": {"id": "V-12", "name": " \u200d"}}, "empty_name"),
    "participant of nothing visible": (EVENT, {"participants": ["Lena", ""]}, "empty_name"),
    "participants no list": (EVENT, {"participants": "Lena"}, "malformed"),
    "negated no boolean": (FACT, {"negated": "no"}, "malformed"),
    "value no text": (FACT, {"value": ["a"]}, "malformed"),
    "value not a number": (FACT, {"value": math.nan}, "malformed"),
    "value infinite": (FACT, {"value": math.inf}, "malformed"),
    "unit no text": (FACT, {"unit": 3}, "malformed"),
    "confidence missing": (FACT, {"confidence": None}, "bad_confidence"),
    "support missing": (FACT, {"support": None}, "empty_support"),
    "support empty": (FACT, {"support": []}, "empty_support"),
    "support blank": (FACT, {"support": [" ", {"message": ""}]}, "empty_support"),
    "support names neither": (FACT, {"support": [{"quote": "feeds V-12"}]}, "empty_support"),
    "support no list": (FACT, {"support": {"note": "m1"}}, "empty_support"),
    "ends before it starts": (FACT, {"world_from": "2024", "world_to": "2023"}, "malformed"),
    "ends as it starts": (FACT, {"world_from": "2024", "world_to": "2024-01-01"}, "malformed"),
    "anchor no text": (FACT, {"anchor": 2024}, "malformed"),
    "model no text": (FACT, {"model": 1}, "malformed"),
}  # fmt: skip


@pytest.mark.parametrize(("raw", "changes", "code"), REJECTED.values(), ids=REJECTED)
def test_item_that_cannot_be_read_is_rejected_with_its_code(raw: Any, changes: dict[str, Any], code: str) -> None:
    assert rejected(raw, **changes) == code


def test_the_first_code_that_applies_is_given() -> None:
    """Interface: unknown type, then shape, then confidence, then support, then time."""
    wrong = {
        "kind": "rumour",
        "statement": "",
        "confidence": 7,
        "support": [],
        "world_from": "2024",
        "world_to": "2023",
    }
    right = {name: FACT[name] for name in ("kind", "statement", "confidence", "support")}
    codes = []
    for name in (*right, "world_to"):
        codes.append(rejected(FACT, **wrong))
        wrong.pop(name)
    assert codes == ["unknown_type", "malformed", "bad_confidence", "empty_support", "malformed"]
    assert read(FACT, **wrong)


@pytest.mark.parametrize(("raw", "value"), [(0.9, 0.9), (1, 1.0), (0, 0.0), ("0.9", 0.9), (" 1e-1 ", 0.1), (-0.0, 0.0)])
def test_a_number_from_0_to_1_is_a_confidence(raw: Any, value: float) -> None:
    """C38: as a number or as text."""
    assert read_confidence(raw) == value


@pytest.mark.parametrize(
    "raw",
    ["high", 85, -0.1, 1.0001, math.nan, math.inf, True, False, None, "nan", "85%", "", [0.9], {}, 10**400, "1e400"],
)
def test_anything_else_is_no_confidence(raw: Any) -> None:
    """C38: never clamped, and the value is named."""
    with pytest.raises(Rejected, match="no number from 0 to 1") as error:
        read_confidence(raw)
    assert error.value.code == "bad_confidence"


def test_certainty_is_flagged() -> None:
    """C38: a confidence of 1 stays 1 whatever else is learned."""
    assert [code for code, _ in read(FACT, confidence=1).flags] == ["certain_confidence"]
    assert read(FACT).flags == ()


def test_a_fact_is_read_as_it_is_written() -> None:
    item = read(FACT, kind=" Fact ", predicate="Feeds  Into", value=" 8.20 ", unit=" bar ", model="gpt")
    assert (item.kind, item.predicate, item.negated) == ("fact", "feeds_into", False)
    assert (item.value, item.unit, item.model) == ("8.20", "bar", "gpt")
    assert [(one.kind, one.external_id, one.name, one.role) for one in item.entities] == [
        ("pump", "P-101A", "P-101A", "subject"), ("vessel", "V-12", "V-12", "object")
    ]  # fmt: skip
    assert [(c.kinds, c.text, c.quote) for c in item.citations] == [(("message",), "m1", "feeds V-12")]


@pytest.mark.parametrize("kind", KINDS[1:])
def test_an_event_has_participants_and_needs_no_predicate(kind: str) -> None:
    item = read(EVENT, kind=kind, participants=["Lena", {"kind": "place", "id": "Turin", "name": "Torino"}])
    assert [(one.kind, one.name, one.role) for one in item.entities] == [
        ("thing", "Lena", "participant"), ("place", "Torino", "participant")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "text"),
    [(12, "12"), (12.0, "12"), (8.25, "8.25"), (True, "true"), (False, "false"), ("x", "x"), (" ", None), (None, None)],
)
def test_a_value_is_kept_as_text(value: Any, text: str | None) -> None:
    """One value has one text, so that 12 and 12.0 are one fact."""
    assert read(FACT, value=value).value == text


@pytest.mark.parametrize(
    ("support", "cited"),
    [
        ("m1", [(("message", "claim"), "m1", None)]),
        (["m1", "c2"], [(("message", "claim"), "m1", None), (("message", "claim"), "c2", None)]),
        ({"message": "m1"}, [(("message",), "m1", None)]),
        ([{"claim": "c2", "quote": " q "}], [(("claim",), "c2", "q")]),
        ([{"message": "m1", "claim": "c2"}], [(("message",), "m1", None), (("claim",), "c2", None)]),
        ([{"message": " m1 ", "quote": " "}, 7.5, None], [(("message",), "m1", None)]),
    ],
)
def test_supports_are_read_in_every_form_that_sessions_use(support: Any, cited: list[Any]) -> None:
    assert [(c.kinds, c.text, c.quote) for c in read(FACT, support=support).citations] == cited


@pytest.mark.parametrize(
    ("text", "parts"),
    [("D8:6; D9:17", ["D8:6", "D9:17"]), ("D9:1 D4:4 D4:6", ["D9:1", "D4:4", "D4:6"]), ("a,b;c", ["a", "b", "c"]),
     ("D", ["D"]), (" ; ", []), ("D:11:26", ["D:11:26"])],
)  # fmt: skip
def test_a_citation_of_several_ids_is_split(text: str, parts: list[str]) -> None:
    """C36: as annotators write them."""
    assert split_citation(text) == parts


def test_times_are_stated_by_anchor_or_by_world_from_and_world_to() -> None:
    """T1: words that are no time are kept and leave it unset; assumptions are flagged."""
    item = read(EVENT, anchor="2024-09")
    assert item.anchor is not None
    assert (item.anchor_text, item.anchor.start, item.anchor.grain) == (
        "2024-09",
        datetime(2024, 9, 1, tzinfo=UTC),
        "month",
    )
    item = read(EVENT, world_from="2024", world_to="2025-06")
    assert item.world_to is not None
    assert (item.anchor_text, item.world_to.start) == ("2024", datetime(2025, 6, 1, tzinfo=UTC))
    item = read(EVENT, anchor="last spring")
    assert (item.anchor_text, item.anchor, [code for code, _ in item.flags]) == (
        "last spring",
        None,
        ["anchor_unresolved"],
    )
    item = read(EVENT, anchor="2024-09-01T10:00")
    assert [code for code, _ in item.flags] == ["tz_assumed"]
    with pytest.raises(Rejected, match="zone"):
        read_claim({**EVENT, "anchor": "2024-09-01T10:00"}, "e1", None)


@pytest.mark.parametrize(
    ("raw", "name"),
    [({"id": "c1"}, "c1"), ({"id": " c1 "}, "c1"), ({"id": ""}, "claims[3]"), ({"id": None}, "claims[3]"),
     ({"id": ["a"]}, "claims[3]"), ({}, "claims[3]"), ("text", "claims[3]"), ({"id": 7}, "7"),
     ({"id": True}, "claims[3]")],
)  # fmt: skip
def test_an_item_without_an_id_goes_by_its_place(raw: Any, name: str) -> None:
    assert item_name(raw, "claims", 3) == name


@pytest.mark.parametrize("kind", RELATIONS)
def test_a_relation_is_read_as_it_is_written(kind: str) -> None:
    found = read_relation({**RELATION, "type": f" {kind.title()} ", "from": " c1 ", "justification": " so "}, "r1")
    assert found == RelationItem("r1", kind.upper(), "c1", "c2", 1, "so")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"type": "likes"}, "unknown_relation"),
        ({"type": None}, "unknown_relation"),
        ({"type": "likes", "from": None}, "unknown_relation"),
        ({"from": None}, "dangling_relation"),
        ({"to": " "}, "dangling_relation"),
        ({"to": ["c2"]}, "dangling_relation"),
        ({"justification": 3}, "malformed"),
    ],
)
def test_relation_that_cannot_be_read_is_rejected_with_its_code(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Rejected) as error:
        read_relation({**RELATION, **changes}, "r1")
    assert error.value.code == code


def test_relation_that_is_no_object_is_malformed() -> None:
    for raw in ("c1 causes c2", None, ["c1", "c2"]):
        with pytest.raises(Rejected, match="an object"):
            read_relation(raw, "r1")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from([FACT, EVENT]),
    st.sampled_from([*FACT, "participants", "negated", "value", "unit", "anchor", "world_to", "model"]),
    anything,
)
def test_whatever_a_field_holds_the_item_is_read_or_rejected(raw: dict[str, Any], field: str, value: Any) -> None:
    """An item that cannot be read is a rejection, never an exception, and leaves its siblings alone."""
    with contextlib.suppress(Rejected):
        item = read_claim({**raw, field: value}, "c1", UTC)
        json.dumps([item.statement, item.value, item.confidence])


@given(st.sampled_from([*RELATION, "confidence", "justification"]), anything)
def test_whatever_a_relation_holds_it_is_read_or_rejected(field: str, value: Any) -> None:
    with contextlib.suppress(Rejected):
        assert read_relation({**RELATION, field: value}, "r1").type in map(str.upper, RELATIONS)


def test_fields_that_a_claim_does_not_have_are_told_of() -> None:
    """A quote that is misspelt would else go unchecked, and nobody would know."""
    raw = {
        "kind": "fact", "statement": "a is b", "subject": {"id": "a", "size": 1}, "predicate": "is", "object": "b",
        "confidence": 0.5, "support": [{"message": "m", "qoute": "never said"}], "world_form": "2024",
    }  # fmt: skip
    told = [detail for code, detail in read_claim(raw, "c", UTC).flags if code == "unknown_field"]
    assert told == ["world_form is not read", "subject.size is not read", "support.0.qoute is not read"]
