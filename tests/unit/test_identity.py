"""Law I1: an id is a hash of what the thing is, and spellings of one name are one name."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem import identity
from kgmem.identity import clean, fold_name, hashed, kind_of, normalise_id, tenant_token

INVISIBLE = ["", " ", "\u200b", "\u200d\u2060", "\ufeff", "\u00ad", " \u200e \u200f ", "\u061c"]
names = st.text(
    st.sampled_from("aAbßİıſK k\u00ad\u200d\u030a\u0308\u0345Å가ᄀ\u1161ﬁ１　") | st.characters(codec="utf-8"),
    max_size=12,
)
part = st.one_of(st.none(), st.text(max_size=8), st.integers(-5, 5), st.booleans())


@pytest.mark.parametrize(
    "spellings",
    [
        ("Zoë Marsh", "Zoe\u0308 Marsh", " ZOË  MARSH ", "Ｚoë Marsh", "zo\u00adë marsh", "Zoë\u00a0Marsh"),
        ("STRASSE", "straße", "Strasse"),
        ("Åsa", "A\u030asa", "\u212bsa", "A\u00ad\u030asa", "A\u200d\u030asa"),
        ("P-101A", "p-101a", "Ｐ-１０１Ａ"),
        ("ﬁlter", "filter", "FILTER"),
    ],
)
def test_spellings_of_one_name_are_one_entity(spellings: tuple[str, ...]) -> None:
    """I1, C02: width, case, composition, white space and invisible characters tell nobody apart."""
    assert len({fold_name(one) for one in spellings}) == 1
    assert len({identity.entity_id("t", "thing", one, None) for one in spellings}) == 1


@pytest.mark.parametrize(
    "names",
    [
        ("김민수", "김민석", "北京 University", "上海 University"),
        ("달빛랩", "달빛 랩"),
        ("İstanbul", "istanbul"),
        ("C++", "C"),
        ("P-101A", "P-101B", "P101A"),
        ("Анна", "Anna"),
    ],
)
def test_different_names_stay_different_in_every_script(names: tuple[str, ...]) -> None:
    """I1, C01: folding takes no letters away, and C02's one known limit, the dotted capital I."""
    assert len({identity.entity_id("t1", "person", name, None) for name in names}) == len(names)
    assert all(fold_name(name) for name in names)


@pytest.mark.parametrize("name", INVISIBLE)
def test_name_of_nothing_visible_folds_to_nothing(name: str) -> None:
    """I1: the caller rejects it as `empty_name`."""
    assert fold_name(name) == ""


@given(names)
def test_folding_twice_folds_once(name: str) -> None:
    """I1: what is stored as a key is found by that key."""
    assert fold_name(fold_name(name)) == fold_name(name)


@given(names)
def test_composition_of_a_name_does_not_matter(name: str) -> None:
    """I1: NFC and NFD of a name are one name."""
    assert fold_name(unicodedata.normalize("NFD", name)) == fold_name(unicodedata.normalize("NFC", name))


@given(st.text(max_size=30))
def test_normalised_id_is_composed_and_trimmed_and_nothing_more(text: str) -> None:
    """I1: ids of tenants, sessions, messages and sources keep case, width and inner white space."""
    found = normalise_id(text)
    assert found == unicodedata.normalize("NFC", found) == found.strip()
    assert normalise_id(found) == found
    assert normalise_id(" Ａ  b\t") == "Ａ  b"


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("call me\u0000 at 5 \ud83d", "call me at 5 \ufffd"),
        ("\ud83d\ude00", "😀"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
        ("a\tb\r\nc", "a\tb\r\nc"),
        ("\x1b[31mred\x7f\x85", "[31mred"),
        ("zero\u200bwidth", "zero\u200bwidth"),
        ("plain", "plain"),
        ("", ""),
    ],
)
def test_text_is_cleaned_to_what_the_store_can_hold(text: str, stored: str) -> None:
    """C20: controls go, lone surrogates become U+FFFD, pairs are joined; it is said whether anything had to go."""
    assert clean(text) == (stored, stored != text)


@given(st.text(alphabet=st.characters(codec=None), max_size=30))
def test_cleaned_text_can_be_stored_and_is_clean(text: str) -> None:
    """I1, C20: any text becomes valid UTF-8 without controls, and cleaning it again changes nothing."""
    cleaned, _ = clean(text)
    cleaned.encode("utf-8")
    assert clean(cleaned) == (cleaned, False)
    assert not [c for c in cleaned if unicodedata.category(c) == "Cc" and c not in "\t\n\r"]


