"""What agents of LangChain and LangGraph are given: a store that behaves as their own, documents that say what they
rest on, and turns that are remembered."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.embeddings import Embeddings as LangChainEmbeddings
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchItem,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore
from support import Server, planted, rows

from kgmem import AsyncMemory, Memory
from kgmem.embedding import Embeddings
from kgmem.errors import StoreError, UsageError
from kgmem.langgraph import KgmemRetriever, KgmemStore, MemoryMiddleware

from .conftest import EXAMPLE


@pytest.fixture
def opened(server: Server, tenant: str, embeddings: Embeddings) -> Iterator[Memory]:
    with Memory.open(tenant, settings=server.settings(), embeddings=embeddings) as memory:
        yield memory


class Hashes(LangChainEmbeddings):
    """A vector that follows from the words of a text, the same everywhere."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        found = [0.01] * 16
        for word in text.casefold().replace('"', " ").split():
            found[hashlib.sha256(word.encode()).digest()[0] % 16] += 1.0
        return found


# ---- the store, side by side with LangGraph's own ----

Act = Callable[[BaseStore], Any]
"""One operation, on a store; `Async` is the same awaited."""

PEOPLE, DOCS = ("users", "ana"), ("docs", "plant", "2024")


def put(namespace: tuple[str, ...], key: str, value: dict[str, Any], index: Any = None) -> PutOp:
    return PutOp(namespace, key, value, index)


def search(prefix: tuple[str, ...], **options: Any) -> SearchOp:
    return SearchOp(prefix, **options)


def names(*conditions: tuple[str, tuple[str, ...]], **options: Any) -> ListNamespacesOp:
    found = tuple(MatchCondition(side, path) for side, path in conditions)  # type: ignore[arg-type]
    return ListNamespacesOp(match_conditions=found or None, **options)


