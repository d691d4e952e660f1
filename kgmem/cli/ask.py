"""kgmem ask, recall, explain, history, conflicts, shared-sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import common
from kgmem.recall.context import chain
from kgmem.recall.telling_time import time_of

if TYPE_CHECKING:
    from kgmem.models import (
        Answer,
        AssertionView,
        Conflicts,
        Explanation,
        History,
        Recall,
        RelatedClaim,
        SharedSources,
        Told,
    )

SHOWN = 5
"""Notes and paths printed beside an answer; --json has them all."""

_RULES = {
    "functional": "the subject has one at a time",
    "inverse_functional": "the object has one at a time",
    "negation": "one denies the other",
}
"""Law T3's, in words."""

Question = Annotated[str, typer.Argument(help="In words.")]
Notes = Annotated[int | None, typer.Option("--notes", help="Notes at most.")]


def register(app: typer.Typer) -> None:
    """Add ask, recall, explain, history, conflicts and shared-sources."""
    for command in (ask, recall, explain, history, conflicts, shared_sources):
        app.command()(command)


def ask(
    question: Question,
    as_of: common.AsOf = None,
    known_at: common.KnownAt = None,
    budget: common.Budget = None,
    notes: Notes = None,
    model: Annotated[
        str | None, typer.Option("--model", help="provider:model that writes it, or none; KGMEM_MODEL where it is set.")
    ] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show the paths that lead to the answer.")] = False,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Answer a question, with what the answer rests on, or say that it is not known.

    Example: kgmem ask "Which pump feeds V-12?" --as-of 2024-07-01
    """
    answer = common.remember(
        tenant,
        lambda memory: memory.ask(
            question, as_of=as_of, known_at=known_at, budget=budget, notes=notes, model=model, trace=trace
        ),
    )
    common.emit(answer, lambda: print_answer(answer))


def recall(
    question: Question,
    as_of: common.AsOf = None,
    known_at: common.KnownAt = None,
    budget: common.Budget = None,
    notes: Notes = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Print the context an agent would be given for a question, without an answer.

    Example: kgmem recall "Which pump feeds V-12?" --budget 2000
    """
    found = common.remember(
        tenant, lambda memory: memory.recall(question, as_of=as_of, known_at=known_at, budget=budget, notes=notes)
    )
    common.emit(found, lambda: typer.echo(found.context))


def explain(
    id: Annotated[str, typer.Argument(help="Id of a claim, as answers cite it.")],
    as_of: common.HeldAt = None,
    known_at: common.KnownAt = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Show the provenance of a claim, down to quotes and sources.

    Example: kgmem explain clm-...
    """
    found = common.remember(tenant, lambda memory: memory.explain(id, as_of=as_of, known_at=known_at))
    common.emit(found, lambda: print_explanation(found))


def history(
    entity: Annotated[str, typer.Argument(help="An id, an external id or a name.")],
    as_of: common.HeldAt = None,
    known_at: common.KnownAt = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Show what was claimed about something, in order, with what superseded what.

    Example: kgmem history V-12
    """
    found = common.remember(tenant, lambda memory: memory.history(entity, as_of=as_of, known_at=known_at))
    common.emit(found, lambda: print_history(found))


def conflicts(
    as_of: common.HeldAt = None,
    known_at: common.KnownAt = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """List the contradictions that are open: both claims stand and their times overlap.

    Example: kgmem conflicts --as-of 2024-10-01
    """
    found = common.remember(tenant, lambda memory: memory.conflicts(as_of=as_of, known_at=known_at))
    common.emit(found, lambda: print_conflicts(found))


def shared_sources(
    as_of: common.HeldAt = None,
    known_at: common.KnownAt = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """List the claims whose confidence counts a source more than once, and the sources.

    Example: kgmem shared-sources
    """
    found = common.remember(tenant, lambda memory: memory.shared_sources(as_of=as_of, known_at=known_at))
    common.emit(found, lambda: _print_shared(found))


def print_answer(answer: Answer) -> None:
    """The answer with its citations and notes, for people."""
    typer.echo(answer.answer)
    for warning in answer.warnings:
        typer.echo(f"{warning.code}: {warning.detail}", err=True)
    claims = {claim.id: claim for claim in answer.claims}
    notes = {note.id: note for note in answer.notes}
    events = {event.id: event for path in answer.paths for event in path.events}
    for number, id in enumerate(answer.citations, start=1):
        if claim := claims.get(id):
            typer.echo(f"  [{number}] {id}  {common.figures(claim)}")
        elif note := notes.get(id):
            typer.echo(f"  [{number}] {id}  {note.session_external_id} {note.external_id}")
        elif event := events.get(id):
            typer.echo(f"  [{number}] {id}  {_short(event.statement)}")
    if answer.paths:
        typer.echo("Paths found:")
    for path in answer.paths[:SHOWN]:
        typer.echo(f"  {chain(path, [_short(event.statement) for event in path.events])}")
    if answer.trace:
        typer.echo("Paths that lead to it:")
    for one in answer.trace:
        typer.echo(f"  {one.score:.2f} {chain(one.path, [_short(event.statement) for event in one.path.events])}")
    _print_notes(answer)
    _print_erased(answer)


def _print_notes(found: Answer | Recall) -> None:
    if found.notes:
        typer.echo("Notes found:")
    for note in found.notes[:SHOWN]:
        when = f" {note.sent_at:%Y-%m-%d}" if note.sent_at else ""
        typer.echo(f"  {note.session_external_id} {note.external_id}{when} {note.speaker}: {_short(note.text)}")


def print_explanation(found: Explanation) -> None:
    """Provenance as a tree, for people."""
    from rich.markup import escape
    from rich.tree import Tree

    _print_moment(found)
    claim = found.claim
    sources = [f"{source.kind} {escape(source.external_id)}  {source.id}" for source in found.sources]
    tree = Tree(f"[bold]{escape(claim.statement)}[/bold]  {claim.id}\n{claim.standing}, {common.figures(claim)}")
    if claim.pruned:
        tree.add("[dim]pruned: shown here, in audits and for --known-at only[/dim]")
    if any(claim.id in act.covers for act in found.taken_back):
        tree.add(escape(_taken(found, claim.id)))
    if verdict := found.verdict:
        whose = f" by {verdict.by}" if verdict.by else ""
        ground = f": {verdict.ground}" if verdict.ground else ""
        truth = "true" if verdict.verdict else "false"
        tree.add(escape(f"judged {truth}{whose} on {time_of(verdict.recorded_at)}{ground}"))
    names = {source.id: f"{source.kind} {source.external_id}" for source in found.sources}
    sections = [(claim.statement, found.assertions, tree)]
    sections += [
        (g.claim.statement, g.assertions, tree.add(f"rests on [bold]{escape(g.claim.statement)}[/bold]  {g.claim.id}"))
        for g in found.grounds
    ]
    for _, assertions, branch in sections:
        for one in assertions:
            since = f" since {time_of(one.world_from)} ({one.world_basis})" if one.world_from else ""
            gone = f", no longer given since {time_of(one.ended_at)}" if one.ended_at else ""
            reason = branch.add(escape(f"{one.session_external_id}: {_weight(one)}, {one.state}{since}{gone}"))
            for support in one.supports:
                gone = "no longer said" if one.ended_at else _taken(found, str(support.observation or support.claim))
                mark = f" ({gone})" if support.retracted else ""
                said = f'"{support.quote}"' if support.quote else _short(support.text)
                where = "claim" if support.claim else names.get(support.source or "", str(support.external_id))
                reason.add(escape(f"{where}: {said}{mark}  {support.observation or support.claim}"))
    common.console().print(tree)
    for source in sources:
        typer.echo(f"source: {source}")
    for shared in found.shared_sources:
        typer.echo(f"{len(shared.assertions)} reasons share {names.get(shared.source, shared.source)}")
    for word, related in (
        ("updates", found.updates),
        ("updated by", found.updated_by),
        ("contradicts", found.contradicts),
    ):
        for other in related:
            typer.echo(_relating(word, other))


def _taken(found: Explanation, id: str) -> str:
    """That something was taken back, by which acts, when and why."""
    acts = [
        f"{act.retraction} on {time_of(act.recorded_at)}{f': {act.reason}' if act.reason else ''}"
        for act in found.taken_back
        if id in act.covers
    ]
    return f"taken back by {'; '.join(acts)}" if acts else "taken back"


def _weight(one: AssertionView) -> str:
    origin = f"calibrated from {one.raw_confidence:.3g}" if one.calibration else "uncalibrated"
    lowered = f" (counts {one.weight:.3g})" if one.weight != one.confidence else ""
    return f"confidence {one.confidence:.3g}{lowered}, {origin}"


def _print_moment(found: Told) -> None:
    for name, at in (("as of", found.as_of), ("known at", found.known_at)):
        if at is not None:
            typer.echo(f"{name} {at.isoformat()}")
    _print_erased(found)


def _print_erased(found: Told | Answer) -> None:
    if found.erased_since:
        typer.echo(f"{found.erased_since} things that were known then were erased since")


def print_history(found: History) -> None:
    """What was claimed about a thing in order of time, for people."""
    _print_moment(found)
    entity = found.entity
    typer.echo(f"{entity.name} ({entity.kind})  {entity.id}")
    statements = {claim.id: claim.statement for claim in found.claims}
    for claim in found.claims:
        spells = ", ".join(
            f"{time_of(since)} to {time_of(until)}"
            if since and until
            else f"since {time_of(since)}"
            if since
            else f"until {time_of(until)}"
            if until
            else "at an unknown time"
            for since, until in claim.holds
        )
        state = f"[{claim.standing}, validity {claim.validity:g}, {common.figures(claim)}]"
        typer.echo(f"{spells or 'supported by nothing now'}: {claim.statement}  {state}  {claim.id}")
        for other in claim.superseded_by:
            typer.echo(f"    {_relating('updated by', other)}")
        for id in claim.contradicted_by:
            typer.echo(f"    contradicted by: {statements.get(id, id)}")


def _relating(word: str, other: RelatedClaim) -> str:
    """How another claim relates, since when and why."""
    since = f" since {time_of(other.effective_at)}" if other.effective_at else ""
    because = f"by rule, {_RULES[other.rule]}" if other.rule else f"found by {other.model}" if other.model else ""
    why = "; ".join(filter(None, (because, other.justification)))
    return f"{word}{since}: {other.statement}{f' ({why})' if why else ''}  {other.id}"


def print_conflicts(found: Conflicts) -> None:
    """Open contradictions, for people."""
    _print_moment(found)
    if not found.conflicts:
        typer.echo("No open contradictions.")
    for one in found.conflicts:
        since = f" since {time_of(one.since)}" if one.since else ""
        typer.echo(f"{one.claim.statement}  {one.claim.id}\n  against{since}: {one.other.statement}  {one.other.id}")


def _print_shared(found: SharedSources) -> None:
    _print_moment(found)
    if not found.claims:
        typer.echo("No claim counts a source more than once.")
    for one in found.claims:
        typer.echo(f"{one.claim.statement}  {one.claim.id}\n  {common.figures(one.claim)}")
        for source in one.sources:
            typer.echo(f"  {source.assertions} reasons from {source.kind} {source.external_id}  {source.id}")


def _short(text: str, width: int = 100) -> str:
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 1] + "…"
