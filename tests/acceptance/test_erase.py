"""Law R6 and case C51: what is erased is found nowhere, and what others support stays."""

from __future__ import annotations

from typing import Any

import pytest
from support import Server, document, fact, message, rows, session, snapshot

from kgmem import AsyncMemory
from kgmem.embedding import Embeddings
from kgmem.errors import NotFound, WrongKind
from kgmem.graph.store import Transaction

from .command import Command

CANARY = "CANARY-4471"

KINDS = ("observation", "source", "session", "claim", "entity")


def told() -> dict[str, Any]:
    """A session with the canary in every place where a session's words can be, between messages without it."""
    return session(
        "s1",
        [
            message("m1", "The badge office opens at nine.", source=document("D-1")),
            message("m2", f"Dana's code is {CANARY}.", source=document("D-9", title=f"Codes such as {CANARY}")),
            message("m3", "Dana has a badge.", source=document("D-1")),
        ],
        [
            fact("c1", [{"message": "m2", "quote": f"code is {CANARY}"}], subject="Dana", object=CANARY,
                 statement=f"Dana's code is {CANARY}"),
            fact("c2", ["m2", "m3"], subject="Dana", object="badge", statement="Dana has a badge"),
            fact("c3", ["c1", "m3"], subject="Dana", object="entry", statement=f"Dana gets in with {CANARY}"),
            fact("c4", ["m1"], subject="office", object="nine", statement="The office opens at nine"),
        ],
        relations=[{"from": "c1", "to": "c4", "type": "causes", "justification": f"because of {CANARY}"},
                   {"from": "c2", "to": "c4", "type": "enables", "justification": f"as {CANARY} says"}],
    )  # fmt: skip


OTHER = session(
    "s2",
    [message("x1", "Dana has a badge indeed.", source=document("D-2"))],
    [fact("k1", ["x1"], 0.7, subject="Dana", object="badge", statement="Dana has a badge indeed")],
)

PLANTED = """CYPHER 25
MATCH (s:Session {tenant: $tenant, external_id: 's1'})
SET s.summary = 'It was about ' + $canary, s.reply = '{"claims": "' + $canary + '"}'"""

ALIASED = "CYPHER 25 MATCH (e:Entity {tenant: $tenant, external_id: $canary}) SET e.aliases = [$canary + ' the second']"


async def change(memory: AsyncMemory, text: str, **parameters: Any) -> None:
    """What later versions will store is put there by hand."""

    async def work(tx: Transaction) -> None:
        await (await tx._raw.run(text, {"tenant": memory.tenant, **parameters})).consume()

    await (await memory.store()).writing(work, memory.tenant, "test")


async def ids(memory: AsyncMemory) -> dict[str, str]:
    """The thing with the canary, of each kind."""
    found = await rows(
        memory,
        """CYPHER 25
        MATCH (o:Observation {tenant: $tenant, external_id: 'm2'})-[:FROM]->(d), (o)-[:RECORDED_IN]->(s)
        MATCH (c:Claim {tenant: $tenant}) WHERE c.statement = "Dana's code is " + $canary
        MATCH (c)-[:ABOUT {role: 'object'}]->(e)
        RETURN o.id AS observation, d.id AS source, s.id AS session, c.id AS claim, e.id AS entity""",
        canary=CANARY,
    )
    return dict(found[0])


async def filled(memory: AsyncMemory) -> dict[str, str]:
    """The canary in every place where text can live."""
    await memory.ingest([told(), OTHER])
    await change(memory, PLANTED, canary=CANARY)
    await change(memory, ALIASED, canary=CANARY)
    known = await ids(memory)
    act = await memory.retract(known["observation"], reason=f"{CANARY} is nobody's business")
    await memory.restore(str(act.retraction))
    return known


async def places(memory: AsyncMemory, text: str = CANARY) -> set[str]:
    """Where a text is still found: by the scan, in a copy of everything, by every index, in what agents are given."""
    scan = await memory.query("audit.residue", text=text)
    found = {f"{row[1]} {row[2]}" for row in scan.rows}
    found |= {f"copy: {line}" for line in await snapshot(memory) if text.lower() in line.lower()}
    for index in ("note_text", "note_window", "claim_statement"):
        hits = await rows(
            memory,
            "CYPHER 25 CALL db.index.fulltext.queryNodes($index, $words) YIELD node "
            "WHERE node.tenant = $tenant RETURN node.id AS id",
            index=index, words=f'"{text}"',
        )  # fmt: skip
        found |= {f"{index}: {hit['id']}" for hit in hits}
    recalled = await memory.recall(f"What is the code {text}?")
    if text.lower() in recalled.context.lower():
        found.add("recall")
    return found


