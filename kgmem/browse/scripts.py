"""The saved queries as Neo4j Browser keeps scripts: in folders, and with them what sets their parameters.

Browser shows the rows and the graph of a script that is one statement only. So a query and the command that sets its
parameters are two scripts; what most queries take is set once, by `common`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kgmem.graph.queries import Query, catalogue

FOLDERS = {"browse": "kgmem pictures", "audit": "kgmem audits"}
"""Which queries people run by hand in Browser, and the folder that holds them there."""

COMMON = {"as_of": "null", "known_at": "null", "update_confidence": "0.3", "limit": "25"}
"""What most queries take beside the tenant, as Cypher writes it."""

_TENANT = "tenant: 'default'"
_NAMES = re.compile(r"(\w+): ")


class Script(NamedTuple):
    """One saved script. Browser names it by the first line of its content, a comment."""

    name: str
    folder: str
    content: str


def scripts(tenant: str) -> list[Script]:
    """What sets the common parameters, then every query for Browser, in order of folder and name; before one that takes
    others, what sets these as its example does."""
    found = []
    for room, folder in FOLDERS.items():
        found.append(Script(f"{room}.parameters", folder, f"// Parameters that most of these take\n{common(tenant)}\n"))
        for name, query in catalogue().items():
            if name.startswith(f"{room}."):
                if not {*_NAMES.findall(query.example or "")} <= {"tenant", *COMMON}:
                    told = f"// Parameters of: {query.title}\n{parameters(query, tenant)}\n"
                    found.append(Script(f"{name}.parameters", folder, told))
                found.append(Script(name, folder, query.text))
    return found


def common(tenant: str) -> str:
    """Browser's command for the parameters that most queries take."""
    others = "".join(f", {name}: {value}" for name, value in COMMON.items())
    return f":param {{tenant: {literal(tenant)}{others}}}"


def parameters(query: Query, tenant: str) -> str:
    """Browser's command for the parameters of a query's example, on one line."""
    return (query.example or f":param {{{_TENANT}}}").replace(_TENANT, f"tenant: {literal(tenant)}")


def literal(text: str) -> str:
    """A text as Cypher writes it: quoted, with nothing in it that would end the quotes or the line."""
    escaped = re.sub(r"[^\w .,:/@+-]", lambda one: _escape(one[0]), text)
    return f"'{escaped}'"


def _escape(character: str) -> str:
    units = character.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