VALUES: list[dict[str, Any]] = [
    {"text": "P-101A feeds V-12", "n": 1, "tags": ["pump", "vessel"], "where": {"unit": "A", "level": 2}},
    {"text": "V-12 was inspected", "n": 2, "tags": ["vessel"], "where": {"unit": "B", "level": 3}, "done": True},
    {"text": "P-104 was isolated", "n": 3.5, "tags": [], "where": {"unit": "A"}, "done": False, "note": None},
    {"text": "the pump P-101A was repaired", "n": -1, "tags": ["pump"], "done": None},
]
ODD = {
    "text": 'odd \u2028\u200bZoë ☃ \U0001f600 \x00\x1f "quoted" \\ end',
    "": "",
    "k.v": [None, [1, {"a": []}]],
}
SCRIPT: list[list[Any]] = [
    [search(("users",))],
    [names()],
    [put(PEOPLE, "prefs", {"theme": "dark", "size": 12})],
    [GetOp(PEOPLE, "prefs")],
    [put(PEOPLE, "prefs", {"theme": "light", "size": 12})],
    [GetOp(PEOPLE, "prefs"), GetOp(PEOPLE, "other")],
    [put(("users", "ben"), "prefs", {"theme": "dark", "size": 9})],
    [put(("users",), "count", {"n": 2})],
    [put(("users-2", "ana"), "prefs", {"theme": "dark"})],
    *([put(DOCS, f"d{number}", value)] for number, value in enumerate(VALUES)),
    [put(("docs", "plant"), "index", {"text": "all of the plant", "n": 10, "tags": ["pump", "vessel"]})],
    [put(("docs", "office", "2024"), "d0", {"text": "coffee pump", "n": 7})],
    [put(("docs", "office", "2025"), "d0", {"text": "tea", "n": 8})],
    [search(("users",))],
    [search(("users", "ana"))],
    [search(("user",))],
    [search(())],
    [search((), limit=3)],
    [search((), limit=3, offset=3)],
    [search((), limit=100, offset=100)],
    [search(("docs",), limit=0)],
    [search(("users",), filter={"theme": "dark"})],
    [search((), filter={"theme": {"$eq": "dark"}})],
    [search((), filter={"theme": {"$ne": "dark"}})],
    [search(("docs",), filter={"n": {"$gt": 2}})],
    [search(("docs",), filter={"n": {"$gte": 2, "$lt": 8}})],
    [search(("docs",), filter={"n": {"$lte": 1}})],
    [search(("docs",), filter={"n": 2})],
    [search(("docs",), filter={"n": 2.0})],
    [search(DOCS, filter={"tags": ["pump", "vessel"]})],
    [search(DOCS, filter={"tags": []})],
    [search(DOCS, filter={"where": {"unit": "A"}})],
    [search(DOCS, filter={"where": {"unit": "A", "level": {"$eq": 2}}})],
    [search(DOCS, filter={"done": True})],
    [search(DOCS, filter={"done": None})],
    [search(DOCS, filter={"note": None, "n": 3.5})],
    [search(DOCS, filter={"missing": "x"})],
    [search(("docs",), filter={"text": "tea"}, limit=1)],
    [search(("docs",), filter={"n": {"$gt": 0}}, limit=2, offset=1)],
    [search(("docs",), query="pump")],
    [search(("docs",), query="the pump P-101A was repaired", limit=2)],
    [search(("docs",), query="pump", limit=2, offset=1)],
    [search(("docs",), query="pump", filter={"n": {"$gt": 0}}, limit=3)],
    [search(("nothing",), query="pump")],
    [names()],
    [names(("prefix", ("docs",)))],
    [names(("prefix", ("docs", "*", "2024")))],
    [names(("suffix", ("2024",)))],
    [names(("suffix", ("*", "2024")), ("prefix", ("docs", "office")))],
    [names(max_depth=1)],
    [names(("prefix", ("docs",)), max_depth=2)],
    [names(limit=2)],
    [names(limit=2, offset=2)],
    [names(("prefix", ("a", "b", "c", "d")))],
    [PutOp(DOCS, "d1", None)],
    [GetOp(DOCS, "d1")],
    [search(DOCS)],
    [PutOp(DOCS, "d1", None), PutOp(DOCS, "never", None)],
    [put(DOCS, "d1", {"text": "back again", "n": 5})],
    [search(DOCS)],
    [put(DOCS, "d0", {"text": "P-104 feeds V-12", "n": 1})],
    [search(DOCS, query="P-104 feeds V-12")],
    [put(("plain",), "p", {"text": "pump"}, index=False)],
    [put(("plain",), "q", {"text": "valve", "more": "pump"}, index=["more"])],
    [put(("plain",), "r", {"parts": [{"text": "pump"}, {"text": "valve and seal"}]}, index=["parts[*].text"])],
    [search(("plain",), query="pump")],
    [search(("plain",), query="valve and seal", limit=1)],
    [put(("plain",), "s", ODD)],
    [GetOp(("plain",), "s")],
    [put(("plain",), "t", {"text": "\ud800 alone", "n": 1}, index=False)],
    [GetOp(("plain",), "t"), search(("plain",), filter={"text": "\ud800 alone"})],
    [search(("plain",), filter={"": ""})],
    [search(("plain",), filter={"k.v": [None, [1, {"a": []}]]})],
    [put(("plain",), "u", {"$ref": "x", "n": 1}, index=False), put(("plain",), "v", {"$ref": "y"}, index=False)],
    [search(("plain",), filter={"$ref": "x"}), search(("plain",), filter={"$ref": {"$ne": "x"}, "n": None})],
    [
        GetOp(PEOPLE, "prefs"),
        put(PEOPLE, "prefs", {"turn": 1}),
        GetOp(PEOPLE, "prefs"),
        put(PEOPLE, "prefs", {"turn": 2}),
        search(PEOPLE),
        names(("prefix", ("batch",))),
        put(("batch", "new"), "k", {"n": 1}),
        put(("batch", "new"), "gone", {"n": 1}),
        PutOp(("batch", "new"), "gone", None),
    ],
    [GetOp(PEOPLE, "prefs"), search(("batch",)), names(("prefix", ("batch",)))],
    [put(("many", str(number % 5)), f"k{number:03}", {"n": number, "odd": number % 2 == 1}) for number in range(60)],
    [search(("many",), limit=100)],
    [search(("many",), limit=7, offset=20)],
    [search(("many", "3"), filter={"odd": True}, limit=4)],
    [search(("many",), query="12", limit=5)],
    [names(("prefix", ("many",)))],
    [put(("long",), "l", {"text": "word " * 5_000}), put(("long",), "m", {"text": "word " * 30})],
    [search(("long",), filter={"text": "word " * 30})],
    [],
]  # fmt: skip


def plain(found: Any) -> Any:
    """Results without their times; scores to six digits, since the server's are of single precision."""
    if isinstance(found, SearchItem):
        return (found.namespace, found.key, found.value, None if found.score is None else round(found.score, 5))
    if isinstance(found, Item):
        return (found.namespace, found.key, found.value)
    return [plain(one) for one in found] if isinstance(found, list) else found


