"""The graph as Python classes, for people who explore it: `connect(...)`, then `Claim.nodes.filter(...)`.

    from kgmem.graph.nodes import Claim, connect

    connect(tenant="plant")
    for claim in Claim.nodes.filter(predicate="feeds", standing="supported"):
        print(claim.statement, claim.confidence, [one.model for one in claim.assertions])

This is for typed look-ups of a few nodes and of what is one step from them. It is not how kgmem works and not for bulk:
a closure, a search or an audit is a saved query (`kgmem queries`), which prunes and orders on the server.

What holds here holds as everywhere: `nodes` sees the connected tenant only (law I4), and nothing can be written, since
the server refuses it in these sessions (law S1: a claim without a support is never stored, by any route). The schema is
cypher/schema; neomodel's installer is never run, and its facts (`unique_index`, `index`) only repeat it.

Names: neomodel keeps `id` for itself, so the id is `uid` here, and the source of an observation is `origin`. Properties
whose help text starts with "later:" are named in the model and written by no verb yet.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    NodeSet,
    Relationship,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
    StructuredNode,
    StructuredRel,
    db,
    get_config,
)
from neomodel.properties import validator
from pydantic import SecretStr

from kgmem import address
from kgmem.errors import UsageError
from kgmem.graph.store import Reader
from kgmem.identity import normalise_id
from kgmem.settings import Settings, load

LATER = "later: "
"""How the help text starts of a property that the model names and no verb writes yet."""

_connection: dict[str, str] = {}


def connect(
    uri: str | None = None,
    user: str | None = None,
    password: str | None = None,
    *,
    tenant: str | None = None,
    settings: Settings | None = None,
    say: Callable[[str], None] = lambda message: None,
) -> None:
    """Point these classes at a server and a tenant; what is not given is taken from the settings (KGMEM_*).

    Without an address anywhere, the embedded server is started if need be and left running. neomodel has one connection
    a process, so a second call replaces the first. Raises UsageError, StoreUnreachable, StoreRefused or
    LocalServerError; what neomodel raises afterwards is neomodel's.
    """
    settings = settings or load()
    given = {"uri": uri, "user": user, "password": None if password is None else SecretStr(password)}
    known = settings.model_copy(update={name: value for name, value in given.items() if value is not None})
    name = normalise_id(known.tenant if tenant is None else tenant)
    if not name:
        raise UsageError("a tenant is needed, and this one is empty", field="tenant")
    reader = Reader.open(*address.resolve(known, say), database=known.database)
    disconnect()
    get_config().transaction_timeout = known.timeout
    db.set_connection(driver=reader)  # type: ignore[arg-type]  # neomodel asks a driver for sessions, no more
    _connection["tenant"] = name


def disconnect() -> None:
    """Close the connection; twice does nothing more."""
    _connection.clear()
    db.close_connection()


def _tenant() -> str:
    if "tenant" not in _connection:
        raise UsageError("there is no connection yet; call kgmem.graph.nodes.connect first", field="tenant")
    return _connection["tenant"]


class Moment(DateTimeNeo4jFormatProperty):
    """A time of the store: an aware datetime, in UTC when it is read."""

    @validator
    def inflate(self, value: Any) -> datetime:
        """The driver's time as a datetime in UTC."""
        at: datetime = value.to_native()
        return at.astimezone(UTC)

    @validator
    def deflate(self, value: Any) -> Any:
        """An aware datetime as the store holds it. Raises ValueError for one without a zone."""
        if not isinstance(value, datetime) or value.tzinfo is None:
            raise ValueError(f"{value!r} is no datetime with a zone")
        return super().deflate(value.astimezone(UTC))  # to Cypher, one instant in two zones is two values


