"""Spans of OpenTelemetry: one a verb and one a query, with names and counts, and no text of anybody's."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from support import ROOT, Server

from kgmem import AsyncMemory, Memory, spans
from kgmem.embedding import Embeddings
from kgmem.errors import NotFound
from kgmem.graph.queries import catalogue

from .conftest import EXAMPLE


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """What is traced in this test."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    yield exporter
    provider.shutdown()


async def test_a_verb_is_a_span_and_its_queries_are_spans_in_it(
    memory: AsyncMemory, collected: InMemorySpanExporter
) -> None:
    await memory.ingest(EXAMPLE)
    collected.clear()
    result = await memory.query("audit.single_source")
    by_name = {one.name: one for one in collected.get_finished_spans()}
    verb, query = by_name["kgmem.query"], by_name["kgmem.audit.single_source"]
    assert query.parent is not None
    assert verb.context is not None
    assert query.parent.span_id == verb.context.span_id
    assert dict(query.attributes or {}) == {"kgmem.rows": len(result.rows)}
    assert verb.attributes == {}


async def test_spans_hold_names_and_counts_and_nothing_else(
    memory: AsyncMemory, collected: InMemorySpanExporter
) -> None:
    """No text, id or tenant, also where something fails."""
    await memory.ingest(EXAMPLE)
    await memory.ask("Which pump feeds V-12?")
    with pytest.raises(NotFound):
        await memory.explain("clm-CANARY")
    found = collected.get_finished_spans()
    names = {one.name.removeprefix("kgmem.") for one in found}
    assert {"ingest", "ask", "explain", "write.claims"} <= names
    assert names <= {*catalogue(), "ingest", "ask", "explain"}
    for one in found:
        assert one.attributes is not None
        assert one.attributes.keys() <= {"kgmem.rows", "error.type"}
        assert all(isinstance(count, int) for name, count in one.attributes.items() if name != "error.type")
        assert not one.events
        assert one.status.description is None
    (failed,) = [one for one in found if one.name == "kgmem.explain"]
    assert dict(failed.attributes or {}) == {"error.type": "not_found"}
    assert failed.status.status_code is trace.StatusCode.ERROR


async def test_spans_of_the_blocking_client_are_in_those_of_its_caller(
    memory: AsyncMemory, server: Server, embeddings: Embeddings, collected: InMemorySpanExporter
) -> None:
    await memory.ingest(EXAMPLE)
    collected.clear()

    def called() -> None:
        opened = Memory.open(memory.tenant, settings=server.settings(), embeddings=embeddings)
        with opened as blocking, trace.get_tracer("caller").start_as_current_span("outer"):
            blocking.conflicts()

    await asyncio.to_thread(called)
    by_name = {one.name: one for one in collected.get_finished_spans()}
    outer, verb = by_name["outer"], by_name["kgmem.conflicts"]
    assert verb.parent is not None
    assert outer.context is not None
    assert verb.parent.span_id == outer.context.span_id


def test_without_the_api_nothing_is_traced(tmp_path: Path) -> None:
    """A package of that name that is none stands for one that is missing."""
    (tmp_path / "opentelemetry.py").write_text("raise ModuleNotFoundError(name='opentelemetry')\n", encoding="utf-8")
    program = (
        f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]\n"
        "from kgmem import spans\n"
        "with spans.span('x') as tell: tell('rows', 1)\n"
        "print(spans.trace)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "None\n"), ran.stderr
    assert spans.trace is not None
