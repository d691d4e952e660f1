"""Case C54: connections that break while an ingest runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from support import Server

from kgmem.errors import StoreUnreachable

from .conftest import Undisturbed, opened
from .line import Line, line_to
from .stores import everything, same

pytestmark = pytest.mark.usefixtures("quick_retries")


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    with line_to(server) as line:
        yield line


def at(point: str, nth: int, act: Callable[[], None]) -> Callable[[str], None]:
    """A trace that acts at the nth passing of a point."""
    passed = 0

    def trace(passing: str) -> None:
        nonlocal passed
        passed += passing == point
        if passing == point and passed == nth:
            act()

    return trace


@pytest.mark.parametrize("point", ["locked", "claimed", "committed"])
async def test_ingest_gets_over_a_connection_that_breaks(
    undisturbed: Undisturbed, server: Server, line: Line, point: str
) -> None:
    """Within a transaction, which is done again as a whole, and between two: one report, every session once."""
    await undisturbed.begin_again()
    near = replace(server, uri=line.uri)
    async with opened(near, undisturbed.memory.tenant, trace=at(point, 3, line.cut)) as memory:
        result = await memory.ingest(undisturbed.sessions)
    assert line.opened > 1
    assert result == undisturbed.result
    same(undisturbed.store, await everything(undisturbed.memory))


async def test_line_that_stays_down_ends_an_ingest_with_what_was_done(
    undisturbed: Undisturbed, server: Server, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clear error with the sessions that were stored before; the same call does the rest once the line is back."""
    await undisturbed.begin_again()
    monkeypatch.setattr("kgmem.graph.store.RETRY_SECONDS", 0.2)
    near = replace(server, uri=line.uri)

    def break_down() -> None:
        line.down = True
        line.cut()

    async with opened(near, undisturbed.memory.tenant, trace=at("claimed", 4, break_down)) as memory:
        with pytest.raises(StoreUnreachable, match="no Neo4j answers at bolt://127") as broken:
            await memory.ingest(undisturbed.sessions)
        line.down = False
        again = await memory.ingest(undisturbed.sessions)
    assert broken.value.partial is not None
    done = [one.external_id for one in broken.value.partial.sessions]
    assert 0 < len(done) < undisturbed.new
    assert "run the same again" in broken.value.__notes__[0]
    assert [one.external_id for one in again.sessions if one.state == "unchanged"] == done
    assert again.totals.stored == undisturbed.new - len(done)
    same(undisturbed.store, await everything(undisturbed.memory))


async def test_session_whose_commit_is_never_answered_is_stored_once(
    undisturbed: Undisturbed, server: Server, line: Line
) -> None:
    """Nobody can know then whether it was stored: the error does not say so, and the same call finds it there."""
    await undisturbed.begin_again()
    near = replace(server, uri=line.uri)
    async with opened(near, undisturbed.memory.tenant, trace=at("written", 4, line.cut_at_the_next_answer)) as memory:
        with pytest.raises(StoreUnreachable) as broken:
            await memory.ingest(undisturbed.sessions)
        again = await memory.ingest(undisturbed.sessions)
    assert broken.value.partial is not None
    done = {one.external_id for one in broken.value.partial.sessions}
    unchanged = {one.external_id for one in again.sessions if one.state == "unchanged"}
    assert done < unchanged
    assert again.totals.stored == undisturbed.new - len(unchanged)
    same(undisturbed.store, await everything(undisturbed.memory))
