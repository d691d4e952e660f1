"""Law P5, with a chat model: one call, whose reply is checked; where it fails, the answer is drawn without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.distill import prompts
from kgmem.models import Answer, Found, Recall, Warning_
from kgmem.recall import composing

if TYPE_CHECKING:
    from kgmem.distill.model import Caller


async def answered(caller: Caller | None, question: str, found: Recall, drawn: str) -> Answer:
    """The model's answer, or, without a model or where it fails, `drawn`, with a warning that says why.

    The evidence is found by then, and is the better half of an answer: a busy provider takes none of it away. Where
    nothing was found no model is asked.
    """
    values = {name: getattr(found, name) for name in Found.model_fields}
    if caller is None or not found.context:
        return Answer(answer=drawn, **values)
    prompt = prompts.load("answer")
    reply = await caller.ask(prompt, composing.values(question, found), composing.Written)
    spent = {"model": f"{caller.name} {prompt.label}", "model_calls": reply.usage.calls}
    if reply.value is None:
        reason = reply.failure.reason if reply.failure else "model_returned_none"
        return Answer(
            answer=drawn,
            **values,
            model_calls=reply.usage.calls,
            warnings=(Warning_(code="answer_unwritten", detail=reason),),
        )
    made = composing.composed(reply.value, found)
    values |= {"status": made.status, "citations": made.citations, "dropped_citations": made.dropped}
    return Answer(answer=made.text, **values, **spent)
