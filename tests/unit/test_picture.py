"""What a picture of provenance shows, and that its page is whole, closed and the same every time."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.models import (
    AssertionView,
    ClaimSummary,
    Explanation,
    Grounded,
    RelatedClaim,
    SourceView,
    Support,
    TakingBack,
)
from kgmem.picture import Drawing, of_claim, page

THEN = datetime(2026, 3, 2, tzinfo=UTC)


def claim(id: str, statement: str, **other: Any) -> ClaimSummary:
    given: dict[str, Any] = {
        "kind": "fact", "negated": False, "standing": "supported", "validity": 1.0, "valid_until": None,
        "confidence": 0.8, "confidence_shared": 0.8, "weakest_support": 0.8, "calibrated": False, "rank": 1,
        "pruned": False,
    }  # fmt: skip
    return ClaimSummary(id=id, statement=statement, **given | other)


def reason(id: str, *supports: Support, **other: Any) -> AssertionView:
    given: dict[str, Any] = {
        "session": "ses-1", "session_external_id": "maint", "confidence": 0.8, "raw_confidence": 0.8,
        "calibration": None, "weight": 0.8, "model": None, "state": "intact", "world_from": None,
        "world_basis": "unknown", "ended_at": None,
    }  # fmt: skip
    return AssertionView(id=id, supports=supports, **given | other)


def explained(text: str = "P-101A feeding V-12", **other: Any) -> Explanation:
    said = Support(observation="obs-1", external_id="m1", text=text, source="src-1", retracted=False)
    below = Support(claim="clm-2", text="the bypass is blanked", retracted=False)
    given: dict[str, Any] = {
        "claim": claim("clm-1", "P-101A feeds V-12"),
        "assertions": (reason("asr-1", said, below),),
        "grounds": (
            Grounded(claim=claim("clm-2", "the bypass is blanked"), depth=1, assertions=(reason("asr-2", said),)),
        ),
        "sources": (SourceView(id="src-1", kind="document", external_id="PID-7", title=None),),
        "shared_sources": (), "independent_sources": 1, "updates": (), "updated_by": (), "contradicts": (),
        "taken_back": (), "verdict": None,
    }  # fmt: skip
    return Explanation(**given | other)


def joined(drawing: Drawing) -> set[tuple[str, str, str]]:
    return set(drawing.edges)


def test_provenance_is_drawn_down_to_words_and_sources_each_once() -> None:
    drawing = of_claim(explained())
    assert {id: one.kind for id, one in drawing.nodes.items()} == {
        "clm-1": "claim", "clm-2": "claim", "asr-1": "reason", "asr-2": "reason", "obs-1": "observation",
        "src-1": "source",
    }  # fmt: skip
    assert joined(drawing) == {
        ("clm-1", "asr-1", "ASSERTED_BY"), ("clm-2", "asr-2", "ASSERTED_BY"), ("asr-1", "obs-1", "RESTS_ON"),
        ("asr-1", "clm-2", "RESTS_ON"), ("asr-2", "obs-1", "RESTS_ON"), ("obs-1", "src-1", "FROM"),
    }  # fmt: skip


def test_what_speaks_against_a_claim_is_drawn_in_its_direction() -> None:
    newer = RelatedClaim(id="clm-9", statement="P-203 feeds V-12", rule="functional")
    other = RelatedClaim(id="clm-8", statement="nothing feeds V-12")
    drawing = of_claim(explained(updated_by=(newer,), contradicts=(other,)))
    assert {("clm-9", "clm-1", "UPDATES"), ("clm-1", "clm-8", "CONTRADICTS")} <= joined(drawing)


def test_states_differ() -> None:
    act = TakingBack(
        retraction="ret-1", target="src-1", target_kind="source", reason=None, by=None, policy="dispute",
        recorded_at=THEN, covers=("src-1", "obs-1"),
    )  # fmt: skip
    over = claim("clm-1", "P-101A feeds V-12", valid_until=THEN, validity=0.0)
    drawing = of_claim(explained(claim=over, taken_back=(act,), assertions=(reason("asr-1", state="void"),)))
    assert {id: one.state for id, one in drawing.nodes.items() if one.state} == {
        "clm-1": "superseded", "asr-1": "unsupported", "obs-1": "retracted", "src-1": "retracted",
    }  # fmt: skip
    gone = of_claim(explained(claim=claim("clm-1", "x", standing="unsupported", valid_until=THEN)))
    assert gone.nodes["clm-1"].state == "unsupported"
    assert "hold" not in gone.nodes["clm-1"].says


@pytest.mark.parametrize("text", ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a & b", "*/"])
def test_nothing_that_was_said_is_run(text: str) -> None:
    made = page(of_claim(explained(text)), "/* library */", "MIT")
    assert made.count("<script") == 3
    assert "<img" not in made
    data = re.search(r'id="elements">(.*?)</script>', made)
    assert data
    labels = {one["data"].get("id"): one["data"]["label"] for one in json.loads(data[1])}
    assert labels["obs-1"] == text


def test_a_page_names_no_address_keeps_the_licence_and_is_the_same_every_time() -> None:
    made = page(of_claim(explained()), "var a = '</script>';", "Permission */ is granted")
    assert "http:" not in made
    assert "https:" not in made
    assert "default-src 'none'" in made
    assert "Permission * / is granted" in made
    assert made.count("</script>") == 3
    assert made == page(of_claim(explained()), "var a = '</script>';", "Permission */ is granted")
    assert all(text in made for text in ("PID-7", "P-101A feeding V-12", "confidence 0.8"))
