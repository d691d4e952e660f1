"""What an assertion rests on in the end: its root sources (law C2) and its world time (law T2). Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from kgmem.anchors import Interval, moment


class World(NamedTuple):
    """World time of an assertion; `at` is None where it is unknown."""

    at: Interval | None
    basis: str


@dataclass(frozen=True)
class Ground:
    """The roots of one assertion or claim at the time it was made.

    `published` is the earliest publication among its documents, `undated` says that one of them names none,
    `latest` is the time of the latest message, `by_people` says that one of them is not an assistant's.
    """

    sources: frozenset[str] = frozenset()
    published: Interval | None = None
    undated: bool = False
    latest: datetime | None = None
    by_people: bool = False

    def __or__(self, other: Ground) -> Ground:
        dates = [one.published for one in (self, other) if one.published]
        times = [one.latest for one in (self, other) if one.latest]
        return Ground(
            self.sources | other.sources,
            min(dates, key=lambda date: (date.start, date.end), default=None),
            self.undated or other.undated,
            max(times, default=None),
            self.by_people or other.by_people,
        )

    def world(self, anchor: Interval | None, until: Interval | None = None, *, long_before: bool = False) -> World:
        """T2: the stated anchor; else, over documents, the earliest publication; else the latest message's time.

        What is stated to have ended by then began at an unknown time, and so did what is stated to have been long
        before, in words that give no time: as news it would end what holds now.
        """
        if anchor is not None:
            return World(anchor, "stated")
        if long_before:
            return World(None, "unknown")
        world = self._told()
        ended = world.at is not None and until is not None and until.start <= world.at.start
        return World(None, "unknown") if ended else world

    def _told(self) -> World:
        if self.undated:
            return World(None, "unknown")
        if self.published is not None:
            return World(self.published, "published")
        if self.latest is not None:
            return World(moment(self.latest), "message")
        return World(None, "unknown")
