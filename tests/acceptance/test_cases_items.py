"""Cases C35 to C39: what a session brings is checked item by item, and one bad item leaves its siblings alone."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from support import document, fact, message, rows, session, snapshot

from kgmem import AsyncMemory
from kgmem.models import SessionResult

from .command import Command


async def brought(
    memory: AsyncMemory, claims: list[Any], messages: list[Any] | None = None, **other: Any
) -> SessionResult:
    """The result of one session with these claims."""
    said = messages or [message("m1", "Alpha relates to beta.")]
    return (await memory.ingest(session("s1", said, claims, **other))).sessions[0]


def codes(result: SessionResult) -> dict[str, str]:
    return {one.item: one.code for one in result.rejected}


# ---- C35 ----


@pytest.mark.parametrize("kind", ["mood", "", "Fact?", "facts", "event", None, 5, ["plan"], {"plan": 1}, True])
async def test_claim_of_no_known_kind_is_refused_with_the_relation_to_it(memory: AsyncMemory, kind: Any) -> None:
    """Case C35: never coerced in silence."""
    e1, e2 = (fact(id, ["m1"], object=name) | {"kind": "plan"} for id, name in (("e1", "red"), ("e2", "blue")))
    result = await brought(memory, [e1 | {"kind": kind}, e2], relations=[{"from": "e1", "to": "e2", "type": "causes"}])

    assert codes(result) == {"e1": "unknown_type", "relations[0]": "dangling_relation"}
    assert (result.state, result.claims, result.events, result.relations) == ("stored", 1, 1, 0)
    assert "plan" in result.rejected[0].detail
    assert len(await rows(memory, "MATCH (c:Claim) WHERE c.tenant = $tenant RETURN c.id AS id")) == 1


async def test_every_kind_of_claim_and_type_of_relation_is_stored_as_what_it_is(memory: AsyncMemory) -> None:
    """Case C35, the other side: all five kinds and six types are taken, in any case of letters."""
    kinds = ["fact", "action", "state_change", "preference", "PLAN"]
    types = ["causes", "enables", "prevents", "BEFORE", "updates", "Contradicts"]
    claims = [fact(kind, ["m1"], object=kind) | {"kind": kind} for kind in kinds]
    result = await brought(memory, claims, relations=[{"from": "action", "to": "PLAN", "type": type} for type in types])

    assert (codes(result), result.claims, result.events, result.relations) == ({}, 5, 4, 6)
    stored = await rows(memory, "MATCH (c:Claim) WHERE c.tenant = $tenant RETURN c.kind AS kind, c:Event AS event")
    assert {(row["kind"], row["event"]) for row in stored} == {(kind.lower(), kind != "fact") for kind in kinds}


# ---- C36 ----


async def test_citations_are_split_and_normalised_and_what_does_not_exist_is_dropped(memory: AsyncMemory) -> None:
    """Case C36, law S1: the annotators' spellings of the public files."""
    said = [message(f"D1:{number}", "Alpha relates to beta.") for number in (1, 2, 3)]
    supports = {
        "split": ["D1:2; D1:3"], "zero": ["D1:03"], "absent": ["D1:9"], "cut": ["D"], "half": ["D1:1 D4:4 D4:6"],
        "colons": ["D:1:2"],
    }  # fmt: skip
    result = await brought(memory, [fact(id, cited, object=id) for id, cited in supports.items()], said)

    assert codes(result) == dict.fromkeys(("absent", "cut", "colons"), "dangling_support")
    assert result.claims == 3
    assert sorted((one.code, one.detail.split(":")[0]) for one in result.warnings) == [
        ("citation_dropped", "half"), ("citation_dropped", "half"), ("id_normalised", "zero"),
    ]  # fmt: skip
    resting = await rows(
        memory,
        "MATCH (a:Assertion)-[:RESTS_ON]->(o) WHERE a.tenant = $tenant RETURN a.item AS item, o.external_id AS cited",
    )
    found = {(row["item"], row["cited"]) for row in resting}
    assert found == {("split", "D1:2"), ("split", "D1:3"), ("zero", "D1:3"), ("half", "D1:1")}


