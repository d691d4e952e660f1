"""What Neo4j Browser is given: the style as it reads it, the saved scripts, the connection, and the same as files."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from kgmem.browse import style
from kgmem.browse.files import archive, files
from kgmem.browse.pages import contents
from kgmem.browse.ready import CONNECTION, HOSTED, browser_of, ready
from kgmem.browse.scripts import COMMON, FOLDERS, Script, common, literal, parameters, scripts
from kgmem.graph.queries import catalogue

NASTY = "o'neill\\\n}; MATCH (n) DETACH DELETE n //`\"\u2028🙂"


# ---- style ----


def test_a_style_is_read_rule_by_rule_in_its_order() -> None:
    found = style.parse('node { color: #FFF; }\nnode.Claim {\n  caption: "{statement}";\n  diameter: 80px;\n}\n')
    assert list(found.items()) == [
        ("node", {"color": "#FFF"}),
        ("node.Claim", {"caption": "{statement}", "diameter": "80px"}),
    ]


@pytest.mark.parametrize(
    "text",
    ["/* ours */ node { color: #FFF; }", "node { color #FFF; }", "node { color: #FFF }", 'node { caption: "a: b"; }'],
    ids=["a comment", "no colon", "no end", "a colon in a value"],
)
def test_what_browser_would_lose_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="would not read this style"):
        style.parse(text)


def test_every_kind_of_node_has_a_colour_a_size_and_a_text() -> None:
    """Things differ at a glance: claims are larger than what they rest on, and no two main kinds share a colour."""
    sheet = style.parse(contents()["style.grass"])
    main = ("Claim", "Event", "Observation", "Source", "Session", "Topic", "Entity", "Assertion")
    assert all({"color", "diameter", "caption"} <= sheet[f"node.{label}"].keys() for label in main)
    assert len({sheet[f"node.{label}"]["color"] for label in main}) == len(main)
    sizes = {label: int(sheet[f"node.{label}"]["diameter"].removesuffix("px")) for label in main}
    assert sizes["Claim"] > sizes["Observation"] > sizes["Assertion"]


def test_states_change_the_look_and_leave_the_text() -> None:
    sheet = style.parse(contents()["style.grass"])
    for state in ("Superseded", "Disputed", "Suspect", "Weakened", "Unsupported", "Retracted"):
        assert {"color", "border-color"} & sheet[f"node.{state}"].keys()
        assert "caption" not in sheet[f"node.{state}"]


# ---- scripts ----


def test_every_query_for_people_is_a_script_as_it_stands_named_by_its_first_line() -> None:
    found = {one.name: one for one in scripts("plant")}
    for name, query in catalogue().items():
        if name.partition(".")[0] in FOLDERS:
            assert found[name] == Script(name, FOLDERS[name.partition(".")[0]], query.text)
            assert found[name].content.startswith(f"// {query.title}\n")
        else:
            assert name not in found


def test_what_takes_parameters_of_its_own_has_a_script_before_it_that_sets_them() -> None:
    """A script of two statements shows no graph, so each is one."""
    found = scripts("plant")
    names = [one.name for one in found]
    assert len(set(names)) == len(names)
    before = names[names.index("browse.about") - 1]
    assert before == "browse.about.parameters"
    assert found[names.index(before)].content.splitlines()[1:] == [":param {tenant: 'plant', entity: 'V-12'}"]
    assert "browse.overview.parameters" not in names
    for one in found:
        if one.name.endswith(".parameters"):
            assert len(one.content.splitlines()) == 2


def test_a_tenants_name_ends_no_quotes_and_no_line() -> None:
    told = literal(NASTY)
    assert json.loads(f'"{told[1:-1]}"') == NASTY  # escapes are those of JSON
    assert not {"'", "\n", "\\", "}", '"', "`"} & set(told[1:-1].replace("\\u", ""))
    assert common(NASTY).splitlines() == [f":param {{tenant: {told}, as_of: null, known_at: null, "
                                          "update_confidence: 0.3, limit: 25}"]  # fmt: skip
    assert all(name in common("x") for name in COMMON)
    asked = catalogue()["browse.about"]
    assert parameters(asked, NASTY) == f":param {{tenant: {told}, entity: 'V-12'}}"


def test_a_query_without_an_example_is_asked_for_its_tenant() -> None:
    silent = replace(catalogue()["browse.about"], example=None)
    assert parameters(silent, "plant") == ":param {tenant: 'plant'}"


# ---- ready ----


def test_browser_is_handed_the_connection_the_style_and_the_scripts_and_the_address_holds_no_secret() -> None:
    found = ready("neo4j://127.0.0.1:7687", "neo4j", "s3cret", "plant", "MATCH (n) RETURN n")
    connection = found["connections"]["connectionsById"][CONNECTION]
    assert (connection["host"], connection["username"], connection["password"]) == (
        "neo4j://127.0.0.1:7687", "neo4j", "s3cret",
    )  # fmt: skip
    assert json.dumps(found).count("s3cret") == 1
    assert found["grass"] == style.parse(contents()["style.grass"])
    assert found["settings"] == {"initCmd": common("plant")}
    assert parse_qs(urlsplit(found["target"]).query) == {"cmd": ["edit"], "arg": ["MATCH (n) RETURN n"]}
    folders = {one["id"]: one["name"] for one in found["folders"]}
    assert set(folders.values()) == set(FOLDERS.values())
    assert {one["folder"] for one in found["documents"]} == set(folders)
    assert all(
        one["id"].startswith("kgmem") for one in (*found["folders"], *found["documents"])
    )  # what open.js replaces


@pytest.mark.parametrize(
    ("uri", "home", "dbms"),
    [
        ("neo4j://graph.example:7687", "http://graph.example:7474/browser/", "neo4j://ada@graph.example:7687"),
        ("bolt://[::1]:7687", "http://[::1]:7474/browser/", "bolt://ada@[::1]:7687"),
        ("neo4j+s://x.databases.neo4j.io", f"{HOSTED}/", "neo4j+s://ada@x.databases.neo4j.io"),
        ("bolt+ssc://graph.example", f"{HOSTED}/", "bolt+ssc://ada@graph.example"),
        ("neo4j://eve:secret@graph.example", "http://graph.example:7474/browser/", "neo4j://ada@graph.example"),
    ],
)
def test_a_server_elsewhere_has_its_browser_where_it_serves_it_and_no_password_is_told(
    uri: str, home: str, dbms: str
) -> None:
    found = browser_of(uri, "ada")
    assert found.startswith(home)
    assert parse_qs(urlsplit(found).query) == {"dbms": [dbms], "preselectAuthMethod": ["NATIVE"]}
    assert "secret" not in found


# ---- files ----


def test_the_files_hold_the_same_and_are_the_same_bytes_each_time() -> None:
    found = files("plant")
    assert found == files("plant")
    assert found["style.grass"].decode() == contents()["style.grass"]
    with zipfile.ZipFile(io.BytesIO(found["kgmem-saved-scripts.zip"])) as held:
        told = {name: held.read(name).decode() for name in held.namelist()}
    assert sorted(told.values()) == sorted(one.content for one in scripts("plant"))
    assert {name.partition("/")[0] for name in told} == set(FOLDERS.values())


def test_a_file_in_the_archive_has_a_name_that_every_system_takes() -> None:
    with zipfile.ZipFile(io.BytesIO(archive([Script("audit.a/b: c", "kgmem audits", "RETURN 1")]))) as held:
        assert held.namelist() == ["kgmem audits/audit.a_b_c.cypher"]
