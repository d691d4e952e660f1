"""From a checked session to the rows of the write queries. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgmem import identity
from kgmem.calibration import Version, confidence, in_force
from kgmem.distill.checked import Accepted, Verified
from kgmem.distill.distiller import Distillation
from kgmem.distill.verify import observation_of
from kgmem.echo import Heard
from kgmem.models import Message, Session, Value

Rows = list[dict[str, Any]]
Vector = NDArray[np.float32]

MAX_ROWS = 1_000
"""Rows of one query, so that no single statement of a large session takes the server's memory (case C22)."""

UNTIMED = "~"
"""Sorts after every time in a wording key: what has a time is worded first."""


def content_hash(session: Session) -> str:
    """What makes a session the same input again (law I2): all of it but the warnings met while reading it."""
    return _digest(session, exclude={"warnings"} if session.recalled else {"warnings", "recalled"})


def context_hash(session: Session, zone: str | None) -> str:
    """What a session says for all its messages and their claims: group, zone, and who the users are."""
    users = sorted({message.speaker for message in session.messages if message.role == "user"})
    return hashlib.sha256(json.dumps([session.group, session.timezone or zone, users]).encode()).hexdigest()


def _digest(value: Value, exclude: set[str] | None = None) -> str:
    content = value.model_dump(mode="json", exclude=exclude)
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def vector(numbers: Sequence[float]) -> Vector:
    """A vector as the store gives it back."""
    return np.asarray(numbers, dtype=np.float32)


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


def link_key(started_at: datetime | None, session_id: str) -> str:
    """The place of a session in the order in which sessions are linked: by start, then by id."""
    return wording_key(started_at, session_id, "")


def session_row(
    session: Session, id: str, digest: str, context: str, distiller: str | None, found: Distillation
) -> dict[str, Any]:
    """Properties of a Session node; `distiller` names what its claims are from, None for nothing. Of one that failed,
    the reason and the reply that could not be used are kept for the operator."""
    failure = found.failure
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
        "context_hash": context,
        "state": "failed" if failure else "stored",
        "reason": failure.reason if failure else None,
        "reply": found.reply,
        "summary": found.summary,
        "distilled_with": distiller,
        "link_state": "waiting",
        "link_key": link_key(session.started_at, id),
        "link_asked": None,
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


def _message_hashes(session: Session) -> list[str]:
    """What decides what is distilled from each message: all that was said of it, and what it may be an echo of."""
    heard = Heard(session)
    recalled = {one: _digest(one) for one in session.recalled}
    found = []
    for position, message in enumerate(session.messages):
        before = [recalled[one] for one in heard.before(position)] if heard.echoes(message) else []
        own = _digest(message)
        found.append(hashlib.sha256("".join((own, *before)).encode()).hexdigest() if before else own)
    return found


def spoken(message: Message) -> str:
    """A message as search sees it: who says what."""
    return f"{message.speaker}: {message.text}"


def note_rows(session: Session, tenant: str, session_id: str) -> Rows:
    """One row a message: its source and its properties; the vectors are put in by whoever has them."""
    lines = [spoken(message) for message in session.messages]
    hashes = _message_hashes(session)
    return [
        {
            "id": observation_of(tenant, session_id, position, message),
            "session_id": session_id,
            "source_id": source_of(message, tenant, session.group),
            "embedding": None,
            "window_embedding": None,
            "properties": {
                "external_id": message.id if message.id is not None else str(position),
                "text": message.text,
                "locator": message.locator,
                "observed_at": message.sent_at,
                "speaker": message.speaker,
                "role": message.role,
                "position": position,
                "content_hash": hashes[position],
                "window": "\n".join(lines[max(0, position - 1) : position + 2]),
                **_naming(message, session_id, position),
            },
        }
        for position, message in enumerate(session.messages)
    ]


def _naming(message: Message, session_id: str, position: int) -> dict[str, Any]:
    """What a message says of its source: whichever of these are left name it when another is erased (law R6)."""
    source = message.source
    published = source.published_at
    given = source.title is not None or source.uri is not None or published is not None
    return {
        "source_title": source.title,
        "source_uri": source.uri,
        "source_published_at": published.start if published else None,
        "source_published_grain": published.grain if published else None,
        "source_key": wording_key(message.sent_at, session_id, f"{position:08d}") if given else None,
    }


@dataclass(frozen=True)
class Distilled:
    """A session with what of its claims and relations may be stored."""

    session: Session
    id: str
    verified: Verified


def entity_rows(group: Iterable[Distilled]) -> Rows:
    """One row an entity, worded by the first item that names it."""
    best: dict[str, dict[str, Any]] = {}
    for one, accepted in _accepted(group):
        at = accepted.world.at.start if accepted.world.at else None
        for place, mention in enumerate(accepted.mentions):
            row = {
                "id": mention.id,
                "kind": mention.kind,
                "root": mention.root,
                "group": one.session.group if mention.root == identity.ROOT_PERSON else None,
                "external_id": mention.external_id,
                "name": mention.name,
                "key": identity.fold_name(mention.external_id),
                "name_key": identity.fold_name(mention.name),
                "wording_key": wording_key(at, one.id, f"{accepted.item.item}|{place:04d}"),
            }
            kept = best.setdefault(mention.id, row)
            if row["wording_key"] < kept["wording_key"]:
                best[mention.id] = row
    return list(best.values())


