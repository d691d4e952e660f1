"""The claims and relations that a session brings, read item by item.

What cannot be read is a rejection with a code, never an exception: one bad item leaves its siblings alone.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from kgmem import anchor_words
from kgmem.anchor_words import Tense
from kgmem.anchors import DateOrder, Interval, NaiveTime, parse_iso
from kgmem.identity import fold_name, normalise_id
from kgmem.ontology import predicate_name

EVENT_KINDS = ("action", "state_change", "preference", "plan")
KINDS = ("fact", *EVENT_KINDS)
RELATIONS = ("causes", "enables", "prevents", "before", "updates", "contradicts")
MAX_STATEMENT_CHARS = 2_000
"""Beyond it a statement is a document, no conclusion (`too_long`)."""

_AFTER = re.compile(r"after\b", re.IGNORECASE)
"""Until a time after X is until no known time; until X, or before it, is until X begins."""
_SCHEMA_WORDS = {"string", "statement", "text", "claim", "description", "..."}


class Rejected(Exception):
    """An item cannot be stored; `code` is one of those documented in the README."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


@dataclass(frozen=True)
class EntityRef:
    """An entity as a claim names it: its id is the caller's, its kind not yet looked up."""

    kind: str
    external_id: str
    name: str
    role: str


@dataclass(frozen=True)
class Citation:
    """What a support names, not yet looked up: `text` is the id of a message, a claim, or (a bare text) either."""

    kinds: tuple[str, ...]
    text: str
    quote: str | None


@dataclass(frozen=True)
class ClaimItem:
    """A claim that was read; `flags` are warnings (code, detail) for the case that it is stored. `long_before` says
    that its words about time give none, and put it before their message by an unknown length."""

    item: str
    kind: str
    statement: str
    entities: tuple[EntityRef, ...]
    predicate: str | None
    negated: bool
    value: str | None
    unit: str | None
    confidence: float
    anchor_text: str | None
    anchor: Interval | None
    world_to: Interval | None
    long_before: bool
    citations: tuple[Citation, ...]
    model: str | None
    flags: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class RelationItem:
    """A relation that was read; its ends are texts, not yet looked up."""

    item: str
    type: str
    start: str
    end: str
    confidence: Any  # unread: whether its ends exist is said first
    justification: str | None


def item_name(raw: Any, prefix: str, position: int) -> str:
    """How reports and supports name an item: its id, else its place such as `claims[2]`."""
    given = _identifier(raw.get("id")) if isinstance(raw, Mapping) else None
    return given or f"{prefix}[{position}]"


@dataclass(frozen=True)
class Said:
    """What words about time are told from: when they were said, the latest time where several messages say them, and
    what comes first in their dates such as 03/04/2024; None where nothing tells."""

    at: datetime | None = None
    order: DateOrder | None = None


NOWHERE = Said()


def read_claim(
    raw: Any, item: str, zone: tzinfo | None, said: Callable[[tuple[Citation, ...]], Said] = lambda citations: NOWHERE
) -> ClaimItem:
    """The claim in `raw`. Raises Rejected with the first code that applies: type, shape, confidence, support, time."""
    if not isinstance(raw, Mapping):
        raise Rejected("malformed", "a claim is an object")
    kind = raw.get("kind", "fact")
    if not isinstance(kind, str) or kind.strip().casefold() not in KINDS:
        raise Rejected("unknown_type", f"kind {kind!r} is none of {', '.join(KINDS)}")
    kind = kind.strip().casefold()
    statement = _statement(raw)
    entities = _entities(raw, kind)
    predicate = _optional_text(raw, "predicate")
    negated = raw.get("negated", False)
    if not isinstance(negated, bool):
        raise Rejected("malformed", f"negated is {negated!r}, not true or false")
    value = _value(raw)
    flags: list[tuple[str, str]] = []
    flags.extend(("unknown_field", f"{name} is not read") for name in _strangers(raw))
    confidence = read_confidence(raw.get("confidence"))
    if confidence == 1:
        flags.append(
            ("certain_confidence", "a confidence of 1 stays 1 whatever else is learned, until its model is calibrated")
        )
    citations = _citations(raw.get("support"))
    anchor_text, anchor, until, long_before = _anchor(raw, zone, said(citations), flags)
    return ClaimItem(
        item=item, kind=kind, statement=statement, entities=entities,
        predicate=predicate_name(predicate) if predicate else None,
        negated=negated, value=value, unit=_optional_text(raw, "unit"), confidence=confidence,
        anchor_text=anchor_text, anchor=anchor, world_to=until, long_before=long_before, citations=citations,
        model=_optional_text(raw, "model"), flags=tuple(flags),
    )  # fmt: skip


