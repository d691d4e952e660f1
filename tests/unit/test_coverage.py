"""What makes a message look like something worth claiming."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.coverage import FEWEST_WORDS, WEIGHTS, ranked, scored

SIGNALS = {
    "We decided to keep the old one.": ("decision",),
    "The office moved to the north side.": ("change",),
    "It now costs twelve euros a month.": ("number", "time"),
    "The pump draws 45 kW at full load.": ("number",),
    "See P-101A on the drawing again.": ("code",),
    "he prefers tea to coffee mostly": ("preference",),
    "that was on a sunday, I think": ("time",),
    "it was built in 1998, they say": ("number", "time"),
    "my sister is called Ingrid, by the way": ("name",),
    "“My sister is Ingrid”": ("name",),
    "Do you know where the key is?": ("question",),
    "Thanks!": ("short",),
    "Well, I think I'm fine with that.": (),
    "that is a good one": (),
    "": ("short",),
}


@pytest.mark.parametrize(("text", "signals"), SIGNALS.items())
def test_signals_of_a_text(text: str, signals: tuple[str, ...]) -> None:
    """Selection made visible: with the score beside what made it."""
    assert scored(text) == (max(0, sum(WEIGHTS[signal] for signal in signals)), signals)


def test_a_signal_counts_once_however_often_it_is_there() -> None:
    assert scored("We decided, decided and decided again.") == scored("We decided to go there, too.")


def test_what_was_decided_with_a_figure_comes_before_small_talk() -> None:
    said = ["ok thanks", "How are you today?", "We agreed on 450 euros for the boat.", "It rained a lot here."]
    assert next(id for id, _ in ranked([(text, text) for text in said])) == said[2]
    assert scored(said[0]).score == 0


def test_equal_scores_come_in_the_order_of_their_ids() -> None:
    assert [id for id, _ in ranked([("b", "that is it"), ("c", "that is it"), ("a", "that is it")])] == ["a", "b", "c"]


@given(
    st.lists(st.tuples(st.uuids().map(str), st.text(max_size=60)), max_size=8, unique_by=lambda one: one[0]),
    st.randoms(),
)
def test_order_is_total_and_no_score_is_below_nothing(texts: list[tuple[str, str]], chance: object) -> None:
    """Whatever the text and the order in which it comes."""
    found = ranked(texts)
    chance.shuffle(texts)  # type: ignore[attr-defined]
    assert ranked(texts) == found
    assert sorted(id for id, _ in found) == sorted(id for id, _ in texts)
    scores = [one.score for _, one in found]
    assert scores == sorted(scores, reverse=True)
    assert all(score >= 0 for score in scores)
    assert all(list(one.signals) == [name for name in WEIGHTS if name in one.signals] for _, one in found)


def test_few_words_are_those_below_the_limit() -> None:
    assert "short" in scored(" ".join(["word"] * (FEWEST_WORDS - 1))).signals
    assert "short" not in scored(" ".join(["word"] * FEWEST_WORDS)).signals
