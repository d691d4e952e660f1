"""Cases C15, C47, C49, C56 and C58: the same again, taking back, what is not there, other servers, other tenants."""

from __future__ import annotations

import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import anyio
import pytest
from support import document, fact, message, rows, session, snapshot

from kgmem import AsyncMemory, Memory
from kgmem.errors import NotFound, QueryError, StoreVersionError, TenantNotFound, UsageError, WrongKind
from kgmem.graph import schema
from kgmem.recall.families import FAMILIES

from .command import Command

COUNTS = """MATCH (n) WHERE n.tenant = $tenant
RETURN count(n) AS nodes, sum(COUNT { (n)-->() }) AS relationships"""


# ---- C15 ----


def beta(id: str, confidence: float = 0.8, source: str = "D-1", **other: Any) -> dict[str, Any]:
    """A session that reads in a document that alpha relates to beta."""
    said = message("m1", "Alpha relates to beta.", source=document(source))
    return session(id, [said], [fact("c1", [{"message": "m1", "quote": "relates to"}], confidence)], **other)


async def test_the_same_file_again_creates_nothing(memory: AsyncMemory, kgmem: Command) -> None:
    """Case C15, law I2: no node, no relationship, no model call, and the confidence of once."""
    file = kgmem.file("s.jsonl", [beta("s1"), beta("s2", source="D-2")])
    first = kgmem.json("ingest", file)
    before, counted = await snapshot(memory, clocks=True), await rows(memory, COUNTS)

    again = kgmem.json("ingest", file)
    both = kgmem.json("ingest", file, file)

    assert [one["state"] for one in first["sessions"]] == ["stored", "stored"]
    assert {one["state"] for one in again["sessions"] + both["sessions"]} == {"unchanged"}
    assert [again["totals"][name] for name in ("stored", "claims", "notes", "model_calls")] == [0, 0, 0, 0]
    assert await rows(memory, COUNTS) == counted
    assert [line for line in await snapshot(memory, clocks=True) if '"Tenant"' not in line] == [
        line for line in before if '"Tenant"' not in line
    ]
    (claim,) = (await memory.history("alpha")).claims
    assert claim.confidence == pytest.approx(0.96)
    assert len((await memory.explain(claim.id)).assertions) == 2


async def test_one_session_twice_counts_once(memory: AsyncMemory, kgmem: Command) -> None:
    """Case C15: 0.8 stays 0.8, from a file, from Python, and in another order of keys and items."""
    one = beta("s1")
    await memory.ingest(one)
    shuffled = dict(reversed(json.loads(json.dumps(one)).items()))
    result = await memory.ingest([shuffled, one])
    assert [session.state for session in result.sessions] == ["unchanged", "unchanged"]
    assert kgmem.json("ingest", kgmem.file("pretty.json", json.dumps(one, indent=4)))["totals"]["unchanged"] == 1
    (claim,) = (await memory.history("alpha")).claims
    assert (claim.confidence, claim.confidence_shared) == pytest.approx((0.8, 0.8))


def twelve() -> list[dict[str, Any]]:
    return [beta(f"s{number}", source=f"D-{number % 3}") for number in range(12)]


async def same_as_alone(memory: AsyncMemory, states: list[list[str]]) -> None:
    """Every session was stored by exactly one of the writers, and the whole is what a single one makes of it."""
    assert all(column.count("stored") == 1 for column in zip(*states, strict=True))
    assert {state for row in states for state in row} <= {"stored", "unchanged"}
    async with AsyncMemory.open(
        memory.tenant + "-alone", settings=memory.settings, embeddings=memory.embeddings
    ) as alone:
        await alone.ingest(twelve())
        assert await rows(alone, COUNTS) == await rows(memory, COUNTS)
        (one,), (other,) = (await alone.history("alpha")).claims, (await memory.history("alpha")).claims
        for field in ("confidence", "confidence_shared", "holds", "standing", "validity"):
            assert getattr(one, field) == getattr(other, field)
        reasons = [(await own.explain(id)).assertions for own, id in ((alone, one.id), (memory, other.id))]
        assert len(reasons[0]) == len(reasons[1]) == 12


