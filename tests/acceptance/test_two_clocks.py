"""Law T8: what was known at a time is what a reader saw then; what held at a time follows from the world's times."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from support import document, fact, message, rows, session

from kgmem import AsyncMemory
from kgmem.errors import NotFound
from kgmem.models import Explanation, History, Told

from .command import Command

PLAIN = {"as_of", "known_at", "erased_since"}


def pump(feeder: str, day: str, id: str, document_id: str = "D-1", confidence: float = 0.8) -> dict[str, Any]:
    """A session that reads which pump feeds the tank, and since when."""
    text = f"{feeder} feeds the tank."
    return session(
        id, [message("m1", text, source=document(document_id)), message("m2", f"So {feeder} matters.")],
        [fact("c1", ["m1"], confidence, subject=feeder, object="tank", anchor=day, statement=text.rstrip(".")),
         fact("c2", ["c1", "m2"], 0.7, subject=feeder, object="matters", statement=f"{feeder} matters")],
    )  # fmt: skip


class Recorder:
    """Remembers, after each step, the store's time and what every read said."""

    def __init__(self, memory: AsyncMemory, entities: list[str]) -> None:
        self.memory, self.entities = memory, entities
        self.seen: list[tuple[datetime, dict[str, Any]]] = []

    async def now(self) -> None:
        """Record this moment."""
        (row,) = await rows(self.memory, "CYPHER 25 MATCH (t:Tenant {id: $tenant}) RETURN t.now AS now")
        at = row["now"].to_native()
        self.seen.append((at, await self.reads()))

    async def reads(self, **clocks: Any) -> dict[str, Any]:
        """What every read says, by the thing it is asked for."""
        found: dict[str, Any] = {
            "conflicts": _told(await self.memory.conflicts(**clocks)),
            "shared": _told(await self.memory.shared_sources(**clocks)),
        }
        for name in self.entities:
            try:
                history = await self.memory.history(name, **clocks)
            except NotFound:
                continue
            given = [one for one in history.claims if await self._explained(one.id, found, clocks)]
            if given:
                found[name] = _told(history) | {"claims": [_plain(one.model_dump()) for one in given]}
        return found

    async def _explained(self, claim: str, found: dict[str, Any], clocks: dict[str, Any]) -> bool:
        """Adds the claim's provenance; False for one that nobody gives a reason for any more."""
        explained = await self.memory.explain(claim, **clocks)
        if all(one.ended_at for one in explained.assertions):
            return False
        found[claim] = _given(explained)
        return True

    async def replayed(self) -> None:
        """Every read, asked now for each moment recorded, says what it said then."""
        for step, (at, said) in enumerate(self.seen):
            found = await self.reads(known_at=at)
            assert list(_differences(said, found)) == [], f"step {step}"


def _plain(value: Any) -> Any:
    """Numbers of two ways to compute one figure are compared to nine digits; a set of retracted things has no order."""
    if isinstance(value, float):
        return round(value, 9)
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


def _differences(said: Any, found: Any, place: str = "") -> Iterator[str]:
    """Where two nested values differ."""
    if isinstance(said, dict) and isinstance(found, dict) and said.keys() == found.keys():
        for key, value in said.items():
            yield from _differences(value, found[key], f"{place}/{key}")
    elif isinstance(said, list) and isinstance(found, list) and len(said) == len(found):
        for number, (one, other) in enumerate(zip(said, found, strict=True)):
            yield from _differences(one, other, f"{place}/{number}")
    elif said != found:
        yield f"{place}: {said} then, {found} now"


def _told(value: Told) -> dict[str, Any]:
    plain: dict[str, Any] = _plain(value.model_dump(exclude=PLAIN))
    return plain


def _given(explained: Explanation) -> dict[str, Any]:
    """An explanation without the reasons that are given no longer."""
    told = _told(explained)
    for one in (told, *told["grounds"]):
        one["assertions"] = [reason for reason in one["assertions"] if reason["ended_at"] is None]
    return told


