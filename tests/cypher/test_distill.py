"""What a distiller asks the store before it reads."""

from __future__ import annotations

from typing import Any

from support import fact, message, session

from kgmem import AsyncMemory


async def known(memory: AsyncMemory, *keys: str, group: str | None = None, limit: int = 10) -> list[str]:
    store = await memory.store()
    asked: dict[str, Any] = {"keys": list(keys), "group": group, "limit": limit}
    return [row["external_id"] for row in await store.read("distill.known_entities", memory.tenant, **asked)]


async def test_names_find_what_is_claimed_about_and_nothing_else(memory: AsyncMemory, tenant: str) -> None:
    """By id and by name, folded; people of the session's conversation only; nobody else's; at most so many."""
    pump = {"kind": "pump", "id": "P-101A", "name": "Feed  Pump"}
    person = {"kind": "person", "id": "Ana"}
    for group in (None, "home", "work"):
        said = session(f"s-{group}", [message("m", "x")], [
            fact("c1", [{"message": "m"}]) | {"subject": person, "object": pump},
        ], **({"group": group} if group else {}))  # fmt: skip
        await memory.ingest(said)
    assert await known(memory, "p-101a") == ["P-101A"]
    assert await known(memory, "feed pump", "p-101a", "nothing") == ["P-101A"]
    assert await known(memory, "ana") == ["Ana"]
    assert await known(memory, "ana", group="home") == ["Ana"]
    assert await known(memory, "ana", group="elsewhere") == []
    assert await known(memory, "p-101a", group="elsewhere") == ["P-101A"]
    assert await known(memory, "ana", "p-101a", limit=1) == ["Ana"]
    assert await known(memory) == []
    async with AsyncMemory.open(f"{tenant}-other", settings=memory.settings, embeddings=memory.embeddings) as other:
        assert await known(other, "p-101a", "ana") == []


async def test_what_nobody_claims_anything_about_any_more_is_not_told(memory: AsyncMemory) -> None:
    """A session that takes back what it said leaves no names behind for a model to use."""
    said = session("s", [message("m", "x")], [fact("c1", [{"message": "m"}], subject="alpha")])
    await memory.ingest(said)
    assert await known(memory, "alpha") == ["alpha"]
    await memory.ingest({**said, "claims": []})
    assert await known(memory, "alpha") == []
