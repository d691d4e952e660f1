"""Times as chat messages give them: ISO 8601, or seconds or milliseconds since 1970. Pure."""

from __future__ import annotations

from datetime import tzinfo
from typing import Any

from kgmem.anchors import SECONDS_FROM, NaiveTime, epoch, parse_iso, zone
from kgmem.formats.reading import Origin, shown


def zone_of(named: Any, default: str | None, origin: Origin) -> tzinfo | None:
    """The zone of a conversation, else the configured one. Raises InputError for a name nobody knows."""
    name = named if isinstance(named, str) and named else default
    try:
        return zone(name)
    except ValueError as error:
        message = f"{shown(name)} is no time zone; give an IANA name such as Europe/Oslo"
        raise origin.wrong(message, "timezone") from error


def iso_time(value: Any, assumed: tzinfo | None, origin: Origin, field: str) -> str | None:
    """A time as ISO 8601: an epoch in seconds or milliseconds, or as it is. Raises InputError for what is none."""
    if value is None:
        return None
    digits = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) >= len(str(SECONDS_FROM))
    if digits or isinstance(value, int | float):  # True is one, and too small
        try:
            return epoch(float(value)).isoformat()
        except (ValueError, OverflowError) as error:
            raise origin.wrong(f"{shown(value)} is no time in seconds or milliseconds since 1970", field) from error
    try:
        if isinstance(value, str) and parse_iso(value, assumed):
            return value
    except NaiveTime as error:
        raise origin.wrong(str(error), field) from error
    raise origin.wrong(f"{shown(value)} is no ISO 8601 time and no epoch", field)