class _Scoped:
    """`nodes` of a class: those of the connected tenant."""

    def __init__(self, field: str | None) -> None:
        self.field = field

    def __get__(self, instance: object, owner: type[StructuredNode]) -> NodeSet[Any]:
        every: NodeSet[Any] = NodeSet(owner)
        tenant = _tenant()
        return every if self.field is None else every.filter(**{self.field: tenant})


def _uid(help_text: str = "id of the store") -> StringProperty:
    return StringProperty(db_property="id", unique_index=True, help_text=help_text)


def _text(help_text: str, **options: Any) -> StringProperty:
    return StringProperty(help_text=help_text, **options)


def _vector(help_text: str) -> ArrayProperty:
    return ArrayProperty(FloatProperty(), help_text=help_text)


def _to(label: str, type: str, model: Any) -> RelationshipTo:
    return RelationshipTo(f"{__name__}.{label}", type, model=model)  # by a bare name, neomodel may find the driver's


def _from(label: str, type: str, model: Any) -> RelationshipFrom:
    return RelationshipFrom(f"{__name__}.{label}", type, model=model)


# ---- relationships ----


class Plain(StructuredRel):
    """A relationship without properties: FROM, RECORDED_IN, ASSERTED_BY, MADE_IN, IN_SESSION, PRECEDES and JUDGES."""


class InTopic(StructuredRel):
    """IN_TOPIC: what a session is about."""

    method = _text("linked: found, and made anew by `kgmem link --rebuild`")


class RestsOn(StructuredRel):
    """RESTS_ON: what one reason for a claim rests on, with the quote and where it stands in the text."""

    quote = _text("words of what is cited, as the session quoted them")
    start = IntegerProperty(help_text="first character of the quote in the text cited")
    end = IntegerProperty(help_text="character after its last")


class About(StructuredRel):
    """ABOUT: the part an entity plays in a claim."""

    role = _text("subject, object or participant")
    ended_at = Moment(help_text="when no reason named it any more that was given")


class ClaimRelation(StructuredRel):
    """What the six relations between claims have in common: ENABLES, BEFORE and CONTRADICTS have no more.

    One relationship an act: two sessions that state one relation are two relationships.
    """

    tenant = _text("whose data")
    session_id = _text("session that stated it, or found it when it was linked", index=True)
    rule = _text("of rivals: functional, inverse_functional or negation (law T3); of what linking finds: anchors")
    rivalry = _text("of rivals: key of the group that both ends are in")
    model = _text(LATER + "model that found it")
    confidence = FloatProperty(help_text="0 to 1")
    justification = _text("why, in the session's words")
    method = _text("stated by its session, linked (found when that was linked), or rule")
    recorded_at = Moment(help_text="when the store learned of it")
    ended_at = Moment(help_text="when the session was sent again without it")
    gaps = ArrayProperty(Moment(), help_text="from and to of each time that the session went without it")
    retracted = BooleanProperty(help_text="whether its session is taken back")


class Contradicts(ClaimRelation):
    """CONTRADICTS: both cannot hold; it runs from the smaller id to the larger and means no direction."""

    tenant = _text("whose data", index=True)


class SupportFamily(ClaimRelation):
    """CAUSES and PREVENTS, which end with the claim they start from (law T6)."""

    invalidated_at = Moment(help_text="derived: end of the claim it starts from")


class Updates(ClaimRelation):
    """UPDATES: the newer claim ends the older one; without `effective_at` it ends nothing (law T4)."""

    effective_at = Moment(help_text="derived: since when the older claim is ended by the newer one")


class Retracts(StructuredRel):
    """RETRACTS: what an act takes back."""

    assertion_ids = ArrayProperty(StringProperty(), help_text="for a claim: the assertions that the act voids")


class Pruned(StructuredRel):
    """PRUNED: a claim that an act of pruning hides, or hid."""

    shown_at = Moment(help_text="when it was shown again: stated anew, holding again, or the act undone")


