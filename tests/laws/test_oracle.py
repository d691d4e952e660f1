"""The oracle against the figures worked out in model.md, and against itself on random histories. It needs no store."""

import dataclasses
import json
import math

import figures
import profiles  # noqa: F401  sets how many examples there are
import pytest
from facts import POLICIES, RELATION_TYPES, ClaimSpec, Facts, MessageSpec, Ref, RelationSpec, SessionSpec, Source
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st
from intake import Ingested, Rejection
from oracle import Acted, NotFound, Oracle
from strategies import Ingest, Restore, Retract, histories, play, played, to_session_json, update_histories


def session(key, claims, relations=(), *, messages="abc", kind="document", days=None):
    """A session with messages a, b, c from sources a, b, c. `claims` are (item, claim, k, supports[, day]): a support
    of one letter is a message, one with ! a stored claim, another an item. `relations` are "x TYPE y".
    """
    days = days or {}

    def ref(name):
        return Ref("claim", name[1:]) if name[0] == "!" else Ref("message" if len(name) == 1 else "item", name)

    return SessionSpec(
        key,
        tuple(
            MessageSpec(m, "words", Source(m, kind, days.get(m) if kind == "document" else None), days.get(m))
            for m in messages
        ),
        tuple(ClaimSpec(i, c, k, tuple(map(ref, supports.split())), *day) for i, c, k, supports, *day in claims),
        tuple(
            RelationSpec(ref(one), ref(other), name)
            for one, name, other in (relation.split() for relation in relations)
        ),
    )


def store(*specs):
    oracle = Oracle()
    for spec in specs:
        oracle.ingest(spec)
    return oracle


def asserted(*reasons):
    """One claim `x`, one session for each (confidence, sources)."""
    return store(*(session(f"s{i}", [("it", "x", k, sources)]) for i, (k, sources) in enumerate(reasons)))


def pair(oracle, claim="x"):
    of = oracle.figures()[claim]
    return round(of.confidence, 4), round(of.confidence_shared, 4)


@pytest.mark.parametrize(
    ("reasons", "expected"),
    [
        ([(0.8, "a"), (0.8, "b")], (0.96, 0.96)),
        ([(0.8, "a"), (0.8, "a"), (0.8, "a")], (0.992, 0.8)),
        ([(0.8, "a"), (0.8, "a b")], (0.96, 0.9106)),
        ([(0.6, "a"), (0.7, "b"), (0.5, "a")], (0.94, 0.88)),
        ([(1.0, "a"), (0.3, "a b")], (1.0, 1.0)),
        ([(0.0, "a")], (0.0, 0.0)),
    ],
)
def test_confidence_counts_sessions_and_shared_counts_sources(reasons, expected):
    """C1, C3 with the worked figures."""
    assert pair(asserted(*reasons)) == expected


def test_alternative_items_of_one_session_count_once_with_the_largest_and_cap_the_shared_figure():
    """I1a, C1, C3: at most C1."""
    assert pair(store(session("s", [("i1", "x", 0.6, "a"), ("i2", "x", 0.5, "b")]))) == (0.6, 0.6)


def test_shared_provenance_is_reported_with_its_assertions_and_changes_no_confidence():
    """C2, C42."""
    assert asserted((0.8, "a"), (0.8, "a b")).figures()["x"].shared_sources == {"a": {"s0/it", "s1/it"}}
    assert asserted((0.8, "a"), (0.8, "b")).figures()["x"].shared_sources == {}


def test_shared_provenance_reaches_through_claims():
    """C2: roots of a local item are those of the session's own assertions, of a stored claim those of all."""
    oracle = store(
        session("s1", [("i1", "x", 0.8, "a")]),
        session("s2", [("i1", "x", 0.8, "b"), ("i2", "x", 0.8, "c"), ("i3", "y", 0.8, "i1")]),
        session("s3", [("i1", "z", 0.8, "!x")]),
    )
    assertions = oracle.facts.assertions
    assert assertions["s2/i3"].roots == {"b", "c"}
    assert assertions["s3/i1"].roots == {"a", "b", "c"}


