"""What somebody takes: the dose of a medicine is its taker's. Pure."""

from __future__ import annotations

import re

from kgmem.distill.rules.head import Head, Talk
from kgmem.distill.rules.value_rows import AMOUNT, Row

_DRUG = (
    r"(?:\s+(?:daily|a day|twice a day|once a day|of))*\s+(?!(?:every|each|at|in|on|once|twice|per|a|the|when|if|"
    r"before|after|with|for|and|but|as|from|to|until|now|because|so|or|instead|again|anymore|any|it|that|this|more|less"
    r"|my)\b)"
    r"(?P<s>[^\W\d][\w-]*)"
)
_TAKES = re.compile(
    rf"(?P<verb>takes?|taking|(?:now |back )?on|prescribed|started on|put on|started taking) {AMOUNT}{_DRUG}", re.I
)
_STOPPED = re.compile(rf"(?:(?:stopped|quit) taking|(?:came|come|gone|went|got) off|off) {AMOUNT}{_DRUG}", re.I)
_PUT = re.compile(rf"(?:put|started|has|have|had) me on {AMOUNT}{_DRUG}", re.I)
_NO_MORE = re.compile(r"\s+(?:any ?more|any longer)\b", re.IGNORECASE)
_ROW = Row("dose", _TAKES)
_FORMS = {"take": {"plain", "do"}, "takes": {"plain"}, "started taking": {"plain", "have"}}


def dose_of(text: str, head: Head, talk: Talk) -> tuple[Row, re.Match[str], str, bool, bool, bool] | None:
    """The row, its match, whose dose it is, and whether it is denied, past or ended; None where nobody takes it."""
    if "modal" in head.forms or "will" in head.forms or head.subject.also:
        return None
    owner = head.subject.name
    if match := _STOPPED.match(text, head.rest):
        off = match[0].casefold().startswith("off")
        if head.negated or head.past or head.used_to or off != bool(head.forms & {"be", "been"}):
            return None
        return _ROW, match, owner, True, False, True
    if match := _PUT.match(text, head.rest):
        plain = not head.negated and not head.past and head.forms & {"plain", "have"}
        return (_ROW, match, talk.speaker, False, False, False) if plain else None
    match = _TAKES.match(text, head.rest)
    if match is None or not head.forms & _FORMS.get(match["verb"].casefold(), {"be", "been"}):
        return None
    began = match["verb"].casefold() in ("prescribed", "started on", "put on", "started taking")
    if head.negated and (head.past or began):
        return None
    ended = head.ending or (head.negated and _NO_MORE.match(text, match.end()) is not None)
    past = head.past and not began and "have" not in head.forms and "been" not in head.forms
    return _ROW, match, owner, head.negated, past, ended