def _strangers(raw: Mapping[str, Any]) -> Iterator[str]:
    """Fields that a claim, its entities and its supports do not have, such as a `quote` that is misspelt."""
    inner = [(role, raw.get(role), _ENTITY_FIELDS) for role in ("subject", "object")]
    for name, fields in (("participants", _ENTITY_FIELDS), ("support", _SUPPORT_FIELDS)):
        parts = raw.get(name)
        inner += [(f"{name}.{i}", part, fields) for i, part in enumerate(parts if isinstance(parts, list) else [parts])]
    for place, part, fields in (("", raw, _CLAIM_FIELDS), *inner):
        if isinstance(part, Mapping):
            yield from (f"{place}.{name}" if place else str(name) for name in part if name not in fields)


_CLAIM_FIELDS = frozenset(
    "id kind statement subject predicate object value unit participants negated confidence support anchor world_from "
    "world_to model".split()
)
_ENTITY_FIELDS = frozenset(("kind", "id", "name"))
_SUPPORT_FIELDS = frozenset(("message", "claim", "quote"))


def read_relation(raw: Any, item: str) -> RelationItem:
    """The relation in `raw`, its ends not yet looked up. Raises Rejected."""
    if not isinstance(raw, Mapping):
        raise Rejected("malformed", "a relation is an object")
    kind = raw.get("type")
    if not isinstance(kind, str) or kind.strip().casefold() not in RELATIONS:
        raise Rejected("unknown_relation", f"type {kind!r} is none of {', '.join(RELATIONS)}")
    start, end = _identifier(raw.get("from")), _identifier(raw.get("to"))
    if start is None or end is None:
        raise Rejected("dangling_relation", f"from {raw.get('from')!r} to {raw.get('to')!r} names no two claims")
    return RelationItem(
        item=item,
        type=kind.strip().upper(),
        start=start,
        end=end,
        confidence=raw.get("confidence", 1),
        justification=_optional_text(raw, "justification"),
    )


def read_confidence(raw: Any) -> float:
    """A number in 0..1, also as text ("0.9"). Raises Rejected(`bad_confidence`) for all else (case C38)."""
    if _bad(raw):
        raise Rejected("bad_confidence", f"{raw!r} is no number from 0 to 1")
    return float(raw)


def _bad(raw: Any) -> bool:
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return True
    try:
        return not 0 <= float(raw) <= 1
    except (ValueError, OverflowError):
        return True


def _statement(raw: Mapping[str, Any]) -> str:
    statement = raw.get("statement")
    if not isinstance(statement, str) or not statement.strip():
        raise Rejected("malformed", f"statement is {statement!r}, not a text")
    if len(statement) > MAX_STATEMENT_CHARS:
        raise Rejected("too_long", f"the statement has {len(statement)} characters, {MAX_STATEMENT_CHARS} is the most")
    if statement.strip().casefold() in _SCHEMA_WORDS:
        raise Rejected("schema_echo", f"the statement is the placeholder {statement!r}")
    return statement.strip()


def _entities(raw: Mapping[str, Any], kind: str) -> tuple[EntityRef, ...]:
    found = []
    for role in ("subject", "object"):
        if raw.get(role) is not None:
            found.append(_entity(raw[role], role, role))
    participants = raw.get("participants", [])
    if not isinstance(participants, list):
        raise Rejected("malformed", "participants is not a list")
    found += [_entity(one, "participant", f"participants[{i}]") for i, one in enumerate(participants)]
    if kind == "fact" and not any(one.role == "subject" for one in found):
        raise Rejected("malformed", "a fact has a subject")
    if kind == "fact" and raw.get("predicate") is None:
        raise Rejected("malformed", "a fact has a predicate")
    return tuple(found)


