"""Hybrid retrieval of notes (law P1): four searches fused by rank, lifted by neighbours and by the speaker named. Pure.

The constants were measured on LoCoMo's seven conversations (see scripts/benchmarks/locomo_recall.py).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from kgmem.identity import fold_name, tenant_token
from kgmem.recall.families import FAMILIES
from kgmem.recall.words import content

RANK_OFFSET = 60
"""k of reciprocal rank fusion: how little the very first ranks differ from the next."""
NEIGHBOUR_SHARE = 0.25
"""Of the scores of the messages before and after: an answer follows its question."""
SPEAKER_LIFT = 0.15
"""For messages of a speaker whom the question names."""
DEPTH = 200
"""Notes that each search returns."""
DEPTH_OF_THE_PAST = 2_000
"""The same for a question about the past."""
MAX_WORDS = 64
"""Words of a question that full-text search reads; the rest is in its vector."""
NAME_WORDS = 5
"""Words of the longest name that is looked up whole."""
NAME_CHARS = 6
"""Characters of the same, in scripts that put no space between words."""
MAX_NAMES = 256
"""Names that are looked up for one question."""

_WORD = re.compile(r"\w+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class Hit(NamedTuple):
    """A note with its fused score and the search that ranked it best."""

    id: str
    score: float
    seed: str


def words_of(question: str) -> list[str]:
    """The words of a question, as they are."""
    return _WORD.findall(question)


def lucene(question: str, tenant: str) -> str:
    """The question for a full-text index: any of its words, and the tenant's word.

    Every word is quoted, so that nothing in a question is an operator (case C08).
    """
    words = " ".join(f'"{word}"' for word in words_of(question)[:MAX_WORDS])
    return f'tenant_token:"{tenant_token(tenant)}" AND ({words})'


def named_words(question: str, tenant: str) -> str | None:
    """The words that may be part of a name, for the full-text index of names; None where there is none."""
    words = sorted(content(question))
    return lucene(" ".join(words), tenant) if words else None


def names(question: str) -> list[str]:
    """What the question may call by a whole name, folded: runs of its words, as they stand, that carry content."""
    folded = fold_name(question)
    spans = [match.span() for match in _WORD.finditer(folded)][:MAX_WORDS]
    carries = [bool(content(folded[start:end])) for start, end in spans]
    found: dict[str, None] = {}
    for first, (start, _) in enumerate(spans):
        for last in range(first, min(first + NAME_WORDS, len(spans))):
            if any(carries[first : last + 1]):
                found[folded[start : spans[last][1]]] = None
    for start, end in spans:
        if _UNSPACED.search(word := folded[start:end]):
            sizes = range(2, NAME_CHARS + 1)
            found |= {word[at : at + size]: None for size in sizes for at in range(len(word) - size + 1)}
    return list(found)[:MAX_NAMES]


def fuse(rows: Iterable[Mapping[str, Any]], question: str, families: Collection[str] = FAMILIES) -> list[Hit]:
    """Notes best first, ties broken by id. A row is a note of query recall.notes with its family."""
    ranks: dict[str, int] = defaultdict(int)
    scores: dict[str, float] = defaultdict(float)
    best: dict[str, tuple[int, str]] = {}
    places: dict[str, tuple[str, int]] = {}
    there: dict[tuple[str, int], dict[str, None]] = defaultdict(dict)
    speakers: dict[str, str] = {}
    for row in rows:
        ranks[row["family"]] += 1
        rank, id = ranks[row["family"]], row["id"]
        scores[id] += 1 / (RANK_OFFSET + rank)
        best[id] = min(best.get(id, (rank, row["family"])), (rank, row["family"]))
        places[id] = (row["session_id"], row["position"])
        there[places[id]][id] = None
        speakers[id] = row["speaker"]
    lifted = {}
    named = set(_WORD.findall(fold_name(question))) if "speaker" in families else set()
    steps = (-1, 1) if "adjacent" in families else ()
    for id, (session, position) in places.items():
        near = (other for step in steps for other in there.get((session, position + step), ()))
        score = scores[id] + NEIGHBOUR_SHARE * sum(scores[other] for other in near)
        if named & set(_WORD.findall(fold_name(speakers[id]))):
            score *= 1 + SPEAKER_LIFT
        lifted[id] = score
    return [Hit(id, score, best[id][1]) for id, score in sorted(lifted.items(), key=lambda pair: (-pair[1], pair[0]))]
