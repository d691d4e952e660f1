"""kgmem browse: Neo4j Browser on this store, connected, styled, with the saved queries."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli import common
from kgmem.errors import InputError, LocalServerError

if TYPE_CHECKING:
    from kgmem.local import Address
    from kgmem.settings import Settings

FIRST = "browse.overview"
"""The saved query that stands in the editor when Browser opens, not yet run."""


def register(app: typer.Typer) -> None:
    """Add browse."""
    app.command()(browse)


def browse(
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address instead of opening it.")] = False,
    files: Annotated[
        Path | None,
        typer.Option("--files", help="Write the style, saved queries and guide to this folder, for any Neo4j Browser."),
    ] = None,
    tenant: common.Tenant = None,
    as_json: common.AsJson = False,
) -> None:
    """Open Neo4j Browser on this store: connected, in kgmem's style, with the saved queries and a guide.

    The password is handed over on this computer, once, and stands in no address. With --no-open, the address, the user
    and the password to type are printed. With KGMEM_URI set, Browser is that server's: --files brings what it lacks.

    Example: kgmem browse --files for-our-server
    """
    from kgmem.models import Written

    settings = common.settings()
    whose = tenant or settings.tenant
    if files is not None:
        written = _write(files, whose)
        common.emit(Written(files=tuple(written)), lambda: typer.echo("\n".join(written)))
    elif settings.uri is not None:
        _elsewhere(settings, no_open)
    else:
        _here(settings, whose, no_open)


def _write(folder: Path, tenant: str) -> list[str]:
    from kgmem.browse.files import files

    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files(tenant).items():
            (folder / name).write_bytes(content)
            written.append(str(folder / name))
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(folder)) from error
    return written


def _elsewhere(settings: Settings, no_open: bool) -> None:
    from kgmem.browse.ready import browser_of
    from kgmem.models import BrowserAt

    url = browser_of(settings.uri or "", settings.user)
    told = f"{url}\nuser: {settings.user}; the style, the saved queries and a guide: kgmem browse --files FOLDER"
    common.emit(BrowserAt(url=url, user=settings.user, ready=False), lambda: typer.echo(told))
    if not no_open:
        typer.launch(url)


def _here(settings: Settings, tenant: str, no_open: bool) -> None:
    from kgmem import local
    from kgmem.models import BrowserAt

    address = local.ensure_running(settings.home, say=common.say)
    if no_open:
        url = local.browser_url(address)
        typed = BrowserAt(url=url, user=address.user, password=address.password)
        common.emit(typed, lambda: typer.echo(f"{url}\nuser: {address.user}\npassword: {address.password}"))
        return
    opened = BrowserAt(url=f"{address.http}/browser/", user=address.user, ready=_hand_over(address, tenant))
    where = address.home / "password"
    told = "is open" if opened.ready else f"did not take it up; user {address.user}, password in {where}"
    common.emit(opened, lambda: typer.echo(f"Neo4j Browser {told}: {opened.url}"))


def _hand_over(address: Address, tenant: str) -> bool:
    """Opens the page that makes Browser ready, and waits until it has what it needs.

    Raises LocalServerError for a server without that page, which nobody would take anything up at.
    """
    from kgmem.browse import handoff
    from kgmem.browse.ready import ready
    from kgmem.graph.queries import get
    from kgmem.local import serves_pages
    from kgmem.local.serving import FOLDER

    if not serves_pages(address):
        raise LocalServerError(
            "the server that runs does not serve this kgmem's pages, since another version started it: kgmem db stop, "
            "then kgmem browse again; or kgmem browse --no-open, which prints the password to type"
        )
    document = ready(address.uri, address.user, address.password, tenant, get(FIRST).text)
    page = f"{address.http}/{FOLDER}/open.html"
    return handoff.offer(document, address.http, lambda key: typer.launch(f"{page}#{key}"))
