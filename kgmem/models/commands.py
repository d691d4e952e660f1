"""What the commands about the store and the program itself say, where no verb of the client has a result."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, Field

from kgmem.models.base import Value


class Failure(Value):
    """Stands in place of a result; `code` is that of the error, `message` is for people."""

    code: str
    message: str


class Failed(Value):
    """The document of a command that failed; `partial` is the result of what was done before."""

    error: Failure
    partial: dict[str, Any] | None = None


class ServerStatus(Value):
    """The embedded server; without one that runs, only `home`, where its data is, and `version`, if it ever ran."""

    running: bool
    home: str
    version: str | None = None
    uri: str | None = None
    http: str | None = None
    user: str | None = None
    pid: int | None = None


class Stopped(Value):
    """Whether a server ran that was stopped."""

    stopped: bool


class Dumped(Value):
    """The file that holds the store."""

    file: str


class Loaded(Value):
    """The file that the store was made from, and how many nodes it has."""

    file: str
    nodes: int


class SchemaApplied(Value):
    """What the store's constraints and indexes are made for."""

    version: int | None
    embedding: str | None
    dimension: int | None
    embedding_hash: str | None


class StoreCheck(Value):
    """The store as found: versions, whether its `schema` is `current`, and the `problem` that keeps this kgmem from
    using it."""

    model_config = ConfigDict(serialize_by_alias=True)

    address: str
    user: str
    server: str
    edition: str
    minimum_server: str
    driver: str
    kgmem: str
    schema_version: int | None = Field(serialization_alias="schema")
    kgmem_schema: int
    current: bool
    embedding: str | None
    dimension: int | None
    problem: str | None


class SavedParameter(Value):
    """A parameter or column of a saved query; `type` is Cypher's."""

    name: str
    type: str
    meaning: str


class SavedQuery(Value):
    """The header of a saved query."""

    name: str
    title: str
    grain: str
    law: str | None
    why: str
    params: tuple[SavedParameter, ...]
    returns: tuple[SavedParameter, ...]
    order: str | None
    example: str | None


class SavedQueries(Value):
    """In order of name."""

    queries: tuple[SavedQuery, ...]


class DemoStep(Value):
    """One verb of the demo's story, with its result as that verb's command prints it."""

    verb: str
    result: dict[str, Any]


class Demo(Value):
    """The story that the demo told, and whose memory it left it in."""

    tenant: str
    steps: tuple[DemoStep, ...]


class Served(Value):
    """Where agents are served."""

    url: str


class BrowserAt(Value):
    """Where Neo4j Browser is, and whom it is for; `ready` says whether it was connected for the user, and `password` is
    there where it is to be typed."""

    url: str
    user: str
    password: str | None = None
    ready: bool | None = None


class Written(Value):
    """The files that were written."""

    files: tuple[str, ...]
