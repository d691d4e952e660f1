"""What keeps words from being claims of the speaker's: each guard on its own, then what they leave."""

from __future__ import annotations

import pytest

from kgmem.distill.rules.frames import merged, quoted, within
from kgmem.distill.rules.guards import (
    GUARDS,
    hypothetical,
    imperative,
    long_ago,
    question,
    reported,
    sarcasm,
    sarcastic,
    uncertain,
    unclaimed_from,
)


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("Do you live in Oslo?", ""),
        ("You moved to Oslo, right?", ""),
        ("You like jazz, don't you?", ""),
        ("Moved yet?", ""),
        ("I moved to Oslo, any tips?", "I moved to Oslo"),
        ("I bought a kayak and what do I need now?", "I bought a kayak "),
        ("I moved to Oslo.", None),
        ("Who knows. I moved", None),
    ],
)
def test_a_question_claims_only_what_stands_before_it(sentence: str, kept: str | None) -> None:
    found = question(sentence)
    assert (found if found is None else sentence[:found]) == kept


@pytest.mark.parametrize(
    "sentence",
    [
        "Omar says he lives in Cairo.",
        "According to Petra, Lumen is hiring.",
        "Apparently Marco works at Shell.",
        "I heard that Lena moved.",
        "I guess Lena moved.",
        "She lives in Rome, he said.",
        "My boss told me Ana quit.",
        "Tom asked Ana to move.",
        "I dreamed that I lived on Mars.",
    ],
)
def test_what_others_said_is_not_claimed(sentence: str) -> None:
    found = reported(sentence)
    assert found is not None
    assert "moved" not in sentence[:found]
    assert "lives" not in sentence[:found]


def test_what_stands_before_a_report_is_claimed() -> None:
    sentence = "I hurt my back, the doctor told me to rest."
    found = reported(sentence)
    assert found is not None
    assert sentence[:found].startswith("I hurt my back")
    assert reported("The deadline for the Friday report is 14 April.") is None
    assert reported("Guess what, I moved.") is None


@pytest.mark.parametrize(
    "sentence",
    ["If I lived in Oslo I would ski.", "Imagine we moved to Japan.", "I wish I had a dog.", "What if I quit?",
     "Suppose the pump fails.", "I would have moved.", "Whoever lives in Rome is lucky."],
)  # fmt: skip
def test_a_condition_a_supposition_or_a_wish_claims_nothing(sentence: str) -> None:
    assert hypothetical(sentence) == 0


def test_an_afterthought_leaves_what_stands_before_it() -> None:
    sentence = "I moved to Oslo and was wondering if you know a dentist."
    found = hypothetical(sentence)
    assert found is not None
    assert sentence[:found].startswith("I moved to Oslo")
    assert hypothetical("I moved to Oslo.") is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Yeah right, I love Mondays.",
        "As if I'd sell the boat.",
        "Oh sure, because I love queues.",
        "Lucky me, I moved.",
    ],
)
def test_sarcasm_with_a_marker_claims_nothing(sentence: str) -> None:
    assert sarcasm(sentence) == 0
    assert sarcasm("I love Mondays.") is None


@pytest.mark.parametrize(
    "text", ["I love queues /s", "I love Mondays, said no one ever.", "I sold the moon. Just kidding!", "I love it 🙄"]
)
def test_a_message_marked_as_sarcasm_claims_nothing(text: str) -> None:
    assert sarcastic(text)
    assert not sarcastic("The server is at 20 MB/s and home/sam is full")


@pytest.mark.parametrize("sentence", ["Please close V-7.", "Restart the server.", "Let's move.", "Don't buy a car."])
def test_commands_and_requests_claim_nothing(sentence: str) -> None:
    assert imperative(sentence) == 0
    assert imperative("I closed V-7.") is None


def test_from_maybe_on_nothing_is_claimed() -> None:
    sentence = "I live in Oslo but maybe I move."
    found = uncertain(sentence)
    assert found is not None
    assert sentence[:found] == "I live in Oslo but "
    assert uncertain("I live in Oslo.") is None


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ('"I bought a boat", he said.', ['"I bought a boat"']),
        ('I read "Dune" twice.', []),
        ("> I live in Oslo\nMe too", ["> I live in Oslo"]),
        ("Look:\n```\nI live here\n```\nok", ["```\nI live here\n"]),
        ("Look:\n```\nI live here", ["```\nI live here"]),
        ("Translate this: I live in Madrid.", [" I live in Madrid."]),
        ("I live in Oslo.", []),
        ('5" pipe', []),
    ],
)
def test_words_repeated_are_nobodys_claim(text: str, spans: list[str]) -> None:
    assert [text[first:last] for first, last in quoted(text)] == spans


def test_a_preamble_is_no_condition_and_no_report() -> None:
    assert unclaimed_from("Not sure if I told you, but I moved to Oslo!") is None
    assert unclaimed_from("As I said, I moved to Oslo.") is None
    sentence = "As I said, if I moved I would tell you."
    assert unclaimed_from(sentence) == sentence.index("if")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("When I was younger, we took a trip to Oregon.", True),
        ("I won a prize as a child.", True),
        ("Years ago we bought a boat.", True),
        ("When I was done, I went home.", False),
        ("As a nurse I visited Oslo.", False),
    ],
)
def test_what_lies_far_back_is_known(sentence: str, expected: bool) -> None:
    """T2: the time of the message would be wrong by years, so what it tells is left alone where nothing dates it."""
    assert long_ago(sentence) is expected


def test_the_earliest_objection_counts() -> None:
    sentence = "Maybe I move, he said."
    assert unclaimed_from(sentence) == 0
    assert unclaimed_from("I live in Oslo.") is None
    assert set(GUARDS) == {"question", "reported", "hypothetical", "sarcasm", "imperative", "uncertain"}


def test_spans_that_overlap_are_one() -> None:
    spans = merged([(5, 8), (1, 3), (2, 4), (8, 9)])
    assert spans == [(1, 4), (5, 9)]
    assert [within(spans, *span) for span in ((0, 1), (0, 2), (4, 5), (8, 12), (9, 10))] == [
        False,
        True,
        False,
        True,
        False,
    ]
    assert not within([], 0, 5)
