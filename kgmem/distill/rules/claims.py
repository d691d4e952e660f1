"""From a message to raw claim items: the tables applied clause by clause. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from kgmem import anchor_words
from kgmem.anchors import iso
from kgmem.distill.literals import missing_literals
from kgmem.distill.rules import guards, objects, patterns, phrases, statements, values, words
from kgmem.distill.rules.head import Head, Subject, Talk, head_of, known_people, pronoun, skip_lead, subject_of
from kgmem.distill.rules.phrases import Phrase
from kgmem.distill.rules.text import Clause, alike, clauses, own_words, sentences
from kgmem.distill.rules.verbs import ACTIONS, DROPPABLE
from kgmem.models import Message
from kgmem.ontology import Ontology

Emit = Literal["strict", "liberal"]

STATED = 0.6
"""A rule that fits exactly is right about nine times in ten on its own set, and less often on talk it has not seen."""
BY_ASSISTANT = 0.4
"""What an assistant says about its user: the user may never have said so."""
GUESSED = 0.25
"""Liberal mode's: below KGMEM_UPDATE_CONFIDENCE, so that a guess ends no claim (law T3)."""

_NO_ASSERTION = frozenset("if unless whether who whose which whenever that whereas or".split())
_SUBORDINATE = frozenset("when while once until till before after where as".split())
_SHARING = frozenset({"and", "but", "then", ",", "plus", "so"})
_SUBORDINATE_START = re.compile(r"(?:when|while|once|until|before|after|whenever|if|where|back when)\s", re.IGNORECASE)
_REASON_START = re.compile(r"(?:because|since|as)\s(?=(?:i|we|you|my|your)\b)", re.IGNORECASE)
_NO_MORE = re.compile(r"\b(?:anymore|any more|any longer)\b", re.IGNORECASE)
_FUTURE = re.compile(
    r"\b(?:tomorrow|tonight|next|this (?:weekend|week|month|summer|spring|autumn|fall|winter|year|friday|saturday|"
    r"sunday|monday|tuesday|wednesday|thursday|afternoon|evening)|on (?:the|\w+day)|in [A-Z]\w+|in (?:a|an|\w+) "
    r"(?:few |couple of )?(?:days?|weeks?|months?|hours?|years?)|soon|later|from|\w+day)\b"
)
_MEASURE = re.compile(r"(?P<sign>[$€£¥])?\s?(?P<number>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[^\W\d_°%][\w/%°]*|[$€£¥%°]\w*)?")
_LOWER = re.compile(r"(?<![\w.'])[a-z][\w-]+")
_BASE = re.compile(
    r"(?:live|work|like|love|hate|prefer|own|play|enjoy|plan|have|attend|study|go|run|dislike|adore|intend|sing|belong|"
    r"detest|loathe|despise|suffer|volunteer|reside|do)\b",
    re.IGNORECASE,
)


@dataclass
class _Part:
    """A clause in its message, with what was found out on the way."""

    clause: Clause
    start: int
    begin: int
    subordinate: bool

    @cached_property
    def times(self) -> list[tuple[int, int]]:
        """Spans of words about time in the clause, but for those within a name of something ("the Friday report")."""
        text = self.clause.text
        found = anchor_words.find(text)
        return [(first, last) for first, last in found if not _no_time(text, first, last)]


def _no_time(text: str, first: int, last: int) -> bool:
    """Within a name of something, or a bare number such as that of a ticket."""
    before = text[:first].split()
    named = bool(before) and before[-1].casefold() in ("the", "my", "our", "a", "an") and last < len(text)
    return named or text[first:last].isdigit()


