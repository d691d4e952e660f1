"""The store: the only place that talks to Neo4j.

Queries are found by name in the catalogue and their values travel as parameters. Reads and writes run in managed
transactions (routed on a cluster, retried as a whole on transient errors), one bookmark manager makes a client read its
own writes, and every driver error becomes one of ours.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, LiteralString, TypeVar

import anyio
import neo4j
import neo4j.exceptions as failures
import neo4j.time
import numpy as np
from neo4j.vector import Vector
from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_delay, wait_exponential

from kgmem import spans
from kgmem.errors import (
    InputError,
    QueryError,
    StoreError,
    StoreRefused,
    StoreStopped,
    StoreUnreachable,
    StoreVersionError,
)
from kgmem.graph import queries
from kgmem.graph.queries import Query

T = TypeVar("T")
Row = dict[str, Any]

CONNECT_SECONDS = 10.0
"""How long one connection may take."""
GREETING_SECONDS = 20.0
"""How long the first exchange may take: something may listen there that is no Neo4j and never says so."""
STARTING_SECONDS = 6.0
"""How long to wait for a server that does not answer yet, before it counts as absent."""
RETRY_SECONDS = 60.0
"""How long transient errors (deadlocks, leader changes) are retried, each time as a whole transaction."""
_ABANDONED = {"Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists", "Neo.ClientError.Schema.IndexAlreadyExists"}
_STOPPED = "Neo.DatabaseError.Transaction."
"""Where no transaction can be begun or committed: nobody's statement is at fault, and the next one meets the same."""
_VALUES_REFUSED = ("Neo.ClientError.Statement.", "Neo.ClientError.Procedure.")


class Transaction:
    """One transaction; `run` takes a query's name and its parameters.

    `now` is the one time at which all that it records is recorded (law T8), known once the tenant is locked: times of
    one tenant's transactions differ, and are in the order in which they took their turns.
    """

    def __init__(
        self, raw: neo4j.AsyncManagedTransaction | neo4j.AsyncTransaction, tenant: str, given: Mapping[str, Any]
    ) -> None:
        self._raw, self.tenant, self._given = raw, tenant, given
        self.now: datetime | None = None

    async def lock(self, *, known: bool = False) -> bool:
        """Wait for this tenant's turn to write; False where it has to be `known` and is not. Raises StoreError where an
        import into it is not done."""
        rows = await self.run("write.lock_known" if known else "write.lock")
        if rows and rows[0]["importing"]:
            raise StoreError(unfinished(self.tenant))
        self.now = rows[0]["now"] if rows else None
        return bool(rows)

    async def run(self, name: str, **parameters: Any) -> list[Row]:
        """All rows of the query called `name`; `tenant` and `now` are this transaction's, what settings give is bound
        where the query declares it."""
        query = queries.get(name)
        own = query.only(self._given) | ({"now": self.now} if query.stamps else {})
        bound = _packed(query.bind({"tenant": self.tenant, **own, **parameters}))
        return _rows((await _fetched(self._raw, query, bound))[1])


_ALL = 2**31 - 1
_PLAIN = {str, int, float, bool, type(None)}
"""What the driver gives as Python has it."""


