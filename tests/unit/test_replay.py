"""Law T8: figures from base facts, as cypher/validity computes them for what is known now."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.recall.replay import Replay, Then

SUSPECT = 0.5


def day(number: int | None) -> datetime | None:
    return None if number is None else datetime(2026, 1, number, tzinfo=UTC)


def reason(
    id: str, claim: str, k: float, *supports: str, at: int | None = None, until: int | None = None, gone: str = "",
    session: str | None = None, policy: str = "dispute", sources: tuple[str, ...] = ("d",), **other: Any,
) -> dict[str, Any]:  # fmt: skip
    """A row of clocks.reasons; supports named in `gone` are taken back under `policy`."""
    cited = [
        {"id": to, "claim": to.startswith("c"), "said": True, "acts": [policy] if to in gone.split() else []}
        for to in supports
    ]
    return {
        "assertion_id": id, "claim_id": claim, "session_id": session or id, "raw_confidence": k, "source_ids": sources,
        "erased_supports": 0, "world_from": day(at), "world_grain_end": day(at and at + 1), "world_to": day(until),
        "assistant_about_user": False, "rivals_by_subject": None, "rivals_by_object": None, "rivals_by_negation": None,
        "session_acts": [], "claim_acts": [], "supports": cited, **other,
    }  # fmt: skip


def relation(type: str, start: str, end: str, *, taken: bool = False) -> dict[str, Any]:
    return {"type": type, "start_id": start, "end_id": end, "taken": taken}


def replay(*rows: dict[str, Any], relations: tuple[dict[str, Any], ...] = (), as_of: int | None = None) -> Replay:
    return Replay(rows, relations, day(as_of), SUSPECT, 0.3, lambda row: float(row["raw_confidence"]))


def figures(then: Then) -> tuple[str, float, float]:
    return then.standing, round(then.confidence, 4), round(then.confidence_shared, 4)


def test_the_worked_figures_of_confidence() -> None:
    """C1, C3: three sessions on one drawing; 0.6, 0.7 and 0.5 of which two share a source; {a} and {a, b}."""
    three = replay(*(reason(f"a{n}", "c", 0.8, "o", sources=("d",)) for n in range(3)))
    assert figures(three.claims["c"]) == ("supported", 0.992, 0.8)
    mixed = (("a1", 0.6, "a"), ("a2", 0.7, "b"), ("a3", 0.5, "a"))
    assert figures(replay(*(reason(id, "c", k, "o", sources=(of,)) for id, k, of in mixed)).claims["c"]) == (
        "supported", 0.94, 0.88,
    )  # fmt: skip
    nested = replay(reason("a1", "c", 0.8, "o", sources=("a",)), reason("a2", "c", 0.8, "o", sources=("a", "b")))
    assert figures(nested.claims["c"]) == ("supported", 0.96, 0.9106)


@pytest.mark.parametrize(
    ("policy", "expected"), [("dispute", 0.8), ("lower", round(1 - 0.2**0.5, 4)), ("remove", round(1 - 0.2**0.5, 4))]
)
def test_policies_weigh_what_lost_part_of_its_support(policy: str, expected: float) -> None:
    """R3: also through a claim in between."""
    then = replay(
        reason("a1", "c1", 0.8, "o1", "o2", gone="o1", policy=policy), reason("a2", "c2", 0.8, "c1", "o3")
    ).claims
    assert figures(then["c1"])[:2] == ("weakened", expected)
    assert figures(then["c2"])[:2] == ("weakened", 0.8)


def test_what_was_erased_counts_among_the_supports_as_gone() -> None:
    """R6: partial for good, void with the rest."""
    assert replay(reason("a", "c", 0.8, "o1", erased_supports=1)).claims["c"].standing == "weakened"
    assert replay(reason("a", "c", 0.8, "o1", gone="o1", erased_supports=1)).claims["c"].standing == "unsupported"


@pytest.mark.parametrize(
    ("acts", "standing"),
    [
        ({"session_acts": ["dispute"]}, "unsupported"),
        ({"claim_acts": [{"policy": "dispute", "names": True}]}, "unsupported"),
        ({"claim_acts": [{"policy": "dispute", "names": False}]}, "supported"),
    ],
)
def test_acts_on_a_session_and_on_a_claim_take_its_reasons_back(acts: dict[str, Any], standing: str) -> None:
    """R5: an act on a claim takes back the reasons it names."""
    assert replay(reason("a", "c", 0.8, "o", **acts)).claims["c"].standing == standing


def test_weakest_support_is_the_least_along_the_chain() -> None:
    then = replay(reason("a1", "c1", 0.3, "o"), reason("a2", "c2", 0.9, "c1")).claims
    assert (then["c2"].confidence, then["c2"].weakest_support) == (pytest.approx(0.9), pytest.approx(0.3))


CHAIN = (reason("a", "ca", 0.8, "o", at=1), reason("b", "cb", 0.8, "o", at=3), reason("c", "cc", 0.8, "o", at=5))
UPDATES = (relation("UPDATES", "cb", "ca"), relation("UPDATES", "cc", "cb"))


@pytest.mark.parametrize(
    ("as_of", "ends"),
    [(None, [3, 5, None]), (2, [None, None, None]), (3, [3, None, None]), (4, [3, None, None]), (5, [3, 5, None])],
)
def test_updates_end_what_they_update_once_the_time_has_come(as_of: int | None, ends: list[int | None]) -> None:
    """T4, T5, T8: at the border itself it has."""
    seen = replay(*CHAIN, relations=UPDATES, as_of=as_of)
    assert [seen.claims[claim].valid_until for claim in ("ca", "cb", "cc")] == [day(end) for end in ends]
    assert [seen.claims[claim].validity for claim in ("ca", "cb", "cc")] == [0.0 if end else 1.0 for end in ends]
    assert [seen.claims[claim].begun for claim in ("ca", "cb", "cc")] == [
        as_of is None or as_of >= start for start in (1, 3, 5)
    ]
    assert seen.effective_at("cb", "ca") == day(ends[0])


def test_an_update_passes_through_a_claim_that_does_not_stand() -> None:
    """T7: of A, B, C with B taken back, C supersedes A."""
    fallen = reason("b", "cb", 0.8, "o", at=3, gone="o")
    seen = replay(CHAIN[0], fallen, CHAIN[2], relations=UPDATES)
    assert (seen.claims["ca"].valid_until, seen.claims["cb"].validity) == (day(5), 0.0)
    assert seen.effective_at("cb", "ca") is None
    assert replay(CHAIN[0], fallen, CHAIN[2], relations=(UPDATES[0], UPDATES[1] | {"taken": True})).claims[
        "ca"
    ].valid_until is None  # fmt: skip


def test_suspect_is_what_a_superseded_claim_causes_and_what_rests_on_one() -> None:
    """T5: one hop along CAUSES, every level of support; what updates its own ground is excepted."""
    rows = (*CHAIN[:2], reason("x", "cx", 0.8, "o"), reason("y", "cy", 0.8, "ca"), reason("z", "cz", 0.8, "cy"),
            reason("w", "cw", 0.8, "cx"))  # fmt: skip
    relations = (UPDATES[0], relation("CAUSES", "ca", "cx"))
    seen = replay(*rows, relations=relations)
    assert [seen.claims[claim].validity for claim in ("cx", "cy", "cz", "cw")] == [SUSPECT] * 4
    excepted = replay(*rows, relations=(*relations, relation("UPDATES", "cy", "ca")))
    assert excepted.claims["cy"].validity == 1.0


def test_contradictions_are_open_while_both_hold() -> None:
    """T6: an unknown time meets every time; what has ended by then meets nothing later."""
    seen = replay(*CHAIN, reason("u", "cu", 0.8, "o"), relations=UPDATES)
    assert not seen.contradicts("ca", "cc")
    assert seen.contradicts("ca", "cu")
    early = replay(*CHAIN, relations=(), as_of=5)
    assert early.contradicts("ca", "cc")
    assert early.contradicted_since("ca", "cc") == day(5)
    assert not replay(*CHAIN, relations=(), as_of=4).contradicts("ca", "cc")


def test_an_end_that_is_stated_ends_a_claim_of_unknown_start() -> None:
    then = replay(reason("a", "c", 0.8, "o", until=4)).claims["c"]
    assert (then.holds, then.valid_until, then.since) == (((None, day(4)),), day(4), None)


def test_rivals_end_each_other_and_confidence_is_over_the_last_spell():
    """T3, C1: A, B, A; B by a source that is not sure enough would end nothing, and contradict what holds then."""
    home = {"rivals_by_subject": "home"}
    rows = [
        reason("a1", "ca", 0.6, "o", at=1, **home), reason("b", "cb", 0.8, "o", at=3, **home),
        reason("a2", "ca", 0.7, "o", at=5, **home), reason("u", "cu", 0.2, "o", at=6, **home),
    ]  # fmt: skip
    found = replay(*rows)
    assert found.claims["ca"].holds == ((day(1), day(3)), (day(5), None))
    assert figures(found.claims["ca"]) == ("supported", 0.7, 0.7)
    assert (found.claims["cb"].holds, found.claims["cb"].validity) == (((day(3), day(5)),), 0.0)
    assert found.claims["cu"].holds == ((None, None),)
    assert (found.effective_at("cb", "ca"), found.effective_at("ca", "cb")) == (day(3), day(5))
    assert [found.rivals.contradict("cu", other) for other in ("ca", "cb")] == [True, False]
    early = replay(*rows, as_of=2)
    assert (early.claims["ca"].holds, early.claims["cb"].begun) == (((day(1), None),), False)


def test_a_reason_without_a_time_among_rivals_is_not_there_before_it_was_given() -> None:
    """T3, T8: neither as a claim's only reason nor beside an earlier one, whose time it does not hide; nor is what it
    contradicts disputed by then."""
    home = {"rivals_by_subject": "home"}
    rows = [reason("b", "cb", 0.8, "o", at=3, **home), reason("u", "cu", 0.2, "o", at=6, **home)]
    early, late = replay(*rows, as_of=5), replay(*rows, as_of=6)
    assert (early.claims["cu"].begun, early.claims["cu"].holds) == (False, ())
    assert (late.claims["cu"].begun, late.claims["cu"].holds) == (True, ((None, None),))
    assert (early.contradicts("cb", "cu"), late.contradicts("cb", "cu")) == (False, True)
    both = replay(reason("v", "cu", 0.2, "o", at=1, **home), *rows, as_of=5)
    assert (both.claims["cu"].begun, both.claims["cu"].holds) == (True, ((None, None),))
    ends = replay(*rows, reason("w", "cb", 0.2, "o", at=7, until=9, **home), as_of=5)
    assert ends.claims["cb"].holds == ((day(3), None),)
    undated = replay(reason("u", "cu", 0.2, "o", at=6, until=9, **home), as_of=5).claims["cu"]
    assert (undated.begun, undated.holds) == (False, ())


def test_of_the_ends_that_a_rival_gives_the_latest_by_then_counts() -> None:
    """T3, T8: A, B, A, B; between the two ends, the first is when B updated A."""
    home = {"rivals_by_subject": "home"}
    times = (("a1", "ca", 1), ("b1", "cb", 3), ("a2", "ca", 5), ("b2", "cb", 7))
    rows = [reason(id, claim, 0.8, "o", at=at, **home) for id, claim, at in times]
    assert [replay(*rows, as_of=at).effective_at("cb", "ca") for at in (2, 3, 6, 7, None)] == [
        None, day(3), day(3), day(7), day(7),
    ]  # fmt: skip
