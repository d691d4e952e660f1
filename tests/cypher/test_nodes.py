"""The neomodel classes against a real store: what kgmem writes is what they declare, and they only read."""

from __future__ import annotations

import inspect
import uuid
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import neomodel
import pytest
from filled import fill
from neo4j.exceptions import ClientError
from neo4j.time import DateTime
from support import Server, fact, message, rows, session

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings
from kgmem.errors import InputError, StoreRefused, StoreUnreachable, UsageError
from kgmem.graph import nodes, schema
from kgmem.graph.nodes import LATER, Assertion, Claim, Entity, Event, Note, Observation, Retraction, Source

TENANT, OTHER = (f"t-{uuid.uuid4().hex}" for _ in range(2))
STORED = {
    neomodel.StringProperty: "STRING",
    neomodel.IntegerProperty: "INTEGER",
    neomodel.FloatProperty: "FLOAT",
    neomodel.BooleanProperty: "BOOLEAN",
    nodes.Moment: "ZONED DATETIME",
}
STATE_LABELS = frozenset(nodes.Node.__optional_labels__)


def stored_type(prop: neomodel.Property) -> str:
    """The Cypher type of what a declared property holds."""
    if isinstance(prop, neomodel.ArrayProperty):
        return f"LIST<{stored_type(prop.base_property)} NOT NULL>"
    return STORED[type(prop)]


def declared(model: Any) -> dict[str, neomodel.Property]:
    """The properties of a class by their name in the store."""
    found = model.defined_properties(aliases=False, rels=False)
    return {prop.get_db_property_name(name): prop for name, prop in found.items()}


def relations() -> Iterator[tuple[str, str, str, Any]]:
    """(start label, type, end label, model) of every relationship that a class declares, seen from its start."""
    for node in nodes.NODES:
        for definition in node.defined_properties(aliases=False, properties=False).values():
            definition.lookup_node_class()
            ends = node.__label__, definition.definition["node_class"].__label__
            start, end = ends if definition.definition["direction"] >= 0 else ends[::-1]
            yield start, definition.definition["relation_type"], end, definition.definition["model"]


@pytest.fixture(scope="module")
async def rich(server: Server, embeddings: Embeddings) -> AsyncIterator[AsyncMemory]:
    """A tenant with the samples, every optional field of a session, an act in force and an act undone."""
    async with AsyncMemory.open(TENANT, settings=server.settings(), embeddings=embeddings) as memory:
        await fill(memory)
        yield memory


@pytest.fixture
def connected(rich: AsyncMemory, server: Server) -> Iterator[None]:
    nodes.connect(server.uri, server.user, server.password, tenant=TENANT)
    yield
    nodes.disconnect()


async def test_every_label_and_property_that_is_written_is_declared_with_its_type(rich: AsyncMemory) -> None:
    """The classes hold for all that the samples, a session with every field and acts of retraction write."""
    found = await rows(
        rich,
        "MATCH (n) WHERE n.tenant = $tenant OR n:Tenant OR n:Store UNWIND keys(n) AS key"
        " RETURN DISTINCT labels(n) AS labels, key, valueType(n[key]) AS type",
    )
    classes = {frozenset(node.inherited_labels()): node for node in nodes.NODES}
    wrong = []
    for row in found:
        node = classes.get(frozenset(row["labels"]) - STATE_LABELS)
        prop = declared(node).get(row["key"]) if node else None
        written = row["type"].removesuffix(" NOT NULL")
        if prop is None or written not in (stored_type(prop), "LIST<NOTHING>"):
            wrong.append(row)
    assert wrong == []
    assert {row["key"] for row in found} >= {"embedding", "world_to", "undone_at", "published_at", "valid_until"}


async def test_every_relationship_that_is_written_is_declared_with_its_ends_and_types(rich: AsyncMemory) -> None:
    """Types, ends, properties and their types of all relationships of the tenant."""
    found = await rows(
        rich,
        "MATCH (a)-[r]->(b) WHERE a.tenant = $tenant"
        " RETURN DISTINCT labels(a) AS start, type(r) AS type, labels(b) AS end,"
        " COLLECT { UNWIND keys(r) AS key RETURN [key, valueType(r[key])] } AS properties",
    )
    known = list(relations())
    wrong = []
    for row in found:
        models = {m for a, type, b, m in known if type == row["type"] and a in row["start"] and b in row["end"]}
        types = {name: stored_type(prop) for model in models for name, prop in declared(model).items()}
        fits = (types.get(name) == type.removesuffix(" NOT NULL") for name, type in row["properties"])
        if len(models) != 1 or not all(fits):
            wrong.append(row)
    assert wrong == []
    assert {row["type"] for row in found} == {type for _, type, _, _ in known}


