"""What taking back, erasing and pruning changed."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from kgmem.models.base import Standing, Value


class AffectedClaim(Value):
    """A claim before and after an act; `depth` is the shortest derivation from what was taken back."""

    id: str
    statement: str
    depth: int
    standing_before: Standing
    standing_after: Standing
    confidence_before: float
    confidence_after: float
    validity_before: float
    validity_after: float


class ChangedValidity(Value):
    """A claim outside the closure that changed, because what had superseded it, or cut its spells (law T3), does no
    longer."""

    id: str
    statement: str
    validity_before: float
    validity_after: float
    valid_until_before: datetime | None
    valid_until_after: datetime | None
    confidence_before: float
    confidence_after: float


class RetractionResult(Value):
    """What taking something back, or restoring it, changed. `affected` is law R1's closure, changed or not;
    `unsuperseded` are claims outside it whose validity or end changed; `changed` counts all claims that changed.
    `repeated`: it had been taken back, or restored, before, and nothing was recorded (R4)."""

    retraction: str | None
    target: str
    target_kind: str
    dry_run: bool
    repeated: bool
    affected: tuple[AffectedClaim, ...]
    unsuperseded: tuple[ChangedValidity, ...]
    changed: int


class Going(Value):
    """What an erasure would delete: its id, and what it says."""

    kind: Literal["observation", "claim"]
    id: str
    text: str


class ErasureResult(Value):
    """What erasing something deleted for good (law R6), by kind, and which of the claims that stay changed.

    `erasure` is the id of the record, None for a dry run; `purged` says whether the logs of the store were turned over
    as well. A dry run lists the observations and claims that are `going`; afterwards nobody can."""

    erasure: str | None
    target: str
    target_kind: str
    dry_run: bool
    observations: int
    assertions: int
    claims: int
    relations: int
    entities: int
    sources: int
    sessions: int
    topics: int
    affected: tuple[AffectedClaim, ...] = ()
    going: tuple[Going, ...] = ()
    purged: bool = False


class PrunedClaim(Value):
    """A claim that was pruned, as it was: `resting` claims rest on it, and `resting_stand` of these stand."""

    id: str
    statement: str
    standing: Standing
    valid_until: datetime | None
    confidence: float
    resting: int
    resting_stand: int
    erased: bool


class PruneResult(Value):
    """What pruning hid or erased, or what restoring it shows again; of what was to be erased, `kept` is only hidden,
    since something that stays rests on it.

    `pruning` is the id of the act: None for a dry run, and where there was nothing to prune."""

    pruning: str | None
    dry_run: bool
    older_than: str
    below: float
    claims: tuple[PrunedClaim, ...]
    erased: int
    kept: int
    changed: int
