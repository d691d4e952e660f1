"""Laws S1, S2, S3 and T2 inside one session, and against what the store knows of the ids it cites."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import document, fact, message, session

from kgmem import identity, ontology
from kgmem.anchors import Interval, parse_iso
from kgmem.distill.checked import Known, KnownClaim, KnownObservation, Verified
from kgmem.distill.grounds import Ground
from kgmem.distill.verify import cited_ids, claim_ids, verify
from kgmem.formats.native import read_session
from kgmem.models import Session

STORED_CLAIM, OTHER_CLAIM = "clm-" + "1" * 32, "clm-" + "2" * 32
STORED_NOTE = "obs-" + "3" * 32
NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
MESSAGES = [message("m1", "Alpha relates to beta."), message("m2", "Gamma relates to delta, 12 bar.")]


def read(
    claims: list[Any], relations: list[Any] | None = None, messages: list[Any] | None = None, **other: Any
) -> Session:
    given = session("s1", MESSAGES if messages is None else messages, claims, relations=relations or [], **other)
    return read_session(given, "UTC")


def run(claims: list[Any], relations: list[Any] | None = None, known: Known | None = None, **other: Any) -> Verified:
    return verify(read(claims, relations, **other), "t", ontology.default(), known or Known(), "UTC")


def rejections(found: Verified) -> dict[str, str]:
    return {one.item: one.code for one in found.rejected}


def warnings(found: Verified) -> list[str]:
    return [one.code for one in found.warnings]


def stored(found: Verified) -> list[str]:
    return [one.item.item for one in found.claims]


def event(id: str, support: Any = "m1", **other: Any) -> dict[str, Any]:
    return {"id": id, "kind": "action", "statement": f"It happened to {id}", "participants": [id], "confidence": 0.5,
            "support": support, **other}  # fmt: skip


def relation(start: str, end: str, type: str = "causes", **other: Any) -> dict[str, Any]:
    return {"id": f"{start}-{end}", "from": start, "to": end, "type": type, **other}


def interval(words: str) -> Interval:
    found = parse_iso(words, UTC)
    assert found is not None
    return found


# ---- S1: support ----


@pytest.mark.parametrize(
    ("support", "code", "warned"),
    [
        ([], "empty_support", []),
        ("m9", "dangling_support", []),
        ([{"claim": "c9"}], "dangling_support", []),
        ([{"claim": "m1"}], "dangling_support", []),
        ([{"message": STORED_CLAIM}], "dangling_support", []),
        (["m1", "m9"], None, ["citation_dropped"]),
        ([{"claim": "c9"}, {"message": "m1"}], None, ["citation_dropped"]),
        ("m1", None, []),
    ],
)
def test_claim_keeps_the_support_that_exists_and_is_rejected_without_any(
    support: Any, code: str | None, warned: list[str]
) -> None:
    """S1: what does not exist is dropped with a warning; nothing is stored without a support."""
    found = run([fact("c1", support)])
    assert rejections(found) == ({"c1": code} if code else {})
    assert warnings(found) == warned
    assert stored(found) == ([] if code else ["c1"])


def test_citations_as_annotators_write_them() -> None:
    """C36: several ids in one text, leading zeros, ids that do not exist."""
    messages = [message(f"D1:{n}", f"Alpha relates to beta, {n}.") for n in (1, 2, 3)]
    supports = {"a": "D1:2; D1:3", "b": "D1:03", "c": "D1:9", "d": "D", "e": "D1:1 D1:2,D1:9"}
    found = run([fact(id, [text], subject=id) for id, text in supports.items()], messages=messages)
    assert rejections(found) == {"c": "dangling_support", "d": "dangling_support"}
    assert {one.item.item: len(one.supports) for one in found.claims} == {"a": 2, "b": 1, "e": 2}
    assert warnings(found) == ["id_normalised", "citation_dropped"]


def test_an_id_that_holds_a_separator_is_found_whole_before_it_is_split() -> None:
    """C36: a message may be called `a, b`."""
    found = run([fact("c1", "a, b")], messages=[message("a, b", "x"), message("a", "y"), message("b", "z")])
    assert len(found.claims[0].supports) == 1
    assert run([fact("c1", "a; b")], messages=[message("a", "y"), message("b", "z")]).claims[0].supports[1:]


def test_one_thing_cited_twice_is_one_support() -> None:
    """S1: a support set is a set; the citation with a quote is the one kept."""
    found = run([fact("c1", ["m1", {"message": "m1", "quote": "Alpha"}, "m1"])])
    (support,) = found.claims[0].supports
    assert (support.quote, support.span) == ("Alpha", (0, 5))


def test_a_rejected_claim_takes_those_with_it_that_rest_on_it_alone() -> None:
    """S1: through every level; what has another support loses the citation only."""
    claims = [
        fact("top", [{"claim": "middle"}], subject="d"),
        fact("saved", [{"claim": "middle"}, {"message": "m1"}], subject="c"),
        fact("middle", [{"claim": "bottom"}], subject="b"),
        fact("bottom", [{"message": "m1", "quote": "not said"}], subject="a"),
    ]
    found = run(claims, [relation("top", "saved"), relation("saved", "middle")])
    assert rejections(found) == {
        "bottom": "quote_not_found", "middle": "dangling_support", "top": "dangling_support",
        "top-saved": "dangling_relation", "saved-middle": "dangling_relation",
    }  # fmt: skip
    assert stored(found) == ["saved"]
    assert [one.item for one in found.rejected] == ["top", "middle", "bottom", "top-saved", "saved-middle"]


def test_ids_of_the_store_may_be_cited_and_others_may_not() -> None:
    """S1: across sessions, by the id of the store only, and only where the store has it."""
    known = Known(
        {STORED_CLAIM: KnownClaim("Beta holds 12 bar", 3, Ground(frozenset({"src-1"}), latest=NINE))},
        {STORED_NOTE: KnownObservation("We saw alpha", Ground(frozenset({"src-2"}), interval("2024-06")))},
    )
    supports = [{"claim": STORED_CLAIM}, {"message": STORED_NOTE, "quote": "saw alpha"}, {"claim": OTHER_CLAIM}]
    found = run([fact("c1", supports)], known=known)
    (claim,) = found.claims
    assert [(one.id, one.is_claim, one.span) for one in claim.supports] == [
        (STORED_CLAIM, True, None), (STORED_NOTE, False, (3, 12))
    ]  # fmt: skip
    assert claim.rank == 4
    assert claim.ground == Ground(frozenset({"src-1", "src-2"}), interval("2024-06"), False, NINE)
    assert warnings(found) == ["citation_dropped"]


def test_the_ids_to_look_up_are_those_that_read_like_ids_of_the_store() -> None:
    """Nothing else of what a session cites is asked of the store; unreadable items ask for nothing."""
    claims = [fact("c1", ["m1", STORED_CLAIM, f"{STORED_NOTE}; m2"]), {"support": OTHER_CLAIM}, "x"]
    given = read(claims, [relation("c1", OTHER_CLAIM), {"from": STORED_CLAIM, "to": "clm-no"}])
    assert cited_ids(given) == {STORED_CLAIM, STORED_NOTE, OTHER_CLAIM}
    assert cited_ids(read([])) == set()


# ---- S2: quotes and literals ----


def test_quotes_are_looked_for_in_what_they_cite_and_not_elsewhere() -> None:
    """S2: in the message, or in the statement of the claim, with the span."""
    claims = [
        fact("a", [{"message": "m2", "quote": "12  bar"}], subject="a"),
        fact("b", [{"message": "m1", "quote": "12 bar"}], subject="b"),
        fact("c", [{"claim": "a", "quote": "a relates"}], subject="c"),
        fact("d", [{"claim": "a", "quote": "12 bar"}], subject="d"),
    ]
    found = run(claims)
    assert rejections(found) == {"b": "quote_not_found", "d": "quote_not_found"}
    assert [one.supports[0].span for one in found.claims] == [(24, 31), (0, 9)]


def test_a_literal_must_be_in_the_support_its_source_or_its_locator() -> None:
    """S2: a drawing's number is on the drawing; a value with its unit is part of the claim that holds it."""
    messages = [
        message("m1", "See the drawing.", source=document("PID-7", title="Sheet 12"), locator="page 3"),
        message("m2", "Nothing."),
    ]
    statements = {"a": "PID-7 shows it", "b": "Sheet 12 shows it", "c": "Page 3 shows it", "d": "Page 4 shows it"}
    found = run([fact(id, "m1", statement=text, subject=id) for id, text in statements.items()], messages=messages)
    assert rejections(found) == {"d": "literal_mismatch"}
    named = message("m1", "I live in Rome.") | {"speaker": "user_7"}
    assert rejections(run([fact("a", "m1", statement="user_7 lives in Rome")], messages=[named])) == {}
    value = fact("a", "m2", subject="a", value=12, unit="bar")
    found = run([value, fact("b", [{"claim": "a"}], subject="b", statement="It is 12 bar")], messages=messages)
    assert rejections(found) == {}