@pytest.mark.parametrize(
    "cited", ["0", "23", "m2", "claims[0]", "obs-" + "0" * 32, "clm-" + "f" * 32, "m1\u200b", "M1"]
)
async def test_what_is_not_there_supports_nothing(memory: AsyncMemory, cited: str) -> None:
    """Case C36: not an index, not a guess, not an id that nobody has."""
    result = await brought(memory, [fact("c1", [cited]), fact("c2", [cited, "m1"], object="gamma")])
    assert codes(result) == {"c1": "dangling_support"}
    assert [one.code for one in result.warnings] == ["citation_dropped"]
    assert result.claims == 1


async def test_ids_given_as_numbers_are_the_texts_they_read_as(memory: AsyncMemory) -> None:
    """Case C36: an agent that numbers its messages and claims cites them by number."""
    one, two = (
        fact("x", [{"message": 1, "quote": "relates to"}]) | {"id": 1},
        fact("x", [{"claim": 1}, 1], object="gamma") | {"id": 2},
    )
    said = message("m1", "Alpha relates to beta.") | {"id": 1}
    result = await brought(memory, [one, two], [said], relations=[{"from": 1, "to": 2, "type": "enables"}])
    assert (codes(result), result.warnings, result.claims, result.relations) == ({}, (), 2, 1)


async def test_ids_of_the_store_support_across_sessions_but_not_across_tenants(memory: AsyncMemory) -> None:
    """Case C36, laws S1 and I4."""
    await memory.ingest(session("first", [message("m1", "Alpha relates to beta.")], [fact("c1", ["m1"])]))
    (stored,) = await rows(
        memory,
        "MATCH (c)-[:ASSERTED_BY]->()-[:RESTS_ON]->(o) WHERE c.tenant = $tenant RETURN c.id AS claim, o.id AS note",
    )
    later = session(
        "later", [message("m1", "Then gamma and delta too.")],
        [
            fact("on-claim", [{"claim": stored["claim"]}], object="gamma"),
            fact("on-note", [{"message": stored["note"], "quote": "Alpha"}], object="delta"),
        ],
    )  # fmt: skip
    async with AsyncMemory.open(
        memory.tenant + "-other", settings=memory.settings, embeddings=memory.embeddings
    ) as other:
        result = (await other.ingest(later)).sessions[0]
        assert codes(result) == {"on-claim": "dangling_support", "on-note": "dangling_support"}
    result = (await memory.ingest(later)).sessions[0]
    assert (codes(result), result.claims) == ({}, 2)


@pytest.mark.parametrize("end", ["c9", "", None, {"id": "c1"}, "clm-" + "0" * 32])
async def test_relation_to_nothing_is_refused(memory: AsyncMemory, end: Any) -> None:
    """Case C36."""
    result = await brought(memory, [fact("c1", ["m1"])], relations=[{"from": "c1", "to": end, "type": "causes"}])
    assert codes(result) == {"relations[0]": "dangling_relation"}
    assert result.claims == 1


# ---- C37 ----

EMPTY: list[Any] = [
    [],
    None,
    [""],
    "",
    [" "],
    [None],
    [{}],
    [{"message": ""}],
    [{"claim": None}],
    [{"quote": "beta"}],
    {},
    0.5,
    True,
]


@pytest.mark.parametrize("support", EMPTY, ids=repr)
async def test_claim_without_support_is_malformed(memory: AsyncMemory, support: Any) -> None:
    """Case C37, law S1: however sure it is of itself."""
    result = await brought(memory, [fact("c1", support, 0.99), fact("c2", ["m1"], object="gamma")])
    assert codes(result) == {"c1": "empty_support"}
    assert result.claims == 1
    assert (await memory.query("audit.claims_without_support")).rows == ()


