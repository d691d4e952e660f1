"""Law T8 on answers: asked what was known at a time, the answer is the one that was given then."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from support import DAY, document, fact, message, rows, session

from kgmem import AsyncMemory
from kgmem.models import Answer

from .command import Command

QUESTIONS = ("Where does Ida live?", "Which pump feeds the tank?", "What does Ida study?")
OF_A_CLAIM = {"score", "seed"}
"""Left out of the comparison: how near a claim was to the question, and what found it."""


def home(day: int, place: str, confidence: float = 0.8, **other: Any) -> dict[str, Any]:
    """A session of a day that says where Ida lives."""
    claim = fact("c", "m", confidence, subject="Ida", object=place, predicate="lives_in",
                 statement=f"Ida lives in {place}")  # fmt: skip
    sent = DAY.format(day)
    said = [message("m", f"Ida lives in {place}.", sent_at=sent)]
    return session(f"home {day}", said, [claim | other], started_at=sent)


def pump(feeder: str, document_id: str) -> dict[str, Any]:
    """A session that reads which pump feeds the tank, and claims what follows from it."""
    said = [message("m1", f"Pump {feeder} feeds the tank.", source=document(document_id)), message("m2", "It matters.")]
    feeds = fact(
        "c1", ["m1"], subject=feeder, object="tank", statement=f"Pump {feeder} feeds the tank", anchor="2026-03-01"
    )
    depends = fact("c2", [{"claim": "c1"}, "m2"], 0.7, subject="tank", object=feeder, predicate="depends_on",
                   statement=f"The tank depends on pump {feeder}")  # fmt: skip
    return session(f"pump {feeder}", said, [feeds, depends])


def given(answer: Answer) -> dict[str, Any]:
    """What an answer says: text, status, what it cites and stands on, with figures to nine digits."""
    claims = {one.id: one.model_dump(exclude=OF_A_CLAIM) for one in answer.claims}
    return {
        "text": answer.answer, "status": answer.status, "citations": answer.citations,
        "notes": sorted(one.id for one in answer.notes),
        "claims": {
            id: {name: round(value, 9) if isinstance(value, float) else value for name, value in one.items()}
            for id, one in sorted(claims.items())
        },
    }  # fmt: skip


class Asker:
    """Remembers, after each act, the store's time and every answer."""

    def __init__(self, memory: AsyncMemory) -> None:
        self.memory = memory
        self.said: list[tuple[datetime, dict[str, Any]]] = []

    async def answers(self, **clocks: Any) -> dict[str, Any]:
        return {question: given(await self.memory.ask(question, **clocks)) for question in QUESTIONS}

    async def now(self) -> datetime:
        """Record this moment."""
        (row,) = await rows(self.memory, "CYPHER 25 MATCH (t:Tenant {id: $tenant}) RETURN t.now AS now")
        self.said.append((row["now"].to_native(), await self.answers()))
        return self.said[-1][0]


async def claim(memory: AsyncMemory, entity: str, words: str) -> str:
    """Id of the claim about an entity that says so."""
    return next(one.id for one in (await memory.history(entity)).claims if words in one.statement)


async def test_an_answer_of_what_was_known_is_the_answer_that_was_given(memory: AsyncMemory) -> None:
    """T8: through ingest, rivals that end and contradict each other, an update, retraction of all kinds, restoring, and
    sessions that say less and all of it again: text, status, citations, notes, and every figure of every claim."""
    asker = Asker(memory)
    for act in (home(1, "Oslo"), pump("P-1", "X-1"), home(5, "Rome"), home(9, "Oslo", 0.7), home(12, "Bern", 0.2)):
        await memory.ingest([act])
        await asker.now()
    fed = await claim(memory, "P-1", "feeds")
    update = {"from": "c1", "to": fed, "type": "updates", "justification": "rerouted"}
    second = pump("P-2", "X-2") | {"relations": [update, {"from": "c2", "to": fed, "type": "contradicts"}]}
    second["claims"][0]["anchor"] = "2026-03-20"
    await memory.ingest([second])
    await asker.now()
    explained = await memory.explain(fed)
    acts = []
    for target, policy in (
        (await claim(memory, "Ida", "Rome"), "dispute"), (explained.sources[0].id, "lower"),
        (explained.assertions[0].session, "remove"), (await claim(memory, "P-2", "feeds"), "dispute"),
    ):  # fmt: skip
        acts.append(await memory.retract(target, policy=policy))
        await asker.now()
    for act in reversed(acts):
        await memory.restore(str(act.retraction))
        await asker.now()
    less = pump("P-1", "X-1")
    for version in (less | {"messages": less["messages"][1:], "claims": []}, less, home(5, "Rome", 0.9)):
        await memory.ingest([version])
        await asker.now()
    assert len({str(answers) for _, answers in asker.said}) > 8, "acts that change nothing prove nothing"
    pruned = await memory.prune(older_than="0d", below=1.0)
    assert pruned.changed, "and nothing was hidden"
    for step, (at, answers) in enumerate(asker.said):
        found = await asker.answers(known_at=at)
        for question in QUESTIONS:
            assert found[question] == answers[question], f"step {step}"
            assert found[question] == given(await memory.ask(question, known_at=at)), "twice the same"