def _entity(raw: Any, role: str, field: str) -> EntityRef:
    if not isinstance(raw, Mapping):
        raw = {"id": raw}
    external_id, kind = _number_as_text(raw.get("id", raw.get("name"))), raw.get("kind", "thing")
    if not isinstance(external_id, str):
        raise Rejected("malformed", f"{field} is not an entity with a kind and an id")
    name = _number_as_text(raw.get("name", external_id))
    if not isinstance(kind, str) or not isinstance(name, str):
        raise Rejected("malformed", f"{field} has a kind or name that is no text")
    if not fold_name(external_id) or not fold_name(name):
        raise Rejected("empty_name", f"{field} is {external_id!r}, nothing of which is visible")
    return EntityRef(kind, external_id.strip(), name.strip(), role)


def _citations(raw: Any) -> tuple[Citation, ...]:
    found: list[Citation] = []
    for one in raw if isinstance(raw, list) else [raw]:
        if isinstance(one, Mapping):
            quote = one.get("quote")
            quote = quote.strip() or None if isinstance(quote, str) else None
            found += [
                Citation((kind,), text, quote) for kind in ("message", "claim") if (text := _identifier(one.get(kind)))
            ]
        elif text := _identifier(one):
            found.append(Citation(("message", "claim"), text, None))
    if not found:
        raise Rejected("empty_support", "it cites neither a message nor a claim")
    return tuple(found)


def _identifier(raw: Any) -> str | None:
    """A text that is not blank, or a whole number as it reads, since agents number what they write; else None."""
    text = _number_as_text(raw)
    return normalise_id(text) or None if isinstance(text, str) else None


def _number_as_text(raw: Any) -> Any:
    return str(raw) if isinstance(raw, int) and not isinstance(raw, bool) else raw


def split_citation(text: str) -> list[str]:
    """The single ids in a citation that names several, as annotators write them: `D8:6; D9:17` (case C36)."""
    return [part for part in re.split(r"[;,\s]+", text) if part]


def _anchor(
    raw: Mapping[str, Any], zone: tzinfo | None, said: Said, flags: list[tuple[str, str]]
) -> tuple[str | None, Interval | None, Interval | None, bool]:
    anchor = _optional_text(raw, "anchor")
    words = anchor or _optional_text(raw, "world_from")
    until = _optional_text(raw, "world_to")
    tense: Tense = "future" if raw.get("kind") == "plan" else "past"
    start = _resolve(words, said, zone, tense, flags) if words else None
    end = _resolve(until, said, zone, tense, flags, limit=not _AFTER.match(until)) if until else None
    if start and end and end.start <= start.start:
        raise Rejected("malformed", f"world_to {until!r} lies before {words!r}")
    over = until is not None and end is None and tense == "past"
    vague = words is not None and start is None and anchor_words.long_before(words, said.at, zone, tense, said.order)
    return words, start, end, over or vague


def _resolve(
    words: str,
    said: Said,
    zone: tzinfo | None,
    tense: Tense,
    flags: list[tuple[str, str]],
    *,
    limit: bool = False,
) -> Interval | None:
    try:
        interval = parse_iso(words, zone) or anchor_words.resolve(
            words, said.at, zone, tense, limit=limit, order=said.order
        )
    except NaiveTime as error:
        raise Rejected("malformed", str(error)) from error
    if interval is None:
        flags.append(("anchor_unresolved", f"{words!r} is kept as words and gives no time"))
        return None
    flags.extend((flag, words) for flag in interval.flags)
    return interval


def _optional_text(raw: Mapping[str, Any], field: str) -> str | None:
    value = raw.get(field)
    if value is not None and not isinstance(value, str):
        raise Rejected("malformed", f"{field} is {value!r}, not a text")
    return value.strip() or None if value else None


def _value(raw: Mapping[str, Any]) -> str | None:
    value = raw.get("value")
    if value is None or isinstance(value, str):
        return value.strip() or None if value else None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float) and math.isfinite(value):
        return str(int(value)) if value.is_integer() else repr(value)
    raise Rejected("malformed", f"value is {value!r}, not a text or a number")