async def test_claim_whose_only_support_is_refused_goes_too(memory: AsyncMemory) -> None:
    """Case C37, law S1: through every level, and what has another leg stands on it."""
    claims = [
        fact("c1", [], object="red"),
        fact("c2", [{"claim": "c1"}], object="green"),
        fact("c3", [{"claim": "c2"}], object="blue"),
        fact("c4", [{"claim": "c3"}, {"message": "m1"}], object="grey"),
    ]
    result = await brought(memory, claims[::-1])
    assert codes(result) == {"c1": "empty_support", "c2": "dangling_support", "c3": "dangling_support"}
    assert [(one.code, one.detail.split(":")[0]) for one in result.warnings] == [("citation_dropped", "c4")]


def test_claim_without_support_key_is_refused_on_the_command_line(kgmem: Command) -> None:
    """Case C37, law S1: missing altogether, from a file."""
    bare = fact("c1", [])
    del bare["support"]
    file = kgmem.file("s.json", session("s1", [message("m1", "Alpha.")], [bare]))
    result = kgmem.json("ingest", file)
    assert [(one["item"], one["code"]) for one in result["sessions"][0]["rejected"]] == [("c1", "empty_support")]
    assert result["totals"]["rejected_items"] == 1
    assert kgmem.json("query", "audit.claims_without_support")["rows"] == []


# ---- C38 ----

GOOD = {"0.9": 0.9, "1": 1, "0": 0, '"0.9"': 0.9}
BAD = [
    '"high"',
    "85",
    "-0.1",
    "1.0001",
    "NaN",
    "true",
    "null",
    "Infinity",
    "-Infinity",
    '"NaN"',
    '"85%"',
    '""',
    "[]",
    "{}",
    "[0.9]",
    "1" + "0" * 400,
]


async def test_confidence_is_a_number_from_0_to_1_or_the_item_is_refused(memory: AsyncMemory, kgmem: Command) -> None:
    """Case C38: the literals as they stand in a file, with the value named."""
    values = [*GOOD, *BAD]
    claims = [
        fact(f"c{place}", ["m1"], f"<{place}>", object=f"thing {place}", statement="alpha relates to it")
        for place in range(len(values))
    ]
    text = json.dumps(session("s1", [message("m1", "Alpha relates to it.")], claims))
    for place, value in enumerate(values):
        text = text.replace(f'"<{place}>"', value)

    result = kgmem.json("ingest", kgmem.file("s.json", text))["sessions"][0]

    assert result["state"] == "stored"
    assert result["claims"] == len(GOOD)
    assert [(one["item"], one["code"]) for one in result["rejected"]] == [
        (f"c{place}", "bad_confidence") for place in range(len(GOOD), len(values))
    ]
    assert "'high'" in result["rejected"][0]["detail"]
    assert "85 is no number from 0 to 1" in result["rejected"][1]["detail"]
    assert [one["code"] for one in result["warnings"]] == ["certain_confidence"]
    stored = [(await memory.history(f"thing {place}")).claims[0].confidence for place in range(len(GOOD))]
    assert stored == list(GOOD.values())


async def test_confidence_missing_is_refused_and_that_of_relations_is_held_to_the_same(memory: AsyncMemory) -> None:
    """Case C38: a claim states one, a relation's defaults to 1."""
    bare = fact("c1", ["m1"])
    del bare["confidence"]
    claims = [bare, fact("c2", ["m1"], object="gamma"), fact("c3", ["m1"], object="delta")]
    values: list[Any] = [85, "high", None, float("nan"), 10**400, 0.5]
    types = ["causes", "enables", "prevents", "before", "contradicts", "updates"]
    relations = [
        {"id": type, "from": "c2", "to": "c3", "type": type, "confidence": value}
        for type, value in zip(types, values, strict=True)
    ]
    result = await brought(memory, claims, relations=[*relations, {"from": "c3", "to": "c2", "type": "causes"}])
    assert codes(result) == {"c1": "bad_confidence"} | dict.fromkeys(types[:5], "bad_confidence")
    assert (result.claims, result.relations) == (2, 2)


