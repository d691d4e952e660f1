"""I3, T7 with the oracle: the same sessions in any order, alone or in batches, with acts between, give one graph."""

import dataclasses

import profiles
from comparing import unchanged
from facts import Ref, SessionSpec
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import histories, tenants, to_session_json
from support import rows, snapshot
from thorough import without_acts
from twin import Twin, opened, wipe

SOME = settings(max_examples=min(profiles.EXAMPLES, 1_000))
SESSIONS = "MATCH (s:Session {tenant: $tenant}) RETURN s.external_id AS key, s.id AS id ORDER BY id"
RIVALS = ("cedar", "dahlia", "elder", "ivy", "amber", "birch", "gorse", "hazel")


@st.composite
def lonely(draw: st.DrawFn) -> tuple[SessionSpec, ...]:
    """Sessions that cite nothing of the store; most of what they say has rivals, and some say it again."""
    history = draw(histories(faults=False, late=False, pool=RIVALS))
    specs = []
    for spec in history.sessions:
        message = (Ref("message", spec.messages[0].id),)
        claims = [
            dataclasses.replace(item, supports=tuple(ref for ref in item.supports if ref.kind != "claim") or message)
            for item in spec.claims
        ]
        relations = [r for r in spec.relations if {r.origin.kind, r.target.kind} == {"item"}]
        specs.append(dataclasses.replace(spec, claims=tuple(claims), relations=tuple(relations)))
    return tuple(specs)


@SOME
@given(tenant=tenants, specs=lonely(), data=st.data())
async def test_any_order_with_retractions_between_gives_what_the_oracle_says(server, constant, tenant, specs, data):
    """I3, T2-T7, R4: chains, returns, late and back-dated news; sessions are taken back as soon as they are there, some
    for good and some for a while. What is left differs in nothing but the record of the acts."""
    kept = data.draw(st.sets(st.sampled_from([spec.key for spec in specs])), label="taken back for good")
    async with opened(server, constant, tenant) as memory:
        graphs = []
        for turn in range(2):
            await wipe(memory)
            twin = Twin(memory)
            for spec in data.draw(st.permutations(specs), label=f"order {turn}"):
                await twin.ingest(spec)
                await twin.compare()
                if spec.key in kept or data.draw(st.booleans(), label=f"{spec.key} is taken back for a while"):
                    expected, _ = await twin.retract("session", spec.key)
                    await twin.compare()
                    if spec.key not in kept:
                        await twin.restore(expected.retraction.key)
                        await twin.compare()
            graphs.append(without_acts(await snapshot(memory)))
        unchanged(*graphs, "I3: another order gives another graph")
        await wipe(memory)
        order = data.draw(st.permutations(specs), label="order in batches")
        cut = data.draw(st.integers(0, len(order)), label="cut")
        for part in (order[:cut], order[cut:]):
            await memory.ingest([to_session_json(spec) for spec in part])
        for row in await rows(memory, SESSIONS):
            if row["key"] in kept:
                await memory.retract(row["id"])
        unchanged(graphs[0], without_acts(await snapshot(memory)), "I3: batches give another graph")
