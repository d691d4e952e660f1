"""What an agent is told of the session it remembers: the fields of a session file (see the README), as JSON schema.

They describe and do not check: what comes in is read where every session is, so that it fails with the same words and a
claim that cannot be stored leaves the others alone.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, SkipValidation

from kgmem.distill.items import EVENT_KINDS, KINDS, RELATIONS

Moment = Annotated[str, Field(description="ISO 8601: 2026-03-02T09:00:00Z, 2024-06-01, 2024")]


class Shape(BaseModel):
    """What all of them share: a reader meets the names of the fields and nothing of Python."""

    model_config = ConfigDict(extra="allow")


class SourceShape(Shape):
    """What a message was read from."""

    kind: Literal["document", "tool", "speaker"]
    id: str = Field(description="your name for it, the same in every session: a document number, a tool's name")
    title: str | None = None
    uri: str | None = None
    published_at: Moment | None = Field(
        None, description="when a document was published: claims that rest on it are as old as it is"
    )


class MessageShape(Shape):
    """One message, tool result or passage, in the words in which it was seen."""

    id: str | None = Field(None, description="your id, for `support`; unique in the session")
    speaker: str | None = Field(None, description="who says it; by name where one is known")
    role: Literal["user", "assistant", "tool"] | None = None
    text: str = Field(description="verbatim; quotes in `support` must occur in it")
    sent_at: Moment | None = Field(None, description="default: the session's started_at")
    source: SourceShape | None = Field(
        None, description="name the document or tool that the text comes from; default: the speaker"
    )
    locator: str | None = Field(None, description="where in the source: a page, a sheet")


class EntityShape(Shape):
    """A person or thing. One name is one entity, however it is spelled in case and spaces."""

    kind: str = Field("thing", description="person, organisation, place, pump ...: see kgmem://ontology")
    id: str = Field(description="its name or number")


class SupportShape(Shape):
    """What a claim rests on: a message or a claim, of this session by your id or of the store by its id."""

    message: str | None = None
    claim: str | None = None
    quote: str | None = Field(None, description="words of it, verbatim")


class ClaimShape(Shape):
    """One conclusion. A fact has subject, predicate and object or value; an event has participants."""

    id: str | None = Field(None, description="your id, for `support` and `relations`")
    kind: str = Field("fact", json_schema_extra={"enum": list(KINDS)}, description=f"events: {', '.join(EVENT_KINDS)}")
    statement: str = Field(description="a sentence that can be read alone; its numbers and codes occur in its support")
    subject: EntityShape | None = None
    predicate: str | None = Field(
        None, description="lives_in, feeds, price ...: see kgmem://ontology for those with one object at a time"
    )
    object: EntityShape | None = None
    value: str | float | None = Field(None, description="in place of an object: a number, a version, a word")
    unit: str | None = None
    participants: list[EntityShape] | None = None
    negated: bool = Field(False, description="true: it is not so, or no longer")
    confidence: float = Field(description="0 to 1: how sure you are, given what it rests on", ge=0, le=1)
    support: list[SupportShape] = Field(description="at least one; a claim that rests on nothing is rejected")
    anchor: str | None = Field(
        None, description="when it was so: ISO 8601 or words of the message (last Friday); default: the message's time"
    )


class RelationShape(Shape):
    """How two claims hang together; an `updates` runs from the newer to the older."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    start: str = Field(alias="from", description="your id of a claim of this session, or an id of the store")
    end: str = Field(alias="to", description="the same")
    type: str = Field(json_schema_extra={"enum": list(RELATIONS)})
    confidence: float | None = None
    justification: str | None = None


class SessionShape(Shape):
    """One conversation or one task."""

    id: str = Field(
        description="your id; the same id with the same content again changes nothing, with other content it replaces"
    )
    started_at: Moment | None = Field(
        None, description="when it began; without it nothing has a time, and nothing newer can end what was before"
    )
    messages: list[MessageShape]
    claims: list[ClaimShape] | None = Field(
        None, description="what you conclude; leave it out, and the server reads the messages itself"
    )
    relations: list[RelationShape] | None = None
    kind: str = Field("conversation", json_schema_extra={"enum": ["conversation", "task"]})
    title: str | None = None
    group: str | None = Field(None, description="conversation that several sessions belong to; tells namesakes apart")
    ended_at: Moment | None = None
    timezone: str | None = Field(None, description="such as Europe/Oslo, for times that name no zone")


Session = Annotated[SessionShape, SkipValidation]