async def test_eight_clients_that_bring_one_file_at_once_count_as_one(memory: AsyncMemory, kgmem: Command) -> None:
    """Cases C15 and C53, law I2."""
    file = kgmem.cwd / kgmem.file("s.jsonl", twelve())
    states: list[list[str]] = []

    async def bring() -> None:
        async with AsyncMemory.open(memory.tenant, settings=memory.settings, embeddings=memory.embeddings) as own:
            states.append([one.state for one in (await own.ingest(file)).sessions])

    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(bring)
    await same_as_alone(memory, states)


async def test_processes_that_bring_one_file_at_once_count_as_one(memory: AsyncMemory, kgmem: Command) -> None:
    """Cases C15 and C53, law I2: as above, from three command lines."""
    file = kgmem.file("s.jsonl", twelve())
    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(lambda _: kgmem.json("ingest", file), range(3)))
    await same_as_alone(memory, [[one["state"] for one in result["sessions"]] for result in results])


# ---- C47 ----


async def test_claim_with_a_second_support_survives_and_nothing_is_deleted(memory: AsyncMemory) -> None:
    """Case C47, laws C1, R1 and R3: 0.88, then 0.7, then unsupported, and stored all along."""
    await memory.ingest([beta("s1", 0.6), beta("s2", 0.7, "D-2")])
    (claim,) = (await memory.history("alpha")).claims
    reasons = {one.session_external_id: one for one in (await memory.explain(claim.id)).assertions}
    o1, o2 = (str(reasons[name].supports[0].observation) for name in ("s1", "s2"))
    assert claim.confidence == pytest.approx(0.88)

    first = await memory.retract(o1, reason="misread")
    again = await memory.retract(o1)
    between = await memory.explain(claim.id)
    second = await memory.retract(o2)
    after = await memory.explain(claim.id)

    (affected,) = first.affected
    assert (affected.id, affected.depth) == (claim.id, 1)
    assert (affected.confidence_before, affected.confidence_after) == pytest.approx((0.88, 0.7))
    assert (affected.standing_before, affected.standing_after) == ("supported", "supported")
    assert first.changed == 1
    assert again.retraction == first.retraction
    assert [(one.id, one.depth) for one in again.affected] == [(claim.id, 1)]
    assert again.changed == 0
    assert between.claim.standing == "supported"
    marks = {one.supports[0].observation: one.supports[0].retracted for one in between.assertions}
    assert marks == {o1: True, o2: False}
    assert [(one.standing_after, one.confidence_after) for one in second.affected] == [("unsupported", 0)]
    assert after.claim.standing == "unsupported"
    assert len(after.assertions) == 2
    for act in (second, first):
        await memory.restore(str(act.retraction))
    assert (await memory.history("alpha")).claims == (claim,)


@pytest.mark.parametrize("target", ["observation", "source", "session"])
async def test_every_claim_of_a_diamond_is_listed_once(memory: AsyncMemory, target: str) -> None:
    """Case C47, law R1: c1 and c2 rest on one message, c3 on both, and a claim with two legs beside them."""
    claims = [
        fact("c1", ["m1"], object="red"),
        fact("c2", ["m1"], object="green"),
        fact("c3", [{"claim": "c1"}, {"claim": "c2"}], object="blue"),
        fact("c", ["m1"], 0.6, object="grey"),
    ]
    said = message("m1", "Alpha relates to it.", source=document("D-1"))
    result = await memory.ingest(session("s1", [said], claims))
    other = message("m1", "Alpha relates to it.", source=document("D-2"))
    await memory.ingest(session("s2", [other], [fact("c", ["m1"], 0.7, object="grey")]))
    ids = {name: (await memory.history(name)).claims[0].id for name in ("red", "green", "blue", "grey")}
    explained = await memory.explain(ids["red"])
    targets = {
        "observation": explained.assertions[0].supports[0].observation,
        "source": explained.sources[0].id,
        "session": result.sessions[0].id,
    }
    before = await snapshot(memory)

    done = await memory.retract(str(targets[target]))

    depths = {"red": 1, "green": 1, "blue": 1 if target == "session" else 2, "grey": 1}
    assert {one.id: one.depth for one in done.affected} == {ids[name]: depth for name, depth in depths.items()}
    assert len(done.affected) == done.changed == 4
    assert {one.id: one.standing_after for one in done.affected} == {
        id: "supported" if name == "grey" else "unsupported" for name, id in ids.items()
    }
    assert (await memory.retract(str(targets[target]))).changed == 0
    await memory.restore(str(done.retraction))
    assert (await memory.history("blue")).claims[0].standing == "supported"
    kept = {line for line in before if json.loads(line)[0] != ["Tenant"]}
    assert kept - set(await snapshot(memory)) == set()