def claim_rows(group: Iterable[Distilled], vectors: Mapping[str, Vector]) -> Rows:
    """One row a claim, worded by the first of its items; `about` holds the entities that any of its items names."""
    best: dict[str, dict[str, Any]] = {}
    about: dict[str, set[tuple[str, str]]] = {}
    for one, accepted in _accepted(group):
        item = accepted.item
        row = {
            "id": accepted.claim_id,
            "kind": item.kind,
            "is_event": item.kind != "fact",
            "negated": item.negated,
            "rank": accepted.rank,
            "embedding": vectors.get(item.statement),
            "rivals": accepted.rivals._asdict() if accepted.rivals else {},
            **_wording(one.id, accepted),
        }
        kept = best.setdefault(accepted.claim_id, row)
        rank = max(row["rank"], kept["rank"])
        best[accepted.claim_id] = (row if row["wording_key"] < kept["wording_key"] else kept) | {"rank": rank}
        about.setdefault(accepted.claim_id, set()).update((mention.id, mention.role) for mention in accepted.mentions)
    for id, row in best.items():
        row["about"] = [{"id": entity, "role": role} for entity, role in sorted(about[id])]
    return list(best.values())


def event_rows(group: Iterable[Distilled]) -> Rows:
    """One row an event and session that states it."""
    found = {(one.id, a.claim_id): None for one, a in _accepted(group) if a.item.kind != "fact"}
    return [{"id": claim, "session_id": session} for session, claim in found]


def _accepted(group: Iterable[Distilled]) -> Iterator[tuple[Distilled, Accepted]]:
    return ((one, accepted) for one in group for accepted in one.verified.claims)


def _wording(session_id: str, accepted: Accepted) -> dict[str, Any]:
    """How an item words its claim, and its place among the others that do (law I3)."""
    at, item = accepted.world.at, accepted.item
    return {
        "wording_key": wording_key(at.start if at else None, session_id, item.item),
        "statement": item.statement,
        "predicate": item.predicate,
        "value": item.value,
        "unit": item.unit,
    }


def assertion_rows(group: Iterable[Distilled], tenant: str, calibrations: Iterable[Version]) -> tuple[Rows, Rows, Rows]:
    """Assertions, their supports by observations, their supports by claims. What a calibrated model says counts as its
    calibration maps it; what it said itself stays beside it and names the assertion (laws C5, I1a)."""
    calibrations = list(calibrations)
    assertions: Rows = []
    supports: tuple[Rows, Rows] = ([], [])
    for session, one in _accepted(group):
        id = identity.assertion_id(tenant, session.id, one.item.item, one.claim_id, _content(one))
        calibration = in_force(calibrations, one.item.model)
        properties = _assertion(one, calibration) | _wording(session.id, one)
        assertions.append({"id": id, "claim_id": one.claim_id, "session_id": session.id, "properties": properties})
        for cited in one.supports:
            start, end = cited.span or (None, None)
            supports[cited.is_claim].append(
                {"assertion_id": id, "id": cited.id, "quote": cited.quote, "start": start, "end": end}
            )
    return assertions, supports[0], supports[1]


def relation_rows(group: Iterable[Distilled]) -> Rows:
    """One row a relation."""
    return [
        {
            "session_id": session.id,
            "type": one.type,
            "start": one.start,
            "end": one.end,
            "confidence": one.confidence,
            "justification": one.justification,
        }
        for session in group
        for one in session.verified.relations
    ]


def _content(one: Accepted) -> str:
    item = one.item
    cited = sorted((support.id, support.quote or "") for support in one.supports)
    anchor = [item.anchor_text, item.world_to.start.isoformat() if item.world_to else None]
    return json.dumps([item.statement, item.confidence, item.value, item.unit, anchor, item.model, cited])


def _assertion(one: Accepted, calibration: Version | None) -> dict[str, Any]:
    at, ground = one.world.at, one.ground
    return {
        "item": one.item.item,
        "confidence": confidence(calibration, one.item.confidence),
        "calibration": calibration.id if calibration else None,
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
        "ground_by_people": ground.by_people,
        "assistant_about_user": one.assistant_about_user,
        "about": sorted({f"{mention.role}:{mention.id}" for mention in one.mentions}),
        "entity_ids": [mention.id for mention in one.mentions],
        "entity_kinds": [mention.kind for mention in one.mentions],
        "entity_external_ids": [mention.external_id for mention in one.mentions],
        "entity_names": [mention.name for mention in one.mentions],
        "entity_name_keys": [identity.fold_name(mention.name) for mention in one.mentions],
    }