async def test_the_scan_finds_every_place_where_text_can_live(memory: AsyncMemory) -> None:
    """R6: a scan that misses a place proves nothing."""
    await filled(memory)
    found = await places(memory)
    for place in (
        ":Note:Observation text", ":Note:Observation window", ":Note:Observation source_title", ":Source title",
        "RESTS_ON quote", ":Claim statement", ":Assertion statement", "CAUSES justification", ":Session summary",
        ":Session reply", ":Entity name", ":Entity aliases", ":Entity external_id", ":Retraction reason",
        ":Assertion entity_names",
    ):  # fmt: skip
        assert place in found
    assert {place.split(":")[0] for place in found} >= {"copy", "note_text", "note_window", "claim_statement", "recall"}


@pytest.mark.parametrize("kind", ["observation", "source", "session", "entity"])
async def test_what_is_erased_is_found_nowhere(memory: AsyncMemory, kind: str) -> None:
    """R6, C51: in no message, window of a neighbour, quote, statement, justification, summary, name, alias, stored
    reply or reason."""
    known = await filled(memory)
    done = await memory.erase(known[kind], by="Ana")
    assert await places(memory) == set()
    assert (done.target_kind, done.observations > 0, done.dry_run) == (kind, True, False)


async def test_an_erased_claim_is_found_nowhere_but_in_what_was_said(memory: AsyncMemory) -> None:
    """R6: a message is not the claim that was made of it, and stays; what repeats the claim goes with it."""
    known = await filled(memory)
    await memory.erase(known["claim"])
    assert {place for place in await places(memory) if not place.startswith(("copy", "note", "recall"))} == {
        ":Note:Observation text", ":Note:Observation window", ":Note:Observation source_title", ":Source title",
    }  # fmt: skip
    with pytest.raises(NotFound):
        await memory.explain(known["claim"])


async def test_what_others_support_stays_and_is_computed_anew(memory: AsyncMemory) -> None:
    """R6: wording and figures are those of what is left; a reason that lost part of its support is partial for good."""
    known = await filled(memory)
    await memory.erase(known["source"])
    (claim,) = (await memory.history("badge")).claims
    explained = await memory.explain(claim.id)
    assert sorted((one.session_external_id, one.state) for one in explained.assertions) == [
        ("s1", "partial"), ("s2", "intact"),
    ]  # fmt: skip
    assert (claim.standing, claim.confidence) == ("supported", pytest.approx(1 - 0.2**0.5 * 0.3))
    assert [one.statement for one in (await memory.history("office")).claims] == ["The office opens at nine"]


async def test_a_claim_is_worded_by_a_reason_that_is_left(memory: AsyncMemory) -> None:
    """R6, I3: the earliest wording is erased, the other one is what is shown and searched; so are names and titles."""
    first = session(
        "a", [message("m1", "A badge for Dana.", source=document("D-1", title="First title"))],
        [fact("c", ["m1"], subject="dana", object="badge", statement="A badge for Dana", anchor="2026-01-01")],
        started_at="2026-01-01T00:00:00Z",
    )  # fmt: skip
    second = session(
        "b", [message("m1", "Dana has one.", source=document("D-1", title="Second title"))],
        [fact("c", ["m1"], subject="Dana", object="Badge", statement="Dana has one", anchor="2026-02-01")],
        started_at="2026-02-01T00:00:00Z",
    )  # fmt: skip
    ingested = await memory.ingest([first, second])
    before = await memory.history("dana")
    assert (before.entity.name, before.claims[0].statement) == ("dana", "A badge for Dana")
    await memory.erase(ingested.sessions[0].id)
    after = await memory.history("dana")
    assert (after.entity.name, after.claims[0].statement) == ("Dana", "Dana has one")
    explained = await memory.explain(after.claims[0].id)
    assert [source.title for source in explained.sources] == ["Second title"]
    assert await places(memory, "First title") | await places(memory, "A badge for Dana") == set()
    async with AsyncMemory.open(
        memory.tenant + "-twin", settings=memory.settings, embeddings=memory.embeddings
    ) as other:
        await other.ingest([second])
        assert (await other.recall("badge")).claims[0].score == (await memory.recall("badge")).claims[0].score


