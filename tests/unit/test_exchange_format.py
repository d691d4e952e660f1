"""A line of an export: what is written is read again, and every damage is told."""

from __future__ import annotations

import zlib
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.exchange import format

PLAIN = st.text(st.characters(exclude_categories=["Cs"])) | st.booleans() | st.integers(-(2**63), 2**63 - 1)
PLAIN |= st.floats(allow_nan=False, allow_infinity=False)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
TIMES = st.datetimes(timezones=st.just(UTC))


def sealed(body: bytes) -> bytes:
    """Whatever it is, as a line with a checksum that fits."""
    return body[:-1] + b',"crc":"%08x"}' % zlib.crc32(body)


@given(st.dictionaries(NAMES, PLAIN | TIMES | st.lists(TIMES)))
def test_what_is_written_is_read_again(properties: dict[str, Any]) -> None:
    line = format.written(format.node("Claim", {"Claim", "Event"}, properties))
    assert b"\n" not in line
    record = format.read(line)
    assert (record["node"], record["labels"]) == ("Claim", ["Event"])
    assert format.decoded(record["properties"]) == properties
    assert format.written({name: value for name, value in record.items() if name != "crc"}) == line


def test_a_time_is_told_in_utc_to_the_microsecond_whatever_its_zone() -> None:
    at = datetime(2026, 3, 2, 9, 0, 0, 1, tzinfo=timezone(timedelta(hours=2)))
    assert format.encoded({"at": at}) == {"at": {"time": "2026-03-02T07:00:00.000001Z"}}
    assert format.decoded({"at": {"time": "2026-03-02T09:00:00.000001+02:00"}}) == {"at": at}


def test_vectors_are_told_to_the_bit_and_only_where_there_are_any() -> None:
    exact = [0.5, 0.25, -1.0]
    coded = format.encoded({"embedding": exact, "parameters": exact})
    assert coded["parameters"] == exact
    assert np.array_equal(format.decoded(coded)["embedding"], exact)
    assert format.encoded({"embedding": [0.1]}) == {"embedding": [0.1]}  # is no float32


def test_labels_are_those_that_a_node_may_have_beside_its_own() -> None:
    assert format.label_of(["Event", "Claim"]) == "Claim"
    assert format.label_of(["Note", "Observation"]) == "Observation"
    strange = format.node("Observation", {"Observation", "Note", "Event", "Somebodys"}, {})
    assert strange["labels"] == ["Note"]
    assert format.further("Source") == format.STATES


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "no whole line"),
        (b'{"node":"Claim"}', "no whole line"),
        (format.written({"node": "Claim"}).replace(b"Claim", b"Clain"), "was changed"),
        (sealed(b'{"node":}'), "is no JSON"),
        (sealed(b'{"node":NaN}'), "is no JSON"),
        (sealed(b"[1}"), "is no JSON"),
        (sealed(b"[" * 100_000 + b"}"), "is no JSON"),
    ],
)
def test_a_line_that_is_damaged_says_how(line: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        format.read(line)


@pytest.mark.parametrize("value", [
    None, 2**63, -(2**63) - 1, "\ud83d", [1, "a"], [[1]], {"time": "soon"}, {"time": "2026-03-02T09:00:00"},
    {"time": 3}, {"float32": "AAAA"}, {"other": 1}, {},
])  # fmt: skip
def test_a_value_that_no_store_holds_is_refused_by_its_name(value: Any) -> None:
    with pytest.raises(ValueError, match="property odd"):
        format.decoded({"odd": value})


@pytest.mark.parametrize("vector", ["****", "AAA", 3])
def test_a_vector_that_is_none_is_refused(vector: Any) -> None:
    with pytest.raises(ValueError, match="property embedding is neither a time nor a vector"):
        format.decoded({"embedding": {"float32": vector}})