# ---- C49 ----

ABSENT = ["obs-deadbeef", "obs-" + "0" * 32, "clm-" + "f" * 32, "nothing", "*", "ret-" + "1" * 32]


@pytest.mark.parametrize("id", ABSENT)
async def test_id_that_is_not_there_changes_nothing(memory: AsyncMemory, id: str) -> None:
    """Case C49: a typo is no success."""
    await memory.ingest(beta("s1"))
    before = await snapshot(memory, clocks=True)
    for act in (memory.retract, memory.restore, memory.explain, memory.history):
        with pytest.raises(NotFound):
            await act(id)  # type: ignore[operator]
    assert await snapshot(memory, clocks=True) == before


def test_id_that_is_not_there_ends_with_3(kgmem: Command) -> None:
    """Case C49, the exit code, and the id in the message."""
    kgmem("ingest", kgmem.file("s.json", beta("s1")))
    for command in ("retract", "explain"):
        assert "obs-deadbeef" in kgmem.error(command, "obs-deadbeef", code=3)


async def test_id_of_another_tenant_is_not_there(memory: AsyncMemory, kgmem: Command) -> None:
    """Case C49, law I4: the same answer as for an id that nobody has, and the other's store untouched."""
    async with AsyncMemory.open(
        memory.tenant + "-other", settings=memory.settings, embeddings=memory.embeddings
    ) as other:
        await other.ingest(beta("s1"))
        await memory.ingest(beta("s1"))
        before = await snapshot(other, clocks=True)
        theirs = await rows(
            other, "MATCH (n) WHERE n.tenant = $tenant AND NOT n:Tenant RETURN n.id AS id, labels(n)[0] AS label"
        )
        act = (await other.retract((await other.history("alpha")).claims[0].id)).retraction
        await other.restore(str(act))
        before = await snapshot(other, clocks=True)
        for id in [*(row["id"] for row in theirs), str(act)]:
            for verb in (memory.retract, memory.restore, memory.explain, memory.history):
                with pytest.raises(NotFound) as caught:
                    await verb(id)  # type: ignore[operator]
                assert not isinstance(caught.value, WrongKind)
                assert str(caught.value).replace(id, "X") == await absent(verb)
        assert await snapshot(other, clocks=True) == before
        message = kgmem.error("retract", theirs[0]["id"], code=3)
        assert memory.tenant + "-other" not in message


async def absent(verb: Any) -> str:
    """What a verb says of an id that nobody has."""
    with pytest.raises(NotFound) as caught:
        await verb("obs-" + "0" * 32)
    return str(caught.value).replace("obs-" + "0" * 32, "X")