class Affected(StructuredRel):
    """AFFECTED: a claim that an act, or undoing it, changed, with its figures before and after."""

    undone = BooleanProperty(help_text="whether this is the change that undoing the act made")
    depth = IntegerProperty(help_text="shortest derivation from what was taken back; null outside its closure")
    standing_before = _text("supported, weakened or unsupported")
    standing_after = _text("the same, afterwards")
    confidence_before = FloatProperty(help_text="law C1")
    confidence_after = FloatProperty(help_text="law C1, afterwards")
    validity_before = FloatProperty(help_text="law T5")
    validity_after = FloatProperty(help_text="law T5, afterwards")
    valid_until_before = Moment(help_text="outside the closure: its end")
    valid_until_after = Moment(help_text="outside the closure: its end, afterwards")


# ---- nodes ----


class Node(StructuredNode):
    """What all classes here share. `__optional_labels__` are labels of state, not classes."""

    __abstract_node__ = True
    __optional_labels__ = [
        "Retracted", "Removed", "Pruned", "Unsupported", "Weakened", "Superseded", "Suspect", "Disputed",
    ]  # fmt: skip

    nodes = _Scoped("tenant")


class Source(Node):
    """Document, tool or speaker that observations come from."""

    uid = _uid()
    tenant = _text("whose data")
    kind = _text("document, tool or speaker")
    external_id = _text("the caller's id")
    title = _text("as the earliest session that names one says it")
    uri = _text("where it is")
    published_at = Moment(help_text="start of the day, month or year it was published")
    published_grain = _text("second to year: how exact that is")
    recorded_at = Moment(help_text="when the store learned of it")
    title_key = _text("which message's title is kept (law I3)")
    uri_key = _text("which message's uri is kept (law I3)")
    published_key = _text("which message's publication is kept (law I3)")

    observations = _from("Observation", "FROM", Plain)
    retractions = _from("Retraction", "RETRACTS", Retracts)


class Session(Node):
    """Episode: one conversation or one agent task, stored whole or not at all."""

    uid = _uid()
    tenant = _text("whose data", index=True)
    kind = _text("conversation or task")
    external_id = _text("the caller's id")
    group = _text("conversation that several sessions belong to; people are told apart by it")
    title = _text("the caller's")
    summary = _text(LATER + "what a distiller made of it")
    reply = _text(LATER + "what a model answered that could not be used")
    started_at = Moment(help_text="the caller's")
    ended_at = Moment(help_text="the caller's")
    timezone = _text("zone of its times that name none")
    content_hash = _text("of all that was sent: the same again changes nothing (law I2)")
    context_hash = _text("of what it says for all its messages: group, zone, users")
    state = _text("stored")
    distilled_with = _text("session where it brought its own claims, else the distiller; null where nothing read it")
    recorded_at = Moment(help_text="when the store learned of it")
    link_state = _text("waiting to be compared with other sessions, or linked")
    link_key = _text("its place in the order in which sessions are linked: by start, then by id")
    link_asked = _text(LATER + "what a model was asked when it was linked, as a hash")
    linked_with = _text(LATER + "model that was asked when it was linked")
    embedding = _vector("what it is about: the direction of its claims, or of its messages where it claims nothing")

    observations = _from("Observation", "RECORDED_IN", Plain)
    assertions = _from("Assertion", "MADE_IN", Plain)
    events = _from("Event", "IN_SESSION", Plain)
    topics = _to("Topic", "IN_TOPIC", InTopic)
    next = _to("Session", "PRECEDES", Plain)
    previous = _from("Session", "PRECEDES", Plain)
    retractions = _from("Retraction", "RETRACTS", Retracts)


class Topic(Node):
    """Group of related sessions."""

    uid = _uid()
    tenant = _text("whose data", index=True)
    label = _text("the commonest names and words of its sessions, or what a model calls it")
    label_asked = _text(LATER + "what the model was asked that gave the label, as a hash")
    size = IntegerProperty(help_text="sessions in it")
    embedding = _vector("mean of what its sessions are about")

    sessions = _from("Session", "IN_TOPIC", InTopic)


