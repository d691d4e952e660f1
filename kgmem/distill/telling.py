"""What of a session a chat model is given, and which names of the store may occur in it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kgmem.distill.prompting import fenced
from kgmem.distill.splitting import Piece
from kgmem.identity import fold_name
from kgmem.models import Message, Session
from kgmem.ontology import Ontology

MAX_KEYS = 500
"""Names of a session that are looked for in the store, whatever their number there."""
NAME_WORDS = 4
"""Words of the longest name that is looked for."""

_WORD = re.compile(r"[^\W_](?:[\w'’./&-]*\w)?")


def labels(session: Session) -> list[str]:
    """How each message is called: by its own id, else by its number behind a letter that begins no other's id."""
    own = {message.id for message in session.messages}
    mark = "m"
    while any(id and id.startswith(mark) and id[len(mark) :].isdecimal() for id in own):
        mark += "m"
    return [f"{mark}{place + 1}" if one.id is None else one.id for place, one in enumerate(session.messages)]


def told(session: Session, part: Sequence[Piece], names: Sequence[str]) -> str:
    """The session and the messages of one part of it, as data."""
    head = {"session": session.title or "", "kind": session.kind, "started_at": _time(session.started_at)}
    return fenced([_given(head), *(_row(session.messages[piece.place], piece, names) for piece in part)])


def entities(known: Sequence[Mapping[str, Any]]) -> str:
    """Entities of the store, as data."""
    return fenced({"kind": row["kind"], "id": row["external_id"], "name": row["name"]} for row in known)


def declared(ontology: Ontology) -> dict[str, str]:
    """The kinds and predicates of an ontology, in words."""
    lines = []
    for name, one in sorted(ontology.predicates.items()):
        notes = ["one object at a time"] * one.functional + ["one subject at a time"] * one.inverse_functional
        lines.append(f"- {name}" + (f" ({', '.join(notes)})" if notes else ""))
    return {"kinds": ", ".join(sorted(ontology.kinds)), "predicates": "\n".join(lines)}


def name_keys(session: Session) -> list[str]:
    """The folded names that may be meant in a session, at most MAX_KEYS: speakers and sources first, then what is
    written with a capital letter or a digit, then single words."""
    found: dict[str, None] = {}
    for name in _names(session):
        if key := fold_name(name):
            found[key] = None
        if len(found) == MAX_KEYS:
            break
    return list(found)


def _names(session: Session) -> Iterator[str]:
    for message in session.messages:
        yield message.speaker
        yield message.source.external_id
        yield message.source.title or ""
    texts = [session.title or "", *(message.text for message in session.messages)]
    words = [_WORD.findall(text) for text in texts]
    for line in words:
        for place, word in enumerate(line):
            if word[0].isupper() or any(map(str.isdigit, word)):
                yield from (" ".join(line[place : place + count]) for count in range(1, NAME_WORDS + 1))
    for line in words:
        yield from line


def _row(message: Message, piece: Piece, names: Sequence[str]) -> dict[str, Any]:
    source = message.source
    cut = piece.end - piece.start < len(message.text)
    return _given(
        {
            "id": names[piece.place],
            "speaker": message.speaker,
            "role": message.role,
            "sent_at": _time(message.sent_at),
            "source": f"{source.kind} {source.title or source.external_id}" if source.kind != "speaker" else None,
            "locator": message.locator,
            "characters": f"{piece.start} to {piece.end} of {len(message.text)}" if cut else None,
            "text": message.text[piece.start : piece.end],
        }
    )


def _given(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value is not None}


def _time(at: Any) -> str | None:
    return at.isoformat() if at else None
