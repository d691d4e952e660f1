"""Law C5 on a real store: verdicts, the calibration of models from them, and what becomes of what they asserted."""

from __future__ import annotations

import math
import random
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from support import Server, document, fact, message, rows, session, snapshot

from kgmem import AsyncMemory
from kgmem.calibration import FEWEST, Fitted, apply, in_force, version
from kgmem.confidence import Reason, combined, shared
from kgmem.embedding import Embeddings
from kgmem.errors import InputError, NotFound, TenantNotFound, UsageError, WrongKind

from .command import Command

LEVELS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
CLAIMS = 40
MODEL = "some-model"

ASSERTIONS = """MATCH (c:Claim {tenant: $tenant})-[:ASSERTED_BY]->(a:Assertion)
RETURN c.id AS claim, a.id AS id, a.session_id AS session, a.model AS model, a.raw_confidence AS raw, a.state AS state,
       a.confidence AS confidence, a.calibration AS calibration, a.source_ids AS sources ORDER BY id"""
FIGURES = """MATCH (c:Claim {tenant: $tenant}) RETURN c.id AS id, c.confidence AS confidence,
       c.confidence_shared AS shared, c.weakest_support AS weakest ORDER BY id"""
VERDICTS = """MATCH (v:Verdict {tenant: $tenant})-[:JUDGES]->(c:Claim)
RETURN v.id AS id, v.verdict AS verdict, v.by AS by, v.ground AS ground, v.ended_at IS NULL AS counts, c.id AS claim
ORDER BY v.recorded_at"""
CALIBRATIONS = """MATCH (k:Calibration {tenant: $tenant}) RETURN properties(k) AS k ORDER BY k.recorded_at"""


def plant(seed: int) -> list[dict[str, Any]]:
    """Four sessions that read three drawings: a model states forty facts, some twice, some resting on others; another
    model and a session that names none say some of the same."""
    drawn = random.Random(seed)
    found = []
    for number in range(4):
        messages = [message(f"m{place}", "it relates", source=document(f"D-{place}")) for place in range(3)]
        claims = []
        for place in range(CLAIMS):
            if place % 4 != number and drawn.random() < 0.6:
                continue
            support = [f"m{drawn.randrange(3)}"]
            if place % 4 == number and place >= 8 and drawn.random() < 0.3:
                support = [f"c{place - 4}"]
            model = MODEL if place % 4 == number else drawn.choice([MODEL, "other", None])
            claims.append(fact(f"c{place}", support, drawn.choice(LEVELS), f"thing {place}", statement="it relates"))
            claims[-1] |= {"model": model} if model else {}
        found.append(session(f"s{number}", messages, claims))
    return found


async def claims_of(memory: AsyncMemory) -> list[str]:
    """The claims of the tenant in the order of their subjects."""
    text = (
        """MATCH (c:Claim {tenant: $tenant})-[:ABOUT {role: 'subject'}]->(e:Entity) RETURN c.id AS id, e.name AS name"""
    )
    found = await rows(memory, text)
    return [row["id"] for row in sorted(found, key=lambda row: int(row["name"].split()[1]))]


async def judge(memory: AsyncMemory, ids: list[str], seed: int = 0) -> None:
    """Verdicts on these claims: half of them true, whatever was said of them."""
    drawn = random.Random(seed)
    for id in ids:
        await memory.adjudicate(id, drawn.random() < 0.5, by="ann")


@pytest.fixture
async def judged(memory: AsyncMemory) -> AsyncMemory:
    """Forty claims with verdicts, nothing calibrated yet."""
    result = await memory.ingest(plant(1))
    assert result.totals.rejected_items == 0
    await judge(memory, await claims_of(memory))
    return memory


async def the_map(memory: AsyncMemory) -> Fitted:
    (found,) = [row for row in (await memory.query("calibrate.in_force")).rows if row[1] == MODEL]
    return Fitted(found[3], tuple(found[4]))