async def test_what_is_declared_and_not_written_says_so(rich: AsyncMemory) -> None:
    """A property is either found in a rich store or its help text starts with `later:`; never both."""
    own = "MATCH (n) WHERE n.tenant = $tenant OR n:Tenant OR n:Store "
    held = await rows(rich, own + "UNWIND labels(n) AS name UNWIND keys(n) AS key RETURN DISTINCT name, key")
    held += await rows(rich, own + "MATCH (n)-[r]->() UNWIND keys(r) AS key RETURN DISTINCT type(r) AS name, key")
    seen = {(row["name"], row["key"]) for row in held}
    places = [(node, node.__label__) for node in nodes.NODES] + [(model, type) for _, type, _, model in relations()]
    written: dict[neomodel.Property, bool] = {}
    for model, name in places:
        for key, prop in declared(model).items():
            written[prop] = written.get(prop, False) or (name, key) in seen
    wrong = [(p.owner, p.name) for p, is_written in written.items() if is_written == p.help_text.startswith(LATER)]
    assert wrong == []
    assert all(prop.help_text.removeprefix(LATER) for prop in written)


async def test_uniqueness_and_indexes_are_those_of_the_server(rich: AsyncMemory) -> None:
    """`unique_index` and `index` repeat cypher/schema; composite, text and vector indexes neomodel cannot say."""
    unique = {
        (row["labelsOrTypes"][0], row["properties"][0])
        for row in await rows(rich, "SHOW CONSTRAINTS YIELD labelsOrTypes, properties, type WHERE type =~ '.*UNIQUE.*'")
    }
    single = {
        (row["labelsOrTypes"][0], row["properties"][0])
        for row in await rows(
            rich, "SHOW INDEXES YIELD type, labelsOrTypes, properties, owningConstraint"
            " WHERE type = 'RANGE' AND owningConstraint IS NULL AND size(properties) = 1"
        )
    }  # fmt: skip
    own = {(node.__label__, key): p for node in nodes.NODES for key, p in declared(node).items() if p.owner is node}
    assert {place for place, prop in own.items() if prop.unique_index} == unique
    on_relations = {(type, key) for _, type, _, m in relations() for key, p in declared(m).items() if p.index}
    assert {place for place, prop in own.items() if prop.index} | on_relations == single


async def test_neomodel_installs_no_schema_of_its_own(rich: AsyncMemory, connected: None) -> None:
    """The schema is cypher/schema's; neomodel's installer is refused like every write."""
    names = "SHOW INDEXES YIELD name RETURN name ORDER BY name"
    before = await rows(rich, names)
    with pytest.raises(ClientError, match="read access mode"):
        neomodel.db.install_labels(Claim)
    assert await rows(rich, names) == before


async def test_nothing_can_be_written_through_the_classes(rich: AsyncMemory, connected: None) -> None:
    """S1: a claim without a support is never stored, by any route."""
    claim = Claim.nodes.first()
    attempts = [
        Claim(uid="clm-1", tenant=TENANT, statement="unfounded").save,
        claim.save,
        claim.delete,
        lambda: claim.assertions.disconnect_all(),
        lambda: Claim.nodes.bulk_create({"uid": "clm-2", "statement": "unfounded"}),
    ]
    count = "MATCH (c:Claim) RETURN count(c) AS claims, sum(COUNT { (c)-[:ASSERTED_BY]->() }) AS reasons"
    before = await rows(rich, count)
    for attempt in attempts:
        with pytest.raises(ClientError, match="read access mode"):
            attempt()
    with pytest.raises(ClientError, match="read access mode"), neomodel.db.write_transaction:
        claim.save()
    assert await rows(rich, count) == before


def test_claims_are_filtered_by_typed_properties(connected: None) -> None:
    feeding = Claim.nodes.filter(predicate="feeds", confidence__gte=0.7).order_by("uid").all()
    assert feeding
    assert all(type(claim) is Claim and claim.tenant == TENANT and claim.confidence >= 0.7 for claim in feeding)
    one = Claim.nodes.get(uid=feeding[0].uid)
    assert one.statement == feeding[0].statement
    assert len(one.embedding) == len(Note.nodes.first().embedding) > 100
    assert all(type(event) is Event for event in Claim.nodes.filter(kind="action"))


def test_one_step_from_a_claim_leads_to_reasons_entities_and_sources(connected: None) -> None:
    claim = Claim.nodes.filter(kind="fact", statement="alpha relates to beta").first()
    (assertion,) = claim.assertions.all()
    assert isinstance(assertion, Assertion)
    assert (assertion.model, assertion.world_basis) == ("some-model", "published")
    (note,) = assertion.on_observations.all()
    assert isinstance(note, Note)
    span = assertion.on_observations.relationship(note)
    assert note.text[span.start : span.end] == span.quote == "Alpha relates to beta"
    (origin,) = note.origin.all()
    assert (type(origin), origin.external_id, origin.uid) == (Source, "D-1", assertion.source_ids[0])
    roles = {claim.about.relationship(entity).role: entity.name for entity in claim.about}
    assert roles == {"subject": "alpha", "object": "beta"}
    (above,) = [reason.claims.all()[0] for reason in claim.supports]
    assert above.rank == claim.rank + 1
    planned, updating = sorted(claim.updated_by, key=lambda one: one.kind, reverse=True)
    assert isinstance(updating, Event)
    assert claim.updated_by.relationship(planned).effective_at == claim.valid_until
    assert claim.updated_by.relationship(updating).justification == "so it was"
    assert claim.contradicts.all() == [updating]
    assert claim in updating.contradicts.all()
    assert Entity.nodes.get(name="gamma").claims.all() == [above]


