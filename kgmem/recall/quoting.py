"""The sentence of a message that answers where no claim does. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from kgmem.anchor_words import find, resolve
from kgmem.models import NoteView
from kgmem.recall.telling_time import day, time_of
from kgmem.recall.words import Asked, coverage, sentences, stems

OF_A_SENTENCE = 0.1
"""What the one sentence that is quoted may lack of the bar: the message says the rest."""
NOTES_READ = 10
"""Best notes that may answer when no claim does."""
TIME_LIFT = 0.1
"""For a sentence that tells a time, where one is asked for."""


_ASKS = ("?", "？", "؟")
"""Who asks tells nothing."""
_CALLED = re.compile(r"^(?:\w+ )?\w+[,!]|,\s*\w+\s*[.!?,]|^\w+\s*[.!?]$")
"""Hey Anna!; thanks, Anna."""


class Quoted(NamedTuple):
    """A message's words with its speaker and day, and its id."""

    text: str
    id: str


def quoted(notes: Sequence[NoteView], question: Asked, timed: bool, bar: float) -> Quoted | None:
    """The sentence that speaks of most of the question, the first among equals; with `timed`, one that tells a time
    before others, and what its words mean. None where no message tells of a share of `bar` of it, and of its common
    words: what it asks itself, and what another says who only calls somebody by the name, is no answer."""
    best: tuple[float, str, NoteView] | None = None
    speakers = {word for note in notes for word in stems(note.speaker)} & set(question.names)
    free = question._replace(codes=frozenset())
    for note in notes[:NOTES_READ]:
        told = [part for part in sentences(note.text) or [note.text] if not part.rstrip("\"”'’) ").endswith(_ASKS)]
        if coverage(question, [*told, note.speaker], bar) < bar:
            continue
        theirs = not speakers or bool(stems(note.speaker) & speakers)
        for sentence in told:
            share = coverage(free, [sentence, note.speaker])
            if share < bar - OF_A_SENTENCE or not (theirs or _tells_of(speakers, sentence)):
                continue
            share += TIME_LIFT if timed and find(sentence) else 0
            if best is None or share > best[0]:
                best = (share, sentence, note)
    if best is None:
        return None
    _, sentence, note = best
    said = f'{note.speaker}{f", {day(note.sent_at)}" if note.sent_at else ""}: "{sentence}"'
    return Quoted(said + (_meaning(sentence, note) if timed else ""), note.id)


def _tells_of(names: Collection[str], sentence: str) -> bool:
    """Whether a sentence of somebody else is about one of them, and does not only call them by their name."""
    return bool(stems(_CALLED.sub(" ", sentence)) & set(names))


def _meaning(sentence: str, note: NoteView) -> str:
    """What the words of its time mean, told from when it was said."""
    for start, end in find(sentence):
        if at := resolve(sentence[start:end], note.sent_at, None, "past"):
            return f" ({sentence[start:end]}: {time_of(at.start, at.grain)})"
    return ""