async def test_a_dry_run_counts_what_would_go_and_changes_nothing(memory: AsyncMemory) -> None:
    """R6: erasing cannot be undone, so it can be tried."""
    known = await filled(memory)
    before = await snapshot(memory, clocks=True)
    for kind in KINDS:
        dry = await memory.erase(known[kind], dry_run=True)
        assert (dry.erasure, dry.dry_run, dry.target) == (None, True, known[kind])
        assert len([one for one in dry.going if one.kind == "claim"]) == dry.claims > 0
        assert len([one for one in dry.going if one.kind == "observation"]) == dry.observations
    assert await snapshot(memory, clocks=True) == before
    done = await memory.erase(known["source"])
    dry = done.model_copy(update={"erasure": None, "dry_run": True})
    assert (dry.observations, dry.assertions, dry.claims, dry.sources) == (1, 2, 2, 1)


async def test_after_an_erasure_the_same_input_is_new(memory: AsyncMemory) -> None:
    """C50: everything comes back as it was, and only because somebody sent it again."""
    await memory.ingest([told(), OTHER])
    before = await snapshot(memory)
    for kind in ("claim", "observation", "source", "session"):
        await memory.erase((await ids(memory))[kind])
        again = await memory.ingest([told(), OTHER])
        assert [one.state for one in again.sessions] == ["stored", "unchanged"]
        kept = [line for line in await snapshot(memory) if '["Erasure"]' not in line]
        assert kept == before, kind


async def test_the_record_of_an_erasure_holds_ids_and_counts(memory: AsyncMemory) -> None:
    """R6: who, when, what by its id; no words."""
    known = await filled(memory)
    done = await memory.erase(known["source"], by="Ana")
    (record,) = await rows(memory, "CYPHER 25 MATCH (e:Erasure {tenant: $tenant}) RETURN properties(e) AS it")
    it = record["it"]
    assert (it["id"], it["target"], it["target_kind"], it["by"]) == (done.erasure, known["source"], "source", "Ana")
    assert {known["source"], known["observation"], known["claim"]} <= set(it["ids"])
    assert (it["observations"], it["claims"]) == (done.observations, done.claims)


async def test_work_begun_before_an_erasure_cannot_bring_it_back(
    server: Server, tenant: str, embeddings: Embeddings, memory: AsyncMemory
) -> None:
    """R6, C51: a session that was read before is rejected, named by its code; later it is new; others are stored."""
    await memory.ingest([told()])
    known = await ids(memory)
    changed = told() | {"title": "read before"}
    alone = session("s9", [message("m1", "The lift is slow.")])

    for kind in ("observation", "source", "session", "claim", "entity"):
        async with AsyncMemory.open(tenant, settings=server.settings(), embeddings=embeddings) as writer:
            await _erase_before_the_first_write(writer, memory, known[kind])
            result = await writer.ingest([changed, alone | {"title": kind}])
        states = {one.external_id: (one.state, (one.reason or "").split(":")[0]) for one in result.sessions}
        assert states["s1"] == ("rejected", "erased"), kind
        assert states["s9"][0] == ("rejected" if kind == "entity" else "stored"), "nobody can tell where a name is"
        assert kind == "claim" or await places(memory) == set()
        again = await memory.ingest([told()])
        assert again.sessions[0].state == "stored"


async def _erase_before_the_first_write(writer: AsyncMemory, eraser: AsyncMemory, target: str) -> None:
    """When the writer has read its sessions and is about to write, something is erased."""
    store = await writer.store()
    plain, done = store.writing, []

    async def writing(work: Any, tenant: str, name: str, *, keep: bool = True) -> Any:
        if not done:
            done.append(await eraser.erase(target))
        return await plain(work, tenant, name, keep=keep)

    store.writing = writing  # type: ignore[method-assign]


async def test_acts_on_what_is_erased_stay_on_record_without_their_words(memory: AsyncMemory) -> None:
    """R6: there is nothing to restore any more, and the same thing taken back later is another act."""
    known = await filled(memory)
    act = await memory.retract(known["observation"], reason=f"wrong: {CANARY}", by="Ana")
    await memory.erase(known["session"])
    with pytest.raises(NotFound, match="erased since"):
        await memory.restore(str(act.retraction))
    await memory.ingest([told()])
    assert (await memory.retract(known["observation"])).retraction != act.retraction


