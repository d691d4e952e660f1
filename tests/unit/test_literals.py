"""Law S2: quotes occur in what they cite, and a statement's numbers, units and codes in its support."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.anchors import Interval, moment, parse_iso
from kgmem.distill.literals import find_quote, fold, literals, missing_literals


def interval(words: str) -> Interval:
    found = parse_iso(words, UTC)
    assert found is not None
    return found


HELD = [
    # numbers
    ("It has 12 pumps", "there are 12 pumps"),
    ("It has 1200 seats", "1,200 seats"),
    ("It has 1,200,000 rows", "1200000 rows"),
    ("Ratio 8.2", "a ratio of 8.20"),
    ("Ratio 8.0", "a ratio of 8"),
    ("Offset -3", "an offset of -3"),
    ("Gain +3", "a gain of 3"),
    ("Room 007", "room 7"),
    ("It is 0", "it is 0.0"),
    ("Zero point 0.5", "about 0.50"),
    ("1, 2 and 3", "first 3, then 2, then 1"),
    ("Score 3:2", "it ended 3:2"),
    ("Pages 10-12", "pages 10-12"),
    ("Half is 0.5.", "It is 0.5, he says."),
    ("(42)", "the answer is 42"),
    ("１２ seats", "12 seats"),
    ("-5 °C", "\u22125 °C"),
    ("1200 kr", "1\u202f200 kr"),
    ("1/2 litre", "½ litre"),
    ("floor 3", "the 3rd floor"),
    ("One of them has 2", "one has 2"),
    ("One of them left", "somebody left"),
    # units
    ("12 bar", "12 bar"),
    ("12 bar", "12bar"),
    ("12bar", "12 bars"),
    ("8.2 bar", "a pressure (bar) of 8.2"),
    ("5 kg", "5 kilograms"),
    ("5 kilos", "5kg"),
    ("90 %", "90%"),
    ("90 percent", "90 %"),
    ("90%", "90 pct"),
    ("20 °C", "20 degC"),
    ("20 celsius", "20 °C"),
    ("$5", "5 dollars"),
    ("5 USD", "$5"),
    ("€1,200", "1200 euro"),
    ("£3.50", "3.5 GBP"),
    ("30 minutes", "a 30-minute walk"),
    ("30 min", "30 minutes"),
    ("2 hours", "2 h"),
    ("120 m3/h", "120 m³/h"),
    ("3 m³", "3 m3"),
    ("2900 rpm", "2,900 rpm"),
    ("5 µg", "5 mcg"),
    ("100 km", "100 kilometres"),
    ("4.2 kW", "4.2 kilowatts"),
    ("10 days", "10 day"),
    ("12 people", "12 persons"),
    ("7 pumps", "7"),
    ("It weighs 5", "it weighs 5 kg"),
    # codes
    ("P-101A feeds V-12", "drawing: p-101a → v-12"),
    ("PID-7 shows it", "see PID-7, sheet 3"),
    ("Version 2.1.0", "now at 2.1.0"),
    ("v2 is out", "V2 is out"),
    ("Flight SK4035", "SK4035 to Bergen"),
    ("M8x20 bolt", "an M8x20 bolt"),
    ("ISO 9001:2015", "ISO 9001:2015 holds"),
    ("WO#881", "WO#881 is done"),
    ("phone 555 0142", "my phone is 555 0142"),
    ("mail a1@b.no", "a1@b.no is my mail"),
    ("10.0.0.1 answers", "ping 10.0.0.1"),
    ("COVID-19", "covid\u201119"),
    ("P-101A", "P\u2010101A"),
    ("H2O", "h2o"),
    # other scripts and no literals at all
    ("压力为12 bar", "压力为12 bar"),
    ("Anna lives in Oslo", "we moved"),
    ("", ""),
]
RESPELLED = [
    ("1 pump", "one pump", ["1"]),
    ("It has 2 pumps", "it has two pumps", ["2"]),
    ("It has two pumps", "it has 2 pumps", ["2"]),
    ("Twelve people", "12 people", ["12"]),
    ("20 kg", "twenty kilograms", ["20"]),
]
MISSING = [
    ("It has 12 pumps", "there are 13 pumps", ["12"]),
    ("12 bar", "12 psi", ["12 bar"]),
    ("1200", "12,00", ["1200"]),
    ("-3", "3", ["-3"]),
    ("8.2", "8.25", ["8.2"]),
    ("12", "112", ["12"]),
    ("12", "P-12", ["12"]),
    ("P-101A", "P-101B", ["p-101a"]),
    ("P-101A", "P101A", ["p-101a"]),
    ("P-101", "P-101A", ["p-101"]),
    ("V-12 and V-13", "V-12", ["v-13"]),
    ("2.1.0", "2.1", ["2.1.0"]),
    ("two pumps", "three pumps", ["2"]),
    ("5 kg", "5 g", ["5 kg"]),
    ("$5", "€5", ["5 $"]),
    ("90 %", "0.9", ["90 %"]),
    ("1.5 million", "1.6 million", ["1.5"]),
    ("12 bar", "", ["12 bar"]),
]
DATED = [
    ("In September 2024 it was moved", "it was moved", "2024-09"),
    ("On 3 May 2024 it broke", "it broke", "2024-05-03"),
    ("On 3rd of May 2024 it broke", "it broke", "2024-05-03"),
    ("On May 3, 2024 it broke", "it broke", "2024-05-03"),
    ("On May 3rd it broke", "it broke", "2024-05-03"),
    ("On 2024-05-03 it broke", "it broke", "2024-05-03"),
    ("In 2024-05 it broke", "it broke", "2024-05"),
    ("In 2024 it broke", "it broke", "2024"),
    ("In 2024 it broke", "it broke", "2024-05-03"),
    ("At 2024-05-03T10:30:00Z it broke", "it broke", "2024-05-03T10:30:00Z"),
    ("On 3 May it broke", "it broke", "2024-05-03"),
]
UNDATED = [
    ("In September 2024 it was moved", "it was moved", "2023-09", ["2024"]),
    ("On 3 May 2024 it broke", "it broke in 2024", "2024-06", ["3"]),
    ("On 3 May it broke", "it broke", "2024-05-04", ["3"]),
    ("In 2023 it broke", "it broke", "2024", ["2023"]),
    ("On 2024-05-03 it broke", "it broke", "2024-05-04", ["2024-05-03"]),
]


@pytest.mark.parametrize(("statement", "support"), HELD)
def test_what_the_support_says_in_other_spelling_is_said(statement: str, support: str) -> None:
    """S2: separators, trailing zeros, units with other names, case and width are spelling."""
    assert missing_literals(statement, [support], []) == ([], [])


@pytest.mark.parametrize(("statement", "support", "numbers"), RESPELLED)
def test_a_number_spelled_as_a_word_is_a_warning(statement: str, support: str, numbers: list[str]) -> None:
    """S2: two and 2 are one number, and it is said."""
    assert missing_literals(statement, [support], []) == ([], numbers)


@pytest.mark.parametrize(("statement", "support", "absent"), MISSING)
def test_what_the_support_does_not_say_is_missing(statement: str, support: str, absent: list[str]) -> None:
    """S2: another number, another unit or another code is not the one stated."""
    missing, _ = missing_literals(statement, [support], [])
    assert missing == absent


@pytest.mark.parametrize(("statement", "support", "time"), DATED)
def test_a_date_that_a_time_resolves_to_needs_no_support(statement: str, support: str, time: str) -> None:
    """S2: dates that the anchor or the message's time resolves to are excepted."""
    assert missing_literals(statement, [support], [interval(time)]) == ([], [])
    assert missing_literals(statement, [support], []) != ([], [])