def test_another_spelling_of_a_number_is_stored_with_a_warning() -> None:
    """S2: two, 2."""
    found = run([fact("c1", "m1", statement="There are 2 pumps")], messages=[message("m1", "There are two pumps")])
    assert (rejections(found), warnings(found)) == ({}, ["number_spelling"])


def test_dates_of_the_anchor_and_of_the_message_are_no_literals() -> None:
    """S2."""
    claims = [
        event("a", anchor="2024-09", statement="It was moved in September 2024"),
        event("b", statement="It was moved on 2 March 2026"),
        event("c", statement="It was moved in 2019"),
    ]
    assert rejections(run(claims)) == {"c": "literal_mismatch"}


# ---- S3: cycles ----


@pytest.mark.parametrize(
    ("edges", "cyclic"),
    [
        ({"a": "a"}, ["a"]),
        ({"a": "b", "b": "a"}, ["a", "b"]),
        ({"a": "b", "b": "c", "c": "a", "d": "a"}, ["a", "b", "c", "d"]),
        ({"a": "bm", "b": "am"}, ["b"]),
        ({"a": "b", "b": "m"}, []),
        ({"a": "bc", "b": "d", "c": "d", "d": "m"}, []),
        ({"a": "bm", "b": "c", "c": "am", "d": "c"}, ["c"]),
    ],
)
def test_item_that_closes_a_cycle_is_rejected_and_its_siblings_stay(edges: dict[str, str], cyclic: list[str]) -> None:
    """S3, S1: with the cycle named; who rested on it alone falls with it."""
    claims = [
        fact(id, [{"message": "m1"} if to == "m" else {"claim": to} for to in supports], subject=id)
        for id, supports in edges.items()
    ]
    found = run(claims)
    codes = rejections(found)
    closing = [name for name, code in codes.items() if code == "cycle"]
    if cyclic:
        assert len(closing) == 1
        assert set(codes.values()) <= {"cycle", "dangling_support"}
        (named,) = [one.detail for one in found.rejected if one.code == "cycle"]
        assert " rests on " in named
    assert sorted(set(edges) - set(stored(found))) == sorted(codes)
    assert (sorted(codes) == cyclic) or len(cyclic) == 1