class Observation(Node):
    """Piece of text that was seen, with where it was seen. All of today's are notes."""

    uid = _uid()
    tenant = _text("whose data", index=True)
    tenant_token = _text("word that stands for the tenant in full-text indexes")
    external_id = _text("the caller's id, else the position in the session")
    text = _text("as it was seen, control characters taken out")
    locator = _text("where in its source: a sheet, a page")
    observed_at = Moment(help_text="when it was said")
    recorded_at = Moment(help_text="when the store learned of it")
    ended_at = Moment(help_text="when the session was sent again without it")
    gaps = ArrayProperty(Moment(), help_text="from and to of each time that the session went without it")

    origin = _to("Source", "FROM", Plain)
    sessions = _to("Session", "RECORDED_IN", Plain)
    supports = _from("Assertion", "RESTS_ON", RestsOn)
    retractions = _from("Retraction", "RETRACTS", Retracts)


class Note(Observation):
    """Observation that is a message of a session."""

    speaker = _text("who says it")
    role = _text("user, assistant or tool, where the caller gave one")
    position = IntegerProperty(help_text="place in its session, from 0")
    content_hash = _text("of the message with all that was said of it: who, when, from what")
    window = _text("the message between its two neighbours, as search reads it")
    source_title = _text("title that it gives its source")
    source_uri = _text("address that it gives its source")
    source_published_at = Moment(help_text="publication that it gives its source")
    source_published_grain = _text("how exact that is")
    source_key = _text("its place among the messages that name its source (law I3)")
    embedding = _vector("vector of the message")
    window_embedding = _vector("vector of the window")
    former_embedding = _vector("of a message that ended: its embedding, put aside")


class Entity(Node):
    """Person or thing that claims are about."""

    uid = _uid()
    tenant = _text("whose data")
    tenant_token = _text("word that stands for the tenant in full-text indexes")
    kind = _text("kind of the ontology")
    root = _text("root of that kind, the one that identity uses")
    key = _text("folded external id")
    name_key = _text("folded name")
    external_id = _text("the caller's id")
    name = _text("as the earliest session that names it says it")
    aliases = ArrayProperty(StringProperty(), help_text="further names; empty until aliases are stored")
    group = _text("for a person: the conversation it is told apart by")
    recorded_at = Moment(help_text="when the store learned of it")
    wording_key = _text("which session's wording is kept (law I3)")

    claims = _from("Claim", "ABOUT", About)


