"""kgmem demo: the story of the design, told on real sessions and with the figures that the store returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from kgmem.cli import common
from kgmem.cli.ask import print_answer, print_conflicts, print_explanation, print_history
from kgmem.cli.progress import shown_progress
from kgmem.cli.retract import print_restored, print_result
from kgmem.errors import KgmemError

if TYPE_CHECKING:
    from kgmem.memory import AsyncMemory
    from kgmem.models import DemoStep, HistoryClaim, Session

TENANT = "demo"
QUESTION = "Which pump feeds V-12?"
DRAWING = "PID-7"
VESSEL = "V-12"
OLD = "P-101A feeds V-12"
BEFORE_THE_CHANGE = "2024-08-01"
READINGS = 3
"""The first sessions of the plant: three readings of one drawing."""


def register(app: typer.Typer) -> None:
    """Add demo."""
    app.command()(demo)


def demo(tenant: common.Tenant = None, as_json: common.AsJson = False) -> None:
    """Tell the story: three readings of one drawing, a record that says otherwise, a retraction and its undoing.

    The sample sessions go into a tenant of their own, `demo`.

    Example: kgmem demo
    """
    from kgmem.models import Demo

    steps = common.remember(tenant or TENANT, _tell)
    common.emit(Demo(tenant=tenant or TENANT, steps=tuple(steps)), lambda: None)


async def _tell(memory: AsyncMemory) -> list[DemoStep]:
    from kgmem.formats import Sessions
    from kgmem.models import Session
    from kgmem.samples import paths

    told = _Told()
    sessions = [one for one in Sessions(paths()) if isinstance(one, Session)]
    told.title(
        f"An agent reads drawing {DRAWING} and concludes which pump feeds {VESSEL}; two more sessions read it too"
    )
    await _ingest(memory, told, sessions[:READINGS])
    old = await _claim(memory, OLD)
    explained = await memory.explain(old.id)
    told.step("explain", explained, lambda: print_explanation(explained))
    told.remark(
        f"{len(explained.assertions)} reasons, {explained.independent_sources} source:"
        f" {common.figures(explained.claim)}."
    )

    told.title(
        f"Weeks later a work order says otherwise; {len(sessions) - READINGS} more sessions arrive, on two subjects"
    )
    await _ingest(memory, told, sessions)
    answer = await memory.ask(QUESTION)
    told.step("ask", answer, lambda: _asked(QUESTION, answer))
    past = await memory.ask(QUESTION, as_of=BEFORE_THE_CHANGE)
    told.step("ask", past, lambda: _asked(f"{QUESTION} (as of {BEFORE_THE_CHANGE})", past))
    explained = await memory.explain(old.id)
    told.step("explain", explained, lambda: print_explanation(explained))
    believed = await memory.history(VESSEL)
    told.remark(f"What was believed of {VESSEL} when, what superseded it and why:")
    told.step("history", believed, lambda: print_history(believed))
    found = await memory.conflicts()
    told.remark("Contradictions that nothing has settled yet:")
    told.step("conflicts", found, lambda: print_conflicts(found))

    told.title("What rests on the drawing, and what changes when it is taken back")
    source = next(one.id for one in explained.sources if one.external_id == DRAWING)
    planned = await memory.retract(source, dry_run=True)
    told.step("retract --dry-run", planned, lambda: print_result(planned, "taken back"))
    done = await memory.retract(source, reason="the drawing was superseded", by="demo")
    told.remark(f"Taken back for real: {done.changed} claims changed, as the dry run said.")
    told.step("retract", done, lambda: None)
    without = await memory.ask(QUESTION)
    told.step("ask", without, lambda: _asked(QUESTION, without))

    told.title("Undone: everything is as it was")
    if done.retraction is None:
        raise KgmemError("the retraction was not recorded")
    undone = await memory.restore(done.retraction)
    again = await memory.explain(old.id)
    told.step("restore", undone, lambda: print_restored(undone))
    told.remark(
        f"{OLD} is {again.claim.standing} again: {common.figures(again.claim)}"
        f"{', as before' if again.claim == explained.claim else ', which is NOT as before'}."
    )
    told.title("Explore it")
    told.remark(f"kgmem history Lena --tenant {memory.tenant}        moves, jobs, and a return")
    told.remark(f"kgmem query audit.resting_on_source --param source={DRAWING} --tenant {memory.tenant}")
    told.remark("kgmem browse        Neo4j Browser on this store")
    return told.steps


class _Told:
    """Prints the story as it happens, and keeps its results for --json."""

    def __init__(self) -> None:
        self.steps: list[DemoStep] = []
        self.chapter = 0

    def title(self, text: str) -> None:
        self.chapter += 1
        self._print("", f"{self.chapter}. {text}", "")

    def remark(self, text: str) -> None:
        self._print(text)

    def step(self, verb: str, result: Any, show: Any) -> None:
        from kgmem.models import DemoStep

        self.steps.append(DemoStep(verb=verb, result=result.model_dump(mode="json")))
        if not common.output.as_json:
            show()

    def _print(self, *lines: str) -> None:
        if not common.output.as_json:
            for line in lines:
                typer.echo(line)


async def _ingest(memory: AsyncMemory, told: _Told, sessions: list[Session]) -> None:
    with shown_progress("sessions") as progress:
        result = await memory.ingest(sessions, progress=progress)
    totals = result.totals
    told.step("ingest", result, lambda: None)
    told.remark(
        f"{totals.sessions} sessions: {totals.stored} stored, {totals.unchanged} unchanged;"
        f" {totals.notes} notes, {totals.claims} claims, {totals.relations} relations new"
    )


async def _claim(memory: AsyncMemory, statement: str) -> HistoryClaim:
    history = await memory.history(VESSEL)
    return next(claim for claim in history.claims if claim.statement == statement)


def _asked(question: str, answer: Any) -> None:
    typer.echo(f"> {question}")
    print_answer(answer)