def test_a_cycle_through_the_store_is_seen() -> None:
    """S3: what is stored already counts, also for a claim that is stated again."""
    again = next(iter(claim_ids(read([fact("c1", "m1")]), "t", ontology.default(), "UTC")))
    known = Known({STORED_CLAIM: KnownClaim("x", 2, Ground())}, rests_on=frozenset({(STORED_CLAIM, again)}))
    found = run([fact("c1", [{"claim": STORED_CLAIM}]), fact("c2", "m1", subject="b")], known=known)
    assert (rejections(found), stored(found)) == ({"c1": "cycle"}, ["c2"])


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdefm"), min_size=1, max_size=3), min_size=1)
)
def test_what_is_stored_of_a_session_is_a_dag_on_the_ground(edges: dict[str, list[str]]) -> None:
    """S1, S3: whatever cites whatever, every stored claim comes down to a message, ranks rise upwards, and an item is
    either stored or rejected with a code."""
    claims = [
        fact(id, [{"message": "m1"} if to == "m" else {"claim": to} for to in supports], subject=id)
        for id, supports in edges.items()
    ]
    found = run(claims)
    ranks = {one.claim_id: one.rank for one in found.claims}
    for one in found.claims:
        below = [ranks[cited.id] if cited.is_claim else 0 for cited in one.supports]
        assert one.rank == 1 + max(below)
        assert one.ground.sources
    assert sorted([*stored(found), *rejections(found)]) == sorted(edges)


