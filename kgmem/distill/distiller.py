"""What turns messages into claims where a session brings none of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

from kgmem.distill.rules import RuleDistiller
from kgmem.echo import Heard
from kgmem.errors import UsageError
from kgmem.models import Session
from kgmem.ontology import Ontology

EMITS = ("strict", "liberal")
"""How a distiller decides what is doubtful: leave it, or claim it at a low confidence."""

Items = list[dict[str, Any]]
"""Claims in the native session format, still unchecked: what a distiller says is checked like what a session brings."""


class Distiller(Protocol):
    """Reads messages. `name` is kept on the sessions it read."""

    @property
    def name(self) -> str:
        """Which distiller, and how it was set."""

    async def distil(self, session: Session, cite: Sequence[str], fresh: Collection[int]) -> Items:
        """The claims of the messages at the positions `fresh`; `cite` says how supports name each message.

        Every claim has an id of its own that its message and its place in that give, so that reading a part of the
        session again words the same claims in the same way.
        """


class Rules:
    """The rule distiller as it reads sessions: message by message, whatever stands around each."""

    def __init__(self, rules: RuleDistiller) -> None:
        self._rules = rules
        self.name = f"{rules.name} {rules.fingerprint}"

    async def distil(self, session: Session, cite: Sequence[str], fresh: Collection[int]) -> Items:
        """As Distiller says; every claim rests on one message, and on no words that repeat recalled memory (C42)."""
        to, heard = addressee(session), Heard(session)
        found = []
        for place in fresh:
            message = session.messages[place]
            name = f"[{place}]" if message.id is None else message.id
            claims = self._rules.claims(message, cite[place], to)
            new = [claim for claim in claims if not all(heard.repeats(place, one["quote"]) for one in claim["support"])]
            found += [claim | {"id": f"{name}#{number}"} for number, claim in enumerate(new, start=1)]
        return found


def resolve(name: str, emit: str, ontology: Ontology) -> Distiller | None:
    """The distiller called `name`, None for `none`, which leaves messages unread. Raises UsageError."""
    if emit not in EMITS:
        raise UsageError(f"there is no mode {emit!r}; there are {', '.join(EMITS)}", field="emit")
    if name == "none":
        return None
    if name != "rules":
        raise UsageError(f"no distiller is named {name!r}; there are rules and none", field="distiller")
    return Rules(RuleDistiller(ontology, "liberal" if emit == "liberal" else "strict"))


def addressee(session: Session) -> str | None:
    """Whom an assistant's messages are about: the one user of the session, None between people."""
    users = {message.speaker for message in session.messages if message.role == "user"}
    return users.pop() if len(users) == 1 else None
