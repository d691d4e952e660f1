"""Messages in the order of the versions that they tell of (laws P1, P2). Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from kgmem.recall.answer import Candidate
from kgmem.recall.ranking import newest_first


def of_notes(ids: Sequence[str], candidates: Iterable[Candidate]) -> list[str]:
    """The same notes: one that a newer version rests on comes before those of the version that it superseded, at the
    time asked about."""
    found = list(candidates)
    told: dict[str, list[str]] = defaultdict(list)
    for one in found:
        for note in one.notes:
            told[note].append(one.view.id)
    older = {one.view.id: one.view.updated_by for one in found if not one.holds}
    return newest_first(ids, lambda id: told.get(id, ()), older)
