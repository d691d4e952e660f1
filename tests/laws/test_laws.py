"""The store against the oracle: random histories are played on a real server through the client, and every figure that
the laws of model.md give is compared after every act."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import profiles  # noqa: F401  sets how many examples there are
from hypothesis import given
from strategies import Ingest, histories, update_histories
from test_oracle import session
from twin import Twin, wipe

from kgmem import AsyncMemory


@asynccontextmanager
async def twin(server, embeddings) -> AsyncIterator[Twin]:
    """A tenant of its own for one example, gone afterwards."""
    async with AsyncMemory.open(f"t-{uuid4().hex}", settings=server.settings(), embeddings=embeddings) as memory:
        try:
            yield Twin(memory)
        finally:
            await wipe(memory)


@given(history=histories() | update_histories())
async def test_store_agrees_with_the_oracle_after_every_act(server, embeddings, history):
    """R1-R5, S1, S3, C1-C3, T2, T4-T7, I2: a whole history, then its acts undone, the last one first."""
    async with twin(server, embeddings) as both:
        for spec in history.sessions:
            await both.play(Ingest(spec))
        for act in history.acts:
            await both.play(act)
        await both.compare_reads()
        await both.derive_again()
        await both.unwind()


# Named scenarios: one for each defect that the random histories have found


async def test_claim_whose_only_update_is_retracted_holds_again(server, embeddings):
    """T7: nothing standing updates it any more, directly or through what does not stand."""
    async with twin(server, embeddings) as both:
        await both.ingest(session("s", [("io", "amber", 0.8, "a", 1), ("in", "birch", 0.8, "b", 2)], ["in UPDATES io"]))
        await both.retract("observation", "s/b")
        await both.unwind()
