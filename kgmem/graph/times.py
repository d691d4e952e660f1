"""Times that a query gives as texts: the driver takes ten times as long over one of its own. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any


def moment(text: str) -> datetime:
    """What Cypher's toString makes of a time, in UTC; the name of a zone behind the offset says nothing more."""
    return datetime.fromisoformat(text.partition("[")[0]).astimezone(UTC)


def dated(row: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The row with the times of these names."""
    return {**row, **{name: moment(row[name]) for name in names if row[name] is not None}}
