"""From sessions to the graph: the story of an ingest.

Everything is checked before anything is written; then each session is one atomic unit, whole or absent, so a run that
is interrupted is finished by running it again.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import anyio.to_thread

from kgmem import identity
from kgmem.anchors import Interval, unit
from kgmem.distill.grounds import Ground
from kgmem.distill.support_graph import bottom_up
from kgmem.distill.verify import Known, KnownClaim, KnownObservation, Verified, cited_ids, claim_ids, verify
from kgmem.embedding import Embeddings, Vectors, vectors_of, window_vectors
from kgmem.errors import StoreError, StoreRefused, StoreUnreachable
from kgmem.formats import Sessions
from kgmem.graph import derive, rows
from kgmem.graph.store import Store, Transaction
from kgmem.models import IngestResult, IngestTotals, Session, SessionResult, SessionState, Warning_
from kgmem.ontology import Ontology

WINDOW = 32
"""Sessions looked up and embedded together; what is in memory at a time."""

GROUP_NOTES = 500
"""Messages that sessions without claims bring into one transaction; a commit costs as much as writing a session."""

Progress = Callable[[int, int], None]
"""Called with (sessions done, sessions in all) as an ingest goes on."""


@dataclass(frozen=True)
class Prepared:
    """A session that is new to the store, with the vectors it needs."""

    session: Session
    id: str
    digest: str
    vectors: list[Vectors | None]
    statements: dict[str, Vectors]


@dataclass
class Survey:
    """What one pass over the whole input finds: how many sessions, and which ids occur with different content."""

    sessions: int = 0
    digests: dict[str, str] = field(default_factory=dict)
    doubled: dict[str, list[str]] = field(default_factory=dict)


class Ingest:
    """One ingest into one tenant."""

    def __init__(self, store: Store, tenant: str, embeddings: Embeddings, ontology: Ontology, zone: str | None) -> None:
        self.store, self.tenant, self.embeddings, self.ontology, self.zone = store, tenant, embeddings, ontology, zone

    async def run(self, sessions: Sessions, progress: Progress, *, dry_run: bool) -> IngestResult:
        """Store what is new in `sessions`. Raises InputError, before anything is written, if a part cannot be read."""
        survey = await anyio.to_thread.run_sync(functools.partial(_survey, sessions))
        results: list[SessionResult] = []
        notes = 0
        seen: set[str] = set()
        for window in _windows(sessions, WINDOW):
            known = await self._known(window)
            fresh: dict[int, Prepared] = {}
            outcomes: dict[int, SessionResult] = {}
            for place, session in enumerate(window):
                digest = rows.content_hash(session)
                outcome = self._settled(session, digest, known, seen, survey)
                seen.add(session.external_id)
                if outcome:
                    outcomes[place] = outcome
                else:
                    id = identity.session_id(self.tenant, session.external_id)
                    fresh[place] = Prepared(session, id, digest, [], {})
            prepared = await anyio.to_thread.run_sync(functools.partial(self._embed, list(fresh.values())))
            for group in _groups(list(zip(fresh, prepared, strict=True))):
                stored = await self._store([one for _, one in group], keep=not dry_run)
                outcomes |= dict(zip((place for place, _ in group), stored, strict=True))
                kept = [one for (_, one), result in zip(group, stored, strict=True) if result.state == "stored"]
                notes += sum(len(one.session.messages) for one in kept)
                progress(len(results) + len(outcomes), survey.sessions)
            results += [outcomes[place] for place in range(len(window))]
            progress(len(results), survey.sessions)
        return IngestResult(sessions=tuple(results), totals=_totals(results, notes))

    async def _known(self, window: Sequence[Session]) -> dict[str, dict[str, Any]]:
        ids = [identity.session_id(self.tenant, session.external_id) for session in window]
        found = await self.store.read("write.known_sessions", self.tenant, ids=ids)
        return {row["session_id"]: row for row in found}

    def _settled(
        self, session: Session, digest: str, known: dict[str, dict[str, Any]], seen: set[str], survey: Survey
    ) -> SessionResult | None:
        """The outcome of a session that needs no writing, or None."""
        id = identity.session_id(self.tenant, session.external_id)
        if times := survey.doubled.get(session.external_id):
            reason = f"duplicate_session_id: it occurs with different content, started {' and '.join(times)}"
            return _ended(session, id, "rejected", reason)
        if session.external_id in seen and id not in known:
            return _ended(session, id, "unchanged")
        return _stored_before(session, id, digest, known[id]) if id in known else None

    def _embed(self, fresh: list[Prepared]) -> list[Prepared]:
        """Vectors of the messages and statements of all these sessions, in one go: like lengths share a call."""
        texts: dict[str, None] = {}
        for one in fresh:
            texts.update(dict.fromkeys(rows.spoken(m) for m in one.session.messages if m.text.strip()))
            texts.update(dict.fromkeys(_statements(one.session)))
        vectors = dict(zip(texts, vectors_of(self.embeddings, list(texts)), strict=True)) if texts else {}
        return [
            Prepared(
                one.session, one.id, one.digest,
                [vectors.get(rows.spoken(m)) if m.text.strip() else None for m in one.session.messages],
                {text: vectors[text] for text in _statements(one.session)},
            )
            for one in fresh
        ]  # fmt: skip

    async def _store(self, group: list[Prepared], *, keep: bool) -> list[SessionResult]:
        """Write a group; where the store refuses it, each session by itself, so one does not take others with it."""
        work = functools.partial(self._write, group)
        try:
            return await self.store.writing(work, self.tenant, "write.sessions", keep=keep)
        except (StoreUnreachable, StoreRefused):
            raise
        except StoreError as error:
            if len(group) == 1:
                reason = f"store_error: {error}"
                return [_ended(group[0].session, group[0].id, "failed", reason)]
        return [result for one in group for result in await self._store([one], keep=keep)]

    async def _write(self, group: list[Prepared], tx: Transaction) -> list[SessionResult]:
        await tx.run("write.lock")
        found = await tx.run("write.known_sessions", ids=[one.id for one in group])
        elsewhere = {row["session_id"]: row for row in found}  # by another process since this one looked
        fresh = [one for one in group if one.id not in elsewhere]
        verified = {one.id: await self._verify(one, tx) for one in fresh}
        retracted = await self._write_notes(tx, fresh)
        results = []
        for one in group:
            if one.id in elsewhere:
                results.append(_stored_before(one.session, one.id, one.digest, elsewhere[one.id]))
                continue
            checked = verified[one.id]
            warnings = list(checked.warnings)
            if checked.claims or checked.relations:
                warnings += await self._write_claims(tx, one, checked)
            if one.id in retracted:
                detail = "something it comes from was taken back, and what rests on that alone stays unsupported"
                warnings.append(Warning_(code="skipped_retracted", detail=detail))
            results.append(_stored(one, checked, warnings))
        return results

    async def _verify(self, one: Prepared, tx: Transaction) -> Verified:
        known = await self._look_up(tx, one.session)
        return verify(one.session, self.tenant, self.ontology, known, self.zone)

    async def _look_up(self, tx: Transaction, session: Session) -> Known:
        """What the store knows of the ids that the session cites, and of the claims it states again."""
        if not session.claims and not session.relations:
            return Known()
        cited = cited_ids(session)
        stated = claim_ids(session, self.tenant, self.ontology, self.zone)
        claims: dict[str, KnownClaim] = {}
        for row in await tx.run("write.cited_claims", ids=_of_kind(cited, "claim")):
            claims[row["claim_id"]] = _known_claim(row, claims.get(row["claim_id"]))
        observations = {
            row["observation_id"]: KnownObservation(row["text"], _observed(row))
            for row in await tx.run("write.cited_observations", ids=_of_kind(cited, "observation"))
        }
        again = await tx.run("write.asserted_claims", ids=sorted(stated))
        for row in again:
            claims.setdefault(row["claim_id"], KnownClaim("", row["rank"], Ground()))
        pairs = await tx.run("write.support_among", ids=sorted(claims)) if claims else []
        return Known(claims, observations, frozenset((row["upper"], row["lower"]) for row in pairs))

    async def _write_notes(self, tx: Transaction, group: list[Prepared]) -> set[str]:
        """Sessions with their sources and notes; returns those that something retracted reaches."""
        sessions = [rows.session_row(one.session, one.id, one.digest) for one in group]
        for batch in rows.batches(sessions):
            await tx.run("write.sessions", rows=batch)
        for batch in rows.batches(rows.source_rows(((one.session, one.id) for one in group), self.tenant)):
            await tx.run("write.sources", rows=batch)
        token = identity.tenant_token(self.tenant)
        notes = [
            row
            for one in group
            for row in rows.note_rows(one.session, self.tenant, one.id, one.vectors, window_vectors(one.vectors))
        ]
        retracted: set[str] = set()
        for batch in rows.batches(notes):
            retracted |= {row["session_id"] for row in await tx.run("write.notes", tenant_token=token, rows=batch)}
        await tx.run("write.precede", ids=[one.id for one in group])
        return retracted

    async def _write_claims(self, tx: Transaction, one: Prepared, verified: Verified) -> list[Warning_]:
        id, token = one.id, identity.tenant_token(self.tenant)
        claim_rows = rows.claim_rows(verified, id, one.statements)
        known = {
            r["claim_id"]: r["rank"] for r in await tx.run("write.asserted_claims", ids=[r["id"] for r in claim_rows])
        }
        assertions, by_observations, by_claims = rows.assertion_rows(verified, self.tenant, id)
        for batch in rows.batches(rows.entity_rows(verified, one.session, id)):
            await tx.run("write.entities", rows=batch)
        for batch in rows.batches(claim_rows):
            await tx.run("write.claims", rows=batch, tenant_token=token)
        await tx.run("write.events", session_id=id, ids=[row["id"] for row in claim_rows if row["is_event"]])
        for batch in rows.batches(assertions):
            await tx.run("write.assertions", session_id=id, rows=batch)
        for batch in rows.batches(by_observations):
            await tx.run("write.supports_observations", rows=batch)
        for batch in rows.batches(by_claims):
            await tx.run("write.supports_claims", rows=batch)
        relations = rows.relation_rows(verified)
        for batch in rows.batches(relations):
            await tx.run("write.relations", session_id=id, retracted=False, rows=batch)
        raised = [row["id"] for row in claim_rows if row["id"] in known and row["rank"] > known[row["id"]]]
        if raised:
            await _raise_ranks(tx, raised)
        closed = await derive.above(tx, known) if known else []
        ends = {end for row in relations for end in (row["start"], row["end"])}
        await derive.recompute(tx, {*closed, *(row["id"] for row in claim_rows)}, ends)
        return await self._without_effect(tx, id, verified)

    async def _without_effect(self, tx: Transaction, id: str, verified: Verified) -> list[Warning_]:
        """T4: an UPDATES that ends nothing is kept, and the caller is told why it ends nothing."""
        if not any(relation.type == "UPDATES" for relation in verified.relations):
            return []
        names = {(r.start, r.end): r.item for r in verified.relations if r.type == "UPDATES"}
        found = []
        for row in await tx.run("write.inert_updates", session_id=id):
            code = "update_before_fact" if row["reversed"] else "same_time_update"
            why = "lies before what it updates" if row["reversed"] else "is not known to be later than what it updates"
            name = names.get((row["newer"], row["older"]), "relation")
            found.append(Warning_(code=code, detail=f"{name} {why}; it is kept without effect"))
        return found


def _groups(prepared: list[tuple[int, Prepared]]) -> Iterator[list[tuple[int, Prepared]]]:
    """Sessions that share a transaction: messages alone, up to GROUP_NOTES; one with claims has its own."""
    group: list[tuple[int, Prepared]] = []
    size = 0
    for place, one in prepared:
        length = len(one.session.messages)
        if group and (one.session.brings_claims or size + length > GROUP_NOTES):
            yield group
            group, size = [], 0
        group.append((place, one))
        size = GROUP_NOTES if one.session.brings_claims else size + length
    if group:
        yield group


def _ended(session: Session, id: str, state: SessionState, reason: str | None = None) -> SessionResult:
    """A session of which nothing was written."""
    return SessionResult(external_id=session.external_id, id=id, state=state, reason=reason, warnings=session.warnings)


def _stored_before(session: Session, id: str, digest: str, stored: dict[str, Any]) -> SessionResult:
    """I2: the same content again changes nothing; what was taken back stays so."""
    if stored["content_hash"] != digest:
        reason = "session_changed: this id is stored with other content; give the new content an id of its own"
        return _ended(session, id, "rejected", reason)
    result = _ended(session, id, "unchanged")
    if not stored["retracted"]:
        return result
    detail = "it was taken back, in whole or in part, and stays so; `kgmem restore` brings it back"
    warning = Warning_(code="skipped_retracted", detail=detail)
    return result.model_copy(update={"warnings": (*result.warnings, warning)})


def _stored(one: Prepared, verified: Verified, warnings: list[Warning_]) -> SessionResult:
    claims = {claim.claim_id: claim.item.kind for claim in verified.claims}
    return SessionResult(
        external_id=one.session.external_id,
        id=one.id,
        state="stored",
        claims=len(claims),
        events=sum(kind != "fact" for kind in claims.values()),
        relations=len(verified.relations),
        rejected=verified.rejected,
        warnings=tuple(dict.fromkeys(warnings)),
    )


async def _raise_ranks(tx: Transaction, raised: list[str]) -> None:
    """S3: whatever rests on a claim that rose may have to rise."""
    found = {row["claim_id"]: row for row in await tx.run("write.rests_on", ids=await derive.above(tx, raised))}
    ranks = {lower["id"]: lower["rank"] for row in found.values() for lower in row["rests_on"]}
    ranks |= {id: row["rank"] for id, row in found.items()}
    changed: rows.Rows = []
    for id in bottom_up({id: [lower["id"] for lower in row["rests_on"]] for id, row in found.items()}):
        rank = 1 + max((ranks[lower["id"]] for lower in found[id]["rests_on"]), default=0)
        if rank > ranks[id]:
            ranks[id] = rank
            changed.append({"id": id, "rank": rank})
    for batch in rows.batches(changed):
        await tx.run("write.ranks", rows=batch)


def _survey(sessions: Iterable[Session]) -> Survey:
    survey = Survey()
    started: dict[str, str] = {}
    for session in sessions:
        survey.sessions += 1
        digest = rows.content_hash(session)
        first = survey.digests.setdefault(session.external_id, digest)
        when = str(session.started_at or "at an unknown time")
        earlier = started.setdefault(session.external_id, when)
        if first != digest:
            times = survey.doubled.setdefault(session.external_id, [earlier])
            times.append(when)
    return survey


def _windows(sessions: Iterable[Session], size: int) -> Iterator[list[Session]]:
    stream = iter(sessions)
    while window := list(itertools.islice(stream, size)):
        yield window


def _statements(session: Session) -> list[str]:
    """The wordings of the session's claims, as they will be stored if they are accepted."""
    found = []
    for raw in session.claims:
        statement = raw.get("statement") if isinstance(raw, dict) else None
        if isinstance(statement, str) and statement.strip():
            found.append(statement.strip())
    return found


