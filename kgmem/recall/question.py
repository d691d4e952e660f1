"""From a question to sourced evidence: the story of a recall. Two round trips find it, the others say what it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Any

from kgmem.anchors import Interval
from kgmem.graph.store import Row, Transaction
from kgmem.models import ClaimView, EvidencePath, NoteView, PathCuts
from kgmem.recall import answer, context, digest, drawing, holding, moments, order, past, paths, plans, seeds
from kgmem.recall.answer import Candidate
from kgmem.recall.context import Context
from kgmem.recall.digest import Digest
from kgmem.recall.drawing import Drawn
from kgmem.recall.families import FAMILIES
from kgmem.recall.moments import Happening, Told
from kgmem.recall.picture import Clocks, stamp
from kgmem.recall.plans import Plan
from kgmem.recall.words import Asked, asked

NOTES_WITH_CLAIMS = 30
"""Best notes whose claims are looked at."""
CLAIMS_PER_SEARCH = 20
CLAIMS_PER_FAMILY = 60
"""Claims that each other family of seeds brings."""
SCORED = 200
"""Claims nearest by the vector index of which it says how near; that of others is computed, one by one."""
NEAR = 100
"""Claims nearest by the vector index, among which those of a hub are looked for."""
HUB = 64
"""Claims of an entity, a note or a session, sessions of a topic or versions of a claim, above which it leads to no more
than what is near the question: as for linking (kgmem/link/gate.py)."""
ENTITIES, TOPICS, SESSIONS = 8, 3, 8
"""Entities named, topics of what was found, sessions of these: at the most."""
CLAIMS_SHOWN = 20
SESSIONS_TOLD = 5
"""Most sessions whose claims are summed up."""
NOTES_OF_SESSIONS = 500
"""Messages of these, together."""
NOTES_OF_A_MATTER = 3
"""Best messages whose sessions are meant where no time is."""
NOTES_SHOWN = 200
"""Most notes of a recall, however large its budget."""


@dataclass(frozen=True)
class Asking:
    """A question with everything it depends on; `vector` is its embedding."""

    question: str
    vector: list[float]
    moment: Clocks
    budget: int
    notes: int | None
    limits: paths.Limits
    plans: bool = True
    zone: tzinfo | None = None
    bar: float = answer.BAR
    families: tuple[str, ...] = FAMILIES
    count: Callable[[str], int] = context.count_tokens

    @property
    def as_of(self) -> datetime | None:
        """The time of the world that it asks about; None for the latest."""
        return self.moment.as_of


@dataclass
class Evidence:
    """What was found for a question, and how long each part took (milliseconds). `content` is what the question is
    about besides its time, `as_of` the moment that it is asked of, from its words or given."""

    content: Asked
    plan: Plan = plans.OFF
    as_of: datetime | None = None
    candidates: list[Candidate] = field(default_factory=list)
    notes: list[NoteView] = field(default_factory=list)
    paths: list[EvidencePath] = field(default_factory=list)
    cuts: PathCuts = field(default_factory=PathCuts)
    digests: list[Digest] = field(default_factory=list)
    truncated: bool = False
    erased_since: int = 0
    timings: dict[str, float] = field(default_factory=dict)


async def gather(tx: Transaction, asking: Asking) -> Evidence:
    """Notes and claims for the question, best first. A question without a word finds nothing (case C08)."""
    plan = plans.of(asking.question) if asking.plans else plans.OFF
    told = moments.told(asking.question, plan)
    evidence = Evidence(asked(plans.matter(asking.question, plan)), plan, asking.as_of)
    if asking.moment.known_at is not None:
        evidence.erased_since = (await stamp(tx, asking.moment))["erased_since"]
    if not seeds.words_of(asking.question):
        return evidence
    summed = plan.form == "summary"
    latest = None
    if told.words and (summed or asking.as_of is None):
        with timed(evidence.timings, "moment"):
            (found,) = await tx.run("recall.latest", as_of=asking.as_of, known_at=asking.moment.known_at)
        latest = found["latest"]
        evidence.as_of = asking.as_of if summed else moments.of_words(told, latest, asking.zone)
    window = moments.within(told, latest, asking.zone) if summed else None
    moment = replace(asking.moment, as_of=evidence.as_of)
    words = seeds.lucene(asking.question, tx.tenant)
    with timed(evidence.timings, "notes"):
        later = plans.later(asking.question, plan)
        hits = seeds.fuse(await _notes(tx, asking, words), asking.question, asking.families, later=later)
    sessions = await _sessions(tx, window, moment, hits) if summed else []
    of_sessions = [note for row in sessions[-SESSIONS_TOLD:] for note in row["notes"]]
    more = len(sessions) > SESSIONS_TOLD or len(of_sessions) > NOTES_OF_SESSIONS
    with timed(evidence.timings, "seeds"):
        notes = [*of_sessions[:NOTES_OF_SESSIONS], *(hit.id for hit in hits[:NOTES_WITH_CLAIMS])]
        seeded, cut = await _seeds(tx, asking, words, notes)
    with timed(evidence.timings, "claims"):
        rows = await _as_known(tx, seeded, moment)
    _judge(evidence, rows, told)
    hits = seeds.lifted(hits, rows, asking.families, adds=asking.moment.latest)
    evidence.truncated = len(hits) > NOTES_SHOWN or cut
    most = NOTES_SHOWN if asking.notes is None else min(asking.notes, NOTES_SHOWN)
    by_id = {hit.id: hit for hit in hits[:NOTES_SHOWN]}
    ids = order.of_notes(list(by_id), evidence.candidates)[:most]
    with timed(evidence.timings, "texts"):
        (said,) = await tx.run("recall.note_texts", ids=ids)
        texts = {one["id"]: one for one in said["notes"]}
        evidence.notes = [_note(texts[id], by_id[id]) for id in ids if id in texts]
    if told.event and asking.as_of is None and (before := moments.of_event(told, _happenings(rows, evidence.notes))):
        evidence.as_of = before
        moment = replace(moment, as_of=before)
        _judge(evidence, await _as_known(tx, seeded, moment), told)
        sessions = await _sessions(tx, window, moment, hits) if summed else []
    evidence.digests = digest.digests(sessions[-SESSIONS_TOLD:], evidence.candidates)
    evidence.truncated = evidence.truncated or more or digest.cut(evidence.digests)
    with timed(evidence.timings, "paths"):
        ids = [one.view.id for one in evidence.candidates]
        if moment.known_at is None:
            evidence.paths, evidence.cuts = await paths.search(tx, ids, asking.vector, evidence.as_of, asking.limits)
    return evidence


async def _sessions(tx: Transaction, window: Interval | None, moment: Clocks, hits: list[seeds.Hit]) -> list[Row]:
    """Of the time that the question names, else of the best messages; none after the moment, one more than told."""
    (best,) = await tx.run("recall.note_texts", ids=[hit.id for hit in hits[:NOTES_OF_A_MATTER]])
    return await tx.run(
        "recall.sessions", since=window and window.start, until=window and window.end,
        ids=sorted({note["session_id"] for note in best["notes"]}), most=SESSIONS_TOLD + 1,
        as_of=moment.as_of, known_at=moment.known_at,
    )  # fmt: skip


def _judge(evidence: Evidence, rows: list[Row], told: Told) -> None:
    """The claims as they stood at the moment asked about, in the order of the plan that fits what was found."""
    if evidence.as_of is not None and (told.words or told.event):
        evidence.content = asked(plans.matter(told.main, evidence.plan))
    found = [answer.candidate(row, evidence.content) for row in rows]
    past = evidence.as_of is not None and any(one.holds and one.until for one in found)
    evidence.plan = plans.seen(evidence.plan, found, past=past)
    found = [answer.planned(one, evidence.plan, evidence.as_of) for one in answer.heirs(found)]
    evidence.candidates = answer.ranked(found)


def _happenings(rows: list[Row], notes: list[NoteView]) -> list[Happening]:
    said = {note.id: note.text for note in notes}
    return [
        Happening(
            row["id"],
            row["predicate"],
            (row["statement"], *row["entities"]),
            next((one["since"] for one in row["times"]), None),
            tuple(said[id] for id in row["notes"] if id in said),
        )
        for row in rows
    ]


async def _notes(tx: Transaction, asking: Asking, words: str) -> list[Row]:
    """Of the past more notes a search, since what was said later is taken out after."""
    moment = asking.moment
    search: dict[str, Any] = {
        "families": list(asking.families), "vector": asking.vector, "words": words, "as_of": moment.as_of,
        "depth": seeds.DEPTH if moment.latest else seeds.DEPTH_OF_THE_PAST,
    }  # fmt: skip
    if moment.known_at is None:
        (found,) = await tx.run("recall.notes", **search)
    else:
        (found,) = await tx.run("clocks.notes", **search, known_at=moment.known_at)
    notes: list[Row] = found["notes"]
    return notes


async def _seeds(tx: Transaction, asking: Asking, words: str, notes: list[str]) -> tuple[dict[str, Row], bool]:
    """What brought a claim, by claim, and whether anything was left out; of what was known at a time also those that a
    search does not find now."""
    search: dict[str, Any] = {
        "families": list(asking.families), "note_ids": notes, "vector": asking.vector, "words": words,
        "depth": CLAIMS_PER_SEARCH, "hub": HUB,
    }  # fmt: skip
    found = await tx.run(
        "recall.claim_seeds", **search, names=seeds.names(asking.question),
        named_words=seeds.named_words(asking.question, tx.tenant), wide=NEAR, scored=SCORED, most=CLAIMS_PER_FAMILY,
        entities=ENTITIES, topics=TOPICS, sessions=SESSIONS,
    )  # fmt: skip
    if asking.moment.known_at is not None:
        found += await tx.run("clocks.seeds", **search, known_at=asking.moment.known_at)
    claims = [row for one in reversed(found) for row in one["claims"]]
    by_id = {row["id"]: row for row in sorted(claims, key=lambda row: row["seed"] != past.EVOLUTION)}
    return by_id, any(one["cut"] for one in found)


async def _as_known(tx: Transaction, seeded: dict[str, Row], moment: Clocks) -> list[Row]:
    """The claims found with their figures at the moment (law T8)."""
    if moment.latest:
        (found,) = await tx.run("recall.candidates", ids=list(seeded))
        rows = [holding.times(row) for row in found["claims"]]
    else:
        rows = await past.candidates(tx, {id: row["seed"] for id, row in seeded.items()}, moment)
    return [row | {"similarity": seeded[row["id"]]["similarity"], "seed": seeded[row["id"]]["seed"]} for row in rows]


def fit(evidence: Evidence, asking: Asking) -> Context:
    """What of the evidence the token budget holds (law P4)."""
    summaries = [one.summary for one in evidence.digests if one.summary]
    shown = [*summaries, *(one.view for one in evidence.candidates)][:CLAIMS_SHOWN]
    with timed(evidence.timings, "context"):
        return context.build(
            shown, evidence.paths, evidence.notes, asking.budget, asking.count, evidence.plan.path_share
        )


def draw(evidence: Evidence, asking: Asking) -> Drawn:
    """The extractive answer and its status (law P5)."""
    if told := digest.drawn(evidence.digests):
        return told
    return drawing.draw(
        evidence.candidates, evidence.notes, evidence.content, evidence.as_of, evidence.plan, asking.bar
    )


def cited_claims(evidence: Evidence, fitted: Context, drawn: Drawn) -> tuple[ClaimView, ...]:
    """The claims of the context and those the answer cites, each once, best first."""
    kept = {view.id for view in fitted.claims} | set(drawn.citations)
    summaries = [one.summary for one in evidence.digests if one.summary]
    return tuple(one for one in (*summaries, *(one.view for one in evidence.candidates)) if one.id in kept)


def _note(row: Row, hit: seeds.Hit) -> NoteView:
    return NoteView(
        id=row["id"],
        external_id=row["external_id"],
        session=row["session_id"],
        session_external_id=row["session_external_id"],
        group=row["group"],
        speaker=row["speaker"],
        text=row["text"],
        sent_at=row["sent_at"],
        score=round(hit.score, 6),
        seed=hit.seed,
    )


class timed:
    """Milliseconds of a block, into `timings`."""

    def __init__(self, timings: dict[str, float], name: str) -> None:
        self.timings, self.name = timings, name

    def __enter__(self) -> None:
        self.start = time.perf_counter()

    def __exit__(self, *_: Any) -> None:
        self.timings[self.name] = round((time.perf_counter() - self.start) * 1000, 3)
