"""For agents of LangChain and LangGraph: a retriever, a long-term store, and a middleware that recalls and remembers.

All of them take an open `Memory`. This module takes the extra `langgraph`, and nothing else of kgmem imports it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NotRequired

import anyio.to_thread

from kgmem import blocking, items
from kgmem.blocking import Memory
from kgmem.errors import MissingExtra, TenantNotFound, UsageError
from kgmem.memory import AsyncMemory
from kgmem.models import ClaimView, Explanation, NoteView, Recall

try:
    from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
    from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings
    from langchain_core.messages import AnyMessage, HumanMessage, SystemMessage
    from langchain_core.retrievers import BaseRetriever
    from langgraph.runtime import Runtime
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        IndexConfig,
        Item,
        ListNamespacesOp,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        ensure_embeddings,
        get_text_at_path,
    )
except ModuleNotFoundError as error:
    raise MissingExtra("LangChain and LangGraph", "langgraph") from error

CLAIMS, NOTES = 8, 8
"""Documents of each kind that a retriever gives."""
_log = logging.getLogger(__name__)
WHOLE = "$"
"""The path of a value as a whole."""


# ---- retriever ----


class KgmemRetriever(BaseRetriever):
    """What a memory knows about a question, as documents: claims first, then messages, each best first.

    `memory` is an open Memory, or an AsyncMemory where only `ainvoke` is used. The metadata of a claim say what it
    rests on (`sources`, `quotes`), how sure it is, since when it has held and what speaks against it; those of a
    message, who said it, when and in which session. Both have an `id` that can be explained, cited and taken back.
    """

    memory: Any
    as_of: Any = None
    known_at: Any = None
    claims: int = CLAIMS
    notes: int = NOTES

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return blocking.run(self.memory, lambda memory: self._documents(memory, query))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        if isinstance(self.memory, AsyncMemory):
            return await self._documents(self.memory, query)
        return await anyio.to_thread.run_sync(lambda: self._get_relevant_documents(query, run_manager=run_manager))  # type: ignore[arg-type]  # it is not used

    async def _documents(self, memory: AsyncMemory, query: str) -> list[Document]:
        found = await memory.recall(query, as_of=self.as_of, known_at=self.known_at)
        documents = []
        for claim in found.claims[: self.claims]:
            known = claim.kind != "summary"
            shown = await memory.explain(claim.id, as_of=found.as_of, known_at=found.known_at) if known else None
            documents.append(_claim(claim, shown))
        return documents + [_note(note) for note in found.notes[: self.notes]]


def _claim(claim: ClaimView, shown: Explanation | None) -> Document:
    metadata = claim.model_dump(mode="json", exclude={"statement"}) | {"document": "claim"}
    if shown is not None:
        counted = [reason for reason in shown.assertions if reason.state != "void"]
        metadata |= {
            "sources": [source.model_dump(mode="json") for source in shown.sources],
            "independent_sources": shown.independent_sources,
            "quotes": [
                {"observation": one.observation, "quote": one.quote, "source": one.source, "session": reason.session}
                for reason in counted
                for one in reason.supports
                if one.observation and not one.retracted
            ],
            "contradicts": [one.statement for one in shown.contradicts],
        }
    return Document(id=claim.id, page_content=claim.statement, metadata=metadata)


def _note(note: NoteView) -> Document:
    metadata = note.model_dump(mode="json", exclude={"text"}) | {"document": "message"}
    return Document(id=note.id, page_content=note.text, metadata=metadata)


# ---- store ----


class KgmemStore(BaseStore):
    """A long-term store of LangGraph in the Neo4j of a memory, for its tenant: items lie beside the claims.

    `index` is LangGraph's (`embed`, `dims`, `fields`); without `embed` the memory's own model is used, without `index`
    a query ranks nothing. Values are JSON objects. Otherwise than in LangGraph's in-memory store, an item that is put
    again keeps its `created_at` and is found by what it says now, and a namespace is listed as long as an item lies in
    it. There are no times to live, as there.
    """

    supports_ttl = False

    def __init__(self, memory: Memory, *, index: IndexConfig | dict[str, Any] | None = None) -> None:
        self._memory = memory
        self._fields = list((index or {}).get("fields") or [WHOLE])
        given = (index or {}).get("embed")
        self.embeddings: Embeddings | None = None
        if index is not None:
            self.embeddings = _Own(memory) if given is None else ensure_embeddings(given)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Results of the operations, in their order; all read what was there before any of them was put."""
        asked = list(ops)
        texts, queries = self._texts(asked), _queries(asked)
        embed = self.embeddings
        vectors = dict(zip(texts, embed.embed_documents(texts), strict=True)) if embed and texts else {}
        sought = {query: embed.embed_query(query) for query in queries} if embed else {}
        return self._run(asked, vectors, sought)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As `batch`; the event loop goes on meanwhile, and a model that only awaits is awaited."""
        asked = list(ops)
        texts, queries = self._texts(asked), _queries(asked)
        embed = self.embeddings
        vectors = dict(zip(texts, await embed.aembed_documents(texts), strict=True)) if embed and texts else {}
        found = await asyncio.gather(*map(embed.aembed_query, queries)) if embed else ()
        sought = dict(zip(queries, found, strict=True)) if embed else {}
        return await anyio.to_thread.run_sync(self._run, asked, vectors, sought)

    def _run(
        self, asked: Sequence[Op], vectors: dict[str, list[float]], sought: dict[str, list[float]]
    ) -> list[Result]:
        reads = [read for op in asked if (read := _read(op, sought)) is not None]
        puts = [
            items.Put(op.namespace, op.key, op.value, [vectors[text] for text in self._texts([op]) if text in vectors])
            for op in asked
            if isinstance(op, PutOp)
        ]

        async def work(memory: AsyncMemory) -> list[items.Result]:
            return await items.run(await memory.store(), memory.tenant, reads, puts)

        found = iter(blocking.run(self._memory, work))
        return [None if isinstance(op, PutOp) else _result(op, next(found)) for op in asked]

    def _texts(self, ops: Iterable[Op]) -> list[str]:
        """What is embedded of the values that are put, each text once."""
        if self.embeddings is None:
            return []
        puts = [op for op in ops if isinstance(op, PutOp) and op.value is not None and op.index is not False]
        found = [
            text
            for op in puts
            for path in (self._fields if op.index is None else list(op.index or ()))
            for text in get_text_at_path(op.value, path)
        ]
        return list(dict.fromkeys(found))


class _Own(Embeddings):
    """A memory's own model."""

    def __init__(self, memory: Memory) -> None:
        self._model = memory._memory.embeddings

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._model.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        return self._model.embed_query(text)


