"""How much a message looks like something worth claiming, so that what a distiller left out can be seen. Pure.

The score is the sum of the weights of the signals that the text has, each counted once, and never below 0. It is a
guess for people who look over a distiller's shoulder: it reads English words and no meaning, and decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from kgmem.distill.literals import fold, literals

WEIGHTS = {
    "decision": 4,
    "change": 4,
    "number": 3,
    "code": 3,
    "preference": 2,
    "time": 2,
    "name": 2,
    "question": -3,
    "short": -3,
}
"""What a signal adds: what was decided or has changed is what a memory is asked for; a figure, code, date or name makes
a statement definite; a question asserts nothing, and neither does a word of thanks."""

FEWEST_WORDS = 4
"""Words below which a text is short."""

_WORDS = {
    "decision": "decide decides decided decision agree agrees agreed approve approved chose choose chosen choosing"
    " shall will must plan plans planned planning intend intends commit committed cancel cancelled canceled reject"
    " rejected postpone postponed schedule scheduled book booked",
    "change": "change changes changed changing move moves moved moving replace replaces replaced switch switched update"
    " updated upgrade upgraded become becomes became anymore longer instead stop stopped quit start started rename"
    " renamed new reroute rerouted isolate isolated raise raised lower lowered increase increased decrease decreased",
    "preference": "like likes liked love loves prefer prefers preferred favourite favorite want wants wanted hate hates"
    " dislike dislikes avoid avoids allergic need needs",
    "time": "today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday january february"
    " april june july august september october november december week month year weekend",
}
_SIGNAL_OF = {word: signal for signal, words in _WORDS.items() for word in words.split()}
_WORD = re.compile(r"[^\W\d_]+(?:['\-][^\W\d_]+)*")
_DATE = re.compile(r"\b(?:19|20)\d{2}\b|\b\d{1,2}[:/.]\d{2}\b")
_SENTENCE = re.compile(r"[.!?:]+\s+|\n+|\"\s*")
_PRONOUN = "i"
_ONE = "1"
"""Mostly a pronoun."""


class Scored(NamedTuple):
    """A score of 0 or more, and the signals that made it, in the order of WEIGHTS."""

    score: int
    signals: tuple[str, ...]


def scored(text: str) -> Scored:
    """How much `text` looks like something worth claiming."""
    folded = fold(text)
    words = _WORD.findall(folded)
    found = {_SIGNAL_OF[word] for word in map(str.casefold, words) if word in _SIGNAL_OF}
    said = literals(folded)
    if said.numbers or said.words - {_ONE}:
        found.add("number")
    if said.codes:
        found.add("code")
    if _DATE.search(folded):
        found.add("time")
    if any(_names(sentence) for sentence in _SENTENCE.split(folded)):
        found.add("name")
    if folded.endswith("?"):
        found.add("question")
    if len(folded.split()) < FEWEST_WORDS:
        found.add("short")
    return Scored(max(0, sum(WEIGHTS[signal] for signal in found)), tuple(one for one in WEIGHTS if one in found))


def ranked(texts: Iterable[tuple[str, str]]) -> list[tuple[str, Scored]]:
    """Ids with the scores of their texts, the highest first, ties by id."""
    return sorted(((id, scored(text)) for id, text in texts), key=lambda one: (-one[1].score, one[0]))


def _names(sentence: str) -> bool:
    """Whether a word after the first is written as a name; a code is none."""
    words = (_WORD.search(token) for token in sentence.split()[1:] if not any(map(str.isdigit, token)))
    return any(word[0][0].isupper() and word[0].partition("'")[0].casefold() != _PRONOUN for word in words if word)
