"""What a model is asked about the pairs of a session, and what of its verdicts may be stored. Pure.

Everything that comes back is checked one by one: one verdict that breaks a law takes no other with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field

from kgmem.anchors import Interval
from kgmem.distill.items import Rejected, read_confidence
from kgmem.distill.prompting import fenced
from kgmem.link.evolution import Relation, newer_first, precedes, rivals
from kgmem.link.gate import Linkable, Pair

PAIRS = 100
"""Pairs that a model is asked about in one call, the most similar ones."""
MAX_JUSTIFICATION = 300
"""Characters of a justification that are kept."""
TYPES = frozenset({"CAUSES", "ENABLES", "PREVENTS", "BEFORE", "UPDATES", "CONTRADICTS"})
NONE = frozenset({"", "NONE", "UNRELATED", "NO_RELATION"})
"""How models say that two claims have nothing to do with each other."""


class Refused(Exception):
    """A verdict that breaks a law."""


class Verdict(BaseModel):
    """What a model says of one pair; any of it may be wrong."""

    pair: Any = Field(None, description="id of the pair, as given")
    type: Any = Field(None, description="causes, enables, prevents, before, updates or contradicts")
    start: Any = Field(None, alias="from", description="a or b: which one causes, enables, prevents or comes first")
    confidence: Any = Field(None, description="number from 0 to 1")
    justification: Any = Field(None, description="one short sentence")


class Verdicts(BaseModel):
    """A whole reply; pairs that are left out have no relation."""

    verdicts: list[Verdict]


@dataclass(frozen=True)
class Question:
    """What a model is asked: `pairs` by their id, as `text`. `left` counts pairs beyond those of one call."""

    pairs: dict[str, Pair]
    text: str
    left: int

    def digest(self, *further: str) -> str:
        """What tells one question from another; the same question has the same answer."""
        return hashlib.sha256("\n".join((*further, self.text)).encode()).hexdigest()


@dataclass(frozen=True)
class Judged:
    """What of the verdicts may be stored, and why others may not."""

    relations: tuple[Relation, ...]
    refused: tuple[str, ...]


def question(pairs: Sequence[Pair]) -> Question:
    """The pairs that no rule decides, in the order given; within one, the claims are in the order of their ids, so that
    what is new is not told by its place."""
    asked = [pair for pair in pairs if not rivals(pair.new, pair.other)]
    named = {f"p{number}": pair for number, pair in enumerate(asked[:PAIRS], start=1)}
    rows = [{"pair": id, "a": _told(_sides(pair)[0]), "b": _told(_sides(pair)[1])} for id, pair in named.items()]
    return Question(named, fenced(rows), len(asked) - len(named))


def judged(asked: Question, reply: Verdicts, model: str) -> Judged:
    """The verdicts as relations, each checked: that it was asked, its type, its confidence, and the law of its type."""
    relations: dict[str, Relation] = {}
    refused = []
    for verdict in reply.verdicts:
        name = str(verdict.pair).strip().lower()
        pair = asked.pairs.get(name)
        try:
            if pair is None:
                raise Refused(f"{verdict.pair!r} was not asked about")
            if name in relations:
                raise Refused("it was judged before")
            if (relation := _relation(verdict, pair, model)) is not None:
                relations[name] = relation
        except (Refused, Rejected) as error:
            refused.append(f"{name}: {error}")
    return Judged(tuple(relations.values()), tuple(refused))


def _relation(verdict: Verdict, pair: Pair, model: str) -> Relation | None:
    type = str(verdict.type if verdict.type is not None else "").strip().upper()
    if type in NONE:
        return None
    if type not in TYPES:
        raise Refused(f"{verdict.type!r} is no type of relation")
    confidence = read_confidence(verdict.confidence)
    start, end = _directed(type, verdict, pair)
    why = verdict.justification
    words = " ".join(why.split())[:MAX_JUSTIFICATION] if isinstance(why, str) and why.strip() else None
    return Relation(type, start, end, confidence, words, model=model)


def _directed(type: str, verdict: Verdict, pair: Pair) -> tuple[str, str]:
    a, b = _sides(pair)
    if type == "CONTRADICTS":
        return a.id, b.id
    if type == "UPDATES":
        return _update(a, b)
    side = str(verdict.start).strip().lower()
    if side not in ("a", "b"):
        raise Refused(f"from is {verdict.start!r}, neither a nor b")
    first, second = (a, b) if side == "a" else (b, a)
    if first.span and second.span and (precedes(second, first) or (type == "BEFORE" and not precedes(first, second))):
        raise Refused("the times say otherwise")
    return first.id, second.id


def _update(a: Linkable, b: Linkable) -> tuple[str, str]:
    """T4: the later one is the newer, whatever the model calls it. Unrelated facts never retire each other: a pair that
    passed the gate has somebody in common."""
    order = newer_first(a, b)
    if order is None:
        raise Refused("neither is known to be later")
    newer, older = order
    return newer.id, older.id


def _sides(pair: Pair) -> tuple[Linkable, Linkable]:
    return (pair.new, pair.other) if pair.new.id < pair.other.id else (pair.other, pair.new)


def _told(claim: Linkable) -> dict[str, Any]:
    time = claim.span or claim.latest
    return {"says": claim.statement, "when": _time(time)} if time else {"says": claim.statement}


def _time(at: Interval) -> str:
    start = at.start.isoformat()
    return start[: {"year": 4, "month": 7, "day": 10}.get(at.grain, 16)]
