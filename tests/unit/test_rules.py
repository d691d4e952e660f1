"""The rule distiller: what a message claims, what it does not, and that every claim can be stored as it is."""

from __future__ import annotations

import importlib.util
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem import ontology
from kgmem.distill.items import read_claim
from kgmem.distill.literals import find_quote, missing_literals
from kgmem.distill.rules import RuleDistiller
from kgmem.distill.rules.writing import BY_ASSISTANT, GUESSED, STATED
from kgmem.models import Message, SourceRef
from tests.support import ROOT

DEVELOPMENT = ROOT / "tests" / "rules" / "development.jsonl"
HELD_OUT = ROOT / "tests" / "rules" / "heldout.jsonl"
SENT = datetime(2026, 3, 2, 9, tzinfo=UTC)
UPDATE_CONFIDENCE = 0.3
"""Law T3's, which is to become a setting."""
STRICT = RuleDistiller(ontology.default())
LIBERAL = RuleDistiller(ontology.default(), "liberal")


def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rules_benchmark", ROOT / "scripts" / "benchmarks" / "rules.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def said(text: str, speaker: str = "Dana", role: Any = None, sent_at: datetime | None = SENT) -> Message:
    source = SourceRef(kind="speaker", external_id=speaker)
    return Message(id="m1", speaker=speaker, role=role, text=text, sent_at=sent_at, source=source)


def claims(text: str, *, distiller: RuleDistiller = STRICT, user: str | None = None, **message: Any) -> list[Any]:
    return distiller.claims(said(text, **message), "m1", user)


def statements(text: str, **how: Any) -> list[str]:
    return [claim["statement"] for claim in claims(text, **how)]


def test_development_set_is_read_as_annotated() -> None:
    """Issue 4: strict precision at least .90, recall at least .5 on the development set."""
    rules = benchmark()
    rows = rules.read(DEVELOPMENT)
    assert len(rows) >= 150
    assert sum(not row["claims"] for row in rows) * 3 >= len(rows)
    strict = rules.score(rows, STRICT)
    assert strict.precision >= 0.90, "\n".join(strict.lines)
    assert strict.recall >= 0.5, "\n".join(strict.lines)
    assert rules.score(rows, LIBERAL).recall >= strict.recall


def test_set_that_the_rules_were_not_written_against_is_read_nearly_as_well() -> None:
    """Issue 4: strict precision at least .80, recall at least .5 on messages by somebody who had not seen the rules."""
    rules = benchmark()
    rows = rules.read(HELD_OUT)
    assert len(rows) == 80
    strict = rules.score(rows, STRICT)
    assert strict.precision >= 0.80, "\n".join(strict.lines)
    assert strict.recall >= 0.5, "\n".join(strict.lines)


def checked(message: Message, found: list[dict[str, Any]]) -> None:
    for position, raw in enumerate(found):
        item = read_claim(raw, f"r{position}", UTC)
        (support,) = raw["support"]
        assert support["message"] == "m1"
        assert support["quote"] in message.text
        assert find_quote(support["quote"], message.text) is not None
        assert missing_literals(item.statement, [message.text], []) == ([], [])
        if item.anchor_text is not None:
            assert item.anchor_text in support["quote"]
        assert 0 < item.confidence < 1
        assert "id" not in raw


@pytest.mark.parametrize("distiller", [STRICT, LIBERAL], ids=["strict", "liberal"])
def test_every_claim_is_a_native_item_that_would_be_stored(distiller: RuleDistiller) -> None:
    """S1, S2: a verbatim quote, and every number and code of the statement in the message."""
    for row in benchmark().read(DEVELOPMENT):
        message = said(row["text"], row["speaker"], row["role"])
        found = distiller.claims(message, "m1", row["user"])
        checked(message, found)
        assert all(claim["model"] == distiller.name for claim in found)
        assert found == distiller.claims(message, "m1", row["user"])


def test_an_item_as_it_is_written() -> None:
    (claim,) = claims("So, I’ve moved to Oslo last May!")
    assert claim == {
        "kind": "fact",
        "statement": "Dana moved to Oslo",
        "subject": {"kind": "person", "id": "Dana"},
        "predicate": "lives_in",
        "object": {"kind": "place", "id": "Oslo"},
        "negated": False,
        "confidence": STATED,
        "anchor": "last May",
        "support": [{"message": "m1", "quote": "I’ve moved to Oslo last May"}],
        "model": "rules/strict",
    }


