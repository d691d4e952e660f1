"""Who a clause is about: named, a pronoun of the one person named so far, or that of the clause before. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from kgmem.distill.rules.head import Head, Subject, Talk, head_of, known_people, pronoun, skip_lead, subject_of
from kgmem.distill.rules.parts import Part
from kgmem.distill.rules.text import Clause
from kgmem.distill.rules.verbs import DROPPABLE

_SUBORDINATE = frozenset("when while once until till before after where as".split())
_SHARING = frozenset({"and", "but", "then", ",", "plus", "so"})
_SUBORDINATE_START = re.compile(r"(?:when|while|once|until|before|after|whenever|if|where|back when)\s", re.IGNORECASE)
_REASON_START = re.compile(r"(?:because|since|as)\s(?=(?:i|we|you|my|your)\b)", re.IGNORECASE)
_NO_CLAUSE = re.compile(
    r"(?!(?:i|we|he|she|they|you|it|my|our)\b)(?:[^\s,;:]+\s+){1,6}?(?=(?:i|we)['\s])", re.IGNORECASE
)
LOWER = re.compile(r"(?<![\w.'])[a-z][\w-]+")


@dataclass
class Names:
    """Who was spoken of: the subject of the clause before and where it began, and others named so far. `lower` are the
    message's words in lower case, which are no names where a sentence starts with them."""

    lower: frozenset[str]
    subject: Subject | None = None
    begin: int = 0
    lead_time: tuple[int, int] | None = None
    """Where in the message words about time stand before that subject: "last year I quit and moved"."""
    others: dict[str, Subject] = field(default_factory=dict)
    people: set[str] = field(default_factory=set)
    """Those of whom the message tells that they are people: the speaker's sister, whom somebody met."""


_OF_SPEAKER = re.compile(r"(?:my|our|your)\s", re.IGNORECASE)


def part_of(clause: Clause) -> Part:
    """The clause with where it says something, and whether it hangs on another ("when I lived in Lisbon")."""
    text = clause.text
    if clause.lead in ("after", "before") and (noun := _NO_CLAUSE.match(text)):
        return Part(clause, noun.end(), clause.start, False)  # "after nine years we moved"
    if start := skip_lead(text):
        return Part(clause, start, clause.start, clause.lead in _SUBORDINATE)
    opening = _SUBORDINATE_START.match(text)
    begin = opening or _REASON_START.match(text)
    start = begin.end() + skip_lead(text[begin.end() :]) if begin else 0
    return Part(clause, start, clause.start, opening is not None or clause.lead in _SUBORDINATE)


def head_in(part: Part, talk: Talk, names: Names, before: Subject | None, *, first: bool) -> Head | None:
    """Who the clause is about and how its verb is put: named, a pronoun of the one person named so far, the subject of
    the clause `before`, or the speaker where `first` words leave "I" out."""
    text, start, lead = part.clause.text, part.start, part.clause.lead
    past = DROPPABLE.match(text, start) is not None
    dropped = first and talk.first and past
    found = (Subject(talk.speaker, first=True), start) if dropped else subject_of(text, start, talk, names.lower)
    if found and found[1] == len(text):
        found = None  # a word alone: no verb follows
    if found is None and (third := pronoun(text, start)) and len(names.others) == 1:
        found = next(iter(names.others.values())), third
    if found is None and before and lead in _SHARING and (lead != "," or past):
        found, part.begin = (before, start), names.begin
        part.lead_time = names.lead_time if lead == "and" else None
    elif found is not None:
        leading = [(part.clause.start + a, part.clause.start + b) for a, b in part.times if b <= start]
        names.lead_time = leading[0] if leading else None
    if found is not None:
        names.subject, names.begin = found[0], part.begin
        if not found[0].first:
            names.others[found[0].name] = found[0]
    for named in known_people(text):
        names.others.setdefault(named, Subject(named))
        names.people.add(named)
    if found and (found[0].first or (found[0].kind == "person" and _OF_SPEAKER.match(text, start))):
        names.people.add(found[0].name)
    return replace(head_of(text, *found, dropped=dropped), back_when=part.back_when) if found else None
