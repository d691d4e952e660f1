"""How a claim stands at a time (laws T5, T8)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.recall.holding import holding


def day(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


def row(*spells: tuple[str | None, str | None, str], **other: Any) -> dict[str, Any]:
    holdings = [{"since": day(since), "until": day(until), "grain": grain} for since, until, grain in spells]
    return {"holdings": holdings, "validity": 1.0, "valid_until": None} | other


RETURNED = row(("2022-01-01", "2023-01-01", "year"), ("2024-03-01", None, "month"))
ENDED = row(("2022-01-01", "2023-01-01", "year"), validity=0.0, valid_until=day("2023-01-01"))


@pytest.mark.parametrize(
    ("claim", "as_of", "wanted"),
    [
        (RETURNED, None, ("2024-03-01", "month", None, True, True, None, 1.0)),
        (RETURNED, "2022-06-01", ("2022-01-01", "year", "2023-01-01", True, True, None, 1.0)),
        (RETURNED, "2023-06-01", ("2022-01-01", "year", "2023-01-01", True, False, "2023-01-01", 0.0)),
        (RETURNED, "2021-06-01", ("2024-03-01", "month", None, False, False, None, 0.0)),
        (ENDED, None, ("2022-01-01", "year", "2023-01-01", True, False, "2023-01-01", 0.0)),
        (ENDED, "2022-06-01", ("2022-01-01", "year", "2023-01-01", True, True, None, 1.0)),
        (row(), "2022-06-01", (None, None, None, True, True, None, 1.0)),
        (row(validity=0.5), "2022-06-01", (None, None, None, True, True, None, 0.5)),
        (row((None, "2023-01-01", "day")), "2022-06-01", (None, "day", "2023-01-01", True, True, None, 1.0)),
    ],
)
def test_a_claim_stands_at_a_time_as_its_reasons_held_then(
    claim: dict[str, Any], as_of: str | None, wanted: tuple[Any, ...]
) -> None:
    """T5, T8: since the start of the spell it was in, as coarsely as that was told; what had ended had no validity."""
    since, grain, until, began, holds, ended, validity = wanted
    assert tuple(holding(claim, day(as_of))) == (day(since), grain, day(until), began, holds, day(ended), validity)
