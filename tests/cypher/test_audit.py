"""Scenarios of the queries for auditors: graph, parameters, rows, and what another tenant sees of it: nothing."""

from __future__ import annotations

import re
import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support import Server, document, fact, message, planted, rows, session, snapshot

from kgmem import AsyncMemory, calibration
from kgmem.embedding import Embeddings
from kgmem.graph.queries import Query, catalogue

AUDITS = [query for name, query in catalogue().items() if name.startswith("audit.")]
ONCE = "MERGE (t:Tenant {id: $tenant}) SET t.writes = 1"


@pytest.fixture
async def memory(server: Server, tenant: str, embeddings: Embeddings) -> AsyncIterator[AsyncMemory]:
    """Links nothing, so what an ingest records is the last that the tenant's clock has seen."""
    async with AsyncMemory.open(tenant, settings=server.settings(link=False), embeddings=embeddings) as opened:
        yield opened


@pytest.fixture
async def other(server: Server, embeddings: Embeddings) -> AsyncIterator[AsyncMemory]:
    """A tenant that knows nothing of the test's."""
    name = f"t-{uuid.uuid4().hex}"
    async with AsyncMemory.open(name, settings=server.settings(), embeddings=embeddings) as opened:
        await planted(opened, ONCE)
        yield opened


async def found(memory: AsyncMemory, name: str, *columns: str, **parameters: Any) -> list[Any]:
    """These columns of a query's rows; one column alone as its values."""
    result = await memory.query(f"audit.{name}", **parameters)
    places = [result.columns.index(column) for column in columns]
    picked = [tuple(row[place] for place in places) for row in result.rows]
    return [one[0] for one in picked] if len(columns) == 1 else picked


async def id_of(memory: AsyncMemory, what: str) -> str:
    """The id of what has this statement or id of the caller."""
    text = """MATCH (n) WHERE n.tenant = $tenant AND (n.statement = $what AND n:Claim OR n.external_id = $what)
    AND NOT n:Entity RETURN n.id AS id"""
    (row,) = await rows(memory, text, what=what)
    return str(row["id"])


async def known(memory: AsyncMemory) -> datetime:
    """The time of the last act."""
    (row,) = await rows(memory, "MATCH (t:Tenant {id: $tenant}) RETURN t.now AS now")
    moment: datetime = row["now"].to_native()
    return moment.astimezone(UTC)


def arguments(query: Query) -> dict[str, Any]:
    """Something for each parameter that must be given."""
    needed = [p for p in query.params if p.type.endswith("NOT NULL") and p.name != "tenant"]
    values = {"ZONED DATETIME": "2026-01-01", "FLOAT": 0.3}
    return {p.name: values.get(p.type.removesuffix(" NOT NULL"), "x") for p in needed}


ALPHA, BETA, UPPER = "alpha relates to beta", "beta relates to beta", "upper relates to beta"


async def plant(memory: AsyncMemory) -> None:
    """Two documents, three readings of one of them, a claim on two claims, and what says it by a model."""
    drawing, order = (
        document("DRAWING", title="Drawing", published_at="2020-01"),
        document("ORDER", published_at="2022"),
    )
    for number, model in enumerate(("one", "one", "two")):
        said = message("m", f"reading {'abc'[number]} of the drawing", source=drawing, sent_at="2026-03-02T09:00:00Z")
        await memory.ingest(session(f"s{number}", [said], [fact("c", [{"message": "m", "quote": "of the drawing"}],
                                                                subject="alpha", model=model)]))  # fmt: skip
    lower = fact("b", [{"message": "m", "quote": "the order"}], 0.6, subject="beta", world_from="2022")
    upper = fact("u", [{"claim": "b"}, {"claim": await id_of(memory, ALPHA)}], 0.9, subject="upper", world_from="2023")
    said = message("m", "the order says so", source=order, speaker="Ann")
    stored = await memory.ingest(session("s3", [said], [lower, upper]))
    assert stored.totals.rejected_items == 0


# ---- what holds for all of them ----


