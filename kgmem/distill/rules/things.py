"""Claims about things: the values that are said of them, and the verbs that an ontology declares. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from kgmem.distill.rules import denials, phrases, statements, values, words
from kgmem.distill.rules.head import Head, Subject, Talk
from kgmem.distill.rules.parts import Part
from kgmem.distill.rules.phrases import Phrase
from kgmem.distill.rules.writing import Found
from kgmem.ontology import Ontology


class Things:
    """Reads clauses about things, with the kinds and the verbs of one ontology."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._verbs = {
            form.casefold(): (name, verb)
            for name, predicate in ontology.predicates.items()
            for verb in predicate.words
            for form in (verb, values.plain(verb))
        }
        self._told = {verb.casefold() for _, verb in self._verbs.values()}
        self._declared = values.declared_pattern([v for p in ontology.predicates.values() for v in p.words])

    def claims(self, part: Part, talk: Talk, head: Head | None, people: Collection[str]) -> Iterator[Found]:
        """What the clause says a thing is, or does by a verb that the ontology declares; `people` are known as such."""
        text, start = part.clause.text, part.start
        value = values.value_of(text, start, talk, part.times, head)
        if value is not None:
            predicate = value.row.predicate
            kind = self._kind(value.subject, {*people, talk.speaker})
            statement = statements.state(
                predicate, value.subject, phrases.surface(value.object), negated=value.negated, ended=value.ended,
                changed=value.row.changed, past=value.past and not value.negated,
            )  # fmt: skip
            if value.category:
                statement = f"{value.subject}'s favourite {value.category} is {phrases.surface(value.object)}"
            subject = Subject(value.subject, kind)
            state_kind = "state_change" if value.row.changed and not value.negated else value.row.kind
            found = Found(
                state_kind, predicate, subject, Phrase(value.object, value.object), statement, value.negated,
                value.past and not value.negated, anchored=predicate != "deadline",
            )  # fmt: skip
            if found.past and head and head.no_more:
                over = statements.state(
                    predicate, value.subject, phrases.surface(value.object), negated=True, ended=True, changed=False,
                    past=False,
                )  # fmt: skip
                found.over = found.ended(over)
            yield found
            return
        if not talk.first:
            return
        if match := self._declared.match(text, start):
            yield from self._stated(match, talk, part, people, head)

    def _stated(
        self, match: re.Match[str], talk: Talk, part: Part, people: Collection[str], head: Head | None
    ) -> Iterator[Found]:
        """A sentence with a verb that the ontology declares for a predicate."""
        phrase = phrases.thing(part.after(match.start("o")))
        name = phrases.bare(match["s"])
        first = name.split()[0].casefold()
        if phrase is None or (first in values.NO_THINGS and name.casefold() not in ("i", "we")):
            return
        if (
            denials.nothing(phrase.object)
            or denials.no_one_thing(name)
            or denials.denied(match.string[: match.end("s")])
        ):
            return
        if match["not"] is None and match["verb"].casefold() not in self._told and first not in ("i", "we"):
            return  # "seeing people use it": no verb of a sentence
        predicate, told = self._verbs[match["verb"].casefold()]
        subject = self._doer(match, name, talk, people, head)
        negated = match["not"] is not None
        verb = told if not negated else f"no longer {told}" if "longer" in match["not"] else None
        statement = f"{subject.name} {verb or 'does not ' + values.plain(told)} {phrase.surface}"
        yield Found("fact", predicate, subject, phrase, statement, negated)

    def _doer(self, match: re.Match[str], name: str, talk: Talk, people: Collection[str], head: Head | None) -> Subject:
        """Who or what the verb is said of: the speaker, somebody known as a person, or a thing with its owner."""
        if name.casefold() in ("i", "we"):
            return Subject(talk.speaker, first=True)
        if head and head.rest == match.start("verb") and head.subject.name in people:
            return head.subject
        owned = f"{talk.speaker}'s {name}" if values.is_mine(match) else name
        return Subject(owned, self._kind(owned, {*people, talk.speaker}))

    def _kind(self, name: str, people: Collection[str]) -> str:
        """A declared kind that the name starts with ("pump P-101"), an animal for a pet, a person for somebody's kin or
        who works for them, else a thing."""
        if name in people:
            return "person"
        first, last = name.split()[0], name.split()[-1].casefold()
        if last in words.PETS:
            return "animal"
        if "'s " in name:
            return "person" if last in words.RELATIVES | _ROLES else "thing"
        return self._ontology.kind(first) if len(name.split()) > 1 else "thing"


_ROLES = words.OCCUPATIONS - frozenset("lead host guide driver operator tester planner cleaner coach pilot".split())
"""Occupations whose word names no machine or thing."""
