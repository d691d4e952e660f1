"""What an agent puts under a name of its own: items, each a JSON object under a namespace and a key, kept in the store
beside the memory and no part of it. Nothing is claimed by an item, so nothing rests on one.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from kgmem.errors import UsageError
from kgmem.graph.store import Store, Transaction
from kgmem.identity import clean, hashed

Namespace = tuple[str, ...]

END = "."
"""After each label of a path; LangGraph allows it in no label, and where it stands in one the labels are compared."""
FACET_CHARS = 100
"""Longest text at the top of a value that a search compares on the server."""
EVERY = 2**31 - 1
_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "$eq": lambda value, other: value == other,
    "$ne": lambda value, other: value != other,
    "$gt": lambda value, other: float(value) > float(other),
    "$gte": lambda value, other: float(value) >= float(other),
    "$lt": lambda value, other: float(value) < float(other),
    "$lte": lambda value, other: float(value) <= float(other),
}


class Item(NamedTuple):
    """An item as it lies in the store; `score` is the cosine of a search that has one."""

    namespace: Namespace
    key: str
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    score: float | None = None


class Get(NamedTuple):
    """Read one item."""

    namespace: Namespace
    key: str


class Search(NamedTuple):
    """Look through what lies under a namespace; `vector` is what it is to be near to."""

    prefix: Namespace
    filter: Mapping[str, Any] | None
    limit: int
    offset: int
    vector: Sequence[float] | None


class Names(NamedTuple):
    """List the namespaces that hold items; `matches` are a side (prefix, suffix) and labels, `*` for any."""

    matches: tuple[tuple[str, Namespace], ...]
    max_depth: int | None
    limit: int
    offset: int


class Put(NamedTuple):
    """Put an item, or with no value delete it; `vectors` are those of its texts."""

    namespace: Namespace
    key: str
    value: Mapping[str, Any] | None
    vectors: Sequence[Sequence[float]] = ()


Read = Get | Search | Names
Result = Item | None | list[Item] | list[Namespace]


async def run(store: Store, tenant: str, reads: Sequence[Read], puts: Sequence[Put]) -> list[Result]:
    """What the reads find, in their order, and then the puts done, all or none; the last one of a name counts.

    Raises UsageError for a value that is no JSON object, and then nothing was put.
    """
    last = list({(put.namespace, put.key): put for put in puts}.values())
    rows = list(_rows(tenant, last))
    gone = [_id(tenant, put.namespace, put.key) for put in last if put.value is None]

    async def read(tx: Transaction) -> list[Result]:
        return [await _read(tx, one) for one in reads]

    async def write(tx: Transaction) -> None:
        await tx.lock()
        await tx.run("items.put", rows=rows)
        await tx.run("items.delete", ids=gone)

    found = await store.reading(read, tenant, "items.search") if reads else []
    if last:
        await store.writing(write, tenant, "items.put")
    return found


async def _read(tx: Transaction, asked: Read) -> Result:
    if isinstance(asked, Get):
        rows = await tx.run("items.get", ids=[_id(tx.tenant, asked.namespace, asked.key)])
        return next(map(_item, rows), None)
    if isinstance(asked, Names):
        found = await tx.run("items.namespaces", path=_start(asked))
        return listed([tuple(row["namespace"]) for row in found], asked)
    return await _search(tx, asked)


async def _search(tx: Transaction, asked: Search) -> list[Item]:
    """With a filter or a vector the cut is made here, since what is cut depends on all that is left."""
    near = None if asked.vector is None or not any(asked.vector) else list(asked.vector)
    whole = bool(asked.filter) or near is not None
    rows = await tx.run(
        "items.search", path=_path(asked.prefix), prefix=list(asked.prefix), facets=_facets(asked.filter or {}),
        vector=near,
        skip=0 if whole else asked.offset, most=EVERY if asked.filter else asked.limit + (asked.offset if whole else 0),
    )  # fmt: skip
    kept = [item for item in map(_item, rows) if matches(item.value, asked.filter or {})]
    if near is not None:
        return cut(kept, asked.limit, asked.offset)
    return kept[asked.offset : asked.offset + asked.limit] if whole else kept


def cut(found: Sequence[Item], limit: int, offset: int) -> list[Item]:
    """Of items in order of their scores the page asked for; what has no score fills what is left of it."""
    scored = [item for item in found if item.score is not None]
    page = scored[offset : offset + limit]
    return page + [item for item in found if item.score is None][: limit - len(page)]


def listed(namespaces: Sequence[Namespace], asked: Names) -> list[Namespace]:
    """The namespaces that match, as deep as asked for, in order. Raises UsageError."""
    found = [one for one in namespaces if all(_fits(one, side, labels) for side, labels in asked.matches)]
    shown = sorted({one[: asked.max_depth] for one in found})
    return shown[asked.offset : asked.offset + asked.limit]


def _start(asked: Names) -> str:
    """How the paths of all namespaces that can match start: by the longest of the prefixes, as far as it is certain."""
    prefixes = [labels for side, labels in asked.matches if side == "prefix"]
    return max((_path(tuple(itertools.takewhile("*".__ne__, labels))) for labels in prefixes), key=len, default="")


def _fits(namespace: Namespace, side: str, labels: Namespace) -> bool:
    if side not in ("prefix", "suffix"):
        raise UsageError(f"{side!r} is neither prefix nor suffix", field="match_type")
    if len(namespace) < len(labels):
        return False
    part = namespace[: len(labels)] if side == "prefix" else namespace[len(namespace) - len(labels) :]
    return all(wanted in ("*", label) for label, wanted in zip(part, labels, strict=True))


def matches(value: Any, wanted: Any) -> bool:
    """Whether `value` has what a filter asks for: equal, or as operators say; objects by the fields that are named.

    Raises UsageError for an operator that there is not, and ValueError or TypeError where order is asked of what has
    none.
    """
    if isinstance(wanted, Mapping):
        if any(name.startswith("$") for name in wanted):
            return all(_holds(value, name, other) for name, other in wanted.items())
        return isinstance(value, dict) and all(matches(value.get(name), other) for name, other in wanted.items())
    if isinstance(wanted, list | tuple):
        same = isinstance(value, list | tuple) and len(value) == len(wanted)
        return same and all(matches(one, other) for one, other in zip(value, wanted, strict=True))
    return bool(value == wanted)


def _holds(value: Any, operator: str, other: Any) -> bool:
    if operator not in _OPERATORS:
        raise UsageError(f"there is no operator {operator!r}; there is {', '.join(_OPERATORS)}", field="filter")
    return _OPERATORS[operator](value, other)


def _rows(tenant: str, puts: Sequence[Put]) -> Iterator[dict[str, Any]]:
    first: dict[Namespace, int] = {}
    for place, put in enumerate(puts):
        if put.value is None:
            continue
        vectors = [vector for vector in put.vectors if any(vector)]  # nothing is near to no direction
        yield {
            "id": _id(tenant, put.namespace, put.key),
            "namespace": list(put.namespace),
            "path": _path(put.namespace),
            "key": put.key,
            "value": _json(put),
            "facets": _facets(put.value),
            "vectors": [float(number) for vector in vectors for number in vector] or None,
            "dimension": len(vectors[0]) if vectors else None,
            "place": place,
            "namespace_place": first.setdefault(put.namespace, place),
        }


def _json(put: Put) -> str:
    try:
        text = json.dumps(dict(put.value or {}), ensure_ascii=False)
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(put.value)  # a lone surrogate, which only an escape can hold
    except (TypeError, ValueError) as error:
        raise UsageError(f"the value of {'/'.join((*put.namespace, put.key))} is no JSON object: {error}") from error
    return text


def _facets(value: Mapping[str, Any]) -> list[str]:
    """Texts at the top of a value, by which the server leaves out what cannot match."""
    plain = {name: one.get("$eq") if isinstance(one, Mapping) else one for name, one in value.items()}
    texts = (f"{name}={one}" for name, one in plain.items() if isinstance(one, str) and len(one) <= FACET_CHARS)
    return sorted(text for text in texts if clean(text) == (text, False))


def _item(row: Mapping[str, Any]) -> Item:
    value = json.loads(row["value"])
    return Item(tuple(row["namespace"]), row["key"], value, row["created_at"], row["updated_at"], row.get("score"))


def _id(tenant: str, namespace: Namespace, key: str) -> str:
    return hashed("itm", tenant, *namespace, key)


def _path(namespace: Namespace) -> str:
    return "".join(f"{label}{END}" for label in namespace)
