"""The frozen values that cross the API: sessions going in, results coming out.

Times are aware datetimes in UTC and serialise as ISO 8601 with Z. Ids are the store's; `external_id` is the caller's.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kgmem.anchors import DateOrder, Interval

SessionState = Literal["stored", "unchanged", "failed", "rejected"]
Standing = Literal["supported", "weakened", "unsupported"]
Status = Literal["answered", "past", "disputed", "unknown"]
RelationType = Literal["CAUSES", "ENABLES", "PREVENTS", "BEFORE", "UPDATES", "CONTRADICTS"]


class Value(BaseModel):
    """Base of all of them: frozen, no field beyond those declared."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# ---- going in ----


class SourceRef(Value):
    """Document, tool or speaker that a message comes from."""

    kind: Literal["document", "tool", "speaker"]
    external_id: str
    title: str | None = None
    uri: str | None = None
    published_at: Interval | None = None


class Message(Value):
    """One message as it was seen. `id` is the caller's, or None where it gave none and the position stands for it.

    `date_order` is what comes first in its dates such as 03/04/2024, where that is known; it is no part of a message
    where it is not, so that what was stored before stays the same input."""

    id: str | None
    speaker: str
    role: Literal["user", "assistant", "tool"] | None = None
    text: str
    sent_at: datetime | None
    source: SourceRef
    locator: str | None = None
    date_order: DateOrder | None = Field(None, exclude_if=lambda order: order is None)


class Warning_(Value):
    """Something kgmem did or left undone that the caller should know; `code` is documented in the README."""

    code: str
    detail: str


class Recalled(Value):
    """Recalled memory that came back in a transcript and was taken out (case C42).

    `before` counts the messages that stayed and come before the one it stood in; `message` is the id of that, `whole`
    says that it was nothing else. `ids` are the claims and observations that were recalled, `texts` what they say.
    """

    before: int
    message: str | None
    whole: bool
    ids: tuple[str, ...]
    texts: tuple[str, ...]


class Session(Value):
    """One conversation or one agent task, read and normalised; `claims` and `relations` are still unchecked items.

    `brings_claims` tells a session without claims of its own (which a distiller may read) from one that brings none.
    `recalled` is what kgmem had recalled of itself into it, which is no part of its messages.
    """

    external_id: str
    kind: Literal["conversation", "task"]
    group: str | None
    title: str | None
    started_at: datetime | None
    ended_at: datetime | None
    timezone: str | None
    messages: tuple[Message, ...]
    brings_claims: bool
    claims: tuple[Any, ...] = ()
    relations: tuple[Any, ...] = ()
    recalled: tuple[Recalled, ...] = ()
    warnings: tuple[Warning_, ...] = ()


# ---- coming out ----


class RejectedItem(Value):
    """A claim or relation that was not stored: `item` is its id or place in the session, `code` says why."""

    item: str
    code: str
    detail: str


class Links(Value):
    """What linking a session looked at: claims of other sessions near its own (`candidates`), pairs that passed the
    gate (`gated`) and how many of these were left out (`cut`)."""

    candidates: int = 0
    gated: int = 0
    cut: int = 0


class SessionResult(Value):
    """What became of one session. `reason` says why it is not stored; its code stands before the colon. `relations` are
    those it states and those that linking found."""

    external_id: str
    id: str
    state: SessionState
    reason: str | None = None
    claims: int = 0
    events: int = 0
    relations: int = 0
    rejected: tuple[RejectedItem, ...] = ()
    warnings: tuple[Warning_, ...] = ()
    model_calls: int = 0
    links: Links = Links()


class IngestTotals(Value):
    """Sums over the sessions of an ingest; claims, events and relations are those stored by it. Tokens are those that
    the chat model told of; `model_seconds` adds up its calls, also those that went on at once."""

    sessions: int
    stored: int
    unchanged: int
    failed: int
    rejected: int
    notes: int
    claims: int
    events: int
    relations: int
    rejected_items: int
    warnings: int
    model_calls: int
    model_repairs: int
    input_tokens: int
    output_tokens: int
    model_seconds: float


class IngestResult(Value):
    """What an ingest did, session by session in the order given."""

    sessions: tuple[SessionResult, ...]
    totals: IngestTotals


class LinkResult(Value):
    """What `link` came to: sessions linked, what was looked at, relations found, calls of the model."""

    rebuilt: bool
    sessions: int
    links: Links
    relations: int
    model_calls: int
    warnings: tuple[Warning_, ...]


class TopicSize(Value):
    """A topic, and how many sessions are in it."""

    id: str
    label: str
    sessions: int


class Topics(Value):
    """The topics of a tenant, the largest first."""

    topics: tuple[TopicSize, ...]
    model_calls: int = 0
    warnings: tuple[Warning_, ...] = ()