# ---- identity, ground and time ----


def test_items_that_say_one_thing_are_one_claim_with_several_reasons() -> None:
    """I1a: alternative reasons in one session."""
    found = run([fact("c1", "m1"), fact("c2", "m2"), fact("c3", "m1", negated=True)])
    ids = [one.claim_id for one in found.claims]
    assert ids[0] == ids[1] != ids[2]
    assert claim_ids(read([fact("c1", "m1"), fact("c2", "m2")]), "t", ontology.default(), "UTC") == {ids[0]}


def test_an_action_without_a_stated_time_is_of_the_day_of_its_message() -> None:
    """I1a: the other events are not."""
    days = [message("m1", "x"), message("m2", "y", sent_at="2026-03-03T09:00:00Z")]

    def ids(kind: str, **other: Any) -> list[str]:
        claims = [event(id, id, kind=kind, statement="It broke", participants=["p"], **other) for id in ("m1", "m2")]
        return [one.claim_id for one in run(claims, messages=days).claims]

    assert len(set(ids("action"))) == 2
    assert len(set(ids("state_change"))) == 1
    assert len(set(ids("action", anchor="2024"))) == 1
    assert len(set(ids("action", anchor="in spring"))) == 1


def test_kinds_of_the_ontology_are_kept_and_identity_uses_their_root() -> None:
    """I1: a pump in one session is a piece of equipment in another."""
    found = run(
        [
            fact("c1", "m1", subject="a"),
            event("e", participants=[{"kind": "Pump", "id": "P-1"}, {"kind": "gizmo", "id": "G"}]),
        ]
    )
    pump, gizmo = found.claims[1].mentions
    assert (pump.kind, pump.root, gizmo.kind) == ("pump", "thing", "thing")
    assert pump.id == identity.entity_id("t", "thing", "p-1", None)


@pytest.mark.parametrize(
    ("sources", "changes", "basis", "start"),
    [
        ([None], {}, "message", "2026-03-02T09:00:00Z"),
        ([None], {"anchor": "2024-09"}, "stated", "2024-09-01T00:00:00Z"),
        ([document("D1", published_at="2024-06-01")], {}, "published", "2024-06-01T00:00:00Z"),
        ([document("D1", published_at="2024-06-01"), document("D2", published_at="2023")], {}, "published",
         "2023-01-01T00:00:00Z"),
        ([document("D1", published_at="2024-06-01"), document("D2")], {}, "unknown", None),
        ([document("D1")], {"world_from": "2020"}, "stated", "2020-01-01T00:00:00Z"),
        ([document("D1"), None], {}, "unknown", None),
        ([document("D1", published_at="2024"), None], {}, "published", "2024-01-01T00:00:00Z"),
        ([{"kind": "tool", "id": "T"}], {}, "message", "2026-03-02T09:00:00Z"),
        ([{"kind": "tool", "id": "T", "published_at": "2001"}], {}, "message", "2026-03-02T09:00:00Z"),
    ],
)  # fmt: skip
def test_world_time_is_the_anchor_else_the_stalest_document_else_the_latest_message(
    sources: list[Any], changes: dict[str, Any], basis: str, start: str | None
) -> None:
    """T2: an old drawing read today is old news."""
    messages = [
        message(f"m{i}", "Alpha relates to beta", **({"source": source} if source else {}))
        for i, source in enumerate(sources)
    ]
    claims = [fact("c1", [one["id"] for one in messages], **changes), fact("c2", [{"claim": "c1"}], subject="b")]
    first, second = run(claims, messages=messages).claims
    assert first.world.basis == basis
    assert (first.world.at and first.world.at.start) == (interval(start).start if start else None)
    if not changes:
        assert second.world == first.world


