"""What the check of a session is told of the store, and what it finds. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kgmem.anchors import Interval
from kgmem.distill.grounds import Ground, World
from kgmem.distill.items import ClaimItem
from kgmem.models import RejectedItem, Warning_
from kgmem.rivals import Rivalries


@dataclass(frozen=True)
class KnownClaim:
    """A claim of the store: its rank, what all its assertions rest on, and its world times."""

    statement: str
    rank: int
    ground: Ground
    worlds: tuple[Interval, ...] = ()


@dataclass(frozen=True)
class KnownObservation:
    """An observation of the store: its text and what it is from."""

    text: str
    ground: Ground


@dataclass(frozen=True)
class Known:
    """What the store knows of the ids a session cites or asserts: `claims` are those it cites, `ranks` those of claims
    that it states again. `rests_on` holds (upper, lower) pairs of claim ids such that each of them leads, over one pair
    or several, to every other that it rests on."""

    claims: Mapping[str, KnownClaim] = field(default_factory=dict)
    observations: Mapping[str, KnownObservation] = field(default_factory=dict)
    ranks: Mapping[str, int] = field(default_factory=dict)
    rests_on: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True)
class Cited:
    """A support that was looked up: a claim or an observation, with the quote and its span in the text cited."""

    id: str
    is_claim: bool
    quote: str | None
    span: tuple[int, int] | None
    item: str | None = None  # the item of this session that it names


@dataclass(frozen=True)
class Mention:
    """An entity as one claim names it; `root` is the kind that identity uses."""

    id: str
    kind: str
    root: str
    external_id: str
    name: str
    role: str


@dataclass(frozen=True)
class Accepted:
    """A claim item that may be stored, with everything derived from the session alone.

    `assistant_about_user` marks what rests on an assistant's messages only and is about a user of the session (T3);
    `rivals` are the groups of a fact.
    """

    item: ClaimItem
    claim_id: str
    mentions: tuple[Mention, ...]
    supports: tuple[Cited, ...]
    ground: Ground
    world: World
    rank: int
    assistant_about_user: bool
    rivals: Rivalries | None


@dataclass(frozen=True)
class AcceptedRelation:
    """A relation that may be stored, between ids of claims."""

    item: str
    type: str
    start: str
    end: str
    confidence: float
    justification: str | None


@dataclass(frozen=True)
class Verified:
    """What of a session may be stored, and what is said about the rest, in the order given."""

    claims: tuple[Accepted, ...]
    relations: tuple[AcceptedRelation, ...]
    rejected: tuple[RejectedItem, ...]
    warnings: tuple[Warning_, ...]