@pytest.mark.parametrize("query", AUDITS, ids=lambda query: query.name)
async def test_audit_reads_changes_nothing_and_shows_no_other_tenant_anything(
    memory: AsyncMemory, other: AsyncMemory, query: Query
) -> None:
    """I4: what is there for one tenant is not there for another; an empty tenant has no rows."""
    await plant(memory)
    await memory.retract(await id_of(memory, "ORDER"))
    before = await snapshot(memory, clocks=True)
    mine = {
        p.name: await id_of(memory, ALPHA) if p.name == "id" else "DRAWING"
        for p in query.params
        if p.name in ("id", "source")
    }
    parameters = arguments(query) | mine
    await memory.query(query.name, **parameters)
    assert (await other.query(query.name, **parameters)).rows == ()
    assert await snapshot(memory, clocks=True) == before


@pytest.mark.parametrize("query", AUDITS, ids=lambda query: query.name)
def test_audit_can_be_run_as_it_stands(query: Query) -> None:
    """Style: its example sets every parameter that it takes, in Browser's form, and it reads."""
    assert query.mode == "read"
    assert query.example
    match = re.fullmatch(r":param \{(.*)\}", query.example)
    assert match
    assert [pair.split(":")[0].strip() for pair in re.split(r", (?=\w+:)", match[1])] == [p.name for p in query.params]


@pytest.mark.parametrize("query", AUDITS, ids=lambda query: query.name)
async def test_example_of_an_audit_is_cypher_that_gives_its_parameters(memory: AsyncMemory, query: Query) -> None:
    """Style: what Browser would set are values of the declared types, with which the query runs."""
    values = (query.example or "").removeprefix(":param ")
    (row,) = await rows(memory, f"CYPHER 25 RETURN {values} AS given")
    given = {name: value for name, value in row["given"].items() if name != "tenant"}
    await planted(memory, ONCE)
    assert (
        await memory.query(query.name, **{n: str(v) if "DATETIME" in t else v for n, v, t in typed(query, given)})
    ).rows == ()


def typed(query: Query, given: dict[str, Any]) -> list[tuple[str, Any, str]]:
    """Name, value and type of what is given and not null."""
    types = {param.name: param.type for param in query.params}
    return [(name, value, types[name]) for name, value in given.items() if value is not None]


def test_there_are_at_least_fifteen() -> None:
    assert len(AUDITS) >= 15


# ---- one by one ----


async def test_lineage_of_a_claim_goes_down_to_quotes(memory: AsyncMemory) -> None:
    """S1, C2: audit.claim_lineage; at the next depth the claims it rests on, and not one that is not known."""
    await plant(memory)
    upper = await id_of(memory, UPPER)
    columns = ("depth", "statement", "support_kind", "text", "quote", "source", "counts", "retracted")
    shown = await found(memory, "claim_lineage", *columns, id=upper)
    assert sorted(shown[:2]) == [
        (0, UPPER, "claim", ALPHA, None, None, True, False),
        (0, UPPER, "claim", BETA, None, None, True, False),
    ]
    assert (1, BETA, "observation", "the order says so", "the order", "ORDER", True, False) in shown
    assert len(shown) == 6
    await memory.retract(await id_of(memory, "ORDER"))
    gone = await found(memory, "claim_lineage", "text", "counts", "retracted", id=upper)
    assert [row for row in gone if row[2]] == [(BETA, True, True), ("the order says so", False, True)]
    assert await found(memory, "claim_lineage", "text", id="clm-nothing") == []


