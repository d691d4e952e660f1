"""Verdicts on claims, and the calibration of models from them (law C5): each call is one transaction."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import anyio.to_thread

from kgmem import calibration, identity
from kgmem.calibration import UNNAMED, Figures, Fitted, Point
from kgmem.errors import NotFound
from kgmem.graph import derive, rows
from kgmem.graph.missing import missing
from kgmem.graph.store import Row, Store, Transaction
from kgmem.models import Adjudication, CalibrationResult, ModelCalibration, ReliabilityBin


@dataclass(frozen=True)
class Judgement:
    """What is to be recorded: whether `claim` is true, who says so, and on what ground."""

    claim: str
    verdict: bool
    by: str | None
    ground: str | None


async def adjudicate(store: Store, tenant: str, judgement: Judgement) -> Adjudication:
    """Record a verdict; what the same person said before of the claim, and still counts, is not recorded again. Raises
    NotFound or WrongKind, and then nothing changed."""
    return await store.writing(functools.partial(_adjudicate, judgement), tenant, "calibrate.judge")


async def calibrate(store: Store, tenant: str, model: str | None, *, dry_run: bool) -> CalibrationResult:
    """Fit the map of one model, or of every one, to the verdicts, and let what it asserted count by it. Raises NotFound
    for a model that asserted nothing, or MissingExtra."""
    work = functools.partial(_calibrate, model, dry_run)
    return await store.writing(work, tenant, "calibrate.record", keep=not dry_run)


async def _adjudicate(judgement: Judgement, tx: Transaction) -> Adjudication:
    await tx.lock(known=True)
    found = await tx.run("calibrate.claim", id=judgement.claim)
    if not found:
        raise await missing(tx, judgement.claim, "claim", field="claim", acting=True)
    claim = found[0]
    before: Row | None = claim["standing"]
    changed = before is None or (before["verdict"], before["by"]) != (judgement.verdict, judgement.by)
    if changed:
        id = identity.verdict_id(tx.tenant, judgement.claim, claim["verdicts"])
        await tx.run(
            "calibrate.judge", id=id, claim=judgement.claim, verdict=judgement.verdict, by=judgement.by,
            ground=judgement.ground,
        )  # fmt: skip
        (claim,) = await tx.run("calibrate.claim", id=judgement.claim)
    return Adjudication(
        **claim["standing"],
        claim=judgement.claim,
        statement=claim["statement"],
        supersedes=before["id"] if before and changed else None,
        changed=changed,
    )


async def _calibrate(model: str | None, dry_run: bool, tx: Transaction) -> CalibrationResult:
    await tx.lock(known=True)
    asserted = {row["model"]: row["assertions"] for row in await tx.run("calibrate.models", unnamed=UNNAMED)}
    if model is not None and model not in asserted:
        known = ", ".join(asserted) or "no model"
        raise NotFound(f"no model {model!r} asserted anything in tenant {tx.tenant!r}; {known} did")
    points: dict[str, list[Point]] = defaultdict(list)
    for row in await tx.run("calibrate.points", unnamed=UNNAMED):
        points[row["model"]].append(Point(row["claim_id"], row["raw_confidence"], row["verdict"]))
    standing = {row["model"]: row for row in await tx.run("calibrate.in_force")}
    chosen = asserted if model is None else [model]
    done = [await _of_model(tx, one, points[one], standing.get(one)) for one in chosen]
    return CalibrationResult(models=tuple(done), dry_run=dry_run, plot=None)


async def _of_model(tx: Transaction, model: str, points: list[Point], standing: Row | None) -> ModelCalibration:
    fitted, held = await anyio.to_thread.run_sync(functools.partial(_fit, points))
    raw = [one.raw for one in points]
    before = calibration.figures(points, raw) if points else None
    after = calibration.figures(points, held) if fitted else None
    digest = calibration.digest(points)
    changed = fitted is not None if standing is None else fitted is None or standing["points_hash"] != digest
    version, affected = standing, 0
    if changed:
        version = await _record(tx, model, fitted, points, digest, {"before": before, "after": after})
        affected = await _recompute(tx, model, fitted, version)
    return ModelCalibration(
        model=model,
        method=version["method"] if version else "none",
        calibration=version["id"] if version else None,
        version=version["version"] if version else None,
        parameters=tuple(version["parameters"]) if version else (),
        verdicts=_verdicts(points),
        assertions=len(points),
        brier_before=before and before.brier,
        brier_after=after and after.brier,
        ece_before=before and before.ece,
        ece_after=after and after.ece,
        bins_before=_bins(points, raw),
        bins_after=_bins(points, held) if fitted else (),
        changed=changed,
        affected=affected,
    )


def _fit(points: list[Point]) -> tuple[Fitted | None, list[float]]:
    """The map, and the confidence of each point by one that does not know its verdict."""
    return calibration.fit(points), calibration.held_out(points)


def _verdicts(points: list[Point]) -> int:
    return len({one.claim for one in points})


def _bins(points: list[Point], confidences: list[float]) -> tuple[ReliabilityBin, ...]:
    return tuple(ReliabilityBin(**one._asdict()) for one in calibration.bins(points, confidences))


async def _record(
    tx: Transaction, model: str, fitted: Fitted | None, points: list[Point], digest: str,
    figures: Mapping[str, Figures | None],
) -> Row | None:  # fmt: skip
    """End what is in force, and record the new version, where there is one."""
    await tx.run("calibrate.end", model=model)
    if fitted is None:
        return None
    number = (await tx.run("calibrate.versions", model=model))[0]["versions"] + 1
    id = identity.calibration_id(tx.tenant, model, number)
    kept = {"version": number, "method": fitted.method, "parameters": list(fitted.parameters), "points_hash": digest}
    kept |= {"verdicts": _verdicts(points), "assertions": len(points)}
    for when, one in figures.items():
        kept |= {f"{name}_{when}": value for name, value in (one._asdict() if one else {}).items()}
    await tx.run("calibrate.record", id=id, model=model, properties=kept)
    return {"id": id, **kept}


async def _recompute(tx: Transaction, model: str, fitted: Fitted | None, version: Row | None) -> int:
    """Map what the model asserted, and bring up to date what rests on that; how many claims changed."""
    mapped, touched = [], set()
    for row in await tx.run("calibrate.assertions", model=model, unnamed=UNNAMED):
        raw = row["raw_confidence"]
        now = raw if fitted is None else calibration.apply(fitted, raw)
        mapped.append({"assertion_id": row["assertion_id"], "confidence": now})
        if now != row["confidence"]:
            touched.add(row["claim_id"])
    for batch in rows.batches(mapped):
        await tx.run("calibrate.apply", calibration=version and version["id"], rows=batch)
    changes = await derive.recompute(tx, await derive.above(tx, touched)) if touched else derive.Changes()
    return len({*changes.standing, *changes.confidence, *changes.validity, *changes.valid_until})
