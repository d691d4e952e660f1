"""The claims that a question finds, as they were known and held at another time (law T8)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from kgmem.graph.store import Row, Transaction
from kgmem.recall.picture import Clocks, Picture, hidden, picture_of

DEPTHS = 4
"""Levels of support down which a superseded ground is looked for, as in query recall.candidates."""
EVOLUTION = "evolution"
"""The family of what is one step over UPDATES or CONTRADICTS from what another brought."""


async def candidates(tx: Transaction, seeds: Mapping[str, str], moment: Clocks) -> list[Row]:
    """Rows of query recall.candidates, of the claims that stood and had begun, by id.

    `seeds` is by claim what brought it; what only evolution did was then a version or contradiction of another.
    A claim that is erased while this is asked is left out.
    """
    picture = await picture_of(tx, seeds, moment)
    there = {id for id in seeds if _there(picture, id)}
    first = {id for id in there if seeds[id] != EVOLUTION}
    there = first | {id for id in there - first if not first.isdisjoint(picture.evolved(id))}
    (found,) = await tx.run("clocks.worded", ids=sorted(there))
    worded = {row["id"]: row for row in found["claims"]}
    return [_row(picture, worded[id]) for id in sorted(there & worded.keys())]


def _there(picture: Picture, claim: str) -> bool:
    if claim not in picture.reasons or hidden(picture, [claim]):
        return False
    return picture.claims[claim].stands and picture.claims[claim].begun


def _row(picture: Picture, worded: Row) -> Row:
    claim = worded["id"]
    reasons, given = picture.reasons[claim], picture.replay.given(claim)
    named = {one for reason in reasons for one in reason["about"]}
    ends = {one.id: one.effective_at for one in picture.related("UPDATES", claim, outgoing=False)}
    return picture.summary(claim).model_dump() | {
        "predicate": worded["predicate"],
        "holdings": [
            {"since": since, "until": until, "grain": row["world_grain"]}
            for row, (since, until) in picture.replay.holdings(claim)
        ],
        "times": [
            {
                "since": row["world_from"], "until": row["world_to"], "grain": row["world_grain"],
                "basis": row["world_basis"],
            }
            for row in given if row["world_from"] is not None
        ],
        "functional": bool(reasons[0]["rivals_by_subject"] or reasons[0]["rivals_by_object"]),
        "shaken_by": _shaken_by(picture, claim),
        "entities": sorted({word for one in worded["about"] if one["named"] in named for word in one["words"] if word}),
        "notes": sorted({
            one["id"] for row in given for one in row["supports"]
            if not one["claim"] and one["said"] and not one["acts"]
        }),
        "versions": sorted(ends),
        "updated_by": [id for id, _ in sorted(((id, at) for id, at in ends.items() if at), key=_at, reverse=True)],
        "contradicted_by": list(picture.contradicting(claim)),
    }  # fmt: skip


def _shaken_by(picture: Picture, claim: str) -> list[dict[str, Any]]:
    """The superseded claims that a doubtful one rests on, some levels down, or that cause or enable it."""
    if picture.claims[claim].validity == 1:
        return []
    found, level = picture.replay.causes(claim), {claim}
    for _ in range(DEPTHS):
        level = {
            one["id"] for at in level for row in picture.replay.counting(at) for one in row["supports"] if one["claim"]
        }
        found |= level
    ended = {id: at for id in found if id in picture.wording and (at := picture.claims[id].valid_until)}
    return [
        {"id": id, "statement": picture.wording[id], "until": at}
        for id, at in sorted(sorted(ended.items()), key=_at, reverse=True)
    ]


def _at(one: tuple[str, datetime]) -> datetime:
    return one[1]
