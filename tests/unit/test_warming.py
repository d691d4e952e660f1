"""What is asked of a server before anybody asks."""

from __future__ import annotations

from typing import Any

import pytest

from kgmem import AsyncMemory, Settings, memory, warming
from kgmem.errors import QueryError, StoreError, StoreUnreachable


class Refusing:
    """A store that takes no query."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def schema(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        raise self.error

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("error", [StoreError("no"), StoreUnreachable("gone")])
async def test_an_opening_does_not_fail_by_what_was_asked_to_warm_the_server(
    error: StoreError, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for who starts the server by command; what is wrong with the store is told by what is asked of it."""
    store: Any = Refusing(error)

    async def cold(settings: Settings) -> bool:
        return True

    async def connected(*_: Any) -> Any:
        return store

    async def prepared(*_: Any) -> None:
        return None

    monkeypatch.setattr(warming, "is_cold", cold)
    monkeypatch.setattr(memory, "connect", connected)
    monkeypatch.setattr(AsyncMemory, "_prepare", prepared)
    opened: Any = await AsyncMemory("t", settings=Settings(_env_file=None)).store()
    assert opened is store


async def test_a_defect_of_a_query_is_not_hidden_by_the_warming() -> None:
    store: Any = Refusing(QueryError("no such query"))
    with pytest.raises(QueryError):
        await warming.warm(store, Settings(_env_file=None), "t")
