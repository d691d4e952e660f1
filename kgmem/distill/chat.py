"""The distiller that asks a chat model: one call a session, or one a part where it is long."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kgmem.distill import prompts, telling
from kgmem.distill.answers import Answers
from kgmem.distill.distiller import Distillation, Names
from kgmem.distill.merging import merged
from kgmem.distill.model import Caller
from kgmem.distill.outcomes import Reply, Usage
from kgmem.distill.shapes import SessionShape
from kgmem.distill.splitting import Piece, split
from kgmem.models import Session, Warning_
from kgmem.ontology import Ontology

PART_CHARS = 24_000
"""What of a session goes into one call; about 6,000 tokens of English."""
MAX_SUMMARY_CHARS = 2_000
"""What of a summary is kept."""


class ModelDistiller:
    """Reads a session whole, also where only some of it changed: what a message says is told by those around it."""

    whole = True
    slow = True

    def __init__(self, caller: Caller, ontology: Ontology, zone: str | None, part_chars: int = PART_CHARS) -> None:
        self.caller = caller
        self._ontology, self._zone, self._part_chars = ontology, zone, part_chars
        self._prompt = prompts.load("distil")
        self._declared = telling.declared(ontology)
        self.name = f"{caller.name} {self._prompt.label}"

    async def distil(self, session: Session, cite: Sequence[str], fresh: Collection[int], names: Names) -> Distillation:
        """As Distiller says; a session without text asks nothing (C11). A part that fails fails the session."""
        parts = split([message.text for message in session.messages], self._part_chars)
        if not parts:
            return Distillation()
        known = telling.entities(await names(telling.name_keys(session), session.group))
        labels = telling.labels(session)
        answers = Answers(session, labels, cite, self.caller.name)
        summaries, usage, dirty = [], Usage(), False
        for number, part in enumerate(parts, start=1):
            reply = await self._ask(session, part, (number, len(parts)), labels, known)
            usage += reply.usage
            if reply.value is None:
                return Distillation(failure=reply.failure, reply=reply.raw, usage=usage)
            answers.add(reply.value.claims, reply.value.relations, number if len(parts) > 1 else None)
            summaries.append((reply.value.summary or "").strip())
            dirty |= reply.cleaned
        claimed = session.model_copy(update={"claims": tuple(answers.items), "relations": tuple(answers.relations)})
        claimed = merged(claimed, self._ontology, self._zone) if len(parts) > 1 else claimed
        if dirty:
            answers.warnings.append(Warning_(code="text_sanitised", detail="in what the chat model replied"))
        return Distillation(
            claims=claimed.claims,
            relations=claimed.relations,
            summary=" ".join(filter(None, summaries))[:MAX_SUMMARY_CHARS] or None,
            warnings=tuple(answers.warnings),
            usage=usage,
        )

    async def _ask(
        self, session: Session, part: Sequence[Piece], place: tuple[int, int], labels: Sequence[str], known: str
    ) -> Reply[SessionShape]:
        number, count = place
        values = {
            **self._declared,
            "entities": known,
            "part": f"Part {number} of {count}; the parts overlap." if count > 1 else "The session:",
            "session": telling.told(session, part, labels),
        }
        return await self.caller.ask(self._prompt, values, SessionShape)
