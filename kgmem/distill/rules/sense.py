"""What a row and the verb's form say together: so, no more, not, once. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgmem.distill.rules import statements
from kgmem.distill.rules.head import Head
from kgmem.distill.rules.parts import Part
from kgmem.distill.rules.patterns import Row

_NO_MORE = re.compile(r"\b(?:anymore|any more|any longer)\b", re.IGNORECASE)
_BASE = re.compile(
    r"(?:live|work|like|love|hate|prefer|own|play|enjoy|plan|have|attend|study|go|run|dislike|adore|intend|sing|belong|"
    r"detest|loathe|despise|suffer|volunteer|reside|do)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Sense:
    """How a clause puts what a row tells: denied, over (`ended` is always negated too), or in the past."""

    negated: bool = False
    ended: bool = False
    past: bool = False


def sense_of(row: Row, head: Head, part: Part) -> Sense | None:
    """What the clause says with this row: so, no more, not, once; None where it says nothing that is kept."""
    passive = row.says in ("change", "end")
    if row.kind == "action":
        unfinished = (head.past and "be" in head.forms) or ("do" in head.forms and not head.past)
        named = head.subject.first or "'s " in head.subject.name or not head.subject.name[:1].islower()
        nameless = not named or head.subject.addressed
        return None if head.negated or head.used_to or unfinished or nameless else Sense()
    if row.kind == "plan":
        if part.subordinate or head.past or (head.negated and (head.forms & {"have"} or row.says == "end")):
            return None
        return Sense(head.negated or row.says == "end", row.says == "end" or "after all" in part.clause.text)
    if passive or row.says == "was":
        if head.negated or head.used_to or (head.dropped and row.says == "was"):
            return None
        return Sense(row.says == "end", row.says == "end", row.says == "was")
    if (row.says == "now" and head.past) or (row.says == "not" and (head.past or head.negated)):
        return None
    if row.says == "not":
        return Sense(negated=True)
    if "modal" in head.forms:
        return Sense() if head.negated and not head.past else None
    if head.negated and head.past:
        return None
    if part.subordinate and not head.past:
        return None
    more = _NO_MORE.search(part.clause.text) is not None
    return Sense(head.negated, head.ending or more, head.past)


def agrees(head: Head, verb: str) -> bool:
    """A name takes "loves", not "love": "People love dogs" is about nobody."""
    if head.subject.first or head.forms != {"plain"} or statements.several(head.subject.name):
        return True
    return _BASE.match(verb) is None or head.subject.addressed