async def test_everything_that_rests_on_a_source_is_listed_however_far_up(memory: AsyncMemory) -> None:
    """R1: audit.resting_on_source, by the caller's id or the store's, with what else supports it."""
    await plant(memory)
    columns = ("depth", "statement", "stands", "standing", "other_sources")
    shown = await found(memory, "resting_on_source", *columns, source="ORDER")
    assert shown == [(1, BETA, True, "supported", 0), (2, UPPER, True, "supported", 1)]
    order = await id_of(memory, "ORDER")
    assert await found(memory, "resting_on_source", *columns, source=order) == shown
    assert await found(memory, "resting_on_source", *columns, source="NOTHING") == []
    then = await known(memory)
    await memory.retract(order)
    assert await found(memory, "resting_on_source", *columns, source=order) == [
        (1, BETA, False, "unsupported", 0), (2, UPPER, True, "weakened", 1),
    ]  # fmt: skip
    past = await found(memory, "resting_on_source", *columns, source=order, known_at=then)
    assert past == [(1, BETA, True, None, 0), (2, UPPER, True, None, 1)]
    await memory.retract(await id_of(memory, "DRAWING"))
    assert await found(memory, "resting_on_source", *columns, source=order) == [
        (1, BETA, False, "unsupported", 0), (2, UPPER, False, "unsupported", 0),
    ]  # fmt: skip
    assert await found(memory, "resting_on_source", *columns, source=order, known_at=then) == past


@pytest.mark.parametrize("what", ["ORDER", "s3", "m", BETA, "DRAWING", "s0", UPPER])
async def test_what_a_retraction_would_touch_is_what_it_touches(memory: AsyncMemory, what: str) -> None:
    """R1, R2: audit.retraction_would_touch lists the closure, and says what would be left without support."""
    await plant(memory)
    if what == "m":
        what = (
            await rows(
                memory, "MATCH (n:Note {tenant: $tenant}) WHERE n.text STARTS WITH 'the order' RETURN n.id AS id"
            )
        )[0]["id"]
    else:
        what = await id_of(memory, what)
    told = await found(memory, "retraction_would_touch", "depth", "claim_id", "stands", "would_stand", id=what)
    done = await memory.retract(what)
    assert told == [(one.depth, one.id, True, one.standing_after != "unsupported") for one in done.affected]
    assert told
    assert await found(memory, "retraction_would_touch", "claim_id", id="src-nothing") == []


async def test_what_a_retraction_did_touch_is_on_record_with_figures(memory: AsyncMemory) -> None:
    """R5: audit.retraction_touched, for one act or all, and for its undoing."""
    await plant(memory)
    done = await memory.retract(await id_of(memory, "ORDER"))
    await memory.restore(str(done.retraction))
    columns = (
        "undone",
        "depth",
        "statement",
        "standing_before",
        "standing_after",
        "confidence_before",
        "confidence_after",
    )
    shown = await found(memory, "retraction_touched", *columns, id=done.retraction)
    assert shown == [
        (False, 1, BETA, "supported", "unsupported", 0.6, 0.0),
        (False, 2, UPPER, "supported", "weakened", 0.9, 0.9),
        (True, 1, BETA, "unsupported", "supported", 0.0, 0.6),
        (True, 2, UPPER, "weakened", "supported", 0.9, 0.9),
    ]
    assert await found(memory, "retraction_touched", *columns) == shown
    assert await found(memory, "retraction_touched", *columns, id="ret-nothing") == []


TAKEN_BACK_AND_ERASED = """CREATE (:Retraction {id: 'ret-gone ' + $tenant, tenant: $tenant, policy: 'dispute',
    recorded_at: datetime('2020-01-01'), target: 'obs-gone', target_kind: 'observation'})"""


async def test_acts_stay_on_record_and_say_whether_they_are_in_force(memory: AsyncMemory) -> None:
    """R4, R6: audit.retractions, also where what an act took back was erased."""
    await plant(memory)
    assert await found(memory, "retractions", "retraction_id") == []
    first = await memory.retract(await id_of(memory, "ORDER"), reason="old", by="Ann", policy="lower")
    during = await known(memory)
    await memory.restore(str(first.retraction))
    await planted(memory, TAKEN_BACK_AND_ERASED)
    columns = ("target_id", "target_kind", "target", "reason", "by", "policy", "in_force", "changed")
    order = await id_of(memory, "ORDER")
    assert await found(memory, "retractions", *columns) == [
        ("obs-gone", "observation", None, None, None, "dispute", True, 0),
        (order, "source", "ORDER", "old", "Ann", "lower", False, 2),
    ]
    assert (await found(memory, "retractions", "in_force", "undone_at", known_at=during))[1] == (True, None)
    assert len(await found(memory, "retractions", "target", known_at=first_moment(during))) == 1


