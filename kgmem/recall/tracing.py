"""The paths that show how an answer came about, looked for once it is known (law P5). Pure.

As it was published: paths from what is nearest to the question and to the answer, in an order of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kgmem.models import EvidencePath, TracedPath
from kgmem.recall.words import asked, content, stem, stems

ANSWER, QUESTION, CONFIDENCE, ORDER = 0.35, 0.25, 0.25, 0.15
"""Weights of the similarity to the answer and to the question, and of the parts PC and TC of law P3."""
SHARED = 0.15
"""For a path through claims that name what the answer names."""
MOST = 5

_CITED = re.compile(r"\s*\[\d+\]")


def plain(answer: str) -> str:
    """An answer without the numbers of its citations, as it is looked for and compared."""
    return _CITED.sub("", answer).strip()


def text_of(path: EvidencePath) -> str:
    """What a path says, as it is compared."""
    return ". ".join(event.statement for event in path.events)


def distinct(paths: Iterable[EvidencePath]) -> list[EvidencePath]:
    """Each path once, in whatever direction it was walked."""
    found: dict[frozenset[tuple[str, str, str]], EvidencePath] = {}
    for path in paths:
        found.setdefault(frozenset((one.type, one.start, one.end) for one in path.relations), path)
    return list(found.values())


def traced(
    paths: Sequence[EvidencePath], question: str, answer: str, similar: Mapping[str, tuple[float, float]]
) -> tuple[TracedPath, ...]:
    """The best first, ties by the ids on it. `similar` has by text the cosine with the answer and with the question.

    A path that has no word of content in common with question and answer is left out.
    """
    words = {stem(word) for word in content(f"{question} {answer}")}
    names = set(asked(f"It: {answer}").names)
    found = []
    for path in paths:
        text = text_of(path)
        if not words & stems(text):
            continue
        to_answer, to_question = similar[text]
        score = ANSWER * to_answer + QUESTION * to_question + CONFIDENCE * path.parts.pc + ORDER * path.parts.tc
        shared = any(names & stems(event.statement) for event in path.events)
        found.append(
            TracedPath(
                score=round(score + (SHARED if shared else 0.0), 6),
                answer_similarity=to_answer,
                question_similarity=to_question,
                shares_entities=shared,
                path=path,
            )
        )
    found.sort(key=lambda one: (-one.score, [event.id for event in one.path.events]))
    return tuple(found[:MOST])
