"""What storing, linking and covering sessions came to."""

from __future__ import annotations

from datetime import datetime

from kgmem.models.base import SessionState, Value, Warning_


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