async def test_certainty_stays_certain_and_nothing_weighs_nothing(memory: AsyncMemory) -> None:
    """Case C38, law C1: 1 composes to 1 whatever else is said, 0 adds nothing."""
    said = [message("m1", "Alpha relates to beta.")]
    for number, confidence in enumerate((1, 0.2, 0)):
        await memory.ingest(session(f"s{number}", said, [fact("c1", ["m1"], confidence)]))
    (claim,) = (await memory.history("alpha")).claims
    assert (claim.confidence, claim.confidence_shared) == (1, 1)


@pytest.mark.parametrize(("given", "cited"), [("é", "e\u0301"), ("e\u0301", "é"), (" m 1 ", "m 1")])
async def test_citation_is_found_whatever_the_composition_of_its_letters(
    memory: AsyncMemory, given: str, cited: str
) -> None:
    """Cases C36 and C02: ids are compared as they are stored."""
    result = await brought(memory, [fact("c1", [cited])], [message(given, "Alpha relates to beta.")])
    assert (codes(result), result.warnings, result.claims) == ({}, (), 1)


@pytest.mark.parametrize("value", [10**400, -(10**400), 1e300, 5, 5.5, "5", True])
async def test_value_is_kept_whatever_its_size(memory: AsyncMemory, value: Any) -> None:
    """Case C38, the kind of it: a number no float holds is refused or kept, never a crash."""
    one = fact("c1", ["m1"], value=value, statement="alpha has it")
    del one["object"]
    result = await brought(memory, [one])
    assert result.state == "stored"
    assert (result.claims, codes(result)) == (1, {})


# ---- C39 ----


@pytest.mark.parametrize("length", [1, 2, 3, 12])
async def test_support_that_closes_a_cycle_is_refused_with_the_cycle_named(memory: AsyncMemory, length: int) -> None:
    """Case C39, law S3: one item goes, those that have a leg of their own stay."""
    names = [f"c{number}" for number in range(1, length + 1)]
    claims = [
        fact(
            name,
            [{"message": "m1"}, {"claim": names[(place + 1) % length]}],
            object=name,
            statement="alpha relates to it",
        )
        for place, name in enumerate(names)
    ]
    result = await brought(memory, claims)

    assert codes(result) == {names[-1]: "cycle"}
    assert all(name in result.rejected[0].detail for name in names)
    assert result.claims == length - 1
    if length > 1:
        above = (await memory.history("c1")).claims[0].id
        assert len((await memory.explain(above)).grounds) == length - 2


async def test_relations_may_run_in_circles_and_every_traversal_ends(memory: AsyncMemory) -> None:
    """Case C39, law T6: `causes` is no support; only a relation of a claim to itself says nothing."""
    claims = [fact(name, ["m1"], object=name, statement=f"alpha causes {name}") for name in ("red", "green", "blue")]
    ring = [("red", "green"), ("green", "blue"), ("blue", "red"), ("red", "red")]
    types = ["causes", "enables", "prevents", "updates", "contradicts"]
    relations = [{"from": a, "to": b, "type": type} for type in types for a, b in ring]
    with anyio.fail_after(30):
        result = await brought(memory, claims, relations=relations)
        assert set(codes(result).values()) == {"self_relation"}
        assert len(result.rejected) == len(types)
        assert result.relations == 3 * len(types)
        await memory.ask("What does alpha cause?")
        claim = (await memory.history("green")).claims[0]
        await memory.explain(claim.id)
        await memory.conflicts()
        done = await memory.retract(claim.id)
        assert done.retraction
        before = await snapshot(memory)
        await memory.restore(done.retraction)
        await memory.retract(claim.id, dry_run=True)
        assert before != await snapshot(memory)


async def two_claims(memory: AsyncMemory) -> tuple[str, str]:
    """The ids of two claims of two sessions, that rest on a message each."""
    for name in ("red", "green"):
        await memory.ingest(session(name, [message("m1", "Alpha relates to it.")], [fact("c1", ["m1"], object=name)]))
    return (await memory.history("red")).claims[0].id, (await memory.history("green")).claims[0].id