def first_moment(of: datetime) -> datetime:
    """Just before."""
    return of - timedelta(microseconds=1)


async def test_verdicts_stay_on_record_and_the_latest_on_a_claim_counts(memory: AsyncMemory) -> None:
    """C5: audit.verdicts, and audit.changed_between among what else changed."""
    await plant(memory)
    since = await known(memory)
    claim = await id_of(memory, BETA)
    first = await memory.adjudicate(claim, False, by="Ann", ground="the shelf is empty")
    then = await known(memory)
    await memory.adjudicate(claim, True, by="Bo")
    columns = ("statement", "verdict", "by", "ground", "in_force")
    judged = [(BETA, False, "Ann", "the shelf is empty", False), (BETA, True, "Bo", None, True)]
    assert await found(memory, "verdicts", *columns) == judged
    assert await found(memory, "verdicts", *columns, known_at=then) == [(*judged[0][:4], True)]
    assert (await found(memory, "verdicts", "verdict_id"))[0] == first.id
    changes = await found(
        memory, "changed_between", "change", "statement", "who", "reason", since=since, until="2199-01-01"
    )
    assert [row for row in changes if row[0].startswith("judged")] == [
        ("judged false", BETA, "Ann", "the shelf is empty"), ("judged true", BETA, "Bo", None),
    ]  # fmt: skip


async def test_calibrations_stay_on_record_and_one_of_a_model_counts(memory: AsyncMemory) -> None:
    """C5: audit.calibrations, with what it was fitted from and how far off the model was."""
    said = [message(f"m{n}", f"{name} relates to beta, it says", sent_at="2026-03-02T09:00:00Z")
            for n, name in enumerate(NAMES)]  # fmt: skip
    claims = [fact(f"c{n}", [{"message": f"m{n}"}], 0.9, subject=name, model="bold") for n, name in enumerate(NAMES)]
    await memory.ingest(session("s", said, claims))
    for number, name in enumerate(NAMES):
        await memory.adjudicate(await id_of(memory, f"{name} relates to beta"), number % 3 == 0, by="Ann")
    await memory.calibrate("bold")
    then = await known(memory)
    await memory.adjudicate(await id_of(memory, f"{NAMES[0]} relates to beta"), False, by="Ann")
    await memory.calibrate("bold")
    columns = ("model", "version", "verdicts", "assertions", "in_force")
    count = len(NAMES)
    assert await found(memory, "calibrations", *columns) == [
        ("bold", 1, count, count, False), ("bold", 2, count, count, True),
    ]  # fmt: skip
    assert await found(memory, "calibrations", *columns, known_at=then) == [("bold", 1, count, count, True)]
    before, after = (await found(memory, "calibrations", "brier_before", "brier_after"))[0]
    assert before > after


NAMES = [
    f"{first}{second}"
    for first in ("ash", "bay", "elm", "fir", "oak", "yew")
    for second in ("wood", "ton", "ley", "ham", "by")
]
"""As many as a calibration is fitted from."""


async def test_claims_on_one_source_only_are_named_with_it(memory: AsyncMemory) -> None:
    """C2: audit.single_source; three sessions that read one drawing are one source."""
    await plant(memory)
    columns = ("source", "source_kind", "statement", "assertions", "sessions")
    shown = await found(memory, "single_source", *columns)
    assert sorted(shown) == [("DRAWING", "document", ALPHA, 3, 3), ("ORDER", "document", BETA, 1, 1)]
    assert [row[2] for row in await found(memory, "single_source", *columns, as_of="2021")] == [ALPHA]
    await memory.retract(await id_of(memory, "DRAWING"))
    assert await found(memory, "single_source", "statement") == [BETA]


