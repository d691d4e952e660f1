"""What a file must hold before the first node of it is written: every law of its shape, line by line. Pure.

Of every node and support it holds some numbers, and no text: a node is known by eight bytes of a hash of its label and
id, under a key that nobody who made the file can know.
"""

from __future__ import annotations

import hashlib
import secrets
from array import array
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from kgmem.errors import InputError
from kgmem.exchange import format
from kgmem.exchange.grounding import Grounding

REFERENCES = 50_000
"""Ends of relationships that are looked up at once."""
SUPPORT = frozenset({"ASSERTED_BY", "RESTS_ON"})
"""Relationships of which there is one between two nodes, at most."""


class Header(NamedTuple):
    """What the first line says of a file."""

    tenant: str
    schema_version: int
    model: str
    dimension: int
    hash: str | None
    counts: Mapping[str, int]


class Checked(NamedTuple):
    """A file that may be imported."""

    header: Header
    own: dict[str, Any]
    lines: int
    sha256: str


def header(line: bytes, file: str) -> Header:
    """What the first line says. Raises InputError for what is no export, or one that this version cannot read."""
    try:
        found = format.read(line)
    except ValueError as error:
        raise InputError(f"this is no export of kgmem: the first line {error}", file=file, line=1) from None
    if found.get("kgmem") != "export":
        raise InputError("this is no export of kgmem: the first line is not that of one", file=file, line=1)
    if found.get("version") != format.VERSION:
        raise InputError(
            f"the export has version {found.get('version')!r}, this kgmem reads {format.VERSION}", file=file, line=1
        )
    made, counts = found.get("embedding"), found.get("counts")
    if (
        not isinstance(made, dict)
        or not isinstance(counts, dict)
        or not {*counts} <= {*format.SECTIONS, *format.ENDS}
        or not all(isinstance(many, int) for many in counts.values())
        or not isinstance(found.get("tenant"), str)
        or not isinstance(found.get("schema_version"), int)
        or not isinstance(made.get("model"), str)
        or not isinstance(made.get("dimension"), int)
    ):
        raise InputError("the first line lacks tenant, schema_version, embedding or counts", file=file, line=1)
    return Header(found["tenant"], found["schema_version"], made["model"], made["dimension"], made.get("hash"), counts)


