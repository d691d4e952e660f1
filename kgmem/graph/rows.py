"""From a checked session to the rows of the write queries. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgmem import identity
from kgmem.distill.verify import Accepted, Verified, observation_of
from kgmem.models import Message, Session

Rows = list[dict[str, Any]]
Vector = NDArray[np.float32]

MAX_ROWS = 1_000
"""Rows of one query, so that no single statement of a large session takes the server's memory (case C22)."""

UNTIMED = "~"
"""Sorts after every time in a wording key: what has a time is worded first."""


def content_hash(session: Session) -> str:
    """What makes a session the same input again (law I2): all of it but the warnings met while reading it."""
    content = session.model_dump(mode="json", exclude={"warnings"})
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def batches(rows: Rows) -> Iterator[Rows]:
    """The rows, at most MAX_ROWS at a time."""
    for start in range(0, len(rows), MAX_ROWS):
        yield rows[start : start + MAX_ROWS]


def wording_key(at: datetime | None, session_id: str, item: str) -> str:
    """Which of several wordings is kept (law I3): the one with the smallest (world_from, session, item).

    Times are written at one width, so that they compare as texts.
    """
    time = at.astimezone(UTC).isoformat(timespec="microseconds") if at else UNTIMED
    return "|".join((time, session_id, item))


def session_row(session: Session, id: str, digest: str) -> dict[str, Any]:
    """Properties of a Session node."""
    return {
        "id": id,
        "kind": session.kind,
        "external_id": session.external_id,
        "group": session.group,
        "title": session.title,
        "started_at": session.started_at,
        "ended_at": session.ended_at,
        "timezone": session.timezone,
        "content_hash": digest,
        "state": "stored",
        "distilled_with": "session" if session.brings_claims else None,
    }


def source_rows(sessions: Iterable[tuple[Session, str]], tenant: str) -> Rows:
    """One row a source. Each of its properties is from the first message that gives it; a session comes with its id."""
    found: dict[str, dict[str, Any]] = {}
    for session, session_id in sessions:
        for position, message in enumerate(session.messages):
            source = message.source
            id = source_of(message, tenant, session.group)
            row = found.setdefault(id, {"id": id, "kind": source.kind, "external_id": source.external_id} | _UNNAMED)
            key = wording_key(message.sent_at, session_id, f"{position:08d}")
            published = source.published_at
            given = {"title": source.title, "uri": source.uri, "published": published and published.start}
            for name, value in given.items():
                if value is not None and (row[name + "_key"] is None or key < row[name + "_key"]):
                    row[name if name != "published" else "published_at"] = value
                    row[name + "_key"] = key
                    if name == "published" and published:
                        row["published_grain"] = published.grain
    return list(found.values())


_UNNAMED: dict[str, Any] = dict.fromkeys(
    ("title", "title_key", "uri", "uri_key", "published_at", "published_grain", "published_key")
)


def source_of(message: Message, tenant: str, group: str | None) -> str:
    """The id of what a message comes from."""
    return identity.source_id(tenant, message.source.kind, message.source.external_id, group)


def spoken(message: Message) -> str:
    """A message as search sees it: who says what."""
    return f"{message.speaker}: {message.text}"


def note_rows(
    session: Session, tenant: str, session_id: str, vectors: Sequence[Vector | None], windows: Sequence[Vector | None]
) -> Rows:
    """One row a message: its source, its properties and its two vectors."""
    lines = [spoken(message) for message in session.messages]
    return [
        {
            "id": observation_of(tenant, session_id, position, message),
            "session_id": session_id,
            "source_id": source_of(message, tenant, session.group),
            "embedding": vectors[position],
            "window_embedding": windows[position],
            "properties": {
                "external_id": message.id if message.id is not None else str(position),
                "text": message.text,
                "locator": message.locator,
                "observed_at": message.sent_at,
                "speaker": message.speaker,
                "role": message.role,
                "position": position,
                "window": "\n".join(lines[max(0, position - 1) : position + 2]),
            },
        }
        for position, message in enumerate(session.messages)
    ]


