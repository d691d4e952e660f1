"""The whole error tree.

    KgmemError                      exit code
    ├── InputError                  2   what was given is wrong; names file, line and field
    │   ├── UsageError              2   an argument is wrong (an empty tenant, an unknown policy, ...)
    │   ├── MissingExtra            2   what is asked for takes an extra that is not installed
    │   ├── AmbiguousName           2   a name that several entities carry; lists them
    │   ├── WrongKind               2   an id of another kind than the call takes
    │   └── QueryError              2   a saved query is unknown, malformed or lacks a parameter
    ├── NotFound                    3   no such id in this tenant
    │   └── TenantNotFound          3   nothing was ever stored for this tenant
    ├── ModelError                  4   a chat or embedding model failed
    └── StoreError                  5   the store refuses or cannot be reached
        ├── StoreUnreachable        5   no server answers at the address
        │   └── StoreStopped        5   it answers, and its database stopped after an error of its own
        ├── StoreRefused            5   user or password is wrong
        ├── StoreVersionError       5   server too old, or data of a newer or much older kgmem
        ├── EmbeddingMismatch       5   the store's vectors are of another model
        └── LocalServerError        5   the embedded server cannot be fetched, started or stopped

Every message says what was wrong, where, and what to do next; none holds a password.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgmem.models import IngestResult


class KgmemError(Exception):
    """Root of the tree. `exit_code` is what the command line ends with; `code` is stable and machine readable.

    `partial` is what an ingest had done before the error, where it had done anything.
    """

    exit_code = 1
    code = "error"
    partial: IngestResult | None = None


class InputError(KgmemError):
    """What was given is wrong. `file`, `line` and `field` say where, as far as they are known."""

    exit_code = 2
    code = "bad_input"

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None, field: str | None = None
    ) -> None:
        self.file, self.line, self.field = file, line, field
        place = ":".join(str(part) for part in (file, line) if part is not None)
        where = ", ".join(part for part in (place, f"field {field}" if field else "") if part)
        super().__init__(f"{where}: {message}" if where else message)


class UsageError(InputError):
    """An argument is wrong."""

    code = "usage"


class MissingExtra(InputError):
    """What is asked for takes an extra that is not installed."""

    code = "missing_extra"

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} takes the extra {extra!r}: pip install 'kgmem[{extra}]'")


class AmbiguousName(InputError):
    """Several entities carry the name; `matches` lists them as (id, kind, external id)."""

    code = "ambiguous"

    def __init__(self, name: str, matches: list[tuple[str, str, str]]) -> None:
        self.matches = matches
        listed = "; ".join(f"{id} ({kind} {external_id})" for id, kind, external_id in matches)
        super().__init__(f"{name!r} names {len(matches)} entities: {listed}. Give one of these ids.")


class WrongKind(InputError):
    """An id names something of another kind than the call takes."""

    code = "wrong_kind"


class QueryError(InputError):
    """A saved query is unknown or malformed, or its parameters are."""

    code = "query"


class NotFound(KgmemError):
    """Nothing in this tenant has the id or name; nothing was changed."""

    exit_code = 3
    code = "not_found"


class TenantNotFound(NotFound):
    """Nothing was ever stored for this tenant."""

    code = "tenant_not_found"


class ModelError(KgmemError):
    """A chat or embedding model failed, or replied what cannot be used."""

    exit_code = 4
    code = "model"


class StoreError(KgmemError):
    """The store refuses, failed or cannot be reached."""

    exit_code = 5
    code = "store"


class StoreUnreachable(StoreError):
    """No server answers at the address."""

    code = "store_unreachable"


class StoreStopped(StoreUnreachable):
    """The server answers; its database has stopped after an error of its own, such as a full disk."""

    code = "store_stopped"


class StoreRefused(StoreError):
    """The server answers and refuses user or password."""

    code = "store_refused"


class StoreVersionError(StoreError):
    """The server is too old, or a newer kgmem wrote the data."""

    code = "store_version"


class EmbeddingMismatch(StoreError):
    """The store's vectors are of another model than the one in use."""

    code = "embedding_mismatch"


class LocalServerError(StoreError):
    """The embedded server cannot be fetched, started, stopped, dumped or loaded."""

    code = "local_server"