async def test_id_of_another_kind_is_told_so(memory: AsyncMemory, kgmem: Command) -> None:
    """Case C49: what was asked for, and what the id is."""
    await memory.ingest(beta("s1"))
    history = await memory.history("alpha")
    claim, entity = history.claims[0].id, history.entity.id
    assertion = (await memory.explain(claim)).assertions[0]
    note = str(assertion.supports[0].observation)
    before = await snapshot(memory, clocks=True)
    for verb, id, kind in (
        (memory.explain, note, "observation"), (memory.explain, entity, "entity"),
        (memory.explain, assertion.session, "session"),
        (memory.restore, claim, "claim"), (memory.restore, note, "observation"), (memory.retract, entity, "entity"),
        (memory.retract, assertion.id, "assertion"), (memory.history, claim, "claim"),
    ):  # fmt: skip
        with pytest.raises(WrongKind, match=f"{id} is the id of an? {kind}"):
            await verb(id)  # type: ignore[operator]
    assert await snapshot(memory, clocks=True) == before
    assert "claim" in kgmem.error("explain", note, code=2)


# ---- C56 ----


class Answers:
    """A store whose `dbms.components()` gives one row."""

    def __init__(self, version: str, edition: str) -> None:
        self.row = {"version": version, "edition": edition}

    async def schema(self, name: str) -> list[dict[str, str]]:
        assert name == "schema.server"
        return [self.row]


@pytest.mark.parametrize(
    ("version", "fits"),
    [("4.4.0", False), ("5.10.0", False), ("5.26.12", False), ("2025.12.1", False), ("2026.01.0", True),
     ("2026.07.0", True), ("2026.10.1", True), ("2027.01.0", True), ("2026.07.0-beta1", True), ("", False)],
)  # fmt: skip
async def test_server_that_is_too_old_is_named_with_the_least_that_will_do(version: str, fits: bool) -> None:
    """Case C56: Community will do; nothing of Enterprise and no plugin is needed."""
    found = await schema.server(Answers(version, "community"))  # type: ignore[arg-type]
    if fits:
        schema.check_server(found, "neo4j://there:7687")
        return
    with pytest.raises(StoreVersionError) as caught:
        schema.check_server(found, "neo4j://there:7687")
    assert caught.value.exit_code == 5
    for part in ("neo4j://there:7687", version, "community", "2026.01"):
        assert part in str(caught.value)


def test_store_of_another_kgmem_is_refused() -> None:
    """Case C56; on a real server in test_own_store.py."""
    schema.check_status(schema.Status(schema.SCHEMA_VERSION, "m", 3, None), "there")
    schema.check_status(schema.Status(None, None, None, None), "there")
    with pytest.raises(StoreVersionError, match="upgrade kgmem"):
        schema.check_status(schema.Status(schema.SCHEMA_VERSION + 1, "m", 3, None), "there")
    with pytest.raises(StoreVersionError, match=r"there has schema \d+, .*ingest the sessions again"):
        schema.check_status(schema.Status(schema.OLDEST_VERSION - 1, "m", 3, None), "there")
    schema.check_status(schema.Status(schema.OLDEST_VERSION, "m", 3, None), "there")


def test_check_names_versions_and_asks_no_plugin(kgmem: Command) -> None:
    """Case C56: server, edition, driver, and the minimum."""
    found = kgmem.json("check")
    assert found["problem"] is None
    assert found["edition"] in ("community", "enterprise")
    assert found["minimum_server"] == "2026.01"
    assert all(found[name] for name in ("address", "user", "server", "driver", "kgmem"))


# ---- C58 ----

PUMPS = [message(f"m{number}", "pump P-101") for number in range(5)]
CROWD = 1_000


