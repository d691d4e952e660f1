"""Law P5, without a model: an extractive answer that names what it rests on, or says that nothing is known. Pure.

The plan says which form it takes: one thing, a time, yes or no, a list, or what came after what.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from kgmem.models import NoteView, Status
from kgmem.recall import saying
from kgmem.recall.answer import BAR, Candidate
from kgmem.recall.plans import OFF, Plan
from kgmem.recall.quoting import quoted
from kgmem.recall.telling_time import time_of
from kgmem.recall.words import Asked

NEARLY = 0.05
"""Claims this close to the best, speaking of as much, are part of the answer."""
NEARLY_IN_A_LIST = 0.35
"""The same where several are asked for: each speaks of its own matter besides."""
WHOLE = 0.99
"""Coverage of a claim that says the very thing that a yes or no is asked of."""
DISLIKES = "dislikes"
"""The predicate that denies another one: who dislikes something does not like it."""
NEAREST_TO_WHOLE = 0.75
"""What another claim must speak of to be told instead of a yes or no."""

UNKNOWN = "Not known: nothing that is stored supports an answer."


class Drawn(NamedTuple):
    """An answer in words, its status, and the ids it cites in order of their numbers."""

    text: str
    status: Status
    citations: tuple[str, ...]


NOTHING = Drawn(UNKNOWN, "unknown", ())


def draw(
    candidates: Sequence[Candidate],
    notes: Sequence[NoteView],
    question: Asked,
    as_of: datetime | None,
    plan: Plan = OFF,
    bar: float = BAR,
) -> Drawn:
    """The answer from the best claim that held at the time asked about, else from the best message, else that it is not
    known."""
    able = [one for one in candidates if one.coverage >= bar]
    found = _from_claims(able, candidates, question, as_of, plan) if able else None
    if found is None and (quote := quoted(notes, question, plan.shape == "temporal", bar)):
        return Drawn(f"{quote.text} [1]", "answered", (quote.id,))
    return found or NOTHING


def _from_claims(
    able: Sequence[Candidate], everything: Sequence[Candidate], question: Asked, as_of: datetime | None, plan: Plan
) -> Drawn | None:
    best = max(able, key=lambda one: (round(one.relevance, 2), one.view.score, one.view.id))
    if plan.shape == "temporal" and (drawn := _timed(able, best, plan)):
        return drawn
    if plan.form == "change" and len(told := _in_order(able, best)) > 1:
        return _listed(told, plan, "answered")
    if plan.shape == "past_state" and as_of is None and (drawn := _former(able, best)):
        return drawn
    current = _current(able, everything, best, NEARLY)
    if plan.form == "yes_no":
        return _yes_or_no(able, current, everything, question, as_of, plan)
    if not current:
        return _ended(best) if as_of is None else None
    if plan.form in ("list", "count") and not saying.has_number(current[0].view.statement):
        current = _current(able, everything, best, NEARLY_IN_A_LIST)
    return _state(current, able, everything, as_of, plan)


def _current(
    able: Sequence[Candidate], everything: Sequence[Candidate], best: Candidate, nearly: float
) -> list[Candidate]:
    """What held at the time asked about and is about as relevant as the best; where that was superseded, what holds in
    its place. Of what changes, reasons that may change it come before those that may not (law T3), and what may no
    longer hold is left out where something else of its kind does."""
    current = [one for one in able if one.holds and one.relevance >= best.relevance - nearly]
    if not current:
        by_id = {one.view.id: one for one in everything}
        current = [by_id[id] for id in best.view.updated_by if id in by_id and by_id[id].holds][:1]
    current = [one for one in current if one.eligible] or current
    sound = {one.predicate for one in current if one.view.validity == 1 and one.predicate}
    current = [one for one in current if one.view.validity == 1 or one.predicate not in sound]
    return sorted(current, key=lambda one: (-one.view.score, one.view.id))


def _state(
    current: Sequence[Candidate],
    able: Sequence[Candidate],
    everything: Sequence[Candidate],
    as_of: datetime | None,
    plan: Plan,
    opening: str = "",
) -> Drawn:
    """What holds, the newest first, or both sides of a dispute; then what held before the first."""
    first = current[0]
    by_id = {one.view.id: one for one in everything}
    rivals = [by_id[id] for id in first.view.contradicted_by if id in by_id and by_id[id].holds]
    if rivals:
        return _disputed([first, *rivals])
    near = NEARLY_IN_A_LIST if plan.form in ("list", "count") else NEARLY
    chosen = saying.newest_first([one for one in current if one.relevance >= first.relevance - near][: plan.statements])
    parts = [
        saying.claim(one, number, dated=plan.times or len(chosen) > 1) for number, one in enumerate(chosen, start=1)
    ]
    cited = [one.view.id for one in chosen]
    if as_of is None and (before := _before(able, first)):
        parts.append(saying.until(before, len(parts) + 1))
        cited.append(before.view.id)
    over = as_of is not None and any(one.until for one in chosen)
    if plan.form == "count" and len(chosen) > 1:
        opening = f"{len(chosen)} are known: "
    return Drawn(opening + " ".join(parts), "past" if over else "answered", tuple(cited))


def _before(able: Sequence[Candidate], first: Candidate) -> Candidate | None:
    """What ended and speaks of as much: what the first superseded, before anything else."""
    former = [one for one in able if not one.holds and one.until and one.relevance >= first.relevance - NEARLY]
    former = [one for one in former if one.view.updated_by or one.view.contradicted_by]
    return min(former, key=lambda one: (first.view.id not in one.view.updated_by, -one.view.score), default=None)


def _former(able: Sequence[Candidate], best: Candidate) -> Drawn | None:
    """What held before what holds now, the last to end first."""
    over = [one for one in able if one.until and not one.holds and one.relevance >= best.relevance - NEARLY]
    over.sort(key=lambda one: (one.until and -one.until.timestamp(), one.view.id))
    if not over:
        return None
    parts = [saying.until(one, number) for number, one in enumerate(over[:1], start=1)]
    return Drawn(" ".join(parts), "past", tuple(one.view.id for one in over[:1]))


def _timed(able: Sequence[Candidate], best: Candidate, plan: Plan) -> Drawn | None:
    """When the best claim was, or each time of it where a frequency is asked for; None where no time is known."""
    near = [one for one in able if one.relevance >= best.relevance - NEARLY]
    near.sort(key=lambda one: (not one.stated, -one.view.score, one.view.id))
    if plan.form == "frequency":
        if saying.has_number(best.view.statement) or not near:
            return None
        dated = saying.oldest_first([one for one in near if one.first])[: plan.statements]
        return _listed(dated, plan, "answered") if dated else None
    if plan.form == "duration":
        lasting = next((one for one in near if saying.has_length(one.view.statement)), None)
        if lasting:
            return Drawn(saying.claim(lasting, 1), _status(lasting), (lasting.view.id,))
    one = next((one for one in near if one.first), None)
    if one is None:
        return None
    told = saying.spell(one, 1) if plan.form == "duration" else saying.when(one, 1)
    return Drawn(told, _status(one), (one.view.id,))


def _status(one: Candidate) -> Status:
    return "past" if one.lasts and one.until and not one.holds else "answered"


def _in_order(able: Sequence[Candidate], best: Candidate) -> list[Candidate]:
    """What was so one after the other, as far as it had begun."""
    near = [one for one in able if one.relevance >= best.relevance - NEARLY_IN_A_LIST]
    return saying.oldest_first([one for one in near if one.first])


def _listed(told: Sequence[Candidate], plan: Plan, status: Status) -> Drawn:
    kept = told[-plan.statements :]
    parts = [saying.dated(one, number) for number, one in enumerate(kept, start=1)]
    return Drawn(" ".join(parts), status, tuple(one.view.id for one in kept))


def _yes_or_no(
    able: Sequence[Candidate],
    current: Sequence[Candidate],
    everything: Sequence[Candidate],
    question: Asked,
    as_of: datetime | None,
    plan: Plan,
) -> Drawn | None:
    """Yes or no where a claim says the very thing, or that it ended, or one of the kind that has one at a time says
    another; else what comes nearest, without either."""
    very = [one for one in able if one.coverage >= WHOLE]
    holding = [one for one in very if one.holds]
    if holding:
        first = max(holding, key=lambda one: (one.view.confidence, one.view.id))
        denied = first.negated != (first.predicate == DISLIKES)
        answer = "Yes: " if denied == question.denies else "No: "
        return _state([first], [first], everything, as_of, plan, answer)
    if very and as_of is None:
        if current and (current[0].view.id in very[0].view.updated_by or current[0].functional):
            return _state(current[:1], able, everything, as_of, plan, "No longer: ")
        return _ended(very[0])
    if current and current[0].functional:
        return _state(current[:1], [], everything, as_of, plan, "Not as far as is known: ")
    near = [one for one in current if one.coverage >= NEAREST_TO_WHOLE]
    return _state(near, able, everything, as_of, plan) if near else None


def _ended(one: Candidate) -> Drawn:
    when = f" until {time_of(one.until)}" if one.until else ""
    text = f"Not known for now. It held{when}: {one.view.statement} [1]."
    return Drawn(text, "past", (one.view.id,))


def _disputed(claims: Sequence[Candidate]) -> Drawn:
    """What they say: reasons that may change what holds before those that may not, then the surest first."""
    claims = sorted(claims, key=lambda one: (not one.eligible, -one.view.confidence))
    said = "; but ".join(f"{one.view.statement} [{number}]" for number, one in enumerate(claims, start=1))
    return Drawn(f"Disputed: {said}.", "disputed", tuple(one.view.id for one in claims))