def _queries(ops: Iterable[Op]) -> list[str]:
    return list(dict.fromkeys(op.query for op in ops if isinstance(op, SearchOp) and op.query))


def _read(op: Op, sought: dict[str, list[float]]) -> items.Read | None:
    """A reading operation as the store knows it, None for one that puts. Raises UsageError for what is none."""
    if isinstance(op, GetOp):
        return items.Get(op.namespace, op.key)
    if isinstance(op, SearchOp):
        vector = sought.get(op.query) if op.query else None
        return items.Search(op.namespace_prefix, op.filter, op.limit, op.offset, vector)
    if isinstance(op, ListNamespacesOp):
        matches = tuple((one.match_type, tuple(one.path)) for one in op.match_conditions or ())
        return items.Names(matches, op.max_depth, op.limit, op.offset)
    if isinstance(op, PutOp):
        return None
    raise UsageError(f"{type(op).__name__} is no operation of a store")


def _result(op: Op, found: items.Result) -> Result:
    if isinstance(op, SearchOp):
        return [SearchItem(**one._asdict()) for one in found or () if isinstance(one, items.Item)]
    if isinstance(found, items.Item):
        return Item(value=found.value, key=found.key, namespace=found.namespace,
                    created_at=found.created_at, updated_at=found.updated_at)  # fmt: skip
    return found  # type: ignore[return-value]  # namespaces, or nothing