async def test_claims_on_a_source_taken_back_are_listed_with_the_act(memory: AsyncMemory) -> None:
    """R5: audit.on_retracted_sources, at every depth, and whether something else carries them."""
    await plant(memory)
    assert await found(memory, "on_retracted_sources", "statement") == []
    before = await known(memory)
    done = await memory.retract(await id_of(memory, "ORDER"), reason="old")
    columns = ("source", "retraction_id", "reason", "depth", "statement", "stands")
    assert await found(memory, "on_retracted_sources", *columns) == [
        ("ORDER", done.retraction, "old", 1, BETA, False),
        ("ORDER", done.retraction, "old", 2, UPPER, True),
    ]
    assert await found(memory, "on_retracted_sources", *columns, known_at=before) == []
    await memory.restore(str(done.retraction))
    assert await found(memory, "on_retracted_sources", "statement") == []


async def test_claims_that_count_a_source_twice_show_both_figures(memory: AsyncMemory) -> None:
    """C2, C3: audit.shared_evidence: three at 0.8 on one drawing are .992 and .8."""
    await plant(memory)
    columns = ("statement", "confidence", "confidence_shared", "source", "assertions")
    (row,) = await found(memory, "shared_evidence", *columns)
    assert row == (ALPHA, pytest.approx(0.992), pytest.approx(0.8), "DRAWING", 3)
    assert await found(memory, "shared_evidence", *columns, as_of="2019") == []
    assert await found(memory, "shared_evidence", *columns, known_at="2020") == []
    await memory.retract(await id_of(memory, "s0"))
    ((_, confidence, shared, _, assertions),) = await found(memory, "shared_evidence", *columns)
    assert (confidence, shared, assertions) == (pytest.approx(0.96), pytest.approx(0.8), 2)


async def test_what_one_model_asserts_is_listed_and_what_it_asserts_alone_is_marked(memory: AsyncMemory) -> None:
    """C5: audit.asserted_by_model."""
    await plant(memory)
    columns = ("model", "statement", "assertions", "alone")
    assert await found(memory, "asserted_by_model", *columns, model="one") == [("one", ALPHA, 2, False)]
    await memory.retract(await id_of(memory, "s2"))
    assert await found(memory, "asserted_by_model", *columns, model="one") == [("one", ALPHA, 2, True)]
    assert await found(memory, "asserted_by_model", *columns, model="two") == []
    every = await found(memory, "asserted_by_model", *columns)
    assert every[0] == ("one", ALPHA, 2, True)
    assert sorted(every[1:]) == [(None, BETA, 1, True), (None, UPPER, 1, True)]
    assert len(await found(memory, "asserted_by_model", *columns, as_of="2021")) == 1


async def test_by_whom_and_when_is_told_for_claims_sessions_and_speakers(memory: AsyncMemory) -> None:
    """T8: audit.asserted_by; what a session says no longer has an end."""
    await plant(memory)
    columns = ("session", "speakers", "model", "counts")
    assert await found(memory, "asserted_by", *columns, id=await id_of(memory, ALPHA)) == [
        ("s0", ["agent"], "one", True), ("s1", ["agent"], "one", True), ("s2", ["agent"], "two", True),
    ]  # fmt: skip
    assert await found(memory, "asserted_by", "statement", speaker="Ann") == [BETA]
    assert sorted(await found(memory, "asserted_by", "statement", session="s3")) == [BETA, UPPER]
    assert sorted(await found(memory, "asserted_by", "statement", session=await id_of(memory, "s3"))) == [BETA, UPPER]
    assert await found(memory, "asserted_by", "statement", speaker="Bob") == []
    before = await known(memory)
    await memory.ingest(session("s3", [message("m", "something else")], []))
    (now,) = await found(memory, "asserted_by", "ended_at", "counts", speaker="Ann")
    assert now == (await known(memory), False)
    assert await found(memory, "asserted_by", "ended_at", "counts", speaker="Ann", known_at=before) == [(None, True)]


