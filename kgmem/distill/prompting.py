"""Prompts: a header, words for the model, and data set apart from them. Pure.

    name:    distil
    version: 1
    params:  kinds, session

    What the model is told.
    ---
    What it is given: {{session}}

What is set into a prompt is never read as a part of it: `fenced` data is JSON in which no tag can begin or end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kgmem.errors import InputError

_FIELD = re.compile(r"([a-z]+): +(\S.*)")
_PLACE = re.compile(r"\{\{([a-z_]+)\}\}")
_TAG = re.compile(r"<(?=[/!?\w])")
_DIVIDER = "\n---\n"
_FIELDS = ["name", "params", "version"]


@dataclass(frozen=True)
class Prompt:
    """What a model is told and given, with places for values. `label` is kept on what it produced."""

    name: str
    version: int
    params: tuple[str, ...]
    told: str
    given: str

    @property
    def label(self) -> str:
        """Its name and version, such as `distil/1`."""
        return f"{self.name}/{self.version}"

    def filled(self, values: Mapping[str, str]) -> tuple[str, str]:
        """Both parts with the values in their places, each put in once and left as it is. Raises InputError."""
        if set(values) != set(self.params):
            raise InputError(f"the prompt {self.label} takes {', '.join(self.params)}, not {', '.join(values)}")
        told, given = (_PLACE.sub(lambda place: values[place[1]], part) for part in (self.told, self.given))
        return told, given


def parse(text: str, expected: str) -> Prompt:
    """The prompt in `text`, whose file says it should be named `expected`. Raises InputError naming what is wrong."""
    head, _, body = text.partition("\n\n")
    fields: dict[str, str] = {}
    for line in head.splitlines():
        if not (match := _FIELD.fullmatch(line)):
            raise InputError(f"cannot read header line {line!r}", file=f"{expected}.md")
        fields[match[1]] = match[2].strip()
    if sorted(fields) != _FIELDS:
        raise InputError(f"a prompt has {', '.join(_FIELDS)}", file=f"{expected}.md")
    if fields["name"] != expected:
        raise InputError(f"the header says {fields['name']}", file=f"{expected}.md")
    if not fields["version"].isdecimal():
        raise InputError("the version is a number", file=f"{expected}.md")
    told, divider, given = body.partition(_DIVIDER)
    params = tuple(part.strip() for part in fields["params"].split(","))
    used = set(_PLACE.findall(body))
    if used != set(params):
        raise InputError(f"places used {sorted(used)} are not those declared {sorted(params)}", file=f"{expected}.md")
    if not divider or not told.strip() or not given.strip():
        raise InputError("what is told and what is given stand on two sides of a line ---", file=f"{expected}.md")
    return Prompt(fields["name"], int(fields["version"]), params, told.strip(), given.strip())


def fenced(rows: Iterable[Mapping[str, Any]]) -> str:
    """One JSON object a line; a `<` that could begin a tag is written as JSON's escape for it (case C40).

    Read back, the data is what it was, so a quote that a model copies either way is the same.
    """
    return "\n".join(_TAG.sub(r"\\u003c", json.dumps(row, ensure_ascii=False)) for row in rows)
