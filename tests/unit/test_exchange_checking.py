"""What a file must hold before anything of it is imported: each law of its shape, and the line that breaks it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from kgmem.errors import InputError
from kgmem.exchange import checking, format
from kgmem.exchange.checking import Checked, Checker

Records = list[dict[str, Any]]

FILE: Records = [
    {"kgmem": "export", "version": format.VERSION, "tenant": "plant", "schema_version": 11,
     "embedding": {"model": "m", "dimension": 3, "hash": None}, "counts": {}},
    {"node": "Tenant", "labels": [], "properties": {"id": "plant"}},
    *({"node": label, "labels": [], "properties": {"id": id, "tenant": "plant"} | further} for label, id, further in (
        ("Source", "src-1", {}), ("Session", "ses-1", {}), ("Observation", "obs-1", {}),
        ("Claim", "clm-1", {"rank": 1}), ("Claim", "clm-2", {"rank": 2}),
        ("Assertion", "ast-1", {}), ("Assertion", "ast-2", {}),
    )),
    *({"relationship": type, "from": start, "to": end, "properties": {}} for type, start, end in (
        ("FROM", ["Observation", "obs-1"], ["Source", "src-1"]),
        ("RECORDED_IN", ["Observation", "obs-1"], ["Session", "ses-1"]),
        ("ASSERTED_BY", ["Claim", "clm-1"], ["Assertion", "ast-1"]),
        ("ASSERTED_BY", ["Claim", "clm-2"], ["Assertion", "ast-2"]),
        ("RESTS_ON", ["Assertion", "ast-1"], ["Observation", "obs-1"]),
        ("RESTS_ON", ["Assertion", "ast-2"], ["Claim", "clm-1"]),
    )),
]  # fmt: skip
FIRST, TWICE, REASON, RELATION, ON_CLAIM = 5, 6, 7, 9, 14
"""Places in it, from 0."""


def put(place: int, *path: str, value: Any) -> Callable[[Records], None]:
    """A change: something within the record at a place."""

    def change(records: Records) -> None:
        *before, last = path
        held: Any = records[place]
        for name in before:
            held = held[name]
        held[last] = value

    return change


def without(place: int) -> Callable[[Records], None]:
    return lambda records: records.pop(place) and None


def copied(change: Callable[[Records], None] = lambda records: None) -> Records:
    records = [
        {name: dict(held) if isinstance(held, dict) else held for name, held in record.items()} for record in FILE
    ]
    change(records)
    return records


def lines(records: Records, **last: Any) -> list[bytes]:
    """A whole file of these records: counts and checksums are those of what is in it, but for what `last` says."""
    names = [str(one.get("node") or one.get("relationship")) for one in records[2:]]
    if records[0].get("counts") == {}:
        records[0]["counts"] = Counter(name for name in names if name in (*format.SECTIONS, *format.ENDS))
    found = [format.written(one) + b"\n" for one in records]
    end = {"end": "export", "lines": len(found), "sha256": hashlib.sha256(b"".join(found)).hexdigest()} | last
    return [*found, format.written(end) + b"\n"]


def checked(found: list[bytes]) -> Checked:
    checker = Checker("plant.jsonl")
    for line in found:
        checker.take(line)
    return checker.finished()


def refused(found: list[bytes]) -> InputError:
    with pytest.raises(InputError) as raised:
        checked(found)
    assert raised.value.file == "plant.jsonl"
    return raised.value


def test_a_whole_file_is_told_with_its_header() -> None:
    found = lines(copied())
    told = checked(found)
    assert (told.header.tenant, told.header.model, told.header.dimension, told.own) == (
        "plant",
        "m",
        3,
        {"id": "plant"},
    )
    assert told.lines == len(found)
    assert told.sha256 == hashlib.sha256(b"".join(found[:-1])).hexdigest()


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (put(1, "node", value="Claim"), 2, "second line is that of the tenant"),
        (put(1, "properties", value={"id": "other"}), 2, "second line is that of the tenant"),
        (put(1, "properties", "importing", value="x"), 2, "importing is nothing that is exported"),
        (put(FIRST, "properties", "", value=1), 6, "a property has a name"),
        (put(FIRST, "properties", "rank", value=0), 6, "a claim has a rank"),
        (put(FIRST, "properties", "rank", value=True), 6, "a claim has a rank"),
        (put(FIRST, "properties", "rank", value=2), 15, "a higher rank than what it rests on"),
        (put(TWICE, "properties", "rank", value=1), 15, "a higher rank than what it rests on"),
        (put(ON_CLAIM, "to", value=["Claim", "clm-2"]), 15, "a higher rank than what it rests on"),
        (put(12, "to", value=["Assertion", "ast-1"]), 9, "this Assertion is of no claim"),
        (lambda records: records.insert(12, {**records[11], "to": ["Assertion", "ast-2"]}), 14, "and this is another"),
        (lambda records: records.insert(12, records[11]), 13, "this relationship stands in the file twice"),
        (lambda records: records.append({**records[ON_CLAIM], "properties": {"quote": "x"}}), 16, "in the file twice"),
        (put(FIRST, "node", value="Clam"), 6, "no label that kgmem knows"),
        (put(FIRST, "labels", value=["Note"]), 6, "has no such labels"),
        (put(FIRST, "labels", value="Event"), 6, "has no such labels"),
        (put(FIRST, "properties", value={"tenant": "plant"}), 6, "a node has an id"),
        (put(FIRST, "properties", "tenant", value="other"), 6, "of another tenant"),
        (put(FIRST, "properties", "statement", value=None), 6, "is null"),
        (put(FIRST, "properties", value=[]), 6, "has no properties"),
        (put(FIRST, "properties", "id", value="clm-3"), 7, "out of order"),
        (put(TWICE, "properties", "id", value="clm-1"), 7, "stands in the file twice"),
        (put(RELATION, "relationship", value="KNOWS"), 10, "no relationship that kgmem knows"),
        (put(RELATION, "relationship", value=["FROM"]), 10, "no relationship that kgmem knows"),
        (put(RELATION, "from", value="obs-1"), 10, "an end is a label and an id"),
        (put(RELATION, "to", value=["Source", 3]), 10, "an end is a label and an id"),
        (put(RELATION, "to", value=["Session", "ses-1"]), 10, "FROM has no Session there"),
        (put(RELATION, "to", value=["Source", "src-2"]), 10, "a node that is not in the file"),
        (put(RELATION, "properties", "tenant", value="other"), 10, "of another tenant"),
        (put(RELATION, "relationship", value="RECORDED_IN"), 10, "RECORDED_IN has no Source there"),
        (lambda records: records.insert(12, records.pop(11)), 13, "out of order"),
        (without(REASON), 11, "a node that is not in the file"),
        (without(11), 6, "this Claim has no ASSERTED_BY"),
        (without(13), 8, "this Assertion has no RESTS_ON"),
        (put(0, "counts", value={"Claim": 3}), 16, "2 Claim and not 3"),
        (lambda records: records.insert(3, {"what": 1}), 4, "neither a node nor a relationship"),
    ],
)
def test_what_breaks_a_law_is_told_with_its_line(change: Callable[[Records], None], line: int, message: str) -> None:
    error = refused(lines(copied(change)))
    assert message in str(error)
    assert error.line == line


@pytest.mark.parametrize("place", [FIRST, REASON])
def test_whatever_was_erased_something_is_left_to_rest_on(place: int) -> None:
    """S1: a reason goes with its last support, and a claim with its last reason."""
    records = copied(put(place, "properties", "erased_supports", value=1))
    node = [records[place]["node"], records[place]["properties"]["id"]]
    error = refused(lines([one for one in records if one.get("from") != node]))
    assert error.line == place + 1
    assert "without a support is never stored" in str(error)


LOOP = [("clm-1", "ast-1", "clm-2"), ("clm-2", "ast-2", "clm-1")]


@pytest.mark.parametrize("ranks", [(1, 1), (1, 2), (2, 1)])
@pytest.mark.parametrize("loop", [LOOP, [("clm-1", "ast-1", "clm-1"), ("clm-2", "ast-2", "clm-1")]])
def test_nothing_supports_itself(loop: list[tuple[str, str, str]], ranks: tuple[int, int]) -> None:
    """S3: whatever ranks a file gives, a cycle among live reasons is refused."""
    assert "(law S3)" in str(refused(lines(looped(loop, ranks))))


def looped(loop: list[tuple[str, str, str]], ranks: tuple[int, int]) -> Records:
    records = copied()
    for place, rank in zip((FIRST, TWICE), ranks, strict=True):
        records[place]["properties"]["rank"] = rank
    for _, reason, lower in loop:
        (support,) = [one for one in records if one.get("relationship") == "RESTS_ON" and one["from"][1] == reason]
        support["to"] = ["Claim", lower]
    return records


def test_reasons_that_ended_may_go_round() -> None:
    """Each was given when the other was not; a live one beside an ended one too."""
    records = looped(LOOP, (1, 2))
    records[REASON]["properties"]["ended_at"] = {"time": "2026-03-02T09:00:00Z"}
    checked(lines(records))


def test_ends_of_relationships_are_looked_up_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few are held at once, the line is that of the relationship."""
    monkeypatch.setattr(checking, "REFERENCES", 2)
    checked(lines(copied()))
    assert refused(lines(copied(put(11, "to", value=["Assertion", "ast-9"])))).line == 12


