"""From a message to raw claim items: the tables applied clause by clause. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kgmem.distill.rules import guards, objects, statements, words
from kgmem.distill.rules.event_rows import BY_VERB, DEEDS, GUESSES, PLANS, PREFERENCES
from kgmem.distill.rules.head import Head, Subject, Talk, head_of, known_people, pronoun, skip_lead, subject_of
from kgmem.distill.rules.parts import Part
from kgmem.distill.rules.patterns import Row
from kgmem.distill.rules.phrases import Phrase
from kgmem.distill.rules.sense import Sense, agrees, sense_of
from kgmem.distill.rules.state_rows import STATES
from kgmem.distill.rules.text import Clause, alike, clauses, own_words, sentences
from kgmem.distill.rules.things import Things
from kgmem.distill.rules.verbs import ACTIONS, DROPPABLE
from kgmem.distill.rules.writing import Found, item
from kgmem.models import Message
from kgmem.ontology import Ontology

Emit = Literal["strict", "liberal"]

_NO_ASSERTION = frozenset("if unless whether who whose which whenever that whereas or".split())
_SUBORDINATE = frozenset("when while once until till before after where as".split())
_SHARING = frozenset({"and", "but", "then", ",", "plus", "so"})
_SUBORDINATE_START = re.compile(r"(?:when|while|once|until|before|after|whenever|if|where|back when)\s", re.IGNORECASE)
_REASON_START = re.compile(r"(?:because|since|as)\s(?=(?:i|we|you|my|your)\b)", re.IGNORECASE)
_NO_CLAUSE = re.compile(
    r"(?!(?:i|we|he|she|they|you|it|my|our)\b)(?:[^\s,;:]+\s+){1,6}?(?=(?:i|we)['\s])", re.IGNORECASE
)
_WORDINGS = {("owns", "had"): "has", ("owns", "had_none"): "has", ("plans", "event"): "plans_thing"}
"""Rows of one predicate that read differently, by the type of their object."""
_LOWER = re.compile(r"(?<![\w.'])[a-z][\w-]+")


@dataclass
class _Names:
    """Who was spoken of: the subject of the clause before and where it began, and others named so far. `lower` are the
    message's words in lower case, which are no names where a sentence starts with them."""

    lower: frozenset[str]
    subject: Subject | None = None
    begin: int = 0
    others: dict[str, Subject] = field(default_factory=dict)


def _part(clause: Clause) -> Part:
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


def _head(part: Part, talk: Talk, names: _Names, before: Subject | None, *, first: bool) -> Head | None:
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
    if found is not None:
        names.subject, names.begin = found[0], part.begin
        if not found[0].first:
            names.others[found[0].name] = found[0]
    for named in known_people(text):
        names.others.setdefault(named, Subject(named))
    return head_of(text, *found, dropped=dropped) if found else None


class Reader:
    """Applies the tables for one ontology and one mode."""

    def __init__(self, ontology: Ontology, emit: Emit, model: str) -> None:
        self._model = model
        self._things = Things(ontology)
        strict = (*STATES, *PREFERENCES, *PLANS, *DEEDS, *BY_VERB)
        self._tables = (strict, GUESSES) if emit == "liberal" else (strict,)

    def read(self, message: Message, cite: str, addressee: str | None) -> list[dict[str, Any]]:
        """The items of one message, in the order of its text."""
        assistant = message.role == "assistant"
        if assistant and addressee is None:
            return []
        talk = Talk(message.speaker, addressee if assistant else None)
        text = alike(own_words(message.text))
        if guards.sarcastic(text):
            return []
        found: dict[tuple[str, bool], dict[str, Any]] = {}
        for part, one in self._claims(text, talk):
            if written := item(message, cite, self._model, part, one):
                found.setdefault((one.statement, one.negated), written)
        return list(found.values())

    def _claims(self, text: str, talk: Talk) -> Iterator[tuple[Part, Found]]:
        quoted = guards.quoted(text)
        names = _Names(frozenset(_LOWER.findall(text)))
        for start, end in sentences(text):
            unclaimed = guards.unclaimed_from(text[start:end])
            limit = end if unclaimed is None else start + unclaimed
            names.subject, first = None, True
            for clause in clauses(text, start, end):
                if clause.end > limit:
                    break
                if any(clause.start < closing and opening < clause.end for opening, closing in quoted):
                    names.subject = None
                    continue
                for part, one in self._clause(clause, talk, names, first=first):
                    if part.times or not guards.long_ago(text[start:end]) or one.kind not in ("action", "state_change"):
                        yield part, one
                first = first and " " not in clause.text

    def _clause(self, clause: Clause, talk: Talk, names: _Names, *, first: bool) -> Iterator[tuple[Part, Found]]:
        before, names.subject = names.subject, None
        if clause.lead in _NO_ASSERTION:
            return
        part = _part(clause)
        head = _head(part, talk, names, before, first=first)
        values = [] if part.subordinate else list(self._things.claims(part, talk, head))
        if values:
            yield from ((part, one) for one in values)
            return
        for place, table in enumerate(self._tables if head else ()):
            assert head is not None
            if found := self._matches(table, part, head, talk, guess=place > 0):
                yield from ((part, one) for one in found)
                return

    # ---- about somebody ----

    def _matches(self, table: Iterable[Row], part: Part, head: Head, talk: Talk, *, guess: bool) -> list[Found]:
        text = part.clause.text
        for row in table:
            if not row.forms & head.forms:
                continue
            match = row.verb.match(text, head.rest)
            if match is None or not agrees(head, match[0]):
                continue
            sense = sense_of(row, head, part)
            if row.fixed == "{also}" and not head.subject.also:
                continue
            if sense is None or (row.dated and not part.dated(row.kind == "plan")):
                continue
            after = part.after(match.end())
            found = [
                self._about(row, head, match, phrase, sense, talk, guess=guess)
                for phrase in objects.read(row.object, after, row.listed)
            ]
            if found:
                return found
        return []

    def _about(
        self,
        row: Row,
        head: Head,
        match: re.Match[str],
        phrase: Phrase,
        sense: Sense,
        talk: Talk,
        *,
        guess: bool,
    ) -> Found:
        predicate, subject = row.predicate, head.subject
        if row.to_speaker:
            subject = Subject(talk.speaker, first=True)
        if row.fixed == "{also}":
            phrase = Phrase(subject.also[0], subject.also[0], "person")
            subject = replace(subject, also=())
        elif row.fixed:
            bare = row.fixed.format(hurt=words.HURT[match["hurt"].casefold()], body=match["body"].casefold())
            phrase = Phrase(bare, ("an " if bare[0] in "aeiou" else "a ") + bare)
        if row.kind == "action":
            said = match[0].strip().casefold() if head.dropped else match[0].strip()
            said = f"had {said}" if head.past and "have" in head.forms else said
            said = f"did {said}" if head.past and "do" in head.forms else said
            said = f"is {said}" if head.forms & {"be", "been"} and "have" not in head.forms else said
            predicate = predicate or ACTIONS.get(match["verb"].casefold(), match["verb"].casefold())
            statement = statements.action(subject.name, said.strip(), phrase.detail or phrase.surface)
            return Found(row.kind, predicate, subject, phrase, statement, guess=guess)
        statement = statements.state(
            _WORDINGS.get((predicate, row.object), predicate), subject.name, phrase.surface, negated=sense.negated,
            ended=sense.ended, past=sense.past, changed=row.says == "change",
        )  # fmt: skip
        kind = "fact" if row.kind == "state_change" and (sense.negated or sense.past) else row.kind
        return Found(kind, predicate, subject, phrase, statement, sense.negated, sense.past, guess)
