"""What a server says of a failure that it does not know: to the agent nothing, to its log where it came from."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from kgmem.mcp.server import build
from kgmem.ontology import Ontology, default

CANARY = "CANARY-4471"


class Broken:
    """A memory that fails as nothing of kgmem does, with what it was asked in its error."""

    async def recall(self, question: str, **options: Any) -> Any:
        """Fails."""
        try:
            raise KeyError(question)
        except KeyError as error:
            raise RuntimeError(f"asked for {question}") from error

    async def store(self) -> None:
        """Nothing is there to connect to."""

    async def close(self) -> None:
        """Nothing was opened."""


async def test_an_unknown_failure_is_in_the_log_without_what_was_asked(caplog: pytest.LogCaptureFixture) -> None:
    """Types and lines of code, those of its cause first; no text of anybody's (R6)."""
    known: Ontology = default()
    server = build(lambda _: Broken(), known)  # type: ignore[arg-type,return-value]  # as far as it is used
    with caplog.at_level(logging.ERROR):
        result: Any = await server.call_tool("recall", {"question": CANARY})
    assert result.is_error
    assert "its log has the details" in result.structured_content["error"]["message"]
    (said,) = caplog.messages
    assert said.index("builtins.KeyError") < said.index("builtins.RuntimeError")
    assert f'File "{__file__}", line ' in said
    assert "in recall" in said
    assert CANARY not in said + str(result) + caplog.text