def half(name: str, other: str) -> dict[str, Any]:
    """A session that states `name` again because of the claim `other` of the store."""
    return session(f"because {other}", [message("m1", "It follows.")], [fact("c1", [{"claim": other}], object=name)])


@pytest.mark.parametrize("attempt", range(3))
async def test_two_writers_that_bring_a_half_of_a_cycle_each_leave_one_half(memory: AsyncMemory, attempt: int) -> None:
    """Case C39, law S3, also under concurrent writers: exactly one is refused, and the store stays a DAG."""
    one, two = await two_claims(memory)
    halves = [half("red", two), half("green", one)]
    results: list[SessionResult] = []

    async def write(brings: dict[str, Any]) -> None:
        async with AsyncMemory.open(memory.tenant, settings=memory.settings, embeddings=memory.embeddings) as own:
            results.append((await own.ingest(brings)).sessions[0])

    async with anyio.create_task_group() as group:
        for brings in halves[:: -1 if attempt % 2 else 1]:
            group.start_soon(write, brings)

    assert sorted(tuple(codes(result).values()) for result in results) == [(), ("cycle",)]
    refused = next(one for result in results for one in result.rejected)
    assert one in refused.detail or two in refused.detail
    cycles = await rows(
        memory, "MATCH p = (c:Claim)-[:ASSERTED_BY|RESTS_ON]->{1,}(c) WHERE c.tenant = $tenant RETURN c.id AS id"
    )
    assert cycles == []
    again = await memory.ingest(halves)
    assert [result.state for result in again.sessions] == ["unchanged", "unchanged"]


async def test_two_processes_that_bring_a_half_of_a_cycle_each_leave_one_half(
    memory: AsyncMemory, kgmem: Command
) -> None:
    """Case C39, law S3: as above, from two command lines."""
    one, two = await two_claims(memory)
    files = [kgmem.file("a.json", half("red", two)), kgmem.file("b.json", half("green", one))]
    results: list[Any] = []

    async def write(file: str) -> None:
        results.append((await anyio.to_thread.run_sync(lambda: kgmem.json("ingest", file)))["sessions"][0])

    async with anyio.create_task_group() as group:
        for file in files:
            group.start_soon(write, file)
    assert sorted([one["code"] for one in result["rejected"]] for result in results) == [[], ["cycle"]]


WORKED = {
    "different": ([(0.8, ["d1"]), (0.8, ["d2"])], 0.96, 0.96, []),
    "one drawing": ([(0.8, ["d1"])] * 3, 0.992, 0.8, [("d1", 3)]),
    "one of two": ([(0.8, ["d1"]), (0.8, ["d1", "d2"])], 0.96, 0.9106, [("d1", 2)]),
    "two and one": ([(0.6, ["d1"]), (0.7, ["d2"]), (0.5, ["d1"])], 0.94, 0.88, [("d1", 2)]),
}


@pytest.mark.parametrize("name", WORKED)
async def test_figures_of_shared_sources_as_they_are_worked_in_the_model(memory: AsyncMemory, name: str) -> None:
    """C1-C3, case C42: repetition raises one figure and not the other, and the source is named with by how much."""
    reasons, confidence, shared, common = WORKED[name]
    for number, (k, documents) in enumerate(reasons):
        messages = [message(d, "Alpha relates to beta.", source=document(d)) for d in documents]
        await memory.ingest(session(f"s{number}", messages, [fact("c", documents, k)]))
    (claim,) = (await memory.history("alpha")).claims
    assert (round(claim.confidence, 4), round(claim.confidence_shared, 4)) == (confidence, shared)
    found = (await memory.shared_sources()).claims
    assert [[(one.external_id, one.assertions) for one in each.sources] for each in found] == (
        [common] if common else []
    )
    assert [round(each.raised_by, 4) for each in found] == ([round(confidence - shared, 4)] if common else [])