@pytest.fixture(scope="module")
async def crowded(server: Any, embeddings: Any, request: pytest.FixtureRequest) -> Any:
    """A tenant with five notes beside one with a thousand like them, each with claims, a conflict and a retraction."""
    import uuid

    unique = uuid.uuid4().hex
    claims = [
        fact("c1", ["m0"], object="red", statement="the pump relates to red"),
        fact("c2", [{"claim": "c1"}, "m1"], object="blue", statement="the pump relates to blue"),
        fact("c3", ["m2"], object="green", statement="the pump relates to green"),
    ]
    relations = [{"from": "c1", "to": "c2", "type": "contradicts"}, {"from": "c3", "to": "c1", "type": "updates"}]
    options = {"settings": server.settings(), "embeddings": embeddings}
    async with (
        AsyncMemory.open(f"t1-{unique}", **options) as few,
        AsyncMemory.open(f"t2-{unique}", **options) as many,
    ):
        crowd = [message(f"m{number}", "pump P-101") for number in range(CROWD)]
        for own, said in ((few, PUMPS), (many, crowd)):
            await own.ingest(session("s1", said, claims, relations=relations))
            await own.retract((await own.history("green")).claims[0].id)
        yield few, many


async def ids_of(memory: AsyncMemory) -> set[str]:
    return {row["id"] for row in await rows(memory, "MATCH (n) WHERE n.tenant = $tenant RETURN n.id AS id")}


