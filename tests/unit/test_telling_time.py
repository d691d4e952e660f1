"""Times in words: as coarse as they were given (law T1)."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from kgmem.recall.telling_time import time_of

ZONES = ("UTC", "Europe/Oslo", "America/Los_Angeles", "Asia/Tokyo", "Asia/Kolkata", "America/Sao_Paulo")


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize(("grain", "told"), [("year", "2022"), ("month", "2022-01"), ("day", "2022-01-01")])
def test_a_year_is_told_as_that_year_in_whatever_zone_it_began(zone: str, grain: str, told: str) -> None:
    began = datetime(2022, 1, 1, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    assert time_of(began, grain) == told


def test_a_fine_time_is_told_with_its_hour_where_it_is_not_midnight() -> None:
    at = datetime(2024, 6, 1, 10, 30, tzinfo=UTC)
    assert {time_of(at, grain) for grain in ("second", "minute", "hour", None)} == {"2024-06-01 10:30 UTC"}
    assert time_of(datetime(2024, 6, 1, tzinfo=UTC)) == "2024-06-01"
