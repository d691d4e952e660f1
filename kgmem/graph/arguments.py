"""Parameters of a saved query as people and programs give them, in the types that its header declares. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from kgmem.errors import QueryError
from kgmem.graph.queries import Query
from kgmem.identity import clean

Moment = Callable[[str, Any], datetime | None]
"""Reads a time; takes the parameter's name and its value."""

_SMALLEST, _LARGEST = -(2**63), 2**63 - 1
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class _Ill(ValueError):
    """A value is not of the type declared."""


def typed(query: Query, given: Mapping[str, Any], moment: Moment) -> dict[str, Any]:
    """`given`, each value as its declared type; a text, as a command line has it, is read as one.

    Raises QueryError naming the parameter. Names that are not declared are left for Query.bind to refuse.
    """
    types = {param.name: param.type for param in query.params}
    found = dict(given)
    for name in given.keys() & types.keys():
        declared = types[name].removesuffix(" NOT NULL")
        try:
            found[name] = None if given[name] is None else _one(name, given[name], declared, moment)
            if types[name] != declared and isinstance(found[name], str) and not found[name].strip():
                raise QueryError("is empty; give what is to be looked for", field=name)
        except _Ill:
            raise QueryError(f"{given[name]!r} is no {declared}", field=name) from None
    return found


def _one(name: str, value: Any, declared: str, moment: Moment) -> Any:
    if declared == "ZONED DATETIME":
        return moment(name, value)
    if declared.startswith("LIST<"):
        return [_scalar(part, declared[len("LIST<") : -1]) for part in _parts(value)]
    return _scalar(value, declared)


def _parts(value: Any) -> list[Any]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple):
        raise _Ill
    return list(value)


def _map(value: Any) -> dict[str, Any]:
    """A map, or the text of a JSON object."""
    read = json.loads(value) if isinstance(value, str) else value
    if not isinstance(read, Mapping):
        raise _Ill
    return dict(read)


def _scalar(value: Any, declared: str) -> Any:
    try:
        if declared == "BOOLEAN":
            return value if isinstance(value, bool) else _TRUTH[value.casefold()]
        if isinstance(value, bool):
            raise _Ill
        if declared == "MAP":
            return _map(value)
        if declared == "STRING" and isinstance(value, str):
            return clean(value)[0]
        if declared == "FLOAT" and isinstance(value, int | float | str):
            return float(value)
        if declared == "INTEGER" and isinstance(value, int | str) and _SMALLEST <= (number := int(value)) <= _LARGEST:
            return number
    except (ValueError, OverflowError, KeyError, AttributeError):
        raise _Ill from None
    raise _Ill