async def test_both_clocks_answer_with_what_was_known_of_what_held(memory: AsyncMemory) -> None:
    """T8: before the second was known, the first held on; what is not sure is not there before it was given."""
    await memory.ingest([home(1, "Oslo")])
    at = await Asker(memory).now()
    await memory.ingest([home(5, "Rome"), home(9, "Bern", 0.2)])
    late, early = DAY.format(7), DAY.format(3)

    async def of(**clocks: Any) -> tuple[str, list[str], list[str]]:
        found = await memory.ask(QUESTIONS[0], **clocks)
        standing = {one.statement: one.validity for one in found.claims}
        return found.status, sorted(standing), sorted(name for name, validity in standing.items() if validity == 1)

    oslo, rome = "Ida lives in Oslo", "Ida lives in Rome"
    assert await of(as_of=late, known_at=at) == ("answered", [oslo], [oslo])
    assert await of(as_of=late) == ("answered", [oslo, rome], [rome])
    assert await of(as_of=early) == ("past", [oslo], [oslo])
    assert await of(known_at=at) == ("answered", [oslo], [oslo])
    assert (await of())[0] == "disputed"
    assert (await of(as_of=DAY.format(9)))[0] == "disputed"


async def test_what_was_erased_since_is_no_part_of_an_answer_and_counted(memory: AsyncMemory) -> None:
    """T8, R6."""
    await memory.ingest([home(1, "Oslo"), home(5, "Rome")])
    at = await Asker(memory).now()
    before = await memory.ask(QUESTIONS[0], known_at=at)
    assert (before.erased_since, "Rome" in before.answer) == (0, True)
    await memory.erase(await claim(memory, "Ida", "Rome"))
    after = await memory.ask(QUESTIONS[0], known_at=at)
    assert (after.erased_since > 0, "Rome" in after.answer, "Oslo" in after.answer) == (True, False, True)
    assert (await memory.recall(QUESTIONS[0], known_at=at)).erased_since == after.erased_since


async def test_a_message_that_a_session_says_no_longer_was_still_said(memory: AsyncMemory) -> None:
    """T8, P5: where no claim answers, the message that was there then does."""
    said = [message("m1", "Ida studies the moss of the north."), message("m2", "And so on.")]
    await memory.ingest([session("s", said, [])])
    at = await Asker(memory).now()
    await memory.ingest([session("s", said[1:], [])])
    assert (await memory.ask(QUESTIONS[2])).status == "unknown"
    found = await memory.ask(QUESTIONS[2], known_at=at)
    assert (found.status, "moss" in found.answer, found.known_at) == ("answered", True, at)
    assert (await memory.ask(QUESTIONS[2], known_at=at - timedelta(days=1))).status == "unknown"


def test_the_second_clock_of_answers_on_the_command_line(kgmem: Command) -> None:
    """T8: a time that is none, one to come, one before anything was known, and the same question twice."""
    kgmem.json("ingest", kgmem.file("s.json", [home(1, "Oslo")]))
    for command in ("ask", "recall"):
        for wrong in ("yesterday", "2026-13-01", "2026-03-01T09:00:00", ""):
            assert "known_at" in kgmem.error(command, QUESTIONS[0], "--known-at", wrong, code=2)
    future = kgmem.json("ask", QUESTIONS[0], "--known-at", "2999-01-01")
    assert (future["status"], future["known_at"]) == ("answered", "2999-01-01T00:00:00Z")
    before = kgmem.json("ask", QUESTIONS[0], "--known-at", "1999-01-01", "--as-of", "2026-03-02")
    assert (before["status"], before["claims"], before["notes"]) == ("unknown", [], [])
    assert kgmem("ask", QUESTIONS[0], "--known-at", "1999-01-01").stdout.startswith("Not known")
    assert kgmem.json("recall", QUESTIONS[0], "--known-at", "1999-01-01")["context"] == ""
    shown = [kgmem("ask", QUESTIONS[0], "--known-at", "2999-01-01").stdout for _ in range(2)]
    assert shown[0] == shown[1]
    assert "Ida lives in Oslo" in shown[0]
