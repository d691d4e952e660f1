"""Linking across sessions: a stage of its own, after a session is stored.

A session that is written waits. Those that wait are linked in the order of their start, each in one transaction that
also ends its waiting, so an interruption leaves whole sessions and the next run goes on. A session is compared with
those that do not wait. So linking everything anew is to let all of them wait: the order is then the same whatever the
order of arrival was, and so is the result.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgmem import identity
from kgmem.distill import prompts
from kgmem.distill.outcomes import NO_CALLS, Failure, Usage
from kgmem.graph import derive, rows
from kgmem.graph.store import Row, Store, Transaction
from kgmem.link import evolution, topics
from kgmem.link.evolution import Relation
from kgmem.link.gate import DEEP, DEPTH, HUB, Candidate, Gate, Gated, Linkable, gated, together
from kgmem.link.verdicts import Question, Verdicts, judged, question
from kgmem.models import LinkResult, Links, Topics, TopicSize, Warning_
from kgmem.ontology import Ontology
from kgmem.rebuilding import Progress, recompute, regroup
from kgmem.topics import join, leave, name_by_model, named
from kgmem.writing import Trace, read_by_model

if TYPE_CHECKING:
    from kgmem.distill.model import Caller

WAITING, UNASKED, LINKED = "waiting", "unasked", "linked"
"""States of a session: it waits, it was linked without the model that should have been asked, it is linked."""
PAGE = 100
"""Sessions asked for at a time."""


@dataclass(frozen=True)
class Linked:
    """What linking a session came to: what it looked at, how many relations it found, calls of a model."""

    session_id: str
    looked: Gated
    relations: int
    usage: Usage = NO_CALLS
    warnings: tuple[Warning_, ...] = ()


@dataclass(frozen=True)
class _Answer:
    """What a model was asked about a session, and what it said: no `verdicts` where it failed, or had been asked just
    that before."""

    question: Question
    digest: str
    verdicts: Verdicts | None = None
    failure: Failure | None = None
    usage: Usage = NO_CALLS


@dataclass(frozen=True)
class _View:
    """A session as it is to be linked: its vector, the topic near it, and the pairs that passed the gate."""

    vector: topics.Vector | None
    topic: str | None
    looked: Gated


class Linker:
    """Links the sessions of one tenant; without a `caller` no model is asked, and what one said before is kept."""

    def __init__(
        self, store: Store, tenant: str, gate: Gate, ontology: Ontology, caller: Caller | None, trace: Trace
    ) -> None:
        self.store, self.tenant, self.gate, self.ontology = store, tenant, gate, ontology
        self.caller, self.trace = caller, trace

    async def waiting(self) -> AsyncIterator[Linked]:
        """Link the sessions that wait, the earliest first, until none does."""
        while page := await self._page(WAITING):
            for row in page:
                async for done in self._one(row["id"]):
                    yield done

    async def unasked(self) -> AsyncIterator[Linked]:
        """Ask again, once, about the sessions that a model could not be asked about."""
        after = ""
        while self.caller is not None and (page := await self._page(UNASKED, after)):
            after = page[-1]["link_key"]
            for row in page:
                async for done in self._one(row["id"]):
                    yield done

    async def _page(self, state: str, after: str = "") -> list[Row]:
        return await self.store.read("link.waiting", self.tenant, state=state, after=after, limit=PAGE)

    async def _one(self, id: str) -> AsyncIterator[Linked]:
        answer = await self._ask(id)
        work = functools.partial(self._link, id, answer)
        done = await self.store.writing(work, self.tenant, "link.write")
        self.trace("linked")
        if done is not None:
            yield done

    async def topics(self) -> Topics:
        """The topics there are."""
        found = await self.store.read("link.topics", self.tenant)
        return Topics(
            topics=tuple(TopicSize(id=one["id"], label=one["label"], sessions=one["sessions"]) for one in found)
        )

    async def wait(self) -> int:
        """Let every session wait, without a topic; returns how many there are."""
        sessions = await self.store.read("link.sessions", self.tenant)
        keys: rows.Rows = [
            {"id": row["id"], "link_key": rows.link_key(row["started_at"], row["id"])} for row in sessions
        ]

        async def work(tx: Transaction) -> None:
            await tx.lock()
            for batch in rows.batches(keys):
                await tx.run("link.wait", rows=batch)
            await tx.run("link.sweep")

        await self.store.writing(work, self.tenant, "link.wait")  # all or none: a topic is made anew, or as it was
        return len(keys)

    async def _ask(self, id: str) -> _Answer | None:
        """What a model says of the pairs of a session, outside of any transaction: nobody waits for it to write."""
        if self.caller is None:
            return None
        found, view = await self.store.reading(functools.partial(self._look, id), self.tenant, "link.candidates")
        asked, prompt = question(view.looked.pairs), prompts.load("classify")
        digest = asked.digest(prompt.label, self.caller.name)
        if not asked.pairs or (found is not None and not read_by_model(found["distilled_with"])):
            return _Answer(asked, digest, Verdicts(verdicts=[]))
        if found is None or found["asked"] == digest:
            return _Answer(asked, digest)
        reply = await self.caller.ask(prompt, {"pairs": asked.text}, Verdicts)
        return _Answer(asked, digest, reply.value, reply.failure, reply.usage)

    async def _link(self, id: str, answer: _Answer | None, tx: Transaction) -> Linked | None:
        """Link one session; None where another writer has done so, or erased it."""
        await tx.lock()
        found, view = await self._look(id, tx)
        if found is None:
            return None
        if found["link_state"] == WAITING:
            if found["topic_id"] is not None:
                await leave(tx, [id])
            if view.vector is not None:
                await join(tx, id, view.topic or identity.topic_id(tx.tenant, id), view.vector)
        made = [Relation(**row) for row in await tx.run("link.made", session_id=id)]
        answer = self._still(answer, view.looked)
        said, warnings = self._said(answer, view.looked, made)
        anchored = evolution.by_anchors(view.looked.pairs)
        relations = {one.key: one for one in (*said, *anchored)}
        await _keep(tx, id, made, list(relations.values()))
        failed = answer is not None and answer.failure is not None
        told = {"model": found["linked_with"], "asked": found["asked"]}
        if answer is not None and self.caller is not None:
            by = f"{self.caller.name} {prompts.load('classify').label}"
            told = {"model": by, "asked": None if failed else answer.digest}
        elif found["asked"] is None and view.looked.pairs and read_by_model(found["distilled_with"]):
            failed = True  # nobody was there to ask
        await tx.run("link.done", session_id=id, state=UNASKED if failed else LINKED, **told)
        left = answer.question.left if answer else 0
        looked = dataclasses.replace(view.looked, cut=view.looked.cut + left)
        return Linked(id, looked, len(relations), answer.usage if answer else NO_CALLS, warnings)

    def _still(self, answer: _Answer | None, looked: Gated) -> _Answer | None:
        """R6: an answer about what has changed since it was asked for, or was erased, is none."""
        if answer is None or answer.verdicts is None or self.caller is None or not answer.question.pairs:
            return answer
        if question(looked.pairs).digest(prompts.load("classify").label, self.caller.name) == answer.digest:
            return answer
        changed = Failure("changed", "what it was asked about changed meanwhile")
        return dataclasses.replace(answer, verdicts=None, failure=changed)

    def _said(
        self, answer: _Answer | None, looked: Gated, made: list[Relation]
    ) -> tuple[list[Relation], tuple[Warning_, ...]]:  # fmt: skip
        """The relations of a model, new or kept, whose pairs pass the gate now, and what the caller should know."""
        passing = {frozenset((pair.new.id, pair.other.id)) for pair in looked.pairs}
        warnings: list[Warning_] = []
        relations = [one for one in made if one.model is not None]
        if answer is not None and answer.failure is not None:
            detail = f"{answer.failure.reason}; linked without it, `kgmem link` asks again"
            warnings.append(Warning_(code="link_unasked", detail=detail))
        elif answer is not None and answer.verdicts is not None and self.caller is not None:
            found = judged(answer.question, answer.verdicts, self.caller.name)
            relations = list(found.relations)
            warnings += [Warning_(code="verdict_refused", detail=detail) for detail in found.refused]
        return [one for one in relations if frozenset((one.start, one.end)) in passing], tuple(warnings)

    async def _look(self, id: str, tx: Transaction) -> tuple[Row | None, _View]:
        """A session that is to be linked, and what linking it looks at; None for one that is not, any more."""
        found = await tx.run("link.session", session_id=id)
        if not found or found[0]["link_state"] not in (WAITING, UNASKED):
            return None, _View(None, None, Gated())
        stays = found[0]["topic_id"] if found[0]["link_state"] == UNASKED else None
        return found[0], await self._view(tx, id, stays)

    async def _view(self, tx: Transaction, id: str, stays: str | None) -> _View:
        claims = await tx.run("link.claims", session_id=id)
        seen = claims or await tx.run("link.notes", session_id=id)
        vector = topics.mean(row["embedding"] for row in seen if row["embedding"] is not None)
        if vector is None:
            return _View(None, None, Gated())
        topic = stays
        if topic is None:
            topic = topics.nearest(await tx.run("link.near", vector=vector, limit=topics.NEAR), self.gate.join)
        look = functools.partial(
            tx.run, "link.candidates", session_id=id, hub=HUB, topic_id=topic, vector=vector, related=self.gate.topic
        )
        found: dict[str, dict[str, Row]] = {row["id"]: {} for row in claims}
        for depth in (DEPTH, DEEP):
            shallow = [new for new, near in found.items() if sum(row["near"] for row in near.values()) < DEPTH // 2]
            for row in await look(ids=shallow, depth=depth) if shallow else []:
                found[row["new_id"]][row["id"]] = row
        looked = together(gated(_own(row), map(_candidate, found[row["id"]].values()), self.gate) for row in claims)
        return _View(vector, topic, looked)


async def link(linker: Linker, progress: Progress, *, rebuild: bool) -> LinkResult:
    """Link what waits; with `rebuild` everything, and compute anew what follows for every claim."""
    warnings: list[Warning_] = []
    usage = NO_CALLS
    if rebuild:
        warnings += await regroup(linker.store, linker.tenant, linker.ontology, progress)
        done, usage, unnamed = await anew(linker, progress)
        warnings += unnamed
        await recompute(linker.store, linker.tenant, progress)
    else:
        done = [one async for one in linker.waiting()] + [one async for one in linker.unasked()]
    looked = together(one.looked for one in done)
    return LinkResult(
        rebuilt=rebuild,
        sessions=len(done),
        links=Links(candidates=looked.candidates, gated=looked.gated, cut=looked.cut),
        relations=sum(one.relations for one in done),
        model_calls=usage.calls + sum(one.usage.calls for one in done),
        warnings=(*warnings, *(warning for one in done for warning in one.warnings)),
    )


async def anew(linker: Linker, progress: Progress) -> tuple[list[Linked], Usage, tuple[Warning_, ...]]:
    """I3: topics and relations as the order of the sessions' start gives them, whatever was there; the topics called by
    the model, where there is one."""
    before = await named(linker.store, linker.tenant)
    total = await linker.wait()
    done = []
    progress(0, total)
    async for one in linker.waiting():
        done.append(one)
        progress(len(done), max(total, len(done)))
    return (done, *await name_by_model(linker.store, linker.tenant, linker.caller, before))


async def _keep(tx: Transaction, id: str, made: list[Relation], relations: list[Relation]) -> None:
    """These are what the session has found: those that it had stay as they are, others end, and what hangs on them
    follows."""
    gone, new = (sorted(one, key=_key) for one in ({*made} - {*relations}, {*relations} - {*made}))
    kept = {one.key for one in relations}
    ended = [one for one in gone if one.key not in kept]
    if ended:
        await tx.run("link.end", session_id=id, rows=[_ends(one) for one in ended])
    for batch in rows.batches([_ends(one) | _said(one) for one in new]):
        await tx.run("link.write", session_id=id, rows=batch)
    touched = {end for one in (*ended, *new) if one.type != "BEFORE" for end in (one.start, one.end)}
    if touched:
        await derive.recompute(tx, (), touched)


def _key(one: Relation) -> tuple[str, str, str]:
    return one.key


def _ends(one: Relation) -> dict[str, object]:
    return {"type": one.type, "start": one.start, "end": one.end}


def _said(one: Relation) -> dict[str, object]:
    return {
        "confidence": one.confidence, "justification": one.justification, "rule": one.rule, "model": one.model,
    }  # fmt: skip


def _own(row: Row) -> Linkable:
    """A claim of the session itself: its latest time is the one that the session gives."""
    return _linkable(row, [one for one in row["reasons"] if one["own"]])


def _candidate(row: Row) -> Candidate:
    return Candidate(_linkable(row, row["reasons"]), row["similarity"], row["related"], row["told"])


def _linkable(row: Row, lately: list[Row]) -> Linkable:
    return Linkable(
        id=row["id"],
        statement=row["statement"],
        predicate=row["predicate"],
        rivalries=frozenset(row["rivalries"]),
        about=frozenset((role, entity) for role, entity in row["about"]),
        span=evolution.span(row["reasons"]),
        latest=evolution.latest(lately),
    )