async def test_claims_without_support_that_are_shown_are_listed_and_hidden_ones_are_not(memory: AsyncMemory) -> None:
    """R3: audit.unsupported_shown; remove hides, and so does pruning."""
    await plant(memory)
    assert await found(memory, "unsupported_shown", "statement") == []
    order = await id_of(memory, "ORDER")
    done = await memory.retract(order)
    columns = ("statement", "retractions", "assertions", "ended")
    assert await found(memory, "unsupported_shown", *columns) == [(BETA, [done.retraction], 1, 0)]
    stricter = await memory.retract(order, policy="remove")
    assert await found(memory, "unsupported_shown", *columns) == []
    await memory.restore(str(stricter.retraction))
    assert await found(memory, "unsupported_shown", "statement") == [BETA]
    await planted(memory, "MATCH (c:Claim {tenant: $tenant, statement: $statement}) SET c:Pruned", statement=BETA)
    assert await found(memory, "unsupported_shown", *columns) == []


async def test_contradictions_are_open_since_the_later_side_began(memory: AsyncMemory) -> None:
    """T6: audit.open_conflicts on both clocks."""
    said = [message("m", "so it is")]
    claims = [
        fact("old", ["m"], subject="alpha", world_from="2020"),
        fact("new", ["m"], subject="beta", world_from="2022"),
    ]
    await memory.ingest(session("s", said, claims))
    before = await known(memory)
    against = {"from": "new", "to": "old", "type": "contradicts", "justification": "not both"}
    await memory.ingest(session("s", said, claims, relations=[against]))
    during = await known(memory)
    columns = ("statement", "other_statement", "justification", "since", "recorded_at")
    ((one, two, why, since, recorded),) = await found(memory, "open_conflicts", *columns)
    assert ({one, two}, why, since.year, recorded) == ({ALPHA, BETA}, "not both", 2022, during)
    assert await found(memory, "open_conflicts", *columns, as_of="2021") == []
    assert await found(memory, "open_conflicts", *columns, known_at=before) == []
    settled = {"from": "new", "to": "old", "type": "updates"}
    await memory.ingest(session("t", said, claims, relations=[settled]))
    assert await found(memory, "open_conflicts", *columns) == []
    assert len(await found(memory, "open_conflicts", *columns, known_at=during)) == 1
    assert await found(memory, "open_conflicts", *columns, as_of="2023") == []


async def test_what_was_believed_on_a_date_is_told_for_both_clocks(memory: AsyncMemory) -> None:
    """T8, T4: audit.believed; an update ends what it updates, and what is learned later changes what had been known."""
    await memory.ingest(
        session("s", [message("m", "so it is")], [fact("old", ["m"], subject="alpha", world_from="2020")])
    )
    before = await known(memory)
    later = [fact("new", ["m"], 0.6, subject="beta", world_from="2022")]
    update = {"from": "new", "to": await id_of(memory, ALPHA), "type": "updates"}
    await memory.ingest(session("t", [message("m", "it changed")], later, relations=[update]))
    columns = ("statement", "confidence", "assertions", "since", "until")
    start, end = datetime.fromisoformat("2020-01-01T00:00Z"), datetime.fromisoformat("2022-01-01T00:00Z")
    assert await found(memory, "believed", *columns) == [(BETA, 0.6, 1, end, None)]
    assert await found(memory, "believed", *columns, as_of="2021") == [(ALPHA, 0.8, 1, start, end)]
    assert await found(memory, "believed", *columns, known_at=before) == [(ALPHA, 0.8, 1, start, None)]
    assert await found(memory, "believed", *columns, known_at=before, as_of="2019") == []
    assert await found(memory, "believed", *columns, known_at="2020") == []