@pytest.mark.parametrize(
    ("damage", "line", "message"),
    [
        (lambda found: found[:-1], 16, "before its last line"),
        (lambda found: found[:1], 2, "before its last line"),
        (lambda found: [], 1, "before its last line"),
        (lambda found: [*found, b"\n"], 17, "nothing comes after"),
        (lambda found: [*found[:3], found[3].rstrip()], 4, "cut off in the middle"),
        (lambda found: [*found[:3], found[3].replace(b"plant", b"plank")], 4, "was changed"),
        (lambda found: [found[0].replace(b"plant", b"plank")], 1, "this is no export of kgmem"),
        (lambda found: [b'{"id": "s1"}\n'], 1, "this is no export of kgmem"),
        (lambda found: [format.written({"kgmem": "other"}) + b"\n"], 1, "not that of one"),
    ],
)
def test_a_damaged_file_is_told_with_its_line(
    damage: Callable[[list[bytes]], list[bytes]], line: int, message: str
) -> None:
    error = refused(damage(lines(copied())))
    assert message in str(error)
    assert error.line == line


@pytest.mark.parametrize(
    ("last", "message"), [({"lines": 3}, "3 lines should come before"), ({"sha256": "0"}, "do not fit their checksum")]
)
def test_the_last_line_sums_up_all_before_it(last: dict[str, Any], message: str) -> None:
    assert message in str(refused(lines(copied(), **last)))


@pytest.mark.parametrize(("name", "value"), [
    ("version", 99), ("tenant", None), ("schema_version", "11"), ("embedding", None), ("embedding", {"model": "m"}),
    ("embedding", {"model": 1, "dimension": 3}), ("counts", None), ("counts", {"Clam": 1}), ("counts", {"Claim": "1"}),
])  # fmt: skip
def test_a_header_that_lacks_something_is_told(name: str, value: Any) -> None:
    error = refused(lines(copied(put(0, name, value=value))))
    assert ("has version 99" if name == "version" else "lacks tenant, schema_version, embedding") in str(error)
    assert error.line == 1