class Claim(Node):
    """Typed conclusion. What it is worth is derived from its assertions and can be computed again."""

    uid = _uid()
    tenant = _text("whose data", index=True)
    tenant_token = _text("word that stands for the tenant in full-text indexes")
    kind = _text("fact; of an event action, state_change, preference or plan")
    statement = _text("its wording, the earliest")
    predicate = _text("of a fact")
    negated = BooleanProperty(help_text="whether it is denied")
    value = _text("where the object is no entity")
    unit = _text("of the value")
    embedding = _vector("vector of the statement")
    pruned_token = _text("of a pruned claim: its tenant_token, put aside")
    pruned_embedding = _vector("of a pruned claim: its embedding, put aside")
    former_embedding = _vector("of a claim that nobody gives any more: its embedding, put aside")
    standing = _text("derived: supported, weakened or unsupported (law R2)")
    validity = FloatProperty(help_text="derived: 0 superseded or unsupported, 0.5 suspect, 1 (law T5)")
    valid_until = Moment(help_text="derived: when its last spell ended")
    confidence = FloatProperty(help_text="derived: noisy-OR over sessions, an upper figure (law C1)")
    confidence_shared = FloatProperty(help_text="derived: each source counted once (law C3)")
    weakest_support = FloatProperty(help_text="derived: least confidence along its support chain")
    rivals_by_subject = _text("key of its rivals: one subject and functional predicate (law T3)", index=True)
    rivals_by_object = _text("key of its rivals: one object and inverse functional predicate", index=True)
    rivals_by_negation = _text("key of itself and what it denies, or what denies it", index=True)
    counted_from = Moment(help_text="derived: of several spells, the start of the last, which its figures are over")
    policy = _text("derived: the strictest policy of the retractions in force that reach it (law R3)")
    rank = IntegerProperty(help_text="derived: 1 + the highest rank it rests on (law S3)")
    recorded_at = Moment(help_text="when the store learned of it")
    wording_key = _text("which session's wording is kept (law I3)")

    assertions = _to("Assertion", "ASSERTED_BY", Plain)
    about = _to("Entity", "ABOUT", About)
    supports = _from("Assertion", "RESTS_ON", RestsOn)
    causes = _to("Claim", "CAUSES", SupportFamily)
    caused_by = _from("Claim", "CAUSES", SupportFamily)
    enables = _to("Claim", "ENABLES", ClaimRelation)
    enabled_by = _from("Claim", "ENABLES", ClaimRelation)
    prevents = _to("Claim", "PREVENTS", SupportFamily)
    prevented_by = _from("Claim", "PREVENTS", SupportFamily)
    before = _to("Claim", "BEFORE", ClaimRelation)
    after = _from("Claim", "BEFORE", ClaimRelation)
    updates = _to("Claim", "UPDATES", Updates)
    updated_by = _from("Claim", "UPDATES", Updates)
    contradicts = Relationship(f"{__name__}.Claim", "CONTRADICTS", model=Contradicts)
    retractions = _from("Retraction", "RETRACTS", Retracts)
    verdicts = _from("Verdict", "JUDGES", Plain)
    affected_by = _from("Retraction", "AFFECTED", Affected)
    pruned_by = _from("Pruning", "PRUNED", Pruned)


class Event(Claim):
    """Claim that happened: an action, a change of state, a preference or a plan."""

    sessions = _to("Session", "IN_SESSION", Plain)


class Assertion(Node):
    """One session's reason for one claim: one set of supports with its confidence."""

    uid = _uid()
    tenant = _text("whose data")
    session_id = _text("the session that makes it")
    item = _text("the caller's id of the item")
    statement = _text("this session's wording of the claim")
    predicate = _text("as this session spells it")
    value = _text("as this session spells it")
    unit = _text("as this session spells it")
    wording_key = _text("its place among the wordings of the claim (law I3)")
    confidence = FloatProperty(help_text="0 to 1, as it composes")
    raw_confidence = FloatProperty(help_text="as the session gave it (law C5)")
    calibration = _text("id of the calibration that made the one from the other; null where its model has none")
    model = _text("model that concluded it, where the caller says")
    anchor_text = _text("words of its time")
    world_from = Moment(help_text="start of its world time (law T2)")
    world_grain_end = Moment(help_text="end of the day, month or year that start names")
    world_grain = _text("second to year")
    world_to = Moment(help_text="end that the session states")
    world_basis = _text("stated, published, message or unknown: where its time is from")
    source_ids = ArrayProperty(StringProperty(), help_text="its root sources when it was made (law C2)")
    ground_published_at = Moment(help_text="earliest publication among its documents")
    ground_published_grain = _text("how exact that is")
    ground_undated = BooleanProperty(help_text="whether one of its documents has no date")
    ground_message_at = Moment(help_text="time of the latest message it rests on")
    ground_by_people = BooleanProperty(help_text="whether one of the messages it rests on is not an assistant's")
    about = ArrayProperty(StringProperty(), help_text="role:id of each entity that it names")
    entity_ids = ArrayProperty(StringProperty(), help_text="the entities that it names, in its order")
    entity_kinds = ArrayProperty(StringProperty(), help_text="of each of these: the kind it gives")
    entity_external_ids = ArrayProperty(StringProperty(), help_text="of each of these: the caller's id")
    entity_names = ArrayProperty(StringProperty(), help_text="of each of these: the name it gives")
    entity_name_keys = ArrayProperty(StringProperty(), help_text="of each of these: that name, folded")
    assistant_about_user = BooleanProperty(help_text="whether only an assistant says it, of the user it talks to")
    recorded_at = Moment(help_text="when the store learned of it")
    ended_at = Moment(help_text="when the session was sent again without it")
    gaps = ArrayProperty(Moment(), help_text="from and to of each time that the session went without it")
    erased_supports = IntegerProperty(help_text="supports that were erased; they count as gone (law R6)")
    state = _text("derived: intact, partial or void (law R2)")
    weight = FloatProperty(help_text="derived: the confidence that counts, less where a policy lowers it (law R3)")
    holds_from = Moment(help_text="derived: world_from; unset among rivals where it is not eligible (law T3)")
    valid_until = Moment(help_text="derived: when what it says was ended (laws T3, T4)")
    until_by_subject = Moment(help_text="derived: when a rival of that kind ends it (law T3)")
    until_by_object = Moment(help_text="derived: when a rival of that kind ends it")
    until_by_negation = Moment(help_text="derived: when a rival of that kind ends it")

    claims = _from("Claim", "ASSERTED_BY", Plain)
    on_observations = _to("Observation", "RESTS_ON", RestsOn)
    on_claims = _to("Claim", "RESTS_ON", RestsOn)
    sessions = _to("Session", "MADE_IN", Plain)


