"""Verdicts, and what calibrations made of them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from kgmem.models.base import Value


class Adjudication(Value):
    """The verdict on a claim that counts. `changed` is false where it was on record before; `supersedes` names the one
    that it ended."""

    id: str
    claim: str
    statement: str
    verdict: bool
    by: str | None
    ground: str | None
    recorded_at: datetime
    supersedes: str | None
    changed: bool


class ReliabilityBin(Value):
    """Reasons of about one confidence: its mean, the share of them that is true, the verdicts that they stand for."""

    confidence: float
    truth: float
    verdicts: float


class ModelCalibration(Value):
    """How one model's confidences are mapped (law C5), by `method` none, platt or isotonic.

    `assertions` are the reasons it gave for claims with verdicts; `brier`, `ece` (expected calibration error) and
    `bins` hold their confidences against the truth, before the map and after one that was fitted without them.
    `changed` says that the map is a new version, or that one ended; `affected` counts the claims that this changed.
    """

    model: str
    method: Literal["none", "platt", "isotonic"]
    calibration: str | None
    version: int | None
    parameters: tuple[float, ...]
    verdicts: int
    assertions: int
    brier_before: float | None
    brier_after: float | None
    ece_before: float | None
    ece_after: float | None
    bins_before: tuple[ReliabilityBin, ...]
    bins_after: tuple[ReliabilityBin, ...]
    changed: bool
    affected: int


class CalibrationResult(Value):
    """What calibrating did, by model; `plot` is the file of the reliability plot."""

    models: tuple[ModelCalibration, ...]
    dry_run: bool
    plot: str | None