class ClaimView(Value):
    """A claim as an answer shows it. `confidence` is C1, `confidence_shared` C3; `weakest_support` is the least
    confidence along its support chain; `calibrated` says whether its models' confidences were mapped to verdicts. It
    has held since `since`, a time as coarse as `grain` (second to year). `seed` names the family that brought it. Of
    kind `summary` it is what a session's model said of it, goes by the session's id and `rests_on` its claims."""

    id: str
    kind: str
    statement: str
    validity: float
    valid_until: datetime | None
    standing: Standing
    confidence: float
    confidence_shared: float
    weakest_support: float
    calibrated: bool
    contradicted_by: tuple[str, ...]
    updated_by: tuple[str, ...]
    score: float
    seed: str
    since: datetime | None = None
    grain: str | None = None
    rests_on: tuple[str, ...] = ()


class NoteView(Value):
    """A message as an answer shows it. `seed` names the search that ranked it best."""

    id: str
    external_id: str
    session: str
    session_external_id: str
    group: str | None
    speaker: str
    text: str
    sent_at: datetime | None
    score: float
    seed: str


class PathParts(Value):
    """The signals of a path (law P3), each at most 1: relevance of its notes, confidence of its relations, order in
    time, and the least validity of its claims."""

    ns: float
    pc: float
    tc: float
    uv: float


class PathEvent(Value):
    """A claim on a path as it stands at the time asked about; `notes` are those it rests on."""

    id: str
    kind: str
    statement: str
    since: datetime | None
    grain: str | None
    validity: float
    valid_until: datetime | None
    updated_by: tuple[str, ...]
    notes: tuple[str, ...]


class PathRelation(Value):
    """What joins two claims of a path, from the claim `start` to the claim `end` in whatever direction it is walked."""

    type: RelationType
    start: str
    end: str
    confidence: float
    justification: str | None


class EvidencePath(Value):
    """Claims that relations join, each to the next, with what the path is worth for the question (law P3)."""

    score: float
    parts: PathParts
    events: tuple[PathEvent, ...]
    relations: tuple[PathRelation, ...]


class TracedPath(Value):
    """A path that shows how an answer came about, and what makes its score: how like it is to answer and question (as
    cosines), the parts PC and TC of the path, and whether its claims name what the answer names."""

    score: float
    answer_similarity: float
    question_similarity: float
    shares_entities: bool
    path: EvidencePath


class PathCuts(Value):
    """What a search for paths left out (law P2): claims found that it did not start from (`seeds`), relations of hubs
    that it did not follow (`hubs`), paths that were too weak to go on (`beam`), paths that would go on beyond the last
    hop (`hops`), and paths found that are near-identical to a better one or too many (`paths`)."""

    seeds: int = 0
    hubs: int = 0
    beam: int = 0
    hops: int = 0
    paths: int = 0

    @property
    def any(self) -> bool:
        """Whether the search saw less than all there is."""
        return bool(self.seeds or self.hubs or self.beam or self.hops)


class Found(Value):
    """What was found for a question, best first: what a recall and an answer have in common. `as_of`, `known_at` and
    `erased_since` as in Told."""

    status: Status
    plan: str
    claims: tuple[ClaimView, ...]
    paths: tuple[EvidencePath, ...]
    path_cuts: PathCuts
    notes: tuple[NoteView, ...]
    citations: tuple[str, ...]
    dropped_citations: int
    as_of: datetime | None
    known_at: datetime | None
    erased_since: int
    tokens: int
    truncated: bool
    timings_ms: Mapping[str, float]


class Recall(Found):
    """What an agent would be given for a question: `context` is the text, the rest is what it was made of."""

    context: str


class Answer(Found):
    """The answer to a question, with what it rests on; `citations` are the ids that its numbers stand for, in order.
    `model` is the chat model and the prompt that it was written by, None where it is drawn from the evidence; `trace`
    has the paths that show how it came about, where they were asked for."""

    answer: str
    model: str | None = None
    model_calls: int = 0
    trace: tuple[TracedPath, ...] = ()
    warnings: tuple[Warning_, ...] = ()


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


class MissedMessage(Value):
    """A message that no claim rests on; `signals` are what made its score (see coverage.py)."""

    id: str
    external_id: str
    position: int
    speaker: str
    text: str
    score: int
    signals: tuple[str, ...]


class SessionCoverage(Value):
    """How many of a session's live messages claims rest on. `share` is None where it has none; `uncovered` are the
    others, those that look most worth claiming first, and `left_out` counts those beyond the limit."""

    id: str
    external_id: str
    title: str | None
    started_at: datetime | None
    messages: int
    covered: int
    share: float | None
    uncovered: tuple[MissedMessage, ...]
    left_out: int


class Coverage(Value):
    """What of the sessions claims rest on, in order of their start, and the sums over them."""

    sessions: tuple[SessionCoverage, ...]
    messages: int
    covered: int
    share: float | None


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


class QueryResult(Value):
    """Columns and rows of a saved query."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