async def test_what_changed_between_two_dates_is_listed_once(memory: AsyncMemory) -> None:
    """T8: audit.changed_between: reasons that came, ended and came again; acts and their undoing, with figures."""
    start = datetime.fromisoformat("2020-01-01T00:00Z")
    whole = session("s", [message("m", "so it is")], [fact("c", ["m"], subject="alpha")])
    await memory.ingest(whole)
    await memory.ingest(session("s", [message("m", "so it is")], []))
    middle = await known(memory)
    await memory.ingest(whole)
    done = await memory.retract(await id_of(memory, ALPHA), reason="wrong", by="Ann")
    await memory.restore(str(done.retraction))
    end = await known(memory)
    columns = ("change", "statement", "who", "reason", "standing_before", "standing_after", "confidence_after")
    early = await found(memory, "changed_between", *columns, since=start, until=middle)
    late = await found(memory, "changed_between", *columns, since=middle, until=end + timedelta(microseconds=1))
    assert early == [("asserted", ALPHA, "s", None, None, None, 0.8)]
    assert late == [
        ("ended", ALPHA, "s", None, None, None, None),
        ("asserted again", ALPHA, "s", None, None, None, 0.8),
        ("retracted", ALPHA, "Ann", "wrong", "supported", "unsupported", 0.0),
        ("restored", ALPHA, None, None, "unsupported", "supported", 0.8),
    ]
    assert await found(memory, "changed_between", *columns, since=end, until=end) == []


async def test_what_was_erased_is_known_by_ids_and_counts(memory: AsyncMemory) -> None:
    """R6: audit.erasures and audit.erased_ids, with the acts that had taken it back."""
    await plant(memory)
    order = await id_of(memory, "ORDER")
    taken = await memory.retract(order)
    assert await found(memory, "erasures", "erasure_id") == await found(memory, "erased_ids", "erased_id") == []
    await memory.erase(order, by="Ann")
    columns = ("target_id", "target_kind", "by", "observations", "claims", "sources", "sessions")
    assert await found(memory, "erasures", *columns) == [(order, "source", "Ann", 1, 1, 1, 0)]
    shown = await found(memory, "erased_ids", "erased_id", "retractions", "by")
    assert [row for row in shown if row[1]] == [(order, [taken.retraction], "Ann")]
    assert {id[:3] for id, _, _ in shown} >= {"src", "obs", "clm"}
    assert await found(memory, "erased_ids", "erased_id", id=order) == [order]
    assert await found(memory, "erased_ids", "erased_id", id="src-nothing") == []


async def test_reason_that_lost_a_support_to_an_erasure_is_told_and_counts_for_less(memory: AsyncMemory) -> None:
    """R6, R3: what was erased is counted, in audit.quotes_not_found and in the weight of what rested on it."""
    said = [message(f"m{number}", f"the {name} says so", source=document(name)) for number, name in enumerate("ABC")]
    await memory.ingest(session("s", said, [fact("c", ["m0", "m1", "m2"], 0.8)]))
    await memory.retract(await id_of(memory, "B"), policy="lower")
    await memory.erase(await id_of(memory, "A"))
    assert await found(memory, "quotes_not_found", "problem") == ["erased"]
    (confidence,) = await found(memory, "believed", "confidence")
    stored = await rows(memory, "MATCH (c:Claim {tenant: $tenant}) RETURN c.confidence AS confidence")
    assert confidence == stored[0]["confidence"] == pytest.approx(1 - 0.2 ** (1 / 3))


FAILED = """CREATE (:Session {id: 'ses-bad ' + $tenant, tenant: $tenant, external_id: 'bad', state: 'failed',
    reason: 'timeout: no answer in 60 s', recorded_at: datetime('2026-01-01')})"""


async def test_sessions_that_failed_are_listed_with_the_reason(memory: AsyncMemory) -> None:
    """I2: audit.failed_sessions; one that is stored is not."""
    await memory.ingest(session("good", [message("m", "so it is")]))
    assert await found(memory, "failed_sessions", "session") == []
    await planted(memory, FAILED)
    assert await found(memory, "failed_sessions", "session", "reason") == [("bad", "timeout: no answer in 60 s")]


FOLDED = "She said “the  pump’s\nvalve is ﬁne”, twice.\u00a0So it stays"
QUOTED = ('"the pump\'s valve is fine"', "twice. So it", "“the  pump’s\nvalve")


