"""Law P5, with a chat model: what it is asked in its one call, and what of its reply may stand. Pure."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pydantic import BaseModel, Field

from kgmem.anchors import iso
from kgmem.distill.prompting import fenced
from kgmem.models import ClaimView, PathEvent, Recall, Status
from kgmem.recall import context, plans
from kgmem.recall.drawing import UNKNOWN

UNCITED = " (no evidence cited)"
"""Behind a statement that cites nothing that exists."""

_ONE = r"(?:\d+|(?:clm|obs|ses)-\w+)"
_MARK = re.compile(rf"\s*\[\s*{_ONE}(?:[\s,;]+{_ONE})*\s*\]")
"""What a reader would take for a citation that was checked."""
_SHAPES = {
    "temporal": "it asks for a time; open with it",
    "current_state": "it asks what holds now",
    "past_state": "it asks what held then, or before",
    "preference": "it asks what somebody likes",
    "multi_hop": "it takes several pieces of evidence together",
}
_FORMS = {
    "yes_no": "answer with yes or no first",
    "list": "list all that the evidence has",
    "count": "count what the evidence has",
    "change": "tell how it changed, in order of time",
    "summary": "sum up, in order of time",
}


class Statement(BaseModel):
    """A sentence of an answer; any of it may be wrong."""

    text: Any = Field(None, description="one short sentence")
    cites: Any = Field(None, description="ids of the evidence that shows it")


class Written(BaseModel):
    """A whole reply; empty where the evidence does not hold the answer."""

    statements: list[Statement]


class Composed(NamedTuple):
    """An answer in words, its status, the ids that its numbers stand for, and how many that it cites do not exist."""

    text: str
    status: Status
    citations: tuple[str, ...]
    dropped: int


def values(question: str, found: Recall) -> dict[str, str]:
    """What the prompt is filled with: the context, which no message in it can close, and the question as data (case
    C40)."""
    form = plans.of(question).form if found.plan != "off" else "thing"
    told = [words for words in (_SHAPES.get(found.plan), _FORMS.get(form)) if words]
    return {
        "plan": "; ".join(told) or "it asks for a fact",
        "moment": iso(found.as_of) or "the latest state",
        "evidence": found.context,
        "question": fenced([{"asks": question}]),
    }


def composed(reply: Written, found: Recall) -> Composed:
    """The reply with its citations checked one by one: ids that its context did not have are dropped and counted, as
    are those in a text, whose marks are taken out; a statement that keeps none is marked, and where no statement keeps
    any it is not known."""
    events = {event.id: event for path in found.paths for event in path.events}
    claims = events | {claim.id: claim for claim in found.claims}
    known = (claims.keys() | {note.id for note in found.notes}) & context.items(found.context)
    parts: list[str] = []
    numbers: dict[str, int] = {}
    dropped = 0
    for one in reply.statements:
        ids = _ids(one.cites)
        kept = dict.fromkeys(id for id in ids if id in known)
        text, marked = _unmarked(str(one.text or ""))
        dropped += sum(id not in known for id in ids) + sum(id not in kept for id in marked)
        if text:
            marks = "".join(f" [{numbers.setdefault(id, len(numbers) + 1)}]" for id in kept)
            parts.append(text + (marks or UNCITED))
    if not numbers:
        return Composed(UNKNOWN, "unknown", (), dropped)
    status = _status([claims[id] for id in numbers if id in claims], found)
    return Composed(" ".join(parts), status, tuple(numbers), dropped)


def _ids(cites: Any) -> list[str]:
    """The ids that a model cites, in a list or in one text."""
    listed = [cites] if isinstance(cites, str) else cites if isinstance(cites, list) else []
    return [id for one in listed for id in re.split(r"[\s,;\[\]]+", str(one)) if id]


def _unmarked(text: str) -> tuple[str, list[str]]:
    """A text without what looks like a citation, however nested, and the ids in that."""
    found: list[str] = []
    while marks := _MARK.findall(text):
        found += [id for mark in marks for id in _ids(mark) if not id.isdigit()]
        text = _MARK.sub("", text)
    return " ".join(text.split()), found


def _status(cited: list[ClaimView | PathEvent], found: Recall) -> Status:
    """Disputed where both sides of a contradiction that is open are cited, past where all that is cited is over, or was
    asked of a moment that is."""
    ids, holding = {claim.id for claim in cited}, [claim for claim in cited if claim.valid_until is None]
    if any(isinstance(claim, ClaimView) and ids & {*claim.contradicted_by} for claim in holding):
        return "disputed"
    joined = (one for path in found.paths for one in path.relations if one.type == "CONTRADICTS")
    if any({one.start, one.end} <= {claim.id for claim in holding} for one in joined):
        return "disputed"
    over = bool(cited) and not holding
    return "past" if over or (found.as_of is not None and found.status == "past") else "answered"
