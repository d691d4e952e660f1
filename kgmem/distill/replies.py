"""From what a chat model said to a value of the shape it was asked for. Pure."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar, get_origin

from pydantic import BaseModel, ValidationError

from kgmem.errors import InputError
from kgmem.formats.cleaning import cleaned
from kgmem.formats.reading import Origin

S = TypeVar("S", bound=BaseModel)

MAX_ERRORS = 8
"""How many errors a model is told of."""

_FENCE = re.compile(r"```[\w-]*\s*\n(.*?)\n?\s*```", re.DOTALL)


class Unusable(Exception):
    """A reply cannot be used; `errors` say why, in words for the model."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__("; ".join(errors))
        self.errors = errors


def read_json(text: str) -> Any:
    """The JSON value that `text` is, or that the one fenced block in it holds. Raises Unusable for prose and for what
    is cut off: half a reply is none (case C33)."""
    blocks = _FENCE.findall(text)
    whole = blocks[0] if len(blocks) == 1 else text
    if not whole.strip():
        raise Unusable(["the reply is empty"])
    try:
        return json.loads(whole, strict=False)  # models break lines within texts
    except json.JSONDecodeError as error:
        cut = error.pos >= len(whole.rstrip()) or error.msg.startswith("Unterminated")
        why = "is cut off" if cut and whole.lstrip()[0] in "{[" else "is no JSON"
        raise Unusable([f"the reply {why}: {error.msg} at character {error.pos}"]) from None
    except (ValueError, RecursionError):
        raise Unusable(["the reply is no JSON that can be read: a number too long, or too many levels"]) from None


def shaped(raw: Any, shape: type[S]) -> tuple[S, bool]:
    """`raw` in its shape, cleaned, and whether anything had to go; a bare list stands for the first list of the shape.

    Raises Unusable.
    """
    if isinstance(raw, list) and (field := _first_list(shape)):
        raw = {field: raw}
    try:
        raw, dirty = cleaned(raw, Origin())
        value = shape.model_validate(raw)
    except InputError as error:
        raise Unusable([str(error)]) from None
    except ValidationError as error:
        raise Unusable([_told(one) for one in error.errors(include_url=False)[:MAX_ERRORS]]) from None
    return value, dirty


def _first_list(shape: type[BaseModel]) -> str | None:
    return next((name for name, field in shape.model_fields.items() if get_origin(field.annotation) is list), None)


def _told(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"]) or "the reply"
    return f"{place}: {error['msg']}"