def texts_in(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts_in(key)
            yield from texts_in(inner)
    elif isinstance(value, list | tuple | set):
        for inner in value:
            yield from texts_in(inner)


def ids_in(value: Any) -> set[str]:
    return {
        text for text in texts_in(value) if text[:4] in ("src-", "ses-", "obs-", "ent-", "clm-", "ast-", "ret-", "top-")
    }


@pytest.mark.parametrize("question", ["pump P-101", "P-101", "Which pump?", "red"])
async def test_search_of_a_tenant_is_not_thinned_by_a_crowd(crowded: Any, question: str) -> None:
    """Case C58, law I4: five of five, although a thousand lie as near."""
    few, many = crowded
    answer = await few.ask(question, notes=5)
    recall = await few.recall(question, notes=5)
    own = await ids_of(few)
    for found in (answer, recall):
        assert {note.external_id for note in found.notes} == {one["id"] for one in PUMPS}
        assert {claim.statement for claim in found.claims} == {"the pump relates to red", "the pump relates to blue"}
        assert ids_in(found.model_dump()) <= own
    assert len((await many.ask(question, notes=50)).notes) == 50


async def test_every_read_returns_its_own_only(crowded: Any) -> None:
    """Case C58, law I4: explain, history, conflicts."""
    few, _ = crowded
    own = await ids_of(few)
    history = await few.history("alpha")
    found: list[Any] = [history, await few.conflicts(), await few.history("red")]
    found += [await few.explain(claim.id) for claim in history.claims]
    assert len(found) == 6
    for one in found:
        seen = ids_in(one.model_dump())
        assert seen
        assert seen <= own


async def test_saved_queries_return_nothing_of_another_tenant(crowded: Any, embeddings: Any) -> None:
    """Case C58, law I4: every one that can be run by name, given the ids, names and words of the other."""
    few, many = crowded
    own, theirs = await ids_of(few), await ids_of(many)
    kinds = {id[:4]: id for id in sorted(theirs)}
    lists = {"ids", "note_ids", "observations", "claims", "seeds", "near"}
    types = ("CAUSES", "ENABLES", "PREVENTS", "BEFORE", "UPDATES", "CONTRADICTS")
    fixed: dict[str, Any] = {
        "vector": embeddings.embed_query("pump P-101"), "words": 'pump OR "P-101"', "depth": 500, "key": "alpha",
        "source": "agent", "speaker": None, "session": None, "text": "pump", "model": "session", "unnamed": "session",
        "as_of": None, "known_at": None, "since": datetime(2000, 1, 1, tzinfo=UTC),
        "until": datetime(2100, 1, 1, tzinfo=UTC), "below": 1.0, "number": 0, "person": False, "group": None,
        "entity": "alpha", "keys": ["alpha", "red"], "limit": 500, "hub": 10_000, "state": "linked",
        "after": "!", "related": -1.0, "update_confidence": 0.3, "families": list(FAMILIES),
        "named_words": "alpha OR red", "names": ["alpha", "red"], "most": 500, "wide": 500, "scored": 500,
        "entities": 50,
        "topics": 50, "sessions": 50, "beam": 500, "max_hops": 4, "label": "Claim", "path": "a", "prefix": [],
        "facets": [], "skip": 0, "weights": {"ns": 0.4, "pc": 0.3, "tc": 0.15, "uv": 0.15, "disputed": 0.5},
        "discounts": dict.fromkeys(types, 1.0),
    }  # fmt: skip
    filled = 0
    for name, query in few.queries().items():
        asked = [param.name for param in query.params if param.name != "tenant"]
        ids_asked = {"id", "source", "session_id", "topic_id", "target", "claim"}
        assert set(asked) <= {*lists, *fixed, *ids_asked}, f"{name}: tell this test of {asked}"
        times = {p.name: fixed["until"] for p in query.params if p.type == "ZONED DATETIME NOT NULL"}
        for given in (theirs, own):
            one_of = {id[:4]: id for id in sorted(given)} | ({} if given is own else kinds)
            for id in one_of.values():
                values = {n: sorted(given) if n in lists else fixed.get(n, id) for n in asked}
                for extra in ({}, {"source": id} if "source" in asked else {}):
                    result = await few.query(name, **{**values, **times, **extra})
                    seen = ids_in(result.rows)
                    assert not seen & theirs, f"{name} returns {sorted(seen & theirs)[:3]}"
                    assert seen <= own, name
                    filled += bool(seen)
    assert filled > 20


async def test_tenant_is_no_parameter_of_a_saved_query(crowded: Any, kgmem: Command) -> None:
    """Case C58, law I4: whose memory it is was said when it was opened."""
    few, many = crowded
    with pytest.raises(QueryError, match="tenant"):
        await few.query("audit.retractions", tenant=many.tenant)
    kgmem("ingest", kgmem.file("s.json", beta("s1")))
    message = kgmem.error("query", "audit.retractions", "--param", f"tenant={many.tenant}", code=2)
    assert "--tenant" in message


@pytest.mark.parametrize("tenant", ["", " ", "\t\n", "\u00a0"])
async def test_blank_tenant_is_an_error(server: Any, kgmem: Command, tenant: str) -> None:
    """Case C58, law I4: before anything is asked of the store."""
    for client in (Memory, AsyncMemory):
        with pytest.raises(UsageError, match="tenant"):
            client(tenant, settings=server.settings())
        with pytest.raises(UsageError, match="tenant"):
            client(settings=server.settings(tenant=tenant))
    for arguments in (["conflicts"], ["ingest", kgmem.file("s.json", beta("s1"))]):
        assert "tenant" in kgmem.error(*arguments, "--tenant", tenant, code=2)


READS = [
    ["ask", "x"], ["recall", "x"], ["explain", "clm-" + "0" * 32], ["history", "alpha"], ["conflicts"],
    ["query", "audit.retractions"], ["query", "recall.entities", "--param", "id=x", "--param", "key=alpha"],
]  # fmt: skip


@pytest.mark.parametrize("arguments", READS, ids=lambda arguments: " ".join(arguments[:2]))
def test_read_of_a_tenant_nobody_wrote_to_is_told_so(kgmem: Command, arguments: list[str]) -> None:
    """Case C58, law I4: not an empty answer."""
    done = kgmem(*arguments, "--json", code=3)
    assert json.loads(done.stdout)["error"]["code"] == "tenant_not_found"
    assert kgmem.tenant in done.stderr


async def test_asking_does_not_make_a_tenant(memory: AsyncMemory) -> None:
    """Case C58: nor does taking back, nor a dry run."""
    for _ in range(2):
        for call in (
            memory.ask("x"),
            memory.recall("x"),
            memory.conflicts(),
            memory.history("x"),
            memory.query("audit.retractions"),
        ):
            with pytest.raises(TenantNotFound):
                await call
        with pytest.raises(NotFound):
            await memory.retract("obs-" + "0" * 32)
        await memory.ingest(beta("s1"), dry_run=True)
    assert await ids_of(memory) == set()