@pytest.mark.parametrize(("statement", "support", "time", "absent"), UNDATED)
def test_a_date_of_another_time_needs_support(statement: str, support: str, time: str, absent: list[str]) -> None:
    """S2: a date is a literal like others where no time resolves to it."""
    missing, _ = missing_literals(statement, [support], [interval(time)])
    assert missing == absent
    assert missing_literals(statement, [statement], [interval(time)]) == ([], [])


def test_any_of_several_supports_and_times_will_do() -> None:
    """S2: a claim rests on all it cites together."""
    said = "P-104 feeds V-12 at 8 bar since 2024"
    assert missing_literals(said, ["P-104, 8 bar", "V-12"], [interval("2023"), interval("2024-09-01")]) == ([], [])
    assert missing_literals(said, ["P-104, 8 bar"], [interval("2024")]) == (["v-12"], [])


def test_the_time_of_a_message_excepts_its_own_date() -> None:
    """S2."""
    sent = moment(datetime(2025, 5, 6, 10, tzinfo=UTC))
    assert missing_literals("Since 6 May Tarek is illustrator", ["From today Tarek is"], [sent]) == ([], [])


QUOTES = [
    ("feeds V-12", "P-101A feeds V-12 today", "feeds V-12"),
    ("it's done", "Well, it’s done.", "it’s done."),
    ('said "no"', "He said “no” twice", "said “no”"),
    ("«oui»", 'Il dit "oui" hier', '"oui"'),
    ("two  words", "two words", "two words"),
    ("two words", "two\n\t words", "two\n\t words"),
    ("a b", "x a\u00a0b y", "a\u00a0b"),
    ("a b c", "x a\u2003b\u3000c y", "a\u2003b\u3000c"),
    ("file", "the ﬁle is", "ﬁle"),
    ("12 m3", "about 12 m³ of", "12 m³"),
    ("Zoë", "by Zoe\u0308 Marsh", "Zoe\u0308"),
    ("ＰＩＤ-7", "see PID-7, sheet 3", "PID-7,"),
    ("12 bar", "  12 bar", "12 bar"),
    ("飲み物", "彼は飲み物を買う", "飲み物"),
    ("x", "x", "x"),
]