def test_a_change_into_a_state_of_which_there_is_one_at_a_time_is_that_state() -> None:
    """T3: facts are rivals, events are not, so what replaces a fact is a fact."""
    kinds = {
        "I moved to Oslo in May.": "fact", "I started at Acme in May.": "fact", "I became a nurse in 2019.": "fact",
        "The deadline of the audit moved to 20 May.": "fact", "I bought a bike.": "state_change",
        "We moved into a new flat.": "state_change",
    }  # fmt: skip
    assert {text: claims(text)[0]["kind"] for text in kinds} == kinds
    functional = {"lives_in": ontology.Predicate(functional=False)}
    events = RuleDistiller(ontology.Ontology(kinds=ontology.default().kinds, predicates=functional))
    assert [claim["kind"] for claim in claims("I moved to Oslo in May.", distiller=events)] == ["state_change"]


def test_a_value_is_split_from_its_unit() -> None:
    (claim,) = claims("The rent went from 900 to 950 euros in January.")
    assert (claim["subject"]["id"], claim["value"], claim["unit"]) == ("rent", "950", "euros")


def test_a_code_is_known_by_its_kind() -> None:
    """I1: pump P-101 and P-101 are one thing."""
    (claim,) = claims("Pump P-101 is offline.")
    assert claim["subject"] == {"kind": "pump", "id": "P-101", "name": "Pump P-101"}


def test_people_named_along_take_part() -> None:
    (claim,) = claims("Ana and I went to the Alps last week.")
    assert claim["participants"] == [{"kind": "person", "id": "Ana"}]


def test_what_is_over_is_dated_so_and_untold_without_a_time() -> None:
    """The past ends at the latest when it is told; where nobody knows when that was, no claim says it."""
    (claim,) = claims("When I lived in Lisbon I had no car.")
    assert (claim["statement"], claim["world_to"]) == ("Dana used to live in Lisbon", "2026-03-02T09:00:00Z")
    assert claims("When I lived in Lisbon I had no car.", sent_at=None) == []


def test_what_an_assistant_says_of_its_user_is_about_the_user_and_weaker() -> None:
    text = "You live in Oslo. I love hiking too!"
    (claim,) = claims(text, speaker="assistant", role="assistant", user="Dana")
    assert (claim["statement"], claim["confidence"]) == ("Dana lives in Oslo", BY_ASSISTANT)
    assert claims(text, speaker="assistant", role="assistant") == []
    assert BY_ASSISTANT < STATED


def test_liberal_adds_guesses_that_end_no_claim() -> None:
    """T3: below KGMEM_UPDATE_CONFIDENCE nothing is superseded."""
    text = "I've got a lovely view. I live in Oslo."
    assert statements(text) == ["Dana lives in Oslo"]
    found = {claim["statement"]: claim["confidence"] for claim in claims(text, distiller=LIBERAL)}
    assert found["Dana lives in Oslo"] == STATED
    assert GUESSED < UPDATE_CONFIDENCE <= BY_ASSISTANT < STATED


def test_captions_of_pictures_are_nobodys_words() -> None:
    assert statements("I bought a kayak. [image: a photo of a man who bought a red car]") == ["Dana got a kayak"]
    assert claims("[image: I live in Oslo]") == []


def test_verbs_of_an_ontology_tell_its_predicates(tmp_path: Path) -> None:
    """Users add their own."""
    path = tmp_path / "mine.toml"
    path.write_text('[predicates.supplies]\nwords = ["supplies", "delivers to"]\n')
    mine = RuleDistiller(ontology.load(path, ontology.default()))
    found = [
        (claim["predicate"], claim["statement"], claim["negated"])
        for claim in claims(
            "Acme supplies V-12. Acme no longer supplies V-13. Bolt doesn't deliver to Lund. P-1 feeds V-2.",
            distiller=mine,
        )
    ]
    assert found == [
        ("supplies", "Acme supplies V-12", False),
        ("supplies", "Acme no longer supplies V-13", True),
        ("supplies", "Bolt does not deliver to Lund", True),
        ("feeds", "P-1 feeds V-2", False),
    ]
    assert statements("Acme supplies V-12.") == []


def test_a_person_stays_one_with_a_declared_verb(tmp_path: Path) -> None:
    """I1: the speaker, and whom the message tells to be a person; another name may be a company's."""
    path = tmp_path / "mine.toml"
    path.write_text('[predicates.supplies]\nwords = ["supplies"]\n')
    mine = RuleDistiller(ontology.load(path, ontology.default()))
    text = "Dana supplies V-1. My sister Ana supplies V-2. Ana supplies V-3. Acme supplies V-4. My pump supplies V-5."
    subjects = [claim["subject"] for claim in claims(text, distiller=mine)]
    assert [(subject["kind"], subject["id"]) for subject in subjects] == [
        ("person", "Dana"),
        ("person", "Ana"),
        ("person", "Ana"),
        ("thing", "Acme"),
        ("thing", "Dana's pump"),
    ]


