"""Cases C01, C02, C04 to C08: names, ids, and text that other systems took for syntax."""

from __future__ import annotations

import itertools
from typing import Any

import neo4j
import pytest
from support import message, rows, session, snapshot

from kgmem import AsyncMemory, identity
from kgmem.graph.queries import catalogue
from kgmem.models import IngestResult

from .command import Command

PAYLOADS = [
    "plan`) DETACH DELETE n //",
    "k`: 1}) MATCH (n) DETACH DELETE n //",
    "x'}) MATCH (n) DETACH DELETE n //",
    'x"}) MATCH (n) DETACH DELETE n //',
    "$tenant",
]

COUNT = "MATCH (n) WHERE n.tenant = $tenant RETURN count(n) AS nodes"
CROSSING = "MATCH (n)-[r]-(m) WHERE n.tenant = $tenant AND m.tenant <> $tenant RETURN count(r) AS crossing"
ENTITIES = "MATCH (e:Entity) WHERE e.tenant = $tenant RETURN e.id AS id, e.external_id AS external_id ORDER BY id"


def about(name: str, kind: str = "person", statement: str = "likes tea", **other: Any) -> dict[str, Any]:
    """A session that says one thing about somebody, in nobody's words but its own."""
    claim = {
        "id": "c1", "kind": "fact", "statement": statement, "subject": {"kind": kind, "id": name}, "predicate": "likes",
        "value": "tea", "confidence": 0.8, "support": ["m1"],
    }  # fmt: skip
    return session(f"about {name} {kind}", [message("m1", "They like tea.")], [claim], **other)


def clean(result: IngestResult) -> IngestResult:
    """The result, after making sure that everything in it was stored and nothing was said against it."""
    assert [one for one in result.sessions if one.state != "stored" or one.rejected or one.warnings] == []
    return result


@pytest.mark.parametrize("kind", ["person", "organisation", "thing"])
async def test_names_of_every_script_keep_their_own_entity(memory: AsyncMemory, kind: str) -> None:
    """Case C01, law I1."""
    names = [
        "김민수",
        "김민석",
        "北京 University",
        "上海 University",
        "달빛랩",
        "달빛 랩",
        "محمد",
        "Ёлка",
        "Елка",
        "🙂",
        "🙃",
        "Ω-7",
    ]
    clean(await memory.ingest([about(name, kind) for name in names]))

    found = {row["external_id"]: row["id"] for row in await rows(memory, ENTITIES)}

    assert sorted(found) == sorted(names)
    assert len(set(found.values())) == len(names)
    for name in names:
        assert (await memory.history(name)).entity.id == found[name]


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u2060\ufeff", "\u00ad", "\t\n"])
async def test_name_without_anything_visible_is_refused_and_its_siblings_stay(memory: AsyncMemory, name: str) -> None:
    """Case C01, law I1: no empty key, ever."""
    one = about(name)
    one["claims"].append({**about("Ana")["claims"][0], "id": "c2"})

    result = (await memory.ingest(one)).sessions[0]

    assert [(item.item, item.code) for item in result.rejected] == [("c1", "empty_name")]
    assert result.claims == 1
    assert [row["external_id"] for row in await rows(memory, ENTITIES)] == ["Ana"]


ZOES = ["Zoë Marsh", "Zoe\u0308 Marsh", " ZOË  MARSH ", "Ｚoë Marsh"]


async def test_case_width_and_composition_are_one_entity_whatever_the_order(memory: AsyncMemory) -> None:
    """Case C02, laws I1 and I3: the name shown is that of the earliest mention."""
    sessions = [about(name, started_at=f"2026-03-0{day}T09:00:00Z") for day, name in enumerate(ZOES, start=1)]
    for one, number in zip(sessions, itertools.count()):
        one["id"] = f"s{number}"
    for order, expected in enumerate((sessions, sessions[::-1])):
        async with AsyncMemory.open(
            f"{memory.tenant}-{order}", settings=memory.settings, embeddings=memory.embeddings
        ) as own:
            clean(await own.ingest(expected))
            assert len(await rows(own, ENTITIES)) == 1
            histories = [await own.history(name) for name in ZOES]
            assert {history.entity.id for history in histories} == {histories[0].entity.id}
            assert {history.entity.name for history in histories} == {"Zoë Marsh"}
            (claim,) = histories[0].claims
            assert len((await own.explain(claim.id)).assertions) == len(ZOES)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [("STRASSE", "straße", True), ("ΣΊΣΥΦΟΣ", "σίσυφος", True), ("ﬁsh", "FISH", True), ("İstanbul", "istanbul", False)],
)
async def test_folding_is_unicode_casefold_on_every_path(memory: AsyncMemory, one: str, other: str, same: bool) -> None:
    """Case C02, law I1; the dotted capital I is a letter of its own, as Unicode has it."""
    clean(await memory.ingest([about(one), about(other)]))

    assert len(await rows(memory, ENTITIES)) == (1 if same else 2)
    assert ((await memory.history(one)).entity.id == (await memory.history(other)).entity.id) is same


