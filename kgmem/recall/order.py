"""Messages in the order of the versions that they tell of (laws P1, P2). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgmem.recall.answer import Candidate, heirs_of


def of_notes(ids: Sequence[str], candidates: Iterable[Candidate]) -> list[str]:
    """The same notes: each that a version which holds rests on comes before all that only tell of what it superseded,
    at the time asked about, in place of the first of these."""
    by_id = {one.view.id: one for one in candidates}
    place = {id: number for number, id in enumerate(ids)}
    lifted: dict[str, int] = {}
    for old in by_id.values():
        if old.holds:
            continue
        newer = {note for heir in heirs_of(old, by_id) for note in heir.notes}
        first = min((place[note] for note in old.notes if note in place and note not in newer), default=None)
        if first is not None:
            for note in newer & place.keys():
                if place[note] > first:
                    lifted[note] = min(first, lifted.get(note, first))
    return sorted(ids, key=lambda id: (lifted.get(id, place[id]), id not in lifted, place[id]))
