"""Sessions going in."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from kgmem.anchors import DateOrder, Interval
from kgmem.models.base import Value, Warning_


class SourceRef(Value):
    """Document, tool or speaker that a message comes from."""

    kind: Literal["document", "tool", "speaker"]
    external_id: str
    title: str | None = None
    uri: str | None = None
    published_at: Interval | None = None


class Message(Value):
    """One message as it was seen. `id` is the caller's, or None where it gave none and the position stands for it.

    `date_order` is what comes first in its dates such as 03/04/2024, where that is known; it is no part of a message
    where it is not, so that what was stored before stays the same input."""

    id: str | None
    speaker: str
    role: Literal["user", "assistant", "tool"] | None = None
    text: str
    sent_at: datetime | None
    source: SourceRef
    locator: str | None = None
    date_order: DateOrder | None = Field(None, exclude_if=lambda order: order is None)


class Recalled(Value):
    """Recalled memory that came back in a transcript and was taken out (case C42).

    `before` counts the messages that stayed and come before the one it stood in; `message` is the id of that, `whole`
    says that it was nothing else. `ids` are the claims, observations and summed-up sessions that were recalled, `texts`
    what they say.
    """

    before: int
    message: str | None
    whole: bool
    ids: tuple[str, ...]
    texts: tuple[str, ...]


class Session(Value):
    """One conversation or one agent task, read and normalised; `claims` and `relations` are still unchecked items.

    `brings_claims` tells a session without claims of its own (which a distiller may read) from one that brings none.
    `recalled` is what kgmem had recalled of itself into it, which is no part of its messages.
    """

    external_id: str
    kind: Literal["conversation", "task"]
    group: str | None
    title: str | None
    started_at: datetime | None
    ended_at: datetime | None
    timezone: str | None
    messages: tuple[Message, ...]
    brings_claims: bool
    claims: tuple[Any, ...] = ()
    relations: tuple[Any, ...] = ()
    recalled: tuple[Recalled, ...] = ()
    warnings: tuple[Warning_, ...] = ()
