"""The store against the oracle: random histories are played on a real server through the client, and every figure that
the laws of model.md give is compared after every act."""

import profiles
import pytest
from hypothesis import given, settings
from reads import Then, compare_reads
from strategies import CLAIMS, Ingest, change_histories, histories, tenants, update_histories
from test_oracle import session
from thorough import Thorough
from twin import opened

HALF = settings(max_examples=max(1, profiles.EXAMPLES // 2))
"""The state machine of test_machine.py tries the same acts on as many histories as there are examples."""


@HALF
@given(
    tenant=tenants,
    history=histories(acts=(3, 6)) | histories(pool=CLAIMS[:5], acts=(4, 6)) | update_histories(),
)
async def test_store_agrees_with_the_oracle_after_every_act(server, embeddings, tenant, history):
    """R1-R5, S1, S3, C1-C3, T2, T4-T7, I2: a whole history, then its acts undone, the last one first."""
    await _live_through(server, embeddings, tenant, history)


@HALF
@given(tenant=tenants, history=change_histories())
async def test_store_agrees_with_the_oracle_when_sessions_change(server, embeddings, tenant, history):
    """I2, T7: messages and claims that come, go and come back, among acts; R1-R5 and T4-T6 of what is left."""
    await _live_through(server, embeddings, tenant, history)


async def _live_through(server, embeddings, tenant, history):
    async with opened(server, embeddings, tenant) as memory:
        both = Thorough(memory)
        for spec in history.sessions:
            await both.play(Ingest(spec))
        for act in history.acts:
            await both.play(act)
        await compare_reads(both)
        await both.derive_again()
        await both.unwind()


# Named scenarios: one for each defect found so far, and for what random histories meet too seldom


async def test_claim_whose_only_update_is_retracted_holds_again(server, embeddings):
    """T7: nothing standing updates it any more, directly or through what does not stand."""
    async with opened(server, embeddings) as memory:
        both = Thorough(memory)
        await both.ingest(session("s", [("io", "amber", 0.8, "a", 1), ("in", "birch", 0.8, "b", 2)], ["in UPDATES io"]))
        await both.retract("observation", "s/b")
        await both.unwind()


async def test_update_of_a_retracted_ground_excuses_no_suspicion(server, embeddings):
    """T5, T6: an UPDATES stands while both its ends do, so what lost a ground is suspect though it had updated it."""
    async with opened(server, embeddings) as memory:
        both = Thorough(memory)
        items = [("io", "amber", 0.8, "a", 1), ("in", "birch", 0.8, "io b", 2)]
        await both.ingest(session("s", items, ["in UPDATES io"]))
        await both.retract("observation", "s/a")


async def test_contradiction_ends_with_either_side(server, embeddings):
    """T6: it stands while both its ends do."""
    async with opened(server, embeddings) as memory:
        both = Thorough(memory)
        items = [("io", "amber", 0.8, "a"), ("in", "birch", 0.8, "b")]
        await both.ingest(session("s", items, ["in CONTRADICTS io"]))
        await both.retract("observation", "s/a")
        await compare_reads(both)


@pytest.mark.parametrize("tenant", ["laws-1", "laws-2", "laws-3", "laws-4"])
async def test_repeat_returns_the_retraction_that_covers_all_reasons(server, embeddings, tenant):
    """R4, R5: of two on one claim, the one made after it was stated anew, whatever their ids."""
    async with opened(server, embeddings, tenant) as memory:
        both = Thorough(memory)
        await both.ingest(session("s1", [("it", "amber", 0.8, "a")]))
        await both.retract("claim", "amber")
        await both.ingest(session("s2", [("it", "amber", 0.7, "a")]))
        await both.retract("claim", "amber")


async def test_claim_that_only_ends_at_another_time_is_in_the_audit_trail(server, embeddings):
    """R5, T7: its standing, confidence and validity are what they were, and it has changed."""
    async with opened(server, embeddings) as memory:
        both = Thorough(memory)
        items = [("io", "amber", 0.8, "a", 1), ("jo", "amber", 0.5, "b", 1), ("in", "birch", 0.8, "b", 3),
                 ("im", "cedar", 0.8, "c", 4)]  # fmt: skip
        await both.ingest(session("s", items, ["in UPDATES io", "im UPDATES io"]))
        await both.retract("observation", "s/b")


async def test_chain_of_updates_closes_over_a_fallen_link_and_opens_with_its_last(server, embeddings):
    """T4, T7: of A, B, C with B retracted, C supersedes A; with C retracted too, A holds again."""
    async with opened(server, embeddings) as memory:
        both = Thorough(memory)
        items = [("ia", "amber", 0.8, "a", 1), ("ib", "birch", 0.8, "b", 2), ("ic", "cedar", 0.8, "c", 3)]
        await both.ingest(session("s", items, ["ib UPDATES ia", "ic UPDATES ib"]))
        await both.retract("observation", "s/b")
        await both.retract("observation", "s/c")
        await both.unwind()


async def test_source_that_is_retracted_stays_so_for_what_it_says_later(server, embeddings):
    """R5: a session that comes afterwards is stored, and what rests on that source alone is unsupported."""
    async with opened(server, embeddings) as memory:
        both = Thorough(memory)
        await both.ingest(session("s1", [("it", "amber", 0.8, "a")]))
        await both.retract("source", "a")
        await both.ingest(session("s2", [("it", "amber", 0.7, "a"), ("of", "birch", 0.7, "a b")]))
        await both.unwind()


async def test_session_that_only_relates_takes_its_relations_back(server, embeddings):
    """R5, T6, T7: the claims at their ends were stated by others, and nothing relates them any more."""
    async with opened(server, embeddings) as memory:
        both = Thorough(memory)
        items = [("io", "amber", 0.8, "a", 1), ("in", "birch", 0.8, "b", 2), ("ic", "cedar", 0.8, "c"),
                 ("id", "dahlia", 0.8, "c"), ("ie", "elder", 0.8, "c")]  # fmt: skip
        await both.ingest(session("s", items))
        effects = ["!amber CAUSES !cedar", "!amber PREVENTS !dahlia", "!amber ENABLES !elder"]
        await both.ingest(session("t", [("it", "fern", 0.8, "a")], ["!birch UPDATES !amber", *effects]))
        await compare_reads(both)
        await both.retract("session", "t")
        await compare_reads(both)
        await both.unwind()


async def test_policy_for_a_claim_that_nobody_states_any_more_is_known_to_the_clocks(server, embeddings):
    """R3, T8: what rests on it weighs less now, and so it did in what was known."""
    async with opened(server, embeddings) as memory:
        both = Thorough(memory)
        await both.ingest(session("s", [("it", "amber", 0.8, "a")]))
        await both.ingest(session("t", [("it", "birch", 0.5, "!amber b")]))
        await both.ingest(session("s", [("it", "cedar", 0.8, "a")]))
        await both.retract("claim", "amber", "remove")
        assert both.oracle.figures()["birch"].confidence == pytest.approx(1 - 0.5**0.5)
        await both.remember()
        known_at, facts = both.moments[-1]
        await compare_reads(both, None, Then(facts, known_at, None))


async def test_update_that_is_taken_back_excuses_no_suspicion(server, embeddings):
    """T5, R5: a claim's own update of what it rests on falls with the session that stated it."""
    async with opened(server, embeddings) as memory:
        both = Thorough(memory)
        items = [("io", "amber", 0.8, "a", 1), ("in", "birch", 0.8, "io", 1), ("ic", "cedar", 0.8, "c", 2)]
        await both.ingest(session("s", items, ["ic UPDATES io"]))
        await both.ingest(session("t", [("it", "fern", 0.8, "a")], ["!birch UPDATES !amber"]))
        await both.retract("session", "t")
        await both.unwind()
