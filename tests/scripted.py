"""A chat model that replies from a script, and remembers what it was asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableLambda
from pydantic import PrivateAttr


@dataclass(frozen=True)
class Slow:
    """A reply that comes after some seconds."""

    seconds: float
    reply: Any


class Refused(Exception):
    """An error as the clients of providers raise them: with a status."""

    def __init__(self, status_code: int, message: str = "refused") -> None:
        super().__init__(message)
        self.status_code = status_code


Script = list[Any] | Callable[[str], Any]
"""The replies in order, or what is replied to each prompt. A reply is a text, JSON, None, an error or a Slow one."""


class ScriptedModel(BaseChatModel):
    """Replies in plain text; what it was asked stands in `prompts`, one text a call."""

    script: Any
    model_name: str = "one"
    _prompts: list[str] = PrivateAttr(default_factory=list)
    _most: list[int] = PrivateAttr(default_factory=lambda: [0, 0])

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def prompts(self) -> list[str]:
        """What it was asked, in order."""
        return self._prompts

    @property
    def most_at_once(self) -> int:
        """How many calls were under way at a time, at the most."""
        return self._most[1]

    async def said(self, messages: list[BaseMessage]) -> Any:
        """The next reply, once its time has come; raised where it is an error."""
        prompt = "\n".join(str(message.content) for message in messages)
        self._prompts.append(prompt)
        reply = self.script(prompt) if callable(self.script) else self.script[len(self._prompts) - 1]
        self._most[0] += 1
        self._most[1] = max(self._most)
        try:
            if isinstance(reply, Slow):
                await asyncio.sleep(reply.seconds)
                reply = reply.reply
        finally:
            self._most[0] -= 1
        if isinstance(reply, BaseException):
            raise reply
        return reply

    async def _agenerate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        reply = await self.said(messages)
        text = "" if reply is None else reply if isinstance(reply, str) else json.dumps(reply)
        usage = {"input_tokens": 100, "output_tokens": 10, "total_tokens": 110}
        return ChatResult(generations=[ChatGeneration(message=AIMessage(text, usage_metadata=usage))])

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        raise AssertionError("kgmem asks asynchronously")


class ValueModel(ScriptedModel):
    """One that gives values and no words, or None, as some providers' structured output does."""

    def with_structured_output(self, schema: Any, *, include_raw: bool = False, **_: Any) -> Runnable[Any, Any]:
        async def reply(messages: Any) -> Any:
            said = await self.said([AIMessage(text) for _, text in messages])
            return None if said is None else {"raw": None, "parsed": said, "parsing_error": None}

        return RunnableLambda(reply)