INDEX: dict[str, Any] = {"dims": 16, "embed": Hashes(), "fields": ["text", "$"]}


@pytest.mark.parametrize("index", [None, INDEX], ids=["no index", "index"])
@pytest.mark.parametrize("way", ["sync", "async"])
async def test_store_gives_what_langgraphs_own_gives(opened: Memory, index: Any, way: str) -> None:
    """A shared script, operation by operation."""
    assert sum(map(len, SCRIPT)) > 60
    own, ours = InMemoryStore(index=index), KgmemStore(opened, index=index)
    for step, ops in enumerate(SCRIPT):
        if way == "sync":
            expected, found = own.batch(ops), await asyncio.to_thread(ours.batch, ops)
        else:
            expected, found = await own.abatch(ops), await ours.abatch(ops)
        assert plain(found) == plain(expected), (step, ops)


@pytest.mark.parametrize("way", ["sync", "async"])
async def test_stores_public_methods_are_langgraphs(opened: Memory, way: str) -> None:
    """put, get, search, list_namespaces and delete, as a graph calls them; what is wrong is refused in the same way."""
    own, ours = InMemoryStore(), KgmemStore(opened)
    told: list[list[Any]] = []
    for store in (own, ours):
        found: list[Any] = []
        if way == "sync":
            store.put(("a", "b"), "k", {"v": 1})
            found += [
                store.get(("a", "b"), "k"),
                store.search(("a",)),
                store.list_namespaces(prefix=("a",), max_depth=1),
            ]
            store.delete(("a", "b"), "k")
            found.append(store.get(("a", "b"), "k"))
            for namespace in ((), ("a.b",), ("",), ("langgraph",)):
                with pytest.raises(InvalidNamespaceError):
                    store.put(namespace, "k", {})
            with pytest.raises(NotImplementedError):
                store.put(("a",), "k", {}, ttl=1)
        else:
            await store.aput(("a", "b"), "k", {"v": 1})
            found += [await store.aget(("a", "b"), "k"), await store.asearch(("a",))]
            found.append(await store.alist_namespaces(prefix=("a",), max_depth=1))
            await store.adelete(("a", "b"), "k")
            found.append(await store.aget(("a", "b"), "k"))
            with pytest.raises(NotImplementedError):
                await store.aput(("a",), "k", {}, ttl=1)
        told.append(plain(found))
    assert told[0] == told[1]
    assert told[0][0] == (("a", "b"), "k", {"v": 1})


def test_an_item_keeps_the_time_of_its_first_putting(opened: Memory) -> None:
    """And tells the last; LangGraph's in-memory store counts each putting as a first."""
    store = KgmemStore(opened)
    store.put(("a",), "k", {"v": 1})
    first = store.get(("a",), "k")
    store.put(("a",), "k", {"v": 2})
    second = store.get(("a",), "k")
    assert first is not None
    assert second is not None
    assert first.created_at == first.updated_at == second.created_at < second.updated_at
    assert second.created_at.tzinfo is not None


def test_a_namespace_is_listed_as_long_as_an_item_lies_in_it(opened: Memory) -> None:
    """LangGraph's in-memory store also lists those that were emptied, or only asked for."""
    store = KgmemStore(opened)
    store.put(("a",), "k", {})
    assert store.get(("b",), "k") is None
    assert store.list_namespaces() == [("a",)]
    store.delete(("a",), "k")
    assert store.list_namespaces() == []


def test_an_item_that_is_put_again_is_found_by_what_it_says_now(opened: Memory) -> None:
    """LangGraph's in-memory store keeps the vectors of what it said before."""
    store = KgmemStore(opened, index=INDEX)
    store.put(("a",), "k", {"text": "pump"})
    store.put(("a",), "k", {"text": "pump"}, index=False)
    (found,) = store.search(("a",), query="pump")
    assert found.score is None


def test_the_memorys_own_model_ranks_where_no_other_is_named(opened: Memory) -> None:
    store = KgmemStore(opened, index={"fields": ["text"]})
    store.put(("a",), "pump", {"text": "The pump was repaired by the mechanic."})
    store.put(("a",), "dinner", {"text": "We had pasta for dinner."})
    found = store.search(("a",), query="Who fixed the machine?")
    assert [one.key for one in found] == ["pump", "dinner"]
    assert (found[0].score or 0) > (found[1].score or 0)


