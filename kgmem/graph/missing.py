"""The error of asking for an id that is unknown, or of another kind."""

from __future__ import annotations

from kgmem.errors import NotFound, WrongKind
from kgmem.graph.store import Transaction


async def missing(
    tx: Transaction, id: str, wanted: str, *, field: str = "id", acting: bool = False, unknown: str | None = None
) -> NotFound | WrongKind:
    """What to raise for an id that is not of the kinds `wanted`; of one `acting`, that nothing has changed is said too.
    `unknown` says it of what may be named otherwise than by its id."""
    kinds = await tx.run("recall.kind", id=id)
    if kinds:
        return WrongKind(f"{id} is the id of {_article(kinds[0]['kind'])}, not of {_article(wanted)}", field=field)
    if unknown:
        return NotFound(f"{unknown} in tenant {tx.tenant!r}")
    return NotFound(f"nothing in tenant {tx.tenant!r} has the id {id}" + ("; nothing was changed" if acting else ""))


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeo' else 'a'} {kind}"
