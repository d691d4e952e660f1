"""One transaction of an ingest: some sessions, whole or absent, with everything that follows from them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import anyio.to_thread

from kgmem import calibration, identity, report
from kgmem.changing import Difference, difference
from kgmem.distill.distiller import Distillation
from kgmem.distill.verify import verify
from kgmem.embedding import Embeddings, Vectors, vectors_of, window_vectors
from kgmem.graph import derive, rows
from kgmem.graph.rows import Distilled
from kgmem.graph.store import Row, Transaction
from kgmem.lookup import look_up
from kgmem.models import Session, Warning_
from kgmem.ontology import Ontology
from kgmem.report import Written

BROUGHT = "session"
"""What distilled a session that brings its own claims."""

RULES = "rules/"
"""How the name of the rule distiller begins."""

NOTHING = Distillation()
"""What is found in a session that no distiller reads."""

Trace = Callable[[str], None]
"""Called with the name of each point that an ingest passes; what it raises ends the ingest there."""


@dataclass(frozen=True)
class Prepared:
    """A session to be written, with what a distiller, named, `found` in it; `before` is what was stored of it, None for
    one that is new. `whole` says that what was found stands for all of it, and not only for what changed."""

    session: Session
    id: str
    digest: str
    distiller: str | None
    before: Row | None
    whole: bool
    found: Distillation = NOTHING

    @property
    def read(self) -> Session:
        """The session with the claims that were found in it, or that it brings."""
        found = self.found
        if found is NOTHING:
            return self.session
        warnings = (*self.session.warnings, *found.warnings)
        claimed = {"claims": found.claims, "relations": found.relations, "warnings": warnings}
        return self.session.model_copy(update=claimed)

    @property
    def apart(self) -> bool:
        """Whether it needs a transaction of its own: what it cites may be in any other session, and what a model
        concludes from another claim has to be checked against, and ranked above, all reasons for that (law S3)."""
        return self.before is not None or self.session.brings_claims or read_by_model(self.distiller)


class TextVectors:
    """Vectors of texts, each made once."""

    def __init__(self, model: Embeddings) -> None:
        self._model = model
        self._made: dict[str, Vectors] = {}

    async def of(self, texts: Iterable[str]) -> Mapping[str, Vectors]:
        """A mapping that holds these texts, and others. Raises ModelError."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._made]
        if missing:
            made = await anyio.to_thread.run_sync(functools.partial(vectors_of, self._model, missing))
            self._made |= dict(zip(missing, made, strict=True))
        return self._made


