"""Which of a question's words a text speaks of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.recall.words import STOP_STEMS, asked, coverage, sentences, stem, stems


@pytest.mark.parametrize(
    "words",
    [
        ("live", "lives", "lived", "living"),
        ("feed", "feeds", "feeding"),
        ("study", "studies", "studied", "studying"),
        ("stop", "stops", "stopped", "stopping"),
        ("plan", "plans", "planned", "planning"),
        ("call", "calls", "called", "calling"),
        ("pass", "passed", "passing", "passes"),
        ("address", "addresses", "addressed"),
        ("move", "moved", "moves", "moving"),
        ("quick", "quickly"),
        ("hike", "hiking", "hiked", "hikes"),
    ],
)
def test_forms_of_a_word_are_one(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("pump", "pumpkin"), ("feed", "feet"), ("is", "i"), ("red", "read"), ("bus", "bu"), ("sing", "s")],
)
def test_other_words_stay_others(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P-101A feeds V-12.", {"p-101a", "p", "101a", "feed", "v-12", "v", "12"}),
        ("Anna's house", {"anna", "hous"}),
        ("Anna’s house", {"anna", "hous"}),
        ("Did it? Didn’t it?", {"did", "it"}),
        ("o'clock", {"o'clock"}),
        ("soft\u00adhyphen", {"softhyphen"}),
        ("İstanbul", stems("İSTANBUL")),
        ("Ｚoë", {"zoë"}),
        ("北京 大学", {"北京", "大学"}),
        ("", set()),
        ("...", set()),
    ],
)
def test_a_text_is_its_words_and_a_code_also_its_parts(text: str, expected: set[str]) -> None:
    assert stems(text) == expected


def test_a_question_is_about_its_content_and_most_about_names_and_codes() -> None:
    """A name counts twice; the first word is capitalised anyway; codes must be spoken of."""
    found = asked("Which pump feeds V-12 in Turin?")
    assert found.weights == {"pump": 1.0, "feed": 1.0, "v-12": 2.0, "turin": 2.0}
    assert found.codes == {"v-12"}
    assert asked("Isn't it what Anna’s boss can't say? She'll do.").weights == {"anna": 2.0, "boss": 1.0, "say": 1.0}
    assert asked("Turin or Rome?").weights == {"turin": 1.0, "rom": 2.0}


@pytest.mark.parametrize(
    ("question", "denies"),
    [("Did Mirjam return the key?", False), ("Who did not return it?", True), ("Who didn't?", True),
     ("Who didn’t?", True),
     ("Who has no key?", True), ("Who left without it?", True), ("Who knows?", False), ("What is noted?", False)],
)  # fmt: skip
def test_a_question_that_denies_is_known(question: str, denies: bool) -> None:
    assert asked(question).denies is denies


@pytest.mark.parametrize(
    ("question", "texts", "share"),
    [
        ("Which pump feeds V-12?", ["P-104 feeds V-12"], 3 / 4),
        ("Which pump feeds V-12?", ["The pump P-104 feeds", "V-12"], 1),
        ("Which pump feeds V-12?", ["P-104 feeds V-13"], 0),
        ("Which pump feeds V-12?", [], 0),
        ("Where does Lena live?", ["Lena lives in Turin"], 1),
        ("What is it?", ["anything"], 0),
        ("", ["anything"], 0),
        ("Where is 飲み物?", ["飲み物 is here"], 1),
    ],
)
def test_coverage_is_the_share_by_weight_and_nothing_without_the_code(
    question: str, texts: list[str], share: float
) -> None:
    """P5: a text about another pump says nothing of this one."""
    assert coverage(asked(question), texts) == pytest.approx(share)


@given(st.text(max_size=60))
def test_a_question_speaks_of_itself(question: str) -> None:
    """Whatever the script: all of the content, or there is none."""
    found = asked(question)
    assert coverage(found, [question]) == (1.0 if found.weights else 0.0)


@given(st.text(max_size=60), st.lists(st.text(max_size=30), max_size=3), st.text(max_size=30))
def test_coverage_is_a_share_and_more_text_never_lowers_it(question: str, texts: list[str], more: str) -> None:
    share = coverage(asked(question), texts)
    assert 0 <= share <= coverage(asked(question), [*texts, more]) <= 1


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("At 8.2 bar it stops.", ["At 8.2 bar it stops."]),
        ("一。 二！ 三", ["一。", "二！", "三"]),
        ("No end", ["No end"]),
        (" \n", []),
    ],
)
def test_sentences_are_whole(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


def test_words_without_content_have_no_stem_that_names_something() -> None:
    assert {"the", "which", "was"} <= STOP_STEMS
    assert not {"pump", "feed", "live", "work"} & STOP_STEMS
