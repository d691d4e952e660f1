"""What answers, recalls and saved queries give."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from kgmem.models.base import RelationType, Standing, Status, Value, Warning_


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


class QueryResult(Value):
    """Columns and rows of a saved query."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
