"""How two values are compared, and how a difference is told."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

TOLERANCE = 1e-9


def differences(expected: Any, found: Any, at: str = "") -> Iterator[str]:
    """Where two nested values differ; numbers may by TOLERANCE."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key in {**expected, **found}:
            if key not in expected or key not in found:
                yield f"{at}/{key}: only {'found' if key in found else 'expected'}"
            else:
                yield from differences(expected[key], found[key], f"{at}/{key}")
    elif isinstance(expected, list | tuple) and isinstance(found, list | tuple) and len(expected) == len(found):
        for place, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, other, f"{at}/{place}")
    elif isinstance(expected, float) and isinstance(found, float):
        if not math.isclose(expected, found, rel_tol=0, abs_tol=TOLERANCE):
            yield f"{at}: {expected} expected, {found} found"
    elif expected != found:
        yield f"{at}: {expected} expected, {found} found"


def agree(expected: Any, found: Any) -> None:
    if differing := list(differences(expected, found)):
        raise AssertionError("\n".join(differing))


def unchanged(before: list[str], after: list[str], law: str) -> None:
    if before != after:
        gone, new = sorted(set(before) - set(after)), sorted(set(after) - set(before))
        raise AssertionError("\n".join([law, *(f"was {line}" for line in gone), *(f"now {line}" for line in new)]))
