"""A clause with its words about time, and what of it they leave for objects. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from kgmem import anchor_words
from kgmem.distill.rules.text import Clause

_FUTURE = re.compile(
    r"\b(?i:tomorrow|tonight|next|this (?:weekend|week|month|summer|spring|autumn|fall|winter|year|friday|saturday|"
    r"sunday|monday|tuesday|wednesday|thursday|afternoon|evening)|on (?:the|\d+|\w+day)|in (?-i:[A-Z])\w+|in (?:a|an"
    r"|\w+) "
    r"(?:few |couple of )?(?:days?|weeks?|months?|hours?|years?)|soon|later|from|\w+day)\b"
)


@dataclass
class Part:
    """A clause in its message, with what was found out on the way."""

    clause: Clause
    start: int
    begin: int
    subordinate: bool

    @cached_property
    def times(self) -> list[tuple[int, int]]:
        """Spans of words about time in the clause, but for those within a name of something ("the Friday report")."""
        text = self.clause.text
        found = anchor_words.find(text)
        return [(first, last) for first, last in found if not _no_time(text, first, last)]

    def dated(self, ahead: bool) -> bool:
        """Whether words about time stand in it; with `ahead`, words that can mean a time to come."""
        text = self.clause.text
        return bool(self.times) and (not ahead or any(_FUTURE.search(text, *span) for span in self.times))

    def after(self, start: int) -> str:
        """The words from `start` to the next words about time."""
        text = self.clause.text
        for first, last in self.times:
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
