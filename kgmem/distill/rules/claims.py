"""From a message to raw claim items: the tables applied clause by clause. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kgmem.distill.rules import guards, objects, phrases, statements, values, words
from kgmem.distill.rules.event_rows import BY_VERB, DEEDS, GUESSES, PLANS, PREFERENCES
from kgmem.distill.rules.head import Head, Subject, Talk, head_of, known_people, pronoun, skip_lead, subject_of
from kgmem.distill.rules.parts import Part
from kgmem.distill.rules.patterns import Row
from kgmem.distill.rules.phrases import Phrase
from kgmem.distill.rules.sense import Sense, agrees, sense_of
from kgmem.distill.rules.state_rows import STATES
from kgmem.distill.rules.text import Clause, alike, clauses, own_words, sentences
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
_LOWER = re.compile(r"(?<![\w.'])[a-z][\w-]+")


@dataclass
class _State:
    """What earlier clauses of the message leave for later ones."""

    subject: Subject | None = None
    begin: int = 0
    others: dict[str, Subject] = field(default_factory=dict)


class Reader:
    """Applies the tables for one ontology and one mode."""

    def __init__(self, ontology: Ontology, emit: Emit, model: str) -> None:
        self._ontology, self._liberal, self._model = ontology, emit == "liberal", model
        self._verbs = {
            form.casefold(): (name, verb)
            for name, predicate in ontology.predicates.items()
            for verb in predicate.words
            for form in (verb, values.plain(verb))
        }
        self._told = {verb.casefold() for _, verb in self._verbs.values()}
        self._declared = values.declared_pattern([v for p in ontology.predicates.values() for v in p.words])
        strict = (*STATES, *PREFERENCES, *PLANS, *DEEDS, *BY_VERB)
        self._tables = (strict, GUESSES) if self._liberal else (strict,)

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
        lower = frozenset(_LOWER.findall(text))
        state = _State()
        for start, end in sentences(text):
            unclaimed = guards.unclaimed_from(text[start:end])
            limit = end if unclaimed is None else start + unclaimed
            state.subject, first = None, True
            for clause in clauses(text, start, end):
                if clause.end > limit:
                    break
                if any(clause.start < last and first < clause.end for first, last in quoted):
                    state.subject = None
                    continue
                yield from self._clause(clause, talk, lower, state, first=first)
                first = first and " " not in clause.text

    def _clause(
        self, clause: Clause, talk: Talk, lower: frozenset[str], state: _State, *, first: bool
    ) -> Iterator[tuple[Part, Found]]:
        before, state.subject = state.subject, None
        if clause.lead in _NO_ASSERTION:
            return
        plain = skip_lead(clause.text)
        opening, reason = _SUBORDINATE_START.match(clause.text), _REASON_START.match(clause.text)
        begin = opening.end() if opening else reason.end() if reason else 0
        start = plain or begin + skip_lead(clause.text[begin:])
        opening = None if plain else opening
        subordinate = bool(opening) or clause.lead in _SUBORDINATE
        if clause.lead in ("after", "before") and (noun := _NO_CLAUSE.match(clause.text)):
            start, subordinate = noun.end(), False  # "after nine years we moved"
        part = Part(clause, start, clause.start, subordinate)
        values_ = [] if part.subordinate else list(self._values(part, talk))
        dropped = first and talk.first and DROPPABLE.match(clause.text, start) is not None
        subject = None if dropped else subject_of(clause.text, start, talk, lower)
        if subject and subject[1] == len(clause.text):
            subject = None  # a word alone: no verb follows
        if subject is None and (third := pronoun(clause.text, start)) and len(state.others) == 1:
            subject = next(iter(state.others.values())), third
        shares = clause.lead in _SHARING and (clause.lead != "," or DROPPABLE.match(clause.text, start))
        if subject is None and before and shares:
            subject, part.begin = (before, start), state.begin
        if dropped:
            subject = Subject(talk.speaker, first=True), start
        if subject is not None:
            state.subject, state.begin = subject[0], part.begin
            if not subject[0].first:
                state.others[subject[0].name] = subject[0]
        if values_:
            yield from ((part, one) for one in values_)
            return
        for named in known_people(clause.text):
            state.others.setdefault(named, Subject(named))
        head = head_of(clause.text, *subject, dropped=dropped) if subject else None
        if head is not None:
            for place, table in enumerate(self._tables):
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
        wording = (
            "has"
            if row.object == "had"
            else "plans_thing"
            if predicate == "plans" and row.object == "event"
            else predicate
        )
        statement = statements.state(
            wording, subject.name, phrase.surface, negated=sense.negated, ended=sense.ended, past=sense.past,
            changed=row.says == "change",
        )  # fmt: skip
        kind = "fact" if row.kind == "state_change" and (sense.negated or sense.past) else row.kind
        return Found(kind, predicate, subject, phrase, statement, sense.negated, sense.past, guess)

    # ---- about things ----

    def _values(self, part: Part, talk: Talk) -> Iterator[Found]:
        text, start = part.clause.text, part.start
        value = values.value_of(text, start, talk, part.times)
        if value is not None:
            predicate = value.row.predicate
            person = value.row.own and value.subject == talk.speaker
            kind = "person" if person else self._kind(value.subject)
            statement = statements.state(
                predicate, value.subject, phrases.surface(value.object), negated=value.negated, ended=value.ended,
                changed=value.row.changed, past=value.past and not value.negated,
            )  # fmt: skip
            if value.category:
                statement = f"{value.subject}'s favourite {value.category} is {phrases.surface(value.object)}"
            subject = Subject(value.subject, kind)
            state_kind = "state_change" if value.row.changed and not value.negated else value.row.kind
            yield Found(
                state_kind, predicate, subject, Phrase(value.object, value.object), statement, value.negated,
                value.past and not value.negated, anchored=predicate != "deadline",
            )  # fmt: skip
            return
        if not talk.first:
            return
        if match := self._declared.match(text, start):
            yield from self._stated(match, talk, part)

    def _stated(self, match: re.Match[str], talk: Talk, part: Part) -> Iterator[Found]:
        """A sentence with a verb that the ontology declares for a predicate."""
        phrase = phrases.thing(part.after(match.start("o")))
        name = phrases.bare(match["s"])
        first = name.split()[0].casefold()
        if phrase is None or (first in values.NO_THINGS and name.casefold() not in ("i", "we")):
            return
        if match["not"] is None and match["verb"].casefold() not in self._told and first not in ("i", "we"):
            return  # "seeing people use it": no verb of a sentence
        predicate, told = self._verbs[match["verb"].casefold()]
        subject = Subject(talk.speaker, first=True) if name.casefold() in ("i", "we") else self._thing(name)
        negated = match["not"] is not None
        verb = told if not negated else f"no longer {told}" if "longer" in match["not"] else None
        statement = f"{subject.name} {verb or 'does not ' + values.plain(told)} {phrase.surface}"
        yield Found("fact", predicate, subject, phrase, statement, negated)

    def _thing(self, name: str) -> Subject:
        return Subject(name, self._kind(name))

    def _kind(self, name: str) -> str:
        """A declared kind that the name starts with ("pump P-101"), an animal for a pet, else a thing."""
        first, last = name.split()[0], name.split()[-1]
        if last.casefold() in words.PETS:
            return "animal"
        if "'s " in name:
            return "person"
        return self._ontology.kind(first) if len(name.split()) > 1 else "thing"
