"""Hybrid retrieval of notes (law P1): four searches fused by score, and what lifts a note beside them. Pure.

The weights were chosen on LoCoMo's conversations, each time without the one that was measured (see
scripts/benchmarks/locomo_recall.py).
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from kgmem.graph.times import moment
from kgmem.identity import fold_name, tenant_token
from kgmem.recall.families import FAMILIES, SEARCHES
from kgmem.recall.words import STOP_STEMS, content, stems

MEANINGS = {"note_vector": "similarity", "window_vector": "window_similarity"}
"""Searches by meaning, with the columns of query recall.notes that say how near every note is that any search found."""
TEXTS = ("note_text", "note_window")
"""Searches by words."""
MEANING_WEIGHT, TEXT_WEIGHT = 1.0, 0.5
"""Of each search, scaled to 0 to 1 over the notes that were found."""
NEIGHBOUR_SHARE = 0.1
"""Of the scores of the messages before and after: an answer follows its question."""
SPEAKER_LIFT = 0.8
"""For messages of a speaker whom the question names."""
SESSION_LIFT = 0.3
"""For messages of the session whose words fit best, and less for the others: there it was talked about."""
LATER_LIFT = 0.7
"""For the last message found, and less for those before it, where a question asks how things turned out.

On LoCoMo's 68 questions that do, the share of answers found moves by no more than .014 at ten, twenty and fifty; of 41
questions whose answer changed, the outdated message leads the first ten .10 less often."""
CLAIM_LIFT = 0.4
"""For messages that the nearest claim rests on, and less for the others."""
CLAIMS_THAT_LIFT = 30
"""Claims found that lift what they rest on, the nearest."""
DEPTH = 60
"""Notes that each search returns; 100 find no more of LoCoMo's answers and take half as long again."""
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
    """The question for a full-text index: any of its words that carry content, and the tenant's word, which has no part
    in the score.

    Every word is quoted, so that nothing in a question is an operator (case C08).
    """
    words = words_of(question)[:MAX_WORDS]
    telling = [word for word in words if stems(word) - STOP_STEMS] or words
    quoted = " ".join(f'"{word}"' for word in telling)
    return f'tenant_token:"{tenant_token(tenant)}"^0 AND ({quoted})'


def named_words(question: str, tenant: str) -> str | None:
    """The same for the index of names; None where no word carries content, and so none is a part of a name."""
    return lucene(question, tenant) if content(question) else None


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


def fuse(
    rows: Iterable[Mapping[str, Any]], question: str, families: Collection[str] = FAMILIES, *, later: bool = False
) -> list[Hit]:
    """Notes best first, ties broken by id. A row is a note of query recall.notes; `later` says that what came later is
    asked for."""
    rows = list(rows)
    lateness = _lateness(rows) if later and "later" in families else {}
    texts = [_scaled(_by_words(rows, family)) for family in _on(families, TEXTS)]
    meant = [_spread(_by_meaning(rows, family)) for family in _on(families, MEANINGS)]
    parts = [*((MEANING_WEIGHT, part) for part in meant), *((TEXT_WEIGHT, part) for part in texts)]
    own = {row["id"]: sum(weight * part.get(row["id"], 0.0) for weight, part in parts) for row in rows}
    there: dict[tuple[str, int], list[str]] = defaultdict(list)  # of other times there may be several in one place
    for row in rows:
        there[row["session_id"], row["position"]].append(row["id"])
    steps = (-1, 1) if "adjacent" in families else ()
    named = set(_WORD.findall(fold_name(question))) if "speaker" in families else set()
    sessions: dict[str, float] = defaultdict(float)
    for row in rows if "session" in families else ():
        sessions[row["session_id"]] += sum(part.get(row["id"], 0.0) for part in texts)
    sessions = _scaled(sessions)
    hits = []
    seeds = _best(rows)
    for row in rows:
        near = (id for step in steps for id in there.get((row["session_id"], row["position"] + step), ()))
        score = own[row["id"]] + NEIGHBOUR_SHARE * sum(own[id] for id in near)
        score += SESSION_LIFT * sessions.get(row["session_id"], 0.0) + LATER_LIFT * lateness.get(row["id"], 0.0)
        if named & set(_WORD.findall(fold_name(row["speaker"]))):
            score += SPEAKER_LIFT
        hits.append(Hit(row["id"], score, seeds[row["id"]]))
    return _ranked(hits)


def lifted(
    hits: Sequence[Hit], claims: Iterable[Mapping[str, Any]], families: Collection[str] = FAMILIES, *, adds: bool = True
) -> list[Hit]:
    """The notes with what claims lift them by, best first. A claim has `id`, `similarity` and the `notes` it rests on.

    A claim that rests on many notes lifts each of them less. A note that no search found comes in where this `adds`: of
    another time only a search knows what was said by then.
    """
    nearest = sorted(claims, key=lambda claim: (-claim["similarity"], claim["id"]))[:CLAIMS_THAT_LIFT]
    spread = _spread({claim["id"]: claim["similarity"] for claim in nearest})
    lifts: dict[str, float] = defaultdict(float)
    for claim in nearest if "claim" in families else ():
        for note in claim["notes"]:
            lifts[note] = max(lifts[note], CLAIM_LIFT * spread[claim["id"]] / math.sqrt(len(claim["notes"])))
    found = {hit.id for hit in hits}
    brought = [Hit(id, lift, "claim") for id, lift in lifts.items() if id not in found] if adds else []
    return _ranked([*(hit._replace(score=hit.score + lifts.get(hit.id, 0.0)) for hit in hits), *brought])


def _ranked(hits: Iterable[Hit]) -> list[Hit]:
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))


def _on(families: Collection[str], some: Iterable[str]) -> list[str]:
    return [family for family in FAMILIES if family in some and family in families]


def _by_meaning(rows: Iterable[Mapping[str, Any]], family: str) -> dict[str, float]:
    return {row["id"]: row[MEANINGS[family]] for row in rows if row[MEANINGS[family]] is not None}


def _by_words(rows: Iterable[Mapping[str, Any]], family: str) -> dict[str, float]:
    return {row["id"]: one["score"] for row in rows for one in row["found"] if one["family"] == family}


def _best(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Of each note the search that ranked it best, ties in the order of names."""
    best: dict[str, tuple[int, str]] = {}
    for family in SEARCHES:
        found = sorted(((-score, id) for id, score in _by_words(rows, family).items()))
        for rank, (_, id) in enumerate(found):
            best[id] = min(best.get(id, (rank, family)), (rank, family))
    return {id: family for id, (_, family) in best.items()}


def _lateness(rows: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """From 0 for the first message that has a time to 1 for the last."""
    said = {row["id"]: moment(row["observed_at"]).timestamp() for row in rows if row["observed_at"] is not None}
    return _spread(said) if len({*said.values()}) > 1 else {}


def _scaled(scores: Mapping[str, float]) -> dict[str, float]:
    """Scores of words as a share of the highest."""
    highest = max(scores.values(), default=0.0)
    return {id: score / highest for id, score in scores.items()} if highest > 0 else {}


def _spread(scores: Mapping[str, float]) -> dict[str, float]:
    """From 0 for the least to 1 for the highest."""
    least, highest = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {id: (score - least) / (highest - least) if highest > least else 1.0 for id, score in scores.items()}