class Retraction(Node):
    """Act of taking something back. It stays on record when it is undone."""

    uid = _uid()
    tenant = _text("whose data")
    reason = _text("why, as it was given")
    by = _text("who")
    policy = _text("dispute, lower or remove: how a reason counts that lost part of its support (law R3)")
    recorded_at = Moment(help_text="when")
    undone_at = Moment(help_text="when it was undone; null while it is in force")
    target = _text("id of what it takes back, also after that is erased")
    target_kind = _text("observation, source, session or claim")

    of_observations = _to("Observation", "RETRACTS", Retracts)
    of_sources = _to("Source", "RETRACTS", Retracts)
    of_sessions = _to("Session", "RETRACTS", Retracts)
    of_claims = _to("Claim", "RETRACTS", Retracts)
    affected = _to("Claim", "AFFECTED", Affected)


class Erasure(Node):
    """Act of deleting for good: what went, by id and by number, and no words of it (law R6)."""

    uid = _uid()
    tenant = _text("whose data")
    number = IntegerProperty(help_text="how many acts of erasing the tenant has seen with it")
    target = _text("id of what was asked for")
    target_kind = _text("observation, source, session, claim or entity")
    by = _text("who")
    ids = ArrayProperty(StringProperty(), help_text="everything that went")
    recorded_at = Moment(help_text="when")
    observations = IntegerProperty(help_text="how many went")
    assertions = IntegerProperty(help_text="how many went")
    claims = IntegerProperty(help_text="how many went")
    relations = IntegerProperty(help_text="how many went")
    entities = IntegerProperty(help_text="how many went")
    sources = IntegerProperty(help_text="how many went")
    sessions = IntegerProperty(help_text="how many went")
    topics = IntegerProperty(help_text="how many went")


class Pruning(Node):
    """Act of hiding what is old and of no use any more. It stays on record when it is undone."""

    uid = _uid()
    tenant = _text("whose data")
    older_than = _text("age that was asked for, such as 180d")
    below = FloatProperty(help_text="confidence that was asked for")
    by = _text("who")
    recorded_at = Moment(help_text="when")
    undone_at = Moment(help_text="when it was undone; null while it is in force")

    pruned = _to("Claim", "PRUNED", Pruned)


