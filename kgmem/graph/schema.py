"""Constraints and indexes, applied as often as asked for, and the record of who made a store."""

from __future__ import annotations

import re
from typing import NamedTuple

from kgmem.errors import EmbeddingMismatch, StoreVersionError
from kgmem.graph import queries
from kgmem.graph.store import Store

SCHEMA_VERSION = 11
"""Raised with every change of cypher/schema or of what properties mean; a newer store is refused."""
OLDEST_VERSION = 9
"""The version below which what is stored lacks properties that queries read, so that it would be found in part only."""
MINIMUM_SERVER = (2026, 1)
"""The first release whose vector indexes filter by a property inside the index."""
INDEX_SECONDS = 300

_CALLS = ("schema.await_indexes", "schema.server", "schema.status", "schema.record")
_VECTOR_OPTIONS = {"vector.similarity_function": "cosine", "vector.quantization.enabled": False}


class Server(NamedTuple):
    """What the server says of itself."""

    version: str
    edition: str


class Status(NamedTuple):
    """What made the store; `version` is None for one that kgmem has not been used with."""

    version: int | None
    embedding: str | None
    dimension: int | None
    embedding_hash: str | None


async def server(store: Store) -> Server:
    """Version and edition of the server."""
    rows = await store.schema("schema.server")
    return Server(rows[0]["version"], rows[0]["edition"]) if rows else Server("unknown", "unknown")


def check_server(found: Server, address: str) -> None:
    """Raises StoreVersionError for a server that lacks what the queries need (case C56)."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", found.version)[:2])
    if numbers < MINIMUM_SERVER:
        least = ".".join(f"{part:02d}" for part in MINIMUM_SERVER)
        raise StoreVersionError(
            f"{address} runs Neo4j {found.version} {found.edition}, which lacks vector search filtered by tenant and"
            f" Cypher 25; kgmem needs {least} or later, Community or Enterprise"
        )


async def status(store: Store) -> Status:
    """What made the store, as it is recorded in it."""
    rows = await store.schema("schema.status")
    if not rows:
        return Status(None, None, None, None)
    row = rows[0]
    return Status(row["schema_version"], row["embedding"], row["dimension"], row["embedding_hash"])


def check_status(found: Status, address: str) -> None:
    """Raises StoreVersionError for a store written by a newer kgmem, or by one so old that it has to be made anew."""
    if found.version is not None and found.version > SCHEMA_VERSION:
        raise StoreVersionError(
            f"the store at {address} has schema {found.version}, this kgmem knows up to {SCHEMA_VERSION}; upgrade kgmem"
        )
    if found.version is not None and found.version < OLDEST_VERSION:
        raise StoreVersionError(
            f"the store at {address} has schema {found.version}, this kgmem reads none before {OLDEST_VERSION}; use an"
            " empty one (another KGMEM_HOME, KGMEM_URI or KGMEM_DATABASE) and ingest the sessions again"
        )


def check_embedding(found: Status, name: str, dimension: int, digest: str | None) -> None:
    """Raises EmbeddingMismatch where the store's vectors are another model's: they cannot be compared."""
    same_name = found.embedding is None or (found.embedding, found.dimension) == (name, dimension)
    if same_name and (digest is None or found.embedding_hash in (None, digest)):
        return
    raise EmbeddingMismatch(
        f"the store's vectors are of {found.embedding} ({found.dimension} numbers), the model in use is {name}"
        f" ({dimension}); set KGMEM_EMBEDDING to the store's, or use a store of its own"
    )


async def apply(store: Store, embedding: str, dimension: int, digest: str | None) -> Status:
    """Make every constraint and index that is missing, wait until they answer, and record what made the store."""
    found = await status(store)
    check_status(found, store.address)
    check_embedding(found, embedding, dimension, digest)
    options = {"indexConfig": {"vector.dimensions": dimension, **_VECTOR_OPTIONS}}
    for name, query in queries.catalogue().items():
        if query.mode == "schema" and name not in _CALLS:
            await store.schema(name, **({"options": options} if query.params else {}))
    await store.schema("schema.await_indexes", seconds=INDEX_SECONDS)
    await store.schema(
        "schema.record",
        schema_version=SCHEMA_VERSION,
        embedding=embedding,
        dimension=dimension,
        embedding_hash=digest,
    )
    return await status(store)
