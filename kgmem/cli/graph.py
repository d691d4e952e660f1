"""kgmem graph."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import common
from kgmem.errors import UsageError

if TYPE_CHECKING:
    from kgmem.memory import AsyncMemory
    from kgmem.picture import Drawing

CYTOSCAPE = "3.33.1"
"""What draws the picture: MIT, fetched once like the server's jars."""
_COORDINATE = f"org.webjars.npm:cytoscape:{CYTOSCAPE}"
_INSIDE = f"META-INF/resources/webjars/cytoscape/{CYTOSCAPE}"
CLAIMS_OF_AN_ANSWER = 8
"""Of the claims that an answer cites, how many are drawn with their provenance."""


def register(app: typer.Typer) -> None:
    """Add graph."""
    app.command()(graph)


def graph(
    html: Annotated[Path, typer.Option("--html", help="The page to write; one that is there is replaced.")],
    claim: Annotated[str | None, typer.Argument(help="Id of a claim, whose provenance is drawn.")] = None,
    ask: Annotated[str | None, typer.Option("--ask", help="A question: the evidence of its answer is drawn.")] = None,
    as_of: common.HeldAt = None,
    known_at: common.KnownAt = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Write one page that shows what a claim, or the answer to a question, rests on. It needs no network and prints.

    Example: kgmem graph --ask "Which pump feeds V-12?" --html why.html
    """
    from kgmem.exchange.files import replaced
    from kgmem.models import Written
    from kgmem.picture import of_answer, of_claim, page

    if (claim is None) == (ask is None):
        raise UsageError("name a claim, or --ask a question: one of the two", field="CLAIM")

    async def drawn(memory: AsyncMemory) -> Drawing:
        if claim is not None:
            return of_claim(await memory.explain(claim, as_of=as_of, known_at=known_at))
        answer = await memory.ask(ask or "", as_of=as_of, known_at=known_at)
        claims = {one.id for one in answer.claims if one.kind != "summary"}  # a session's summary is no claim
        cited = [id for id in answer.citations if id in claims][:CLAIMS_OF_AN_ANSWER]
        explained = [await memory.explain(id, as_of=as_of, known_at=known_at) for id in cited]
        return of_answer(ask or "", answer, explained)

    drawing = common.remember(tenant, drawn)
    library, licence = _cytoscape()
    with replaced(html) as file:
        file.write(page(drawing, library, licence).encode(errors="replace"))
    common.emit(Written(files=(str(html),)), lambda: typer.echo(f"{len(drawing.nodes)} nodes drawn in {html}"))


def _cytoscape() -> tuple[str, str]:
    """The script and its licence. Raises LocalServerError when it is not there and cannot be fetched."""
    from kgmem.local import resolve_jar

    with zipfile.ZipFile(resolve_jar(_COORDINATE, say=common.say)) as jar:
        script, licence = (jar.read(f"{_INSIDE}/{name}").decode() for name in ("dist/cytoscape.min.js", "LICENSE"))
    return script, licence
