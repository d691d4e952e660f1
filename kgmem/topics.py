"""Sessions join topics and leave them, and a topic is called by the words of those that it has."""

from __future__ import annotations

from collections.abc import Iterable

from kgmem.graph.store import Transaction
from kgmem.link import topics


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
    label = topics.label((n for row in said for n in row["names"]), (text for row in said for text in row["texts"]))
    await tx.run("link.name", topic_id=topic, label=label)
