"""Which distiller reads: the one that is asked for, else the chat model that is given or set, else the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgmem.distill.distiller import Distiller, rules
from kgmem.errors import UsageError
from kgmem.ontology import Ontology

if TYPE_CHECKING:
    from kgmem.distill.model import Caller


@dataclass(frozen=True)
class Chat:
    """The chat model of a memory, passed in or by its name; how long to wait for it, how often to try, and how much of
    a session it is given at a time."""

    timeout: float
    attempts: int
    part_chars: int
    model: Any = None
    name: str | None = None

    def caller(self, name: str | None = None) -> Caller | None:
        """Asks the model called `name`, else the one that was passed in or set; None where there is none.

        Raises UsageError.
        """
        name = name or (None if self.model is not None else self.name)
        if name is None and self.model is None:
            return None
        from kgmem.distill import providers
        from kgmem.distill.model import Caller

        model = providers.resolve(name) if name else self.model
        return Caller(model, name, timeout=self.timeout, attempts=self.attempts)


def judge(name: str | None, chat: Chat) -> Caller | None:
    """The model that says how claims of different sessions relate: none where the rules, or nothing, are asked for.

    Raises UsageError."""
    return None if name in ("rules", "none") else chat.caller(name)


def writer(name: str | None, chat: Chat) -> Caller | None:
    """The model that writes answers: the one called `name`, else that of the memory; None for `none`.

    Raises UsageError."""
    if name is not None and name != "none" and not all(part.strip() for part in name.partition(":")):
        raise UsageError(f"no model is named {name!r}; there are none and provider:model", field="model")
    return None if name == "none" else chat.caller(name)


def resolve(name: str | None, emit: str, ontology: Ontology, chat: Chat, zone: str | None) -> Distiller | None:
    """The distiller called `name`: `rules`, `provider:model`, or None for `none`, which leaves messages unread; where
    nothing is asked for, the model of `chat`, else the rules. Raises UsageError."""
    by_rules = rules(emit, ontology)
    if name == "none":
        return None
    if name == "rules":
        return by_rules
    if name is not None and not all(part.strip() for part in name.partition(":")):
        raise UsageError(
            f"no distiller is named {name!r}; there are rules, none, and provider:model", field="distiller"
        )
    caller = chat.caller(name)
    if caller is None:
        return by_rules
    from kgmem.distill.chat import ModelDistiller

    return ModelDistiller(caller, ontology, zone, chat.part_chars)
