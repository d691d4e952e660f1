"""What claims rest on, when they held, and what speaks against them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from kgmem.models.base import Standing, Value


class Support(Value):
    """One thing an assertion rests on: an observation (with the quote and its source) or another claim."""

    observation: str | None = None
    claim: str | None = None
    external_id: str | None = None
    text: str
    quote: str | None = None
    source: str | None = None
    retracted: bool


class AssertionView(Value):
    """One session's reason for a claim, with what it rests on. `raw_confidence` is the session's own, which the
    `calibration` of its model maps to `confidence` (law C5); `weight` is what counts of that (law R3), `ended_at` since
    when its session gives it no longer."""

    id: str
    session: str
    session_external_id: str
    confidence: float
    raw_confidence: float
    calibration: str | None
    weight: float
    model: str | None
    state: Literal["intact", "partial", "void"]
    world_from: datetime | None
    world_basis: str
    ended_at: datetime | None
    supports: tuple[Support, ...]


class SourceView(Value):
    """A document, tool or speaker."""

    id: str
    kind: str
    external_id: str
    title: str | None


class SharedSource(Value):
    """A source that several reasons of one claim come from (law C2)."""

    source: str
    assertions: tuple[str, ...]


class RelatedClaim(Value):
    """The other claim of an UPDATES or CONTRADICTS, and why: the `rule` of law T3 that says so, or what a session gives
    as `justification`, or the `model` that found it."""

    id: str
    statement: str
    effective_at: datetime | None = None
    justification: str | None = None
    rule: Literal["functional", "inverse_functional", "negation"] | None = None
    model: str | None = None


class ClaimSummary(Value):
    """A claim with its derived figures."""

    id: str
    kind: str
    statement: str
    negated: bool
    standing: Standing
    validity: float
    valid_until: datetime | None
    confidence: float
    confidence_shared: float
    weakest_support: float
    calibrated: bool
    rank: int
    pruned: bool


class Grounded(Value):
    """A claim that the one explained rests on, `depth` steps below it."""

    claim: ClaimSummary
    depth: int
    assertions: tuple[AssertionView, ...]


class Told(Value):
    """A result that can tell of another time (law T8): of the world (`as_of`) and of the store (`known_at`), None for
    the latest. `erased_since` counts what was erased after `known_at`, and is absent."""

    as_of: datetime | None = None
    known_at: datetime | None = None
    erased_since: int = 0


class TakingBack(Value):
    """An act in force, and which of the claims, observations and assertions that are shown it takes back."""

    retraction: str
    target: str
    target_kind: str
    reason: str | None
    by: str | None
    policy: str
    recorded_at: datetime
    covers: tuple[str, ...]


class Verdict(Value):
    """What a person said last of the truth of a claim."""

    id: str
    verdict: bool
    by: str | None
    ground: str | None
    recorded_at: datetime


class Explanation(Told):
    """Provenance of a claim down to quotes and sources. `grounds` are the claims it rests on, each once, nearest first;
    `independent_sources` counts the different root sources of its non-void assertions; `taken_back` are the acts in
    force that take back what is shown, and `verdict` the one that counts."""

    claim: ClaimSummary
    assertions: tuple[AssertionView, ...]
    grounds: tuple[Grounded, ...]
    sources: tuple[SourceView, ...]
    shared_sources: tuple[SharedSource, ...]
    independent_sources: int
    updates: tuple[RelatedClaim, ...]
    updated_by: tuple[RelatedClaim, ...]
    contradicts: tuple[RelatedClaim, ...]
    taken_back: tuple[TakingBack, ...]
    verdict: Verdict | None


class EntityView(Value):
    """A person or thing that claims are about."""

    id: str
    kind: str
    external_id: str
    name: str


class HistoryClaim(Value):
    """A claim as a history lists it; `holds` are its spells [from, until), null where it is open (law T3).
    `superseded_by` tells of each of `updated_by` since when and why."""

    id: str
    kind: str
    statement: str
    holds: tuple[tuple[datetime | None, datetime | None], ...]
    validity: float
    valid_until: datetime | None
    standing: Standing
    confidence: float
    confidence_shared: float
    calibrated: bool
    recorded_at: datetime
    updated_by: tuple[str, ...]
    superseded_by: tuple[RelatedClaim, ...]
    contradicted_by: tuple[str, ...]


class History(Told):
    """What was claimed about an entity, in order of time."""

    entity: EntityView
    claims: tuple[HistoryClaim, ...]


class Conflict(Value):
    """An open contradiction: both claims stand and their times overlap."""

    claim: ClaimSummary
    other: ClaimSummary
    confidence: float
    justification: str | None
    since: datetime | None


class Conflicts(Told):
    """The contradictions that are open."""

    conflicts: tuple[Conflict, ...]


class CommonSource(Value):
    """A source with the number of a claim's reasons that come from it."""

    id: str
    kind: str
    external_id: str
    title: str | None
    assertions: int


class CountedTwice(Value):
    """A claim whose confidence counts a source more than once (laws C2, C3): the sources that several of its reasons
    share, the most shared first, and by how much that raises `confidence` above `confidence_shared`."""

    claim: ClaimSummary
    sources: tuple[CommonSource, ...]
    raised_by: float


class SharedSources(Told):
    """The claims whose two figures part, those that part most first."""

    claims: tuple[CountedTwice, ...]
