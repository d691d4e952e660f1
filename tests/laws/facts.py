"""Base facts of one tenant, and the sessions they come from, with nothing derived.

Keys are abstract: a source, session or claim is its key, an observation `session/message`, an assertion
`session/item`, the one that its session gives now. Times are whole days, None is unknown. Values are frozen: an act
makes new `Facts`.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

RELATION_TYPES = ("CAUSES", "ENABLES", "PREVENTS", "BEFORE", "UPDATES", "CONTRADICTS")
POLICIES = ("dispute", "lower", "remove")  # from the mildest to the strictest (R3)

Support = tuple[Literal["obs", "claim"], str]


@dataclass(frozen=True)
class Source:
    """Document, tool or speaker; only a document is `published`."""

    key: str
    kind: str = "document"
    published: int | None = None


@dataclass(frozen=True)
class Observation:
    """One message of a session; `time` is its own or its session's start."""

    key: str
    session: str
    source: str
    time: int | None = None
    text: str = ""


@dataclass(frozen=True)
class Ground:
    """What is at the bottom of an assertion: an observation, whence it came and when. It may have been erased since."""

    observation: str
    source: Source
    time: int | None


@dataclass(frozen=True)
class Assertion:
    """One session's reason for one claim. `grounds` and `roots`: the observations and sources at its bottom when it
    was made (C2). `world_from` with its `basis` (T2).
    """

    key: str
    claim: str
    session: str
    item: str
    confidence: float
    supports: tuple[Support, ...]
    grounds: frozenset[Ground]
    roots: frozenset[str]
    world_from: int | None = None
    basis: str = "unknown"
    stated: tuple = ()
    world_to: int | None = None
    erased: tuple[Support, ...] = ()

    @property
    def identity(self) -> tuple:
        """I1a: session, item, claim and content: another content is another assertion."""
        content = tuple(sorted((*self.supports, *self.erased)))
        return (self.key, self.claim, self.confidence, content, self.stated)


@dataclass(frozen=True)
class Relation:
    """Stated by a session; UPDATES points from the newer to the older. The direction of CONTRADICTS means nothing."""

    origin: str
    target: str
    type: str
    session: str
    confidence: float = 1.0


@dataclass(frozen=True)
class Retraction:
    """An act; `voided` are the assertions, by identity, that a retracted claim had then (R5). One whose target was
    erased is in force over `nothing` (R6).
    """

    key: str
    kind: str
    target: str
    policy: str = "dispute"
    active: bool = True
    nothing: bool = False
    voided: frozenset[tuple] = frozenset()


@dataclass(frozen=True, eq=False)
class Facts:
    """All base facts, each mapping in the order of recording; hashed by identity, so that figures can be cached.

    `ended` are observations that their session says no longer; `former` the assertions, by identity, and
    `former_relations` the relations that their session gives no longer (I2): all stay in the store. A session is None
    where something of it was erased: what it said is known no longer, so that nothing is the same input (R6). `pruned`
    are the claims that each act of pruning hides.
    """

    sources: Mapping[str, Source] = field(default_factory=dict)
    sessions: Mapping[str, "SessionSpec | None"] = field(default_factory=dict)
    observations: Mapping[str, Observation] = field(default_factory=dict)
    assertions: Mapping[str, Assertion] = field(default_factory=dict)
    relations: tuple[Relation, ...] = ()
    retractions: Mapping[str, Retraction] = field(default_factory=dict)
    ended: frozenset[str] = frozenset()
    former: Mapping[tuple, Assertion] = field(default_factory=dict)
    former_relations: frozenset[Relation] = frozenset()
    pruned: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def hidden(self) -> frozenset[str]:
        """The claims that are pruned."""
        return frozenset().union(*self.pruned.values())

    @property
    def given(self) -> tuple[str, ...]:
        """Claims that some session gives a reason for."""
        return tuple(dict.fromkeys(a.claim for a in self.assertions.values()))

    @property
    def claims(self) -> tuple[str, ...]:
        """Every claim that was ever asserted, unless it was erased: retraction is not deletion (R6)."""
        return (*self.given, *sorted({a.claim for a in self.former.values()} - {*self.given}))

    @property
    def entities(self) -> frozenset[str]:
        """Everybody and everything that a claim is about."""
        return frozenset(entity for claim in self.claims for entity in entities_of(claim))


