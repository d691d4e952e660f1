"""Law R6: what stays of the claims above something erased."""

from __future__ import annotations

from typing import Any

import pytest

from kgmem.remains import Erased, Remains, names, remains, words


def reason(id: str, claim: str, said: str, *supports: tuple[str, str], session: str = "s") -> dict[str, Any]:
    """A row of the closure; a support is an id and its text, a claim's id starts with c."""
    cited = [{"id": to, "claim": to.startswith("c"), "quote": None, "text": text} for to, text in supports]
    return {"assertion_id": id, "claim_id": claim, "session_id": session, "words": said, "names": [], "supports": cited}


def left(
    rows: list[dict[str, Any]], *nodes: str, texts: tuple[str, ...] = (), sessions: tuple[str, ...] = ()
) -> Remains:
    return remains(rows, Erased(frozenset(nodes), frozenset(sessions), frozenset(), texts))


def test_a_claim_goes_with_its_last_reason_and_takes_what_rests_on_it_alone() -> None:
    """A chain of 3,000 claims falls without recursion."""
    rows = [reason("a0", "c0", "zero", ("o", "the message"))]
    rows += [reason(f"a{n}", f"c{n}", f"word{n}", (f"c{n - 1}", "x")) for n in range(1, 3_000)]
    found = left(rows, "o")
    assert (len(found.assertions), len(found.claims), found.losing) == (3_000, 3_000, set())


def test_a_claim_with_another_reason_stays_and_loses_one() -> None:
    rows = [
        reason("a1", "c", "pump feeds tank", ("o1", "pump feeds tank")),
        reason("a2", "c", "pump feeds tank", ("o2", "the pump feeds the tank")),
        reason("a3", "c-above", "tank is fed", ("c", "pump feeds tank")),
    ]
    found = left(rows, "o1", texts=("pump feeds tank",))
    assert (found.assertions, found.claims, found.losing, found.lost) == ({"a1"}, set(), {"c"}, {})


@pytest.mark.parametrize(
    ("said", "stays"),
    [
        ("Dana has a badge", True),  # badge stands in what is left
        ("Dana has the code", False),  # code only in what goes
        ("she has it", True),  # no word of anybody's
        ("DANA HAS A BADGE", True),
        ("Dana's badge", True),
    ],
)
def test_a_reason_with_part_of_its_support_stays_unless_it_says_what_only_the_erased_said(
    said: str, stays: bool
) -> None:
    rows = [reason("a", "c", said, ("o1", "Dana told the code"), ("o2", "Dana has a badge, Dana's"))]
    found = left(rows, "o1", texts=("Dana told the code",))
    assert found.assertions == (set() if stays else {"a"})
    assert found.lost == ({"a": 1} if stays else {})
    assert found.losing == ({"c"} if stays else set())


def test_a_wording_that_is_lost_is_looked_for_above_and_in_quotes() -> None:
    """The claim below stays by another wording; what repeats the one that goes, goes."""
    rows = [
        reason("a1", "c", "code 4471", ("o1", "code 4471")),
        reason("a2", "c", "badge number", ("o2", "badge number")),
        reason("a3", "c-tells", "code 4471 opens", ("c", "code 4471")),
        reason("a4", "c-quotes", "badge opens", ("c", "code 4471")),
    ]
    rows[3]["supports"][0]["quote"] = "code 4471"
    found = left(rows, "o1", texts=("code 4471",))
    assert (found.assertions, found.claims) == ({"a1", "a3"}, {"c-tells"})
    assert found.unquoted == [("a4", "c")]


def test_reasons_of_an_erased_session_and_for_an_erased_claim_go_whatever_they_rest_on() -> None:
    rows = [
        reason("a1", "c1", "one", ("o9", "one"), session="gone"),
        reason("a2", "c2", "two", ("o9", "two")),
        reason("a3", "c3", "three", ("o9", "three"), ("c2", "two")),
    ]
    found = left(rows, "c2", "gone", sessions=("gone",))
    assert (found.assertions, found.claims, found.lost) == ({"a1", "a2"}, {"c1", "c2"}, {"a3": 1})


def test_reasons_that_name_whom_is_erased_go() -> None:
    rows = [reason("a1", "c1", "she left", ("o1", "she left")), reason("a2", "c1", "one left", ("o2", "one left"))]
    found = remains(rows, Erased(frozenset(), frozenset(), frozenset({"a1"}), ("she",)))
    assert (found.assertions, found.losing) == ({"a1"}, {"c1"})


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Al is here", True),
        ("also", False),
        ("AL's car", True),
        ("al-Said", True),
        ("Alma, Sal", False),
        ("(al)", True),
    ],
)
def test_names_are_found_whole(text: str, named: bool) -> None:
    assert names(text, ["al"]) is named


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("weiss", "Frau Weiß ist krank."), ("νίκοσ", "ο Νίκος"), ("dana smith", "Dana  Smith"),
        ("dana smith", "dana\nsmith"),
        ("田中", "田中さんの病名"), ("김철수", "김철수는 아프다"), ("สมชาย", "คุณสมชายป่วย"), ("dana", "Danaさん"),
    ],
)  # fmt: skip
def test_names_are_found_in_every_script(name: str, text: str) -> None:
    assert names(text, [name])


@pytest.mark.parametrize("name", ["3", "a", "we", "4471"])
def test_what_is_no_name_is_not_looked_for(name: str) -> None:
    assert not names(f"we saw {name} of them", [name])


def test_a_name_and_a_predicate_are_what_a_reason_says() -> None:
    """They are kept apart from its statement, and come from somewhere too."""
    for told in (["CANARY-4471"], ["canary-4471"]):
        row = reason("a", "c", "Dana has a code", ("o1", "Code is CANARY-4471."), ("o2", "Dana has a code."))
        found = left([row | {"names": told}], "o1", texts=("Code is CANARY-4471.",))
        assert found.assertions == {"a"}


def test_a_reason_above_knows_the_wording_of_its_own_session() -> None:
    """What another session says of the claim below is not what this one heard."""
    beside = "P-1, located beside V-2, feeds it"
    rows = [
        reason("a1", "c", beside, ("o1", beside), session="ann"),
        reason("a2", "c", "P-1 feeds V-2", ("o2", "P-1 feeds V-2"), session="bob"),
        reason("a3", "c-hall", "V-2 is located in hall B", ("c", "P-1 feeds V-2"), session="bob"),
    ]
    found = left(rows, "o1", "ann", sessions=("ann",), texts=(beside,))
    assert (found.assertions, found.losing) == ({"a1"}, {"c"})


def test_a_hub_of_reasons_and_what_rests_on_it_is_sorted_in_one_go() -> None:
    """400 reasons for one claim, half of which go, and 400 reasons that rest on it."""
    rows = [reason(f"a{n}", "c", f"hub {n}", (f"o{n}", f"hub {n}"), session=f"s{n}") for n in range(400)]
    rows += [reason(f"b{n}", f"c{n}", "above it", ("c", "hub 399"), session=f"s{n}") for n in range(400)]
    found = left(rows, *(f"o{n}" for n in range(200)))
    assert (len(found.assertions), found.losing) == (200, {"c"})


def test_words_are_folded_and_codes_are_whole_and_in_parts() -> None:
    assert words("The P-101A feeds Ｖ-12, and it's NOT 3.5 bar") == {
        "p-101a", "101a", "feeds", "v-12", "12", "it's", "it", "3.5", "bar",
    } - {"it"}  # fmt: skip
    assert words("病名は癌") == {"病名", "名は", "は癌"}
    assert "hiv" in words("HIV_status") & words("HIV-positive")