@given(st.lists(part, max_size=5), st.lists(part, max_size=5))
def test_no_choice_of_parts_imitates_another(one: list[object], other: list[object]) -> None:
    """I1: the encoding is length-delimited, so parts cannot be shifted across their borders; None is not a text."""
    spelled = [None if p is None else str(p) for p in one], [None if p is None else str(p) for p in other]
    assert (hashed("clm", *one) == hashed("clm", *other)) == (spelled[0] == spelled[1])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", "c"), ("a", "bc")),
        (("a", ""), ("a",)),
        ((None,), ("",)),
        (("1:a;",), ("", "a")),
        (("a;1:b",), ("a", "b")),
        (("a;b",), ("a", "b")),
        (("-;",), (None,)),
        (("é",), ("e\u0301",)),
    ],
)
def test_delimiters_in_a_part_are_part_of_it(one: tuple[object, ...], other: tuple[object, ...]) -> None:
    """I1: text that looks like the encoding is text."""
    assert hashed("x", *one) != hashed("x", *other)


def test_an_id_says_its_kind_and_has_128_bits() -> None:
    """I1: people see from the prefix what an id names."""
    for prefix, kind in identity.PREFIXES.items():
        id = hashed(prefix, "t", "x")
        assert kind_of(id) == kind
        assert len(bytes.fromhex(id.removeprefix(prefix + "-"))) == 16
    assert kind_of("clm-short") is None
    assert kind_of("xyz-" + "0" * 32) is None
    assert kind_of("clm" + "0" * 33) is None


def test_ids_are_the_same_on_every_machine() -> None:
    """I1: a hash of the content, so that it may be written down; these were, once."""
    assert identity.session_id("t", "s1") == "ses-52a96b1f2ba2d6170d52b061db29d104"
    assert tenant_token("t") == "qbkwtrvmzvkhvhjqzmwzbpbmkq"


def test_tenant_is_part_of_every_id() -> None:
    """I4: two tenants share no node."""
    makers = [
        lambda t: identity.session_id(t, "s"),
        lambda t: identity.source_id(t, "document", "d", None),
        lambda t: identity.observation_id(t, "ses", "m", "text"),
        lambda t: identity.entity_id(t, "thing", "e", None),
        lambda t: identity.fact_id(t, "e", "p", False, "o", None, None),
        lambda t: identity.event_id(t, "action", ["e"], "s", False, None),
        lambda t: identity.assertion_id(t, "ses", "i", "c", "x"),
        lambda t: identity.retraction_id(t, "obs", 0),
    ]
    for make in makers:
        assert make("one") != make("two")
        assert make("one") == make("one")


def test_group_tells_people_and_speakers_apart_and_nothing_else() -> None:
    """I1: people who share a name in unrelated conversations are two; a document is one in the tenant."""
    people = {identity.entity_id("t", "person", "Anna", group) for group in (None, "a", "b")}
    things = {identity.entity_id("t", "thing", "P-1", group) for group in (None, "a", "b")}
    speakers = {identity.source_id("t", "speaker", "Anna", group) for group in (None, "a", "b")}
    documents = {identity.source_id("t", "document", "D-1", group) for group in (None, "a", "b")}
    assert [len(ids) for ids in (people, things, speakers, documents)] == [3, 1, 3, 1]


def test_an_edited_message_is_another_observation() -> None:
    """I1a: an observation is session, message id or position, and text."""
    ids = {
        identity.observation_id("t", "ses", message, text)
        for message, text in [("m1", "a"), ("m1", "b"), ("m2", "a"), (1, "a"), ("1", "a")]
    }
    assert len(ids) == 5


def test_a_fact_is_what_it_says_and_an_event_what_happened_to_whom() -> None:
    """I1a: a predicate's spelling is folded, the order and repetition of participants do not matter."""
    assert identity.fact_id("t", "a", "Lives In", False, "b", None, None) == identity.fact_id(
        "t", "a", "lives  in", False, "b", None, None
    )
    facts = {
        identity.fact_id("t", "a", "p", negated, object, value, unit)
        for negated, object, value, unit in [
            (False, "b", None, None), (True, "b", None, None), (False, None, "b", None), (False, None, "b", "bar")
        ]
    }  # fmt: skip
    assert len(facts) == 4
    event = identity.event_id("t", "action", ["a", "b"], "It Broke", False, None)
    assert event == identity.event_id("t", "action", ["b", "a", "b"], "it  broke", False, None)
    others = {
        identity.event_id("t", kind, who, said, negated, anchor)
        for kind, who, said, negated, anchor in [
            ("plan", ["a", "b"], "It Broke", False, None), ("action", ["a"], "It Broke", False, None),
            ("action", ["a", "b"], "It fell", False, None), ("action", ["a", "b"], "It Broke", True, None),
            ("action", ["a", "b"], "It Broke", False, "2024"),
        ]
    }  # fmt: skip
    assert len(others | {event}) == 6


@given(st.text(max_size=20), st.text(max_size=20))
def test_tenant_token_is_one_word_of_letters_for_each_tenant(one: str, other: str) -> None:
    """I4: full text knows no other filter, so the token is one term to every analyzer and no two tenants share it."""
    token = tenant_token(one)
    assert token.isascii()
    assert token.isalpha()
    assert token == token.lower()
    assert len(token) == 26
    assert not token.endswith(("s", "ed", "ing", "e"))
    assert (tenant_token(other) == token) == (one == other)
