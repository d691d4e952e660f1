"""A long session in parts: nothing is lost, nothing is too long, and borders are repeated."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.distill.splitting import MESSAGE_CHARS, OVERLAP_SHARE, Piece, split

TEXTS = st.lists(st.text(st.sampled_from("ab .\n。"), max_size=600), max_size=12)


@given(TEXTS, st.integers(MESSAGE_CHARS + 1, 700))
def test_the_pieces_of_a_message_are_its_text_and_no_part_is_too_long(texts: list[str], limit: int) -> None:
    """Case C13: whatever is cut where, each message with text is whole, in order, and read."""
    parts = split(texts, limit)
    assert all(sum(piece.size for piece in part) <= limit for part in parts)
    own: list[Piece] = []
    for part in parts:
        own += [piece for piece in part if piece not in own]
    for place, text in enumerate(texts):
        assert "".join(text[one.start : one.end] for one in own if one.place == place) == (text if text.strip() else "")
    assert own == sorted(own, key=lambda one: (one.place, one.start))


@given(TEXTS, st.integers(MESSAGE_CHARS + 1, 700))
def test_a_part_brings_something_new_and_repeats_little(texts: list[str], limit: int) -> None:
    parts = split(texts, limit)
    for before, part in itertools.pairwise(parts):
        again = [piece for piece in part if piece in before]
        assert part[: len(again)] == again
        assert before[len(before) - len(again) :] == again
        assert len(again) < min(len(part), len(before))
        assert sum(piece.size for piece in again) <= limit // OVERLAP_SHARE


def test_what_stands_at_a_border_is_in_both_parts() -> None:
    parts = split(["a" * 700, "I live in Oslo.", "b" * 700], 1_600)
    assert [[piece.place for piece in part] for part in parts] == [[0, 1], [1, 2]]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("One is here. Two is there. Three", "One is here. Two is there. "),
        ("one two three four five sixseven", "one two three four five "),
        ("x" * 40, "x" * 30),
    ],
    ids=["after a sentence", "after a word", "anywhere"],
)
def test_a_long_message_is_cut_where_it_hurts_least(text: str, first: str) -> None:
    pieces = [piece for part in split([text], MESSAGE_CHARS + 30) for piece in part]
    assert text[pieces[0].start : pieces[0].end] == first


def test_a_short_session_is_one_part_and_a_blank_one_none() -> None:
    assert split(["Hello.", " ", "Bye."], 1_000) == [[Piece(0, 0, 6), Piece(2, 0, 4)]]
    assert split([" \n", ""], 1_000) == []
