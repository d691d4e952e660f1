"""What each node and relationship says in the words of PROV. In tests/cypher/test_exchange.py, `prov` reads them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.exchange import prov
from kgmem.exchange.prov import Known, Record

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = datetime(2026, 3, 3, 9, tzinfo=UTC)
ENDS = (
    "prov:entity", "prov:generatedEntity", "prov:influencee", "prov:usedEntity", "prov:influencer", "prov:activity",
    "prov:agent",
)  # fmt: skip


def node(id: str, **properties: Any) -> dict[str, Any]:
    return {"id": id, "properties": {"tenant": "plant", "recorded_at": AT, **properties}}


def edge(type: str, start: str, end: str, **properties: Any) -> dict[str, Any]:
    return {"type": type, "start": start, "end": end, "properties": properties}


def short(records: Iterable[Record]) -> list[tuple[str, ...]]:
    """Of each statement its section, and its name or the ids of its ends."""
    found = []
    for section, name, body in records:
        ends = [name] if name else [body[end] for end in ENDS if end in body]
        found.append((section, *(end.removeprefix("kgmem:") for end in ends)))
    return found


def held(**properties: Any) -> dict[str, Any]:
    return node("clm-1", kind="fact", statement="P-101A feeds V-12", **{"standing": "supported", **properties})


def test_a_claim_is_an_entity_with_its_statement_and_its_figures() -> None:
    (told,) = prov.of_node("Claim", held(confidence=0.8, valid_until=LATER, embedding=[0.1]), Known())
    assert told == Record("entity", "kgmem:clm-1", {
        "prov:type": {"$": "kgmem:Claim", "type": "prov:QUALIFIED_NAME"},
        "prov:label": "P-101A feeds V-12",
        "kgmem:kind": "fact",
        "kgmem:standing": "supported",
        "kgmem:confidence": 0.8,
        "kgmem:valid_until": {"$": "2026-03-03T09:00:00Z", "type": "xsd:dateTime"},
    })  # fmt: skip


def test_a_session_is_an_activity_of_what_distilled_it_which_is_met_once() -> None:
    known = Known()
    first = short(prov.of_node("Session", node("ses-1", distilled_with="rules-1"), known))
    again = short(prov.of_node("Session", node("ses-2", distilled_with="rules-1"), known))
    agent = first[1][1]
    assert first == [("activity", "ses-1"), ("agent", agent), ("wasAssociatedWith", "ses-1", agent)]
    assert again == [("activity", "ses-2"), ("wasAssociatedWith", "ses-2", agent)]
    assert short(prov.of_node("Session", node("ses-3"), known)) == [("activity", "ses-3")]


def test_a_speaker_is_an_agent_too_and_a_document_is_none() -> None:
    speaker = prov.of_node("Source", node("src-1", kind="speaker", external_id="Ida"), Known())
    assert short(speaker) == [("entity", "src-1"), ("agent", "src-1")]
    assert short(prov.of_node("Source", node("src-2", kind="document", external_id="D"), Known())) == [
        ("entity", "src-2")
    ]


def test_a_reason_is_of_its_session_and_its_model_and_ends_where_its_session_says_it_no_longer() -> None:
    reason = node("ast-1", session_id="ses-1", statement="x", model="gpt")
    told = short(prov.of_node("Assertion", reason, Known()))
    assert told[:2] == [("entity", "ast-1"), ("wasGeneratedBy", "ast-1", "ses-1")]
    assert [one[:2] for one in told[2:]] == [("agent", told[2][1]), ("wasAttributedTo", "ast-1")]
    ended = list(prov.of_node("Assertion", node("ast-2", session_id="ses-1", ended_at=LATER), Known()))
    assert short(ended)[2:] == [("wasInvalidatedBy", "ast-2", "ses-1")]
    assert ended[2].body["prov:time"] == "2026-03-03T09:00:00Z"


def taken_back(target: str, *, undone: bool = False, assertions: tuple[str, ...] = ()) -> Known:
    known = Known()
    act = node("ret-1", by="ada", **({"undone_at": LATER} if undone else {}))
    told = short(prov.retraction(act, [edge("RETRACTS", "ret-1", target, assertion_ids=list(assertions))], known))
    assert [one[0] for one in told] == ["activity", "agent", "wasAssociatedWith"]
    return known


@pytest.mark.parametrize("undone", [False, True])
def test_what_is_taken_back_is_invalidated_by_the_act_until_it_is_undone(undone: bool) -> None:
    """A claim and the reasons that go with it; the messages of a source and of a session; their reasons."""
    gone = [] if undone else [("wasInvalidatedBy", "ret-1")]

    def act(records: Iterable[Record]) -> list[tuple[str, ...]]:
        return [(one[0], one[2]) for one in short(records) if one[0] == "wasInvalidatedBy"]

    claim = taken_back("clm-1", undone=undone, assertions=("ast-1",))
    assert act(prov.of_node("Claim", held(), claim)) == gone
    assert act(prov.of_node("Assertion", node("ast-1", session_id="ses-1"), claim)) == gone
    assert act(prov.of_node("Assertion", node("ast-2", session_id="ses-1"), claim)) == []
    source, session = taken_back("src-1", undone=undone), taken_back("ses-1", undone=undone)
    assert act(prov.of_relationship(edge("FROM", "obs-1", "src-1"), source)) == gone
    assert act(prov.of_relationship(edge("RECORDED_IN", "obs-1", "ses-1"), session)) == gone
    assert act(prov.of_node("Assertion", node("ast-1", session_id="ses-1"), session)) == gone


FELL = {"standing_before": "supported", "standing_after": "unsupported"}


@pytest.mark.parametrize(
    ("standing", "said", "undone", "target", "falls"),
    [
        ("unsupported", FELL, False, "src-1", True),
        ("supported", FELL, False, "src-1", False),
        ("unsupported", FELL | {"undone": True}, False, "src-1", False),
        ("unsupported", {"standing_before": "unsupported", "standing_after": "unsupported"}, False, "src-1", False),
        ("unsupported", {"standing_before": "supported", "standing_after": "weakened"}, False, "src-1", False),
        ("unsupported", FELL, True, "src-1", False),
        ("unsupported", FELL, False, "clm-1", False),
    ],
    ids=["fell", "stands again", "that was undone", "had fallen before", "weakened only", "act undone", "told already"],
)
def test_a_claim_that_lost_its_last_support_is_invalidated_by_the_act_that_took_it(
    standing: str, said: dict[str, Any], undone: bool, target: str, falls: bool
) -> None:
    known = taken_back(target, undone=undone)
    list(prov.of_node("Claim", held(standing=standing), known))
    acts = {"ret-1": node("ret-1", **({"undone_at": LATER} if undone else {}))}
    told = short(prov.affected(edge("AFFECTED", "ret-1", "clm-1", **said), acts, known))
    assert told == ([("wasInvalidatedBy", "clm-1", "ret-1")] if falls else [])


def test_a_message_that_its_session_says_no_longer_is_invalidated_by_it_once() -> None:
    known = Known()
    list(prov.of_node("Observation", node("obs-1", text="x", ended_at=LATER), known))
    told = [short(prov.of_relationship(edge("RECORDED_IN", "obs-1", "ses-1"), known)) for _ in range(2)]
    assert told == [
        [("used", "obs-1", "ses-1"), ("wasInvalidatedBy", "obs-1", "ses-1")],
        [("used", "obs-1", "ses-1")],
    ]


def test_what_rests_on_something_is_derived_from_it_with_the_words_that_say_so() -> None:
    known = Known()
    (by,) = prov.of_relationship(edge("ASSERTED_BY", "clm-1", "ast-1"), known)
    (quoted,) = prov.of_relationship(edge("RESTS_ON", "ast-1", "obs-1", quote="feeds"), known)
    (bare,) = prov.of_relationship(edge("RESTS_ON", "ast-1", "clm-2"), known)
    pairs = (("clm-1", "ast-1"), ("ast-1", "obs-1"), ("ast-1", "clm-2"))
    assert short([by, quoted, bare]) == [("wasDerivedFrom", *pair) for pair in pairs]
    assert quoted.body["kgmem:quote"] == "feeds"
    assert "kgmem:quote" not in bare.body
    primary, whose = prov.of_relationship(edge("FROM", "obs-1", "src-1"), known)
    assert short([primary, whose]) == [("wasDerivedFrom", "obs-1", "src-1"), ("wasAttributedTo", "obs-1", "src-1")]
    assert primary.body["prov:type"]["$"] == "prov:PrimarySource"


@pytest.mark.parametrize("type", ["CAUSES", "ENABLES", "PREVENTS", "BEFORE", "UPDATES", "CONTRADICTS"])
def test_a_relation_in_force_is_an_influence_of_the_one_that_it_starts_from(type: str) -> None:
    (told,) = prov.of_relationship(edge(type, "clm-2", "clm-1", method="stated", effective_at=AT), Known())
    assert (told.body["prov:influencer"], told.body["prov:influencee"]) == ("kgmem:clm-2", "kgmem:clm-1")
    assert (told.body["prov:type"]["$"], told.body["kgmem:method"]) == (f"kgmem:{type}", "stated")
    assert told.body["kgmem:effective_at"]["$"] == "2026-03-02T09:00:00Z"
    for gone in ({"ended_at": AT}, {"retracted": True}):
        assert list(prov.of_relationship(edge(type, "clm-2", "clm-1", **gone), Known())) == []


def test_what_is_no_provenance_is_not_told() -> None:
    assert list(prov.of_relationship(edge("ABOUT", "clm-1", "ent-1"), Known())) == []
