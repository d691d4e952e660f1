"""Case C54, law I2: an ingest that is killed or interrupted wherever it is, and the same command again."""

from __future__ import annotations

import json

import pytest
from support import rows

from .conftest import Undisturbed, Victim
from .stores import everything, same

POINTS = ("surveyed", "prepared", "locked", "noted", "claimed", "ended", "written", "committed", "linked")
ONCE = "surveyed"
"""The point that is passed once; every other is passed again and again."""

STORED = "MATCH (s:Session) WHERE s.tenant = $tenant RETURN s.external_id AS id, s.content_hash AS hash"


async def contents(undisturbed: Undisturbed) -> dict[str, str]:
    """The sessions that are stored, each with the hash of its content."""
    return {row["id"]: row["hash"] for row in await rows(undisturbed.memory, STORED)}


def test_every_point_is_passed_more_than_once(undisturbed: Undisturbed) -> None:
    """Else the tests below would kill nobody."""
    assert set(undisturbed.passed) == set(POINTS)
    assert all(times > 1 for point, times in undisturbed.passed.items() if point != ONCE)
    states = [one.state for one in undisturbed.result.sessions]
    assert states == ["stored"] * len(undisturbed.sessions)
    assert not undisturbed.result.totals.rejected_items


async def finished(undisturbed: Undisturbed, victim: Victim, file: str, done: set[str]) -> None:
    """The command is run once more: it does what is left, says so, and the store is that of an undisturbed run."""
    again = victim(undisturbed.memory.tenant, "none", "", 0, "ingest", file, "--json")
    assert again.code == 0, again.stderr
    states = {one["external_id"]: one["state"] for one in json.loads(again.stdout)["sessions"]}
    everyone = {one["id"] for one in undisturbed.sessions}
    assert {id for id, state in states.items() if state == "unchanged"} == done
    assert {id for id, state in states.items() if state == "stored"} == everyone - done
    same(undisturbed.store, await everything(undisturbed.memory))


@pytest.mark.parametrize("point", POINTS)
async def test_killed_ingest_is_finished_by_the_same_command(
    undisturbed: Undisturbed, victim: Victim, file: str, point: str
) -> None:
    """kill -9 of the real command where it first passes the point, and again where it passes it later."""
    await undisturbed.begin_again()
    before, done = await contents(undisturbed), set()
    for nth in (1, 1 if point == ONCE else 2):
        killed = victim(undisturbed.memory.tenant, "kill", point, nth, "ingest", file, "--json")
        assert (killed.code, killed.stdout) == (-9, ""), killed.stderr
        kept, done = done, {id for id, now in (await contents(undisturbed)).items() if before.get(id) != now}
        assert kept <= done, "what was committed stays"
    assert (done == set()) == (point == ONCE), "killed too early to mean anything"
    assert len(done) < undisturbed.new, "killed too late to mean anything"
    await finished(undisturbed, victim, file, done)


@pytest.mark.parametrize(("point", "nth"), [("noted", 3), ("committed", 2)])
async def test_interrupted_ingest_is_finished_by_the_same_command(
    undisturbed: Undisturbed, victim: Victim, file: str, point: str, nth: int
) -> None:
    """Ctrl-C within a transaction, and between two: exit code 130 and what to do next."""
    await undisturbed.begin_again()
    before = await contents(undisturbed)
    ended = victim(undisturbed.memory.tenant, "interrupt", point, nth, "ingest", file, "--json")
    assert ended.code == 130
    assert json.loads(ended.stdout)["error"]["code"] == "interrupted"
    assert ended.stderr.endswith("run the same command again\n")
    assert "Traceback" not in ended.stderr
    done = {id for id, now in (await contents(undisturbed)).items() if before.get(id) != now}
    assert 0 < len(done) < undisturbed.new
    await finished(undisturbed, victim, file, done)
