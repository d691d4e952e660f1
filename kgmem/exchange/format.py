"""What a line of an export holds: its words, its shape, and how values are written so that none is lost. Pure.

    {"kgmem": "export", "version": 1, "tenant": "plant", "schema_version": 10, "embedding": {...}, "counts": {...}}
    {"node": "Claim", "labels": ["Event"], "properties": {...}}
    {"relationship": "RESTS_ON", "from": ["Assertion", "ast-1"], "to": ["Observation", "obs-1"], "properties": {...}}
    {"end": "export", "lines": 812, "sha256": "..."}

Every line ends in a checksum of its own, `crc`, so that damage has a place; the last line has one over all before it.
A time is {"time": ISO 8601 in UTC, to the microsecond}, a vector {"float32": base64, little endian}.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import numpy as np

VERSION = 1
"""Raised when what is written can no longer be read as before."""

TENANT = "Tenant"
SECTIONS = (
    "Source", "Session", "Topic", "Observation", "Entity", "Claim", "Assertion", "Retraction", "Erasure", "Pruning",
    "Verdict", "Calibration", "Item",
)  # fmt: skip
"""The labels that nodes go by, in the order of the file; the tenant's own node stands before them."""
STATES = frozenset({"Retracted", "Removed", "Pruned"})
DERIVED = frozenset({"Unsupported", "Weakened", "Superseded", "Suspect", "Disputed"})
"""What a claim is, as a label: kept with it, since an import computes nothing."""
FURTHER = {"Observation": STATES | {"Note"}, "Claim": STATES | DERIVED | {"Event"}}
"""Labels that a node may have besides; a label that kgmem does not know is nobody's data and is left out."""
_RELATION = ({"Claim"}, {"Claim"})
ENDS: Mapping[str, tuple[set[str], set[str]]] = {
    "FROM": ({"Observation"}, {"Source"}),
    "RECORDED_IN": ({"Observation"}, {"Session"}),
    "IN_TOPIC": ({"Session"}, {"Topic"}),
    "PRECEDES": ({"Session"}, {"Session"}),
    "ABOUT": ({"Claim"}, {"Entity"}),
    "ASSERTED_BY": ({"Claim"}, {"Assertion"}),
    "IN_SESSION": ({"Claim"}, {"Session"}),
    "RESTS_ON": ({"Assertion"}, {"Observation", "Claim"}),
    "MADE_IN": ({"Assertion"}, {"Session"}),
    "RETRACTS": ({"Retraction"}, {"Observation", "Source", "Session", "Claim"}),
    "AFFECTED": ({"Retraction"}, {"Claim"}),
    "PRUNED": ({"Pruning"}, {"Claim"}),
    "JUDGES": ({"Verdict"}, {"Claim"}),
    **dict.fromkeys(("CAUSES", "ENABLES", "PREVENTS", "BEFORE", "UPDATES", "CONTRADICTS"), _RELATION),
}
"""Types with the labels at their start and at their end."""
STARTS = tuple(label for label in SECTIONS if any(label in start for start, _ in ENDS.values()))
"""The labels that relationships start from, in the order of the file."""
PASSING = frozenset({"filler", "importing", "imported", "turn"})
"""Properties of a tenant's node that are there for a moment and tell nothing of it."""
VECTORS = frozenset({"embedding", "window_embedding", "former_embedding", "pruned_embedding"})
"""Properties that hold a vector."""

_CRC = re.compile(rb',"crc":"([0-9a-f]{8})"\}\Z')
_CRC_BYTES = 18


def further(label: str) -> frozenset[str]:
    """The labels that a node of `label` may have besides it."""
    return frozenset(FURTHER.get(label, STATES))


def label_of(labels: Iterable[str]) -> str:
    """The one label that a node goes by."""
    return next(label for label in SECTIONS if label in set(labels))


def written(record: Mapping[str, Any]) -> bytes:
    """A record as its line, without the line end."""
    body = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return body[:-1] + b',"crc":"%08x"}' % zlib.crc32(body)


def read(line: bytes) -> dict[str, Any]:
    """The record of a line, with values as they were written. Raises ValueError that says what is wrong with it."""
    found = _CRC.search(line[-_CRC_BYTES:])
    if found is None:
        raise ValueError("is no whole line of an export: it does not end in its checksum")
    body = line[: -len(found[0])] + b"}"
    if zlib.crc32(body) != int(found[1], 16):
        raise ValueError("was changed: it does not fit its checksum")
    try:
        record = json.loads(body, parse_constant=_refused)
    except (ValueError, RecursionError):
        raise ValueError("is no JSON") from None
    if not isinstance(record, dict):
        raise ValueError("is no JSON object")
    return record


def node(label: str, labels: Iterable[str], properties: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a node."""
    return {"node": label, "labels": sorted(further(label) & {*labels}), "properties": encoded(properties)}


def relationship(
    type: str, start: tuple[str, str], end: tuple[str, str], properties: Mapping[str, Any]
) -> dict[str, Any]:
    """The record of a relationship."""
    return {"relationship": type, "from": [*start], "to": [*end], "properties": encoded(properties)}


def encoded(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Properties in order of their name, as JSON holds them."""
    return {name: _encoded(name, properties[name]) for name in sorted(properties)}


def decoded(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Properties as the store holds them; vectors are arrays. Raises ValueError naming the property."""
    if "" in properties:
        raise ValueError("a property has a name")
    return {name: _decoded(name, value) for name, value in properties.items()}


def _encoded(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return {"time": value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")}
    if isinstance(value, list):
        return _vector(value) if name in VECTORS else [_encoded(name, one) for one in value]
    return value


def _vector(value: list[float]) -> Any:
    narrow = np.asarray(value, dtype="<f4")
    if not np.array_equal(narrow.astype(np.float64), np.asarray(value, dtype=np.float64)):
        return value
    return {"float32": base64.b64encode(narrow.tobytes()).decode("ascii")}


def _decoded(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return _typed(name, value)
    if isinstance(value, list):
        found = [_decoded(name, one) for one in value]
        if any(isinstance(one, list | np.ndarray) for one in found) or len({type(one) for one in found}) > 1:
            raise ValueError(f"property {name} is no list of one kind of values")
        return found
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError(f"property {name} holds half a character") from None
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError(f"property {name} is a number that the store cannot hold")
    if value is None:
        raise ValueError(f"property {name} is null; what is not there is left out")
    return value


def _typed(name: str, value: Mapping[str, Any]) -> Any:
    try:
        if set(value) == {"time"}:
            at = datetime.fromisoformat(value["time"])
            if at.tzinfo is not None:
                return at.astimezone(UTC)
        if set(value) == {"float32"} and name in VECTORS:
            return np.frombuffer(base64.b64decode(value["float32"], validate=True), dtype="<f4")
    except (TypeError, ValueError):
        pass
    raise ValueError(f"property {name} is neither a time nor a vector")


def _refused(constant: str) -> Any:
    raise ValueError(constant)
