"""What all values are made of."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

SessionState = Literal["stored", "unchanged", "failed", "rejected"]
Standing = Literal["supported", "weakened", "unsupported"]
Status = Literal["answered", "past", "disputed", "unknown"]
RelationType = Literal["CAUSES", "ENABLES", "PREVENTS", "BEFORE", "UPDATES", "CONTRADICTS"]


class Value(BaseModel):
    """Base of all of them: frozen, no field beyond those declared."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Warning_(Value):
    """Something kgmem did or left undone that the caller should know; `code` is documented in the README."""

    code: str
    detail: str