def test_void_assertions_count_for_nothing():
    """R3, C47: 0.6 and 0.7 give 0.88; without the first, 0.7; without both, 0; the second time changes nothing."""
    oracle = asserted((0.6, "a"), (0.7, "b"))
    assert pair(oracle) == (0.88, 0.88)
    first = oracle.retract("source", "a")
    assert (pair(oracle), first.changed) == ((0.7, 0.7), 1)
    again = oracle.retract("source", "a")
    assert (again.changed, again.recorded, again.retraction) == (0, False, first.retraction)
    assert [row.claim for row in again.affected] == [row.claim for row in first.affected]
    oracle.retract("source", "b")
    assert pair(oracle) == (0, 0)
    assert oracle.figures()["x"].standing == "unsupported"
    oracle.restore(first.retraction.key)
    assert pair(oracle) == (0.6, 0.6)


@pytest.mark.parametrize(("policy", "expected"), [("dispute", 0.8), ("lower", 0.5528), ("remove", 0.5528)])
def test_policy_lowers_what_is_partial(policy, expected):
    """R3: 1 - (1 - 0.8)^(1/2)."""
    oracle = asserted((0.8, "a b"))
    oracle.retract("observation", "s0/a", policy)
    assert pair(oracle)[0] == expected
    assert oracle.figures()["x"].standing == "weakened"


def test_stricter_policy_is_recorded_and_holds_until_undone_and_removes():
    """R3, R4: where policies meet, the strictest holds."""
    oracle = asserted((0.8, "a b"))
    mild = oracle.retract("source", "a", "dispute")
    strict = oracle.retract("source", "a", "remove")
    assert strict.recorded
    assert oracle.retract("source", "a", "lower").retraction == strict.retraction
    assert pair(oracle)[0] == 0.5528
    other = oracle.retract("source", "b")
    assert figures.removed(oracle.facts) == {"x"}
    oracle.restore(other.retraction.key)
    assert figures.removed(oracle.facts) == set()
    oracle.restore(strict.retraction.key)
    assert pair(oracle)[0] == 0.8
    oracle.restore(mild.retraction.key)
    assert oracle.figures()["x"].standing == "supported"


def test_closure_of_a_diamond_lists_each_claim_once_with_its_shortest_depth():
    """R1, C47."""
    oracle = store(
        session(
            "s",
            [("i0", "c", 0.6, "a"), ("i1", "c1", 0.8, "a"), ("i2", "c2", 0.8, "a"), ("i3", "c3", 0.8, "i1 i2")],
        )
    )
    acted = oracle.dry_run("observation", "s/a")
    assert [(row.claim, row.depth) for row in acted.affected] == [("c", 1), ("c1", 1), ("c2", 1), ("c3", 2)]
    assert acted.changed == 4
    assert not oracle.facts.retractions
    assert [row.depth for row in oracle.dry_run("session", "s").affected] == [1, 1, 1, 1]
    assert [(row.claim, row.depth) for row in oracle.dry_run("claim", "c1").affected] == [("c1", 0), ("c3", 1)]


def test_layers_of_diamonds_have_one_row_a_claim():
    """R1, C48."""
    items = [("i0l", "0l", 0.9, "a"), ("i0r", "0r", 0.9, "a")]
    for n in range(1, 30):
        items += [(f"i{n}{side}", f"{n}{side}", 0.9, f"i{n - 1}l i{n - 1}r") for side in "lr"]
    acted = store(session("s", items)).retract("observation", "s/a")
    assert (len(acted.affected), acted.affected[-1].depth, acted.changed) == (60, 30, 60)


def test_standing_follows_supports_through_levels():
    """R2."""
    oracle = store(session("s", [("i1", "x", 0.8, "a b"), ("i2", "y", 0.8, "i1"), ("i3", "z", 0.8, "i2 c")]))
    oracle.retract("observation", "s/a")
    assert {c: of.standing for c, of in oracle.figures().items()} == dict.fromkeys("xyz", "weakened")
    oracle.retract("observation", "s/b")
    assert {c: of.standing for c, of in oracle.figures().items()} == {
        "x": "unsupported", "y": "unsupported", "z": "weakened",
    }  # fmt: skip
    assert oracle.figures()["z"].weakest_support == 0


def test_weakest_support_and_rank_follow_the_chain():
    """C1, S3."""
    oracle = store(session("s", [("i1", "x", 0.5, "a"), ("i2", "y", 0.9, "i1 b"), ("i3", "z", 0.8, "i2")]))
    assert [(of.weakest_support, of.rank) for of in oracle.figures().values()] == [(0.5, 1), (0.5, 2), (0.5, 3)]


