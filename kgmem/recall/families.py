"""The families of seeds (law P1): what brings a note or a claim into a search. Each can be switched off. Pure."""

from __future__ import annotations

from collections.abc import Iterable

SEARCHES = ("note_vector", "window_vector", "note_text", "note_window")
"""Of notes, by meaning and by words: the message alone, and the message with its neighbours."""
LIFTS = ("adjacent", "speaker", "session", "later", "claim")
"""Of a note: the messages around it were found too, the question names its speaker, its session speaks of the matter,
it came later and the question asks how things turned out, claims that were found rest on it."""
CLAIMS = ("note", "statement", "entity", "topic", "evolution")
"""Of claims: they rest on a note found, their statement is near, they are about whom the question names, they are of a
related session, they are one step over UPDATES or CONTRADICTS from one of these. A claim that several bring is told by
the first."""
FAMILIES = (*SEARCHES, *LIFTS, *CLAIMS)


def chosen(names: Iterable[str]) -> tuple[str, ...]:
    """These families, each once, in their order. Raises ValueError naming one that there is not, or where there is
    none: nothing would ever be found."""
    asked = {name.strip() for name in names} - {""}
    if unknown := sorted(asked - {*FAMILIES}):
        raise ValueError(f"there is no family of seeds called {unknown[0]!r}; there are {', '.join(FAMILIES)}")
    if not asked:
        raise ValueError(f"names no family of seeds; leave it unset for all of {', '.join(FAMILIES)}")
    return tuple(name for name in FAMILIES if name in asked)
