"""The address of Neo4j Browser, which the embedded server serves itself."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from kgmem.local.server import Address


def browser_url(address: Address, *, query: str | None = None) -> str:
    """Opens Browser on this store, with `query` in its editor, not run. The user types the password: a URL is kept in
    the browser's history.
    """
    scheme, place = address.uri.split("://")
    asked = {"dbms": f"{scheme}://{address.user}@{place}", "preselectAuthMethod": "NATIVE"}
    if query:
        asked |= {"cmd": "edit", "arg": query}
    return f"{address.http}/browser/?{urlencode(asked, quote_via=quote)}"
