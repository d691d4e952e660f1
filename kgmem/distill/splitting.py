"""A session in parts that a chat model can take, split between messages. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

MESSAGE_CHARS = 100
"""What an empty message takes: its id, its speaker and its time."""
OVERLAP_SHARE = 10
"""A part begins with what fits into this share of it, a tenth, from the end of the one before."""

_SENTENCE_END = re.compile(r"[.!?\u3002\uff01\uff1f]\s*|\n+")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Piece:
    """The text of the message at `place` from `start` to `end`; a part of it only where it is too long for one."""

    place: int
    start: int
    end: int

    @property
    def size(self) -> int:
        """What it takes of a part."""
        return MESSAGE_CHARS + self.end - self.start


def split(texts: Sequence[str], limit: int) -> list[list[Piece]]:
    """The messages with text, in order, in parts of at most `limit` characters with what each message takes.

    The pieces of one message, without those that a part repeats, are its text. A part repeats whole pieces only.
    """
    parts: list[list[Piece]] = []
    size = 0
    for place, text in enumerate(texts):
        for piece in _pieces(place, text, limit) if text.strip() else ():
            if not parts or size + piece.size > limit:
                again = _tail(parts[-1], min(limit // OVERLAP_SHARE, limit - piece.size)) if parts else []
                parts.append(again)
                size = sum(one.size for one in again)
            parts[-1].append(piece)
            size += piece.size
    return parts


def _pieces(place: int, text: str, limit: int) -> list[Piece]:
    most = max(1, limit - MESSAGE_CHARS)
    found, start = [], 0
    while start < len(text):
        end = min(len(text), start + most)
        if end < len(text):
            end = _border(text, start, end)
        found.append(Piece(place, start, end))
        start = end
    return found


def _border(text: str, start: int, end: int) -> int:
    """Where to cut: after a sentence in the second half of what fits, else after a word, else where it is full."""
    half = start + (end - start) // 2
    for border in (_SENTENCE_END, _SPACE):
        if cuts := [match.end() for match in border.finditer(text, half, end)]:
            return cuts[-1]
    return end


def _tail(part: Sequence[Piece], room: int) -> list[Piece]:
    again: list[Piece] = []
    for piece in reversed(part[1:]):
        room -= piece.size
        if room < 0:
            break
        again.insert(0, piece)
    return again
