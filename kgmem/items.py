"""What an agent puts under a name of its own: items, each a JSON object under a namespace and a key, kept in the store
beside the memory and no part of it. Nothing is claimed by an item, so nothing rests on one.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from kgmem.errors import StoreError, UsageError
from kgmem.graph.store import Store, Transaction, unfinished
from kgmem.identity import clean, hashed

Namespace = tuple[str, ...]

END = "."
"""After each label of a path; LangGraph allows it in no label, and where it stands in one the labels are compared."""
FACET_CHARS = 100
"""Longest text at the top of a value that a search compares on the server."""
PAGE = 500
"""Items that a search with a filter looks at in one go."""
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

    Raises UsageError for a value that is no JSON object and for a name that is no text, and StoreError while the tenant
    is imported; then nothing was put.
    """
    last = list({(put.namespace, put.key): put for put in puts}.values())
    rows = list(_rows(tenant, last))
    gone = [_id(tenant, put.namespace, put.key) for put in last if put.value is None]

    async def read(tx: Transaction) -> list[Result]:
        if (await tx.run("recall.tenant"))[0]["importing"]:
            raise StoreError(unfinished(tenant))
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
    """With a filter or a vector the cut is made here, since what is cut depends on all that is left; what a filter is
    held against comes page by page, until there is enough."""
    near = None if asked.vector is None or not any(asked.vector) else list(asked.vector)
    wanted, whole = asked.filter or {}, bool(asked.filter) or near is not None
    most = PAGE if wanted else asked.limit + (asked.offset if whole else 0)
    skip, kept = 0 if whole else asked.offset, list[Item]()
    while True:
        rows = await tx.run(
            "items.search", path=_path(asked.prefix), prefix=list(asked.prefix), facets=_facets(wanted), vector=near,
            skip=skip, most=most,
        )  # fmt: skip
        kept += [item for item in map(_item, rows) if passes(item.value, wanted)]
        if not wanted or len(rows) < most or _enough(kept, asked, ranked=near is not None):
            break
        skip += most
    if near is not None:
        return cut(kept, asked.limit, asked.offset)
    return kept[asked.offset : asked.offset + asked.limit] if whole else kept


def _enough(kept: Sequence[Item], asked: Search, *, ranked: bool) -> bool:
    """Whether the page is full whatever follows. What has no score follows what has one, and fills what is left."""
    scored = sum(item.score is not None for item in kept) if ranked else len(kept)
    return scored >= asked.offset + asked.limit or len(kept) - scored >= asked.limit


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


def passes(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether an item's value is what a filter asks for, field by field: at its top, a name is a field's."""
    return all(matches(value.get(name), one) for name, one in wanted.items())


def matches(value: Any, wanted: Any) -> bool:
    """Whether `value` is what a filter asks for of a field: equal, or as operators say; objects by the fields named.

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
    return hashed("itm", tenant, *map(_name, namespace), _name(key))


def _path(namespace: Namespace) -> str:
    return "".join(f"{_name(label)}{END}" for label in namespace)


def _name(text: str) -> str:
    """A label or key as it is. Raises UsageError for one that the store cannot hold."""
    try:
        str(text).encode()
    except UnicodeEncodeError as error:
        raise UsageError(f"{text!r} holds half of a character, which no name can", field="key or namespace") from error
    return text