def test_retracted_claim_can_be_stated_anew_and_a_later_retraction_is_no_repeat():
    """R5."""
    oracle = asserted((0.8, "a"))
    first = oracle.retract("claim", "x")
    assert oracle.figures()["x"].standing == "unsupported"
    oracle.ingest(session("later", [("it", "x", 0.7, "b")]))
    assert pair(oracle)[0] == 0.7
    assert oracle.retract("claim", "x").recorded
    assert pair(oracle)[0] == 0
    oracle.restore(first.retraction.key)
    assert pair(oracle)[0] == 0


def test_same_source_again_after_retraction_stays_retracted():
    """R5, C50."""
    oracle = asserted((0.6, "a"))
    standing = oracle.retract("source", "a").retraction
    assert oracle.ingest(oracle.facts.sessions["s0"]).state == "unchanged"
    oracle.ingest(session("more", [("it", "x", 0.6, "a")]))
    assert pair(oracle)[0] == 0
    oracle.ingest(session("other", [("it", "x", 0.7, "b")]))
    assert pair(oracle)[0] == 0.7
    oracle.restore(standing.key)
    assert pair(oracle)[0] == pytest.approx(0.952)


def test_unknown_targets_are_not_found():
    """C49."""
    oracle = asserted((0.6, "a"))
    with pytest.raises(NotFound):
        oracle.retract("observation", "x")
    with pytest.raises(NotFound):
        oracle.restore("retraction-9")


def test_cycle_is_refused_with_its_claims_named_and_the_rest_stays():
    """S3, C39: across sessions, and through a void assertion; self-loops too."""
    oracle = store(
        session("s1", [("ib", "b", 0.8, "a")]),
        session("s2", [("ic", "c", 0.8, "!b")]),
        session("s3", [("ia", "a", 0.8, "!c")]),
    )
    oracle.retract("session", "s2")
    report = oracle.ingest(session("s4", [("i1", "b", 0.8, "!a"), ("i2", "d", 0.8, "a"), ("i3", "e", 0.8, "i1")]))
    assert report.rejected == (Rejection("i1", "cycle", ("b", "a", "c")), Rejection("i3", "dangling_support"))
    assert "d" in oracle.facts.claims
    own = oracle.ingest(session("s5", [("i1", "f", 0.8, "a"), ("i2", "f", 0.9, "i1")]))
    assert own.rejected == (Rejection("i2", "cycle", ("f",)),)


def test_cycle_within_a_session_refuses_the_item_that_closes_it():
    """S3, C39: c1 rests on c2, c2 on c3, c3 on c1, and each on a message."""
    report = Oracle().ingest(session("s", [("i1", "c1", 1, "i2 a"), ("i2", "c2", 1, "i3 a"), ("i3", "c3", 1, "i1 a")]))
    assert report.rejected == (Rejection("i3", "cycle", ("c3", "c1", "c2")),)
    assert report.dropped == (("i2", Ref("item", "i3")),)


def test_support_that_is_missing_is_dropped_and_without_any_the_item_is_refused():
    """S1, C36, C37."""
    report = Oracle().ingest(
        session("s", [("i1", "x", 1, "a q"), ("i2", "y", 1, "q"), ("i3", "z", 1, ""), ("i4", "w", 1, "i2 !no")])
    )
    assert [(r.item, r.code) for r in report.rejected] == [
        ("i2", "dangling_support"), ("i3", "empty_support"), ("i4", "dangling_support"),
    ]  # fmt: skip
    assert report.dropped == (("i1", Ref("message", "q")),)


def test_relations_are_refused_for_dangling_self_and_time():
    """The codes of interface.md; T2 for BEFORE."""
    items = [("i1", "x", 1, "a", 1), ("i2", "y", 1, "a", 2), ("i3", "z", 1, "a", 2), ("i4", "x", 1, "b")]
    report = Oracle().ingest(
        session(
            "s",
            items,
            ["i1 BEFORE i2", "i2 BEFORE i1", "i2 BEFORE i3", "i1 CAUSES i4", "i1 CAUSES no", "i1 LIKES i2"],
        )
    )
    assert [(r.item, r.code) for r in report.rejected] == [
        (1, "before_reversed"), (2, "before_overlap"), (3, "self_relation"), (4, "dangling_relation"),
        (5, "unknown_relation"),
    ]  # fmt: skip


