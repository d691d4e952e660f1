"""Which of a question's words a text speaks of.

Pure. English endings are taken off, other scripts are compared as they are.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kgmem.identity import fold_name

_TOKEN = re.compile(r"\w+(?:[-./'’]\w+)*")
_CONTRACTED = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m))$")  # also the possessive
_STOP = frozenset(
    """a about after all also am an and any are as at be been before being but by can could did do does doing done for
    from had has have having he her hers him his how i if in into is it its just kind like many may me might much my no
    not now of on or our out over please she should so some still such tell than that the their them then there these
    they this those to up us was we were what when where which who whom whose why will with would you your recently
    currently ever happen happened thing things ca wo""".split()
)
_DENIAL = re.compile(r"\b(?:not|no|never|without)\b|n['’]t\b", re.IGNORECASE)
_PAST = """ate eat bought buy brought bring built build began begin became become broke break came come chose choose
    drew draw drove drive fed feed felt feel found find flew fly forgot forget fought fight gave give grew
    grow heard hear held hold hid hide kept keep knew know led lead left leave lost lose made make meant mean
    met meet paid pay ran run rode ride said say sang sing sat sit saw see sent send slept sleep sold sell
    spent spend spoke speak stood stand swam swim taught teach thought think threw throw told tell took take
    understood understand went go woke wake won win wore wear wrote write gone go been be seen see taken take
    given give written write known know grown grow chosen choose broken break driven drive eaten eat flown
    fly forgotten forget worn wear spoken speak begun begin children child people person men man women woman""".split()
_IRREGULAR = dict(zip(_PAST[::2], _PAST[1::2], strict=True))
"""Forms that no ending tells."""
_ENDINGS = ("ingly", "edly", "ing", "ies", "ied", "ed", "es", "ly", "s")
_SHORTEST_STEM = 3
_NAME_WEIGHT = 2.0
"""A name or code in a question counts more than a common word: without it the text is about something else."""


class Asked(NamedTuple):
    """The content of a question: stems with their weights, and the codes that evidence must hold."""

    weights: dict[str, float]
    codes: frozenset[str]
    denies: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The stems that name somebody or something, in order."""
        return tuple(word for word, weight in self.weights.items() if weight >= _NAME_WEIGHT)


def stem(word: str) -> str:
    """A word without its ending, so that lives, lived and live are one; no dictionary, so only alike words meet."""
    word = _IRREGULAR.get(word, word)
    for ending in _ENDINGS:
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= _SHORTEST_STEM:
            word = word[: -len(ending)] + ("y" if ending in ("ies", "ied") else "")
            if len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "sl":
                word = word[:-1]
            break
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM else word


@functools.lru_cache(maxsize=8_192)  # the statements and names of a store come up in every question
def stems(text: str) -> frozenset[str]:
    """Stems of the content words of a text; a code such as P-101A counts whole and in its parts."""
    found: set[str] = set()
    for token, _ in _tokens(text):
        found.add(_plain(token))
        if token != (parts := re.split(r"[-./]", token))[0]:
            found.update(_plain(part) for part in parts if part)
    return frozenset(found - {""})


def content(text: str) -> set[str]:
    """The words of a text that carry content, folded and otherwise as they are."""
    words = {_CONTRACTED.sub("", token) for token, _ in _tokens(text)}
    return {word for word in words if word not in _STOP and len(word) > 1}


def asked(question: str) -> Asked:
    """What a question is about."""
    weights: dict[str, float] = {}
    codes: set[str] = set()
    for position, (token, is_capital) in enumerate(_tokens(question)):
        if token in _STOP or _CONTRACTED.sub("", token) in _STOP:
            continue
        is_code = any(c.isdigit() for c in token) and any(c.isalpha() for c in token)
        named = is_code or (position > 0 and is_capital)
        weights[_plain(token)] = _NAME_WEIGHT if named else 1.0
        if is_code:
            codes.add(_plain(token))
    return Asked(weights, frozenset(codes), bool(_DENIAL.search(question)))


LEAST_COMMON = 0.5
"""Share of a question's common words without which a text about the right person is not about the question."""
_LEAST_NAMES = 0.5
"""The same of its names; the first that it names must be spoken of, else the text is about somebody else."""


def coverage(question: Asked, texts: Iterable[str], least: float = LEAST_COMMON) -> float:
    """Share, by weight, of the question's content that the texts speak of.

    0 where a code of it is missing, or the first of its names, or most of these, or where less than `least` of its
    common words are there: a name alone is no answer.
    """
    seen: set[str] = set()
    for text in texts:
        seen |= stems(text)
    total = sum(question.weights.values())
    common = [word for word, weight in question.weights.items() if weight < _NAME_WEIGHT]
    if not total or not question.codes <= seen or sum(word in seen for word in common) < least * len(common):
        return 0.0
    named = [word in seen for word in question.names]
    if named and (not named[0] or sum(named) < _LEAST_NAMES * len(named)):
        return 0.0
    return sum(weight for word, weight in question.weights.items() if word in seen) / total


STOP_STEMS = frozenset(stem(word) for word in _STOP)
"""What is left of words that carry no content."""


def sentences(text: str) -> list[str]:
    """The sentences of a message, whole."""
    return [part.strip() for part in re.split(r"(?<=[.!?。！？])\s+", text) if part.strip()]


def _tokens(text: str) -> Iterator[tuple[str, bool]]:
    """The words of a text, folded, and whether each is written with a capital: the same for a question and a text."""
    visible = unicodedata.normalize("NFKC", "".join(c for c in text if unicodedata.category(c) != "Cf"))
    for word in _TOKEN.findall(visible):
        for token in _TOKEN.findall(fold_name(word)):
            yield token, word[:1].isupper()


def _plain(word: str) -> str:
    """A word as it is compared: its stem, without the possessive."""
    word = _CONTRACTED.sub("", word)
    return word if any(c.isdigit() for c in word) else stem(word)