def test_without_any_time_the_world_time_is_unknown() -> None:
    """T2, T3."""
    found = run([fact("c1", "m1")], started_at=None)
    assert (found.claims[0].world.at, found.claims[0].world.basis) == (None, "unknown")


def test_root_sources_of_a_claim_of_the_session_are_those_of_all_its_items() -> None:
    """C2."""
    messages = [
        message("m1", "x", source=document("D1")),
        message("m2", "y", source=document("D2")),
        message("m3", "z"),
    ]
    claims = [fact("a", "m1"), fact("b", "m2"), fact("c", [{"claim": "a"}], subject="c"), fact("d", "m3", subject="d")]
    found = run(claims, messages=messages)
    by_item = {one.item.item: one.ground.sources for one in found.claims}
    assert by_item["c"] == by_item["a"] | by_item["b"]
    assert len(by_item["c"]) == 2
    assert by_item["d"] == {identity.source_id("t", "speaker", "agent", None)}


# ---- relations ----


def test_relations_are_stored_between_claims_that_were() -> None:
    """Ends are items of the session or ids of the store; CONTRADICTS runs from the smaller id to the larger."""
    known = Known({STORED_CLAIM: KnownClaim("x", 1, Ground())})
    claims = [fact("a", "m1"), event("b")]
    given = [
        relation("a", "b"), relation("b", "a", "contradicts", confidence="0.5", justification="so"),
        relation("a", STORED_CLAIM, "updates"), relation("a", "b"),
    ]  # fmt: skip
    found = run(claims, given, known)
    ids = {one.item.item: one.claim_id for one in found.claims}
    (turned,) = run(claims, [relation("a", "b", "contradicts")]).relations
    assert [turned.start, turned.end] == sorted(ids.values())
    assert [(one.type, one.start, one.end, one.confidence) for one in found.relations] == [
        ("CAUSES", ids["a"], ids["b"], 1.0),
        ("CONTRADICTS", *sorted(ids.values()), 0.5),
        ("UPDATES", ids["a"], STORED_CLAIM, 1.0),
    ]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (relation("a", "c9"), "dangling_relation"),
        (relation("a", STORED_CLAIM), "dangling_relation"),
        (relation("a", "m1"), "dangling_relation"),
        (relation("a", "a"), "self_relation"),
        (relation("a", "same"), "self_relation"),
        (relation("a", "b", confidence=2), "bad_confidence"),
        (relation("a", "c9", confidence=2), "dangling_relation"),
        (relation("a", "a", confidence=2), "self_relation"),
        (relation("a", "b", "before", confidence=2), "bad_confidence"),
        (relation("a", "b", "likes"), "unknown_relation"),
        (relation("late", "early", "before"), "before_reversed"),
        (relation("early", "within", "before"), "before_overlap"),
        (relation("within", "early", "before"), "before_overlap"),
    ],
)
def test_relation_is_rejected_with_the_first_code_that_applies(given: dict[str, Any], code: str) -> None:
    """Interface: unknown type, dangling, self, confidence, time."""
    claims = [
        fact("a", "m1"), fact("same", "m2"), event("b"), event("early", anchor="2024"),
        event("within", anchor="2024-05"), event("late", anchor="2025"),
    ]  # fmt: skip
    found = run(claims, [given])
    assert rejections(found) == {given["id"]: code}
    assert found.relations == ()