async def test_quotes_are_compared_as_they_were_when_stored(memory: AsyncMemory) -> None:
    """S2: audit.quotes_not_found folds white space, quotation marks and NFKC as ingest does."""
    claims = [
        fact(f"c{number}", [{"message": "m", "quote": quote}], subject=f"thing {'abc'[number]}")
        for number, quote in enumerate(QUOTED)
    ]
    stored = await memory.ingest(session("s", [message("m", FOLDED)], claims))
    assert stored.totals.claims == 3
    assert await found(memory, "quotes_not_found", "quote") == []
    await planted(memory, "MATCH (n:Note {tenant: $tenant}) SET n.text = replace(n.text, 'valve', 'hose')")
    columns = ("support_kind", "problem", "quote")
    lost = await found(memory, "quotes_not_found", *columns)
    assert sorted(lost) == [("observation", "quote_not_found", quote) for quote in sorted((QUOTED[0], QUOTED[2]))]
    await planted(memory, "MATCH (n:Note {tenant: $tenant}) SET n.text = ' '")
    assert {row[1] for row in await found(memory, "quotes_not_found", *columns)} == {"text_gone"}
    await planted(memory, "MATCH (n:Note {tenant: $tenant}) REMOVE n.text")
    assert [row[1] for row in await found(memory, "quotes_not_found", *columns)] == ["text_gone"] * 3
    await planted(memory, "MATCH (a:Assertion {tenant: $tenant})-[r:RESTS_ON]->() DELETE r SET a.erased_supports = 1")
    assert await found(memory, "quotes_not_found", *columns) == [(None, "erased", None)] * 3


async def test_claim_without_a_support_is_found_where_a_hand_made_one(memory: AsyncMemory) -> None:
    """S1: audit.claims_without_support returns nothing, always; this is what it is there to find."""
    await plant(memory)
    assert await found(memory, "claims_without_support", "statement") == []
    await planted(
        memory, "MATCH (a:Assertion {tenant: $tenant})-[r:RESTS_ON]->(o:Note) WHERE o.speaker = 'Ann' DELETE r"
    )
    assert await found(memory, "claims_without_support", "statement") == [BETA]


MAPS = (("platt", [0.5, -0.4]), ("isotonic", [0.0, 0.0, 0.3, 0.2, 0.6, 0.2, 0.9, 0.95]))
CALIBRATED = """UNWIND range(0, size($maps) - 1) AS place
CREATE (:Calibration {id: 'cal ' + place + $tenant, tenant: $tenant, model: $model, version: place + 1,
    method: $maps[place][0], parameters: $maps[place][1], recorded_at: $times[place], ended_at: $times[place + 1]})"""


@pytest.mark.parametrize("model", ["one", None])
async def test_what_was_believed_counts_by_the_calibration_in_force_then(
    memory: AsyncMemory, model: str | None
) -> None:
    """C5, T8: raw confidences stay, and each time has its map."""
    raws = [0.0, 0.005, 0.1, 0.3, 0.45, 0.6, 0.8, 0.9, 0.95, 1.0]
    claims = [
        fact(f"c{number}", ["m"], raw, subject=f"thing {'abcdefghij'[number]}", model=model)
        for number, raw in enumerate(raws)
    ]
    await memory.ingest(session("s", [message("m", "so it is")], claims))
    start = await known(memory)
    times = [start + timedelta(hours=hour) for hour in (1, 2, 3)]
    await planted(memory, CALIBRATED, maps=MAPS, times=times, model=calibration.named(model))
    for hour, fitted in ((0, None), (1, calibration.Fitted(*MAPS[0])), (2, calibration.Fitted(*MAPS[1])), (3, None)):
        shown = await found(memory, "believed", "statement", "confidence", known_at=start + timedelta(hours=hour))
        expected = [raw if fitted is None else calibration.apply(fitted, raw) for raw in raws]
        assert [confidence for _, confidence in sorted(shown)] == pytest.approx(expected, abs=1e-12), hour
