"""kgmem db, schema, check: the store itself."""

from __future__ import annotations

import contextlib
import importlib.metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import anyio
import typer

from kgmem.cli import common
from kgmem.errors import KgmemError, StoreVersionError

if TYPE_CHECKING:
    from kgmem.local import Address
    from kgmem.memory import AsyncMemory
    from kgmem.models import StoreCheck
    from kgmem.settings import Settings

db_app = typer.Typer(help="The embedded Neo4j: start, stop, status, dump, load.", no_args_is_help=True)
schema_app = typer.Typer(help="Constraints and indexes of the store: apply, status.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="A dump file, in neo4j-admin's format.")]


def register(app: typer.Typer) -> None:
    """Add check and the groups db and schema."""
    app.add_typer(db_app, name="db")
    app.add_typer(schema_app, name="schema")
    app.command()(check)


@db_app.command()
def start(tenant: common.Tenant = None, as_json: common.AsJson = False) -> None:
    """Start the embedded Neo4j; it is downloaded once and keeps running for other commands.

    Example: kgmem db start
    """
    from kgmem import local, warming
    from kgmem.settings import load

    cold = local.status(_home()).address is None
    address = local.ensure_running(_home(), say=common.say)
    if cold:
        with contextlib.suppress(KgmemError):  # it has started; who uses the store is told what is wrong with it
            anyio.run(warming.started, load().model_copy(update={"uri": None}), common.say)
    _print_address(address)


@db_app.command()
def stop(tenant: common.Tenant = None, as_json: common.AsJson = False) -> None:
    """Stop the embedded Neo4j.

    Example: kgmem db stop
    """
    from kgmem import local
    from kgmem.models import Stopped

    stopped = local.stop(_home(), say=common.say)
    common.emit(Stopped(stopped=stopped), lambda: typer.echo("Stopped." if stopped else "It was not running."))


@db_app.command()
def status(tenant: common.Tenant = None, as_json: common.AsJson = False) -> None:
    """Say whether the embedded Neo4j runs, and where.

    Example: kgmem db status --json
    """
    from kgmem import local
    from kgmem.models import ServerStatus

    found = local.status(_home())
    if found.address:
        _print_address(found.address)
    else:
        none = ServerStatus(running=False, home=str(found.home), version=found.version)
        common.emit(none, lambda: typer.echo(f"Not running; its data is in {found.home}"))


@db_app.command()
def dump(file: File, tenant: common.Tenant = None, as_json: common.AsJson = False) -> None:
    """Write the embedded store to a file; the server is stopped for it and started again.

    Example: kgmem db dump before-the-move.dump
    """
    from kgmem import local
    from kgmem.models import Dumped

    local.dump(_home(), file, say=common.say)
    common.emit(Dumped(file=str(file)), lambda: typer.echo(f"Written to {file}"))


@db_app.command()
def load(
    file: File,
    force: Annotated[bool, typer.Option("--force", help="Replace a store that holds data.")] = False,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Replace the embedded store by the one in a file; a file that is no dump leaves it as it was.

    Example: kgmem db load before-the-move.dump --force
    """
    from kgmem import local
    from kgmem.models import Loaded

    nodes = local.load(_home(), file, force=force, say=common.say)
    common.emit(Loaded(file=str(file), nodes=nodes), lambda: typer.echo(f"Loaded {nodes} nodes from {file}"))


@schema_app.command("apply")
def schema_apply(tenant: common.Tenant = None, as_json: common.AsJson = False) -> None:
    """Make what is missing of constraints and indexes, as often as asked for.

    Example: kgmem schema apply
    """
    from kgmem.models import SchemaApplied

    async def verb(memory: AsyncMemory) -> SchemaApplied:
        return SchemaApplied(**(await memory.apply_schema(await memory.store()))._asdict())

    made = common.remember(tenant, verb)
    common.emit(made, lambda: typer.echo(f"Schema {made.version}, vectors of {made.embedding} ({made.dimension})"))


@schema_app.command("status")
def schema_status(tenant: common.Tenant = None, as_json: common.AsJson = False) -> None:
    """Say which schema and which embedding model the store has, without changing it.

    Example: kgmem schema status
    """
    found = anyio.run(_inspect, common.settings())
    common.emit(found, lambda: _print_pairs(found))


def check(tenant: common.Tenant = None, as_json: common.AsJson = False) -> None:
    """Check that the store can be reached and used; print versions of server, driver and schema.

    Example: kgmem check
    """
    found = anyio.run(_inspect, common.settings())
    common.emit(found, lambda: _print_pairs(found))
    if found.problem:
        common.say(f"kgmem: {found.problem}")
        raise typer.Exit(StoreVersionError.exit_code)


async def _inspect(settings: Settings) -> StoreCheck:
    from kgmem.connection import dial
    from kgmem.graph import schema
    from kgmem.models import StoreCheck

    store = await dial(settings, common.say)
    try:
        server = await schema.server(store)
        found = await schema.status(store)
        problem = None
        try:
            schema.check_server(server, store.address)
            schema.check_status(found, store.address)
        except StoreVersionError as error:
            problem = str(error)
        return StoreCheck(
            address=store.address,
            user=store.user,
            server=server.version,
            edition=server.edition,
            minimum_server=".".join(f"{part:02d}" for part in schema.MINIMUM_SERVER),
            driver=importlib.metadata.version("neo4j"),
            kgmem=importlib.metadata.version("kgmem"),
            schema_version=found.version,
            kgmem_schema=schema.SCHEMA_VERSION,
            current=found.version == schema.SCHEMA_VERSION,
            embedding=found.embedding,
            dimension=found.dimension,
            problem=problem,
        )
    finally:
        await store.close()


def _home() -> Path:
    return common.settings().home


def _print_address(address: Address) -> None:
    from kgmem.models import ServerStatus

    running = ServerStatus(
        running=True, home=str(address.home), uri=address.uri, http=address.http, user=address.user, pid=address.pid
    )
    common.emit(
        running,
        lambda: typer.echo(f"Running at {address.uri}, Browser at {address.http}/browser/, data in {address.home}"),
    )


def _print_pairs(found: StoreCheck) -> None:
    for name, value in found.model_dump().items():
        if value is not None:
            typer.echo(f"{name.replace('_', ' ')}: {value}")
