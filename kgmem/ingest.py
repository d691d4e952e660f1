"""From sessions to the graph: the story of an ingest.

Everything is looked at before anything is written; then each session is one atomic unit, whole or absent, so a run that
is interrupted is finished by running it again.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import anyio
import anyio.to_thread

from kgmem import identity, report
from kgmem.changing import difference
from kgmem.distill.distiller import Distillation, Distiller
from kgmem.distill.outcomes import NO_CALLS
from kgmem.distill.verify import observation_of
from kgmem.embedding import Embeddings
from kgmem.errors import KgmemError, StoreError, StoreRefused, StoreUnreachable
from kgmem.formats import Read, Sessions, Unreadable
from kgmem.graph import rows
from kgmem.graph.store import Row, Store
from kgmem.linking import Linker
from kgmem.models import IngestResult, Session, SessionResult
from kgmem.ontology import Ontology
from kgmem.report import Written
from kgmem.writing import BROUGHT, NOTHING, Prepared, TextVectors, Trace, Writer, is_stored, spoken, whole_again

WINDOW = 32
"""Sessions looked up and embedded together; what is in memory at a time."""

GROUP_NOTES = 500
"""Messages that sessions which cite nothing bring into one transaction; a commit costs as much as a session."""

MAX_NAMES = 100
"""Entities of the store whose names a distiller is told, at the most."""

Progress = Callable[[int, int], None]
"""Called with (sessions done, sessions in all) as an ingest goes on."""


@dataclass
class Survey:
    """What one pass over the whole input finds: how many sessions, and which ids occur with different content."""

    sessions: int = 0
    digests: dict[str, str] = field(default_factory=dict)
    doubled: dict[str, list[str]] = field(default_factory=dict)


Tell = Callable[[Mapping[int, Written]], None]
"""Called with what became of sessions, by their place in the window, as it becomes known."""


class Ingest:
    """One ingest into one tenant; without a `distiller`, sessions that bring no claims are stored as messages. A slow
    one reads `concurrency` sessions at once. Without a `linker`, what is stored waits to be linked."""

    def __init__(
        self, store: Store, tenant: str, embeddings: Embeddings, ontology: Ontology, zone: str | None,
        distiller: Distiller | None, concurrency: int, linker: Linker | None, trace: Trace,
    ) -> None:  # fmt: skip
        self.store, self.tenant, self.embeddings, self.ontology, self.zone = store, tenant, embeddings, ontology, zone
        self.distiller, self.concurrency, self.linker, self.trace = distiller, concurrency, linker, trace
        self.erasures = 0
        self.beside = NO_CALLS

    async def run(self, sessions: Sessions, progress: Progress, *, dry_run: bool) -> IngestResult:
        """Store what is new in `sessions`. Raises InputError, before anything is written, where nothing can be read.

        An error that comes later carries what was done before it, as `partial`."""
        survey = await anyio.to_thread.run_sync(functools.partial(_survey, sessions))
        self.trace("surveyed")
        done: list[Written] = []
        outcomes: dict[int, Written] = {}
        seen: set[str] = set()

        def tell(ended: Mapping[int, Written]) -> None:
            outcomes.update(ended)
            progress(len(done) + len(outcomes), survey.sessions)

        try:
            for window in _windows(sessions, WINDOW):
                await self._window(window, seen, survey, tell, keep=not dry_run)
                if self.linker is not None and not dry_run:
                    tell(await self._linked(self.linker, outcomes))
                done += [outcomes.pop(place) for place in range(len(window))]
        except KgmemError as error:
            done += [outcomes[place] for place in sorted(outcomes)]
            if done:
                error.partial = report.whole(done, self.beside)
                error.add_note(
                    f"{len(done)} of {survey.sessions} sessions were done before; run the same again to go on"
                )
            raise
        return report.whole(done, self.beside)

    async def _window(self, window: Sequence[Read], seen: set[str], survey: Survey, tell: Tell, *, keep: bool) -> None:
        """Store these sessions, and tell what becomes of each."""
        waiting = {place: session for place, session in enumerate(window) if isinstance(session, Session)}
        tell({place: _unread(one, self.tenant) for place, one in enumerate(window) if isinstance(one, Unreadable)})
        vectors = TextVectors(self.embeddings)
        self.erasures = (await self.store.read("erase.count", self.tenant))[0]["erasures"]
        found: dict[int, Distillation] = {}

        async def write(prepared: Mapping[int, Prepared]) -> None:
            await vectors.of(text for one in prepared.values() for text in _texts(one))
            self.trace("prepared")
            for group in _groups(list(prepared.items())):
                stored = await self._store([one for _, one in group], vectors, keep=keep)
                for (place, one), ended in zip(group, stored, strict=True):
                    if ended is None:
                        waiting[place] = one.session
                    else:
                        tell({place: ended.having_taken(one.found.usage)})
                self.trace("committed")

        while waiting:
            known = await self._known(waiting.values())
            going: dict[int, Prepared] = {}
            for place, session in waiting.items():
                one = self._prepare(session, known, seen, survey)
                seen.add(session.external_id)
                if isinstance(one, Prepared):
                    going[place] = one
                else:
                    tell({place: Written(one).having_taken(found.get(place, NOTHING).usage)})
            waiting.clear()
            await self._distil(going, found, write)

    async def _distil(
        self,
        going: Mapping[int, Prepared],
        found: dict[int, Distillation],
        write: Callable[[Mapping[int, Prepared]], Awaitable[None]],
    ) -> None:
        """Have all of these written: together, or, where reading is slow, each once it is read. What was `found` in a
        session that another writer changed meanwhile is not asked for again."""
        slow = {place for place, one in going.items() if self._reads(one) and self._slow and place not in found}
        read = {
            place: replace(one, found=found[place]) if place in found else await self._read(one)
            for place, one in going.items()
            if place not in slow
        }
        if read:
            await write(read)
        if slow:
            await self._distil_slowly({place: going[place] for place in sorted(slow)}, found, write)

    async def _distil_slowly(
        self,
        going: Mapping[int, Prepared],
        found: dict[int, Distillation],
        write: Callable[[Mapping[int, Prepared]], Awaitable[None]],
    ) -> None:
        limiter = anyio.CapacityLimiter(self.concurrency)
        done, ready = anyio.create_memory_object_stream[tuple[int, Prepared]](math.inf)

        async def read(place: int, one: Prepared) -> None:
            async with limiter:
                one = await self._read(one)
            found[place] = one.found
            done.send_nowait((place, one))

        try:
            async with done, ready, anyio.create_task_group() as tasks:
                for place, one in going.items():
                    tasks.start_soon(read, place, one)
                left = len(going)
                while left:
                    batch = dict([await ready.receive()])
                    while ready.statistics().current_buffer_used:
                        batch |= [ready.receive_nowait()]
                    left -= len(batch)
                    await write(batch)
        except BaseExceptionGroup as errors:
            raise _first(errors) from None

    async def _linked(self, linker: Linker, stored: Mapping[int, Written]) -> dict[int, Written]:
        """These outcomes, with what linking found; sessions that an earlier run left waiting are linked too."""
        places = {one.result.id: place for place, one in stored.items() if one.result.state in ("stored", "failed")}
        found = {}
        async for done in linker.waiting():
            if (place := places.get(done.session_id)) is not None:
                found[place] = report.linked(stored[place], done.relations, done.looked, done.usage, done.warnings)
            else:
                self.beside += done.usage
        return found

    async def _known(self, sessions: Iterable[Session]) -> dict[str, Row]:
        """What is stored of these sessions, with the messages of those whose content is another."""
        digests = {identity.session_id(self.tenant, one.external_id): rows.content_hash(one) for one in sessions}
        known = {
            row["session_id"]: row
            for row in await self.store.read("write.known_sessions", self.tenant, ids=list(digests))
        }
        changed = [id for id, row in known.items() if row["content_hash"] != digests[id]]
        for row in await self.store.read("write.session_notes", self.tenant, ids=changed) if changed else []:
            known[row["session_id"]].setdefault("notes", []).append(row)
        return known

    def _prepare(
        self, session: Session, known: dict[str, Row], seen: set[str], survey: Survey
    ) -> Prepared | SessionResult:
        """The session as it is to be read and written, or its outcome where there is nothing to write."""
        id = identity.session_id(self.tenant, session.external_id)
        digest, stored = rows.content_hash(session), known.get(id)
        if times := survey.doubled.get(session.external_id):
            reason = f"duplicate_session_id: it occurs with different content, started {' and '.join(times)}"
            return report.ended(session, id, "rejected", reason)
        if stored is None and session.external_id in seen:
            return report.ended(session, id, "unchanged")
        distiller = None if session.brings_claims else self.distiller
        name = BROUGHT if session.brings_claims else distiller.name if distiller else None
        if stored is not None and is_stored(stored, digest, name):
            return report.stored_before(session, id, stored)
        whole = distiller is not None and distiller.whole
        if stored is not None:
            whole = whole or whole_again(session, stored, name, self.zone)
        return Prepared(session, id, digest, name, stored, whole)

    @property
    def _slow(self) -> bool:
        return self.distiller is not None and self.distiller.slow

    def _reads(self, one: Prepared) -> bool:
        return self.distiller is not None and not one.session.brings_claims

    async def _read(self, one: Prepared) -> Prepared:
        """The session with what its distiller finds in it, where it has one."""
        session, stored = one.session, one.before
        if self.distiller is None or session.brings_claims:
            return one
        fresh: Iterable[int] = range(len(session.messages))
        if stored is not None:
            notes = stored.get("notes", [])
            fresh = difference(session, self.tenant, one.id, notes, everything=one.whole).fresh
        cite = [observation_of(self.tenant, one.id, place, message) for place, message in enumerate(session.messages)]
        found = await self.distiller.distil(session, cite, sorted(fresh), self._names)
        return replace(one, found=found)

    async def _names(self, keys: Sequence[str], group: str | None) -> list[Row]:
        return await self.store.read(
            "distill.known_entities", self.tenant, keys=list(keys), group=group, limit=MAX_NAMES
        )

    async def _store(self, group: list[Prepared], vectors: TextVectors, *, keep: bool) -> list[Written | None]:
        """Write a group; where the store refuses it, each session by itself, so one does not take others with it."""
        writer = Writer(self.tenant, self.ontology, self.zone, vectors, self.erasures, self.trace)
        work = functools.partial(writer.write, group)
        try:
            return await self.store.writing(work, self.tenant, "write.sessions", keep=keep)
        except (StoreUnreachable, StoreRefused):
            raise
        except StoreError as error:
            if len(group) == 1:
                reason = f"store_error: {error}"
                return [Written(report.ended(group[0].session, group[0].id, "failed", reason))]
        return [result for one in group for result in await self._store([one], vectors, keep=keep)]


def _first(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error that ended a group of tasks; the others are what became of the rest."""
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