# ---- middleware ----


_REMEMBERED = ("stored", "unchanged")


class MemoryState(AgentState[Any]):
    """An agent's state with what was recalled for this turn, and when the turn began."""

    recalled: NotRequired[str]
    asked_at: NotRequired[str]


class MemoryMiddleware(AgentMiddleware[MemoryState]):
    """Recalls before the agent answers, and remembers the turn when it has.

    What is recalled for the last thing the user said stands in the system message of each call of this turn, and in no
    message that is kept. A turn is a session of its own, `<thread>/<number>`: the thread is `thread_id` of the run, or
    what `thread` says. `group` names whom the agent talks to where several people share a memory, since each calls
    themselves "I"; without it they are one person. `clock` tells when it is, since messages carry no time.
    """

    state_schema = MemoryState

    def __init__(
        self,
        memory: Memory,
        *,
        thread: str | None = None,
        group: str | None = None,
        budget: int | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._memory, self._thread, self._group, self._budget, self._clock = memory, thread, group, budget, clock

    def before_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Recall for what the user said last."""
        asked = _asked(state["messages"])
        return {"recalled": self._recall(asked) if asked else "", "asked_at": self._clock().isoformat()}

    async def abefore_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """As before_agent."""
        return await anyio.to_thread.run_sync(self.before_agent, state, runtime)

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Call the model with what was recalled."""
        return handler(_told(request))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """As wrap_model_call."""
        return await handler(_told(request))

    def after_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Remember this turn: what was said since the user began it. One that is not stored is a warning in the log, by
        its session and the code of the reason. Raises UsageError where no thread is known."""
        turn = _turn(state["messages"])
        if turn:
            info = runtime.execution_info
            thread = self._thread or (info.thread_id if info else None)
            if not thread:
                raise UsageError("give the run a thread_id, or the middleware a thread", field="thread_id")
            # not its place among the turns: a thread that was summarised would count its turns anew, over older ones
            number = turn[0].id or sum(isinstance(one, HumanMessage) for one in state["messages"])
            done = self._memory.ingest(
                {
                    "id": f"{thread}/{number}",
                    "group": self._group,
                    "started_at": state["asked_at"],
                    "messages": [SystemMessage(state["recalled"]), *turn],  # so that an echo of it is known as one
                },
                format="messages",
            )
            for one in done.sessions:
                if one.state not in _REMEMBERED:
                    code = (one.reason or "").partition(":")[0]  # what follows may repeat what was said
                    _log.warning("the turn %s is not remembered: %s, %s", one.external_id, one.state, code)
        return None

    async def aafter_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """As after_agent."""
        return await anyio.to_thread.run_sync(self.after_agent, state, runtime)

    def _recall(self, question: str) -> str:
        try:
            found: Recall = self._memory.recall(question, budget=self._budget)
        except TenantNotFound:  # nothing was remembered yet
            return ""
        return found.context if found.claims or found.notes else ""


def _asked(messages: Sequence[AnyMessage]) -> str:
    """What the user said last."""
    turn = _turn(messages)
    return turn[0].text if turn else ""


def _turn(messages: Sequence[AnyMessage]) -> Sequence[AnyMessage]:
    """The messages from the user's last one on."""
    last = max((place for place, one in enumerate(messages) if isinstance(one, HumanMessage)), default=None)
    return () if last is None else messages[last:]


def _told(request: ModelRequest[Any]) -> ModelRequest[Any]:
    recalled = request.state.get("recalled")
    if not recalled:
        return request
    own = f"{request.system_message.text}\n\n" if request.system_message else ""
    return request.override(system_message=SystemMessage(f"{own}{recalled}"))