@dataclass
class _Found:
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
            form.casefold(): name
            for name, predicate in ontology.predicates.items()
            for verb in predicate.words
            for form in (verb, values.plain(verb))
        }
        self._declared = values.declared_pattern([v for p in ontology.predicates.values() for v in p.words])
        strict = tuple(patterns.rows())
        self._tables = (strict, tuple(patterns.guesses())) if self._liberal else (strict,)

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
            if one.past and message.sent_at is None:
                continue  # without a time nothing can say that it is over
            item = self._item(message, cite, assistant, part, one)
            if item is not None:
                found.setdefault((item["statement"], one.negated), item)
        return list(found.values())

    def _claims(self, text: str, talk: Talk) -> Iterator[tuple[_Part, _Found]]:
        quoted = guards.quoted(text)
        lower = frozenset(_LOWER.findall(text))
        state = _State()
        for start, end in sentences(text):
            unclaimed = guards.unclaimed_from(text[start:end])
            limit = end if unclaimed is None else start + unclaimed
            state.subject = None
            for clause in clauses(text, start, end):
                if clause.end > limit:
                    break
                if any(clause.start < last and first < clause.end for first, last in quoted):
                    state.subject = None
                    continue
                yield from self._clause(clause, talk, lower, state, first=clause.start == start)

    def _clause(
        self, clause: Clause, talk: Talk, lower: frozenset[str], state: _State, *, first: bool
    ) -> Iterator[tuple[_Part, _Found]]:
        before, state.subject = state.subject, None
        if clause.lead in _NO_ASSERTION:
            return
        opening, reason = _SUBORDINATE_START.match(clause.text), _REASON_START.match(clause.text)
        begin = opening.end() if opening else reason.end() if reason else 0
        start = begin + skip_lead(clause.text[begin:])
        part = _Part(clause, start, clause.start, bool(opening) or clause.lead in _SUBORDINATE)
        values_ = [] if part.subordinate else list(self._values(part, talk))
        dropped = first and talk.first and DROPPABLE.match(clause.text, start) is not None
        subject = None if dropped else subject_of(clause.text, start, talk, lower)
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

    def _matches(
        self, table: Iterable[patterns.Row], part: _Part, head: Head, talk: Talk, *, guess: bool
    ) -> list[_Found]:
        text = part.clause.text
        for row in table:
            if not row.forms & head.forms:
                continue
            match = row.verb.match(text, head.rest)
            if match is None or not _agrees(head, match[0]):
                continue
            sense = _sense(row, head, part)
            if row.fixed == "{also}" and not head.subject.also:
                continue
            if sense is None or (row.dated and not _dated(row, part)):
                continue
            after = _until_time(text, match.end(), part.times)
            found = [
                self._about(row, head, match, phrase, sense, talk, guess=guess)
                for phrase in objects.read(row.object, after, row.listed)
            ]
            if found:
                return found
        return []

    def _about(
        self,
        row: patterns.Row,
        head: Head,
        match: re.Match[str],
        phrase: Phrase,
        sense: _Sense,
        talk: Talk,
        *,
        guess: bool,
    ) -> _Found:
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
            verb = said.casefold().split()[0]
            predicate = predicate or ACTIONS.get(match["verb"].casefold(), match["verb"].casefold())
            if head.past and "have" in head.forms:
                said = f"had {said}"
            told = said if "be" not in head.forms and "been" not in head.forms else f"is {said}"
            statement = statements.action(subject.name, told if verb else said, phrase.detail or phrase.surface)
            return _Found(row.kind, predicate, subject, phrase, statement, guess=guess)
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
        return _Found(kind, predicate, subject, phrase, statement, sense.negated, sense.past, guess)

    # ---- about things ----

    def _values(self, part: _Part, talk: Talk) -> Iterator[_Found]:
        text, start = part.clause.text, part.start
        value = values.value_of(text, start, talk)
        if value is not None:
            predicate = value.row.predicate
            person = value.row.own and value.subject == talk.speaker
            kind = "person" if person else self._kind(value.subject)
            statement = statements.state(
                predicate, value.subject, phrases.surface(value.object), negated=value.negated, ended=False,
                changed=value.row.changed, past=value.past and not value.negated,
            )  # fmt: skip
            if value.category:
                statement = f"{value.subject}'s favourite {value.category} is {phrases.surface(value.object)}"
            subject = Subject(value.subject, kind)
            state_kind = "state_change" if value.row.changed and not value.negated else value.row.kind
            yield _Found(
                state_kind, predicate, subject, Phrase(value.object, value.object), statement, value.negated,
                value.past and not value.negated, anchored=predicate != "deadline",
            )  # fmt: skip
            return
        if not talk.first:
            return
        if match := self._declared.match(text, start):
            yield from self._stated(match, talk, part)

    def _stated(self, match: re.Match[str], talk: Talk, part: _Part) -> Iterator[_Found]:
        """A sentence with a verb that the ontology declares for a predicate."""
        phrase = phrases.thing(_until_time(match.string, match.start("o"), part.times))
        name = phrases.bare(match["s"])
        first = name.split()[0].casefold()
        if phrase is None or (first in values.NO_THINGS and name.casefold() not in ("i", "we")):
            return
        predicate = self._verbs[match["verb"].casefold()]
        subject = Subject(talk.speaker, first=True) if name.casefold() in ("i", "we") else self._thing(name)
        negated = match["not"] is not None
        verb = match["verb"] if not negated else f"no longer {match['verb']}" if "longer" in match["not"] else None
        plain = values.plain(match["verb"])
        statement = f"{subject.name} {verb or 'does not ' + plain} {phrase.surface}"
        yield _Found("fact", predicate, subject, phrase, statement, negated)

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

    # ---- written out ----

    def _item(
        self, message: Message, cite: str, assistant: bool, part: _Part, one: _Found
    ) -> dict[str, Any] | None:  # fmt: skip
        subject, quote = one.subject, message.text[part.begin : part.clause.end]
        item: dict[str, Any] = {
            "kind": one.kind,
            "statement": one.statement,
            "subject": self._entity(subject),
            "predicate": one.predicate,
        }
        if one.object.kind:
            item["object"] = {"kind": one.object.kind, "id": one.object.object}
        elif one.object.object:
            item |= _measured(one.object.object)
        if subject.also:
            item["participants"] = [{"kind": "person", "id": name} for name in subject.also]
        item["negated"] = one.negated
        item["confidence"] = GUESSED if one.guess else BY_ASSISTANT if assistant else STATED
        if one.anchored and part.times:
            first, last = part.times[0]
            item["anchor"] = message.text[part.clause.start + first : part.clause.start + last]
        if one.past and message.sent_at is not None:
            said = anchor_words.resolve(item.get("anchor", ""), message.sent_at, None)
            if said and said.start >= message.sent_at:
                return None
            item["world_to"] = iso(message.sent_at)
        if missing_literals(one.statement, [quote], []) != ([], []):
            return None  # law S2; what the parts left out, such as half a number
        item["support"] = [{"message": cite, "quote": quote}]
        item["model"] = self._model
        return item

    def _entity(self, subject: Subject) -> dict[str, str]:
        _, _, rest = subject.name.partition(" ")
        if rest and subject.kind not in ("thing", "person", "animal") and any(c.isdigit() for c in rest):
            return {"kind": subject.kind, "id": rest, "name": subject.name}
        return {"kind": subject.kind, "id": subject.name}


