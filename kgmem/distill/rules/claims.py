"""From a message to raw claim items: the tables applied clause by clause. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from kgmem.distill.rules import frames, guards, objects, statements, words
from kgmem.distill.rules.event_rows import BY_VERB, DEEDS, GUESSES, PLANS, PREFERENCES
from kgmem.distill.rules.head import Head, Subject, Talk
from kgmem.distill.rules.parts import Part
from kgmem.distill.rules.patterns import Row
from kgmem.distill.rules.phrases import Phrase
from kgmem.distill.rules.sense import Sense, agrees, sense_of
from kgmem.distill.rules.state_rows import STATES
from kgmem.distill.rules.text import Clause, alike, clauses, own_words, sentences
from kgmem.distill.rules.things import Things
from kgmem.distill.rules.verbs import ACTIONS
from kgmem.distill.rules.who import LOWER, Names, head_in, part_of
from kgmem.distill.rules.writing import Found, item
from kgmem.models import Message
from kgmem.ontology import Ontology

Emit = Literal["strict", "liberal"]

_NO_ASSERTION = frozenset("if unless whether who whose which whenever that whereas or".split())
_BACK_WHEN = re.compile(r"\bback when\s+(?:\w+ )?\Z", re.IGNORECASE)
_WORDINGS = {("owns", "had"): "has", ("owns", "had_none"): "has", ("plans", "event"): "plans_thing"}
"""Rows of one predicate that read differently, by the type of their object."""


class Reader:
    """Applies the tables for one ontology and one mode."""

    def __init__(self, ontology: Ontology, emit: Emit, model: str) -> None:
        self._model = model
        self._things = Things(ontology)
        strict = (*STATES, *PREFERENCES, *PLANS, *DEEDS, *BY_VERB)
        self._tables = (strict, GUESSES) if emit == "liberal" else (strict,)
        self._functional = frozenset(name for name, one in ontology.predicates.items() if one.functional)

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
        quoted = frames.merged(frames.quoted(text))
        names = Names(frozenset(LOWER.findall(text)))
        for start, end in sentences(text):
            unclaimed = guards.unclaimed_from(text[start:end])
            limit = end if unclaimed is None else start + unclaimed
            names.subject, first = None, True
            for clause in clauses(text, start, end):
                if clause.end > limit:
                    break
                if frames.within(quoted, clause.start, clause.end):
                    names.subject = None
                    continue
                rest = text[clause.end : end]
                back_when = _BACK_WHEN.search(text, max(start, clause.start - 20), clause.start) is not None
                for part, one in self._clause(clause, talk, names, first=first, back_when=back_when):
                    undated = not part.times and one.kind in ("action", "state_change")
                    dropped = one.kind == "plan" and not one.negated and guards.cut_short(rest)
                    again = one.over is not None and guards.goes_on(rest)
                    if dropped or again or (undated and guards.long_ago(text[start:end])):
                        continue
                    yield part, self._lasting(one)
                    if one.over is not None:
                        yield part, one.over
                first = first and " " not in clause.text

    def _lasting(self, one: Found) -> Found:
        """A change into the one state that a subject has at a time is told as that state: it ends the one before (T3),
        as an event ends nothing. A home that is only described may be in the same town."""
        described = one.predicate == "lives_in" and not one.object.kind
        lasting = one.kind == "state_change" and one.predicate in self._functional and not described
        return replace(one, kind="fact") if lasting else one

    def _clause(
        self, clause: Clause, talk: Talk, names: Names, *, first: bool, back_when: bool
    ) -> Iterator[tuple[Part, Found]]:
        before, names.subject = names.subject, None
        if clause.lead in _NO_ASSERTION:
            return
        part = part_of(clause)
        part.back_when = back_when
        head = head_in(part, talk, names, before, first=first)
        values = [] if part.subordinate else list(self._things.claims(part, talk, head, names.people))
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
        worded = partial(
            statements.state, _WORDINGS.get((predicate, row.object), predicate), subject.name, phrase.surface,
            changed=row.says == "change",
        )  # fmt: skip
        statement = worded(negated=sense.negated, ended=sense.ended, past=sense.past)
        kind = "fact" if row.kind == "state_change" and (sense.negated or sense.past) else row.kind
        found = Found(kind, predicate, subject, phrase, statement, sense.negated, sense.past, guess)
        if sense.past and head.no_more:
            found.over = found.ended(worded(negated=True, ended=True, past=False))
        return found
