"""Decoded data as the store can hold it. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from kgmem.formats.reading import MAX_NUMBER_BITS, Origin
from kgmem.identity import clean

MAX_DEPTH = 100
"""Levels of lists and objects in one session; the native format has seven."""


def cleaned(raw: Any, origin: Origin) -> tuple[Any, bool]:
    """`raw` with every text in it, keys included, cleaned (case C20), and whether anything had to go.

    Raises InputError for what is nested too deeply, or is nothing that JSON has.
    """
    return _cleaned(raw, origin, ())


def _cleaned(raw: Any, origin: Origin, path: tuple[str, ...]) -> tuple[Any, bool]:
    if isinstance(raw, str):
        return clean(raw)
    if isinstance(raw, int) and raw.bit_length() > MAX_NUMBER_BITS:
        raise origin.wrong("is a number of more than 4,300 digits", ".".join(path))
    if raw is None or isinstance(raw, bool | int | float):
        return raw, False
    if len(path) + bool(origin.place) > MAX_DEPTH:
        raise origin.wrong(f"is nested more than {MAX_DEPTH} levels deep", path[0])
    if isinstance(raw, Mapping):
        keys = {key: clean(str(key)) for key in raw}
        values = {key: _cleaned(value, origin, (*path, keys[key][0])) for key, value in raw.items()}
        dirty = any(keys[key][1] or values[key][1] for key in raw)
        return {keys[key][0]: values[key][0] for key in raw}, dirty
    if isinstance(raw, list | tuple):
        parts = [_cleaned(part, origin, (*path, str(i))) for i, part in enumerate(raw)]
        return [part for part, _ in parts], any(dirty for _, dirty in parts)
    raise origin.wrong(f"is a {type(raw).__name__}, which JSON has not", ".".join(path))


def finite(value: Any) -> Any:
    """`value`, which goes for a text. Raises ValueError for a number that JSON has not, such as NaN or 1e999."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("is no number that JSON has")
    return value
