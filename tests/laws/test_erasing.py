"""R6 in the oracle, by figures worked out by hand, and in the store by the same histories."""

import dataclasses

import pytest
from facts import Source
from test_oracle import session
from thorough import Thorough
from twin import opened

TWO = [("ia", "amber", 0.8, "a"), ("ib", "birch", 0.6, "a b"), ("ic", "cedar", 0.7, "ia ib")]


@pytest.fixture
async def both(server, embeddings):
    async with opened(server, embeddings) as memory:
        yield Thorough(memory)


async def test_what_rests_on_nothing_else_goes_and_the_rest_is_partial(both):
    """R6, R2: amber goes with its message, birch and cedar keep one support of two and weigh what that leaves (R3)."""
    await both.ingest(session("s", TWO))
    await both.erase("observation", "s/a")
    await both.compare()
    of = both.oracle.figures()
    assert {claim: (one.standing, one.confidence) for claim, one in of.items()} == {
        "birch": ("weakened", pytest.approx(1 - 0.4**0.5)),
        "cedar": ("weakened", pytest.approx(1 - 0.3**0.5)),
    }
    assert "amber leaf" not in both.oracle.facts.entities


async def test_erased_support_counts_as_lost_where_a_policy_lowers(both):
    """R3, R6: one of three supports is erased, one is retracted: a third of the weight is left."""
    await both.ingest(session("s", [("ia", "cedar", 0.657, "a b c")]))
    await both.erase("observation", "s/a")
    await both.retract("observation", "s/b", "lower")
    await both.compare()
    assert round(both.oracle.figures()["cedar"].confidence, 4) == 0.3


async def test_retracting_the_rest_leaves_nothing_and_restoring_it_leaves_it_partial(both):
    """R4, R6: what is erased does not come back."""
    await both.ingest(session("s", TWO))
    await both.erase("observation", "s/a")
    await both.retract("observation", "s/b")
    assert {one.standing for one in both.oracle.figures().values()} == {"unsupported"}
    await both.unwind()
    assert {one.standing for one in both.oracle.figures().values()} == {"weakened"}


async def test_later_ingest_of_what_was_erased_is_new(both):
    """R6, I2: the message and what rested on it are back and whole, as the session says them; then nothing changes."""
    await both.ingest(session("s", TWO))
    await both.erase("observation", "s/a")
    for _ in range(2):
        await both.ingest(session("s", TWO))
        assert {one.standing for one in both.oracle.figures().values()} == {"supported"}


async def test_figures_are_over_all_reasons_again_once_one_spell_is_left(both):
    """C1, T4, R6: what ended the first spell goes with the reason for it; a reason as old as that one counts."""
    await both.ingest(session("s1", [("ia", "amber", 0.8, "a", 1), ("ib", "birch", 0.9, "a", 2)], ["ib UPDATES ia"]))
    await both.ingest(session("s2", [("ic", "amber", 0.6, "b", 3)], messages="b"))
    assert both.oracle.figures()["amber"].confidence == pytest.approx(0.6)
    await both.erase("source", "a")
    await both.ingest(session("s3", [("id", "amber", 0.5, "c", 1)], messages="c"))
    assert both.oracle.figures()["amber"].confidence == pytest.approx(0.8)


async def test_retraction_of_what_was_erased_covers_nothing_that_is_said_again(both):
    """R6, R5: neither the message nor the claim that comes back is taken back."""
    await both.ingest(session("s", TWO))
    await both.retract("claim", "amber")
    await both.retract("observation", "s/a", "remove")
    await both.erase("observation", "s/a")
    await both.ingest(session("s", TWO))
    assert {one.standing for one in both.oracle.figures().values()} == {"supported"}


async def test_person_goes_with_what_they_said_and_what_names_them(both):
    """R6: the claim about Maren, her own messages, and one of another that names her."""
    own = session("s", [("ia", "cedar", 0.8, "m"), ("ib", "dahlia", 0.8, "m")], messages=["m"], kind="speaker")
    await both.ingest(_said(own, "Maren", "the valve"))
    other = session("t", [("ia", "amber", 0.8, "a"), ("ib", "dahlia", 0.8, "a"), ("ic", "elder", 0.8, "b")])
    await both.ingest(_said(other, None, "Maren saw", "as before", "near the wall"))
    await both.erase("entity", "Maren")
    await both.compare()
    assert {*both.oracle.facts.claims} == {"elder"}


async def test_what_a_session_says_no_longer_is_erased_too(both):
    """R6: a message that has ended, and the claim that rested on it."""
    await both.ingest(session("s", TWO))
    await both.ingest(session("s", [("ib", "birch", 0.6, "b")], messages="b"))
    await both.erase("observation", "s/a")
    await both.compare()
    assert {*both.oracle.facts.claims} == {"birch", "cedar"}


def _said(spec, speaker, *texts):
    """The session with these texts in its messages, all of one speaker if there is one."""
    messages = [
        dataclasses.replace(one, text=text, source=Source(speaker, "speaker") if speaker else one.source)
        for one, text in zip(spec.messages, texts, strict=True)
    ]
    return dataclasses.replace(spec, messages=tuple(messages))
