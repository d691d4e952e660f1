"""Pruning: what is old and of no use is hidden, exactly as it was when it is restored, or erased."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support import SNAPSHOT, document, fact, message, planted, rows, session

from kgmem import AsyncMemory, pruning
from kgmem.errors import NotFound, UsageError, WrongKind
from kgmem.models import PruneResult

from .command import Command

NOW = {"older_than": "0d", "below": 1}


OLD = document("OLD", published_at="2024-01-01")
AGAIN = message("m", "alpha relates to beta", source=OLD)
"""Read again, an old drawing is no newer: what it says stays superseded."""


def plant(**other: Any) -> dict[str, Any]:
    """Two readings of a drawing, a conclusion from the first, a later reading of another, which updates that."""
    messages = [
        message("m1", "alpha relates to beta", source=OLD),
        message("m2", "alpha relates to gamma", source=document("NEW", published_at="2025-01-01")),
        message("m3", "delta relates to beta", source=OLD),
    ]
    claims = [
        fact("c1", ["m1"], confidence=0.4),
        fact("c2", ["m2"], object="gamma"),
        fact("c3", [{"claim": "c1"}], subject="eta"),
        fact("c4", ["m3"], subject="delta"),
    ]
    relations = [
        {"from": "c2", "to": "c1", "type": "updates"},
        {"from": "c4", "to": "c1", "type": "contradicts"},
    ]
    return session("plant", messages, claims, relations=relations, **other)


async def named(memory: AsyncMemory) -> dict[str, str]:
    """Ids of claims by their statements."""
    found = await rows(memory, "MATCH (c:Claim {tenant: $tenant}) RETURN c.statement AS name, c.id AS id")
    return {row["name"]: row["id"] for row in found}


async def stored(memory: AsyncMemory) -> list[Any]:
    """Everything of the tenant but its clock, and acts of pruning with what they point at."""
    found = []
    for row in await rows(memory, SNAPSHOT):
        if {"Tenant", "Pruning"} & {*row["labels"]}:
            continue
        found.append(
            (sorted(row["labels"]), sorted(row["properties"].items(), key=str), sorted(row["relations"], key=str))
        )
    return sorted(found, key=str)


async def indexed(memory: AsyncMemory) -> set[str]:
    """The claims that take a place in a search by words or by meaning."""
    text = "MATCH (c:Claim {tenant: $tenant}) WHERE coalesce(c.embedding, c.tenant_token) IS NOT NULL RETURN c.id AS id"
    return {row["id"] for row in await rows(memory, text)}


async def pruned_and(memory: AsyncMemory, **asked: Any) -> PruneResult:
    result = await memory.prune(**{**NOW, **asked})
    assert isinstance(result, PruneResult)
    return result


async def test_superseded_claim_is_hidden_and_restored_exactly(memory: AsyncMemory) -> None:
    """Hidden from recall, history, conflicts; explain and audits see it; nothing of standing or validity changes."""
    await memory.ingest(plant())
    ids, before, answered = await named(memory), await stored(memory), await memory.recall("alpha relates to beta")
    told = [claim.id for claim in (await memory.history("alpha")).claims]
    result = await pruned_and(memory, by="me")
    (claim,) = result.claims
    assert (claim.id, claim.standing, claim.confidence) == (ids["alpha relates to beta"], "supported", 0.4)
    assert (claim.resting, claim.resting_stand, result.changed, result.erased) == (1, 1, 1, 0)
    assert [one.id for one in (await memory.history("alpha")).claims] == [id for id in told if id != claim.id]
    assert claim.id not in {one.id for one in (await memory.recall("alpha relates to beta")).claims}
    assert (await memory.history("alpha", as_of="2024-06-01")).claims == ()
    assert claim.id in {one.id for one in (await memory.history("alpha", known_at="9999-01-01")).claims}
    explained = await memory.explain(claim.id)
    assert (explained.claim.pruned, explained.claim.validity) == (True, 0.0)
    figures = "MATCH (c:Claim {tenant: $tenant}) RETURN c.id, c.standing, c.validity, c.confidence ORDER BY c.id"
    hidden = await rows(memory, figures)
    assert result.pruning is not None
    undone = await memory.restore(result.pruning)
    assert isinstance(undone, PruneResult)
    assert (undone.changed, [one.id for one in undone.claims]) == (1, [claim.id])
    assert await rows(memory, figures) == hidden
    assert await stored(memory) == before
    assert (await memory.recall("alpha relates to beta")).claims == answered.claims
    assert (await memory.restore(result.pruning)).changed == 0
    (act,) = await rows(memory, "MATCH (p:Pruning {tenant: $tenant}) RETURN p.by AS by, p.older_than AS age, "
                                "p.below AS below, p.undone_at >= p.recorded_at AS undone")  # fmt: skip
    assert act == {"by": "me", "age": "0d", "below": 1.0, "undone": True}


async def test_pruning_twice_records_nothing(memory: AsyncMemory) -> None:
    """A second prune with nothing new has nothing to do; a dry run shows the same list and changes nothing."""
    await memory.ingest(plant())
    before = await stored(memory)
    dry = await pruned_and(memory, dry_run=True)
    assert (dry.pruning, dry.dry_run, await stored(memory)) == (None, True, before)
    done = await pruned_and(memory)
    assert done.claims == dry.claims
    again = await pruned_and(memory)
    assert (again.pruning, again.changed, again.claims) == (None, 0, ())
    assert (await rows(memory, "MATCH (p:Pruning {tenant: $tenant}) RETURN count(p) AS acts")) == [{"acts": 1}]


async def test_age_and_confidence_decide(memory: AsyncMemory) -> None:
    """Young claims, sure ones and those that hold are kept; age goes by the store's clock, not by the world's."""
    await memory.ingest(plant())
    assert (await memory.prune()).changed == 0
    assert (await memory.prune(older_than=timedelta(hours=1), below=1)).changed == 0
    assert (await memory.prune(older_than="0d", below=0.4)).changed == 0
    assert (await memory.prune(older_than="0h", below=0.41, dry_run=True)).changed == 1
    await memory.ingest(session("again", [AGAIN], [fact("c", ["m"], confidence=0.1)]))
    earlier = "MATCH (a:Assertion {tenant: $tenant}) WHERE (a.confidence = 0.1) = $said SET a.recorded_at = $then"
    for said, prunable in ((False, 0), (True, 1)):
        await planted(memory, earlier, said=said, then=datetime(2020, 1, 1, tzinfo=UTC))
        assert (await memory.prune(dry_run=True, below=1)).changed == prunable
    given = "MATCH (a:Assertion {tenant: $tenant, confidence: 0.1}) SET a.gaps = [a.recorded_at, datetime()]"
    await planted(memory, given)
    assert (await memory.prune(dry_run=True, below=1)).changed == 0


async def test_claim_that_is_stated_anew_is_shown_again(memory: AsyncMemory) -> None:
    """Its label comes off with the reason that is recorded; the same session again is no new reason."""
    await memory.ingest(plant())
    id = (await named(memory))["alpha relates to beta"]
    before = await memory.recall("alpha relates to beta")
    result = await pruned_and(memory)
    assert id not in await indexed(memory)
    await memory.ingest(plant())
    await memory.ingest(plant(title="the same claims"))
    assert (await memory.explain(id)).claim.pruned
    assert id not in await indexed(memory)
    assert id not in {one.id for one in (await memory.recall("alpha relates to beta")).claims}
    await memory.ingest(session("anew", [AGAIN], [fact("c", ["m"], confidence=0.2)]))
    claim = (await memory.explain(id)).claim
    assert (claim.pruned, claim.validity) == (False, 0.0)
    found = await memory.recall("alpha relates to beta")
    assert [one.id for one in found.claims if one.id == id] == [one.id for one in before.claims if one.id == id] == [id]
    assert result.pruning is not None
    assert (await memory.restore(result.pruning)).changed == 0
    left = await rows(memory, "MATCH (c:Claim {tenant: $tenant}) WHERE c.pruned_embedding IS NOT NULL OR "
                              "c.pruned_token IS NOT NULL OR c.embedding IS NULL RETURN c.id")  # fmt: skip
    assert left == []


async def test_claim_that_holds_again_is_shown_again(memory: AsyncMemory) -> None:
    """What had superseded it is taken back; and taken back itself and restored, it is seen again."""
    await memory.ingest(plant())
    ids = await named(memory)
    await pruned_and(memory)
    await memory.retract(ids["alpha relates to gamma"])
    claim = (await memory.explain(ids["alpha relates to beta"])).claim
    assert (claim.pruned, claim.validity) == (False, 1.0)
    taken = await pruned_and(memory)
    assert [one.id for one in taken.claims] == [ids["alpha relates to gamma"]]


async def test_retraction_is_restored_whatever_was_pruned_meanwhile(memory: AsyncMemory) -> None:
    """R4: the exact inverse, the labels of pruned claims included."""
    await memory.ingest(plant())
    before = await stored(memory)
    ids = await named(memory)
    source = (await memory.explain(ids["delta relates to beta"])).sources[0].id
    taken = await memory.retract(source)
    pruned = await pruned_and(memory)
    assert {one.id for one in pruned.claims} == {
        ids["alpha relates to beta"], ids["delta relates to beta"], ids["eta relates to beta"]
    }  # fmt: skip
    assert taken.retraction is not None
    await memory.restore(taken.retraction)
    left = {one.id for one in (await memory.restore(pruned.pruning or "")).claims}
    assert left == {ids["alpha relates to beta"]}
    acts = [one for one in await stored(memory) if "Retraction" not in one[0]]
    assert acts == before


async def test_contradiction_of_a_pruned_claim_is_shown_no_more(memory: AsyncMemory) -> None:
    """conflicts and shared-sources hide it, as they do with what is removed; known_at sees it."""
    claims = [
        fact("old", ["m"], confidence=0.4, world_from="2024-01-01", world_to="2025-01-01"),
        fact("against", ["m"], object="gamma", world_from="2024-06-01"),
    ]
    relation = {"from": "against", "to": "old", "type": "contradicts"}
    await memory.ingest(session("s", [message("m", "so it is", source=document("D"))], claims, relations=[relation]))
    await memory.ingest(session("t", [message("m", "so it is", source=document("D"))], claims[:1]))
    assert (len((await memory.conflicts()).conflicts), len((await memory.shared_sources()).claims)) == (1, 1)
    assert [one.contradicted_by != () for one in (await memory.history("alpha")).claims] == [True, True]
    await pruned_and(memory)
    for moment in ({}, {"as_of": "2024-08-01"}):
        assert (await memory.conflicts(**moment)).conflicts == ()
        assert (await memory.shared_sources(**moment)).claims == ()
        assert [one.contradicted_by for one in (await memory.history("alpha", **moment)).claims] == [()]
    assert len((await memory.conflicts(known_at="9999-01-01")).conflicts) == 1
    assert len((await memory.shared_sources(known_at="9999-01-01")).claims) == 1
    assert (await memory.ask("What does alpha relate to?")).status != "disputed"


async def test_interrupted_pruning_leaves_whole_batches_and_goes_on(
    memory: AsyncMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each batch is a transaction; the same again does the rest, and both are restored."""
    monkeypatch.setattr(pruning, "BATCH", 2)
    await memory.ingest(plant())
    before = await stored(memory)
    taken = await memory.retract((await memory.ingest(plant())).sessions[0].id)
    steps: list[tuple[int, int]] = []

    def interrupt(done: int, total: int) -> None:
        steps.append((done, total))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await memory.prune(**NOW, progress=interrupt)
    assert steps == [(2, 4)]
    counted = "MATCH (c:Claim:Pruned {tenant: $tenant}) RETURN count(c) AS hidden"
    assert await rows(memory, counted) == [{"hidden": 2}]
    assert (await pruned_and(memory)).changed == 2
    assert await rows(memory, counted) == [{"hidden": 4}]
    acts = await rows(memory, "MATCH (p:Pruning {tenant: $tenant}) RETURN p.id AS id ORDER BY p.recorded_at")
    dry = await memory.restore(acts[0]["id"], dry_run=True)
    assert (dry.changed, dry.dry_run, await rows(memory, counted)) == (2, True, [{"hidden": 4}])
    assert [(await memory.restore(act["id"])).changed for act in acts] == [2, 2]
    await memory.restore(taken.retraction or "")
    assert [one for one in await stored(memory) if "Retraction" not in one[0]] == before


