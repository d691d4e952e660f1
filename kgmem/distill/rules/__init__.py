"""The rule distiller: claims from English messages without a model, the same for the same message. Pure.

A message is cut into sentences and clauses (`text`), guards say what is no statement of the speaker's (`guards`), and
two tables say what the rest claims: about somebody (`patterns`), about things (`values`).
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from kgmem.distill.rules.claims import Emit, Reader
from kgmem.models import Message
from kgmem.ontology import Ontology

__all__ = ["VERSION", "RuleDistiller"]

VERSION = 5
"""Of the rules: one more whenever they read any text otherwise."""
_FINGERPRINT_DIGITS = 8


class RuleDistiller:
    """Reads claims out of one message at a time, so that distilling a changed message again is exact.

    `strict` leaves a message alone rather than guess; `liberal` adds guesses, below the confidence from which on a
    claim ends another (law T3).
    """

    def __init__(self, ontology: Ontology, emit: Emit = "strict") -> None:
        self.emit = emit
        self._reader = Reader(ontology, emit, self.name)
        self._fingerprint = _fingerprint(ontology)

    @property
    def name(self) -> str:
        """What its claims name as their model."""
        return f"rules/{self.emit}"

    @property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits of the rules' version and of what they read of the ontology: the same text gives the
        same claims where name and fingerprint are the same."""
        return self._fingerprint

    def claims(self, message: Message, cite: str, addressee: str | None) -> list[dict[str, Any]]:
        """The claims of `message` as raw items without ids, in the order of the text; `cite` is how supports name it.

        `addressee` is the user whom an assistant talks to, None between people. Every quote is a span of the text.
        """
        return self._reader.read(message, cite, addressee)


def _fingerprint(ontology: Ontology) -> str:
    predicates = {
        name: [predicate.functional, predicate.inverse_functional, *predicate.words]
        for name, predicate in ontology.predicates.items()
    }
    read = json.dumps([VERSION, predicates, sorted(ontology.kinds)], sort_keys=True)
    return hashlib.sha256(read.encode()).hexdigest()[:_FINGERPRINT_DIGITS]
