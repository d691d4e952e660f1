"""The moment in the world that a question is about, where it says so: in March, in 2021, before the move. Pure.

Relative words (last year, in March) are told from the latest message of the tenant; the machine's clock is never asked.
A question that asks for a time (when, how long) names none of its own, and neither does one that says after or since:
what it is about may still hold. What stands behind before or until and is no time is looked for among what was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta, tzinfo
from typing import NamedTuple

from kgmem.anchor_words import Tense, find, resolve
from kgmem.anchors import Interval
from kgmem.recall import plans
from kgmem.recall.plans import Plan
from kgmem.recall.words import STOP_STEMS, Asked, asked, coverage, stem, stems

LAST_MOMENT = timedelta(seconds=1)
"""A question about March is about its last second: what happened in March had happened then."""
EVENT_COVERAGE = 0.6
"""Share of the words behind before that a claim, or a message it rests on, must speak of to be what is meant."""

_OPEN = frozenset({"after", "since", "from", "starting", "ever"})
_BEFORE = frozenset({"before", "until", "till", "til", "prior"})
_CLAUSE = re.compile(r"(?<![,\s])[,\s]*\b(?:before|until|till|prior to)\s+(?P<event>\w[^?.!;]*)$", re.IGNORECASE)
_FUTURE = re.compile(r"\b(?:will|going to|plans? to|planning|next|upcoming)\b", re.IGNORECASE)
_BEGINS = {
    "lives_in": "move moved relocation relocated relocate",
    "works_at": "job hired joined started hiring",
    "works_as": "promotion promoted job",
    "married_to": "wedding marriage married",
    "located_in": "move moved relocation relocated",
    "owner": "sale sold bought purchase",
    "feeds": "rerouting rerouted switch switched",
}
"""Words for what makes a fact of that predicate begin: people say the move, the graph says lives in."""
_BEGUN_BY = {predicate: frozenset(map(stem, words.split())) for predicate, words in _BEGINS.items()}


class Told(NamedTuple):
    """A question without what it says of its time (`main`); `words` are those of a time, `event` those of something
    before which it was."""

    main: str
    words: str | None = None
    event: str | None = None

    @property
    def content(self) -> Asked:
        """What it is about besides."""
        return asked(self.main)


class Happening(NamedTuple):
    """A claim that may be what a clause means: what it says, and when that began."""

    id: str
    predicate: str | None
    texts: tuple[str, ...]
    since: datetime | None
    notes: tuple[str, ...] = ()


def told(question: str, plan: Plan) -> Told:
    """What a question says of its time, in its first words."""
    if plan.shape in ("off", "temporal") or plan.form == "change":
        return Told(question)
    opening = plans.opening(question)
    spans = [span for span in find(opening) if _lead(opening[slice(*span)]) not in _OPEN]
    if spans:
        start, end = spans[-1]
        rest = f"{question[:start].rstrip(' ,')} {question[end:].lstrip(' ,')}".strip()
        return Told(rest, question[start:end])
    whole = question.rstrip(" ?!.")
    if len(whole) <= len(opening) and (clause := _CLAUSE.search(whole)):
        main = question[: clause.start()].strip()
        if 1 in asked(main).weights.values() and asked(clause["event"]).weights:
            return Told(main, event=clause["event"])
    return Told(question)


def of_words(said: Told, latest: datetime | None, zone: tzinfo | None) -> datetime | None:
    """The moment that the words of a time name; None where they name none or one that is not over: the latest state."""
    if said.words is None:
        return None
    interval = within(said, latest, zone)
    if interval is None:
        return None
    before = _lead(said.words) in _BEFORE
    at = (interval.start if before else interval.end) - LAST_MOMENT
    at = max(at, interval.start) if not before else at
    return None if latest is not None and at >= latest else at


def within(said: Told, latest: datetime | None, zone: tzinfo | None) -> Interval | None:
    """The interval that the words of a time name, told from the latest message."""
    tense: Tense = "future" if _FUTURE.search(f"{said.main} {said.words}") else "past"
    return resolve(said.words, latest, zone, tense, limit=True) if said.words else None


def of_event(said: Told, happenings: Iterable[Happening]) -> datetime | None:
    """The moment before what the clause names began; None where nothing is found that it could be. Of several the one
    that speaks of most of it is meant, in words of its messages before words that only may begin it; then the one that
    says so alone, since a message may tell of more; then the latest."""
    if said.event is None:
        return None
    clause = asked(said.event)
    common = {word for word, weight in clause.weights.items() if weight == 1} - STOP_STEMS
    names = said.content.weights.keys() & {word for word, weight in said.content.weights.items() if weight > 1}
    best: tuple[float, float, float, datetime, str] | None = None
    for one in happenings:
        if one.since is None:
            continue
        told = (*one.texts, *one.notes)
        spoken = set().union(*map(stems, told))
        begun = _BEGUN_BY.get(one.predicate or "", frozenset()) & common
        share = coverage(clause, [*told, *begun])
        if share < EVENT_COVERAGE or (names and not names & spoken):
            continue
        rank = (share, coverage(clause, told), coverage(clause, [*one.texts, *begun]), one.since, one.id)
        best = max(best or rank, rank)
    return best[3] - LAST_MOMENT if best else None


def _lead(words: str) -> str:
    return words.split()[0].lower().rstrip(",") if words.split() else ""