@pytest.mark.parametrize(("quote", "text", "pointed"), QUOTES)
def test_the_span_of_a_quote_points_at_its_words_in_the_text(quote: str, text: str, pointed: str) -> None:
    """S2: quotation marks, white space and NFKC are folded; the span is of the original characters, whole words
    where folding was needed."""
    span = find_quote(quote, text)
    assert span is not None
    assert text[span[0] : span[1]] == pointed


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("feeds V-13", "feeds V-12"),
        ("Feeds V-12", "feeds V-12"),
        ("feeds, V-12", "feeds V-12"),
        ("one two", "onetwo"),
        ("onetwo", "one two"),
        ("", "text"),
        (" \n ", "text"),
        ("text", ""),
        ("two one", "one two"),
    ],
)
def test_words_that_do_not_occur_are_not_found(quote: str, text: str) -> None:
    """S2: a quote is the text's own words, case included. An empty one quotes nothing."""
    found = find_quote(quote, text)
    assert found is None or text[found[0] : found[1]] == ""


@given(
    st.lists(
        st.sampled_from(["a", "b-1", "it’s", "“no”", "ﬁ", "m³", "飲", "Zoe\u0308", "x,"]), min_size=1, max_size=12
    ),
    st.lists(st.sampled_from([" ", "\n", "\t ", "\u00a0", "\u3000"]), min_size=12, max_size=12),
    st.data(),
)
def test_any_words_of_a_text_are_found_however_they_are_spelled(
    words: list[str], gaps: list[str], data: st.DataObject
) -> None:
    """S2: a folded quote of consecutive words is found, and what its span points at folds to it."""
    text = "".join(part for pair in zip(words, gaps, strict=False) for part in pair)
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    quote = fold(" ".join(words[first:last]))
    span = find_quote(quote, text)
    assert span is not None
    assert quote in fold(text[span[0] : span[1]])


@given(st.text(max_size=20), st.text(max_size=60))
def test_a_found_quote_is_in_the_text_and_an_unfound_one_is_not(quote: str, text: str) -> None:
    """S2."""
    span = find_quote(quote, text)
    if span is None:
        assert fold(quote) not in fold(text) or not fold(quote)
    else:
        assert 0 <= span[0] <= span[1] <= len(text)
        assert fold(quote) in fold(text[span[0] : span[1]])


@given(st.text(alphabet="0123456789 .,-+$%kgbarP'\"\n°", max_size=40))
def test_every_text_supports_itself(text: str) -> None:
    """S2: a statement that is its own support lacks nothing."""
    assert missing_literals(text, [text], []) == ([], [])


@given(st.integers(-(10**9), 10**9))
def test_thousands_separators_do_not_matter(number: int) -> None:
    """S2: 1,200 is 1200."""
    assert literals(f"{number:,}") == literals(str(number))


def test_folding_keeps_what_is_said() -> None:
    assert fold(" “Zoe\u0308” \n said ‘no’ ") == "\"Zoë\" said 'no'"