class Writer:
    """Writes sessions of one tenant; `vectors` has, or makes, the vectors of their texts."""

    def __init__(
        self, tenant: str, ontology: Ontology, zone: str | None, vectors: TextVectors, erasures: int, trace: Trace
    ) -> None:
        self.tenant, self.ontology, self.zone, self.vectors, self.trace = tenant, ontology, zone, vectors, trace
        self.erasures = erasures

    async def write(self, group: Sequence[Prepared], tx: Transaction) -> list[Written | None]:
        """What became of each; None for one that another writer has changed since it was prepared."""
        await tx.lock()
        self.trace("locked")
        results = await self._erased(group, tx)
        going = [one for one in group if one.id not in results]
        found = {row["session_id"]: row for row in await tx.run("write.known_sessions", ids=[one.id for one in going])}
        results |= {one.id: await self._known(one, found[one.id], tx) for one in going if one.id in found}
        fresh = [one for one in going if one.id not in found and one.before is None]
        results |= await self._new(fresh, tx)
        self.trace("written")
        return [results.get(one.id) for one in group]

    async def _erased(self, group: Sequence[Prepared], tx: Transaction) -> dict[str, Written | None]:
        """R6: sessions of which something was erased after the work on them began; they are not written."""
        found: dict[str, Written | None] = {}
        if (await tx.run("erase.count"))[0]["erasures"] == self.erasures:
            return found
        for one in group:
            checked = (await self._verified(one, tx)).verified.claims
            notes = rows.note_rows(one.session, self.tenant, one.id)
            ids = {one.id, *(id for row in notes for id in (row["id"], row["source_id"]))}
            ids |= {id for claim in checked for id in (claim.claim_id, *(mention.id for mention in claim.mentions))}
            if gone := await tx.run("erase.since", number=self.erasures, ids=sorted(ids)):
                reason = f"erased: {gone[0]['id']} was erased while it was being read; send it again to store it anew"
                found[one.id] = Written(report.ended(one.session, one.id, "rejected", reason))
        return found

    async def _known(self, one: Prepared, stored: Row, tx: Transaction) -> Written | None:
        if one.before is not None and version(stored) == version(one.before):
            return await self._change(one, stored, tx)
        same = is_stored(stored, one.digest, one.distiller)
        return Written(report.stored_before(one.session, one.id, stored)) if same else None

    async def _new(self, group: Sequence[Prepared], tx: Transaction) -> dict[str, Written]:
        distilled = [await self._verified(one, tx) for one in group]
        await self._write_sessions(tx, group)
        notes = [row for one in group for row in rows.note_rows(one.session, self.tenant, one.id)]
        texts = await self.vectors.of(line for one in group for line in spoken(one.session))
        lines = [rows.spoken(message) for one in group for message in one.session.messages]
        vectors = [texts.get(line) for line in lines]
        start = 0
        for one in group:
            end = start + len(one.session.messages)
            windows = window_vectors(vectors[start:end])
            for row, own, window in zip(notes[start:end], vectors[start:end], windows, strict=True):
                row["embedding"], row["window_embedding"] = own, window
            start = end
        retracted = await self._write_notes(tx, notes)
        self.trace("noted")
        await tx.run("write.precede", ids=[one.id for one in group])
        await self._write_claims(tx, distilled)
        self.trace("claimed")
        results = {}
        for one, checked in zip(group, distilled, strict=True):
            warnings = await _without_effect(tx, checked)
            result = report.stored(checked, one.found, warnings, retracted=one.id in retracted)
            results[one.id] = Written(result, len(one.session.messages))
        return results

    async def _change(self, one: Prepared, stored: Row, tx: Transaction) -> Written:
        """I2: messages that stay keep their ids, those gone are ended, new ones added, what rests on them follows."""
        failed = one.found.failure is not None
        whole = one.whole and not failed  # what was read before stays where its messages do
        notes = await tx.run("write.session_notes", ids=[one.id])
        change = difference(one.session, self.tenant, one.id, notes, everything=whole)
        ended = await tx.run("write.end_assertions", session_id=one.id, note_ids=None if whole else list(change.reread))
        ends = [] if failed else await tx.run("write.end_relations", session_id=one.id)
        await tx.run("write.end_notes", ids=list(change.gone))
        self.trace("ended")
        distilled = await self._verified(one, tx)
        await self._write_sessions(tx, [one])
        await self._write_notes(tx, await self._changed_notes(tx, one, change))
        self.trace("noted")
        touched = [*change.gone, *(row["id"] for row in change.written)]
        lost = {row["claim_id"] for row in (*ended, *await tx.run("write.resting_on", ids=touched))}
        marked = await tx.run("retract.mark", id=one.id)
        await self._write_claims(tx, [distilled], lost, {row["claim_id"] for row in (*ends, *marked)})
        self.trace("claimed")
        await tx.run("write.close_session", session_id=one.id)
        await tx.run("write.precede", ids=[one.id])
        warnings = await _without_effect(tx, distilled)
        (now,) = await tx.run("write.known_sessions", ids=[one.id])
        result = report.stored(distilled, one.found, warnings, retracted=now["retracted"])
        if stored["content_hash"] != one.digest:
            reason = f"session_changed: {change.summary}"
        elif stored["state"] == "failed":
            reason = "read_again: it failed before"
        else:
            reason = f"read_again: by {one.distiller}"
        if not failed:
            result = result.model_copy(update={"reason": reason})
        return Written(result, len(change.new))

    async def _verified(self, one: Prepared, tx: Transaction) -> Distilled:
        read = one.read
        known = await look_up(tx, read, self.ontology, self.zone, beyond=one.distiller == BROUGHT)
        return Distilled(one.session, one.id, verify(read, self.tenant, self.ontology, known, self.zone))

    async def _write_sessions(self, tx: Transaction, group: Sequence[Prepared]) -> None:
        sessions = [
            rows.session_row(
                one.session, one.id, one.digest, rows.context_hash(one.session, self.zone), one.distiller, one.found
            )
            for one in group
        ]
        for batch in rows.batches(sessions):
            await tx.run("write.sessions", rows=batch)
        for batch in rows.batches(rows.source_rows(((one.session, one.id) for one in group), self.tenant)):
            await tx.run("write.sources", rows=batch)

    async def _changed_notes(self, tx: Transaction, one: Prepared, change: Difference) -> rows.Rows:
        """The rows that are written, those of new messages and new windows with their vectors."""
        messages = one.session.messages
        near = {n for p in change.windows for n in (p - 1, p, p + 1) if 0 <= n < len(messages)}
        lines = {place: rows.spoken(messages[place]) for place in near if messages[place].text.strip()}
        made = await self.vectors.of(line for place, line in lines.items() if place in change.respoken)
        ids = rows.note_rows(one.session, self.tenant, one.id)
        kept = {ids[place]["id"]: place for place in near - change.respoken}
        vectors: list[Vectors | None] = [made.get(lines[p]) if p in lines else None for p in range(len(messages))]
        for row in await tx.run("write.note_vectors", ids=list(kept)):
            vectors[kept[row["id"]]] = rows.vector(row["embedding"])
        windows = window_vectors(vectors)
        for row in change.written:
            place = row["properties"]["position"]
            row["embedding"] = vectors[place] if place in change.respoken else None
            row["window_embedding"] = windows[place] if place in change.windows else None
        return change.written

    async def _write_notes(self, tx: Transaction, notes: rows.Rows) -> set[str]:
        """The notes; returns the sessions that something retracted reaches."""
        token = identity.tenant_token(self.tenant)
        retracted: set[str] = set()
        for batch in rows.batches(notes):
            retracted |= {row["session_id"] for row in await tx.run("write.notes", tenant_token=token, rows=batch)}
        return retracted

    async def _write_claims(
        self, tx: Transaction, group: Sequence[Distilled], lost: Iterable[str] = (), ends: Iterable[str] = ()
    ) -> None:
        """The claims of these sessions, and every figure of what they touch, of the claims `lost`, which lost a reason
        or something a reason rests on, and of `ends`, which lost a relation."""
        lost, ends = {*lost}, {*ends}
        statements = [one.item.statement for session in group for one in session.verified.claims]
        claims = rows.claim_rows(group, await self.vectors.of(statements) if statements else {})
        relations = rows.relation_rows(group)
        if not (claims or relations or lost or ends):
            return
        token = identity.tenant_token(self.tenant)
        known = {r["claim_id"]: r["rank"] for r in await tx.run("write.asserted_claims", ids=[r["id"] for r in claims])}
        calibrations = [calibration.version(row) for row in await tx.run("calibrate.in_force")]
        assertions, by_observations, by_claims = rows.assertion_rows(group, self.tenant, calibrations)
        for name, written, further in (
            ("write.entities", rows.entity_rows(group), {"tenant_token": token}),
            ("write.claims", claims, {"tenant_token": token}),
            ("write.events", rows.event_rows(group), {}),
            ("write.assertions", assertions, {}),
            ("write.supports_observations", by_observations, {}),
            ("write.supports_claims", by_claims, {}),
            ("write.relations", relations, {}),
        ):
            for batch in rows.batches(written):
                found = await tx.run(name, rows=batch, **further)
                if name == "write.assertions":
                    await derive.show(tx, [row["claim_id"] for row in found])
        await self._word_anew(tx, lost)
        if lost:
            await tx.run("write.retire", ids=sorted(lost))
        raised = {row["id"] for row in claims if row["id"] in known and row["rank"] > known[row["id"]]}
        if raised or lost:
            await derive.rank(tx, raised | lost)
        closed = await derive.above(tx, {*known, *lost}) if known or lost else []
        touched = ends | {end for row in relations for end in (row["start"], row["end"])}
        await derive.recompute(tx, {*closed, *(row["id"] for row in claims)}, touched)

    async def _word_anew(self, tx: Transaction, lost: set[str]) -> None:
        """I3: what was worded by a reason that ended takes the wording of one that is given."""
        found = await tx.run("write.wordings", ids=sorted(lost)) if lost else []
        if not found:
            return
        made = await self.vectors.of(row["statement"] for row in found)
        for batch in rows.batches([row | {"embedding": made[row["statement"]]} for row in found]):
            await tx.run("write.reword", rows=batch)


