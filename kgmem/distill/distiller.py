"""What turns messages into claims where a session brings none of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

from kgmem.models import Session

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


def addressee(session: Session) -> str | None:
    """Whom an assistant's messages are about: the one user of the session, None between people."""
    users = {message.speaker for message in session.messages if message.role == "user"}
    return users.pop() if len(users) == 1 else None
