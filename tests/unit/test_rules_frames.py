"""Words that are not the speaker's own, or not of this world, claim nothing; nor does a plan that is given up."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kgmem import ontology
from kgmem.distill.rules import RuleDistiller
from kgmem.models import Message, SourceRef

STRICT = RuleDistiller(ontology.default())
SENT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def said(text: str) -> list[str]:
    source = SourceRef(kind="speaker", external_id="Ann")
    message = Message(id="m1", speaker="Ann", text=text, sent_at=SENT, source=source)
    return [claim["statement"] for claim in STRICT.claims(message, "m1", None)]


@pytest.mark.parametrize(
    "text",
    [
        "Tom wrote: I live in Rome.",
        "Tom texted me: I live in Rome.",
        "Tom: I live in Rome. I have a dog.",
        "[Tom] : I live in Rome.",
        "The joke goes: I live in Rome.",
        "The sign on the door says: I live in Rome.",
        "Me: I live in Rome. You: I live in Paris.",
        "From: Tom. I live in Rome.",
        "10:05 Tom: I live in Rome.",
        "Tom [10:05]: I live in Rome.",
        "As Tom put it, I live in Rome.",
        "In my head I live in Rome.",
        "Playing as a wizard, I live in Rome.",
        "I live in Rome, not!",
        "My sister wrote me that she lives in Rome.",
        "He insists that Tom lives in Rome.",
        "In my dream I moved to Rome. I lived in a castle.",
        "I had a strange dream. I moved to Rome.",
        "In the game I live in Rome.",
        "In the novel, Tom lives in Rome.",
        "Tom lives in Rome in the novel.",
        "In Minecraft I live in Rome.",
        "In another life I live in Rome.",
        "I planned to move to Rome but cancelled.",
        "I'm moving to Rome in May but it fell through.",
        "I booked a flight to Rome but cancelled it.",
    ],
)
def test_others_or_unreal_words_claim_nothing(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Update: I moved to Oslo.",
        "Note: I moved to Oslo.",
        "Good news: I moved to Oslo.",
        "I love the man in the book. I moved to Oslo.",
        "I've always dreamed of the sea. I moved to Oslo.",
        "Tom: nice.\nBut in the book club I heard music.\nI moved to Oslo.",
    ],
)
def test_what_stands_beside_is_claimed(text: str) -> None:
    assert said(text)[-1:] == ["Ann moved to Oslo"]