class Checker:
    """Takes the lines of a file one after the other. Everything it raises is an InputError with the line."""

    def __init__(self, file: str) -> None:
        self.file, self.number = file, 0
        self.header: Header | None = None
        self._own: dict[str, Any] | None = None
        self._digest = hashlib.sha256()
        self._last: tuple[Any, ...] = ()
        self._counts: Counter[str] = Counter()
        self._key = secrets.token_bytes(hashlib.blake2b.MAX_KEY_SIZE)
        self._nodes = array("Q")
        self._grounding = Grounding()
        self._known: Any = None
        self._asked, self._asked_at = array("Q"), array("Q")
        self._done: str | None = None

    def take(self, line: bytes) -> None:
        """The next line, with its end. Raises InputError."""
        self.number += 1
        if self._done is not None:
            raise self._wrong("nothing comes after the last line of an export")
        if not line.endswith(b"\n"):
            raise self._wrong("is cut off in the middle; the file is not whole")
        if self.number == 1:
            self.header = header(line[:-1], self.file)
        else:
            self._record(line[:-1])
        self._digest.update(line)

    def finished(self) -> Checked:
        """What was checked, once there are no more lines. Raises InputError."""
        if self._done is None or self.header is None or self._own is None:
            self.number += 1
            raise self._wrong("the file ends before its last line; it was cut off")
        return Checked(self.header, self._own, self.number, self._done)

    def _record(self, line: bytes) -> None:
        try:
            record = format.read(line)
        except ValueError as error:
            raise self._wrong(str(error)) from None
        if "node" in record:
            self._node(record)
        elif "relationship" in record:
            self._relationship(record, line)
        elif record.get("end") == "export":
            self._end(record)
        else:
            raise self._wrong("is neither a node nor a relationship nor the last line")

    def _node(self, record: Mapping[str, Any]) -> None:
        label, labels = record["node"], record.get("labels")
        properties = self._properties(record)
        if self.number == 2:
            if label != format.TENANT or properties.get("id") != self._head.tenant:
                raise self._wrong("the second line is that of the tenant", "node")
            if passing := sorted(format.PASSING & {*properties}):
                raise self._wrong(f"{passing[0]} is nothing that is exported", "properties")
            self._own = properties
            return
        if label not in format.SECTIONS:
            raise self._wrong(f"{label!r} is no label that kgmem knows", "node")
        if not isinstance(labels, list) or not {*map(str, labels)} <= format.further(label):
            raise self._wrong(f"a {label} has no such labels: {labels!r}", "labels")
        id = properties.get("id")
        if not isinstance(id, str) or not id:
            raise self._wrong("a node has an id", "id")
        if properties.get("tenant") != self._head.tenant:
            raise self._wrong(f"{id} is of another tenant than the file", "tenant")
        self._in_order((0, format.SECTIONS.index(label), id))
        self._counts[label] += 1
        name = self._hashed(label, id)
        self._nodes.append(name)
        if label == "Claim":
            rank = properties.get("rank")
            if type(rank) is not int or rank < 1:
                raise self._wrong("a claim has a rank, 1 or more", "rank")
            self._grounding.claim(name, rank, self.number)
        elif label == "Assertion":
            self._grounding.reason(name, self.number, live="ended_at" not in properties)

    def _relationship(self, record: Mapping[str, Any], line: bytes) -> None:
        type, start, end = record["relationship"], record.get("from"), record.get("to")
        if not isinstance(type, str) or type not in format.ENDS:
            raise self._wrong(f"{type!r} is no relationship that kgmem knows", "relationship")
        for side, ends, allowed in (("from", start, format.ENDS[type][0]), ("to", end, format.ENDS[type][1])):
            if not isinstance(ends, list) or len(ends) != 2 or not all(isinstance(one, str) for one in ends):
                raise self._wrong("an end is a label and an id", side)
            if ends[0] not in allowed:
                raise self._wrong(f"{type} has no {ends[0]} there", side)
        assert isinstance(start, list)
        assert isinstance(end, list)
        if self._properties(record).get("tenant", self._head.tenant) != self._head.tenant:
            raise self._wrong("is of another tenant than the file", "tenant")
        ends = (format.SECTIONS.index(start[0]), start[1], type, *end)
        if type in SUPPORT and self._last[1:-1] == ends:
            raise self._wrong("this relationship stands in the file twice")
        self._in_order((1, *ends, line))
        self._counts[type] += 1
        names = self._hashed(*start), self._hashed(*end)
        for name in names:
            self._asked.append(name)
            self._asked_at.append(self.number)
        if type == "ASSERTED_BY":
            self._grounding.asserted_by(*names, self.number)
        elif type == "RESTS_ON":
            self._grounding.rests_on(*names, self.number, on_claim=end[0] == "Claim")
        if len(self._asked) >= REFERENCES:
            self._look_up()

    def _end(self, record: Mapping[str, Any]) -> None:
        self._look_up()
        counted = {name: many for name, many in self._head.counts.items() if many}
        if counted != dict(self._counts):
            names = sorted({*counted, *self._counts})
            differing = [name for name in names if counted.get(name, 0) != self._counts[name]]
            told = "; ".join(f"{self._counts[name]} {name} and not {counted.get(name, 0)}" for name in differing)
            raise self._wrong(f"the file does not hold what its first line says: {told}", "counts")
        if record.get("lines") != self.number - 1:
            raise self._wrong(f"{record.get('lines')} lines should come before this one, {self.number - 1} do", "lines")
        if record.get("sha256") != self._digest.hexdigest():
            raise self._wrong("the lines do not fit their checksum; some were changed or moved", "sha256")
        if fault := self._grounding.fault():
            self.number, message = fault
            raise self._wrong(message)
        self._done = str(record["sha256"])

    def _properties(self, record: Mapping[str, Any]) -> dict[str, Any]:
        found = record.get("properties")
        if not isinstance(found, dict):
            raise self._wrong("has no properties", "properties")
        try:
            return format.decoded(found)
        except ValueError as error:
            raise self._wrong(str(error), "properties") from None

    def _in_order(self, key: tuple[Any, ...]) -> None:
        if key < self._last:
            raise self._wrong("is out of order; lines were moved")
        if key == self._last and key[0] == 0:
            raise self._wrong("this node stands in the file twice")
        self._last = key

    def _look_up(self) -> None:
        if self._known is None:
            self._known = np.sort(np.asarray(self._nodes, dtype=np.uint64))
        asked = np.asarray(self._asked, dtype=np.uint64)
        places = np.searchsorted(self._known, asked)
        there = places < len(self._known)
        there[there] = self._known[places[there]] == asked[there]
        if not there.all():
            self.number = self._asked_at[int(np.argmin(there))]
            raise self._wrong("leads to or from a node that is not in the file")
        self._asked, self._asked_at = array("Q"), array("Q")

    @property
    def _head(self) -> Header:
        assert self.header is not None
        return self.header

    def _wrong(self, message: str, field: str | None = None) -> InputError:
        return InputError(message, file=self.file, line=self.number, field=field)

    def _hashed(self, label: str, id: str) -> int:
        digest = hashlib.blake2b(f"{label}\0{id}".encode(), digest_size=8, key=self._key)
        return int.from_bytes(digest.digest(), "big")
