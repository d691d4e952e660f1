"""When a claim holds, as its words about time tell it, and what day a deadline names. Pure."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from kgmem import anchor_words
from kgmem.anchors import iso
from kgmem.distill.rules.parts import Part
from kgmem.models import Message

_UNTIL = re.compile(r"(?:up )?(?:until|till|til|'til)\s|up to\s", re.IGNORECASE)
_BEFORE = re.compile(r"(?:before|prior to)\s", re.IGNORECASE)
_RANGE = re.compile(r"(?:from|between)\s", re.IGNORECASE)
_SINCE = re.compile(r"(?:ever )?since\s", re.IGNORECASE)
_RELATIVE_DAY = re.compile(
    r"(?:the\s+)?(?:(?:next\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|\d{1,2}(?:st|nd|rd|th))",
    re.IGNORECASE,
)


def when(part: Part, message: Message, *, past: bool, anchored: bool, state: bool) -> dict[str, Any] | None:
    """The anchor and the end of a claim as items have them, None where the claim is better left alone.

    "Until 2019" dates no beginning: it is the end of a state (where what it names begins), and of nothing else; so is
    "before 2019" of a state that is past. What is past has ended when it is told, at the latest; without a time of
    telling nothing can say so.
    """
    found: dict[str, Any] = {}
    if past and message.sent_at is None:
        return None
    words = [message.text[part.clause.start + first : part.clause.start + last] for first, last in part.times]
    if not words and part.lead_time:
        words = [message.text[slice(*part.lead_time)]]
    ends = [text for text in words if _UNTIL.match(text) or (past and state and _BEFORE.match(text))]
    begins = [text for text in words if text not in ends]
    if past and anchored and any(_SINCE.match(text) for text in begins):
        return None  # what holds since then is not past
    if anchored and begins:
        found["anchor"] = begins[0]
    if anchored and ends:
        tense: anchor_words.Tense = "past" if past else "future"
        end = (
            anchor_words.resolve(ends[0], message.sent_at, None, tense, limit=True, order=message.date_order)
            if state
            else None
        )
        if end is None or (past and message.sent_at is not None and end.start > message.sent_at):
            return None
        return found | {"world_to": iso(end.start)}
    if past and message.sent_at is not None:
        said = anchor_words.resolve(found.get("anchor", ""), message.sent_at, None, order=message.date_order)
        if said and said.start >= message.sent_at:
            return None
        over = said is not None and _RANGE.match(begins[0]) and said.end <= message.sent_at
        found["world_to"] = iso(said.end if said and over else message.sent_at)
    return found


def day_of(words: str, said_at: datetime | None, *, past: bool) -> str | None:
    """The ISO date of a day that only the time of telling names ("Friday"), None where it names none or may name two,
    "" for words that name their day themselves."""
    if not _RELATIVE_DAY.fullmatch(words.strip()):
        return ""
    day = anchor_words.resolve(words, said_at, None, "past" if past else "future") if said_at else None
    return day.start.date().isoformat() if day and day.grain == "day" else None
