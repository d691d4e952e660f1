"""What a model is asked about the topics, and which of the names that it gives are taken. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field

from kgmem.distill.prompting import fenced

LABELLED = 50
"""Topics that a model is asked to name, at most, the largest ones: those of one call."""
SAYS = 8
"""Texts of a topic that it is told."""
MAX_SAYS, MAX_LABEL = 300, 80
"""Characters of each that it is told, and of a name."""


class Label(BaseModel):
    """The name of a topic, as a model gives it; any of it may be wrong."""

    topic: Any = Field(None, description="id of the topic, as given")
    label: Any = Field(None, description="two to six words")


class Labels(BaseModel):
    """A whole reply; topics that are left out keep what they are called."""

    labels: list[Label]


@dataclass(frozen=True)
class Unnamed:
    """A topic that a model may name: what its words call it, and what of it the model is told. `asked` tells one
    question from another."""

    id: str
    words: str
    says: tuple[str, ...]
    asked: str


def unnamed(id: str, words: str, texts: Iterable[str], *further: str) -> Unnamed | None:
    """A topic with the first of these texts; None where there is none. Something else `further` is another question."""
    says = tuple(dict.fromkeys(text[:MAX_SAYS] for text in texts if text.strip()))[:SAYS]
    told = "\n".join((*further, words, *says))
    return Unnamed(id, words, says, hashlib.sha256(told.encode()).hexdigest()) if says else None


def question(topics: Sequence[Unnamed]) -> str:
    """What the model is given."""
    return fenced(
        {"topic": f"t{number}", "called": one.words, "says": one.says} for number, one in enumerate(topics, start=1)
    )


def taken(topics: Sequence[Unnamed], reply: Labels) -> Mapping[str, str]:
    """The names by topic; of several for one the first that is a name."""
    asked = {f"t{number}": one.id for number, one in enumerate(topics, start=1)}
    found: dict[str, str] = {}
    for one in reply.labels:
        id = asked.get(str(one.topic).strip().lower())
        name = " ".join(one.label.split()) if isinstance(one.label, str) else ""
        if id and name and len(name) <= MAX_LABEL:
            found.setdefault(id, name)
    return found