async def test_only_what_is_there_can_be_erased(memory: AsyncMemory) -> None:
    """C49: an id that nobody has, one of another kind, and the same twice are errors that change nothing."""
    known = await filled(memory)
    explained = await memory.explain(known["claim"])
    before = await snapshot(memory, clocks=True)
    with pytest.raises(NotFound):
        await memory.erase("src-00000000000000000000000000000000")
    with pytest.raises(WrongKind, match="assertion"):
        await memory.erase(explained.assertions[0].id)
    async with AsyncMemory.open(
        memory.tenant + "-other", settings=memory.settings, embeddings=memory.embeddings
    ) as other:
        await other.ingest([OTHER])
        with pytest.raises(NotFound):
            await other.erase(known["source"])
    assert await snapshot(memory, clocks=True) == before
    await memory.erase(known["source"])
    with pytest.raises(NotFound):
        await memory.erase(known["source"])


async def test_an_erasure_follows_through_what_it_had_updated(memory: AsyncMemory) -> None:
    """T7: what an erased claim had superseded holds again."""
    said = session(
        "s", [message("m1", "Pump one feeds it."), message("m2", "Pump two feeds it.")],
        [fact("old", ["m1"], subject="one", object="it", anchor="2026-01-01"),
         fact("new", ["m2"], subject="two", object="it", anchor="2026-02-01")],
        relations=[{"from": "new", "to": "old", "type": "updates"}],
    )  # fmt: skip
    await memory.ingest([said])
    (old,) = (await memory.history("one")).claims
    (new,) = (await memory.history("two")).claims
    assert old.validity == 0
    done = await memory.erase(new.id)
    assert [(one.id, one.validity_before, one.validity_after) for one in done.affected] == [(old.id, 0, 1)]
    assert (await memory.history("one")).claims[0].holds[0][1] is None


async def test_words_of_acts_and_of_other_sessions_go_too(memory: AsyncMemory) -> None:
    """R6: of an act on the source or session of an erased message, and of whoever relates what lost a reason."""
    known = await filled(memory)
    for target in (known["source"], known["session"]):
        act = await memory.retract(target, reason=f"it leaks {CANARY}")
        await memory.restore(str(act.retraction))
    badge, office = (await memory.history("badge")).claims[0].id, (await memory.history("office")).claims[0].id
    citing = session(
        "s3", [message("m1", "Noted.")], [],
        relations=[{"from": badge, "to": office, "type": "enables", "justification": f"since {CANARY} says"}],
    )  # fmt: skip
    await memory.ingest([citing])
    await memory.erase(known["observation"])
    assert await places(memory) == set()


async def test_reasons_that_come_back_after_an_erasure_are_new(memory: AsyncMemory) -> None:
    """R4, R6, C50: an act on a claim names the reasons it had; one that was erased and is given again is not among
    them, for whoever asks now, asks of the past, or takes it back and restores it."""
    one = session("s1", [message("m1", "Alpha hums.")], [fact("c", ["m1"], 0.8)])
    two = session("s2", [message("m1", "Alpha hums.")], [fact("c", ["m1"], 0.7)])
    stored = await memory.ingest([one, two])
    claim = (await memory.history("alpha")).claims[0].id
    await memory.retract(claim)
    await memory.erase(stored.sessions[0].id)
    await memory.ingest([one])
    for as_of in (None, "2999-01-01"):
        told = (await memory.explain(claim, as_of=as_of)).claim
        assert (told.standing, told.confidence) == ("supported", pytest.approx(0.8))
    act = await memory.retract(stored.sessions[0].id)
    await memory.restore(str(act.retraction))
    assert (await memory.explain(claim)).claim.confidence == pytest.approx(0.8)
    assert (await memory.retract(claim)).changed == 1


