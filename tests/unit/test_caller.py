"""One question to a chat model: every form of reply, and every way to fail, is an outcome."""

from __future__ import annotations

import re
from typing import Any

import anyio
import pytest
from pydantic import BaseModel, Field
from scripted import Refused, ScriptedModel, Slow, ValueModel

from kgmem.distill import prompts
from kgmem.distill.model import Caller, name_of
from kgmem.distill.outcomes import Reply, Usage
from kgmem.distill.prompting import Prompt

QUESTION = Prompt("names", 1, ("text",), "List the names.", "{{text}}")
NOTHING_WAITED = {"attempts": 3, "waits": (0.0, 0.0)}


class Names(BaseModel):
    """The names that a text holds."""

    names: list[str] = Field(description="each once")
    note: str | None = None


async def ask(model: ScriptedModel, **options: Any) -> Reply[Names]:
    return await Caller(model, "a:b", **{**NOTHING_WAITED, **options}).ask(QUESTION, {"text": "Ada met Bo."}, Names)


@pytest.mark.parametrize(
    "reply",
    [
        '{"names": ["Ada", "Bo"]}',
        '```json\n{"names": ["Ada", "Bo"]}\n```',
        'Here they are:\n```\n{"names": ["Ada", "Bo"]}\n```\nAnything else?',
        '["Ada", "Bo"]',
        '\n {"names": ["Ada", "Bo"], "more": 1}\n',
    ],
    ids=["plain", "fenced", "fenced in prose", "bare list", "more than asked for"],
)
async def test_a_reply_in_any_usual_form_is_read_with_one_call(reply: str) -> None:
    """Case C33."""
    done = await ask(ScriptedModel(script=[reply]))
    assert done.value == Names(names=["Ada", "Bo"])
    assert done.failure is None
    assert (done.usage.calls, done.usage.repairs) == (1, 0)
    assert (done.usage.input_tokens, done.usage.output_tokens) == (100, 10)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("Sure! Here you go", "no JSON"),
        ('{"names": ["Ada', "cut off"),
        ('{"names": ["Ada"]', "cut off"),
        (None, "empty"),
        ('{"names": "Ada"}', "names: Input should be a valid list"),
        ('{"title": "Names", "properties": {}}', "names: Field required"),
        ("[" * 100_000, "levels"),
        ('{"names": [' + "9" * 5_000 + "]}", "too long"),
    ],
    ids=["prose", "cut in a text", "cut", "none", "another shape", "the schema itself", "deep", "huge number"],
)
async def test_what_cannot_be_read_is_asked_for_once_more_with_the_errors(reply: str | None, why: str) -> None:
    """Case C33: one repair, which the model can follow, and then a failure that keeps what was said."""
    model = ScriptedModel(script=[reply, '{"names": []}'])
    mended = await ask(model)
    assert mended.value == Names(names=[])
    assert (mended.usage.calls, mended.usage.repairs) == (2, 1)
    assert why in model.prompts[1]
    assert '"title": "Names"' in model.prompts[1]
    failed = await ask(ScriptedModel(script=[reply] * 9))
    assert failed.value is None
    assert failed.failure is not None
    assert failed.failure.code == "bad_reply"
    assert why in failed.failure.reason
    assert failed.raw == reply
    assert failed.usage == Usage(2, 1, 200, 20, failed.usage.seconds)


@pytest.mark.parametrize(
    ("said", "value"), [({"names": ["Ada"]}, ["Ada"]), (Names(names=["Ada"]), ["Ada"]), (["Ada"], ["Ada"])]
)
async def test_a_model_may_give_values_instead_of_words(said: Any, value: list[str]) -> None:
    done = await ask(ValueModel(script=[said]))
    assert done.value is not None
    assert done.value.names == value


async def test_none_instead_of_a_value_fails_after_one_repair() -> None:
    """Case C33: structured output may return None."""
    done = await ask(ValueModel(script=[None] * 9))
    assert done.failure is not None
    assert (done.failure.reason, done.raw, done.usage.calls) == ("bad_reply: the reply is empty", None, 2)


async def test_what_the_model_says_is_cleaned() -> None:
    """Case C20, for model output: NUL goes, half a pair becomes U+FFFD, a whole one stays."""
    done = await ask(ScriptedModel(script=['["A\\u0000da", "B\\ud83d", "\\ud83d\\ude00"]']))
    assert done.value == Names(names=["Ada", "B\ufffd", "😀"])
    assert done.cleaned
    raw = await ask(ScriptedModel(script=["no\x00thing \ud83d"] * 2))
    assert raw.raw == "nothing \ufffd"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Refused(429, "slow down"), "rate_limited"),
        (Refused(503, "overloaded"), "model_error"),
        (Refused(504, "gateway"), "timeout"),
        (ConnectionError("reset by peer"), "model_unreachable"),
    ],
    ids=["rate limit", "server", "gateway", "connection"],
)
async def test_what_may_pass_is_tried_again_a_stated_number_of_times(error: Exception, code: str) -> None:
    """Case C54."""
    passed = await ask(ScriptedModel(script=[error, error, '["Ada"]']))
    assert passed.value == Names(names=["Ada"])
    assert passed.usage.calls == 3
    model = ScriptedModel(script=[error] * 9)
    failed = await ask(model)
    assert failed.failure is not None
    assert (failed.failure.code, failed.usage.calls, len(model.prompts)) == (code, 3, 3)
    assert failed.failure.detail == f"{error} (3 attempts)"


@pytest.mark.parametrize("error", [Refused(401, "wrong key"), Refused(429, "insufficient_quota"), ValueError("odd")])
async def test_what_will_not_pass_is_not_tried_again(error: Exception) -> None:
    done = await ask(ScriptedModel(script=[error] * 9))
    assert done.failure is not None
    assert (done.failure.detail, done.usage.calls) == (str(error), 1)


async def test_a_wait_that_is_asked_for_is_kept_up_to_the_longest() -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    errors = [Refused(429) for _ in range(3)]
    for error, seconds in zip(errors, ("7", "900", "soon"), strict=True):
        error.response = type("Response", (), {"headers": {"retry-after": seconds}})()  # type: ignore[attr-defined]
    done = await ask(ScriptedModel(script=[*errors, "[]"]), attempts=4, waits=(0.0, 30.0), sleep=sleep)
    assert done.value is not None
    assert waited == [7.0, 30.0, 0.0]


async def test_a_model_that_never_replies_ends_in_time() -> None:
    """Case C54: a deadline of its own for each call, whatever the model does."""
    with anyio.fail_after(20):
        done = await ask(ScriptedModel(script=[Slow(200, "[]")] * 9), timeout=0.05)
    assert done.failure is not None
    assert (done.failure.reason, done.usage.calls) == ("timeout: no reply within 0.05 seconds", 1)


async def test_no_secret_and_no_flood_is_in_a_failure() -> None:
    done = await ask(ScriptedModel(script=[Refused(401, "bad key sk-abcdef123456 " + "x" * 5_000)]))
    assert done.failure is not None
    assert "abcdef" not in done.failure.reason
    assert len(done.failure.reason) < 400


def test_a_model_is_named_by_provider_and_model() -> None:
    from langchain_openai import ChatOpenAI

    assert name_of(ChatOpenAI(model="m-1", api_key="none")) == "openai:m-1"
    assert name_of(ScriptedModel(script=[])) == "scriptedmodel:one"


def test_every_prompt_fits_its_header() -> None:
    assert {"repair", "schema"} <= set(prompts.names())
    for name in prompts.names():
        assert re.fullmatch(rf"{name}/[1-9]\d*", prompts.load(name).label)
