"""What sessions are about: each joins the nearest topic or starts one, and a topic is called by its words. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgmem.identity import fold_name
from kgmem.recall.words import content

Vector = NDArray[np.float32]

NEAR = 8
"""Topics that are looked at for a session; more than one, so that ties end in the order of ids."""
NAMED_BY = 64
"""Sessions that a label is made of, at most: a topic is called anew while it has 1, 2, 4 ... of these."""
NAMES, WORDS = 3, 2
"""Entities and further words of a label."""


def mean(vectors: Iterable[Sequence[float]]) -> Vector | None:
    """The direction of the vectors together, of length 1; None where there are none, or they cancel out."""
    rows = [unit(np.asarray(vector, dtype=np.float64)) for vector in vectors]
    total = np.sum(rows, axis=0) if rows else np.zeros(1)
    return unit(total).astype(np.float32) if np.linalg.norm(total) > 0 else None


def unit(vector: NDArray[Any]) -> NDArray[Any]:
    """The vector at length 1; one of length 0 as it is."""
    length = np.linalg.norm(vector)
    return vector / length if length > 0 else vector


def nearest(found: Iterable[Mapping[str, Any]], least: float) -> str | None:
    """The topic that a session joins: the most similar of those at least so similar, ties by id."""
    near = [(-row["similarity"], row["id"]) for row in found if row["similarity"] >= least]
    return min(near)[1] if near else None


def joined(centre: Sequence[float] | None, size: int, vector: Vector) -> Vector:
    """The mean of a topic of `size` sessions and one more."""
    if centre is None:
        return vector
    whole = np.asarray(centre, dtype=np.float64) * size + vector
    return (whole / (size + 1)).astype(np.float32)


def left(centre: Sequence[float], size: int, vector: Sequence[float]) -> Vector:
    """The mean of a topic that had `size` sessions, two or more, without one of them."""
    whole = np.asarray(centre, dtype=np.float64) * size - np.asarray(vector, dtype=np.float64)
    return (whole / (size - 1)).astype(np.float32)


def renamed(size: int) -> bool:
    """Whether a topic that has grown to this size is called anew."""
    return size <= NAMED_BY and size & (size - 1) == 0


def label(names: Iterable[str], texts: Iterable[str]) -> str:
    """The commonest names, then the commonest words beside them; ties in the order of letters."""
    shown: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for name in names:
        counts[fold_name(name)] += 1
        shown[fold_name(name)] = min(name, shown.get(fold_name(name), name))
    called = [shown[name] for name in _commonest(counts, NAMES)]
    said = {word for name in counts for word in content(name)}
    words = Counter(word for text in texts for word in set(content(text)) - said)
    return ", ".join([*called, *_commonest(words, WORDS)])


def _commonest(counts: Counter[str], number: int) -> list[str]:
    return [one for one, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:number] if one]