@pytest.mark.parametrize("policy", ["dispute", "lower"])
async def test_erasing_never_raises_a_confidence(memory: AsyncMemory, policy: str) -> None:
    """R3, C3: what is erased is weighed as what is lost, whatever act had covered it."""
    await memory.ingest(
        [session("s", [message("m1", "Alpha."), message("m2", "Alpha, beta.")], [fact("c", ["m1", "m2"], 0.8)])]
    )
    explained = await memory.explain((await memory.history("alpha")).claims[0].id)
    gone = next(str(one.observation) for one in explained.assertions[0].supports if one.text == "Alpha.")
    await memory.retract(gone, policy=policy)
    before = (await memory.explain(explained.claim.id)).claim.confidence
    await memory.erase(gone)
    for as_of in (None, "2999-01-01"):
        after = (await memory.explain(explained.claim.id, as_of=as_of)).claim
        assert (after.standing, after.confidence) == ("weakened", pytest.approx(1 - 0.2**0.5))
        assert after.confidence <= before + 1e-9


SPELLED = {
    "Weiß": "Frau WEISS hat Krebs.", "Νίκος": "ο ΝΊΚΟΣ είναι άρρωστος.", "Dana Smith": "Dana  Smith is ill.",
    "田中": "田中さんの病名は癌です。", "김철수": "김철수는 아프다.", "สมชาย": "คุณสมชายป่วย", "Zoë": "ZOE\u0308 is ill.",
}  # fmt: skip


@pytest.mark.parametrize("name", SPELLED)
async def test_a_person_is_erased_in_every_script(memory: AsyncMemory, name: str) -> None:
    """R6, C01, C02: whatever a name folds to, and however it is spaced or continued."""
    said = session(
        "s", [message("m0", f"{name} ."), message("m1", SPELLED[name]), message("m2", "The lift is slow.")],
        [fact("c", ["m0"], subject=name, statement=f"{name} is here"), fact("d", ["m2"], subject="lift")],
    )  # fmt: skip
    await memory.ingest([said])
    await memory.erase((await memory.history(name)).entity.id)
    left = await rows(memory, "CYPHER 25 MATCH (n:Note {tenant: $tenant}) RETURN n.text AS text, n.window AS window")
    assert [(row["text"], row["window"]) for row in left] == [("The lift is slow.", "agent: The lift is slow.")]


async def test_another_person_of_that_name_stays(memory: AsyncMemory) -> None:
    """I1, R6: people are told apart by the group; a place and a file that bear the name are neither of them."""
    dana = {"kind": "person", "id": "Dana"}

    def of(group: str) -> dict[str, Any]:
        claim = fact("c", ["m1"], object="ill", statement="Dana is ill") | {"subject": dana}
        said = [message("m1", f"Dana of {group} is ill."), message("m2", "She is.") | {"speaker": "Dana"}]
        return session(f"s-{group}", said, [claim], group=group)

    point = session(
        "point", [message("m1", "Rain at Dana Point.", source=document("archive/dana/2024"))],
        [fact("c", ["m1"], subject="Dana Point", object="rain", statement="Rain at Dana Point")], group="g3",
    )  # fmt: skip
    await memory.ingest([of("g1"), of("g2"), point])
    (first,) = await rows(
        memory, "CYPHER 25 MATCH (e:Entity {tenant: $tenant, group: 'g1', root: 'person'}) RETURN e.id AS id"
    )
    done = await memory.erase(first["id"])
    assert (done.observations, done.claims) == (2, 1)
    left = await rows(memory, "CYPHER 25 MATCH (n:Note {tenant: $tenant}) RETURN n.text AS text ORDER BY text")
    assert [row["text"] for row in left] == ["Dana of g2 is ill.", "Rain at Dana Point.", "She is."]


async def test_a_claim_that_only_some_reasons_put_down_to_an_entity_stays_by_the_others(memory: AsyncMemory) -> None:
    """R6: and every name that a reason gives the entity is looked for."""

    def says(id: str, *named: str) -> dict[str, Any]:
        participants = [{"kind": "thing", "id": "X9", "name": name} for name in named]
        return session(id, [message("m1", f"A feeds B, says {id}.")], [fact("c", ["m1"], participants=participants)])

    talk = session("s4", [message("m1", "Xander is ill."), message("m2", "Xavier too.")], [])
    await memory.ingest([says("s1", "Xavier"), says("s2", "Xander"), says("s3"), talk])
    done = await memory.erase((await memory.history("X9")).entity.id)
    (claim,) = (await memory.history("alpha")).claims
    assert [one.session_external_id for one in (await memory.explain(claim.id)).assertions] == ["s3"]
    assert (done.assertions, done.claims, done.observations) == (2, 0, 2)