def _of_kind(ids: Iterable[str], kind: str) -> list[str]:
    return sorted(id for id in ids if identity.kind_of(id) == kind)


def _interval(start: Any, grain: str | None) -> Interval | None:
    return unit(start, grain or "second") if start else None


def _known_claim(row: dict[str, Any], before: KnownClaim | None) -> KnownClaim:
    ground = Ground(
        frozenset(row["source_ids"]), _interval(row["published_at"], row["published_grain"]), row["undated"],
        row["message_at"],
    )  # fmt: skip
    stated = row["world_from"] and row["world_basis"] in ("stated", "published")
    worlds = (Interval(row["world_from"], row["world_grain_end"], "second"),) if stated else ()
    if before:
        return KnownClaim(before.statement, before.rank, before.ground | ground, before.worlds + worlds)
    return KnownClaim(row["statement"], row["rank"], ground, worlds)


def _observed(row: dict[str, Any]) -> Ground:
    document = row["source_kind"] == "document"
    published = _interval(row["published_at"], row["published_grain"]) if document else None
    return Ground(frozenset({row["source_id"]}), published, document and published is None, row["observed_at"])


def _totals(results: Sequence[SessionResult], notes: int) -> IngestTotals:
    states = Counter(result.state for result in results)
    return IngestTotals(
        sessions=len(results),
        stored=states["stored"],
        unchanged=states["unchanged"],
        failed=states["failed"],
        rejected=states["rejected"],
        notes=notes,
        claims=sum(result.claims for result in results),
        events=sum(result.events for result in results),
        relations=sum(result.relations for result in results),
        rejected_items=sum(len(result.rejected) for result in results),
        warnings=sum(len(result.warnings) for result in results),
        model_calls=sum(result.model_calls for result in results),
    )
