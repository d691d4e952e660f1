"""Rivals as a user meets them (law T3): what ends what by rule, and what follows when something is taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support import DAY, Server, fact, message, session

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings
from kgmem.models import History

ROUNDS = "[predicates.walks]\nfunctional = true\n"


def states(
    day: int, place: str, confidence: float = 0.8, *, predicate: str = "lives_in", **other: Any
) -> dict[str, Any]:
    """A session of a day that says where Ida is."""
    claim = fact("c", "m", confidence, subject="Ida", object=place, predicate=predicate, statement=f"Ida: {place}")
    sent = DAY.format(day)
    return session(f"day {day}", [message("m", "so it is", sent_at=sent)], [claim], started_at=sent)


def told(history: History) -> dict[str, tuple[float, list[str], int]]:
    """By statement: validity, the claims that ended it, the number of its spells."""
    names = {one.id: one.statement for one in history.claims}
    return {
        one.statement: (one.validity, [names[id] for id in one.updated_by], len(one.holds)) for one in history.claims
    }


async def test_erasing_an_update_gives_back_what_it_superseded(memory: AsyncMemory) -> None:
    """T3, T7, R6: of A, B, C the middle erased leaves A ended by C; and C erased, A holds."""
    await memory.ingest([states(1, "Oslo"), states(5, "Rome"), states(9, "Bern")])
    assert told(await memory.history("Ida")) == {
        "Ida: Oslo": (0.0, ["Ida: Rome"], 1), "Ida: Rome": (0.0, ["Ida: Bern"], 1), "Ida: Bern": (1.0, [], 1),
    }  # fmt: skip
    homes = {one.statement: one.id for one in (await memory.history("Ida")).claims}
    await memory.erase(homes["Ida: Rome"])
    assert told(await memory.history("Ida")) == {"Ida: Oslo": (0.0, ["Ida: Bern"], 1), "Ida: Bern": (1.0, [], 1)}
    await memory.erase(homes["Ida: Bern"])
    assert told(await memory.history("Ida")) == {"Ida: Oslo": (1.0, [], 1)}


async def test_figures_outside_the_closure_of_an_act_count_as_changed(memory: AsyncMemory) -> None:
    """C1, T3, R1: A, B, A; with B taken back, A has one spell, over which both of its reasons count."""
    await memory.ingest([states(1, "Oslo", 0.6), states(5, "Rome"), states(9, "Oslo", 0.7)])
    (home,) = [one for one in (await memory.history("Ida")).claims if one.statement == "Ida: Oslo"]
    assert (len(home.holds), home.confidence) == (2, 0.7)
    (rome,) = [one.id for one in (await memory.history("Ida")).claims if one.statement == "Ida: Rome"]
    taken = await memory.retract(rome)
    assert (len(taken.affected), taken.unsuperseded, taken.changed) == (1, (), 2)
    (home,) = [one for one in (await memory.history("Ida")).claims if one.statement == "Ida: Oslo"]
    assert (len(home.holds), round(home.confidence, 4)) == (1, 0.88)
    restored = await memory.restore(str(taken.retraction))
    assert restored.changed == 2


async def test_a_predicate_declared_functional_counts_once_all_is_linked_anew(
    server: Server, embeddings: Embeddings, tenant: str, tmp_path: Path
) -> None:
    """T3, T7: the ontology in use says who is whose rival, also of what was stored under another."""
    said = [states(day, way, predicate="walks") for day, way in ((1, "north"), (5, "south"), (9, "north"))]
    file = tmp_path / "walks.toml"
    file.write_text(ROUNDS)
    before = {"Ida: north": (1.0, [], 1), "Ida: south": (1.0, [], 1)}
    after = {"Ida: north": (1.0, ["Ida: south"], 2), "Ida: south": (0.0, ["Ida: north"], 1)}
    settings = server.settings()
    async with AsyncMemory.open(tenant, settings=settings, embeddings=embeddings) as plain:
        await plain.ingest(said)
        assert told(await plain.history("Ida")) == before
        async with AsyncMemory.open(
            tenant, settings=server.settings(), embeddings=embeddings, ontology_file=file
        ) as own:
            for _ in range(2):
                await own.link(rebuild=True)
                assert told(await own.history("Ida")) == after
        await plain.link(rebuild=True)
        assert told(await plain.history("Ida")) == before
        assert (await plain.conflicts()).conflicts == ()


@pytest.mark.parametrize(
    ("first", "second", "ends"),
    [
        ("2023", "2024-03-04", True), ("2024", "2024-03-04", False), ("2024-03-04", "2024", False),
        ("2024-02", "2024-03", True), ("2024-03-04", "2024-03-04T10:00:00Z", False),
        ("2024-03-04T10:00:00Z", "2024-03-04T11:00:00Z", True), ("2024-03-04", "2024-03-05T00:00:00Z", True),
    ],
)  # fmt: skip
async def test_later_is_what_starts_later_and_does_not_overlap(
    memory: AsyncMemory, first: str, second: str, ends: bool
) -> None:
    """T2, T3: at the coarser grain; where neither is later they contradict each other, in either order of arrival."""
    said = [
        session(place, [message("m", "so it is")], [
            fact("c", "m", subject="Ida", object=place, predicate="lives_in", statement=f"Ida: {place}", world_from=at)
        ])
        for place, at in (("Oslo", first), ("Rome", second))
    ]  # fmt: skip
    await memory.ingest(said[::-1])
    found = told(await memory.history("Ida"))
    assert found["Ida: Oslo"] == ((0.0, ["Ida: Rome"], 1) if ends else (1.0, [], 1))
    assert found["Ida: Rome"] == (1.0, [], 1)
    assert len((await memory.conflicts()).conflicts) == (0 if ends else 1)
