"""The benchmark that imports a published graph: what breaks a law is refused or without effect, and counted."""

from __future__ import annotations

import importlib.util
import json
import sys
from types import ModuleType
from typing import Any

import pytest
from support import ROOT

TEXTS = {
    1: ["The brown hens moved into the barn.", "I sharpened the plough all afternoon.", "Rain kept us inside."],
    2: ["We sold the brown hens at the fair.", "The plough broke on a stone.", "I read until midnight.", "Good night."],
}
EVENTS = [
    ("moved", 1, "Ada moved the brown hens into the barn", "2031-05-02"),
    ("sharpened", 1, "Ada sharpened the plough", "2031-05-02"),
    ("rested", 1, "Ada stayed inside", "one of these days"),
    ("sold", 2, "Ada sold the brown hens at the fair", "2031-06-09"),
    ("broke", 2, "The plough of Ada broke on a stone", "2031-06-10"),
    ("seven", 2, "Ada read seventy-seven books", "2031-06-10"),
]
EDGES = [
    ("moved", "sharpened", "before"),
    ("broke", "sold", "before"),
    ("sold", "broke", "before"),
    ("moved", "rested", "before"),
    ("sold", "moved", "updates"),
    ("moved", "sold", "updates"),
    ("sharpened", "moved", "updates"),
    ("sharpened", "broke", "causes"),
    ("seven", "sold", "causes"),
]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    folder = ROOT / "scripts" / "benchmarks"
    spec = importlib.util.spec_from_file_location("import_trace", folder / "import_trace.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up
    spec.loader.exec_module(module)
    return module


def published() -> tuple[dict[str, Any], dict[str, Any]]:
    """A graph of two sessions of a farmer's, as the published one is written, and their messages."""
    times = {1: "2031-05-02T18:00:00", 2: "2031-06-10T18:00:00"}
    graph = {
        "sample_id": "farm",
        "sessions": [{"id": f"s{n}", "number": n, "time_iso": time} for n, time in times.items()],
        "events": [
            {"id": id, "session": f"s{n}", "type": "action", "description": text, "participants": ["Ada"],
             "time_anchor": anchor, "time_iso": anchor if anchor[0] == "2" else None}
            for id, n, text, anchor in EVENTS
        ],
        "edges": [
            {"id": f"0:e{n}", "source": source, "target": target, "label": label, "confidence_assumed": 0.85}
            for n, (source, target, label) in enumerate(EDGES)
        ],
    }  # fmt: skip
    sessions = [
        {"session": n, "time_iso": times[n],
         "turns": [{"dia_id": f"D{n}:{m}", "speaker": "Ada", "text": text} for m, text in enumerate(texts, 1)]}
        for n, texts in TEXTS.items()
    ]  # fmt: skip
    return {"conversations": [graph]}, {"conversations": [{"sample_id": "farm", "sessions": sessions}]}


async def test_every_relation_of_a_published_graph_that_breaks_a_law_is_counted_with_its_code(memory, script, capsys):
    """T2, T4, S1, S2: equal days are no order, an update does not lie before what it updates."""
    await script.run(*published(), memory)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = {(line.pop("benchmark"), line.pop("of", None)): line for line in lines}
    assert found["sessions", None] == {"stored": 2}
    assert found["events", None] == {
        "given": 6, "stored": 5, "rejected": {"literal_mismatch": 1}, "anchor_unresolved": 1
    }  # fmt: skip
    assert found["relations of events that were rejected", None] == {"given": 1}
    assert found["type", "before"] == {
        "given": 4, "stored": 2, "rejected": {"before_overlap": 1, "before_reversed": 1}, "without_effect": {}
    }  # fmt: skip
    assert found["before by day", "equal"]["given"] == 2
    assert found["before without a day of its own", "equal"]["stored"] == 1
    assert found["before by day", "legal"]["stored"] == found["before by day", "legal"]["given"] == 1
    assert found["type", "updates"]["without_effect"] == {"update_before_fact": 1, "same_time_update": 1}
    assert found["updates by session", "backward"]["without_effect"] == {"update_before_fact": 1}
    assert found["type", "causes"]["rejected"] == {"dangling_relation": 1}


async def test_an_imported_event_rests_on_the_three_messages_of_its_session_most_like_it(memory, script, capsys):
    """S1: without a quote, at a stated confidence, and said to be inferred; a relation across sessions is stored."""
    await script.run(*published(), memory)
    history = await memory.history("Ada")
    sold = next(claim for claim in history.claims if "sold" in claim.statement)
    told = await memory.explain(sold.id)
    (assertion,) = told.assertions
    assert (assertion.model, assertion.raw_confidence, assertion.world_basis) == ("trace/inferred", 0.8, "stated")
    assert len(assertion.supports) == 3
    assert {support.quote for support in assertion.supports} == {None}
    assert TEXTS[2][0] in {support.text for support in assertion.supports}
    assert [update.id for update in told.updates] == [c.id for c in history.claims if "moved" in c.statement]