def is_stored(stored: Row, digest: str, distiller: str | None) -> bool:
    """I2: whether this content is what is stored, read by this distiller; where none is to read it, by any."""
    read = stored["distilled_with"] == distiller and stored["state"] != "failed"
    return stored["content_hash"] == digest and (distiller is None or read)


def version(stored: Row) -> tuple[str, str | None, str]:
    """Which state of a session a row of `write.known_sessions` tells of."""
    return stored["content_hash"], stored["distilled_with"], stored["state"]


def whole_again(session: Session, stored: Row, distiller: str | None, zone: str | None) -> bool:
    """Whether all of a stored session is to be read again, and not only the messages that changed."""
    context = rows.context_hash(session, zone)
    return session.brings_claims or stored["distilled_with"] != distiller or stored["context_hash"] != context


def read_by_model(distilled_with: str | None) -> bool:
    """Whether a chat model read a session: about what the rules read, or a session brought, none is asked."""
    return distilled_with is not None and distilled_with != BROUGHT and not distilled_with.startswith(RULES)


def spoken(session: Session) -> list[str]:
    """The lines of a session that have a vector."""
    return [rows.spoken(message) for message in session.messages if message.text.strip()]


async def _without_effect(tx: Transaction, one: Distilled) -> list[Warning_]:
    """T4: an UPDATES that ends nothing is kept, and the caller is told why it ends nothing."""
    names = {(r.start, r.end): r.item for r in one.verified.relations if r.type == "UPDATES"}
    found = []
    for row in await tx.run("write.inert_updates", session_id=one.id) if names else []:
        code = "update_before_fact" if row["reversed"] else "same_time_update"
        why = "lies before what it updates" if row["reversed"] else "is not known to be later than what it updates"
        why = "comes after what it updates had ended" if row["outrun"] else why
        name = names.get((row["newer"], row["older"]), "relation")
        found.append(Warning_(code=code, detail=f"{name} {why}; it is kept without effect"))
    return found
