"""The verbs. `AsyncMemory` is the implementation; `Memory` (blocking.py) runs it on an event loop of its own."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Self, TypeVar

import anyio
import anyio.to_thread

from kgmem import (
    calibrating,
    covering,
    embedding,
    erasure,
    linking,
    ontology,
    pruning,
    purging,
    reliability,
    retraction,
    spans,
    warming,
)
from kgmem.anchors import NaiveTime, parse_iso, zone
from kgmem.connection import connect, given
from kgmem.distill import choosing
from kgmem.distill.choosing import Chat
from kgmem.embedding import Embeddings
from kgmem.errors import ModelError, QueryError, StoreError, TenantNotFound, UsageError
from kgmem.exchange import exporting, files, importing
from kgmem.exchange.pages import Below, Pages
from kgmem.formats import SessionInput, Sessions
from kgmem.graph import arguments, queries, schema
from kgmem.graph.store import Store, Transaction, unfinished
from kgmem.identity import clean, kind_of, normalise_id
from kgmem.ingest import Ingest, Progress
from kgmem.link.gate import Gate
from kgmem.models import (
    Adjudication,
    Answer,
    CalibrationResult,
    Conflicts,
    Coverage,
    ErasureResult,
    Explanation,
    ExportResult,
    History,
    ImportResult,
    IngestResult,
    LinkResult,
    PruneResult,
    QueryResult,
    Recall,
    RetractionResult,
    SharedSources,
    Topics,
)
from kgmem.ontology import Ontology
from kgmem.recall import answering, paths, then, tracing, views
from kgmem.recall import question as asking
from kgmem.recall.picture import Clocks
from kgmem.settings import Settings, load
from kgmem.writing import TextVectors, Trace

if TYPE_CHECKING:
    from kgmem.distill.model import Caller

T = TypeVar("T")
Say = Callable[[str], None]
When = datetime | date | str | None


def _silent(message: str) -> None:
    """Messages about slow work go nowhere unless the caller wants them."""


def _untraced(point: str) -> None:
    """Nobody asks where an ingest is."""


def _unwatched(done: int, total: int) -> None:
    """Progress goes nowhere unless the caller wants it."""


@spans.verbs(but=("close", "store", "apply_schema"))
class AsyncMemory:
    """One tenant's memory. A context manager; every verb connects first if that has not happened.

    `model` is any LangChain chat model, `embeddings` any Embeddings, in place of those that the settings name. Errors
    are one tree under KgmemError (see errors.py).
    """

    def __init__(
        self,
        tenant: str | None = None,
        *,
        settings: Settings | None = None,
        embeddings: Embeddings | None = None,
        model: Any = None,
        ontology_file: str | Path | None = None,
        say: Say = _silent,
        trace: Trace = _untraced,
    ) -> None:
        self.settings = settings or load()
        self.tenant = normalise_id(self.settings.tenant if tenant is None else tenant)
        if not self.tenant:
            raise UsageError("a tenant is needed, and this one is empty", field="tenant")
        if self.tenant != _plain(self.tenant):
            raise UsageError(f"{self.tenant!r} holds characters that no text has", field="tenant")
        try:
            zone(self.settings.timezone)
        except ValueError as error:
            raise UsageError(str(error), field="KGMEM_TIMEZONE") from error
        self.embeddings = embeddings or embedding.resolve(self.settings.embedding, say)
        self._chat = Chat(
            self.settings.model_timeout,
            self.settings.model_attempts,
            self.settings.part_chars,
            model,
            self.settings.model,
        )
        base = ontology.default()
        file = ontology_file or self.settings.ontology
        self.ontology: Ontology = ontology.load(Path(file), base) if file else base
        self._say, self._trace = say, trace
        self._store: Store | None = None
        self._opening = anyio.Lock()
        self._model_checked = False

    @classmethod
    def open(cls, tenant: str | None = None, **options: Any) -> Self:
        """A memory to be used in an `async with` block; the options are those of the class."""
        return cls(tenant, **options)

    async def __aenter__(self) -> Self:
        await self.store()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection; the embedded server is left running for the next user."""
        if self._store is not None:
            await self._store.close()
            self._store = None

    async def store(self) -> Store:
        """The open store, with its schema in place. Raises StoreError and its kin."""
        async with self._opening:
            if self._store is None:
                cold = await warming.is_cold(self.settings)
                store = await connect(self.settings, self._say)
                try:
                    if cold:
                        await warming.warm(store, self.settings, self.tenant)
                    await self._prepare(store)
                except BaseException:
                    await store.close()
                    raise
                self._store = store
            return self._store

    async def ingest(
        self,
        source: SessionInput | Iterable[Any],
        *,
        format: str | None = None,
        distiller: str | None = None,
        emit: str = "strict",
        concurrency: int | None = None,
        dry_run: bool = False,
        progress: Progress = _unwatched,
    ) -> IngestResult:
        """Store what is new in files, folders, sessions or decoded JSON; the same input again changes nothing (I2).

        Sessions that bring no claims are read by `distiller`: `rules`, which leave out what is doubtful
        (`emit="strict"`) or claim it at a low confidence (`"liberal"`), a chat model `provider:model`, `concurrency`
        sessions at once, or `none`; by default by the memory's model, where it has one, else by the rules. Raises
        InputError, before anything is written, where nothing can be read, and UsageError; an error that comes later
        carries what was done before it, as `partial`.
        """
        sessions = Sessions(source, format, self.settings.timezone, self.settings.date_order)
        zone_name, at_once = self.settings.timezone, self.settings.concurrency if concurrency is None else concurrency
        if at_once < 1:
            raise UsageError("is at least 1", field="concurrency")
        reader = choosing.resolve(distiller, emit, self.ontology, self._chat, zone_name)
        store = await self.store()
        await self._stored(store)
        await self._check_model(store)
        linker = self._linker(store, choosing.judge(distiller, self._chat)) if self.settings.link else None
        run = Ingest(
            store, self.tenant, self.embeddings, self.ontology, zone_name, reader, at_once, linker, self._trace
        )
        return await run.run(sessions, progress, dry_run=dry_run)

    async def ask(
        self, question: str, *, as_of: When = None, known_at: When = None, budget: int | None = None,
        notes: int | None = None, model: str | None = None, trace: bool = False,
    ) -> Answer:  # fmt: skip
        """The answer with its evidence, or that it is not known (P5); by either clock or both, from what was known at
        `known_at` and held as of `as_of` (T8).

        It is written in one call by `model`, `provider:model`, by default the memory's where it has one, and drawn from
        the evidence with `none`. With `trace`, the paths that lead to it are looked for from the answer too. Raises
        TenantNotFound or UsageError.
        """
        caller = choosing.writer(model, self._chat)
        recalled, drawn = await self._recall(question, as_of, known_at, budget, notes)
        found = await answering.answered(caller, _plain(question), recalled, drawn)
        return await self._traced(question, found) if trace and found.citations else found

    async def _traced(self, question: str, found: Answer) -> Answer:
        """The answer with the paths from what is nearest to the question and to the answer, at the question's moment: a
        time that the answer tells asks for none."""
        said = tracing.plain(found.answer)
        _, near = await self._gathered(said, found.as_of, found.known_at, None, None, plans=False)
        paths_found = tracing.distinct([*found.paths, *near.paths])
        texts = list(dict.fromkeys(tracing.text_of(path) for path in paths_found))
        asked = _plain(question)
        similar = await anyio.to_thread.run_sync(embedding.likeness, self.embeddings, asked, said, texts)
        return found.model_copy(update={"trace": tracing.traced(paths_found, asked, said, similar)})

    async def recall(
        self, question: str, *, as_of: When = None, known_at: When = None, budget: int | None = None,
        notes: int | None = None,
    ) -> Recall:  # fmt: skip
        """The context an agent would be given, within `budget` tokens (P4), by either clock or both as for `ask`.

        Raises TenantNotFound."""
        recalled, _ = await self._recall(question, as_of, known_at, budget, notes)
        return recalled

    async def explain(self, id: str, *, as_of: When = None, known_at: When = None) -> Explanation:
        """Provenance of a claim down to quotes and sources. Raises NotFound or WrongKind.

        This and the next three tell of another time where one is given (T8): `as_of` of the world, `known_at` of what
        was known, each alone or both."""
        told = functools.partial(views.explain, id=_plain(id))
        return await self._told(
            "audit.claim_lineage", told, functools.partial(then.explain, id=_plain(id)), as_of, known_at
        )

    async def history(self, entity: str, *, as_of: When = None, known_at: When = None) -> History:
        """What was claimed about an entity (id, external id or name), in order. Raises NotFound or AmbiguousName."""
        told = functools.partial(views.history, name=_plain(entity))
        return await self._told(
            "recall.history", told, functools.partial(then.history, name=_plain(entity)), as_of, known_at
        )

    async def conflicts(self, *, as_of: When = None, known_at: When = None) -> Conflicts:
        """The contradictions that are open. Raises TenantNotFound."""
        return await self._told("audit.open_conflicts", views.conflicts, then.conflicts, as_of, known_at)

    async def shared_sources(self, *, as_of: When = None, known_at: When = None) -> SharedSources:
        """The claims whose confidence counts a source more than once, with the sources. Raises TenantNotFound."""
        return await self._told("audit.shared_evidence", views.shared_sources, then.shared_sources, as_of, known_at)

    async def coverage(self, session: str | None = None, *, limit: int = covering.LIMIT) -> Coverage:
        """The messages of each session (or of one, by either id) that no claim rests on, at most `limit` of each, those
        that look most worth claiming first. Raises NotFound, WrongKind, UsageError or TenantNotFound."""
        if limit < 0:
            raise UsageError("is negative", field="limit")
        store = await self._known()
        work = functools.partial(covering.coverage, session=session and _plain(session), limit=limit)
        return await store.reading(work, self.tenant, "recall.coverage")

    async def retract(
        self,
        id: str,
        *,
        reason: str | None = None,
        by: str | None = None,
        policy: str = "dispute",
        dry_run: bool = False,
    ) -> RetractionResult:
        """Take an observation, source, session or claim back (R1-R5); a repeat records nothing.

        Raises NotFound or WrongKind, and then nothing changed.
        """
        store = await self.store()
        act = retraction.Act(_plain(id), reason and _plain(reason), by and _plain(by), policy)
        return await retraction.retract(store, self.tenant, act, dry_run=dry_run)

    async def restore(self, id: str, *, dry_run: bool = False) -> RetractionResult | PruneResult:
        """Undo the retraction or pruning `id`, exactly (R4). Raises NotFound or WrongKind."""
        undo = pruning.restore if kind_of(id) == "pruning" else retraction.restore
        return await undo(await self.store(), self.tenant, _plain(id), dry_run=dry_run)

    async def prune(
        self,
        *,
        older_than: str | timedelta = pruning.AGE,
        below: float = pruning.BELOW,
        erase: bool = False,
        by: str | None = None,
        dry_run: bool = False,
        progress: Progress = _unwatched,
    ) -> PruneResult:
        """Hide claims that are unsupported or superseded, have had no reason for `older_than` ("180d") and a confidence
        below `below`, or with `erase` delete them for good; run again, it goes on where it was interrupted.

        Raises UsageError, before anything changed, and TenantNotFound.
        """
        vectors = TextVectors(self.embeddings) if erase else None
        asked = pruning.asked(older_than, below, by and _plain(by), vectors)
        return await pruning.prune(await self._known(), self.tenant, asked, progress, dry_run=dry_run)

    async def link(self, *, rebuild: bool = False, progress: Progress = _unwatched) -> LinkResult:
        """Link the sessions that wait for it: all that is left over of an ingest that was interrupted, or did not link.

        With `rebuild` every session is linked anew, in the order of their start: the topics and relations found are
        then the same whatever the order of arrival was (I3), and all that follows is computed anew. Interrupted, the
        same again has the one result. Raises TenantNotFound.
        """
        return await linking.link(self._linker(await self._known(), self._chat.caller()), progress, rebuild=rebuild)

    async def rebuild_topics(self, *, progress: Progress = _unwatched) -> Topics:
        """Make the topics anew, in the order of the sessions' start, and with them the relations that depend on them.

        Raises TenantNotFound.
        """
        linker = self._linker(await self._known(), self._chat.caller())
        done, usage, warnings = await linking.anew(linker, progress)
        calls = usage.calls + sum(one.usage.calls for one in done)
        warnings = (*warnings, *(warning for one in done for warning in one.warnings))
        return (await linker.topics()).model_copy(update={"model_calls": calls, "warnings": warnings})

    async def adjudicate(
        self, claim: str, verdict: bool, *, by: str | None = None, ground: str | None = None
    ) -> Adjudication:
        """Record whether a claim is true, who says so and on what ground; the latest verdict counts (C5).

        Raises NotFound, WrongKind or, for a verdict that is no truth value, UsageError, and then nothing changed.
        """
        if not isinstance(verdict, bool):
            raise UsageError(f"{verdict!r} is neither true nor false", field="verdict")
        judgement = calibrating.Judgement(_plain(claim), verdict, by and _plain(by), ground and _plain(ground))
        return await calibrating.adjudicate(await self.store(), self.tenant, judgement)

    async def calibrate(
        self, model: str | None = None, *, plot: str | Path | None = None, dry_run: bool = False
    ) -> CalibrationResult:
        """Map what `model` (None: every one) says of its confidence to how often it was right, by the verdicts (C5).

        `plot` is a .png file for the reliability plot. Raises NotFound for a model that asserted nothing, and
        MissingExtra.
        """
        picture = None if plot is None else reliability.target(plot)
        store = await self._known()
        result = await calibrating.calibrate(store, self.tenant, model and _plain(model), dry_run=dry_run)
        if picture is None or not reliability.draw(result.models, picture):
            return result
        return result.model_copy(update={"plot": str(picture)})

    async def erase(
        self, id: str, *, by: str | None = None, purge: bool = False, dry_run: bool = False
    ) -> ErasureResult:
        """Delete a source, session, observation, claim or entity for good, with all that only it supports (R6).

        `purge` then turns over the logs of the embedded server, which is restarted; for an id that is erased already it
        does only that. Raises NotFound or WrongKind, and then nothing changed.
        """
        store, target = await self.store(), _plain(id)
        work = functools.partial(erasure.recorded, target=target)
        done = await store.reading(work, self.tenant, "erase.recorded") if purge and not dry_run else None
        if done is None or await store.read("erase.target", self.tenant, id=target):
            vectors = TextVectors(self.embeddings)
            done = await erasure.erase(store, self.tenant, target, by and _plain(by), vectors, dry_run=dry_run)
        if not purge or dry_run:
            return done
        if self.settings.uri is None:
            await self.close()
        return done.model_copy(update={"purged": await purging.purge(self.settings, self.tenant, self._say)})

    async def export(
        self,
        target: str | Path | BinaryIO,
        *,
        format: str | None = None,
        claim: str | None = None,
        progress: Progress = _unwatched,
    ) -> ExportResult:
        """Write everything of the tenant to a file, which appears when it is whole, or to a binary stream.

        `format` is `jsonl` (the default), without loss and the same bytes for the same content, or `prov`, PROV-JSON of
        its provenance (the default for a name in .prov.json); of one `claim`, only `prov`. Raises TenantNotFound,
        NotFound or WrongKind for the claim, InputError for a file that cannot be written, UsageError, and StoreError
        where somebody writes to the tenant meanwhile.
        """
        store = await self._known()
        pages = await Below.of(store, self.tenant, _plain(claim)) if claim is not None else Pages(store, self.tenant)
        return await exporting.to_target(pages, files.target(target), format, progress)

    async def import_(self, source: str | Path | BinaryIO, *, progress: Progress = _unwatched) -> ImportResult:
        """Fill this tenant, which is empty, with what `export` wrote of a tenant of its name.

        A tenant that holds just that is `unchanged`. Everything is checked before the first node is written, and until
        the last one is, nobody reads or writes the tenant; interrupted, the same again goes on where it was. Raises
        InputError for a damaged file, UsageError for one of another tenant or a tenant that holds something else,
        EmbeddingMismatch, StoreVersionError and StoreError.
        """
        with files.kept(files.target(source)) as (path, name):
            return await importing.import_(Pages(await self.store(), self.tenant), path, name, progress)

    async def abandon_import(self) -> ImportResult:
        """Take out what an unfinished import into this tenant has written, as when its file is lost.

        The tenant is empty afterwards and takes anything. Raises UsageError where no import is unfinished, and
        StoreError where one is begun anew meanwhile.
        """
        return await importing.abandon(Pages(await self.store(), self.tenant))

    async def query(self, name: str, /, **parameters: Any) -> QueryResult:
        """Run a saved read-only query by name. Raises QueryError or TenantNotFound."""
        query = queries.saved_one(name)
        if "tenant" in parameters:
            raise QueryError("the tenant is that of the memory, no parameter; open another memory, or give --tenant")
        settled = query.only({"tenant": self.tenant, **given(self.settings)})
        bound = query.bind(settled | arguments.typed(query, parameters, self._moment))
        store = await self._known()
        columns, rows = await store.run_saved(query, self.tenant, bound)
        return QueryResult(name=name, columns=tuple(columns), rows=tuple(tuple(row) for row in rows))

    def queries(self) -> Mapping[str, queries.Query]:
        """The saved read-only queries by name, with their headers."""
        return queries.saved()

    async def _told(
        self, name: str, now: Callable[[Transaction], Awaitable[T]], at: Callable[..., Awaitable[T]],
        as_of: When, known_at: When,
    ) -> T:  # fmt: skip
        """What the store has derived, or, for another time, what follows from its base facts."""
        moment = self._clocks(as_of, known_at)
        store = await self._known()
        work = now if moment.latest else functools.partial(at, moment=moment)
        return await store.reading(work, self.tenant, name)

    async def _recall(
        self, question: str, as_of: When, known_at: When, budget: int | None, notes: int | None
    ) -> tuple[Recall, str]:
        about, evidence = await self._gathered(question, as_of, known_at, budget, notes, plans=self.settings.plans)
        fitted = asking.fit(evidence, about)
        drawn = asking.draw(evidence, about)
        return Recall(
            status=drawn.status,
            plan=evidence.plan.shape,
            claims=asking.cited_claims(evidence, fitted, drawn),
            paths=fitted.paths,
            path_cuts=evidence.cuts,
            notes=fitted.notes,
            citations=drawn.citations,
            dropped_citations=0,
            as_of=evidence.as_of,
            known_at=about.moment.known_at,
            erased_since=evidence.erased_since,
            tokens=fitted.tokens,
            truncated=fitted.truncated or evidence.truncated or evidence.cuts.any,
            timings_ms=evidence.timings,
            context=fitted.text,
        ), drawn.text

    async def _gathered(
        self, question: str, as_of: When, known_at: When, budget: int | None, notes: int | None, *, plans: bool
    ) -> tuple[asking.Asking, asking.Evidence]:
        """What is found, before it is fit into a budget; with `plans` the question's words may name the moment."""
        budget = self.settings.token_budget if budget is None else budget
        if budget < 0 or (notes is not None and notes < 0):
            raise UsageError("is negative", field="budget" if budget < 0 else "notes")
        moment, question = self._clocks(as_of, known_at), _plain(question)
        timings: dict[str, float] = {}
        store, vector = await asyncio.gather(self._known(), self._vector(question, timings))
        about = asking.Asking(
            question, vector, moment, budget, notes, paths.limits(self.settings), plans,
            zone(self.settings.timezone), self.settings.answer_bar, self.settings.seeds,
        )  # fmt: skip
        evidence = await store.reading(functools.partial(asking.gather, asking=about), self.tenant, "recall.notes")
        evidence.timings = timings | evidence.timings
        return about, evidence

    async def _vector(self, question: str, timings: dict[str, float]) -> list[float]:
        with asking.timed(timings, "embedding"):
            return await anyio.to_thread.run_sync(self.embeddings.embed_query, question)

    def _linker(self, store: Store, caller: Caller | None) -> linking.Linker:
        asked = self.settings
        gate = Gate(asked.gate_overlap, asked.gate_topic, asked.gate_candidates, asked.topic_join)
        return linking.Linker(store, self.tenant, gate, self.ontology, caller, self._trace)

    def _clocks(self, as_of: When, known_at: When) -> Clocks:
        """Raises UsageError for what is no time."""
        return Clocks(self._moment("as_of", as_of), self._moment("known_at", known_at), self.settings.update_confidence)

    def _moment(self, name: str, value: When) -> datetime | None:
        if value is None:
            return None
        text = value.isoformat() if isinstance(value, date) else str(value)
        try:
            interval = parse_iso(text, zone(self.settings.timezone))
        except NaiveTime as error:
            message = f"{text!r} names no zone; end it with Z or an offset such as +02:00, or set KGMEM_TIMEZONE"
            raise UsageError(message, field=name) from error
        if interval is None:
            raise UsageError(f"{text!r} is no ISO 8601 time such as 2026-03-02T09:00:00Z or 2024-06-01", field=name)
        return interval.start

    async def _known(self) -> Store:
        """The open store, which knows this tenant. Raises TenantNotFound, and StoreError while it is imported."""
        store = await self.store()
        if not await self._stored(store):
            raise TenantNotFound(
                f"nothing was ever stored for tenant {self.tenant!r}; ingest something, or check its name"
            )
        return store

    async def _stored(self, store: Store) -> bool:
        """Whether anything was ever stored for this tenant. Raises StoreError while it is imported."""
        rows = await store.read("recall.tenant", self.tenant)
        if rows[0]["importing"]:
            raise StoreError(unfinished(self.tenant))
        return bool(rows[0]["known"])

    async def _prepare(self, store: Store) -> None:
        found = await schema.status(store)
        if found.version != schema.SCHEMA_VERSION:
            await self.apply_schema(store)
        elif found.embedding != embedding.label(self.embeddings):
            schema.check_embedding(found, embedding.label(self.embeddings), found.dimension or 0, None)

    async def apply_schema(self, store: Store) -> schema.Status:
        """Make what is missing of the schema; as often as asked for, from as many processes as ask."""
        dimension = len(await self._embed_probe())
        digest = getattr(self.embeddings, "fingerprint", None)
        return await schema.apply(store, embedding.label(self.embeddings), dimension, digest)

    async def _check_model(self, store: Store) -> None:
        """Before the first write: the model's dimension and weights are those the store was made with."""
        if not self._model_checked:
            dimension = len(await self._embed_probe())
            digest = getattr(self.embeddings, "fingerprint", None)
            schema.check_embedding(await schema.status(store), embedding.label(self.embeddings), dimension, digest)
            self._model_checked = True

    async def _embed_probe(self) -> list[float]:
        vector: list[float] = await anyio.to_thread.run_sync(self.embeddings.embed_query, "probe")
        if not vector:
            raise ModelError(f"{embedding.label(self.embeddings)} returned an empty vector")
        return vector


def _plain(text: str) -> str:
    """`text` as the store can hold it; what was stored was cleaned in the same way (case C20). Raises UsageError."""
    if not isinstance(text, str):
        raise UsageError(f"a text is needed, and this is {text!r}")
    return clean(text)[0]
