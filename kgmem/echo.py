"""Case C42: what kgmem recalled comes back in transcripts, and says nothing new there. Pure.

The context that a recall gives is a block between OPEN and CLOSE, which nothing that stands in it can close. Where it
comes back, in a message or as a message, it is no observation. What an assistant or a tool then says again in the same
session is no reason for a claim: otherwise one reading would become near certainty by being recalled often.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kgmem.identity import fold_name
from kgmem.models import Message, Recalled, Session

OPEN, CLOSE = "<evidence kgmem>", "</evidence>"
"""Around a recalled context. Without quotation marks, so that they are the same in JSON."""

LEAST_WORDS = 3
"""Words of a sentence that make it somebody's: shorter ones, such as "Yes, thanks", are in everything that is said."""

_ITEM = re.compile(r"^\[((?:clm|obs|ses)-[0-9a-f]+)\] ", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+(?:[-_/.:#'’][^\W_]+)*")
_END = re.compile(r"(?<=[.!?])\s+|[。！？\n]+")


class Taken(NamedTuple):
    """A text without the blocks that were in it, and these."""

    text: str
    blocks: tuple[str, ...]


def block(lines: str) -> str:
    """Recalled lines as a context holds them."""
    return f"{OPEN}{lines}{CLOSE}"


def take_out(text: str) -> Taken:
    """`text` without what kgmem recalled. A JSON document that holds a block is the reply of a recall as a whole."""
    kept, blocks = [], []
    end = 0
    while (start := text.find(OPEN, end)) >= 0 and (close := text.find(CLOSE, start)) >= 0:
        kept.append(text[end:start])
        blocks.append(text[start + len(OPEN) : close])
        end = close + len(CLOSE)
    if not blocks:
        return Taken(text, ())
    return Taken("" if _is_json(text) else "".join([*kept, text[end:]]).strip(), tuple(blocks))


def said_in(blocks: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids of the items in recalled blocks, and what each item says: a claim or a summary without its figures, a
    message without its day and speaker."""
    ids, texts = [], []
    for block in blocks:
        _, *parts = _ITEM.split(block.replace("\\n", "\n"))
        for id, line in zip(parts[::2], parts[1::2], strict=True):
            ids.append(id)
            texts.append(line.partition(": ")[2] if id.startswith("obs-") else line.rpartition(" (")[0])
    return tuple(ids), tuple(" ".join(text.split()) for text in texts)


class _Said(NamedTuple):
    """What was recalled at one place: all its items, and the sentences in them that are somebody's, as words."""

    lines: tuple[str, ...]
    sentences: tuple[str, ...]


class Heard:
    """What the messages of a session had before them of recalled memory."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._said = [_said(one.texts) for one in session.recalled]
        self.dropped = {one.message for one in session.recalled if one.whole and one.message is not None}
        """The messages that were nothing else, by the caller's ids."""

    def before(self, position: int) -> list[Recalled]:
        """What was recalled before the message at `position` says something, or in it."""
        return [one for one in self._session.recalled if one.before <= position]

    def echoes(self, message: Message) -> bool:
        """Whether a message can be an echo: an assistant's or a tool's, or in a task one that names no role. A document
        that is read and an instrument that answers for itself say what they say, and each counts as one source however
        often it does (law C3)."""
        program = message.role in ("assistant", "tool") or (message.role is None and self._session.kind == "task")
        answers = message.role == "tool" and message.source.kind == "tool"
        return program and message.source.kind != "document" and not answers

    def repeats(self, position: int, text: str | None = None) -> bool:
        """Whether every sentence of `text`, or of the message at `position`, says again what was recalled before it,
        where the message can be an echo."""
        message = self._session.messages[position]
        said = self._said[: len(self.before(position))] if self.echoes(message) else []
        return _repeats(message.text if text is None else text, said)

    def recalls(self, position: int, claim: str) -> bool:
        """Whether the message at `position` is an assistant's, after a recall of the very claim."""
        message = self._session.messages[position]
        by_assistant = self.echoes(message) and message.role != "tool"
        return by_assistant and any(claim in one.ids for one in self.before(position))

    def held(self, message: str | None, quote: str) -> bool:
        """Whether a quote is from a block that was taken out of this message, which goes by an id."""
        blocks = zip(self._session.recalled, self._said, strict=True)
        return message is not None and any(_repeats(quote, [said]) for one, said in blocks if one.message == message)


def _said(texts: Iterable[str]) -> _Said:
    lines = [_words(one) for one in texts]
    sentences = [words for one in texts for words in map(_words, _sentences(one)) if len(words.split()) >= LEAST_WORDS]
    return _Said(tuple(lines), tuple(sentences))


def _repeats(text: str, said: Sequence[_Said]) -> bool:
    sentences = [words for words in map(_words, _sentences(text)) if words.strip()]
    return bool(sentences) and all(any(_holds(place, one) for place in said) for one in sentences)


def _holds(said: _Said, sentence: str) -> bool:
    """Whether a sentence is part of what was recalled, or has a whole sentence of that in it."""
    return any(sentence in line for line in said.lines) or any(known in sentence for known in said.sentences)


def _sentences(text: str) -> Iterator[str]:
    return (part for part in _END.split(text) if part.strip())


def _words(text: str) -> str:
    """The folded words of a text, each between spaces, so that one text is in another only word by word."""
    return f" {' '.join(_WORD.findall(fold_name(text)))} "


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except ValueError:
        return False
