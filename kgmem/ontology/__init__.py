"""Entity kinds and predicates, from TOML: a default ontology comes with the package, users add their own.

[kinds]
pump = "equipment"          # a kind and its parent; identity uses the root

[predicates.lives_in]
functional = true           # one object at a time (law T3)

[predicates.supplies]
words = ["supplies", "delivers"]   # "Acme supplies V-12": verbs by which the rule distiller knows it
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgmem.errors import InputError
from kgmem.identity import fold_name

UNDECLARED = "thing"
"""The kind of whatever declares none that is known (law I1)."""


_VERB = re.compile(r"\s*[^\W\d_][\w'-]*(?:\s+[\w'-]+){0,4}\s*")


@dataclass(frozen=True)
class Predicate:
    """How many objects a subject has at a time, and subjects an object (law T3); `words` are verbs in the third person
    by which the rule distiller knows it."""

    functional: bool = False
    inverse_functional: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ontology:
    """Kinds with their parents (None for a root) and predicates. A predicate nobody declared holds many objects."""

    kinds: Mapping[str, str | None] = field(default_factory=dict)
    predicates: Mapping[str, Predicate] = field(default_factory=dict)

    def kind(self, name: str) -> str:
        """The declared kind that `name` means, or `thing`."""
        folded = fold_name(name)
        return folded if folded in self.kinds else UNDECLARED

    def root(self, name: str) -> str:
        """The root of a kind, the one that identity uses."""
        kind = self.kind(name)
        while parent := self.kinds.get(kind):
            kind = parent
        return kind


def predicate_name(text: str) -> str:
    """A predicate as the store spells it: folded, with underscores, so that `Lives in` is lives_in."""
    return fold_name(text).replace(" ", "_")


@functools.cache
def default() -> Ontology:
    """The ontology that comes with the package."""
    return load(Path(__file__).parent / "default.toml")


def load(path: Path, base: Ontology | None = None) -> Ontology:
    """The ontology in `path`, added to `base`. Raises InputError naming file and field."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"is not TOML: {error}", file=str(path)) from error
    if strange := sorted(set(data) - {"kinds", "predicates"}):
        raise InputError("an ontology has the tables kinds and predicates", file=str(path), field=strange[0])
    for table in ("kinds", "predicates"):
        if not isinstance(entries := data.get(table, {}), dict):
            raise InputError("is a table", file=str(path), field=table)
        if nameless := [name for name in entries if not fold_name(name)]:
            raise InputError("is a name of which nothing is visible", file=str(path), field=f"{table}.{nameless[0]}")
    kinds = dict(base.kinds) if base else {}
    kinds |= {fold_name(name): fold_name(parent) or None for name, parent in _strings(path, data, "kinds")}
    _check_parents(path, kinds)
    predicates = dict(base.predicates) if base else {}
    for name, options in data.get("predicates", {}).items():
        predicates[predicate_name(name)] = _predicate(path, f"predicates.{name}", options)
    return Ontology(kinds, predicates)


def _predicate(path: Path, field: str, options: Any) -> Predicate:
    flags = {"functional", "inverse_functional"}
    if (
        not isinstance(options, dict)
        or set(options) - flags - {"words"}
        or not all(isinstance(options[flag], bool) for flag in flags & set(options))
    ):
        detail = "takes functional and inverse_functional, true or false, and words, a list of verbs"
        raise InputError(detail, file=str(path), field=field)
    words = options.get("words", [])
    if not isinstance(words, list) or not all(isinstance(word, str) and _VERB.fullmatch(word) for word in words):
        detail = 'is a list of verbs as they follow a name, such as ["supplies", "is part of"]'
        raise InputError(detail, file=str(path), field=f"{field}.words")
    return Predicate(
        options.get("functional", False),
        options.get("inverse_functional", False),
        tuple(" ".join(word.split()) for word in words),
    )


def _strings(path: Path, data: Mapping[str, Any], table: str) -> list[tuple[str, str]]:
    entries = data.get(table, {})
    for name, value in entries.items():
        if not isinstance(value, str):
            raise InputError('is the name of a parent kind, or ""', file=str(path), field=f"{table}.{name}")
    return list(entries.items())


def _check_parents(path: Path, kinds: Mapping[str, str | None]) -> None:
    for name in kinds:
        seen, kind = {name}, kinds[name]
        while kind is not None:
            if kind not in kinds:
                raise InputError(f"has the parent {kind}, which is not declared", file=str(path), field=f"kinds.{name}")
            if kind in seen:
                raise InputError(f"is its own ancestor through {kind}", file=str(path), field=f"kinds.{name}")
            seen.add(kind)
            kind = kinds[kind]
