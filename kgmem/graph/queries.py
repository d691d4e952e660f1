"""The catalogue of cypher/: every query is a file, found by name, its header checked against its body.

`cypher/audit/claim_lineage.cypher` is `audit.claim_lineage`. In the source tree the files lie beside the package, in
an installed wheel inside it. The schema's statements have a header too, but take no parameters and return nothing.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kgmem.errors import QueryError

_PACKAGED = Path(__file__).parent.parent / "cypher"
_SOURCE_TREE = Path(__file__).parent.parent.parent / "cypher"

_FIELD = re.compile(r"// (name|mode|grain|law|why|order|example):\s+(.+)")
_TYPED = re.compile(r"// (param|returns)\s+(\w+) :: ([A-Z<> ]+?)\s{2,}(\S.*)")
_CONTINUED = re.compile(r"//\s{10,}(\S.*)")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TEXT = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|`[^`]*`")
_PARAMETER = re.compile(r"\$([A-Za-z_]\w*)")
_WRITES = re.compile(r"\b(CREATE|MERGE|SET|DELETE|DETACH|REMOVE|DROP|LOAD|FOREACH)\b", re.IGNORECASE)

_ORDERED = re.compile(r"\bORDER BY [^\n]+\s*\Z", re.IGNORECASE)

ONE_ROW = "one row"
"""Order of a query that returns no more."""
MODES = ("read", "write", "schema")
ELSEWHERE = "graphiti."
"""What the names of the queries start with that read another program's graph, which belongs to no tenant (I4)."""
_REQUIRED = ("name", "mode", "grain", "why")