async def assert_figures_follow(memory: AsyncMemory, fitted: Fitted | None) -> None:
    """C1, C3 and C5 from nothing: every confidence is what the map gives for what the model said, and every figure
    what the laws give for these."""
    found = await rows(memory, ASSERTIONS)
    reasons: dict[str, list[Reason]] = {}
    for row in found:
        mapped = fitted is not None and row["model"] == MODEL
        expected = apply(fitted, row["raw"]) if fitted is not None and mapped else row["raw"]
        assert row["confidence"] == expected
        assert (row["calibration"] is not None) == mapped
        of_claim = reasons.setdefault(row["claim"], [])
        if row["state"] != "void":
            of_claim.append(Reason(row["session"], expected, tuple(row["sources"])))
    for claim in await rows(memory, FIGURES):
        assert claim["confidence"] == pytest.approx(combined(reasons[claim["id"]]), abs=1e-12)
        assert claim["shared"] == pytest.approx(shared(reasons[claim["id"]]), abs=1e-12)
        assert claim["weakest"] <= claim["confidence"]


# ---- verdicts ----


async def test_a_verdict_keeps_who_judged_and_on_what_ground(memory: AsyncMemory) -> None:
    """The same again changes nothing; another takes its place, and both stay on record."""
    await memory.ingest(session("s", [message("m", "alpha relates to beta")], [fact("c", "m")]))
    (id,) = [claim.id for claim in (await memory.history("alpha")).claims]
    first = await memory.adjudicate(id, True, by="ann", ground="seen on site")
    assert (first.claim, first.statement, first.verdict, first.by) == (id, "alpha relates to beta", True, "ann")
    assert (first.ground, first.supersedes, first.changed) == ("seen on site", None, True)
    before = await snapshot(memory, clocks=True)
    again = await memory.adjudicate(id, True, by="ann", ground="seen again")
    assert again == first.model_copy(update={"changed": False})
    assert await snapshot(memory, clocks=True) == before
    other = await memory.adjudicate(id, True, by="bob")
    third = await memory.adjudicate(id, False, by="ann")
    assert (other.supersedes, third.supersedes) == (first.id, other.id)
    kept = [(row["verdict"], row["by"], row["counts"]) for row in await rows(memory, VERDICTS)]
    assert kept == [(True, "ann", False), (True, "bob", False), (False, "ann", True)]
    assert (await memory.adjudicate(id, False, by="ann")).id == third.id


async def test_a_verdict_is_of_a_claim_of_this_tenant(
    memory: AsyncMemory, server: Server, embeddings: Embeddings
) -> None:
    """Unknown, of another kind, of another tenant, neither true nor false: an error that changes nothing."""
    stored = await memory.ingest(session("s", [message("m", "alpha relates to beta")], [fact("c", "m")]))
    (id,) = [claim.id for claim in (await memory.history("alpha")).claims]
    before = await snapshot(memory)
    with pytest.raises(NotFound, match="nothing was changed"):
        await memory.adjudicate("clm-unknown", True)
    with pytest.raises(WrongKind, match="session"):
        await memory.adjudicate(stored.sessions[0].id, True)
    with pytest.raises(UsageError, match="neither true nor false"):
        await memory.adjudicate(id, "true")  # type: ignore[arg-type]
    async with AsyncMemory.open(f"{memory.tenant}-x", settings=server.settings(), embeddings=embeddings) as other:
        with pytest.raises(NotFound):
            await other.adjudicate(id, True)
        with pytest.raises(TenantNotFound):
            await other.calibrate()
    assert await snapshot(memory) == before
    verdict = await memory.adjudicate(id, True)
    with pytest.raises(WrongKind, match="verdict"):
        await memory.adjudicate(verdict.id, True)


# ---- calibrations ----


async def test_below_the_stated_number_nothing_is_calibrated(memory: AsyncMemory) -> None:
    """The figures of what was said are told, and nothing is changed."""
    await memory.ingest(plant(1))
    await judge(memory, (await claims_of(memory))[: FEWEST - 1])
    before = await snapshot(memory)
    result = await memory.calibrate(MODEL)
    (model,) = result.models
    assert (model.method, model.calibration, model.version, model.changed, model.affected) == (
        "none",
        None,
        None,
        False,
        0,
    )
    assert (model.verdicts, model.brier_after, model.ece_after) == (FEWEST - 1, None, None)
    assert model.brier_before is not None
    assert await snapshot(memory) == before