async def test_erased_where_nothing_that_stays_rests_on_it(memory: AsyncMemory) -> None:
    """--erase deletes; a claim that something rests on which is not pruned is only hidden, and counted."""
    await memory.ingest(plant())
    ids = await named(memory)
    await memory.retract(ids["delta relates to beta"])
    dry = await pruned_and(memory, erase=True, dry_run=True)
    assert {*await named(memory)} == {*ids}
    result = await pruned_and(memory, erase=True)
    assert (result.claims, result.erased, result.kept, result.changed) == (dry.claims, 1, 1, 2)
    assert {one.id: one.erased for one in result.claims} == {
        ids["delta relates to beta"]: True, ids["alpha relates to beta"]: False
    }  # fmt: skip
    assert {*await named(memory)} == {*ids} - {"delta relates to beta"}
    await memory.retract((await memory.explain(ids["eta relates to beta"])).sources[0].id)
    await memory.restore(result.pruning or "")
    chain = await pruned_and(memory, erase=True)
    assert {one.id for one in chain.claims} == {ids["alpha relates to beta"], ids["eta relates to beta"]}
    assert (chain.erased, chain.kept) == (2, 0)
    assert {*await named(memory)} == {"alpha relates to gamma"}


async def test_a_pruning_is_no_retraction_and_belongs_to_its_tenant(memory: AsyncMemory) -> None:
    """Wrong ids and values change nothing."""
    await memory.ingest(plant())
    act = (await pruned_and(memory)).pruning or ""
    with pytest.raises(WrongKind, match="pruning"):
        await memory.retract(act)
    with pytest.raises(NotFound):
        await memory.restore("prn-" + "0" * 32)
    other = AsyncMemory(f"{memory.tenant}-other", settings=memory.settings, embeddings=memory.embeddings)
    async with other:
        with pytest.raises(NotFound):
            await other.restore(act)
        await other.ingest(plant())
        assert len((await other.history("alpha")).claims) == 2
    for wrong in ({"older_than": "soon"}, {"older_than": timedelta(days=-1)}, {"below": 1.5}, {"below": "low"}):
        with pytest.raises(UsageError):
            await memory.prune(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "kept"),
    [("180d", "180d"), (" 4 w ", "4w"), (timedelta(days=3), "3d"), (timedelta(hours=36), "36h"), ("012h", "012h")],
)
def test_age_is_recorded_as_it_was_asked_for(given: Any, kept: str) -> None:
    assert pruning.age(given)[0] == kept


def test_command_line_prunes_and_restores(kgmem: Command) -> None:
    """Twice in a row: the second time there is nothing to do."""
    kgmem("ingest", kgmem.file("plant.json", plant()))
    assert "0 claims hidden" in kgmem("prune").stdout
    told = kgmem("prune", "--older-than", "0d", "--dry-run").stdout
    assert "Dry run: 1 claims hidden (no reason for 0d, confidence below 0.5)" in told
    done = kgmem.json("prune", "--older-than", "0d", "--below", "0.5")
    assert (done["changed"], done["claims"][0]["statement"]) == (1, "alpha relates to beta")
    assert kgmem.json("prune", "--older-than", "0d")["changed"] == 0
    assert "pruned" in kgmem("explain", done["claims"][0]["id"]).stdout
    assert "1 claims shown again" in kgmem("restore", done["pruning"]).stdout
    assert "0 claims shown again" in kgmem("restore", done["pruning"]).stdout
    assert kgmem.json("prune", "--older-than", "0d", "--erase")["kept"] == 1