async def test_a_person_is_named_by_nobody_who_judged_or_took_back(memory: AsyncMemory) -> None:
    """R6: reasons, grounds, who acted, locators and ids of messages that name them, about whatever they are."""
    zelda = {"kind": "person", "id": "Zelda Quark"}
    said = session(
        "s",
        [message("m1", "P-1 hums."), message("m2", "It hums.", locator="Zelda Quark p. 3"),
         message("zelda quark m5", "So it does."), message("m6", "Zelda Quark heard it.")],
        [fact("c1", ["m1"], subject="P-1"), fact("c2", ["m6"], object="ear") | {"subject": zelda}],
    )  # fmt: skip
    await memory.ingest([said])
    pump = (await memory.history("P-1")).claims[0].id
    await memory.adjudicate(pump, True, by="Zelda Quark", ground="Zelda Quark measured it")
    act = await memory.retract(pump, reason="Zelda Quark says the probe was off", by="Zelda Quark")
    await memory.restore(str(act.retraction))
    await memory.erase((await memory.history("zelda quark")).entity.id)
    assert (await memory.query("audit.residue", text="zelda")).rows == ()
    assert (await memory.history("P-1")).claims[0].standing == "supported"


async def test_a_date_in_figures_is_nobodys_words(memory: AsyncMemory) -> None:
    """R6: two reasons that state one date are not one text; a claim above stays though a reason below it went."""
    first = session("s1", [message("m1", "The lift hums.")], [fact("c1", ["m1"], subject="lift", anchor="2024-01-02")])
    await memory.ingest([first])
    (low,) = (await memory.history("lift")).claims
    second = session(
        "s2", [message("m1", "Indeed it does.")],
        [fact("c2", [low.id], subject="stairs", anchor="2024-01-02", statement="stairs are used")],
    )  # fmt: skip
    third = session("s3", [message("m1", "The lift hums.")], [fact("c1", ["m1"], subject="lift")])
    await memory.ingest([second, third])
    done = await memory.erase((await memory.explain(low.id)).assertions[0].session)
    assert done.assertions == 1
    assert [one.statement for one in (await memory.history("stairs")).claims] == ["stairs are used"]


async def test_whom_a_message_names_is_erased_with_it(memory: AsyncMemory) -> None:
    """R6: a person is erased from what others said of them too, by whole names only."""
    people = session(
        "s",
        [message("m1", "Al moved to Oslo."), message("m2", "Also the lift is slow.", speaker="Alma"),
         message("m3", "I am here.", speaker="AL")],
        [fact("c1", ["m1"], subject="Al", object="Oslo"), fact("c2", ["m2"], subject="lift", object="slow")],
        title="Al and the lift",
    )  # fmt: skip
    await memory.ingest([people])
    entity = (await memory.history("al")).entity
    done = await memory.erase(entity.id)
    assert (done.observations, done.claims, done.entities) == (2, 1, 2)
    left = await rows(memory, "CYPHER 25 MATCH (n:Note {tenant: $tenant}) RETURN n.text AS text, n.window AS window")
    assert [row["text"] for row in left] == ["Also the lift is slow."]
    assert left[0]["window"] == "Alma: Also the lift is slow."
    (session_,) = await rows(memory, "CYPHER 25 MATCH (s:Session {tenant: $tenant}) RETURN s.title AS title")
    assert session_["title"] is None


def test_erasing_from_the_command_line(kgmem: Command) -> None:
    """R6, C49: a dry run, the act, the same again, a name in place of an id."""
    file = kgmem.file("s.json", [told(), OTHER])
    kgmem.json("ingest", file)
    entity = kgmem.json("history", "badge")["entity"]["id"]
    dry = kgmem.json("erase", entity, "--dry-run")
    assert (dry["erasure"], dry["target_kind"]) == (None, "entity")
    assert "erased entity" in kgmem("erase", entity).stdout
    assert "nothing in tenant" in kgmem("erase", entity, code=3).stderr
    kgmem("erase", "Dana", code=3)


def test_the_logs_of_another_server_are_its_operators(kgmem: Command) -> None:
    """R6: the thing is erased, and whoever asked is told what is left to do, and where."""
    kgmem.json("ingest", kgmem.file("s.json", [OTHER]))
    entity = kgmem.json("history", "badge")["entity"]["id"]
    done = kgmem("erase", entity, "--purge", "--json")
    assert '"purged": false' in done.stdout
    assert "operator" in done.stderr