def test_world_time_is_stated_else_the_earliest_publication_else_the_latest_message():
    """T2."""
    dated = {"a": 1, "b": 3}
    items = [("i1", "x", 1, "a b"), ("i2", "y", 1, "b c"), ("i3", "z", 1, "i1"), ("i4", "w", 1, "a", 5)]
    read = store(session("s", items, days=dated)).facts.assertions.values()
    assert [(a.world_from, a.basis) for a in read] == [
        (1, "published"), (None, "unknown"), (1, "published"), (5, "stated"),
    ]  # fmt: skip
    said = store(session("s", items, days=dated, kind="speaker")).facts.assertions.values()
    assert [(a.world_from, a.basis) for a in said] == [
        (3, "message"), (3, "message"), (3, "message"), (5, "stated"),
    ]  # fmt: skip


def chain():
    """A, B, C on days 1, 2, 3, each in a session of its own; the updates stated apart. A causes x, x causes y."""
    return store(
        session("sa", [("it", "A", 0.9, "a", 1), ("ix", "x", 0.9, "a"), ("iy", "y", 0.9, "a"), ("iz", "z", 0.9, "it")]),
        session("sb", [("it", "B", 0.9, "b", 2)]),
        session("sc", [("it", "C", 0.9, "c", 3)]),
        session("su", [("it", "u", 0.9, "a")], ["!B UPDATES !A", "!C UPDATES !B", "!A CAUSES !x", "!x CAUSES !y"]),
    )


def validity(oracle):
    return {claim: (of.validity, of.valid_until) for claim, of in oracle.figures().items()}


def test_update_supersedes_and_what_hangs_on_it_is_suspect_one_hop():
    """T4, T5, T6, C44."""
    oracle = chain()
    assert validity(oracle) == {
        "A": (0, 2), "x": (0.5, None), "y": (1, None), "z": (0.5, None), "B": (0, 3), "C": (1, None), "u": (1, None),
    }  # fmt: skip
    assert [figures.invalidated_at(oracle.facts, r) for r in oracle.facts.relations] == [None, None, 2, None]


def test_retracting_the_middle_of_a_chain_lets_the_newest_supersede_the_oldest():
    """T7."""
    oracle = chain()
    acted = oracle.retract("claim", "B")
    assert (validity(oracle)["A"], validity(oracle)["B"]) == ((0, 3), (0, None))
    assert (acted.unsuperseded, acted.changed) == (("A",), 2)
    oracle.retract("claim", "C")
    assert validity(oracle)["A"] == (1, None)
    assert validity(oracle)["x"] == (1, None)


def test_update_is_taken_back_with_the_session_that_stated_it():
    """R5, T6, T7: also where its ends stay."""
    oracle = chain()
    oracle.retract("session", "su")
    assert {c: v for c, (v, _) in validity(oracle).items()} == {"A": 1, "x": 1, "y": 1, "z": 1, "B": 1, "C": 1, "u": 0}


def test_retracted_session_takes_its_assertions_though_their_supports_stay():
    """R5: one that rests on a claim of another session."""
    oracle = store(session("s1", [("it", "x", 0.8, "a")]), session("s2", [("it", "y", 0.8, "!x")]))
    acted = oracle.retract("session", "s2")
    assert [(row.claim, row.depth, row.after.standing) for row in acted.affected] == [("y", 1, "unsupported")]
    assert oracle.figures()["x"].standing == "supported"


@pytest.mark.parametrize(("kind", "expected"), [("CAUSES", 0.5), ("ENABLES", 0.5), ("PREVENTS", 1), ("BEFORE", 1)])
def test_only_causes_and_enables_make_suspect(kind, expected):
    """T5."""
    items = [("i1", "o", 1, "a", 1), ("i2", "n", 1, "a", 2), ("i3", "m", 1, "b", 2)]
    assert validity(store(session("s", items, ["i2 UPDATES i1", f"i1 {kind} i3"])))["m"] == (expected, None)


def test_touching_holdings_are_one_spell():
    """T3, T4: stated again on the very day on which it was updated."""
    items = [("i1", "o", 1, "a", 1), ("i2", "n", 1, "a", 3), ("i3", "o", 1, "b", 3)]
    assert store(session("s", items, ["i2 UPDATES i1"])).figures()["o"].holds == ((1, None),)