@pytest.mark.parametrize("seed", range(3))
async def test_every_figure_is_that_of_the_laws_over_mapped_confidences(memory: AsyncMemory, seed: int) -> None:
    """C1, C3, C5, with claims that rest on claims, shared sources, and other models beside it."""
    await memory.ingest(plant(seed))
    await assert_figures_follow(memory, None)
    await judge(memory, await claims_of(memory), seed)
    result = await memory.calibrate()
    models = {one.model: one for one in result.models}
    assert set(models) == {MODEL, "other", "session"}
    assert models[MODEL].changed
    assert models[MODEL].affected > 0
    fitted = await the_map(memory)
    assert (fitted.method, fitted.parameters) == (models[MODEL].method, models[MODEL].parameters)
    assert {name for name, one in models.items() if one.changed} == {MODEL}
    await assert_figures_follow(memory, fitted)
    raws = {row["raw"] for row in await rows(memory, ASSERTIONS)}
    assert raws == set(LEVELS)


async def test_an_overconfident_model_is_nearer_to_the_truth_after(judged: AsyncMemory) -> None:
    """Half of what is said at .5 to 1 is true: held-out figures say so, and nothing counts for 1 any more."""
    (model,) = (await judged.calibrate(MODEL)).models
    assert model.method == "platt"
    assert model.brier_after < model.brier_before  # type: ignore[operator]
    assert model.ece_after < model.ece_before  # type: ignore[operator]
    assert sum(one.verdicts for one in model.bins_before) == pytest.approx(CLAIMS)
    assert sum(one.verdicts for one in model.bins_after) == pytest.approx(CLAIMS)
    found = [row["confidence"] for row in await rows(judged, ASSERTIONS) if row["model"] == MODEL]
    assert max(found) < 1
    (stored,) = [row["k"] for row in await rows(judged, CALIBRATIONS)]
    assert stored["brier_after"] == model.brier_after
    assert stored["verdicts"] == model.verdicts == CLAIMS


async def test_the_same_verdicts_again_make_no_new_version(judged: AsyncMemory) -> None:
    """I2 for calibrations; so do verdicts by somebody else that say the same."""
    first = (await judged.calibrate(MODEL)).models[0]
    before = await snapshot(judged, clocks=True)
    again = (await judged.calibrate(MODEL)).models[0]
    assert again == first.model_copy(update={"changed": False, "affected": 0})
    assert await snapshot(judged, clocks=True) == before
    verdicts = await rows(judged, VERDICTS)
    await judged.adjudicate(verdicts[0]["claim"], verdicts[0]["verdict"], by="bob")
    assert not (await judged.calibrate(MODEL)).models[0].changed


async def test_a_dry_run_says_the_same_and_changes_nothing(judged: AsyncMemory) -> None:
    before = await snapshot(judged, clocks=True)
    planned = await judged.calibrate(MODEL, dry_run=True)
    assert await snapshot(judged, clocks=True) == before
    done = await judged.calibrate(MODEL)
    assert planned.dry_run
    assert planned.models == done.models


async def test_other_verdicts_make_a_new_version_of_what_was_said_at_first(judged: AsyncMemory) -> None:
    """The map is applied to what the model said, never to what a map before it made of that."""
    first = (await judged.calibrate(MODEL)).models[0]
    verdicts = await rows(judged, VERDICTS)
    for row in verdicts[:10]:
        await judged.adjudicate(row["claim"], not row["verdict"], by="ann")
    second = (await judged.calibrate(MODEL)).models[0]
    assert (first.version, second.version, second.changed) == (1, 2, True)
    assert second.parameters != first.parameters
    await assert_figures_follow(judged, await the_map(judged))
    ended = [row["k"].get("ended_at") for row in await rows(judged, CALIBRATIONS)]
    assert [at is None for at in ended] == [False, True]
    for row in verdicts[:10]:
        await judged.adjudicate(row["claim"], row["verdict"], by="ann")
    third = (await judged.calibrate(MODEL)).models[0]
    assert (third.version, third.parameters) == (3, first.parameters)


async def test_a_model_with_too_few_verdicts_left_counts_as_it_speaks(judged: AsyncMemory) -> None:
    """Where all verdicts become true, nothing can be fitted: the calibration ends and what was said counts again."""
    before = await rows(judged, FIGURES)
    await judged.calibrate(MODEL)
    assert await rows(judged, FIGURES) != before
    for row in await rows(judged, VERDICTS):
        await judged.adjudicate(row["claim"], True, by="ann")
    ended = (await judged.calibrate(MODEL)).models[0]
    assert (ended.method, ended.calibration, ended.changed) == ("none", None, True)
    assert await rows(judged, FIGURES) == before
    await assert_figures_follow(judged, None)
    assert not (await judged.calibrate(MODEL)).models[0].changed