ONE, TWO = pump("P-1", "2026-01-01", "s1"), pump("P-2", "2026-02-01", "s2", "D-2")
TWO["relations"] = [{"from": "c1", "to": "clm-", "type": "updates", "justification": "rerouted"}]


async def _two(memory: AsyncMemory) -> dict[str, Any]:
    """The second session, which updates the first one's claim by its id."""
    old = next(one.id for one in (await memory.history("P-1")).claims if "feeds" in one.statement)
    return TWO | {"relations": [TWO["relations"][0] | {"to": old}, {"from": "c2", "to": old, "type": "contradicts"}]}


async def test_known_at_is_a_replay(memory: AsyncMemory) -> None:
    """T8: through ingest, updates, retraction, restoring, and a session that changes and comes back."""
    recorder = Recorder(memory, ["P-1", "P-2", "tank", "matters"])
    await memory.ingest([ONE])
    await recorder.now()
    await memory.ingest([await _two(memory)])
    await recorder.now()
    await memory.ingest([pump("P-1", "2026-01-01", "s3"), pump("P-1", "2026-01-01", "s4", "D-4", 0.5)])
    await recorder.now()
    explained = await memory.explain((await memory.history("P-1")).claims[0].id)
    sources = {one.external_id: one.id for one in explained.sources}
    acts = []
    for target, policy in (
        (sources["D-1"], "lower"), (explained.claim.id, "dispute"), (explained.assertions[0].session, "lower"),
        (str(explained.assertions[-1].supports[0].observation), "lower"),
    ):  # fmt: skip
        acts.append(await memory.retract(target, policy=policy, reason="wrong"))
        await recorder.now()
    for act in reversed(acts[1:]):
        await memory.restore(str(act.retraction))
        await recorder.now()
    changed = ONE | {"messages": ONE["messages"][1:], "claims": [ONE["claims"][1] | {"support": ["m2"]}]}
    for version in (changed, ONE):
        await memory.ingest([version])
        await recorder.now()
    assert len({str(said) for _, said in recorder.seen}) > 6, "steps that change nothing prove nothing"
    await recorder.replayed()


async def test_what_was_removed_is_still_what_was_known(memory: AsyncMemory) -> None:
    """R3, T8: the policy `remove` hides from reads, not from whoever asks what was known, then or since."""
    await memory.ingest([ONE])
    session_id = (await memory.explain((await memory.history("P-1")).claims[0].id)).assertions[0].session
    await memory.retract(session_id, policy="remove")
    assert (await memory.history("P-1")).claims == ()
    assert (await memory.history("P-1", as_of="2026-03-01")).claims == ()
    known = await memory.history("P-1", known_at="2999-01-01")
    assert [one.standing for one in known.claims] == ["unsupported", "unsupported"]


async def test_what_was_erased_since_is_absent_and_counted(memory: AsyncMemory) -> None:
    """T8, R6: of what was known before, what others support is told as it would have been without it."""
    recorder = Recorder(memory, ["P-1"])
    await memory.ingest([ONE, pump("P-1", "2026-01-01", "s3", "D-3", 0.5)])
    await recorder.now()
    at, _ = recorder.seen[0]
    before = await memory.history("P-1", known_at=at)
    done = await memory.erase((await memory.explain(before.claims[0].id)).assertions[0].session)
    after = await memory.history("P-1", known_at=at)
    assert (before.erased_since, after.erased_since > 0) == (0, True)
    assert {one.confidence for one in after.claims} < {one.confidence for one in before.claims} | {0.5, 0.8, 0.7}
    assert [one.model_dump() for one in after.claims] == [
        one.model_dump() for one in (await memory.history("P-1", known_at=at + timedelta(days=1))).claims
    ]
    assert done.sessions == 1