def test_a_fingerprint_tells_what_the_rules_read(tmp_path: Path) -> None:
    """It changes with the predicates and their verbs, and with nothing else."""
    path = tmp_path / "mine.toml"
    path.write_text('[predicates.supplies]\nwords = ["supplies"]\n')
    mine = RuleDistiller(ontology.load(path, ontology.default()))
    assert re.fullmatch("[0-9a-f]{8}", STRICT.fingerprint)
    assert STRICT.fingerprint == LIBERAL.fingerprint == RuleDistiller(ontology.default()).fingerprint
    assert mine.fingerprint != STRICT.fingerprint
    path.write_text('[predicates.supplies]\nfunctional = true\nwords = ["supplies"]\n')
    assert RuleDistiller(ontology.load(path, ontology.default())).fingerprint not in (
        mine.fingerprint,
        STRICT.fingerprint,
    )
    assert mine.name == STRICT.name


def test_a_speaker_may_be_called_anything() -> None:
    assert statements("I visited the Prado. My sister won a prize.", speaker="user") == [
        "user visited the Prado",
        "user's sister won a prize",
    ]


def test_a_pronoun_is_whom_the_message_names_if_it_names_one() -> None:
    assert statements("My sister Ana lives in Quito. She works as a vet.")[1:] == ["Ana works as a vet"]
    assert statements("She works as a vet.") == []
    assert len(statements("Ana lives in Quito. Bea lives in Lima. She works as a vet.")) == 2


def test_a_claim_in_the_tail_of_a_huge_message_is_found() -> None:
    """C13: twelve thousand sentences, then one that claims something."""
    text = "The weather was nice and we talked about it for a while. " * 12_000 + "I moved to Oslo."
    assert statements(text)[-1:] == ["Dana moved to Oslo"]


ADVERSARIAL = {
    "no end": "I went to the " + "very " * 40_000 + "end",
    "commas": "I love " + "a, " * 40_000,
    "ands": "I love " + "cats and " * 30_000,
    "marks": "!" * 100_000 + "x",
    "quotes": '"' * 50_001,
    "brackets": "[image: " * 20_000,
    "capitals": "Ana " * 40_000,
    "digits": "1" * 100_000,
    "spaces": "I moved to" + " " * 100_000 + "Oslo",
    "apostrophes": "'s" * 50_000,
    "emoji": "😂" * 50_000,
    "lines": "\n" * 100_000,
    "mail": "my email is " + "a." * 40_000 + "@",
    "adverbs": "I " + "really " * 40_000 + "like tea",
    "asides": "I moved, and " * 20_000 + "if",
    "dreams": "in my dream " * 20_000,
    "letters": "He said this: I live in Oslo\n" * 4_000,
    "labels": "Tom: nice. " * 20_000,
    "denials": "I never not take no " * 10_000,
    "colons": "translate " * 20_000 + ":",
}


@pytest.mark.parametrize("text", ADVERSARIAL.values(), ids=ADVERSARIAL)
def test_reading_ends_on_any_text(text: str) -> None:
    """A pattern that tries every way through such a text is still at it when this suite is given up."""
    checked(said(text), claims(text, distiller=LIBERAL))


WORDS = """I we my sister you Ana Oslo moved to live in work at bought a dog love hate tea and but if when not don't no
longer will visit in May yesterday 20 mg of the rent is $12 . , ? ! " ( ) : - ’ 's P-101 feeds version 2.3 said
favourite called Rex used engaged [image: x] 😂 東京 because have two 14:10 e.g. >""".split()


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join), st.sampled_from([None, "assistant", "tool"]))
def test_whatever_is_said_every_claim_would_be_stored(text: str, role: Any) -> None:
    """S2, whatever the words: no claim of the rules' fails the checks of `verify`."""
    message = said(text, role=role)
    checked(message, LIBERAL.claims(message, "m1", "Robin" if role == "assistant" else None))


@given(st.text(max_size=200))
def test_any_text_is_read_without_error(text: str) -> None:
    message = said(text)
    checked(message, LIBERAL.claims(message, "m1", None))


@pytest.mark.parametrize("speaker", ["user_7", "A1", "user42"])
def test_speakers_are_told_of_whatever_their_name(speaker: str) -> None:
    """S2: a name in a chat log is often a code, which no text repeats."""
    said = Message(
        id="m", speaker=speaker, role="user", text="I live in Rome.", sent_at=None,
        source=SourceRef(kind="speaker", external_id=speaker),
    )  # fmt: skip
    (claim,) = RuleDistiller(ontology.default()).claims(said, "m", None)
    assert claim["statement"] == f"{speaker} lives in Rome"
