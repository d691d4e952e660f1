"""Times that the driver gives: UTC, whatever the machine's own zone is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from neo4j.time import DateTime

from kgmem.graph.store import _native


@pytest.fixture(params=["America/New_York", "Asia/Tokyo", "UTC"])
def _machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine in that zone."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_machine")
def test_a_time_without_a_zone_is_utc_on_every_machine() -> None:
    """T1: the machine's clock has no say in it; kgmem stores none such, and Graphiti's graph may."""
    nine = datetime(2026, 3, 2, 9, tzinfo=UTC)
    local = DateTime(2026, 3, 2, 9)
    assert _native({"valid_at": local, "spells": [local]}) == {"valid_at": nine, "spells": [nine]}
    assert _native(DateTime.from_iso_format("2026-03-02T10:00:00+01:00")) == nine
    assert _native(DateTime.from_iso_format("2026-03-02T10:00:00+01:00")).tzinfo is UTC
