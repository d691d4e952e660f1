"""How a claim stands at a time, from when its reasons hold (laws T5, T8). Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from kgmem.graph.times import dated
from kgmem.spells import UNDATED, merged


class Holding(NamedTuple):
    """Since when the claim had held, as coarsely as `grain`, and until when; whether it had begun by then and held;
    `valid_until` is its end where that had come, `validity` law T5's."""

    since: datetime | None
    grain: str | None
    until: datetime | None
    began: bool
    holds: bool
    valid_until: datetime | None
    validity: float


def times(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of recall.candidates or recall.path_claims with its times."""
    found = dated(row, "valid_until")
    found["holdings"] = [dated(one, "since", "until") for one in row["holdings"]]
    if "times" in row:
        found["times"] = [dated(one, "since", "until") for one in row["times"]]
        found["shaken_by"] = [dated(one, "until") for one in row["shaken_by"]]
    return found


def holding(row: Mapping[str, Any], as_of: datetime | None) -> Holding:
    """A row with a claim's holdings, validity and valid_until as it stands at `as_of` (None: the latest state)."""
    holdings = [(one["since"], one["until"]) for one in row["holdings"]] or list(UNDATED)
    begun = [spell for spell in holdings if as_of is None or spell[0] is None or spell[0] <= as_of]
    held = [until for _, until in begun if until is None or (as_of is not None and until > as_of)]
    ends = [until for _, until in begun]
    until = None if not ends or None in ends else max(end for end in ends if end)
    since = merged(begun or holdings)[-1][0]
    grain = next((one["grain"] for one in row["holdings"] if one["since"] == since), None)
    if as_of is None:
        holds = row["valid_until"] is None
        return Holding(since, grain, until, True, holds, row["valid_until"], row["validity"])
    ended = until if until and until <= as_of else None
    validity = (row["validity"] or 1.0) if held else 0.0  # suspect now, it is taken for that then too
    return Holding(since, grain, until, bool(begun), bool(held), ended, validity)