class Store:
    """An open connection. `given` are parameters that settings give, for every query that declares them."""

    def __init__(
        self, driver: neo4j.AsyncDriver, database: str | None, timeout: float, address: str, user: str,
        given: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self._driver, self._database, self._timeout, self._given = driver, database, timeout, given
        self.address, self.user = address, user
        self._bookmarks = neo4j.AsyncGraphDatabase.bookmark_manager()

    @classmethod
    async def open(
        cls, uri: str, user: str, password: str, *, database: str | None, timeout: float, given: Mapping[str, Any]
    ) -> Store:
        """Connect and make sure that the server answers.

        Raises StoreUnreachable, StoreRefused (after exactly one attempt: more would lock the user out) or InputError
        for an address that is none.
        """
        try:
            driver = neo4j.AsyncGraphDatabase.driver(
                uri,
                auth=(user, password),
                connection_timeout=CONNECT_SECONDS,
                connection_acquisition_timeout=CONNECT_SECONDS * 6,
                max_transaction_retry_time=RETRY_SECONDS,
                notifications_min_severity="OFF",
                user_agent="kgmem",
            )
        except (ValueError, failures.ConfigurationError):
            raise _no_address(uri) from None
        store = cls(driver, database, timeout, uri, user, given)
        try:
            async for attempt in AsyncRetrying(
                retry=retry_if_exception_type(StoreUnreachable),
                stop=stop_after_delay(STARTING_SECONDS),
                wait=wait_exponential(multiplier=0.2, max=2),
                reraise=True,
            ):
                with attempt, store._mapped("connect"), anyio.fail_after(GREETING_SECONDS):
                    await driver.verify_connectivity()
        except ValueError:
            await driver.close()
            raise _no_address(uri) from None
        except BaseException:
            await driver.close()
            raise
        return store

    async def close(self) -> None:
        """Close the connection."""
        await self._driver.close()

    async def read(self, name: str, tenant: str, **parameters: Any) -> list[Row]:
        """Rows of one query in a read transaction."""
        return await self.reading(lambda tx: tx.run(name, **parameters), tenant, name)

    async def reading(self, work: Callable[[Transaction], Awaitable[T]], tenant: str, name: str) -> T:
        """Several queries in one read transaction, called `name` in the server's lists."""
        with self._mapped(name):
            async with self._session(neo4j.READ_ACCESS) as session:
                return await session.execute_read(self._unit(work, tenant, name))

    async def writing(
        self, work: Callable[[Transaction], Awaitable[T]], tenant: str, name: str, *, keep: bool = True
    ) -> T:
        """Several queries in one write transaction: all or nothing. `work` may run more than once.

        With `keep` false everything is computed and then rolled back, so a dry run is the act itself.
        """
        with self._mapped(name):
            async with self._session(neo4j.WRITE_ACCESS) as session:
                if keep:
                    return await session.execute_write(self._unit(work, tenant, name))
                done: list[T] = []
                with contextlib.suppress(_Undone):
                    await session.execute_write(self._unit(_undoing(work, done), tenant, name))
                return done[-1]

    async def schema(self, name: str, **parameters: Any) -> list[Row]:
        """A statement of cypher/schema, in a transaction of its own; what exists already is left as it is."""
        query = queries.get(name)
        with self._mapped(name):
            async with self._session(neo4j.WRITE_ACCESS) as session:
                try:
                    return await session.execute_write(self._schema_unit(query, parameters))
                except failures.ClientError as error:
                    if error.code in _ABANDONED:
                        return []
                    raise

    async def run_saved(self, query: Query, tenant: str, parameters: Mapping[str, Any]) -> tuple[list[str], list[Any]]:
        """Columns and raw rows of a saved read-only query. Raises QueryError for values that it cannot run with."""

        @neo4j.unit_of_work(metadata={"kgmem": query.name}, timeout=self._timeout)
        async def work(tx: neo4j.AsyncManagedTransaction) -> tuple[list[str], list[Any]]:
            columns, records = await _fetched(tx, query, query.bind({"tenant": tenant, **parameters}))
            return columns, [[_native(value) for value in record.values()] for record in records]

        with self._mapped(query.name):
            async with self._session(neo4j.READ_ACCESS) as session:
                try:
                    return await session.execute_read(work)
                except failures.ClientError as error:
                    if (error.code or "").startswith(_VALUES_REFUSED):
                        raise QueryError(f"{query.name} cannot run with these values: {error.message}") from error
                    raise

    async def explain(self, query: Query, parameters: Mapping[str, Any]) -> tuple[list[str], Any]:
        """Columns and plan of a query, without running it; how headers and plans are checked."""
        with self._mapped(query.name):
            async with self._session(neo4j.READ_ACCESS) as session:
                # EXPLAIN stands before a text of the catalogue, which holds no value of anybody's
                text = _literal(re.sub(r"^(CYPHER \d+)", r"\1 EXPLAIN", query.text, count=1, flags=re.M))
                result = await session.run(text, dict(parameters))
                columns = list(result.keys())
                summary = await result.consume()
                return columns, summary.plan

    def _session(self, access: str) -> neo4j.AsyncSession:
        return self._driver.session(
            database=self._database, default_access_mode=access, bookmark_manager=self._bookmarks
        )

    def _unit(self, work: Callable[[Transaction], Awaitable[T]], tenant: str, name: str) -> Any:
        @neo4j.unit_of_work(metadata={"kgmem": name}, timeout=self._timeout)
        async def unit(raw: neo4j.AsyncManagedTransaction) -> T:
            return await work(Transaction(raw, tenant, self._given))

        return unit

    @staticmethod
    def _schema_unit(query: Query, parameters: Mapping[str, Any]) -> Callable[..., Awaitable[list[Row]]]:
        async def unit(raw: neo4j.AsyncManagedTransaction) -> list[Row]:
            return _rows((await _fetched(raw, query, query.bind(parameters)))[1])

        return unit

    def _mapped(self, name: str) -> contextlib.AbstractContextManager[None]:
        return _mapped(name, self.address, self.user, self._timeout)


def unfinished(tenant: str) -> str:
    """What is said to whoever meets a tenant that an import has not filled yet."""
    return (
        f"an import into tenant {tenant!r} is not done; run `kgmem import` with the same file again, or"
        f" `kgmem import --abandon` to take out what it has written"
    )


class Reader:
    """A blocking driver whose sessions only read, whatever they are asked for: what neomodel is given.

    The server refuses a write in such a session, so nothing gets past the checks of an ingest (law S1).
    """

    def __init__(self, driver: neo4j.Driver, database: str | None) -> None:
        self._driver, self._database = driver, database

    @classmethod
    def open(cls, uri: str, user: str, password: str, *, database: str | None) -> Reader:
        """Connect and make sure that the server answers. Raises StoreUnreachable, StoreRefused or InputError."""
        try:
            driver = neo4j.GraphDatabase.driver(
                uri,
                auth=(user, password),
                connection_timeout=CONNECT_SECONDS,
                notifications_min_severity="OFF",
                user_agent="kgmem",
            )
        except (ValueError, failures.ConfigurationError):
            raise _no_address(uri) from None
        try:
            with _mapped("connect", uri, user, CONNECT_SECONDS):
                driver.verify_connectivity()
        except BaseException:
            driver.close()
            raise
        return cls(driver, database)

    def session(self, **options: Any) -> neo4j.Session:
        """A session that reads, in the database of this connection."""
        return self._driver.session(**{**options, "database": self._database, "default_access_mode": neo4j.READ_ACCESS})

    def close(self) -> None:
        """Close the connection."""
        self._driver.close()


class _Undone(Exception):
    """Ends a transaction that shall leave nothing, after all its work."""


def _undoing(work: Callable[[Transaction], Awaitable[T]], done: list[T]) -> Callable[[Transaction], Awaitable[T]]:
    """`work` whose result is put into `done` and whose transaction is rolled back."""

    async def undone(tx: Transaction) -> T:
        done.append(await work(tx))
        raise _Undone

    return undone


@contextlib.contextmanager
def _mapped(name: str, address: str, user: str, timeout: float) -> Iterator[None]:
    """Every error of the driver as one of ours."""
    try:
        yield
    except failures.AuthError as error:
        raise StoreRefused(f"{address} refuses user {user!r}; check KGMEM_USER and KGMEM_PASSWORD") from error
    except (failures.ServiceUnavailable, failures.SessionExpired, OSError) as error:
        raise StoreUnreachable(
            f"no Neo4j answers at {address}; start it, or unset KGMEM_URI to use the embedded one"
        ) from error
    except failures.DatabaseUnavailable as error:
        raise StoreUnreachable(f"the database at {address} is not available: {error.message}; try again") from error
    except failures.UnsupportedServerProduct as error:
        raise StoreVersionError(
            f"{address} speaks no Bolt version of this driver ({neo4j.__version__}); is it a Neo4j, and recent enough?"
        ) from error
    except failures.ConfigurationError as error:
        raise InputError(f"{address} cannot be used: {error}", field="KGMEM_URI") from error
    except failures.Neo4jError as error:
        if error.code and error.code.startswith("Neo.ClientError.Transaction.TransactionTimedOut"):
            raise StoreError(f"{name} ran longer than {timeout:g} s and was ended; raise KGMEM_TIMEOUT") from error
        if (error.code or "").startswith(_STOPPED):
            raise StoreStopped(
                f"the database at {address} has stopped after an error of its own, most often a full disk; make room,"
                f" restart it and run the same again ({error.message})"
            ) from error
        if error.code == "Neo.ClientError.Database.DatabaseNotFound":
            raise StoreError(f"{address} has no such database; check KGMEM_DATABASE") from error
        raise StoreError(f"{name} failed at {address}: {error.code}: {error.message}") from error
    except failures.DriverError as error:
        raise StoreError(f"{name} failed at {address}: {error}") from error


def _no_address(uri: str) -> InputError:
    shown = re.sub(r"//.*@", "//...@", uri)  # whoever writes a password there shall not read it again
    message = f"{shown!r} is no address such as neo4j://127.0.0.1:7687; KGMEM_USER and KGMEM_PASSWORD are apart from it"
    return InputError(message, field="KGMEM_URI")


async def _fetched(
    raw: neo4j.AsyncManagedTransaction | neo4j.AsyncTransaction, query: Query, bound: Mapping[str, Any]
) -> tuple[list[str], list[neo4j.Record]]:
    """Columns and records of a query, in a span that tells its name and how many they are."""
    with spans.span(query.name) as tell:
        result = await raw.run(_text(query), dict(bound))
        records = await result.fetch(_ALL)
        tell("rows", len(records))
        return list(result.keys()), records


def _rows(records: list[neo4j.Record]) -> list[Row]:
    return [dict(zip(record.keys(), map(_native, record.values()), strict=True)) for record in records]


def _native(value: Any) -> Any:
    """Driver values as plain Python: times become datetimes in UTC, nodes and relationships their properties.

    A time without a zone is UTC; the machine's own has no say in it (T1)."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, neo4j.time.DateTime):
        at = value.to_native()
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    if isinstance(value, list):
        return value if _plain(value) else [_native(one) for one in value]
    if isinstance(value, dict):
        return value if _plain(value.values()) else {key: _native(one) for key, one in value.items()}
    if isinstance(value, Mapping):
        return {key: _native(one) for key, one in value.items()}
    return value


def _packed(value: Any) -> Any:
    """Arrays as the driver's vectors: four bytes a number, where a list of floats costs ten times the time."""
    if isinstance(value, np.ndarray):
        return Vector.from_numpy(value)
    if isinstance(value, list):
        return value if _plain(value) else [_packed(one) for one in value]
    if isinstance(value, dict):
        return value if _plain(value.values()) else {key: _packed(one) for key, one in value.items()}
    return value


def _plain(values: Iterable[Any]) -> bool:
    """Whether there is nothing among the values to be converted; of fifty thousand that is soon seen."""
    return {*map(type, values)} <= _PLAIN


def _text(query: Query) -> LiteralString:
    return _literal(query.text)


def _literal(text: Any) -> LiteralString:
    """The driver wants text that is nobody's input; that of the catalogue is not."""
    return text  # type: ignore[no-any-return]
