"""When a claim holds: the holdings of its assertions merged into spells (laws T3, T4). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

Spell = tuple[datetime | None, datetime | None]

UNDATED: tuple[Spell, ...] = ((None, None),)
"""A claim whose time is unknown."""

_BEGINNING = datetime.min.replace(tzinfo=UTC)


def merged(holdings: Iterable[Spell]) -> tuple[Spell, ...]:
    """Touching and overlapping holdings [since, until) as spells, in order; since None is unknown, until None open."""
    spells: list[list[datetime | None]] = []
    for since, until in sorted(holdings, key=lambda one: one[0] or _BEGINNING):
        last = spells[-1] if spells else None
        if last is not None and (last[1] is None or since is None or since <= last[1]):
            if last[1] is not None and (until is None or until > last[1]):
                last[1] = until
        else:
            spells.append([since, until])
    return tuple((since, until) for since, until in spells)


def overlap(one: Spell, other: Spell) -> bool:
    """Whether two spells meet; an unknown start and an open end meet everything on their side."""
    (since, until), (from_, to) = one, other
    return not (until is not None and from_ is not None and until <= from_) and not (
        to is not None and since is not None and to <= since
    )