async def test_as_of_cuts_the_world_at_a_time(memory: AsyncMemory) -> None:
    """T8: what began later is left out, what ended later had not ended; confidence is that of what is known."""
    await memory.ingest([ONE])
    await memory.ingest([await _two(memory)])

    async def of(name: str, as_of: str) -> list[tuple[str, float, list[str | None]]]:
        found: History = await memory.history(name, as_of=as_of)
        return [
            (one.statement, one.validity, [end and end.date().isoformat() for spell in one.holds for end in spell])
            for one in found.claims if "feeds" in one.statement
        ]  # fmt: skip

    assert await of("P-1", "2025-12-31") == []
    assert await of("P-1", "2026-01-15") == [("P-1 feeds the tank", 1.0, ["2026-01-01", None])]
    assert await of("P-1", "2026-03-01") == [("P-1 feeds the tank", 0.0, ["2026-01-01", "2026-02-01"])]
    assert await of("P-2", "2026-01-15") == []
    assert await of("P-2", "2026-03-01") == [("P-2 feeds the tank", 1.0, ["2026-02-01", None])]
    latest = await memory.history("P-1")
    assert [one.model_dump() for one in (await memory.history("P-1", as_of="2030-01-01")).claims] == [
        one.model_dump() for one in latest.claims
    ]


async def test_what_had_not_begun_shared_nothing(memory: AsyncMemory) -> None:
    """T8, C2: before it began, a claim counted no source twice; and what nothing supports is calibrated by nothing."""
    await memory.ingest([ONE, pump("P-1", "2026-01-01", "s3")])

    async def shared(as_of: str) -> set[str]:
        return {one.claim.statement for one in (await memory.shared_sources(as_of=as_of)).claims}

    assert await shared("2025-12-31") == {"P-1 matters"}, "at an unknown time"
    assert await shared("2026-01-01") == {"P-1 matters", "P-1 feeds the tank"}
    claim = (await memory.history("P-1")).claims[0].id
    await memory.retract(claim)
    for as_of in (None, "2026-03-01"):
        assert (await memory.explain(claim, as_of=as_of)).claim.calibrated is False


async def test_both_clocks_together(memory: AsyncMemory) -> None:
    """T8: what was known then of what held then."""
    recorder = Recorder(memory, ["P-1"])
    await memory.ingest([ONE])
    await recorder.now()
    await memory.ingest([await _two(memory)])
    at, _ = recorder.seen[0]
    (first, *_) = (await memory.history("P-1", as_of="2026-03-01", known_at=at)).claims
    assert (first.validity, first.holds[0][1]) == (1.0, None), "nobody knew of the update yet"
    (now, *_) = (await memory.history("P-1", as_of="2026-03-01")).claims
    assert now.validity == 0


async def test_what_nobody_had_said_yet_is_not_found(memory: AsyncMemory) -> None:
    """T8: a claim is known from the moment its first reason is recorded."""
    await memory.ingest([ONE])
    found = (await memory.history("P-1")).claims[0]
    claim, at = found.id, found.recorded_at
    assert (await memory.explain(claim, known_at=at)).known_at == at
    with pytest.raises(NotFound, match="known at"):
        await memory.explain(claim, known_at=at - timedelta(microseconds=1))
    assert (await memory.history("P-1", known_at=at - timedelta(microseconds=1))).claims == ()


def test_two_clocks_on_the_command_line(kgmem: Command) -> None:
    """T8: the options, their times in words, and one that is no time."""
    kgmem.json("ingest", kgmem.file("s.json", [ONE]))
    shown = kgmem("history", "P-1", "--as-of", "2026-01-15", "--known-at", "2999-01-01").stdout
    assert "as of 2026-01-15" in shown
    assert "P-1 feeds the tank" in shown
    claim = kgmem.json("history", "P-1")["claims"][0]["id"]
    for command in (["explain", claim], ["conflicts"], ["shared-sources"]):
        found = kgmem.json(*command, "--as-of", "2026-01-15", "--known-at", "2999-01-01")
        assert (found["as_of"], found["known_at"]) == ("2026-01-15T00:00:00Z", "2999-01-01T00:00:00Z")
    assert "known_at" in kgmem.error("conflicts", "--known-at", "yesterday", code=2)