PEOPLE = {"amber": "Maren", "birch": "Maren", "fern": "Tilda", "lotus": "Tilda"}
"""Persons that claims are about, who also speak."""


@dataclass(frozen=True)
class Said:
    """What a claim says, as a fact (I1a)."""

    subject: str
    predicate: str
    object: str
    negated: bool = False


FUNCTIONAL, INVERSE_FUNCTIONAL = ("lives_in",), ("feeds",)
"""Predicates of the default ontology that claims of the laws have."""

_HOME = {claim: Said("grove", "lives_in", f"{claim} leaf") for claim in ("cedar", "dahlia", "elder")}
_FED = {claim: Said(f"{claim} stem", "feeds", "Maren") for claim in ("amber", "birch")}
_RIVALS = {
    **_HOME, **_FED,
    "ivy": dataclasses.replace(_HOME["cedar"], negated=True),
    "hazel": Said("gorse stem", "relates_to", "gorse leaf", negated=True),
}  # fmt: skip
"""Claims that have rivals (T3); gorse is denied by hazel."""


def said(claim: str) -> Said:
    """What a claim says; most have nothing to do with each other."""
    return _RIVALS.get(claim) or Said(f"{claim} stem", "relates_to", PEOPLE.get(claim, f"{claim} leaf"))


def entities_of(claim: str) -> tuple[str, str]:
    """What a claim is about: its subject and its object."""
    return (said(claim).subject, said(claim).object)


def are_rivals(one: str, other: str) -> str | None:
    """T3: by which rule two claims are rivals: `functional`, `inverse_functional`, `negation`; None if they are not."""
    a, b = said(one), said(other)
    if dataclasses.replace(a, negated=not a.negated) == b:
        return "negation"
    if a.negated or b.negated or a.predicate != b.predicate:
        return None
    if a.predicate in FUNCTIONAL and a.subject == b.subject and a.object != b.object:
        return "functional"
    if a.predicate in INVERSE_FUNCTIONAL and a.object == b.object and a.subject != b.subject:
        return "inverse_functional"
    return None


@dataclass(frozen=True)
class MessageSpec:
    """`sent` falls back to the session's `started`."""

    id: str
    text: str
    source: Source
    sent: int | None = None


@dataclass(frozen=True)
class Ref:
    """What a support or an end of a relation names: a `message` or claim `item` of the session, or a stored `claim`."""

    kind: Literal["message", "item", "claim"]
    name: str
    quoted: bool = False


@dataclass(frozen=True)
class ClaimSpec:
    """One item of a session: a reason for the claim `claim`."""

    id: str
    claim: str
    confidence: float
    supports: tuple[Ref, ...]
    world_from: int | None = None
    world_to: int | None = None


@dataclass(frozen=True)
class RelationSpec:
    """`origin` TYPE `target`; the ends are items of the session or stored claims."""

    origin: Ref
    target: Ref
    type: str
    confidence: float = 1.0


@dataclass(frozen=True)
class SessionSpec:
    """What one session brings."""

    key: str
    messages: tuple[MessageSpec, ...]
    claims: tuple[ClaimSpec, ...] = ()
    relations: tuple[RelationSpec, ...] = ()
    started: int | None = None


def observation_key(session: str, message: str) -> str:
    """I1a: an observation is identified by its session and message."""
    return f"{session}/{message}"


def assertion_key(session: str, item: str) -> str:
    """I1a: an assertion is identified by its session and item."""
    return f"{session}/{item}"
