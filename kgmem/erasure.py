"""Deleting for good (law R6): one transaction, and a dry run is the same rolled back.

What goes is told by ids: the target with what belongs to it, the reasons that rest on that or speak its words, the
claims that have no reason left, and what is then mentioned by nothing. What stays is worded and computed anew.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgmem import identity
from kgmem.embedding import window_vectors
from kgmem.graph import derive, rows
from kgmem.graph.derive import Changes
from kgmem.graph.missing import missing
from kgmem.graph.store import Row, Store, Transaction
from kgmem.models import AffectedClaim, ErasureResult, Going
from kgmem.remains import Erased, Remains, names, remains, words
from kgmem.topics import leave
from kgmem.writing import TextVectors

_WANTED = "source, session, observation, claim or entity"
_KINDS = ("observation", "source", "session", "claim", "entity")


@dataclass
class _Doomed:
    """What goes with the target itself, by kind; `assertions` for what they say, with their claims in `speaking`.
    `titled` are sessions that lose their title, `unsaid` other things, by kind, that lose a text, `texts` the words
    that go, `sessions` and `sources` those that lose something."""

    ids: dict[str, set[str]] = field(default_factory=lambda: {kind: set() for kind in _KINDS})
    assertions: set[str] = field(default_factory=set)
    speaking: set[str] = field(default_factory=set)
    titled: set[str] = field(default_factory=set)
    unsaid: dict[str, set[str]] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    sessions: set[str] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)

    @property
    def nodes(self) -> frozenset[str]:
        return frozenset().union(*self.ids.values())


async def erase(
    store: Store, tenant: str, target: str, by: str | None, vectors: TextVectors, *, dry_run: bool
) -> ErasureResult:
    """Delete a source, session, observation, claim or entity. Raises NotFound or WrongKind, with nothing changed."""
    work = functools.partial(_erase, target, by, vectors, dry_run)
    return await store.writing(work, tenant, "erase.record", keep=not dry_run)


async def recorded(tx: Transaction, target: str) -> ErasureResult | None:
    """What erasing something did, as it is on record; None where that was never erased."""
    found = await tx.run("erase.recorded", target=target)
    if not found:
        return None
    return ErasureResult(
        erasure=found[0]["erasure"],
        target=target,
        target_kind=found[0]["target_kind"],
        dry_run=False,
        **found[0]["counts"],
    )


async def _erase(target: str, by: str | None, vectors: TextVectors, dry_run: bool, tx: Transaction) -> ErasureResult:
    if not await tx.lock(known=True):
        raise await missing(tx, target, _WANTED, acting=True)
    return await within(tx, target, by, vectors, dry_run=dry_run)


async def within(tx: Transaction, target: str, by: str | None, vectors: TextVectors, *, dry_run: bool) -> ErasureResult:
    """The same within a transaction that has its turn; a dry run is told as one, and for the caller to undo."""
    found = await tx.run("erase.target", id=target)
    if not found:
        raise await missing(tx, target, _WANTED, acting=True)
    doomed = await _doomed(tx, target, found[0])
    roots = doomed.speaking.union(*(doomed.ids[kind] for kind in _KINDS if kind != "entity"))
    closure = await tx.run("erase.closure", ids=sorted(roots if found[0]["kind"] == "entity" else {target}))
    sessions = frozenset(doomed.ids["session"])
    left = remains(closure, Erased(doomed.nodes, sessions, frozenset(doomed.assertions), tuple(doomed.texts)))
    left.claims |= doomed.ids["claim"]
    going = await _going(tx, doomed, left) if dry_run else ()
    rivalries = [row["key"] for row in await tx.run("erase.rivalries", ids=sorted(left.claims))]
    ends, counts, unmentioned = await _delete(tx, doomed, closure, left)
    await _word_anew(tx, sorted(left.losing), vectors)
    for session in sorted(doomed.sessions - sessions):
        await _rewindow(tx, session)
    await derive.rank(tx, left.losing)
    closed = await derive.above(tx, left.losing) if left.losing else []
    changes = await derive.recompute(tx, closed, ends - left.claims, rivalries)
    number = (await tx.run("erase.count"))[0]["erasures"] + 1
    id = identity.erasure_id(tx.tenant, number)
    ids = sorted(doomed.nodes | left.assertions | left.claims | unmentioned)
    kind = found[0]["kind"]
    await tx.run("erase.record", id=id, target=target, target_kind=kind, by=by, ids=ids, counts=counts, number=number)
    return ErasureResult(
        erasure=None if dry_run else id,
        target=target,
        target_kind=kind,
        dry_run=dry_run,
        going=going,
        affected=await _affected(tx, changes, _depths(closure, doomed)),
        **counts,
    )


async def _doomed(tx: Transaction, target: str, found: Row) -> _Doomed:
    """What goes with the target; with an entity everything that names it, down to what others say of it."""
    doomed = _Doomed()
    for row in await tx.run("erase.under", id=target):
        if row["kind"] == "assertion":
            doomed.assertions.add(row["id"])
            doomed.speaking.add(row["claim_id"])
        else:
            doomed.ids[row["kind"]].add(row["id"])
    if spellings := sorted({identity.fold_name(name) for name in found["names"]} - {""}):
        doomed.texts += found["names"]
        for row in await tx.run("erase.naming", person=found["person"], group=found["group"]):
            if names(row["text"], spellings):
                _take(doomed, row)
    going = {"observations": sorted(doomed.ids["observation"]), "claims": sorted(doomed.ids["claim"])}
    titles = {}
    for row in await tx.run("erase.texts", **going):
        doomed.texts.append(row["text"])
        if row["session_id"] is not None:
            doomed.sessions.add(row["session_id"])
            doomed.sources.add(row["source_id"])
            titles[row["session_id"]] = row["title"]
    said = set().union(*map(words, doomed.texts))
    doomed.titled |= {session for session, title in titles.items() if title and words(title) & said}
    return doomed


async def _going(tx: Transaction, doomed: _Doomed, left: Remains) -> tuple[Going, ...]:
    """What would go, in words."""
    said = {"observations": sorted(doomed.ids["observation"]), "claims": sorted(left.claims)}
    rows = await tx.run("erase.texts", **said)
    return tuple(
        Going(kind="claim" if row["id"] in left.claims else "observation", id=row["id"], text=row["text"])
        for row in rows
    )


def _take(doomed: _Doomed, row: Row) -> None:
    """What becomes of a text that names an entity which is erased."""
    kind, place = row["kind"], row["place"]
    if kind == "assertion":
        doomed.assertions.add(row["id"])
        doomed.speaking.add(row["claim_id"])
    elif kind == "session":
        (doomed.titled if place == "title" else doomed.sessions).add(row["id"])
    elif kind == "observation" and place not in ("source_title", "source_uri"):
        doomed.ids["observation"].add(row["id"])
    else:
        doomed.unsaid.setdefault(kind, set()).add(row["id"])


async def _delete(
    tx: Transaction, doomed: _Doomed, closure: Sequence[Row], left: Remains
) -> tuple[set[str], dict[str, int], set[str]]:
    """Delete all that goes; returns the claims that lost a relation, how many of each kind went, and the entities and
    sources that went because nothing mentions them any more."""
    gone_sessions = sorted(doomed.ids["session"])
    claims = sorted(left.claims)
    by_reason = {row["assertion_id"]: row for row in closure}
    doomed.sessions |= {by_reason[id]["session_id"] for id in (*left.assertions, *left.lost)}
    ends: set[str] = set()
    relations = 0
    for session in (*gone_sessions, None):
        of = [] if session else claims
        for row in await tx.run("erase.relations", claims=of, session_id=session):
            ends.add(row["claim_id"])
            if row["stated"]:
                doomed.sessions.add(row["session_id"])
            elif row["session_id"] is not None:
                doomed.unsaid.setdefault("relation", set()).add(row["session_id"])
            relations += row["relations"]
    touched = sorted(doomed.sessions - {*gone_sessions})
    reached = sorted({row["claim_id"] for row in closure} | left.claims)
    await tx.run(
        "erase.forget", claims=reached, ids=sorted(doomed.nodes), sessions=touched, titled=sorted(doomed.titled)
    )
    unsaid = {kind: sorted(ids) for kind, ids in doomed.unsaid.items()}
    await tx.run("erase.untitle", ids=unsaid.get("source", []))
    named_in = {f"{kind}s": unsaid.get(kind, []) for kind in ("retraction", "verdict", "observation")}
    await tx.run("erase.unsay", **named_in)
    await tx.run("erase.justifications", session_id=None, claims=sorted(left.losing))
    for session in (*touched, *unsaid.get("relation", [])):
        await tx.run("erase.justifications", session_id=session, claims=[])
    gone = sorted(left.assertions)
    named = {row["entity_id"] for row in await tx.run("erase.about", ids=gone)}
    await tx.run(
        "erase.assertions",
        ids=gone,
        lost=[{"id": id, "lost": number} for id, number in sorted(left.lost.items())],
        unquoted=[{"assertion": id, "support": support} for id, support in sorted(left.unquoted)],
    )
    named |= {row["entity_id"] for row in await tx.run("erase.claims", ids=claims)}
    await tx.run("erase.observations", ids=sorted(doomed.ids["observation"]))
    topics = await leave(tx, {*gone_sessions, *touched})
    await tx.run("erase.sessions", ids=gone_sessions)
    sources = sorted(doomed.sources | doomed.ids["source"])
    gone_sources = {row["source_id"] for row in await tx.run("erase.sources", ids=sources)}
    entities = {"ids": sorted(named), "erased": sorted(doomed.ids["entity"])}
    gone_entities = {row["entity_id"] for row in await tx.run("erase.entities", **entities)}
    for session in touched:
        await tx.run("write.close_session", session_id=session)
    await tx.run("write.precede", ids=touched)
    counts = {
        "observations": len(doomed.ids["observation"]),
        "assertions": len(gone),
        "claims": len(claims),
        "relations": relations // 2,
        "entities": len(gone_entities),
        "sources": len(gone_sources),
        "sessions": len(gone_sessions),
        "topics": topics,
    }
    return ends, counts, gone_sources | gone_entities


async def _word_anew(tx: Transaction, losing: list[str], vectors: TextVectors) -> None:
    """I3: claims that lost a reason are worded by one that is left; what nobody gives leaves the search indexes."""
    if not losing:
        return
    found = await tx.run("erase.wordings", ids=losing)
    given = [row for row in found if row["given"]]
    made = await vectors.of(row["statement"] for row in given) if given else {}
    for batch in rows.batches([row | {"embedding": made[row["statement"]]} for row in given]):
        await tx.run("write.reword", rows=batch)
    for batch in rows.batches([row for row in found if not row["given"]]):
        await tx.run("erase.past_wordings", rows=batch)
    await tx.run("write.retire", ids=losing)


async def _rewindow(tx: Transaction, session: str) -> None:
    """No window of a session holds a message that it has no more; what ended stands by itself."""
    notes = await tx.run("erase.windows", session_id=session)
    said = [note for note in notes if note["said"]]
    wanted = {note["id"]: note["line"] for note in notes if not note["said"]}
    for place, note in enumerate(said):
        wanted[note["id"]] = "\n".join(one["line"] for one in said[max(0, place - 1) : place + 2])
    changed = {note["id"] for note in notes if note["window"] != wanted[note["id"]]}
    near = {
        said[n]["id"]
        for place, note in enumerate(said)
        if note["id"] in changed
        for n in (place - 1, place, place + 1)
        if 0 <= n < len(said)
    }
    own = {row["id"]: rows.vector(row["embedding"]) for row in await tx.run("write.note_vectors", ids=sorted(near))}
    windows = dict(
        zip((note["id"] for note in said), window_vectors([own.get(note["id"]) for note in said]), strict=True)
    )
    written: rows.Rows = [
        {"id": id, "window": wanted[id], "window_embedding": windows.get(id)} for id in sorted(changed)
    ]
    for batch in rows.batches(written):
        await tx.run("erase.rewindow", rows=batch)


def _depths(closure: Sequence[Row], doomed: _Doomed) -> dict[str, int]:
    """How far above what was erased each claim of the closure stands, at the shortest."""
    above: dict[str, set[str]] = {}
    depths = dict.fromkeys(doomed.ids["claim"], 0)
    started = doomed.nodes
    for row in closure:
        for support in row["supports"]:
            above.setdefault(support["id"], set()).add(row["claim_id"])
        if row["session_id"] in started or any(one["id"] in doomed.ids["observation"] for one in row["supports"]):
            depths.setdefault(row["claim_id"], 1)
    waiting = deque(sorted(depths, key=lambda claim: depths[claim]))
    while waiting:
        claim = waiting.popleft()
        for upper in sorted(above.get(claim, ())):
            if upper not in depths:
                depths[upper] = depths[claim] + 1
                waiting.append(upper)
    return depths


async def _affected(tx: Transaction, changes: Changes, depths: Mapping[str, int]) -> tuple[AffectedClaim, ...]:
    """The claims that stay and changed, by depth; one outside the closure, which lost a relation, is at depth 0."""
    changed: Iterable[str] = {*changes.standing, *changes.confidence, *changes.validity, *changes.valid_until}
    now = {row["id"]: row for row in await tx.run("recall.claims", ids=sorted(changed))}
    found = []
    for id, row in now.items():
        values: dict[str, Any] = {"id": id, "statement": row["statement"], "depth": depths.get(id, 0)}
        for name, kept in (
            ("standing", changes.standing),
            ("confidence", changes.confidence),
            ("validity", changes.validity),
        ):
            before, after = kept.get(id, (row[name], row[name]))
            values |= {f"{name}_before": before, f"{name}_after": after}
        found.append(AffectedClaim(**values))
    return tuple(sorted(found, key=lambda one: (one.depth, one.id)))
