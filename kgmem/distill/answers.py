"""From what a chat model claims to items of the native session format. Pure.

A model may cite what it was given and what it claims itself, nothing else: it was shown no id of the store. What it
cites, it quotes. When something happened, it says in words of what it cites (law T1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kgmem.distill.items import item_name, split_citation
from kgmem.distill.literals import fold
from kgmem.identity import kind_of
from kgmem.models import Session, Warning_

Item = dict[str, Any]

_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_SPACED_SCRIPTS = "\u0e00"
"""Below it are the scripts that put spaces between words, so that a word ends where a letter does."""


class Answers:
    """The replies about one session, part by part. `items` and `relations` are what they claim so far, `warnings` what
    they lost."""

    def __init__(self, session: Session, labels: Sequence[str], cite: Sequence[str], model: str) -> None:
        self._session, self._model = session, model
        self._places = {label: place for place, label in enumerate(labels)}
        self._cite = {
            label: label if message.id is not None else id
            for label, message, id in zip(labels, session.messages, cite, strict=True)
        }
        self.items: list[Any] = []
        self.relations: list[Any] = []
        self.warnings: list[Warning_] = []

    def add(self, claims: Iterable[Any], relations: Iterable[Any], part: int | None) -> None:
        """What one reply claims; where there are several, ids are those of the `part`."""
        claims = list(claims)
        mark = "" if part is None else f"{part}."
        ids = {item_name(raw, "claims", place): raw for place, raw in enumerate(claims)}
        reached = self._reached(ids)
        for place, raw in enumerate(claims):
            if not isinstance(raw, Mapping):
                self.items.append(raw)
                continue
            name = item_name(raw, "claims", place)
            item = {key: value for key, value in raw.items() if value is not None}
            item |= {"id": mark + name, "model": self._model}
            item["support"] = self._support(item["id"], raw.get("support"), ids, mark)
            self.items.append(self._timed(item, reached[name]))
        for place, raw in enumerate(relations):
            self.relations.append(self._relation(raw, place, ids, mark) if isinstance(raw, Mapping) else raw)

    def _relation(self, raw: Mapping[str, Any], place: int, ids: Mapping[str, Any], mark: str) -> Item:
        ends = {end: _text(raw.get(end)) for end in ("from", "to")}
        marked = {end: mark + text if text in ids else text for end, text in ends.items()}
        return {**raw, **marked, "id": mark + item_name(raw, "relations", place)}

    # ---- support ----

    def _support(self, name: str, raw: Any, ids: Mapping[str, Any], mark: str) -> list[Item]:
        found: list[Item] = []
        for kind, text, quote in _citations(raw):
            if kind != "message" and text in ids:
                found.append({"claim": mark + text})
                continue
            for part in self._parts(text):
                if kind_of(part) and part not in self._cite:
                    self._drop(name, f"{part} is no id that it was given")
                elif not quote:
                    self._drop(name, f"{part} is named without a quote")
                else:
                    found.append({"message": self._cite.get(part, part), "quote": quote})
        return found

    def _parts(self, text: str) -> list[str]:
        return [text] if text in self._cite else split_citation(text) or [text]

    def _drop(self, name: str, why: str) -> None:
        self.warnings.append(Warning_(code="citation_dropped", detail=f"{name}: {why}"))

    # ---- time ----

    def _timed(self, item: Item, places: set[int]) -> Item:
        """T1: words about time that its support does not hold are left out, so that the message's time counts."""
        until, began = item.pop("until", item.pop("world_to", None)), item.pop("world_from", None)
        for field, words in (("anchor", item.pop("anchor", began)), ("world_to", until)):
            text = _text(words)
            if not text:
                continue
            if any(_stands_in(text, self._session.messages[place].text) for place in places):
                item[field] = text
            else:
                detail = f"{item['id']}: {text!r} does not stand in what it rests on and is left out"
                self.warnings.append(Warning_(code="anchor_unresolved", detail=detail))
        return item

    def _reached(self, ids: Mapping[str, Any]) -> dict[str, set[int]]:
        """The messages that each claim rests on, also by way of others of its reply."""
        own: dict[str, set[int]] = {}
        below: dict[str, set[str]] = {}
        for name, raw in ids.items():
            cited = list(_citations(raw.get("support"))) if isinstance(raw, Mapping) else []
            below[name] = {text for kind, text, _ in cited if kind != "message" and text in ids}
            own[name] = {place for _, text, _ in cited for place in self._at(text)}
        found = {}
        for name in ids:
            seen, waiting = {name}, [name]
            while waiting:
                new = below[waiting.pop()] - seen
                seen |= new
                waiting += new
            found[name] = set().union(*(own[one] for one in seen))
        return found

    def _at(self, text: str) -> Iterator[int]:
        for part in self._parts(text):
            place = self._places.get(part, self._places.get(_ZEROS.sub("", part)))
            if place is not None:
                yield place


def _citations(raw: Any) -> Iterator[tuple[str, str, str | None]]:
    """(message, claim or either, what it names, the quote) of each support."""
    for one in raw if isinstance(raw, list) else [raw]:
        if isinstance(one, Mapping):
            quote = one.get("quote")
            for kind in ("message", "claim"):
                if text := _text(one.get(kind)):
                    yield kind, text, quote if isinstance(quote, str) and quote.strip() else None
        elif text := _text(one):
            yield "either", text, None


def _text(raw: Any) -> str:
    """A text, or a number as it reads; empty for anything else."""
    number = isinstance(raw, int) and not isinstance(raw, bool)
    return str(raw).strip() if number or isinstance(raw, str) else ""


def _stands_in(words: str, text: str) -> bool:
    """Whether `text` holds `words`, from one border between words to another."""
    sought = fold(words).casefold()
    if not sought:
        return False
    left = r"(?<!\w)" if sought[0].isalnum() and sought[0] < _SPACED_SCRIPTS else ""
    right = r"(?!\w)" if sought[-1].isalnum() and sought[-1] < _SPACED_SCRIPTS else ""
    return re.search(left + re.escape(sought) + right, fold(text).casefold()) is not None