class Verdict(Node):
    """Truth label of a claim. The latest on a claim counts; those before it stay on record."""

    uid = _uid()
    tenant = _text("whose data")
    verdict = BooleanProperty(help_text="whether the claim is true")
    by = _text("who judged")
    ground = _text("on what ground")
    recorded_at = Moment(help_text="when")
    ended_at = Moment(help_text="when another verdict on the claim took its place")

    of_claims = _to("Claim", "JUDGES", Plain)


class Calibration(Node):
    """Fitted map from one model's confidences to truth (law C5). One that another took the place of stays on record."""

    uid = _uid()
    tenant = _text("whose data")
    model = _text("the model; session for what sessions bring without naming one")
    version = IntegerProperty(help_text="1 for the first calibration of the model")
    method = _text("platt or isotonic")
    parameters = ArrayProperty(FloatProperty(), help_text="slope and intercept, or the knots x1, y1, x2, y2, ...")
    points_hash = _text("of what it was fitted from: the same again makes no new version")
    verdicts = IntegerProperty(help_text="how many it was fitted from")
    assertions = IntegerProperty(help_text="reasons for the claims with these verdicts")
    brier_before = FloatProperty(help_text="Brier score of what the model said")
    brier_after = FloatProperty(help_text="the same of what maps made of it that were fitted without the verdict")
    ece_before = FloatProperty(help_text="expected calibration error of what the model said")
    ece_after = FloatProperty(help_text="the same of what maps made of it that were fitted without the verdict")
    recorded_at = Moment(help_text="when")
    ended_at = Moment(help_text="when another took its place")


class Item(Node):
    """What an agent of LangGraph put under a name of its own: no part of the memory, and nothing rests on it."""

    uid = _uid()
    tenant = _text("whose data")
    namespace = ArrayProperty(StringProperty(), help_text="its labels")
    path = _text("the labels as one text, by whose start items are found")
    key = _text("its name in the namespace")
    value = _text("a JSON object")
    facets = ArrayProperty(StringProperty(), help_text="short texts at the top of the value, for filters")
    vectors = _vector("those of its texts, one after the other")
    dimension = IntegerProperty(help_text="numbers of each vector")
    created_at = Moment(help_text="when it was first put")
    updated_at = Moment(help_text="when it was last put")
    place = IntegerProperty(help_text="among those that were first put at that time")
    namespace_at = Moment(help_text="when the first item of its namespace was put")
    namespace_place = IntegerProperty(help_text="place of that item")


class Tenant(Node):
    """Book-keeping: a tenant that something was stored for; its writers take turns on this node."""

    uid = _uid("the tenant's name")
    writes = IntegerProperty(help_text="write transactions it has seen")
    now = Moment(help_text="time of its latest write transaction")
    filler = ArrayProperty(StringProperty(), help_text=LATER + "nothing; there only while the store's logs are filled")
    importing = _text(
        LATER + "checksum of the export; there only while an import is not done, and nothing else is read"
    )
    imported = IntegerProperty(
        help_text=LATER + "last line of it that is written; none while what was there is taken out"
    )
    turn = IntegerProperty(help_text=LATER + "nothing; it is set to wait for the turn to import")

    nodes = _Scoped("uid")


class Store(Node):
    """Book-keeping: what made this store, one node a database. It is nobody's data."""

    uid = _uid("always kgmem")
    schema_version = IntegerProperty(help_text="number of the schema")
    embedding = _text("name of the embedding model")
    dimension = IntegerProperty(help_text="of its vectors")
    embedding_hash = _text("of the model's files, where they are known")

    nodes = _Scoped(None)


NODES: tuple[type[Node], ...] = (
    Source, Session, Topic, Observation, Note, Entity, Claim, Event, Assertion, Retraction, Erasure, Pruning, Verdict,
    Calibration, Item, Tenant, Store,
)  # fmt: skip
"""Every node class, so that the declarations can be held against a store."""