async def test_the_calibration_in_force_at_a_time_is_found_in_the_store_as_the_law_says(judged: AsyncMemory) -> None:
    """T8: between two versions the first, from the second on the second."""
    await judged.calibrate(MODEL)
    row = (await rows(judged, VERDICTS))[0]
    await judged.adjudicate(row["claim"], not row["verdict"], by="ann")
    await judged.calibrate(MODEL)
    stored = [version(one["k"] | {"ended_at": one["k"].get("ended_at")}) for one in await rows(judged, CALIBRATIONS)]
    known = [
        one._replace(recorded_at=one.recorded_at.to_native(), ended_at=one.ended_at and one.ended_at.to_native())  # type: ignore[attr-defined]
        for one in stored
    ]
    tick = timedelta(microseconds=1)
    times = [moment + step for one in known for moment in (one.recorded_at,) for step in (-tick, 0 * tick, tick)]
    for at in times:
        found = (await judged.query("calibrate.in_force", known_at=at.isoformat())).rows
        expected = in_force(known, MODEL, at)
        assert [one[0] for one in found] == ([expected.id] if expected else [])
    assert {in_force(known, MODEL, at) for at in times} == {None, *known}


# ---- what goes on afterwards ----


@pytest.mark.parametrize("policy", ["dispute", "lower", "remove"])
async def test_restoring_after_a_calibration_is_the_exact_inverse(judged: AsyncMemory, policy: str) -> None:
    """R4: what was retracted before or after counts as it is mapped when it comes back."""
    source = (await judged.query("audit.resting_on_source", source="D-1")).rows[0][0]
    early = await judged.retract(source, policy=policy)
    await judged.calibrate(MODEL)
    fitted = await the_map(judged)
    assert early.retraction is not None
    await judged.restore(early.retraction)
    await assert_figures_follow(judged, fitted)
    before = [line for line in await snapshot(judged) if '"Retraction"' not in line]
    late = await judged.retract((await judged.ingest(plant(1)[0])).sessions[0].id, policy=policy)
    assert late.retraction is not None
    if policy == "dispute":
        await assert_figures_follow(judged, fitted)
    await judged.restore(late.retraction)
    after = [line for line in await snapshot(judged) if '"Retraction"' not in line]
    assert after == before


async def test_what_a_calibrated_model_says_later_is_mapped_at_once(judged: AsyncMemory) -> None:
    """C5, I2: in new sessions and in sessions that change; the same input again changes nothing, and reasons keep
    their ids, which hold what was said."""
    ids = {row["id"] for row in await rows(judged, ASSERTIONS)}
    await judged.calibrate(MODEL)
    fitted = await the_map(judged)
    before = await snapshot(judged)
    assert {one.state for one in (await judged.ingest(plant(1))).sessions} == {"unchanged"}
    assert await snapshot(judged) == before
    said = [fact("c0", "m", 0.87, "thing 0", model=MODEL, statement="it relates"),
            fact("c1", "m", 0.87, "something new", model=MODEL, statement="it relates")]  # fmt: skip
    await judged.ingest(session("later", [message("m", "it relates")], said))
    await assert_figures_follow(judged, fitted)
    changed = plant(1)[1]
    changed["messages"].append(message("m9", "and more"))
    assert (await judged.ingest(changed)).sessions[0].reason == "session_changed: 1 messages new, 0 gone"
    await assert_figures_follow(judged, fitted)
    assert ids < {row["id"] for row in await rows(judged, ASSERTIONS)}
    assert math.isclose((await judged.history("something new")).claims[0].confidence, apply(fitted, 0.87))


async def test_verdicts_of_one_tenant_say_nothing_of_another(
    judged: AsyncMemory, server: Server, embeddings: Embeddings
) -> None:
    """I4."""
    async with AsyncMemory.open(f"{judged.tenant}-x", settings=server.settings(), embeddings=embeddings) as other:
        await other.ingest(plant(1))
        before = await snapshot(other)
        assert {one.verdicts for one in (await other.calibrate()).models} == {0}
        await judged.calibrate()
        assert await snapshot(other) == before


