"""The server: tools over a pool of memories, and every failure as a message that an agent can act on."""

from __future__ import annotations

import contextlib
import functools
import inspect
import json
import logging
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.metadata import version
from typing import Annotated, Any

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError

from kgmem.errors import KgmemError, UsageError
from kgmem.mcp import resources, tools
from kgmem.mcp.pool import Opener, Pool
from kgmem.ontology import Ontology

INSTRUCTIONS = """\
A memory that knows why it believes what it believes. Recall before you answer (`recall`, or `ask` for the answer
alone), remember what you learn (`remember`), check what you rely on (`explain`), and take back what turned out wrong
(`retract`), which `restore` undoes. Ids tell what they name: clm- claim, obs- message, src- source, ses- session, ent-
entity, ret- retraction. An error is a JSON object with a code and a message that says what to do. tenant_not_found:
nothing was remembered yet. store_unreachable: call again later, the server goes on."""

_log = logging.getLogger(__name__)
_UNEXPECTED = "kgmem failed in a way it does not know; its log has the details. Nothing was half stored."

Tenant = Annotated[str | None, Field(description="whose memory; default: the server's own")]


def build(opener: Opener, ontology: Ontology, *, any_tenant: bool = False) -> MCPServer[None]:
    """A server that answers from the memories that `opener` gives; one tenant's unless `any_tenant`."""
    pool = Pool(opener)

    @contextlib.asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        try:
            async with anyio.create_task_group() as beside:
                beside.start_soon(_warm, pool)
                yield
                beside.cancel_scope.cancel()
        finally:  # nobody uses one of them any more
            await pool.close()

    server = _Server(
        name="kgmem",
        title="kgmem, a memory with provenance",
        instructions=INSTRUCTIONS,
        version=version("kgmem"),
        log_level="WARNING",
        lifespan=lifespan,
    )
    for verb in (*tools.READING, *tools.CHANGING):
        reads = verb in tools.READING
        hints = ToolAnnotations(
            read_only_hint=reads, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        )
        server.add_tool(
            _bound(verb, pool, any_tenant), description=inspect.getdoc(verb), annotations=hints, structured_output=True
        )
    resources.add(server, ontology)
    return server


async def _warm(pool: Pool) -> None:
    """Connect before the first call, as far as there is something to connect to; a call says what is wrong with it."""
    with contextlib.suppress(KgmemError):
        async with pool.memory(None) as memory:
            await memory.store()


class _Server(MCPServer[None]):
    """Turns what goes wrong in a tool into its error result."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None) -> Any:
        """What the tool gives; a failure is a result that says so, with the code and the message of the error."""
        try:
            await self._refuse_strangers(name, arguments)
            result = await super().call_tool(name, arguments, context)
        except KgmemError as error:
            return _failed(error.code, str(error))
        except ToolError as error:
            return _told(error)
        return _read_well(name, result)

    async def _refuse_strangers(self, name: str, arguments: dict[str, Any]) -> None:
        """Raises UsageError for an argument that the tool does not have, which would be passed over silently."""
        for tool in await self.list_tools():
            if tool.name == name and (strange := sorted(set(arguments) - set(tool.input_schema["properties"]))):
                takes = ", ".join(tool.input_schema["properties"])
                raise UsageError(f"{name} has no argument {', '.join(strange)}; it takes {takes}")


def _read_well(name: str, result: Any) -> Any:
    """What a model reads of a recall or an answer is its text; all of it stays in the structured content."""
    if name not in _TEXTS or not isinstance(result, CallToolResult) or result.structured_content is None:
        return result
    text = TextContent(type="text", text=_TEXTS[name](result.structured_content))
    return result.model_copy(update={"content": [text]})


def _answered(answer: dict[str, Any]) -> str:
    statements = {one["id"]: one["statement"] for one in answer["claims"]} | {
        one["id"]: f"{one['speaker']}: {one['text']}" for one in answer["notes"]
    }
    cited = [f"[{n}] {id} {statements.get(id, '')}".rstrip() for n, id in enumerate(answer["citations"], 1)]
    return "\n".join((answer["answer"], f"status: {answer['status']}", *cited))


_TEXTS: dict[str, Callable[[dict[str, Any]], str]] = {"ask": _answered, "recall": lambda found: str(found["context"])}


def _told(error: ToolError) -> CallToolResult:
    cause = error.__cause__
    if isinstance(cause, KgmemError):
        return _failed(cause.code, "; ".join((str(cause), *getattr(cause, "__notes__", ()))))
    if isinstance(cause, ValidationError):
        first = cause.errors(include_input=False, include_url=False)[0]
        field, said = ".".join(str(part) for part in first["loc"]), first["msg"]
        return _failed(UsageError.code, str(UsageError(said[0].lower() + said[1:], field=field or None)))
    if cause is None:
        return _failed(UsageError.code, str(error))
    _log.error("%s:\n%s", error, _places(cause))
    return _failed(KgmemError.code, _UNEXPECTED)


def _places(error: BaseException) -> str:
    """Where it came from, the first cause first: types and lines of code. What an error says may be a text of a
    session, which no log holds (R6)."""
    before, kind = error.__cause__ or error.__context__, type(error)
    told = _places(before) if before else ""
    return f"{told}{kind.__module__}.{kind.__qualname__}\n{''.join(traceback.format_tb(error.__traceback__))}"


def _failed(code: str, message: str) -> CallToolResult:
    document = {"error": {"code": code, "message": message}}
    text = TextContent(type="text", text=json.dumps(document, ensure_ascii=False))
    return CallToolResult(content=[text], structured_content=document, is_error=True)


def _bound(verb: Callable[..., Awaitable[Any]], pool: Pool, any_tenant: bool) -> Callable[..., Awaitable[Any]]:
    """`verb` without its memory, which is the tenant's; the tenant is an argument where any is allowed."""

    @functools.wraps(verb)
    async def tool(tenant: str | None = None, **arguments: Any) -> Any:
        async with pool.memory(tenant) as memory:
            return await verb(memory, **arguments)

    told = inspect.signature(verb, eval_str=True)
    shown = list(told.parameters.values())[1:]
    if any_tenant:
        shown.append(inspect.Parameter("tenant", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Tenant))
    tool.__signature__ = told.replace(parameters=shown)  # type: ignore[attr-defined]
    return tool
