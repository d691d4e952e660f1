"""Law P3: what a path is worth, and which of many are shown in which order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.models import PathRelation
from kgmem.recall.ranking import SAME_SHARE, Path, Scoring, best_first, diverse, newest_first, scored

TYPES = ("CAUSES", "ENABLES", "PREVENTS", "BEFORE", "UPDATES", "CONTRADICTS")
SCORING = Scoring(0.4, 0.3, 0.15, 0.15, dict.fromkeys(TYPES, 1.0) | {"ENABLES": 0.5})


def path(
    claims: str, types: list[str] | None = None, relevance: float = 0.5, confidence: float = 1.0, **other: object
) -> Path:
    """A path over claims of one letter each, walked forwards."""
    joined = zip(types or ["BEFORE"] * (len(claims) - 1), claims, claims[1:], strict=False)
    relations = tuple(
        PathRelation(type=type, start=a, end=b, confidence=confidence, justification=None)  # type: ignore[arg-type]
        for type, a, b in joined
    )
    values = {"relevance": (relevance,) * len(claims), "validity": (1.0,) * len(claims), "in_order": True} | other
    return Path(claims=tuple(claims), relations=relations, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given_", "parts"),
    [
        (path("ab"), (0.5, 1, 1, 1)),
        (path("abc", ["CAUSES", "ENABLES"], confidence=0.8), (0.5, 0.8 * 0.8 * 0.5, 1, 1)),
        (path("abc", ["CONTRADICTS", "UPDATES"]), (0.5, 0.5, 1, 1)),
        (path("abcd", ["CONTRADICTS", "CAUSES", "CONTRADICTS"]), (0.5, 0.5, 1, 1)),
        (path("ab", relevance=0.2, in_order=False), (0.2, 1, 0, 1)),
        (path("abc", validity=(1.0, 0.5, 0.0)), (0.5, 1, 1, 0)),
    ],
)
def test_a_score_is_the_weighted_sum_of_its_parts(given_: Path, parts: tuple[float, ...]) -> None:
    """P3, C44: an ENABLES leaves half, a contradiction halves once; UV is the least validity, 0 over what has ended."""
    one = scored(given_, SCORING)
    assert (one.parts.ns, one.parts.pc, one.parts.tc, one.parts.uv) == pytest.approx(parts, abs=1e-12)
    assert one.score == pytest.approx(0.4 * parts[0] + 0.3 * parts[1] + 0.15 * parts[2] + 0.15 * parts[3], abs=1e-12)


def test_a_path_that_was_walked_from_both_ends_counts_once() -> None:
    """P2: in one direction, whichever was found first."""
    there = path("ab")
    back = Path(("b", "a"), there.relevance, there.validity, there.relations, there.in_order)
    assert [one.path for one in best_first([there, back], SCORING)] == [there]
    assert [one.path for one in best_first([back, there], SCORING)] == [there]


letters = st.permutations("abcdef").flatmap(lambda order: st.integers(2, 4).map(lambda n: "".join(order[:n])))
paths = st.lists(st.builds(path, letters, relevance=st.floats(0, 1)), max_size=12, unique_by=lambda one: one.edges)


@given(paths, st.integers(0, 5))
def test_near_identical_paths_do_not_fill_the_list(found: list[Path], most: int) -> None:
    """P3: none is a part of a better one nor shares most of its claims with it; what is left out is one of these."""
    ranked = best_first(found, SCORING)
    shown = diverse(ranked, most)
    assert len(shown) <= most
    assert [one.score for one in shown] == sorted((one.score for one in shown), reverse=True)

    def alike(one: set[str], other: set[str]) -> bool:
        return one <= other or len(one & other) > SAME_SHARE * max(len(one), len(other))

    for place, one in enumerate(shown):
        assert not any(alike({*one.path.claims}, {*better.path.claims}) for better in shown[:place])
    if len(shown) < most:
        for one in ranked:
            assert one in shown or any(alike({*one.path.claims}, {*other.path.claims}) for other in shown)


@given(paths)
def test_ranking_does_not_depend_on_the_order_in_which_paths_are_found(found: list[Path]) -> None:
    """P2."""
    assert best_first(found, SCORING) == best_first(found[::-1], SCORING)


Older = dict[str, str]


def told(found: list[str], older: Older) -> list[str]:
    return newest_first(found, tuple, {old: tuple(new) for old, new in older.items()})


@pytest.mark.parametrize(
    ("found", "older", "wanted"),
    [
        (["ox", "y", "nx"], {"o": "n"}, ["nx", "ox", "y"]),
        (["y", "nx", "ox"], {"o": "n"}, ["y", "nx", "ox"]),
        (["o", "on", "n"], {"o": "n"}, ["n", "o", "on"]),
        (["o", "p", "m", "n"], {"o": "mn", "p": "n"}, ["m", "n", "o", "p"]),
        (["o", "x"], {"o": "n"}, ["o", "x"]),
        (["o", "x"], {}, ["o", "x"]),
    ],
)
def test_what_superseded_a_claim_is_lifted_before_it(found: list[str], older: Older, wanted: list[str]) -> None:
    """P2: the newest version ranks before what it superseded; the order is otherwise as it was."""
    assert told(found, older) == wanted


@given(
    st.lists(st.text("abcdn", min_size=1, max_size=3), max_size=8),
    st.dictionaries(st.sampled_from("abc"), st.just("dn")),
)
def test_lifting_keeps_every_item_and_leaves_nothing_stale_before_what_superseded_it(
    found: list[str], older: Older
) -> None:
    """P2."""
    shown = told(found, older)
    assert sorted(shown) == sorted(found)
    for place, one in enumerate(shown):
        for later in shown[place + 1 :]:
            newer = any(new in later for old in one if old in older for new in older[old])
            assert not newer or any(id in older for id in later)