async def test_items_are_their_tenants_and_no_part_of_its_memory(
    opened: Memory, server: Server, embeddings: Embeddings, memory: AsyncMemory
) -> None:
    """Law I4; nothing is claimed by an item, so none is recalled."""
    canary = "CANARY-4471 is the code of the depot"
    await asyncio.to_thread(KgmemStore(opened).put, ("a",), "k", {"text": canary})
    with_others = Memory.open(f"{opened.tenant}-2", settings=server.settings(), embeddings=embeddings)
    with with_others as other:
        store = KgmemStore(other)
        assert await store.aget(("a",), "k") is None
        assert await store.asearch(()) == []
        assert await store.alist_namespaces() == []
        await store.adelete(("a",), "k")
    assert (await memory.recall("What is the code of the depot?")).notes == ()
    residue = await memory.query("audit.residue", text="CANARY-4471")
    assert {row[1] for row in residue.rows} == {":Item"}
    await KgmemStore(opened).adelete(("a",), "k")
    assert (await memory.query("audit.residue", text="CANARY-4471")).rows == ()


async def test_items_of_a_tenant_that_is_imported_are_not_read(opened: Memory, memory: AsyncMemory) -> None:
    """Nor put: it holds a part of what it will, as for every other verb."""
    store = KgmemStore(opened)
    await store.aput(("a",), "k", {"v": 1})
    await planted(memory, "MATCH (t:Tenant {id: $tenant}) SET t.importing = 'a file'")
    for op in (GetOp(("a",), "k"), search(()), names(), put(("a",), "k", {})):
        with pytest.raises(StoreError, match="kgmem import"):
            await store.abatch([op])
    await planted(memory, "MATCH (t:Tenant {id: $tenant}) REMOVE t.importing")
    assert await store.aget(("a",), "k") is not None


async def test_puts_at_once_are_all_kept(opened: Memory) -> None:
    """Writers of one tenant take turns."""
    store = KgmemStore(opened)
    await asyncio.gather(*(store.aput(("a", str(number % 3)), f"k{number}", {"n": number}) for number in range(30)))
    found = await store.asearch(("a",), limit=100)
    assert sorted(one.value["n"] for one in found) == list(range(30))


def test_values_that_are_no_json_are_refused_and_nothing_is_put(opened: Memory) -> None:
    store = KgmemStore(opened)
    with pytest.raises(UsageError, match=r"a/k is no JSON object"):
        store.batch([PutOp(("a",), "j", {"v": 1}), PutOp(("a",), "k", {"v": object()})])
    assert store.search(()) == []
    with pytest.raises(UsageError, match="Memory"):
        KgmemStore(object()).get(("a",), "k")  # type: ignore[arg-type]


# ---- the retriever ----


async def test_documents_carry_what_they_rest_on(opened: Memory, memory: AsyncMemory) -> None:
    """Claims with sources, quotes and figures, messages with speaker and session; the same sync and async."""
    await memory.ingest(EXAMPLE)
    question = "Which pump feeds V-12?"
    found = await asyncio.to_thread(KgmemRetriever(memory=opened).invoke, question)
    assert await KgmemRetriever(memory=opened).ainvoke(question) == found
    assert await KgmemRetriever(memory=memory).ainvoke(question) == found
    claim = next(one for one in found if one.page_content == "P-101A feeds V-12")
    assert claim.metadata["sources"][0]["external_id"] == "PID-7"
    assert claim.metadata["quotes"][0]["quote"] == "P-101A feeding V-12"
    assert claim.metadata["updated_by"]
    assert {"standing", "validity", "confidence", "confidence_shared", "since"} <= claim.metadata.keys()
    note = next(one for one in found if one.metadata["document"] == "message")
    assert (note.metadata["speaker"], note.metadata["session_external_id"]) == ("agent", EXAMPLE["id"])
    assert claim.id is not None
    assert (await memory.explain(claim.id)).claim.statement == claim.page_content
    few = await KgmemRetriever(memory=memory, claims=1, notes=0).ainvoke(question)
    assert len(few) == 1
    past = await KgmemRetriever(memory=memory, as_of="2024-07-01", notes=0).ainvoke(question)
    then = next(one for one in past if one.page_content == "P-101A feeds V-12")
    assert (claim.metadata["validity"], then.metadata["validity"]) == (0, 1)


# ---- the middleware ----


class Scripted(GenericFakeChatModel):
    """Says what it is told to, and keeps what it was asked."""

    asked: list[list[BaseMessage]] = []  # noqa: RUF012

    def _generate(self, messages: list[BaseMessage], *args: Any, **options: Any) -> Any:
        self.asked.append(messages)
        return super()._generate(messages, *args, **options)


