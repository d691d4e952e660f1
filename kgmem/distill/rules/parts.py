"""A clause with its words about time, and what of it they leave for objects. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from kgmem import anchor_words
from kgmem.distill.rules.text import Clause
from kgmem.distill.rules.verbs import FINITE

_FUTURE = re.compile(
    r"\b(?i:tomorrow|tonight|next|this (?:weekend|week|month|summer|spring|autumn|fall|winter|year|friday|saturday|"
    r"sunday|monday|tuesday|wednesday|thursday|afternoon|evening)|on (?:the|\d+|\w+day)|in (?-i:[A-Z])\w+|in (?:a|an"
    r"|\w+) "
    r"(?:few |couple of )?(?:days?|weeks?|months?|hours?|years?)|soon|later|from|\w+day)\b"
)
_VERB = re.compile(
    rf"(?:\b(?:am|is|are|was|were|be|been|has|have|had|will|{'|'.join(sorted(FINITE))}|works?|study|studies|starts?|begins?"
    r"|ends?|arrives?|comes?|leaves?|opens?|closes?|travels?|visits?|fly|flies|plans?|go|goes|"
    r"(?!(?:meeting|wedding|building|evening|morning|spring|thing|training|something|anything|everything|nothing|during)"
    r"\b)[a-z]{3,20}ing)|'(?:m|re|ve|s|ll))\b",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r",\s+|\s(?:but|and|then|so|because|while|when|although|though|that|which|who|whose|where|as|plus)\s", re.IGNORECASE
)
_MADE = re.compile(
    r"(?P<before>[\w']+)\s(?:built|made|born|published|released|founded|written|painted|recorded|dated|starting|"
    r"beginning|ending|expiring|opening|closing)\s",
    re.IGNORECASE,
)
_AUXILIARY = frozenset("have has had i've we've was were is are been be just recently got i we and also only".split())


@dataclass
class Part:
    """A clause in its message, with what was found out on the way."""

    clause: Clause
    start: int
    begin: int
    subordinate: bool
    back_when: bool = False
    """Whether it is told as what once was ("back when I lived in Lisbon")."""

    lead_time: tuple[int, int] | None = None
    """Where in the message the words about time stand that it shares with the clause before."""

    @cached_property
    def times(self) -> list[tuple[int, int]]:
        """Spans of words about time that date what the clause says first, but for those within a name ("the Friday
        report")."""
        return [(first, last) for first, last in self._all_times if self._own(first)]

    @cached_property
    def _all_times(self) -> list[tuple[int, int]]:
        text = self.clause.text
        return [(first, last) for first, last in anchor_words.find(text) if not _no_time(text, first, last)]

    def _own(self, first: int) -> bool:
        """Whether words about time at `first` date what the clause says first: no other verb stands between."""
        text = self.clause.text
        verb = _VERB.search(text, self.start, first)
        if verb is None:
            return True
        if any(_VERB.search(text, other.end(), first) for other in _BREAK.finditer(text, verb.end(), first)):
            return False
        made = _MADE.search(text, verb.end(), first)
        return made is None or made["before"].casefold() in _AUXILIARY

    def dated(self, ahead: bool) -> bool:
        """Whether words about time stand in it; with `ahead`, words that can mean a time to come."""
        text = self.clause.text
        return bool(self.times) and (not ahead or any(_FUTURE.search(text, *span) for span in self.times))

    def after(self, start: int) -> str:
        """The words from `start` to the next words about time."""
        text = self.clause.text
        for first, last in self._all_times:
            if first <= start < last:
                start = last
            elif first > start:
                return text[start:first].rstrip(" ,")
        return text[start:]


def _no_time(text: str, first: int, last: int) -> bool:
    """Within a name of something, or a bare number such as that of a ticket."""
    before = text[:first].split()
    named = bool(before) and before[-1].casefold() in ("the", "my", "our", "a", "an") and last < len(text)
    return named or text[first:last].isdigit()