@dataclass(frozen=True)
class _Sense:
    negated: bool = False
    ended: bool = False
    past: bool = False


def _sense(row: patterns.Row, head: Head, part: _Part) -> _Sense | None:
    """What the clause says with this row: so, no more, not, once; None where it says nothing that is kept."""
    passive = row.says in ("change", "end")
    if row.kind == "action":
        return None if head.negated or head.used_to else _Sense()
    if row.kind == "plan":
        if part.subordinate or head.past or (head.negated and (head.forms & {"have"} or row.says == "end")):
            return None
        return _Sense(head.negated or row.says == "end", row.says == "end" or "after all" in part.clause.text)
    if passive or row.says == "was":
        if head.negated or head.used_to or (head.dropped and row.says == "was"):
            return None
        return _Sense(row.says == "end", row.says == "end", row.says == "was")
    if "modal" in head.forms:
        return _Sense() if head.negated and not head.past else None
    if head.negated and head.past:
        return None
    if part.subordinate and not head.past:
        return None
    more = _NO_MORE.search(part.clause.text) is not None
    return _Sense(head.negated, head.ending or more, head.past)


def _agrees(head: Head, verb: str) -> bool:
    """A name takes "loves", not "love": "People love dogs" is about nobody."""
    if head.subject.first or head.forms != {"plain"} or statements.several(head.subject.name):
        return True
    return _BASE.match(verb) is None or head.subject.addressed


def _dated(row: patterns.Row, part: _Part) -> bool:
    if not part.times:
        return False
    if row.kind != "plan":
        return True
    return any(_FUTURE.search(part.clause.text, first, last) for first, last in part.times)


def _until_time(text: str, start: int, times: list[tuple[int, int]]) -> str:
    """The words from `start` to the first words about time."""
    for first, last in times:
        if first <= start < last:
            start = last
        elif first > start:
            return text[start:first].rstrip(" ,")
    return text[start:]


def _measured(text: str) -> dict[str, str]:
    """A value, split from its unit where it is a number with one."""
    match = _MEASURE.fullmatch(text)
    unit = match and (match["sign"] or match["unit"])
    return {"value": match["number"], "unit": unit} if match and unit else {"value": text}