@dataclass(frozen=True)
class Column:
    """A parameter or a returned column: its name, its Cypher type and what it means."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True)
class Query:
    """One statement with its header. `text` goes to the server as it stands in the file."""

    name: str
    title: str
    mode: str
    grain: str
    why: str
    law: str | None
    order: str | None
    example: str | None
    params: tuple[Column, ...]
    returns: tuple[Column, ...]
    text: str

    @property
    def stamps(self) -> bool:
        """Whether it records a time: that of its transaction."""
        return self.mode == "write" and any(param.name == "now" for param in self.params)

    def header(self) -> dict[str, Any]:
        """What the query says of itself, as plain values."""
        columns = {"params": self.params, "returns": self.returns}
        return {
            "name": self.name,
            "title": self.title,
            "grain": self.grain,
            "law": self.law,
            "why": self.why,
            **{field: [asdict(column) for column in found] for field, found in columns.items()},
            "order": self.order,
            "example": self.example,
        }

    def only(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Of what is given to every query, the parameters that this one declares."""
        return {param.name: given[param.name] for param in self.params if param.name in given}

    def bind(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """`parameters`, complete and without strangers; nullable ones default to null. Raises QueryError."""
        declared = {param.name: param for param in self.params}
        if strange := sorted(set(parameters) - set(declared)):
            raise QueryError(f"{self.name} has no parameter {', '.join(strange)}; it takes {', '.join(declared)}")
        missing = [n for n, p in declared.items() if p.type.endswith("NOT NULL") and parameters.get(n) is None]
        if missing:
            raise QueryError(f"{self.name} needs a value for {', '.join(missing)}")
        return {name: parameters.get(name) for name in declared}


def folder() -> Path:
    """Where the query files are: inside the installed package, or beside it in the source tree."""
    return _PACKAGED if _PACKAGED.is_dir() else _SOURCE_TREE


@functools.cache
def catalogue() -> Mapping[str, Query]:
    """All queries by name, in order of name. Raises QueryError for a header that does not fit its body."""
    root = folder()
    found = {}
    for file in sorted(root.rglob("*.cypher")):
        expected = ".".join(file.relative_to(root).with_suffix("").parts)
        found[expected] = parse(file.read_text(encoding="utf-8"), expected)
    if not found:
        raise QueryError(f"no query files in {root}; the installation is incomplete")
    return found


def get(name: str, *, mode: str | None = None) -> Query:
    """The query of that name, and of that mode where one is asked for; QueryError lists the nearest names."""
    import difflib

    queries = {other: query for other, query in catalogue().items() if mode in (None, query.mode)}
    if name not in queries:
        near = difflib.get_close_matches(name, queries, n=3, cutoff=0.4)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise QueryError(f"no saved query is named {name!r}{hint or ';'} `kgmem queries` lists them")
    return queries[name]


def saved() -> Mapping[str, Query]:
    """The queries that people may run by name: they only read, and only what is their tenant's (I4)."""
    return {n: query for n, query in catalogue().items() if query.mode == "read" and not n.startswith(ELSEWHERE)}


def saved_one(name: str) -> Query:
    """The query of that name that people may run. Raises QueryError."""
    if name.startswith(ELSEWHERE):
        raise QueryError(f"{name} reads a graph that belongs to no tenant; `kgmem ingest --from-graphiti` runs it")
    return get(name, mode="read")


def parse(text: str, expected: str) -> Query:
    """The query in `text`, whose file says it should be named `expected`. Raises QueryError naming what is wrong."""
    header, body = _split(text)
    if not header or not header[0].startswith("// ") or _FIELD.match(header[0]):
        raise QueryError(f"{expected}: the first line must be a title")
    fields: dict[str, str] = {}
    columns: dict[str, list[Column]] = {"param": [], "returns": []}
    last = None
    for line in header[1:]:
        if match := _FIELD.fullmatch(line):
            last = match[1]
            fields[last] = match[2].strip()
        elif match := _TYPED.fullmatch(line):
            columns[match[1]].append(Column(match[2], match[3].strip(), match[4].strip()))
            last = None
        elif (match := _CONTINUED.fullmatch(line)) and last:
            fields[last] += " " + match[1].strip()
        else:
            raise QueryError(f"{expected}: cannot read header line {line!r}")
    query = Query(
        name=fields.get("name", ""),
        title=header[0][3:].strip(),
        mode=fields.get("mode", ""),
        grain=fields.get("grain", ""),
        why=fields.get("why", ""),
        law=fields.get("law"),
        order=fields.get("order"),
        example=fields.get("example"),
        params=tuple(columns["param"]),
        returns=tuple(columns["returns"]),
        text=text,
    )
    _check(query, fields, body, expected)
    return query


def _split(text: str) -> tuple[list[str], str]:
    lines = text.splitlines()
    count = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return lines[:count], "\n".join(lines[count:])


def _check(query: Query, fields: Mapping[str, str], body: str, expected: str) -> None:
    def wrong(what: str) -> QueryError:
        return QueryError(f"{expected}: {what}")

    if absent := [name for name in _REQUIRED if not fields.get(name)]:
        raise wrong(f"the header lacks {', '.join(absent)}")
    if query.name != expected:
        raise wrong(f"the header says {query.name}")
    if query.mode not in MODES:
        raise wrong(f"mode is {query.mode!r}, not one of {', '.join(MODES)}")
    code = _TEXT.sub("''", _COMMENT.sub("", body))
    if not code.strip():
        raise wrong("there is no statement")
    if ";" in code.strip().rstrip(";"):
        raise wrong("a file holds one statement")
    used, declared = set(_PARAMETER.findall(code)), {param.name for param in query.params}
    if used != declared:
        raise wrong(f"parameters used {sorted(used)} are not those declared {sorted(declared)}")
    if query.mode == "schema":
        return
    if "tenant" not in used:
        raise wrong("every query takes $tenant")
    if bool(_WRITES.search(code)) != (query.mode == "write"):
        raise wrong(f"mode is {query.mode}, the statement says otherwise")
    if query.returns and not query.order:
        raise wrong("a query that returns rows says their order")
    if query.returns and query.order != ONE_ROW and not _ORDERED.search(code):
        raise wrong(f"rows come in an order that the header states; end in ORDER BY, or say `order: {ONE_ROW}`")