QUOTED = [
    'plan "big"',
    "C:\\notes\\a\\",
    "O'Neil",
    "a`b",
    'x\\"y',
    "a/b:c#d?e=f&g",
    "-1",
    "{}",
    "[x]",
    "a\tb",
    "%s %d",
    "${x}",
    "NULL",
]


@pytest.mark.parametrize("name", QUOTED)
async def test_identifier_with_quotes_and_backslashes_is_found_again_as_it_was_given(
    memory: AsyncMemory, name: str
) -> None:
    """Case C04: as entity, session, message and source."""
    claim = about(name)["claims"][0] | {"support": [{"message": name, "quote": "like tea"}]}
    said = message(name, f"They like tea, says {name}.", source={"kind": "document", "id": name, "title": name})
    clean(await memory.ingest(session(name, [said], [claim])))

    history = await memory.history(name)
    explained = await memory.explain(history.claims[0].id)
    (assertion,) = explained.assertions
    answer = await memory.ask(name)

    assert history.entity.name == name.replace("\t", " ") or history.entity.name == name
    assert history.entity.external_id == name
    assert assertion.session_external_id == name
    assert assertion.supports[0].external_id == name
    assert explained.sources[0].external_id == name
    assert [(note.external_id, note.session_external_id) for note in answer.notes] in ([(name, name)], [])
    listed = await memory.query("audit.resting_on_source", source=name)
    assert len(listed.rows) == 1


def test_quoted_name_travels_through_the_command_line(kgmem: Command) -> None:
    """Case C04: the shell's words are the store's words."""
    name = 'C:\\notes\\a\\ "big" `x` O\'Neil %s ${x}'
    assert kgmem.json("ingest", kgmem.file("name.json", about(name)))["totals"]["claims"] == 1
    assert kgmem.json("history", name)["entity"]["external_id"] == name
    assert kgmem.json("ask", name)["status"] in ("answered", "unknown")


def test_one_session_id_of_two_tenants_is_two_sessions(kgmem: Command) -> None:
    """Case C05, law I4."""
    ana = kgmem.file(
        "ana.json", {"id": "s1", "started_at": "2026-03-02T09:00:00Z", "messages": [message("m1", "My name is Ana.")]}
    )
    bo = kgmem.file(
        "bo.json", {"id": "s1", "started_at": "2026-03-02T09:00:00Z", "messages": [message("m1", "My name is Bo.")]}
    )
    other = kgmem.tenant + "-other"

    first, second = kgmem.json("ingest", ana), kgmem.json("ingest", bo, tenant=other)
    answer = kgmem.json("ask", "What is my name?", tenant=other)

    assert first["sessions"][0]["id"] != second["sessions"][0]["id"]
    assert [one["state"] for one in first["sessions"] + second["sessions"]] == ["stored", "stored"]
    assert [note["text"] for note in answer["notes"]] == ["My name is Bo."]
    assert "Bo" in answer["answer"]
    assert "Ana" not in str(answer)
    assert "Ana" in kgmem.json("ask", "What is my name?")["answer"]


async def test_tenants_share_no_relationship(memory: AsyncMemory) -> None:
    """Case C05, law I4: the same sessions for two tenants, nothing runs between them."""
    async with AsyncMemory.open(
        memory.tenant + "-other", settings=memory.settings, embeddings=memory.embeddings
    ) as other:
        one = about("Ana", group="home")
        first, second = clean(await memory.ingest(one)), clean(await other.ingest(one))

        assert first.sessions[0].id != second.sessions[0].id
        for own in (memory, other):
            assert await rows(own, CROSSING) == [{"crossing": 0}]
            assert len((await own.history("Ana")).claims) == 1


def events(*relations: dict[str, Any], kind: str = "action") -> dict[str, Any]:
    """Two events, and relations between them."""
    claims = [
        {
            "id": id,
            "kind": kind,
            "statement": f"They went to the {place}",
            "participants": ["Ana"],
            "confidence": 0.9,
            "support": ["m1"],
        }
        for id, place in (("e1", "market"), ("e2", "harbour"))
    ]
    return session(
        "trip", [message("m1", "They went to the market, then to the harbour.")], claims, relations=list(relations)
    )


@pytest.mark.parametrize(
    "type",
    [
        "icp-kriterien_für",
        "...",
        "",
        " ",
        "CAUSES|UPDATES",
        "CAUSES*",
        "related to",
        "RESTS_ON",
        "BEFORE]->() DETACH DELETE n //",
        None,
        5,
        ["causes"],
    ],
)
async def test_relation_of_no_known_type_is_refused_and_its_sibling_stored(memory: AsyncMemory, type: Any) -> None:
    """Case C06: a closed vocabulary, of which nothing is ever made into Cypher."""
    result = (
        await memory.ingest(
            events({"from": "e1", "to": "e2", "type": type}, {"from": "e1", "to": "e2", "type": "causes"})
        )
    ).sessions[0]

    assert [(one.item, one.code) for one in result.rejected] == [("relations[0]", "unknown_relation")]
    assert (result.state, result.claims, result.relations) == ("stored", 2, 1)


