"""A claim that somebody erases while a question is answered: the queries of one transaction need not see the same."""

from __future__ import annotations

from typing import Any

import pytest

from kgmem.recall import past, paths
from kgmem.recall.paths import Limits
from kgmem.recall.picture import Clocks
from kgmem.recall.ranking import Scoring

GONE = "clm-3"
LIMITS = Limits(2, 10, Scoring(0.4, 0.25, 0.2, 0.15, dict.fromkeys(paths.RELATION_TYPES, 1.0)))


def relation(start: str, end: str) -> dict[str, Any]:
    return {"type": "CAUSES", "start": start, "end": end, "confidence": 1.0, "justification": None}


def walked(*claims: str, validity: float = 1.0) -> dict[str, Any]:
    return {
        "claims": list(claims), "validity": [1.0, validity], "relations": [relation(*claims)], "in_order": True,
    }  # fmt: skip


class Erasing:
    """A transaction between whose queries a claim is erased; `rows` are by name of the query."""

    def __init__(self, **rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    async def run(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        rows = self.rows[name.replace(".", "_")]
        if name == "recall.paths":
            return rows
        return [{"claims": [row for row in rows if row["id"] in parameters["ids"] and row["id"] != GONE]}]


def said(id: str) -> dict[str, Any]:
    return {
        "id": id, "kind": "fact", "statement": f"{id} is so", "holdings": [], "validity": 1.0,
        "valid_until": None, "updated_by": [], "notes": [],
    }  # fmt: skip


@pytest.mark.parametrize("validity", [1.0, 0.0])
async def test_a_path_through_an_erased_claim_is_left_out(validity: float) -> None:
    """Whether it stood or was superseded; the others are there."""
    tx: Any = Erasing(
        recall_paths=[{
            "paths": [walked("clm-1", "clm-2"), walked("clm-2", GONE, validity=validity)],
            "relevance": [{"id": id, "relevance": 0.5} for id in ("clm-1", "clm-2", GONE)],
            "beam_cut": 0, "hub_cut": 0, "open_ends": 0,
        }],
        recall_path_claims=[said(id) for id in ("clm-1", "clm-2", GONE)],
    )  # fmt: skip
    found, _ = await paths.search(tx, ["clm-1", GONE], [1.0], None, LIMITS)
    assert [[event.id for event in one.events] for one in found] == [["clm-1", "clm-2"]]


async def test_an_erased_claim_is_no_candidate_of_the_past(monkeypatch: pytest.MonkeyPatch) -> None:
    async def picture(*_: Any) -> Any:
        return None

    monkeypatch.setattr(past, "picture_of", picture)
    monkeypatch.setattr(past, "_there", lambda *_: True)
    monkeypatch.setattr(past, "_row", lambda picture, worded: worded)
    tx: Any = Erasing(clocks_worded=[{"id": id} for id in ("clm-1", GONE)])
    rows = await past.candidates(tx, {"clm-1": "note", GONE: "note"}, Clocks(None, None, 0.5))
    assert [row["id"] for row in rows] == ["clm-1"]
