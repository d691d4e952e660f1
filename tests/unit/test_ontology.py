"""Entity kinds and predicates: the default ontology, and files that users write, right and wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgmem import ontology
from kgmem.errors import InputError
from kgmem.ontology import Ontology, Predicate


def load(folder: Path, text: str | bytes, base: Ontology | None = None) -> Ontology:
    path = folder / "mine.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return ontology.load(path, base)


def test_the_default_declares_what_the_readme_promises() -> None:
    """Interface: the functional predicates, feeds the other way round, kinds with their roots."""
    found = ontology.default()
    functional = {name for name, predicate in found.predicates.items() if predicate.functional}
    assert functional == {
        "lives_in", "works_at", "works_as", "located_in", "married_to", "status", "version", "price", "deadline",
        "owner", "email", "phone", "dose", "quantity",
    }  # fmt: skip
    assert found.predicates["feeds"] == Predicate(inverse_functional=True, words=("feeds",))
    assert {found.root(kind) for kind in found.kinds} == {"thing", "person", "organisation", "place"}


@pytest.mark.parametrize(
    ("name", "kind", "root"),
    [
        ("pump", "pump", "thing"),
        (" PUMP ", "pump", "thing"),
        ("Ｐｕｍｐ", "pump", "thing"),
        ("city", "city", "place"),
        ("person", "person", "person"),
        ("gizmo", "thing", "thing"),
        ("", "thing", "thing"),
    ],
)
def test_a_kind_is_what_is_declared_or_a_thing(name: str, kind: str, root: str) -> None:
    """I1: identity uses the root; an undeclared kind is `thing`."""
    found = ontology.default()
    assert (found.kind(name), found.root(name)) == (kind, root)


def test_a_file_adds_to_its_base_and_may_change_it(tmp_path: Path) -> None:
    kinds = '[kinds]\nReactor = "equipment"\npump = "reactor"\n'
    predicates = '[predicates]\nfeeds = {}\n"Hosted  by" = { functional = true }\n'
    found = load(tmp_path, kinds + predicates, ontology.default())
    assert (found.kind("reactor"), found.root("pump"), found.root("city")) == ("reactor", "thing", "place")
    assert found.predicates["feeds"] == Predicate()
    assert found.predicates["hosted_by"] == Predicate(functional=True)
    assert found.predicates["lives_in"].functional
    assert ontology.default().predicates["feeds"].inverse_functional


def test_a_predicate_may_name_the_verbs_that_tell_it(tmp_path: Path) -> None:
    found = load(tmp_path, '[predicates.supplies]\nfunctional = true\nwords = ["supplies", "is  fed by"]\n')
    assert found.predicates["supplies"] == Predicate(functional=True, words=("supplies", "is fed by"))


def test_a_file_without_base_stands_alone(tmp_path: Path) -> None:
    found = load(tmp_path, '[kinds]\nthing = ""\nship = "thing"\n')
    assert dict(found.kinds) == {"thing": None, "ship": "thing"}
    assert found.predicates == {}
    assert load(tmp_path, "") == Ontology()


WRONG: dict[str, tuple[str | bytes, str | None, str]] = {
    "not toml": ("kinds: thing", None, "not TOML"),
    "not utf-8": ('[kinds]\né = ""'.encode("latin-1"), None, "not TOML"),
    "strange table": ("[entities]\na = 1", "entities", "tables kinds and predicates"),
    "kinds no table": ("kinds = 7", "kinds", "table"),
    "predicates no table": ("predicates = [1]", "predicates", "table"),
    "parent no text": ("[kinds]\npump = 7", "kinds.pump", "parent"),
    "parent unknown": ('[kinds]\npump = "machine"', "kinds.pump", "not declared"),
    "own parent": ('[kinds]\npump = "pump"', "kinds.pump", "own ancestor"),
    "cycle": ('[kinds]\na = "b"\nb = "c"\nc = "a"', "kinds.a", "own ancestor"),
    "predicate no table": ("[predicates]\nfeeds = true", "predicates.feeds", "functional"),
    "strange option": ("[predicates]\nfeeds = { unique = true }", "predicates.feeds", "functional"),
    "words no list": ('[predicates]\nfeeds = { words = "feeds" }', "predicates.feeds.words", "list of verbs"),
    "word no verb": ('[predicates]\nfeeds = { words = ["feeds", ".*"] }', "predicates.feeds.words", "list of verbs"),
    "word of nothing": ('[predicates]\nfeeds = { words = [" "] }', "predicates.feeds.words", "list of verbs"),
    "word no text": ("[predicates]\nfeeds = { words = [7] }", "predicates.feeds.words", "list of verbs"),
    "option no boolean": ('[predicates]\nfeeds = { functional = "yes" }', "predicates.feeds", "true or false"),
    "kind of nothing": ('[kinds]\n"\u200b" = ""', "kinds.\u200b", "visible"),
    "kind of no letters": ('[kinds]\n"" = ""', "kinds.", "visible"),
    "predicate of nothing": ('[predicates]\n" " = {}', "predicates. ", "visible"),
}


@pytest.mark.parametrize(("text", "field", "said"), WRONG.values(), ids=WRONG)
def test_wrong_file_is_an_error_that_names_file_and_field(
    tmp_path: Path, text: str | bytes, field: str | None, said: str
) -> None:
    with pytest.raises(InputError, match=said) as error:
        load(tmp_path, text)
    assert (error.value.file, error.value.field) == (str(tmp_path / "mine.toml"), field)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "no.toml", tmp_path):
        with pytest.raises(InputError, match="cannot be read") as error:
            ontology.load(path)
        assert error.value.file == str(path)