def _unread(one: Unreadable, tenant: str) -> Written:
    id = identity.session_id(tenant, one.external_id)
    return Written(SessionResult(external_id=one.external_id, id=id, state="rejected", reason=one.reason))


def _groups(prepared: list[tuple[int, Prepared]]) -> Iterator[list[tuple[int, Prepared]]]:
    """Sessions that share a transaction: up to GROUP_NOTES messages; one that stands apart has its own."""
    group: list[tuple[int, Prepared]] = []
    size = 0
    for place, one in prepared:
        length = len(one.session.messages)
        if group and (one.apart or size + length > GROUP_NOTES):
            yield group
            group, size = [], 0
        group.append((place, one))
        size = GROUP_NOTES if one.apart else size + length
    if group:
        yield group


def _texts(one: Prepared) -> Iterator[str]:
    """What of a session needs a vector; of a changed one only some messages do, which its writer finds."""
    if one.before is None:
        yield from spoken(one.session)
    for raw in one.read.claims:
        statement = raw.get("statement") if isinstance(raw, dict) else None
        if isinstance(statement, str) and statement.strip():
            yield statement.strip()


def _survey(sessions: Iterable[Read]) -> Survey:
    survey = Survey()
    started: dict[str, str] = {}
    for session in sessions:
        survey.sessions += 1
        if isinstance(session, Unreadable):
            continue
        digest = rows.content_hash(session)
        first = survey.digests.setdefault(session.external_id, digest)
        when = str(session.started_at or "at an unknown time")
        earlier = started.setdefault(session.external_id, when)
        if first != digest:
            times = survey.doubled.setdefault(session.external_id, [earlier])
            times.append(when)
    return survey


def _windows(sessions: Iterable[Read], size: int) -> Iterator[list[Read]]:
    stream = iter(sessions)
    while window := list(itertools.islice(stream, size)):
        yield window
