"""A tenant that has everything: what is written of any kind is written here."""

from __future__ import annotations

from support import document, fact, message, rows, session

from kgmem import AsyncMemory, items, samples
from kgmem.calibration import FEWEST

DRAWING = document("D-1", title="Drawing", uri="file://d", published_at="2024-06")
RICH = [
    session(
        "s-rich",
        [
            message("m1", "Alpha relates to beta, says sheet 3.", source=DRAWING),
            message("m2", "It holds 12 bar.", role="assistant", locator="sheet 3"),
            message("m3", "Alpha was repaired."),
        ],
        [
            fact("c1", [{"message": "m1", "quote": "Alpha relates to beta"}], model="some-model"),
            fact("c2", [{"claim": "c1"}], subject="gamma", world_from="2024-01-01", world_to="2025-01-01"),
            fact("c3", [{"message": "m2"}], subject="it", value=12, unit="bar", statement="It holds 12 bar"),
            {"id": "c4", "kind": "action", "statement": "Alpha was repaired", "participants": ["alpha"],
             "anchor": "2026-02", "confidence": 0.5, "support": "m3"},
            {"id": "c5", "kind": "plan", "statement": "Alpha is to be replaced", "participants": ["alpha"],
             "anchor": "2027", "confidence": 0.5, "support": "m3"},
        ],
        relations=[
            {"from": "c4", "to": "c1", "type": kind, "confidence": 0.7, "justification": "so it was"}
            for kind in ("causes", "enables", "prevents", "updates", "contradicts")
        ] + [{"from": "c1", "to": "c4", "type": "before"}, {"from": "c5", "to": "c1", "type": "updates"}],
        title="Rich", group="plant", kind="task", timezone="Europe/Oslo", ended_at="2026-03-02T10:00:00Z",
    ),
    session("s-next", [message("m1", "Nothing new.")], group="plant", started_at="2026-03-03T09:00:00Z"),
]  # fmt: skip

RIVALS = session(
    "s-rivals",
    [message("m1", "It is so.")],
    [
        fact(f"c{place}", "m1", subject=subject, predicate=predicate, object=object, negated=negated,
             statement=f"{subject} {predicate} {object}", world_from=f"{2020 + place}-01-01")
        for place, (subject, predicate, object, negated) in enumerate([
            ("Ida", "lives_in", "Oslo", False), ("Ida", "lives_in", "Rome", False), ("Ida", "lives_in", "Oslo", False),
            ("pump", "feeds", "tank", False), ("well", "feeds", "tank", False),
            ("delta", "relates_to", "eta", False), ("delta", "relates_to", "eta", True),
        ])
    ],
)  # fmt: skip
"""Of each kind, one claim that ends another; Oslo has two spells."""

RICH_MORE = {
    **RICH[0],
    "messages": [*RICH[0]["messages"], message("m4", "Beta stopped.")],
    "claims": [*RICH[0]["claims"], fact("c6", ["m4"], subject="beta", object="rest")],
    "relations": [*RICH[0]["relations"], {"from": "c6", "to": "c2", "type": "causes"}],
}
RICH_LESS = {**RICH[0], **{key: RICH[0][key][:-1] for key in ("messages", "claims")}, "relations": []}


JUDGED = session(
    "s-judged",
    [message("m1", "It relates.")],
    [
        fact(f"c{place}", "m1", (0.6, 0.9)[place % 2], f"part {place}", statement="it relates", model="judged-model")
        for place in range(FEWEST)
    ],
)


async def _calibrate(memory: AsyncMemory) -> None:
    """Two versions of a calibration; of two verdicts on one claim the later counts."""
    found = await rows(
        memory,
        "MATCH (c:Claim {tenant: $tenant})-[:ASSERTED_BY]->(a:Assertion {model: 'judged-model'})"
        " RETURN c.id AS id ORDER BY id",
    )
    for number, row in enumerate([*found, found[0]]):
        await memory.adjudicate(row["id"], number % 2 == 1 or number == FEWEST, by="auditor", ground="looked at")
        if number >= FEWEST - 1:
            assert (await memory.calibrate("judged-model")).models[0].changed


NAMING = [
    session(id, [message("m1", "Delta hums.")], [fact("c1", ["m1"], subject="delta", object="hums", **naming)])
    for id, naming in (("n1", {"participants": [{"kind": "thing", "id": "omega"}]}), ("n2", {}))
]
"""Two reasons for one claim, of which one names a participant."""
BOTH = session(
    "both",
    [message("m1", "Nobody knows.", source=document("GONE")), message("m2", "Delta leaks.", source=document("KEPT"))],
    [fact("c1", ["m1", "m2"], subject="delta", object="leaks", statement="Delta leaks")],
)
"""Of its reason's supports one is erased."""


async def fill(memory: AsyncMemory) -> None:
    """The samples, every optional field of a session, acts in force and acts undone: of each kind of node,
    relationship, property and state label at least one."""
    await memory.ingest(samples.paths())
    stored = await memory.ingest(RICH)
    assert not [one for result in stored.sessions for one in result.rejected]
    for change in (RICH_MORE, RICH_LESS, RICH[0]):  # so that some of it has ended, and some came back
        await memory.ingest([change])
    (place,) = await rows(
        memory, "MATCH (c:Claim {tenant: $tenant, statement: 'Alpha was repaired'}) RETURN c.id AS id"
    )
    for undone in (True, False):
        act = await memory.retract(place["id"], reason="mistaken", by="auditor")
        if undone:
            await memory.restore(str(act.retraction))
    source = await rows(memory, "MATCH (s:Source {tenant: $tenant, external_id: 'PID-7'}) RETURN s.id AS id")
    await memory.retract(source[0]["id"], policy="lower")
    await memory.ingest(NAMING)
    await memory.ingest([NAMING[1] | {"id": NAMING[0]["id"]}])
    await memory.ingest([BOTH])
    (gone,) = await rows(memory, "MATCH (s:Source {tenant: $tenant, external_id: 'GONE'}) RETURN s.id AS id")
    await memory.erase(gone["id"], by="auditor")
    await memory.ingest([JUDGED, RIVALS])
    await _calibrate(memory)
    for undone in (True, False):
        pruned = await memory.prune(older_than="0d", by="auditor")
        if undone:
            await memory.restore(str(pruned.pruning))
    put = items.Put(("plant",), "note", {"text": "of an agent"}, [[1.0, 0.0]])
    await items.run(await memory.store(), memory.tenant, [], [put])
