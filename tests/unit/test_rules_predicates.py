"""What each predicate is said by: one sentence each, and the statement that it becomes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kgmem import ontology
from kgmem.distill.rules import RuleDistiller
from kgmem.models import Message, SourceRef

STRICT = RuleDistiller(ontology.default())
SENT = datetime(2026, 3, 2, 9, tzinfo=UTC)

SAID = [
    # living
    ("Been living in Turin since 2021.", "lives_in", ["Dana lives in Turin"]),
    ("After nine years in Malmö we packed up and moved to Aarhus.", "lives_in", ["Dana moved to Aarhus"]),
    ("I'm so glad I moved to Oslo.", "lives_in", ["Dana moved to Oslo"]),
    ("I've moved on.", "lives_in", []),
    ("im based in lyon", "lives_in", ["Dana lives in lyon"]),
    ("We moved into a new flat.", "lives_in", ["Dana moved to a new flat"]),
    ("I moved out of Berlin in March.", "lives_in", ["Dana no longer lives in Berlin"]),
    ("Hannah moved from Kiel to Hamburg last week.", "lives_in", ["Hannah moved to Hamburg"]),
    ("I grew up in Munich.", "lives_in", ["Dana used to live in Munich"]),
    ("My parents live in Valencia.", "lives_in", ["Dana's parents live in Valencia"]),
    # working, studying
    ("I used to be a bus driver.", "works_as",
     ["Dana used to work as a bus driver", "Dana no longer works as a bus driver"]),
    ("Years ago I worked as a waiter.", "works_as", ["Dana used to work as a waiter"]),
    ("I became a nurse in 2019.", "works_as", ["Dana became a nurse"]),
    ("I am no longer the treasurer of the club.", "works_as", ["Dana no longer works as the treasurer"]),
    ("Elena quit her job at the clinic.", "works_at", ["Elena no longer works at the clinic"]),
    ("I accepted a job offer from Norvik Energy!", "works_at", ["Dana started to work at Norvik Energy"]),
    ("I don't work at Globex anymore.", "works_at", ["Dana no longer works at Globex"]),
    ("I work at home.", "works_at", []),
    ("I'm doing a PhD in chemistry at ETH.", "studies_at", ["Dana studies at ETH"]),
    ("I am not studying at ETH.", "studies_at", ["Dana does not study at ETH"]),
    ("I'm a student at Kent College.", "studies_at", ["Dana studies at Kent College"]),
    # owning, playing, using
    ("I have three kids and a parrot.", "owns", ["Dana has three kids", "Dana has a parrot"]),
    ("My grandmother gave me her violin.", "owns", ["Dana got her violin"]),
    ("I bought some milk.", "owns", []),
    ("I have no siblings.", "owns", ["Dana does not have any siblings"]),
    ("I have no idea.", "owns", []),
    ("I have the flu and a feeling.", "owns", []),
    ("I play tennis every Sunday.", "plays", ["Dana plays tennis"]),
    ("We switched from Jenkins to GitHub Actions.", "uses", ["Dana started to use GitHub Actions"]),
    ("We don't use Redis.", "uses", ["Dana does not use Redis"]),
    # people
    ("Chloe and I broke up last month.", "dating", ["Dana is no longer with Chloe"]),
    ("We broke up last month.", "dating", []),
    ("Marta and Luis got married last June.", "married_to", ["Marta married Luis"]),
    ("My sister is dating a drummer.", "dating", ["Dana's sister is dating a drummer"]),
    ("I got engaged to Felix!", "engaged_to", ["Dana got engaged to Felix"]),
    ("I'm in the cathedral choir.", "member_of", ["Dana is a member of the cathedral choir"]),
    ("My son plays for the Harbour Lions.", "member_of", ["Dana's son is a member of the Harbour Lions"]),
    # health
    ("I'm over the flu.", "has_condition", ["Dana no longer has the flu"]),
    ("I broke my left arm.", "has_condition", ["Dana got a broken left arm"]),
    ("My son is allergic to eggs.", "has_condition", ["Dana's son has an egg allergy"]),
    ("Mum's allergic to bees.", "has_condition", ["Dana's mum has a bee allergy"]),
    ("I have a cold beer.", "has_condition", []),
    ("I'm allergic to it.", "has_condition", []),
    ("I'm sick of this weather.", "has_condition", []),
    # values
    ("Our landlord raised the rent to 980 euros.", "price", ["the price of rent is now 980 euros"]),
    ("The project budget is 20,000 dollars.", "price", ["the price of project budget is 20,000 dollars"]),
    ("The museum pass was 30 euros.", "price", ["the price of museum pass was 30 euros"]),
    ("The release has been moved to 12 May.", "deadline", ["the deadline of release is now 12 May"]),
    ("We are on version 3.2 of the firmware.", "version", ["firmware is at version 3.2"]),
    ("I upgraded my internet plan to 500 Mbps.", "version", []),
    ("My doctor put me on 10 mg of lisinopril yesterday.", "dose", ["the dose of Dana's lisinopril is 10 mg"]),
    ("The team grew to 14 people.", "quantity", ["team: now 14 people"]),
    ("There are 14 spare gaskets left.", "quantity", ["spare gaskets: 14"]),
    ("It is 20 degrees.", "quantity", []),
    ("Valve FV-8 is no longer isolated.", "status", ["Valve FV-8 is no longer isolated"]),
    ("You can reach me at dana@example.org.", "email", ["the email of Dana is dana@example.org"]),
    ("Kim's number is +47 555 01 23.", "phone", ["the phone number of Kim is +47 555 01 23"]),
    ("We named our daughter Iris.", "name", ["Dana's daughter is called Iris"]),
    ("My name is Dana Berg.", "name", ["Dana is called Dana Berg"]),
    # preferences
    ("My favourite colour is teal.", "prefers", ["Dana's favourite colour is teal"]),
    ("My favourite part is the end.", "prefers", []),
    ("I prefer working from home.", "prefers", ["Dana prefers working from home"]),
    ("Can't stand cilantro.", "dislikes", ["Dana dislikes cilantro"]),
    ("I'm a fan of sci-fi and fantasy books.", "likes", ["Dana likes sci-fi and fantasy books"]),
    ("I love how you did it.", "likes", []),
    ("I love the view.", "likes", []),
    # plans
    ("I won't be attending the gala.", "plans", ["Dana does not plan to attend the gala"]),
    ("We're getting married in September!", "plans", ["Dana plans to get married"]),
    ("I'm flying to Seoul next Tuesday.", "plans", ["Dana plans to fly to Seoul"]),
    ("I'm flying.", "plans", []),
    ("I'll be right there!", "plans", []),
    ("I'll never forget it.", "plans", []),
    ("I have a party on Saturday.", "plans", ["Dana has planned a party"]),
    ("We called off the trip.", "plans", ["Dana gave up the plan of the trip"]),
    # actions
    ("I had coffee with Marta this morning.", "meet", ["Dana had coffee with Marta"]),
    ("I decided not to buy the house.", "decide", ["Dana decided not to buy the house"]),
    ("I decided to do it.", "decide", []),
    ("I wrote a story about a lighthouse.", "write", ["Dana wrote a story about a lighthouse"]),
    ("We went camping.", "go", ["Dana went camping"]),
    ("I went crying.", "go", []),
    ("I went to bed.", "visit", []),
    ("I just got back from a trip to Iceland.", "return", ["Dana got back from a trip to Iceland"]),
    ("I'm reading \u201cThe Overstory\u201d.", "read", ['Dana is reading "The Overstory"']),
    ("I got my driving licence in June.", "get", ["Dana got their driving licence"]),
    ("I made it.", "make", []),
    ("I never visited Rome.", "visit", []),
    ("The patient quit smoking.", "quit", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "predicate", "statements"), SAID, ids=[text for text, _, _ in SAID])
def test_what_is_said_becomes_a_statement(text: str, predicate: str, statements: list[str]) -> None:
    source = SourceRef(kind="speaker", external_id="Dana")
    message = Message(id="m1", speaker="Dana", text=text, sent_at=SENT, source=source)
    found = [claim for claim in STRICT.claims(message, "m1", None) if claim["predicate"] == predicate]
    assert [claim["statement"] for claim in found] == statements