def test_update_that_is_not_later_has_no_effect():
    """T4, C45."""
    for new, old in ((1, 1), (1, 2), (None, 1), (1, None)):
        oracle = store(session("s", [("i1", "o", 1, "a", old), ("i2", "n", 1, "a", new)], ["i2 UPDATES i1"]))
        assert validity(oracle) == {"o": (1, None), "n": (1, None)}


def test_assertion_after_the_update_makes_a_spell_of_its_own():
    """T4, T5: A, B, A. Confidence counts every spell: that of the last alone comes with rivals (T3)."""
    oracle = store(
        session("s1", [("i1", "o", 0.5, "a", 1), ("i2", "n", 0.9, "a", 2)], ["i2 UPDATES i1"]),
        session("s2", [("it", "o", 0.6, "b", 4)]),
        session("s3", [("it", "o", 0.7, "c")]),
    )
    of = oracle.figures()["o"]
    assert (of.holds, of.validity, of.confidence) == (((1, 2), (4, None)), 1, pytest.approx(0.88))


def test_claim_resting_on_what_it_updates_is_not_suspect_for_it():
    """T5: one that it updates itself excepted."""
    items = [("i1", "o", 1, "a", 1), ("i2", "n", 1, "i1", 2), ("i3", "m", 1, "i1", 2)]
    assert validity(store(session("s", items, ["i2 UPDATES i1"]))) == {"o": (0, 2), "n": (1, None), "m": (0.5, None)}


def test_claim_with_one_sound_reason_is_not_suspect():
    """T5: all of its non-void assertions must rest on a claim of validity below 1."""
    items = [("i1", "o", 1, "a", 1), ("i2", "n", 1, "a", 2), ("i3", "m", 1, "i1"), ("i4", "m", 1, "b"),
             ("i5", "l", 1, "i1 b"), ("i6", "k", 1, "i5")]  # fmt: skip
    oracle = store(session("s", items, ["i2 UPDATES i1"]))
    assert {c: v for c, (v, _) in validity(oracle).items()} == {"o": 0, "n": 1, "m": 1, "l": 0.5, "k": 0.5}


def test_contradiction_is_open_while_both_hold():
    """T6."""
    items = [("i1", "o", 1, "a", 1), ("i2", "n", 1, "b", 2), ("i3", "m", 1, "c", 3)]
    oracle = store(session("s", items, ["i2 UPDATES i1", "i1 CONTRADICTS i3", "i2 CONTRADICTS i3"]))
    assert figures.open_contradictions(oracle.facts) == {frozenset("nm")}
    oracle.retract("observation", "s/b")
    assert figures.open_contradictions(oracle.facts) == {frozenset("om")}


# Random histories

SMALL = settings(max_examples=150, deadline=None)


def alike(one: Oracle, other: Oracle) -> bool:
    """The same figures, whatever the order in which floats were multiplied."""
    left, right = ({c: dataclasses.asdict(of) for c, of in o.figures().items()} for o in (one, other))
    return left.keys() == right.keys() and all(
        v == pytest.approx(right[c][name], abs=1e-12) if isinstance(v, float) else v == right[c][name]
        for c, row in left.items()
        for name, v in row.items()
    )


@SMALL
@given(histories(types=("CAUSES",)), st.data())
def test_further_assertion_never_lowers_shared_confidence(history, data):
    """C3, within one spell."""
    oracle = played(dataclasses.replace(history, acts=()))
    before = oracle.figures()
    extra = data.draw(st.sampled_from(history.sessions))
    assume(any(item.claim in before for item in extra.claims))
    oracle.ingest(dataclasses.replace(extra, key="more", relations=()))
    after = oracle.figures()
    one_spell = [c for c in before if len(before[c].holds) < 2 and len(after[c].holds) < 2]
    assert all(after[c].confidence_shared >= before[c].confidence_shared - 1e-12 for c in one_spell)


