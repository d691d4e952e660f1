"""The tools: each is one verb, told to an agent. The first parameter is the memory and no part of what is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from kgmem.errors import UsageError, WrongKind
from kgmem.identity import kind_of
from kgmem.mcp import resources
from kgmem.mcp.shapes import Session
from kgmem.memory import AsyncMemory
from kgmem.models import (
    Answer,
    Conflicts,
    Explanation,
    History,
    IngestResult,
    QueryResult,
    Recall,
    RetractionResult,
)

MOST_ROWS = 200
"""Rows of a saved query that an agent is given unless it asks for more."""

AsOf = Annotated[str | None, Field(description="what held in the world then: an ISO 8601 time or date")]
KnownAt = Annotated[str | None, Field(description="what was known then: an ISO 8601 time or date")]
Budget = Annotated[int | None, Field(description="tokens of evidence at most", ge=0)]
Question = Annotated[str, Field(description="a question in words; names of people, things and codes help most")]
ClaimId = Annotated[str, Field(description="clm-..., as `ask`, `recall` and `history` give it")]
DryRun = Annotated[bool, Field(description="true: say what would change, and change nothing")]


class Rows(QueryResult):
    """Columns and rows of a saved query; `left_out` counts the rows beyond the limit."""

    left_out: int = 0


async def remember(memory: AsyncMemory, session: Session) -> IngestResult:
    """Store one conversation or task, so that it can be recalled, cited and taken back.

    Call it at the end of a task, or after each turn with the whole session so far: the same session again changes
    nothing, a session that grew is brought up to date. Put each thing you read in a message of its own and name the
    document or tool in its `source`; claims that rest on one document count it once. Give `claims` with verbatim quotes
    where you know what follows from the messages; leave `claims` out, and the server reads the messages by itself.
    Never copy into a message what `recall` gave you.

    In the result, `sessions[0].state` is stored, unchanged, failed or rejected, with the `reason`; `rejected` lists the
    claims that were not stored, each with a code (quote_not_found: quote verbatim; dangling_support: cite a message or
    claim that exists; empty_support: cite something; literal_mismatch: a number of the statement is not in its
    support). Correct them and send the session again.
    """
    return await memory.ingest([_no_path(session)])


async def recall(
    memory: AsyncMemory, question: Question, as_of: AsOf = None, known_at: KnownAt = None, budget: Budget = None
) -> Recall:
    """Get what is known about a question, to work with: claims, messages and how they hang together, best first.

    Use it before you answer or act. Use `ask` instead for the answer alone. `context` is the text to read; ids in
    square brackets (clm- for a claim, obs- for a message) are what to cite and what `explain` and `retract` take. A
    claim says since when it has held, and what contradicts or superseded it.
    """
    return await memory.recall(question, as_of=as_of, known_at=known_at, budget=budget)


async def ask(
    memory: AsyncMemory, question: Question, as_of: AsOf = None, known_at: KnownAt = None, budget: Budget = None
) -> Answer:
    """Answer a question from memory, with what the answer rests on.

    `status` is answered; past (it held, and does not any more); disputed (claims contradict each other: show both); or
    unknown (say so, guess nothing). The numbers in the answer stand for `citations`, ids of claims (clm-) and messages
    (obs-); `explain` shows what a claim rests on.
    """
    return await memory.ask(question, as_of=as_of, known_at=known_at, budget=budget)


async def explain(memory: AsyncMemory, id: ClaimId, as_of: AsOf = None, known_at: KnownAt = None) -> Explanation:
    """Show why a claim is believed: its reasons down to quotes, messages and sources, and what speaks against it.

    Use it before you rely on a claim, or to find what to retract: `sources[].id` (src-), `assertions[].session` (ses-)
    and the `observation` (obs-) of each support are ids that `retract` takes. `confidence_shared` counts each source
    once and is the one to trust where it is lower than `confidence`.
    """
    return await memory.explain(id, as_of=as_of, known_at=known_at)


async def history(
    memory: AsyncMemory,
    entity: Annotated[str, Field(description="a name or number, or an id ent-...")],
    as_of: AsOf = None,
    known_at: KnownAt = None,
) -> History:
    """List what was claimed about a person or thing, in order of time, with what superseded what, since when and why.

    Use it for questions such as what changed, or what was so before. If several entities have the name, the error
    `ambiguous` lists their ids: call again with one.
    """
    return await memory.history(entity, as_of=as_of, known_at=known_at)


async def conflicts(memory: AsyncMemory, as_of: AsOf = None, known_at: KnownAt = None) -> Conflicts:
    """List the contradictions that are open: two claims that both stand, for overlapping times.

    Neither is hidden or preferred. They are settled by a newer session that says what holds, or by retracting the side
    whose source was wrong.
    """
    return await memory.conflicts(as_of=as_of, known_at=known_at)


async def retract(
    memory: AsyncMemory,
    id: Annotated[str, Field(description="a source src-, session ses-, message obs- or claim clm-")],
    reason: Annotated[str | None, Field(description="why, for the audit trail")] = None,
    by: Annotated[str | None, Field(description="who decides, for the audit trail")] = None,
    policy: Annotated[
        str,
        Field(
            json_schema_extra={"enum": ["dispute", "lower", "remove"]},
            description="dispute: mark what rests on it; lower: also lower its confidence; remove: also hide it",
        ),
    ] = "dispute",
    dry_run: DryRun = False,
) -> RetractionResult:
    """Take back a source, session, message or claim that turned out wrong, and everything that rests on it alone.

    Nothing is deleted: `restore` undoes it exactly. With `dry_run` first you see what would change: `affected` lists
    every claim that rests on it, with standing and confidence before and after; what has another support stands on.
    Keep `retraction` (ret-...): it is what `restore` takes. A repeat changes nothing and gives the same id.
    """
    return await memory.retract(id, reason=reason, by=by, policy=policy, dry_run=dry_run)


async def restore(
    memory: AsyncMemory,
    id: Annotated[str, Field(description="ret-..., as `retract` gave it")],
    dry_run: DryRun = False,
) -> RetractionResult:
    """Undo a retraction, exactly: what it took back stands as before, and what it had brought back is superseded again.

    Use it when what was retracted turns out to be right.
    """
    return await memory.restore(_no_pruning(id), dry_run=dry_run)  # type: ignore[return-value]  # of a pruning only is it another


async def query(
    memory: AsyncMemory,
    name: Annotated[str, Field(description="such as audit.single_source; the resource kgmem://queries lists them")],
    parameters: Annotated[
        dict[str, Any] | None, Field(description="its parameters by name, without the tenant")
    ] = None,
    limit: Annotated[int, Field(ge=0, description="rows at most")] = MOST_ROWS,
) -> Rows:
    """Run one of the audits, saved queries that only read: what rests on what, who asserted it, what changed.

    Read the resource kgmem://queries for their names, parameters and columns. There is no other way to query: no Cypher
    of your own is run.
    """
    found = await memory.query(resources.audit(name).name, **(parameters or {}))
    kept = found.rows[:limit]
    return Rows(name=found.name, columns=found.columns, rows=kept, left_out=len(found.rows) - len(kept))


READING = (recall, ask, explain, history, conflicts, query)
CHANGING = (remember, retract, restore)
"""None of them deletes anything, and each leaves the same when it is called again."""


def _no_path(session: object) -> Mapping[str, Any]:
    """A session as it is sent: a text would be the name of a file of the server's."""
    if not isinstance(session, Mapping):
        raise UsageError("is an object with id, started_at and messages", field="session")
    return session


def _no_pruning(id: str) -> str:
    """The id of what an agent may undo; what people pruned, people show again."""
    if kind_of(id) == "pruning":
        raise WrongKind(f"{id} is a pruning, which `kgmem restore` undoes; this takes a retraction, ret-...")
    return id
