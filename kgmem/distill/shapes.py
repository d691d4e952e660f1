"""What a chat model is asked to reply with. Pure.

The model is shown every field; items are taken as they come, since each is checked by itself and one that is wrong
leaves its siblings alone.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, PlainValidator


class EntityShape(BaseModel):
    """A person or thing."""

    kind: str
    id: str = Field(description="its name as the session writes it, or the id of a known entity")


class SupportShape(BaseModel):
    """A message with a quote from it, or a claim of this reply."""

    message: str | None = Field(None, description="id of a message")
    quote: str | None = Field(None, description="words of that message, letter by letter")
    claim: str | None = Field(None, description="id of a claim of this reply")


class ClaimShape(BaseModel):
    """One thing that the session says."""

    id: str = Field(description="c1, c2 and so on")
    kind: Literal["fact", "action", "state_change", "preference", "plan"]
    statement: str
    subject: EntityShape | None = None
    predicate: str | None = None
    object: EntityShape | None = None
    value: str | None = Field(None, description="in place of an object: a number, date or text")
    unit: str | None = None
    participants: list[EntityShape] = Field(default_factory=list)
    negated: bool = False
    anchor: str | None = Field(None, description="words of a supporting message that tell when it happened or began")
    until: str | None = Field(None, description="words of a supporting message that tell when it ended")
    confidence: float = Field(ge=0, le=1)
    support: list[SupportShape]


class RelationShape(BaseModel):
    """How one claim of this reply stands to another."""

    from_: str = Field(alias="from", description="id of a claim")
    to: str = Field(description="id of a claim")
    type: Literal["causes", "enables", "prevents", "before", "updates", "contradicts"]
    confidence: float = Field(ge=0, le=1)
    justification: str | None = None


def _unread(value: Any) -> Any:
    return value


class SessionShape(BaseModel):
    """What a session says."""

    summary: str | None = Field(None, description="two or three sentences")
    claims: list[Annotated[Any, PlainValidator(_unread, json_schema_input_type=ClaimShape)]]
    relations: list[Annotated[Any, PlainValidator(_unread, json_schema_input_type=RelationShape)]] = Field(
        default_factory=list
    )