async def test_a_model_that_asserted_nothing_is_not_found(judged: AsyncMemory) -> None:
    with pytest.raises(NotFound, match=f"other, session, {MODEL} did"):
        await judged.calibrate("some-modle")


async def test_the_plot_is_a_picture(judged: AsyncMemory, tmp_path: Path) -> None:
    """A panel for each model with verdicts; what cannot be drawn is said before anything is done."""
    with pytest.raises(UsageError, match=r"\.png"):
        await judged.calibrate(plot=tmp_path / "plot.txt")
    with pytest.raises(InputError, match="folder"):
        await judged.calibrate(plot=tmp_path / "nowhere" / "plot.png")
    assert await rows(judged, CALIBRATIONS) == []
    file = tmp_path / "plot.png"
    result = await judged.calibrate(plot=file)
    assert result.plot == str(file)
    assert file.read_bytes().startswith(b"\x89PNG")


# ---- as people meet it ----


async def test_every_view_says_whether_a_confidence_is_calibrated(judged: AsyncMemory, kgmem: Command) -> None:
    """C5: a claim is calibrated where all reasons that count are of calibrated models."""
    found = {row["claim"] for row in await rows(judged, ASSERTIONS)}
    mixed = {row["claim"] for row in await rows(judged, ASSERTIONS) if row["model"] != MODEL}
    (plain, other), subjects = (
        (min(found - mixed), min(mixed)),
        dict(zip(await claims_of(judged), range(CLAIMS), strict=True)),
    )

    async def shown(id: str) -> set[bool]:
        history = await judged.history(f"thing {subjects[id]}")
        recalled = await judged.recall("relates", notes=5)
        views = [one.calibrated for one in (*history.claims, *recalled.claims) if one.id == id]
        return {(await judged.explain(id)).claim.calibrated, *views}

    assert await shown(plain) == await shown(other) == {False}
    assert "confidence" in (text := kgmem("explain", plain, tenant=judged.tenant).stdout)
    assert text.count("uncalibrated") == text.count("confidence")
    await judged.calibrate(MODEL)
    assert (await shown(plain), await shown(other)) == ({True}, {False})
    explained = await judged.explain(plain)
    for one in explained.assertions:
        assert one.calibration is not None
        assert one.confidence == apply(await the_map(judged), one.raw_confidence)
    text = kgmem("explain", plain, tenant=judged.tenant).stdout
    assert text.splitlines()[1].endswith(", calibrated")
    assert f", calibrated from {explained.assertions[0].raw_confidence:.3g}" in text
    assert "calibrated]" in kgmem("history", f"thing {subjects[plain]}", tenant=judged.tenant).stdout


async def test_people_judge_and_calibrate_on_the_command_line(memory: AsyncMemory, kgmem: Command, tenant: str) -> None:
    await memory.ingest(plant(1))
    ids = await claims_of(memory)
    judged = kgmem.json("adjudicate", ids[0], "--verdict", "true", "--ground", "seen", tenant=tenant)
    assert (judged["verdict"], judged["ground"], judged["changed"]) == (True, "seen", True)
    assert judged["by"]
    told = kgmem("adjudicate", ids[0], "--verdict", "false", "--by", "ann", tenant=tenant).stdout
    assert told.startswith("it relates: false by ann  vrd-")
    assert "neither true nor false" in kgmem.error("adjudicate", ids[0], "--verdict", "yes", code=2, tenant=tenant)
    kgmem.error("adjudicate", "clm-unknown", "--verdict", "true", code=3, tenant=tenant)
    told = kgmem("calibrate", "--model", MODEL, tenant=tenant).stdout
    assert told.startswith(f"{MODEL}: not calibrated, 1 verdicts")
    await judge(memory, ids)
    dry = kgmem.json("calibrate", "--dry-run", tenant=tenant)
    assert {one["model"]: one["method"] for one in dry["models"]}[MODEL] == "platt"
    told = kgmem("calibrate", "--model", MODEL, "--plot", "plot.png", tenant=tenant).stdout
    assert f"{MODEL}: version 1, platt, {CLAIMS} verdicts" in told
    assert "on verdicts held out" in told
    assert "Reliability plot: plot.png" in told
    assert "unchanged" in kgmem("calibrate", "--model", MODEL, tenant=tenant).stdout