def test_retracted_things_are_found_as_what_they_are(connected: None) -> None:
    """State labels are no classes: a retracted note is a Note, and its act names who and why."""
    acts = Retraction.nodes.filter(by="auditor", undone_at__isnull=True).all()
    assert [act.reason for act in acts] == ["mistaken"]
    (claim,) = acts[0].of_claims.all()
    assert acts[0].of_claims.relationship(claim).assertion_ids == [one.uid for one in claim.assertions]
    change = acts[0].affected.relationship(claim)
    assert (change.standing_before, change.standing_after, change.undone) == ("supported", "unsupported", False)
    (source,) = [found for act in Retraction.nodes for found in act.of_sources]
    assert {type(note) for note in source.observations} == {Note}
    assert all(claim.standing for note in source.observations for one in note.supports for claim in one.claims)


def test_times_come_back_in_utc_and_can_be_asked_for_in_any_zone(connected: None) -> None:
    note = Note.nodes.filter(text__startswith="Alpha relates").first()
    assert note.observed_at == datetime(2026, 3, 2, 9, tzinfo=UTC)
    assert note.observed_at.utcoffset() == timedelta(0)
    elsewhere = note.observed_at.astimezone(timezone(timedelta(hours=5)))
    assert note in Note.nodes.filter(observed_at=elsewhere).all()
    assert note not in Note.nodes.filter(observed_at__lt=elsewhere).all()
    with pytest.raises(neomodel.DeflateError, match="zone"):
        Note.nodes.filter(observed_at=datetime(2026, 3, 2, 9)).all()
    moment = nodes.Moment(name="at", owner=Note)
    assert moment.inflate(DateTime.from_native(elsewhere)) == elsewhere


async def test_each_tenant_sees_its_own_nodes_only(rich: AsyncMemory, server: Server, embeddings: Embeddings) -> None:
    """I4: no read route returns another tenant's data."""
    async with AsyncMemory.open(OTHER, settings=server.settings(), embeddings=embeddings) as other:
        await other.ingest(session("s1", [message("m1", "alpha relates to beta")], [fact("c1", "m1", 0.25)]))
    found = {}
    for tenant in (TENANT, OTHER):
        nodes.connect(server.uri, server.user, server.password, tenant=tenant)
        scoped = [node for node in nodes.NODES if node is not nodes.Store]
        found[tenant] = {node: {one.element_id for one in node.nodes} for node in scoped}
        assert {claim.tenant for claim in Claim.nodes} == {tenant}
        assert [one.uid for one in nodes.Tenant.nodes] == [tenant]
    assert all(found[TENANT][node].isdisjoint(found[OTHER][node]) for node in found[TENANT])
    assert [claim.confidence for claim in Claim.nodes.filter(statement="alpha relates to beta")] == [0.25]
    assert Claim.nodes.filter(tenant=TENANT).all() == []
    assert nodes.Store.nodes.get().schema_version == schema.SCHEMA_VERSION
    nodes.disconnect()


def test_a_connection_needs_a_tenant_a_server_and_the_right_password(server: Server) -> None:
    nodes.disconnect()
    with pytest.raises(UsageError, match="connect"):
        _ = Claim.nodes
    with pytest.raises(UsageError, match="tenant"):
        nodes.connect(server.uri, server.user, server.password, tenant=" ")
    with pytest.raises(UsageError, match="KGMEM_PASSWORD"):
        nodes.connect(settings=server.settings().model_copy(update={"password": None}))
    with pytest.raises(InputError, match="no address"):
        nodes.connect("nonsense", "neo4j", "x")
    with pytest.raises(StoreUnreachable):
        nodes.connect("bolt://127.0.0.1:1", "neo4j", "x")
    with pytest.raises(StoreRefused) as refused:
        nodes.connect(server.uri, server.user, "wrong-password")
    assert "wrong-password" not in str(refused.value)


def test_settings_name_the_server_and_the_tenant(rich: AsyncMemory, server: Server) -> None:
    nodes.connect(settings=server.settings(tenant=TENANT))
    assert Observation.nodes.filter(external_id="m1")
    nodes.disconnect()


def test_every_class_says_what_it_is_for() -> None:
    models = {model for _, _, _, model in relations()}
    assert all(inspect.getdoc(one) and one.__doc__ for one in (*nodes.NODES, *models))