def scripted(*replies: str) -> Scripted:
    return Scripted(messages=iter([AIMessage(reply) for reply in replies]), asked=[])


def at(day: int) -> Callable[[], datetime]:
    return lambda: datetime(2026, 3, day, 9, tzinfo=UTC)


@pytest.mark.parametrize("way", ["sync", "async"])
async def test_an_agent_knows_in_the_next_thread_what_it_was_told_in_this(opened: Memory, way: str) -> None:
    """What is recalled stands before the model and in no message, and what the model says of it is no second reason."""

    async def said(model: Scripted, day: int, thread: str, text: str) -> Sequence[BaseMessage]:
        middleware = MemoryMiddleware(opened, budget=500, clock=at(day))
        agent: Any = create_agent(model, [], system_prompt="Be brief.", middleware=[middleware])
        asked: Any = {"messages": [HumanMessage(text)]}
        config: Any = {"configurable": {"thread_id": thread}}
        done = await (
            agent.ainvoke(asked, config) if way == "async" else asyncio.to_thread(agent.invoke, asked, config)
        )
        return list(done["messages"])

    model = scripted("Noted.", "You live in Oslo.")
    await said(model, 2, "monday", "I live in Oslo.")
    assert "Oslo" not in model.asked[0][0].text
    messages = await said(model, 3, "tuesday", "Where do I live?")
    assert model.asked[1][0].text.startswith("Be brief.\n\n<evidence kgmem>")
    assert "Oslo" in model.asked[1][0].text
    assert [one.text for one in messages] == ["Where do I live?", "You live in Oslo."]
    answer = await asyncio.to_thread(opened.ask, "Where does user live?")
    assert "Oslo" in answer.answer
    (claim,) = [one for one in answer.claims if "Oslo" in one.statement]
    shown = await asyncio.to_thread(opened.explain, claim.id)
    assert [one.session_external_id.partition("/")[0] for one in shown.assertions] == ["monday"]


async def test_each_turn_of_a_thread_is_a_session_of_its_group(opened: Memory, memory: AsyncMemory) -> None:
    """With a checkpointer, the later turns hold the earlier ones, which are stored once."""
    model = scripted("Noted.", "Noted, too.")
    middleware = MemoryMiddleware(opened, group="ana", clock=at(2))
    agent: Any = create_agent(model, [], middleware=[middleware], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "long"}}
    for id, text in (("a", "I live in Oslo."), ("b", "I work as a nurse.")):
        await agent.ainvoke({"messages": [HumanMessage(text, id=id)]}, config)
    found = await rows(
        memory,
        "MATCH (o:Note)-[:RECORDED_IN]->(s:Session) WHERE s.tenant = $tenant "
        "RETURN s.external_id AS session, s.group AS group, collect(o.text) AS texts ORDER BY session",
    )
    assert [(one["session"], one["group"], sorted(one["texts"])) for one in found] == [
        ("long/a", "ana", ["I live in Oslo.", "Noted."]),
        ("long/b", "ana", ["I work as a nurse.", "Noted, too."]),
    ]


async def test_a_thread_that_was_shortened_overwrites_no_earlier_turn(opened: Memory, memory: AsyncMemory) -> None:
    """A summary in place of old turns makes the turns fewer; what was stored of them stays (law I2)."""
    agent: Any = create_agent(
        scripted("Noted.", "Noted, too."), [], middleware=[MemoryMiddleware(opened, thread="t", clock=at(2))]
    )
    for text in ("I live in Oslo.", "I work as a nurse."):
        await agent.ainvoke({"messages": [HumanMessage(text)]})
    found = await rows(memory, "MATCH (o:Note) WHERE o.tenant = $tenant AND o.ended_at IS NULL RETURN o.text AS text")
    assert {one["text"] for one in found} >= {"I live in Oslo.", "I work as a nurse."}


async def test_a_run_without_a_thread_is_told_what_it_lacks(opened: Memory) -> None:
    agent: Any = create_agent(scripted("Noted."), [], middleware=[MemoryMiddleware(opened)])
    with pytest.raises(UsageError, match="thread_id"):
        await agent.ainvoke({"messages": [HumanMessage("I live in Oslo.")]})
    named: Any = create_agent(scripted("Noted."), [], middleware=[MemoryMiddleware(opened, thread="t", clock=at(2))])
    assert (await named.ainvoke({"messages": [HumanMessage("I live in Oslo.")]}))["messages"]
