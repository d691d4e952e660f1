"""One question to a chat model, answered in a shape: any LangChain chat model, and every way in which it fails.

A failed call is an outcome, no exception: whoever asks goes on with what else there is.
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import anyio
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.runnables import Runnable
from pydantic import BaseModel
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt, wait_exponential_jitter

from kgmem.distill import prompts
from kgmem.distill.outcomes import Failure, Reply, Usage, failure_of, retry_after
from kgmem.distill.prompting import Prompt
from kgmem.distill.replies import Unusable, read_json, shaped
from kgmem.identity import clean

S = TypeVar("S", bound=BaseModel)
Messages = list[tuple[str, str]]

TIMEOUT_SECONDS = 120.0
"""How long one call may take."""
ATTEMPTS = 5
"""How often a call is sent that meets a rate limit, a connection that breaks or an error of the server."""
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 1.0, 60.0
"""Waits between them double, with a random part; one that the provider names is kept to, up to the longest."""


class _Late(Exception):
    """A call did not end within its time."""


class Caller:
    """A chat model, and how long to wait for it. `name` is `provider:model`, kept on what it says."""

    def __init__(
        self,
        model: BaseChatModel,
        name: str | None = None,
        *,
        timeout: float = TIMEOUT_SECONDS,
        attempts: int = ATTEMPTS,
        waits: tuple[float, float] = (FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS),
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    ) -> None:
        self.name = name or name_of(model)
        self._model, self._timeout, self._attempts, self._waits = model, timeout, attempts, waits
        self._sleep = sleep

    async def ask(self, prompt: Prompt, values: Mapping[str, str], shape: type[S]) -> Reply[S]:
        """The model's answer as a `shape`; asked once more, with the errors, where it is none.

        A field of the shape that takes anything is for the caller to look at; the model is shown the shape's JSON
        schema.
        """
        schema = shape.model_json_schema()
        model, bound = self._bound(schema)
        told, given = prompt.filled(values)
        messages: Messages = [("system", told), ("human", given)]
        if not bound:
            messages[0] = ("system", told + "\n\n" + "\n\n".join(prompts.load("schema").filled(_schema(schema))))
        started, usage, raw = time.monotonic(), Usage(), None
        for repair in (0, 1):
            replied, failure, spent = await self._send(model, messages)
            usage += Usage(spent.calls, repair, spent.input_tokens, spent.output_tokens)
            took = Usage(seconds=time.monotonic() - started)
            if failure:
                return Reply(None, failure, raw, usage + took)
            said, controls = clean(_said(replied))
            raw = said or raw
            try:
                value, dirty = shaped(read_json(said) if said else _parsed(replied), shape)
                return Reply(value, None, raw, usage + took, controls or dirty)
            except Unusable as error:
                failure = Failure("bad_reply", "; ".join(error.errors))
                told, given = prompts.load("repair").filled(_schema(schema, error.errors))
                messages += [("ai", said or "(nothing)"), ("human", f"{told}\n\n{given}")]
        return Reply(None, failure, raw, usage + took)

    def _bound(self, schema: Mapping[str, Any]) -> tuple[Runnable[Any, Any], bool]:
        """The model, told of the schema by its provider's own means where it has any."""
        try:
            return self._model.with_structured_output(dict(schema), include_raw=True), True
        except NotImplementedError:
            return self._model, False

    async def _send(self, model: Runnable[Any, Any], messages: Messages) -> tuple[Any, Failure | None, Usage]:
        """What came back, or why nothing did, after as many attempts as there are."""
        calls, replied, failure = 0, None, None
        try:
            async for attempt in AsyncRetrying(
                retry=retry_if_exception(_may_pass),
                stop=stop_after_attempt(self._attempts),
                wait=self._wait(),
                sleep=self._sleep,
                reraise=True,
            ):
                with attempt:
                    calls += 1
                    replied = await self._once(model, messages)
        except _Late:
            failure = Failure("timeout", f"no reply within {self._timeout:g} seconds")
        except Exception as error:  # noqa: BLE001  what providers raise has no root of its own
            replied = _cut_off(error)
            failure = None if replied else failure_of(error).after(calls)
        tokens = getattr(_message(replied), "usage_metadata", None) or {}
        return replied, failure, Usage(calls, 0, tokens.get("input_tokens", 0), tokens.get("output_tokens", 0))

    async def _once(self, model: Runnable[Any, Any], messages: Messages) -> Any:
        with anyio.move_on_after(self._timeout):
            return await model.ainvoke(messages)
        raise _Late

    def _wait(self) -> Callable[[RetryCallState], float]:
        first, longest = self._waits
        grows = wait_exponential_jitter(multiplier=first, max=longest, jitter=first)

        def wait(state: RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            return min(longest, max(grows(state), (error and retry_after(error)) or 0.0))

        return wait


def name_of(model: BaseChatModel) -> str:
    """`provider:model`, as far as a model tells them; the same for one passed in and one found by this name."""
    known = model._get_ls_params()
    return f"{known.get('ls_provider') or model._llm_type}:{known.get('ls_model_name') or type(model).__name__}"


def _may_pass(error: BaseException) -> bool:
    return isinstance(error, Exception) and not isinstance(error, _Late) and failure_of(error).passing


def _schema(schema: Mapping[str, Any], errors: list[str] | None = None) -> dict[str, str]:
    told = {"schema": json.dumps(schema, ensure_ascii=False)}
    return told if errors is None else told | {"errors": "\n".join(f"- {error}" for error in errors)}


def _message(replied: Any) -> BaseMessage | None:
    raw = replied.get("raw") if isinstance(replied, Mapping) else replied
    return raw if isinstance(raw, BaseMessage) else None


def _cut_off(error: Exception) -> AIMessage | None:
    """What OpenAI's client, which gives no reply that was cut off, kept of one."""
    completion = getattr(error, "completion", None)
    choices = getattr(completion, "choices", None)
    if not choices:
        return None
    spent = getattr(completion, "usage", None)
    tokens = [getattr(spent, name, 0) for name in ("prompt_tokens", "completion_tokens", "total_tokens")]
    usage = UsageMetadata(input_tokens=tokens[0], output_tokens=tokens[1], total_tokens=tokens[2])
    return AIMessage(choices[0].message.content or "", usage_metadata=usage)


def _said(replied: Any) -> str:
    """The model's own words; its parsers repair what is cut off, which would pass for a whole reply."""
    message = _message(replied)
    if isinstance(message, AIMessage) and message.tool_calls:
        return json.dumps(message.tool_calls[0]["args"], ensure_ascii=False)
    if isinstance(message, AIMessage) and message.invalid_tool_calls:
        return message.invalid_tool_calls[0].get("args") or ""
    return str(message.text) if message else ""


def _parsed(replied: Any) -> Any:
    """What a model gives that speaks in values only. Raises Unusable where there is none."""
    parsed = replied.get("parsed") if isinstance(replied, Mapping) and "parsed" in replied else replied
    if isinstance(parsed, BaseModel) and not isinstance(parsed, BaseMessage):
        parsed = parsed.model_dump()
    if isinstance(parsed, Mapping | list):
        return parsed
    raise Unusable(["the reply is empty"])