def test_before_holds_between_stated_times_that_do_not_overlap() -> None:
    """T2: and where a time is only that of a message, nothing is known that forbids it."""
    claims = [event("a", anchor="2024"), event("b", anchor="2025"), event("c"), event("d")]
    given = [relation("a", "b", "before"), relation("c", "a", "before"), relation("d", "c", "before")]
    found = run(claims, given)
    assert rejections(found) == {}
    assert len(found.relations) == 3


def test_before_looks_at_the_times_of_the_store_too() -> None:
    """T2: the earliest stated time of a stored claim."""
    known = Known({STORED_CLAIM: KnownClaim("x", 1, Ground(), (interval("2025"), interval("2023")))})
    found = run([event("a", anchor="2024")], [relation("a", STORED_CLAIM, "before")], known)
    assert rejections(found) == {f"a-{STORED_CLAIM}": "before_reversed"}


# ---- reports ----


def test_everything_is_reported_in_the_order_given() -> None:
    """Interface: one code an item, claims before relations, as the session has them."""
    claims = [{"kind": "rumour"}, fact("c2", "m9"), fact("c3", "m1"), fact("c3", "m1"), "x"]
    found = run(claims, [relation("c3", "c9"), 7])
    assert [(one.item, one.code) for one in found.rejected] == [
        ("claims[0]", "unknown_type"), ("c2", "dangling_support"), ("claims[3]", "malformed"),
        ("claims[4]", "malformed"), ("c3-c9", "dangling_relation"), ("relations[1]", "malformed"),
    ]  # fmt: skip
    assert stored(found) == ["c3"]


def test_every_rejected_item_is_reported_also_where_ids_are_used_twice() -> None:
    """A claim and two relations of one id are three items."""
    found = run([{"id": "x", "kind": "rumour"}], [{"id": "x", "type": "likes"}, relation("a", "b") | {"id": "x"}])
    assert [(one.item, one.code) for one in found.rejected] == [
        ("x", "unknown_type"), ("x", "unknown_relation"), ("x", "dangling_relation")
    ]  # fmt: skip


def test_flags_of_stored_items_are_warnings_that_name_them() -> None:
    """A rejected item's flags say nothing; the session's own warnings come first and nothing twice."""
    claims = [event("a", confidence=1, anchor="once upon a time"), event("b", "m9", confidence=1)]
    found = run(claims, started_at="2026-03-02T09:00:00")
    assert warnings(found) == ["tz_assumed", "certain_confidence", "anchor_unresolved"]
    assert [one.detail.split(":")[0] for one in found.warnings[1:]] == ["a", "a"]


def test_a_message_without_an_id_is_cited_by_nothing_but_its_id_of_the_store() -> None:
    """I1a: its position stands for it."""
    messages = [{"speaker": "agent", "text": "Alpha relates to beta"}]
    id = identity.observation_id("t", identity.session_id("t", "s1"), 0, "Alpha relates to beta")
    found = run([fact("a", id), fact("b", "0", subject="b")], messages=messages)
    assert (stored(found), rejections(found)) == (["a"], {"b": "dangling_support"})


def test_a_long_chain_of_claims_is_ranked_without_recursion() -> None:
    """C48: the depth of support does not matter."""
    claims = [fact("c0", "m1", subject="0")] + [
        fact(f"c{i}", [{"claim": f"c{i - 1}"}], subject=str(i)) for i in range(1, 1500)
    ]
    found = run([{**claim, "statement": "it relates"} for claim in reversed(claims)])
    assert max(one.rank for one in found.claims) == 1500
