"""What is denied, wanted or nobody's becomes no positive claim; what can be told exactly becomes a negated one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kgmem import ontology
from kgmem.distill.rules import RuleDistiller
from kgmem.models import Message, SourceRef

STRICT = RuleDistiller(ontology.default())
SENT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def said(text: str, speaker: str = "Ann") -> list[tuple[str, bool]]:
    source = SourceRef(kind="speaker", external_id=speaker)
    message = Message(id="m1", speaker=speaker, text=text, sent_at=SENT, source=source)
    return [(claim["statement"], claim["negated"]) for claim in STRICT.claims(message, "m1", None)]


@pytest.mark.parametrize(
    "text",
    [
        "I refuse to take 20 mg of lisinopril.",
        "You shouldn't take 20 mg of lisinopril.",
        "Avoid taking 20 mg of lisinopril.",
        "I might take 20 mg of lisinopril.",
        "I'll take 20 mg of lisinopril.",
        "I take 20 mg every morning.",
        "No pump is offline.",
        "No order is cancelled.",
        "No tickets cost $50.",
        "Neither pump is offline.",
        "Not every order is cancelled.",
        "Few orders are cancelled.",
        "A few orders are cancelled.",
        "Some orders are cancelled.",
        "The ticket never costs $50.",
        "The ticket hardly costs $50.",
        "The ticket should cost $50.",
        "The ticket used to cost $50.",
        "The ticket may cost $50.",
        "The rent will be $900.",
        "P-101 never tripped.",
        "The order wasn't cancelled.",
        "Nobody raised the rent to $500.",
        "We never raised the rent to $500.",
        "P-101 never feeds V-2.",
        "No pump feeds V-2.",
        "P-101 should feed V-2.",
        "I own no car.",
        "I love no music.",
        "I live in no city.",
        "Nobody lives in Rome.",
        "Someone works at Shell.",
        "Neither Tom nor Ana lives in Rome.",
        "His rent is $50.",
        "Your order is cancelled.",
        "Two tickets cost $50.",
        "14 pumps are offline.",
        "A house like mine costs $500.",
    ],
)
def test_what_is_denied_or_only_possible_claims_nothing(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("I don't take 20 mg of lisinopril.", "the dose of Ann's lisinopril is not 20 mg"),
        ("I stopped taking 20 mg of lisinopril.", "the dose of Ann's lisinopril is no longer 20 mg"),
        ("I am not on 20 mg of lisinopril.", "the dose of Ann's lisinopril is not 20 mg"),
        ("I don't take 20 mg of lisinopril anymore.", "the dose of Ann's lisinopril is no longer 20 mg"),
        ("The ticket no longer costs $50.", "the price of ticket is no longer $50"),
        ("The ticket doesn't cost $50.", "the price of ticket is not $50"),
        ("The pump isn't offline.", "pump is not offline"),
        ("I have no allergies.", "Ann does not have allergies"),
        ("I don't own a car yet.", "Ann does not own a car"),
        ("I stopped playing tennis.", "Ann no longer plays tennis"),
        ("We stopped using Redis.", "Ann no longer uses Redis"),
    ],
)
def test_a_denial_that_can_be_told_exactly_is_a_negated_claim(text: str, statement: str) -> None:
    assert said(text) == [(statement, True)]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("I was on 20 mg of lisinopril.", "the dose of Ann's lisinopril was 20 mg"),
        ("The ticket cost $50.", "the price of ticket was $50"),
        ("Tickets cost $50.", "the price of Tickets is $50"),
        ("No, the rent is $50.", "the price of rent is $50"),
        ("The May ticket costs $50.", "the price of May ticket is $50"),
        ("I decided not to buy the house.", "Ann decided not to buy the house"),
        ("I have a dog and no cat.", "Ann has a dog"),
        ("I started taking 20 mg of lisinopril.", "the dose of Ann's lisinopril is 20 mg"),
    ],
)
def test_what_is_no_denial_is_claimed(text: str, statement: str) -> None:
    assert said(text) == [(statement, False)]


@pytest.mark.parametrize(
    "text",
    [
        "The price of gold is $5 million.",
        "My car is $50 cheaper.",
        "The ticket is $50 off.",
        "Our budget is $5m.",
        "My debt is $50k.",
        "The shop is closed on Sundays.",
        "The pump is offline, I think.",
        "The rent is $50, apparently.",
        "The ticket costs $50-60.",
        "The room is 5 degrees colder.",
        "The price went from $50 to $60.",
        "My doctor increased metformin to 20 mg.",
        "The pass went by bus to $60.",
        "The deadline was moved from March 3 to March 10.",
    ],
)
def test_a_part_of_an_amount_or_a_value_of_nothing_named_claims_nothing(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "subject", "kind"),
    [
        ("My rent is $1200.", "Ann's rent", "thing"),
        ("Our rent went up to $1300.", "Ann's rent", "thing"),
        ("The price of my car is $5000.", "Ann's car", "thing"),
        ("My dose of lisinopril is 20 mg.", "Ann's lisinopril", "thing"),
        ("I take 20 mg of lisinopril.", "Ann's lisinopril", "thing"),
        ("My wife takes 20 mg of lisinopril.", "Ann's wife's lisinopril", "thing"),
        ("Tom takes 20 mg of lisinopril.", "Tom's lisinopril", "thing"),
        ("The patient is on 20 mg of lisinopril.", "patient's lisinopril", "thing"),
        ("Tom's car costs $5000.", "Tom's car", "thing"),
        ("The pump's pressure is 5 bar.", "pump's pressure", "thing"),
        ("P-101's status is offline.", "P-101", "thing"),
        ("The ticket's price is $50.", "ticket", "thing"),
        ("The ticket costs $50, not $60.", "ticket", "thing"),
        ("I have two eggs left.", "Ann's eggs", "thing"),
        ("My plumber is available.", "Ann's plumber", "person"),
        ("My dog is 30 kg.", "Ann's dog", "animal"),
        ("The rent is $1200.", "rent", "thing"),
        ("My sister Ana is available.", "Ana", "person"),
    ],
)
def test_a_value_is_of_its_owners_thing(text: str, subject: str, kind: str) -> None:
    message = Message(
        id="m1", speaker="Ann", text=text, sent_at=SENT, source=SourceRef(kind="speaker", external_id="Ann")
    )
    (claim,) = STRICT.claims(message, "m1", None)
    assert claim["subject"] == {"kind": kind, "id": subject}
