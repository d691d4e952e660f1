"""Law P5, without a model: an extractive answer that names what it rests on, or says that nothing is known. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from kgmem.models import ClaimView, NoteView, Status
from kgmem.recall.holding import holding
from kgmem.recall.ranking import newest_first
from kgmem.recall.telling_time import day, time_of
from kgmem.recall.words import STOP_STEMS, Asked, coverage, sentences, stems

CLAIM_COVERAGE = 0.6
"""Share of a question's content that a claim must speak of to answer it."""
NOTE_COVERAGE = 0.5
"""The same for a message, which says more beside it."""
NOTES_READ = 10
"""Best notes that may answer when no claim does."""
MAX_STATEMENTS = 3
PREDICATE_LIFT = 0.3
"""For a claim whose predicate the question uses: who feeds is asked, not what feeding needs."""
DENIAL_DROP = 0.2
"""For a claim that denies, where the question does not."""
NEARLY = 0.05
"""Claims this close to the best, speaking of as much, are part of the answer."""

UNKNOWN = "Not known: nothing that is stored supports an answer."


class Candidate(NamedTuple):
    """A claim as it may answer: how much of the question it speaks of, and whether it holds at the time asked about."""

    view: ClaimView
    coverage: float
    relevance: float
    holds: bool
    began: bool
    since: datetime | None
    until: datetime | None

    @property
    def grain(self) -> str | None:
        """How coarse the time is since when it has held."""
        return self.view.grain


class Drawn(NamedTuple):
    """An answer in words, its status, and the ids it cites in order of their numbers."""

    text: str
    status: Status
    citations: tuple[str, ...]


def candidate(row: Mapping[str, Any], question: Asked, as_of: datetime | None) -> Candidate:
    """A row of query recall.claim_seeds as it stands at `as_of` (None: the latest state)."""
    texts = [row["statement"], *row["entities"], (row["predicate"] or "").replace("_", " ")]
    share = coverage(question, texts)
    verb = stems((row["predicate"] or "").replace("_", " ")) - STOP_STEMS
    relevance = share + (PREDICATE_LIFT if verb and verb <= set(question.weights) else 0)
    relevance -= DENIAL_DROP if row["negated"] and not question.denies else 0
    held = holding(row, as_of)
    view = ClaimView(
        id=row["id"],
        kind=row["kind"],
        statement=row["statement"],
        validity=held.validity,
        valid_until=held.valid_until,
        standing=row["standing"],
        confidence=row["confidence"],
        confidence_shared=row["confidence_shared"],
        weakest_support=row["weakest_support"],
        calibrated=row["calibrated"],
        contradicted_by=tuple(row["contradicted_by"]),
        updated_by=tuple(row["updated_by"]),
        score=round(row["similarity"] + relevance, 6),
        since=held.since,
        grain=held.grain,
    )
    return Candidate(view, share, relevance, held.holds, held.began, held.since, held.until)


def ranked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Best first, what holds before what does not among equals in relevance, ties by id; and what superseded another
    before that."""
    found = sorted(candidates, key=lambda one: (-round(one.view.score, 2), not one.holds, -one.view.score, one.view.id))
    older = {one.view.id: one.view.updated_by for one in found if not one.holds}
    return newest_first(found, lambda one: (one.view.id,), older)


def draw(candidates: Sequence[Candidate], notes: Sequence[NoteView], question: Asked, as_of: datetime | None) -> Drawn:
    """The answer from the best current claim, else from the best message, else that it is not known."""
    able = [one for one in candidates if one.coverage >= CLAIM_COVERAGE]
    if able and (drawn := _from_claims(able, candidates, as_of)):
        return drawn
    spoken = [
        (coverage(question, [note.text, note.speaker]) >= NOTE_COVERAGE and _best_sentence(note, question), note)
        for note in notes[:NOTES_READ]
    ]
    able_notes = [(best, note) for best, note in spoken if best]
    if able_notes:
        (_, sentence), note = max(able_notes, key=lambda one: one[0][0])
        return _from_note(note, sentence)
    return Drawn(UNKNOWN, "unknown", ())


def _from_claims(able: Sequence[Candidate], everything: Sequence[Candidate], as_of: datetime | None) -> Drawn | None:
    by_id = {one.view.id: one for one in everything}
    best = max(able, key=lambda one: (round(one.relevance, 2), one.view.score, one.view.id))
    current = [one for one in able if one.holds and one.relevance >= best.relevance - NEARLY]
    if not current and as_of is None:
        newer = [by_id[id] for id in best.view.updated_by if id in by_id and by_id[id].holds]
        current = newer[:1]
    if not current:
        return _ended(best) if as_of is None else None
    current.sort(key=lambda one: (-one.view.score, one.view.id))
    first = current[0]
    rivals = [by_id[id] for id in first.view.contradicted_by if id in by_id and by_id[id].holds]
    if rivals:
        return _disputed([first, *rivals])
    chosen = _newest_first([one for one in current if one.relevance >= first.relevance - NEARLY][:MAX_STATEMENTS])
    parts = [_said(one, number, dated=len(chosen) > 1) for number, one in enumerate(chosen, start=1)]
    cited = [one.view.id for one in chosen]
    former = [one for one in able if not one.holds and set(one.view.updated_by) | set(one.view.contradicted_by)]
    former = [one for one in former if as_of is None and one.until and one.relevance >= best.relevance - NEARLY]
    for one in former[:1]:
        if one.until:
            parts.append(f"Until {time_of(one.until)}: {one.view.statement} [{len(parts) + 1}].")
            cited.append(one.view.id)
    status: Status = "answered"
    if as_of is not None and any(one.until for one in chosen):
        status = "past"
    return Drawn(" ".join(parts), status, tuple(cited))


def _newest_first(claims: Sequence[Candidate]) -> list[Candidate]:
    dated = sorted((one for one in claims if one.since), key=lambda one: one.since or datetime.min, reverse=True)
    return [*dated, *(one for one in claims if not one.since)]


def _said(one: Candidate, number: int, *, dated: bool) -> str:
    since = f" (since {time_of(one.since)})" if dated and one.since else ""
    doubt = " (it may no longer hold: what it depends on may not)" if 0 < one.view.validity < 1 else ""
    if one.view.standing == "weakened":
        doubt += " (weakened: part of its support was taken back)"
    return f"{one.view.statement}{since}{doubt} [{number}]."


def _ended(one: Candidate) -> Drawn:
    when = f" until {time_of(one.until)}" if one.until else ""
    text = f"Not known for now. It held{when}: {one.view.statement} [1]."
    return Drawn(text, "past", (one.view.id,))


def _disputed(claims: Sequence[Candidate]) -> Drawn:
    """What they say, the surest first."""
    claims = sorted(claims, key=lambda one: -one.view.confidence)
    said = "; but ".join(f"{one.view.statement} [{number}]" for number, one in enumerate(claims, start=1))
    return Drawn(f"Disputed: {said}.", "disputed", tuple(one.view.id for one in claims))


def _best_sentence(note: NoteView, question: Asked) -> tuple[float, str]:
    """The sentence of a message that speaks of most of the question, the first among equals."""
    free = question._replace(codes=frozenset())
    shares = [(coverage(free, [part, note.speaker]), part) for part in sentences(note.text) or [note.text]]
    return max(shares, key=lambda one: one[0])


def _from_note(note: NoteView, sentence: str) -> Drawn:
    when = f", {day(note.sent_at)}" if note.sent_at else ""
    return Drawn(f'{note.speaker}{when}: "{sentence}" [1]', "answered", (note.id,))
