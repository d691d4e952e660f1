"""How a call of a chat model ended: its value or its failure, and what it took. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

V = TypeVar("V")

MAX_DETAIL_CHARS = 300
"""What of a provider's message is kept."""

_SECRET = re.compile(r"\b(sk-|key[=: ]+|bearer )\S{6,}", re.IGNORECASE)
_TIMEOUTS = {"APITimeoutError", "TimeoutException", "TimeoutError", "ReadTimeout", "ConnectTimeout"}
_UNREACHED = {"APIConnectionError", "TransportError", "ConnectionError", "ConnectError", "RemoteProtocolError"}
_TOO_MANY = 429
_TIMED_OUT = (408, 504)
_SERVER = 500


@dataclass(frozen=True)
class Failure:
    """Why there is no value: a code (see codes.REASONS) and words; `passing` is what may be gone when asked again."""

    code: str
    detail: str
    passing: bool = False

    @property
    def reason(self) -> str:
        """As reports and sessions carry it."""
        return f"{self.code}: {self.detail}"

    def after(self, calls: int) -> Failure:
        """The same, saying how often it was tried where that is more than once."""
        return replace(self, detail=f"{self.detail} ({calls} attempts)") if calls > 1 else self


@dataclass(frozen=True)
class Usage:
    """What calls took: requests that were sent, how many of them asked for a repair, tokens as far as the model told
    them, and seconds of waiting."""

    calls: int = 0
    repairs: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.repairs + other.repairs,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.seconds + other.seconds,
        )


NO_CALLS = Usage()


@dataclass(frozen=True)
class Reply(Generic[V]):
    """A value, or why there is none; `raw` is what the model said last, None where it said nothing. `cleaned` says that
    characters were taken out which no store can hold (case C20)."""

    value: V | None
    failure: Failure | None
    raw: str | None
    usage: Usage
    cleaned: bool = False


def failure_of(error: BaseException) -> Failure:
    """What an error of a provider's client means, told by what these have in common: a status, a name, a cause."""
    detail = _told(error)
    status = next(filter(None, map(_status, _causes(error))), None)
    names = {kind.__name__ for one in _causes(error) for kind in type(one).__mro__}
    if status == _TOO_MANY or "RateLimitError" in names:
        return Failure("rate_limited", detail, passing="insufficient_quota" not in detail)
    if status in _TIMED_OUT or names & _TIMEOUTS:
        return Failure("timeout", detail, passing=True)
    if status is None and names & _UNREACHED:
        return Failure("model_unreachable", detail, passing=True)
    return Failure("model_error", detail, passing=status is not None and status >= _SERVER)


def retry_after(error: BaseException) -> float | None:
    """The seconds that a provider asks to wait, None where it names none."""
    for one in _causes(error):
        headers = getattr(getattr(one, "response", None), "headers", None) or {}
        try:
            return max(0.0, float(headers.get("retry-after", "")))
        except (TypeError, ValueError):
            continue
    return None


def _causes(error: BaseException) -> Iterator[BaseException]:
    one: BaseException | None = error
    while one is not None:
        yield one
        one = one.__cause__


def _status(error: BaseException) -> int | None:
    status = getattr(error, "status_code", None) or getattr(getattr(error, "response", None), "status_code", None)
    return status if isinstance(status, int) else None


def _told(error: BaseException) -> str:
    words = " ".join(str(error).split()) or type(error).__name__
    words = _SECRET.sub(r"\1...", words)
    return words if len(words) <= MAX_DETAIL_CHARS else words[:MAX_DETAIL_CHARS] + " ..."