@pytest.mark.parametrize("predicate", ["icp-kriterien_für", "a`b", "is a friend of", "ist…", "x]->() //"])
async def test_predicate_nobody_declared_is_data(memory: AsyncMemory, predicate: str) -> None:
    """Case C06: any words may relate two things; they are a property's value."""
    one = about("Ana")
    one["claims"][0]["predicate"] = predicate
    clean(await memory.ingest(one))
    found = await rows(memory, "MATCH (c:Claim) WHERE c.tenant = $tenant RETURN c.predicate AS predicate")
    assert [row["predicate"] for row in found] == [identity.fold_name(predicate).replace(" ", "_")]


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every query text that goes to the server from here on."""
    seen: list[str] = []
    for base in (neo4j.AsyncTransaction, neo4j.AsyncManagedTransaction):
        whole = base.run

        async def run(self: Any, query: Any, *args: Any, _whole: Any = whole, **parameters: Any) -> Any:
            seen.append(query)
            return await _whole(self, query, *args, **parameters)

        monkeypatch.setattr(base, "run", run)
    return seen


@pytest.mark.parametrize("payload", PAYLOADS)
async def test_payload_stays_a_value_wherever_it_stands(memory: AsyncMemory, texts: list[str], payload: str) -> None:
    """Case C07: in kinds, keys, names, types, ids and tenants; every text sent is a file of cypher/, unchanged."""
    clean(await memory.ingest(about("Ana")))
    before = await snapshot(memory)
    bad = events({"from": "e1", "to": "e2", "type": payload})
    bad["claims"][0]["kind"] = payload
    bad[payload] = bad["messages"][0][payload] = bad["claims"][1][payload] = payload
    bad["id"] = bad["title"] = bad["group"] = payload
    bad["claims"][1] |= {
        "participants": [{"kind": payload, "id": payload, "name": payload}],
        "unit": payload,
        "model": payload,
    }
    bad["messages"][0]["source"] = {"kind": "document", "id": payload, "title": payload, "uri": payload}
    async with AsyncMemory.open(
        payload + memory.tenant, settings=memory.settings, embeddings=memory.embeddings
    ) as named:
        for own in (memory, named):
            result = (await own.ingest(bad)).sessions[0]
            assert [(one.item, one.code) for one in result.rejected] == [
                ("e1", "unknown_type"),
                ("relations[0]", "unknown_relation"),
            ]
            assert result.claims == 1
            assert (await own.history(payload)).entity.kind == "thing"
            await own.ask(payload)
            await own.retract((await own.history(payload)).claims[0].id, reason=payload, by=payload)
            found = await own.query("audit.resting_on_source", source=payload)
            assert len(found.rows) == 1

    after = await snapshot(memory)
    files = {query.text for query in catalogue().values()}
    assert [text for text in texts if payload in text and payload != "$tenant"] == []
    own_texts = {COUNT, CROSSING, ENTITIES} | {
        text for text in texts if text.startswith("CYPHER 25\nMATCH (n) WHERE n.tenant")
    }
    assert set(texts) - own_texts <= files
    kept = [line for line in before if "Tenant" not in line]
    assert set(kept) <= set(after)


QUESTIONS = [
    "/solutions",
    "C++ (x)",
    "tb-",
    "a:b",
    '"',
    "AND",
    "***",
    "`",
    "~^[",
    "",
    " ",
    "\\",
    "NOT",
    "OR OR",
    "text:*",
    "[1 TO 2}",
    "+-!(){}",
    "?",
    "tb~2",
    "\n",
    "a" * 5000,
]


@pytest.mark.parametrize("question", QUESTIONS)
async def test_question_made_of_operators_raises_nothing(memory: AsyncMemory, question: str) -> None:
    """Case C08."""
    await memory.ingest(session("s1", [message("m1", "fixed tb-200 pump")]))
    answer = await memory.ask(question)
    assert answer.status in ("answered", "unknown")
    if not any(character.isalnum() for character in question):
        assert (answer.notes, answer.claims, answer.status) == ((), (), "unknown")


async def test_operators_in_a_question_hide_nothing(memory: AsyncMemory) -> None:
    """Case C08: `tb-` finds by words what `tb` finds."""
    talk = [
        message("m1", "fixed tb-200 pump"),
        message("m2", "the market opens at nine"),
        message("m3", "see you tomorrow"),
    ]
    await memory.ingest(session("s1", talk))
    for question in ("tb", "tb-", "tb:", '"tb', "tb*", "(tb", "/tb/", "tb~", "+tb", "tb AND"):
        notes = (await memory.ask(question)).notes
        assert notes[0].external_id == "m1", question
