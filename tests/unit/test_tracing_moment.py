"""Law P5: the moment at which the paths that lead to an answer are looked for. The store and the model stand in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem import AsyncMemory, Settings
from kgmem.models import Answer, PathCuts
from kgmem.recall import question as asking

LATEST = datetime(2026, 5, 10, 9, tzinfo=UTC)


class Bare:
    """A store, and a transaction in it, in which nothing is found; `names` are the queries that were run."""

    tenant = "t"

    def __init__(self) -> None:
        self.names: list[str] = []

    async def read(self, name: str, tenant: str, **parameters: Any) -> list[dict[str, Any]]:
        return await self.run(name, **parameters)

    async def reading(self, work: Callable[[Any], Awaitable[Any]], tenant: str, name: str) -> Any:
        return await work(self)

    async def run(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        self.names.append(name)
        row = {"known": True, "importing": False, "latest": LATEST, "notes": [], "claims": [], "cut": False}
        return [row] if name in _ONE_ROW else []


_ONE_ROW = (
    "recall.tenant",
    "recall.latest",
    "recall.notes",
    "recall.note_texts",
    "recall.claim_seeds",
    "recall.candidates",
)


class Even:
    """Embeddings that find everything alike."""

    def embed_query(self, text: str) -> list[float]:
        return [1.0, 0.0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts]


@pytest.mark.parametrize("as_of", [None, datetime(2026, 3, 2, tzinfo=UTC)])
async def test_a_trace_is_of_the_moment_of_the_question(
    as_of: datetime | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And of no other that the answer names; nothing is drawn from what is found for it."""
    gathered: list[tuple[asking.Asking, asking.Evidence]] = []
    gather = asking.gather

    async def watched(tx: Any, asking: asking.Asking) -> asking.Evidence:
        gathered.append((asking, await gather(tx, asking)))
        return gathered[-1][1]

    async def no_state(*_: Any) -> list[Any]:
        return []

    monkeypatch.setattr(asking, "gather", watched)
    monkeypatch.setattr(asking, "draw", None)
    monkeypatch.setattr("kgmem.recall.past.candidates", no_state)
    memory = AsyncMemory("t", settings=Settings(_env_file=None), embeddings=Even())
    memory._store = Bare()  # type: ignore[assignment]
    found = Answer(
        answer="In 2024-09: The feed of V-12 stopped [1].", status="answered", plan="temporal", claims=(), paths=(),
        path_cuts=PathCuts(), notes=(), citations=("clm-1",), dropped_citations=0, as_of=as_of, known_at=None,
        erased_since=0, tokens=0, truncated=False, timings_ms={},
    )  # fmt: skip
    assert (await memory._traced("When did the feed stop?", found)).trace == ()
    ((about, evidence),) = gathered
    assert about.question == "In 2024-09: The feed of V-12 stopped."
    assert evidence.as_of == as_of
