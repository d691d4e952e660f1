"""From a claim that was found to a raw item of the native session format. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kgmem.distill.literals import missing_literals
from kgmem.distill.rules.head import Subject
from kgmem.distill.rules.parts import Part
from kgmem.distill.rules.phrases import Phrase
from kgmem.distill.rules.timing import day_of, when
from kgmem.models import Message

STATED = 0.6
"""A rule that fits exactly is right about nine times in ten on its own set, and less often on talk it has not seen."""
BY_ASSISTANT = 0.4
"""What an assistant says about its user: the user may never have said so."""
GUESSED = 0.25
"""Liberal mode's: below KGMEM_UPDATE_CONFIDENCE, so that a guess ends no claim (law T3)."""

_STATES = frozenset({"fact", "state_change"})
_MEASURE = re.compile(r"(?P<sign>[$€£¥])?\s?(?P<number>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[^\W\d_°%][\w/%°]*|[$€£¥%°]\w*)?")


@dataclass
class Found:
    """One claim before it is written out."""

    kind: str
    predicate: str
    subject: Subject
    object: Phrase
    statement: str
    negated: bool = False
    past: bool = False
    guess: bool = False
    anchored: bool = True
    over: Found | None = None
    """That it is so no more, where the past tells that too."""

    def ended(self, statement: str) -> Found:
        """The negated claim beside one of the past: told now, whenever it came to be so."""
        kind = "fact" if self.kind == "state_change" else self.kind
        return Found(kind, self.predicate, self.subject, self.object, statement, True, guess=self.guess, anchored=False)


def item(message: Message, cite: str, model: str, part: Part, one: Found) -> dict[str, Any] | None:
    """The native item of a claim, without an id, or None where it could not be stored."""
    times = when(part, message, past=one.past, anchored=one.anchored, state=one.kind in _STATES and not one.negated)
    if times is None:
        return None
    subject, quote = one.subject, message.text[part.begin : part.clause.end]
    item: dict[str, Any] = {
        "kind": one.kind,
        "statement": one.statement,
        "subject": _entity(subject),
        "predicate": one.predicate,
    }
    if one.object.kind:
        item["object"] = {"kind": one.object.kind, "id": one.object.object}
    elif one.object.object:
        item |= {"value": one.object.object} if one.predicate == "deadline" else _measured(one.object.object)
    if one.predicate == "deadline" and (day := day_of(one.object.object, message.sent_at, past=one.past)) != "":
        if day is None:
            return None
        item["value"] = day
    if subject.also:
        item["participants"] = [{"kind": "person", "id": name} for name in subject.also]
    item["negated"] = one.negated
    item["confidence"] = GUESSED if one.guess else BY_ASSISTANT if message.role == "assistant" else STATED
    item |= times
    if missing_literals(one.statement, [quote, message.speaker, *subject.also], []) != ([], []):
        return None  # law S2; what the parts left out, such as half a number
    item["support"] = [{"message": cite, "quote": quote}]
    item["model"] = model
    return item


def _entity(subject: Subject) -> dict[str, str]:
    _, _, rest = subject.name.partition(" ")
    if rest and subject.kind not in ("thing", "person", "animal") and any(c.isdigit() for c in rest):
        return {"kind": subject.kind, "id": rest, "name": subject.name}
    return {"kind": subject.kind, "id": subject.name}


def _measured(text: str) -> dict[str, str]:
    """A value, split from its unit where it is a number with one."""
    match = _MEASURE.fullmatch(text)
    unit = match and (match["sign"] or match["unit"])
    return {"value": match["number"], "unit": unit} if match and unit else {"value": text}
