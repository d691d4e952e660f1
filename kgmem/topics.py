"""Sessions join topics and leave them, and a topic is called by the words of those that it has, or by a model."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kgmem.distill import prompts
from kgmem.distill.outcomes import NO_CALLS, Usage
from kgmem.graph.store import Row, Store, Transaction
from kgmem.link import labels, topics
from kgmem.models import Warning_
from kgmem.writing import read_by_model

if TYPE_CHECKING:
    from kgmem.distill.model import Caller


async def join(tx: Transaction, id: str, topic: str, vector: topics.Vector) -> None:
    """Put a session, which is about `vector`, into a topic, which may be new."""
    found = await tx.run("link.topic", id=topic)
    size = found[0]["size"] if found else 0
    centre = topics.joined(found[0]["embedding"] if found else None, size, vector)
    await tx.run("link.join", session_id=id, topic_id=topic, size=size + 1, centre=centre, vector=vector)
    if topics.renamed(size + 1):
        await _name(tx, topic)


async def leave(tx: Transaction, ids: Iterable[str]) -> int:
    """Take sessions out of their topics, to be linked anew; returns how many topics have none left and went.

    R6: what is left of a topic is called and found by its other sessions alone."""
    gone = 0
    for row in await tx.run("link.leave", ids=sorted(ids)):
        (topic,) = await tx.run("link.topic", id=row["topic_id"])
        size = topic["size"] - 1
        centre = topics.left(topic["embedding"], topic["size"], row["embedding"]) if size else None
        await tx.run("link.shrink", topic_id=row["topic_id"], size=size, centre=centre)
        if size:
            await _name(tx, row["topic_id"])
        gone += not size
    return gone


async def _name(tx: Transaction, topic: str) -> None:
    said = await tx.run("link.words", topic_id=topic, limit=topics.NAMED_BY)
    await tx.run("link.name", topic_id=topic, label=_label(said), asked=None)


def _label(said: Sequence[Row]) -> str:
    return topics.label((n for row in said for n in row["names"]), (text for row in said for text in row["texts"]))


Named = Mapping[str, str]
"""Names that a model gave, by what it was asked."""


async def named(store: Store, tenant: str) -> Named:
    """The names that a model gave to the topics there are."""
    return {row["asked"]: row["label"] for row in await store.read("link.topics", tenant) if row["asked"]}


async def name_by_model(
    store: Store, tenant: str, caller: Caller | None, before: Named
) -> tuple[Usage, tuple[Warning_, ...]]:
    """The largest topics are called as a model calls them that is told what some of their sessions say: in one call,
    and of those that it was asked the same about `before`, as it said then. Of sessions that no model read it is told
    nothing."""
    largest = [row["id"] for row in await store.read("link.topics", tenant)][: labels.LABELLED]
    look = functools.partial(_unnamed, largest)
    found = await store.reading(look, tenant, "link.words") if caller is not None or before else {}
    names = {one.id: before[one.asked] for one in found.values() if one.asked in before}
    new = [one for one in found.values() if one.id not in names]
    usage: Usage = NO_CALLS
    warnings: tuple[Warning_, ...] = ()
    if new and caller is not None:
        reply = await caller.ask(prompts.load("label"), {"topics": labels.question(new)}, labels.Labels)
        usage = reply.usage
        names |= labels.taken(new, reply.value) if reply.value is not None else {}
        if reply.failure is not None:
            detail = f"{reply.failure.reason}; they are called by their words"
            warnings = (Warning_(code="topics_unnamed", detail=detail),)
    if names:
        work = functools.partial(_call, {id: (found[id], name) for id, name in names.items()})
        await store.writing(work, tenant, "link.name")
    return usage, warnings


async def _unnamed(ids: Sequence[str], tx: Transaction) -> dict[str, labels.Unnamed]:
    found = {}
    for id in ids:
        said = await tx.run("link.words", topic_id=id, limit=topics.NAMED_BY)
        read = [row for row in said if read_by_model(row["by"])]
        texts = (text for row in read for text in row["texts"])
        if one := labels.unnamed(id, _label(read), texts, prompts.load("label").label):
            found[id] = one
    return found


async def _call(names: Mapping[str, tuple[labels.Unnamed, str]], tx: Transaction) -> None:
    """R6: a topic that is no longer what the model was told keeps the name that its words give."""
    await tx.lock()
    now = await _unnamed(sorted(names), tx)
    for id, (asked, name) in sorted(names.items()):
        if now.get(id) == asked:
            await tx.run("link.name", topic_id=id, label=name, asked=asked.asked)
