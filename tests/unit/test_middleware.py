"""What the middleware says of a turn that was not remembered; what it remembers is in tests/acceptance."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from kgmem.langgraph import MemoryMiddleware
from kgmem.models import IngestResult, IngestTotals, SessionResult

TURN = {"messages": [HumanMessage("CANARY-4471", id="a"), AIMessage("Noted.")], "asked_at": "2026-03-02T09:00:00Z",
        "recalled": ""}  # fmt: skip


class Ends:
    """A memory in which every session ends in one way."""

    def __init__(self, state: Any, reason: str | None) -> None:
        self._state, self._reason = state, reason

    def ingest(self, source: Any, **options: Any) -> IngestResult:
        """As it was told."""
        one = SessionResult(external_id=source["id"], id="ses-1", state=self._state, reason=self._reason)
        return IngestResult(sessions=(one,), totals=IngestTotals.model_construct())


async def told(state: Any, reason: str | None, way: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log holds after such a turn."""
    memory: Any = Ends(state, reason)
    runtime: Any = SimpleNamespace(execution_info=None)
    turn: Any = TURN
    ending = MemoryMiddleware(memory, thread="monday")
    with caplog.at_level(logging.WARNING):
        done = await ending.aafter_agent(turn, runtime) if way == "async" else ending.after_agent(turn, runtime)
    assert done is None
    return caplog.messages


@pytest.mark.parametrize("way", ["sync", "async"])
@pytest.mark.parametrize(
    ("state", "reason"),
    [("failed", "timeout: CANARY-4471 took too long"), ("failed", "rate_limited"), ("rejected", "erased: gone")],
)
async def test_a_turn_that_is_not_remembered_is_told(
    state: str, reason: str, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    """By its session and a code; no log holds what was said (R6)."""
    (said,) = await told(state, reason, way, caplog)
    assert said == f"the turn monday/a is not remembered: {state}, {reason.partition(':')[0]}"


@pytest.mark.parametrize("state", ["stored", "unchanged"])
async def test_a_turn_that_is_remembered_says_nothing(state: str, caplog: pytest.LogCaptureFixture) -> None:
    assert await told(state, None, "sync", caplog) == []
