"""What turns messages into claims where a session brings none of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kgmem.distill.outcomes import NO_CALLS, Failure, Usage
from kgmem.distill.rules import RuleDistiller
from kgmem.echo import Heard
from kgmem.errors import UsageError
from kgmem.models import Session, Warning_
from kgmem.ontology import Ontology

EMITS = ("strict", "liberal")
"""How a distiller decides what is doubtful: leave it, or claim it at a low confidence."""

Names = Callable[[Sequence[str], str | None], Awaitable[Sequence[Mapping[str, Any]]]]
"""Asks the store which entities carry one of these folded names, in a group."""


@dataclass(frozen=True)
class Distillation:
    """What was found in a session: claims and relations in the native format, still unchecked, since what a distiller
    says is checked like what a session brings; or why nothing was, with the `reply` that could not be used."""

    claims: tuple[Any, ...] = ()
    relations: tuple[Any, ...] = ()
    summary: str | None = None
    warnings: tuple[Warning_, ...] = ()
    failure: Failure | None = None
    reply: str | None = None
    usage: Usage = NO_CALLS


class Distiller(Protocol):
    """Reads messages. `name` is kept on the sessions it read: which distiller, and how it was set.

    One that reads a session `whole` reads all of it again where some of it changed, another only what changed. What a
    `slow` one found in a session is written at once, while others are being read.
    """

    @property
    def name(self) -> str:
        """Which distiller, and how it was set."""

    @property
    def whole(self) -> bool:
        """Whether what it finds in a message depends on the others."""

    @property
    def slow(self) -> bool:
        """Whether reading takes time elsewhere, so that several sessions are read at once."""

    async def distil(self, session: Session, cite: Sequence[str], fresh: Collection[int], names: Names) -> Distillation:
        """The claims of the messages at the positions `fresh`; `cite` says how supports name each message.

        Every claim has an id of its own that its message and its place in that give, so that reading a part of the
        session again words the same claims in the same way; one that reads it whole may number them.
        """


class Rules:
    """The rule distiller as it reads sessions: message by message, whatever stands around each."""

    whole = False
    slow = False

    def __init__(self, rules: RuleDistiller) -> None:
        self._rules = rules
        self.name = f"{rules.name} {rules.fingerprint}"

    async def distil(self, session: Session, cite: Sequence[str], fresh: Collection[int], names: Names) -> Distillation:
        """As Distiller says; every claim rests on one message, and on no words that repeat recalled memory (C42)."""
        to, heard = addressee(session), Heard(session)
        found: list[dict[str, Any]] = []
        for place in fresh:
            message = session.messages[place]
            name = f"[{place}]" if message.id is None else message.id
            claims = self._rules.claims(message, cite[place], to)
            new = [claim for claim in claims if not all(heard.repeats(place, one["quote"]) for one in claim["support"])]
            found += [claim | {"id": f"{name}#{number}"} for number, claim in enumerate(new, start=1)]
        return Distillation(tuple(found))


def rules(emit: str, ontology: Ontology) -> Distiller:
    """The rule distiller in a mode. Raises UsageError."""
    if emit not in EMITS:
        raise UsageError(f"there is no mode {emit!r}; there are {', '.join(EMITS)}", field="emit")
    return Rules(RuleDistiller(ontology, "liberal" if emit == "liberal" else "strict"))


def addressee(session: Session) -> str | None:
    """Whom an assistant's messages are about: the one user of the session, None between people."""
    users = {message.speaker for message in session.messages if message.role == "user"}
    return users.pop() if len(users) == 1 else None
