"""What a verb's object is not: an owner's name, what one works for, somebody one meets, a present."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kgmem import ontology
from kgmem.distill.rules import RuleDistiller
from kgmem.models import Message, SourceRef

STRICT = RuleDistiller(ontology.default())
SENT = datetime(2026, 3, 2, 9, tzinfo=UTC)

SAID = [
    ("I'm dating Tom's sister.", ["Ann is dating Tom's sister"]),
    ("I work at Tom's bakery.", ["Ann works at Tom's bakery"]),
    ("I work at McDonald's.", ["Ann works at McDonald's"]),
    ("I live in King's Lynn.", ["Ann lives in King's Lynn"]),
    ("I live in Tom's house.", []),
    ("I live close to Rome.", []),
    ("I live in a flat near Rome.", []),
    ("I live in the suburbs of Rome.", ["Ann lives in Rome"]),
    ("My sister called Ana yesterday.", []),
    ("My sister called Ana is here.", ["Ann's sister is called Ana"]),
    ("The report's deadline is 4 May.", ["the deadline of report is 4 May"]),
    ("I'm on version 3.2.", []),
    ("I sold Tom's bike.", []),
    ("I sold cars.", []),
    ("I sold my car for $5000.", ["Ann no longer owns their car"]),
    ("I got over Tom.", []),
    ("I recovered from the flu.", ["Ann no longer has the flu"]),
    ("I'm using Tom's laptop.", []),
    ("I left the team meeting.", []),
    ("I left the chess club.", ["Ann left the chess club"]),
    ("We moved to Slack.", []),
    ("I moved to tears.", []),
    ("I'm seeing Tom at noon.", []),
    ("I'm seeing Dr. Smith on Monday.", ["Ann plans to see Dr. Smith"]),
    ("I've been seeing Tom.", ["Ann is dating Tom"]),
    ("I've been seeing Dr. Smith.", []),
    ("I work for free.", []),
    ("I work for myself.", []),
    ("I work for Shell.", ["Ann works at Shell"]),
    ("I play one on TV.", []),
    ("I play with Tom.", []),
    ("I sing in Paris.", []),
    ("I play bass in a band.", ["Ann is a member of a band"]),
    ("I play for Arsenal.", ["Ann is a member of Arsenal"]),
    ("I prefer not to drive.", []),
    ("I bought a car for my mom.", ["Ann bought a car for their mom"]),
    ("I bought a car for Tom.", ["Ann bought a car for Tom"]),
    ("I bought my mom a car.", []),
    ("I adopted a dog for my sister.", []),
    ("I bought a car for 4,200 euros.", ["Ann got a car"]),
    ("I bought a bike for Christmas.", ["Ann got a bike"]),
    ("I own a house built in 1950.", ["Ann owns a house"]),
]


@pytest.mark.parametrize(("text", "statements"), SAID, ids=[text for text, _ in SAID])
def test_an_object_is_what_the_verb_says(text: str, statements: list[str]) -> None:
    message = Message(
        id="m1", speaker="Ann", text=text, sent_at=SENT, source=SourceRef(kind="speaker", external_id="Ann")
    )
    assert [claim["statement"] for claim in STRICT.claims(message, "m1", None)] == statements
