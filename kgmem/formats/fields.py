"""The fields of the native format and their types; what they mean is read in native.py. Pure."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from kgmem.anchors import DateOrder
from kgmem.formats.cleaning import finite

Text = Annotated[str, BeforeValidator(finite)]


class Raw(BaseModel):
    """What all of them allow: a number for a text, and fields that nobody reads."""

    model_config = ConfigDict(extra="allow", coerce_numbers_to_str=True)


class RawSource(Raw):
    """What a message comes from."""

    kind: Literal["document", "tool", "speaker"]
    id: Text
    title: Text | None = None
    uri: Text | None = None
    published_at: Text | None = None
    date_order: DateOrder | None = None


class RawMessage(Raw):
    """A message."""

    id: Text | None = None
    speaker: Text | None = None
    role: Literal["user", "assistant", "tool"] | None = None
    text: Text
    sent_at: Text | None = None
    source: RawSource | None = None
    locator: Text | None = None


class RawSession(Raw):
    """A session; its claims and relations are checked later, one by one."""

    id: Text
    kind: Literal["conversation", "task"] = "conversation"
    title: Text | None = None
    started_at: Text | None = None
    ended_at: Text | None = None
    timezone: Text | None = None
    date_order: DateOrder | None = None
    group: Text | None = None
    messages: list[RawMessage]
    claims: list[Any] | None = None
    relations: list[Any] | None = None