def entity_rows(verified: Verified, session: Session, session_id: str) -> Rows:
    """One row an entity, worded by the first item that names it."""
    best: dict[str, dict[str, Any]] = {}
    for one in verified.claims:
        at = one.world.at.start if one.world.at else None
        for place, mention in enumerate(one.mentions):
            row = {
                "id": mention.id,
                "kind": mention.kind,
                "root": mention.root,
                "group": session.group if mention.root == identity.ROOT_PERSON else None,
                "external_id": mention.external_id,
                "name": mention.name,
                "key": identity.fold_name(mention.external_id),
                "name_key": identity.fold_name(mention.name),
                "wording_key": wording_key(at, session_id, f"{one.item.item}|{place:04d}"),
            }
            kept = best.setdefault(mention.id, row)
            if row["wording_key"] < kept["wording_key"]:
                best[mention.id] = row
    return list(best.values())


def claim_rows(verified: Verified, session_id: str, vectors: Mapping[str, Vector]) -> Rows:
    """One row a claim, worded by the first of its items; `about` holds the entities that any of its items names."""
    best: dict[str, dict[str, Any]] = {}
    about: dict[str, set[tuple[str, str]]] = {}
    for one in verified.claims:
        at = one.world.at.start if one.world.at else None
        row = {
            "id": one.claim_id,
            "kind": one.item.kind,
            "is_event": one.item.kind != "fact",
            "statement": one.item.statement,
            "predicate": one.item.predicate,
            "negated": one.item.negated,
            "value": one.item.value,
            "unit": one.item.unit,
            "rank": one.rank,
            "embedding": vectors.get(one.item.statement),
            "wording_key": wording_key(at, session_id, one.item.item),
        }
        kept = best.setdefault(one.claim_id, row)
        rank = max(row["rank"], kept["rank"])
        best[one.claim_id] = (row if row["wording_key"] < kept["wording_key"] else kept) | {"rank": rank}
        about.setdefault(one.claim_id, set()).update((mention.id, mention.role) for mention in one.mentions)
    for id, row in best.items():
        row["about"] = [{"id": entity, "role": role} for entity, role in sorted(about[id])]
    return list(best.values())


def assertion_rows(verified: Verified, tenant: str, session_id: str) -> tuple[Rows, Rows, Rows]:
    """Assertions, their supports by observations, their supports by claims."""
    assertions: Rows = []
    supports: tuple[Rows, Rows] = ([], [])
    for one in verified.claims:
        id = identity.assertion_id(tenant, session_id, one.item.item, one.claim_id, _content(one))
        assertions.append({"id": id, "claim_id": one.claim_id, "properties": _assertion(one)})
        for cited in one.supports:
            start, end = cited.span or (None, None)
            supports[cited.is_claim].append(
                {"assertion_id": id, "id": cited.id, "quote": cited.quote, "start": start, "end": end}
            )
    return assertions, supports[0], supports[1]


def relation_rows(verified: Verified) -> Rows:
    """One row a relation."""
    return [
        {
            "type": one.type,
            "start": one.start,
            "end": one.end,
            "confidence": one.confidence,
            "justification": one.justification,
        }
        for one in verified.relations
    ]


def _content(one: Accepted) -> str:
    item = one.item
    cited = sorted((support.id, support.quote or "") for support in one.supports)
    anchor = [item.anchor_text, item.world_to.start.isoformat() if item.world_to else None]
    return json.dumps([item.statement, item.confidence, item.value, item.unit, anchor, item.model, cited])


def _assertion(one: Accepted) -> dict[str, Any]:
    at, ground = one.world.at, one.ground
    return {
        "item": one.item.item,
        "statement": one.item.statement,
        "confidence": one.item.confidence,
        "raw_confidence": one.item.confidence,
        "model": one.item.model,
        "anchor_text": one.item.anchor_text,
        "world_from": at.start if at else None,
        "world_grain_end": at.end if at else None,
        "world_grain": at.grain if at else None,
        "world_to": one.item.world_to.start if one.item.world_to else None,
        "world_basis": one.world.basis,
        "source_ids": sorted(ground.sources),
        "ground_published_at": ground.published.start if ground.published else None,
        "ground_published_grain": ground.published.grain if ground.published else None,
        "ground_undated": ground.undated,
        "ground_message_at": ground.latest,
    }