@SMALL
@given(histories(types=("CAUSES",), policies=POLICIES))
def test_retraction_never_raises_a_figure(history):
    """C3, R2, R3, within one spell."""
    oracle = played(dataclasses.replace(history, acts=()))
    steps = ["unsupported", "weakened", "supported"]
    for act in history.acts:
        if not isinstance(act, Retract) or (acted := play(oracle, act)) is None:
            continue
        for row in acted.affected:
            if max(len(row.before.holds), len(row.after.holds)) > 1:
                continue
            assert row.after.confidence_shared <= row.before.confidence_shared + 1e-12
            assert row.after.confidence <= row.before.confidence + 1e-12
            assert steps.index(row.after.standing) <= steps.index(row.before.standing)


@SMALL
@given(histories(policies=POLICIES))
def test_figures_keep_their_bounds(history):
    """C1, C3, R2, S3, T5: what must hold of any store."""
    oracle = played(history)
    facts = oracle.facts
    for claim, of in oracle.figures().items():
        assert 0 <= of.weakest_support <= of.confidence <= 1
        assert 0 <= of.confidence_shared <= of.confidence
        weights = [figures.weight(facts, a) for a in figures.counted(facts, claim)]
        assert max(weights, default=0) <= of.confidence + 1e-12
        assert (of.standing == "unsupported") == (of.holds == ())
        assert of.validity in (0, 0.5, 1)
        assert of.rank >= 1
        assert not math.isnan(of.confidence_shared)
    assert all(a.roots and a.supports for a in facts.assertions.values())


@SMALL
@given(histories(policies=POLICIES) | update_histories())
def test_acts_touch_only_their_closure_and_undo_exactly(history):
    """R1, R4, I2, T7: a dry run equals the act; a repeat changes nothing; restoring gives the figures back."""
    oracle = played(dataclasses.replace(history, acts=()))
    for act in history.acts:
        event(type(act).__name__)
        before = oracle.figures()
        if isinstance(act, Retract):
            try:
                dry = oracle.dry_run(act.kind, act.target, act.policy)
            except NotFound:
                continue
            assert oracle.figures() == before
            acted = play(oracle, act)
            assert (acted.affected, acted.changed) == (dry.affected, dry.changed)
            inside = {row.claim for row in acted.affected}
            after = oracle.figures()
            assert all(after[c].standing == before[c].standing for c in before if c not in inside)
            assert play(oracle, act).changed == 0
            if acted.recorded:
                back = Oracle(oracle.facts)
                back.restore(acted.retraction.key)
                assert back.figures() == before
        else:
            done = play(oracle, act)
            if isinstance(done, Ingested) and done.state == "unchanged":
                assert oracle.figures() == before
            elif isinstance(done, Acted):
                assert not oracle.facts.retractions[done.retraction.key].active


@SMALL
@given(histories(faults=False, late=False), st.data())
def test_order_of_sessions_does_not_matter(history, data):
    """I3, but for sessions that cite the store, which are left out, and cycles, which cannot arise here."""
    alone = [
        dataclasses.replace(
            spec,
            claims=tuple(
                dataclasses.replace(item, supports=tuple(r for r in item.supports if r.kind != "claim"))
                for item in spec.claims
            ),
            relations=tuple(r for r in spec.relations if {r.origin.kind, r.target.kind} == {"item"}),
        )
        for spec in history.sessions
    ]
    oracle = store(*alone)
    other = store(*data.draw(st.permutations(alone)))
    assert alike(oracle, other)


@SMALL
@given(histories(policies=POLICIES))
def test_history_is_plain_session_files_without_numbers_in_words(history):
    """S2: nothing in a statement needs to occur in a support; and the files are JSON."""
    for spec in history.sessions:
        written = json.loads(json.dumps(to_session_json(spec, {"amber": "id-of-amber"})))
        words = [m["text"] for m in written["messages"]] + [c["statement"] for c in written["claims"]]
        assert not any(character.isdigit() for text in words for character in text)
        for claim in written["claims"]:
            for support in claim["support"]:
                texts = {m["id"]: m["text"] for m in written["messages"]}
                assert support.get("quote", "") in texts.get(support.get("message"), "")
        assert len(written["relations"]) == len({json.dumps(r, sort_keys=True) for r in written["relations"]})
        assert {r["type"].upper() for r in written["relations"]} <= set(RELATION_TYPES)


def test_empty_store_has_no_figures():
    assert Oracle(Facts()).figures() == {}
    assert play(Oracle(), Restore(0)) is None
    assert play(Oracle(), Ingest(session("s", []))).state == "stored"
