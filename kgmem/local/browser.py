"""The address of Neo4j Browser, which the embedded server serves itself."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from kgmem.browse.pages import contents
from kgmem.local import probe
from kgmem.local.server import Address
from kgmem.local.serving import FOLDER


def browser_url(address: Address, *, query: str | None = None) -> str:
    """Opens Browser on this store, with `query` in its editor, not run. The user types the password: a URL is kept in
    the browser's history.
    """
    scheme, place = address.uri.split("://")
    asked = {"dbms": f"{scheme}://{address.user}@{place}", "preselectAuthMethod": "NATIVE"}
    if query:
        asked |= {"cmd": "edit", "arg": query}
    return f"{address.http}/browser/?{urlencode(asked, quote_via=quote)}"


def serves_pages(address: Address) -> bool:
    """Whether it has the page of this kgmem; a server that another kgmem started has that one's, or none."""
    return probe.text(f"{address.http}/{FOLDER}/open.js") == contents()["open.js"]
