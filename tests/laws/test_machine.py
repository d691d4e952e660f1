"""Two tenants live through random histories on a real server, and after every step all that the store holds of both is
what the oracle says: the acts, the invariants, and that the shapes which matter occur."""

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

import profiles
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from comparing import agree, unchanged
from hypothesis import event, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from machine import Life
from oracle import Oracle
from reads import Then, compare_reads
from shapes import SHAPES, shapes_of
from strategies import DAYS, Act, play
from support import snapshot
from twin import Twin, opened

STEPS = settings(stateful_step_count=13)
"""Both tenants set out, and twelve acts."""

MANY = max(profiles.EXAMPLES, 240)
"""Histories in the oracle alone. What is drawn from one seed differs between machines, and of many histories the share
that has a shape differs little."""


READS = ("claims are read", "the past is read", "a day is read")


class Lived(Life):
    """On the server, and in the oracle."""

    server: ClassVar = None
    embeddings: ClassVar = None
    portal: ClassVar[BlockingPortal]

    def __init__(self) -> None:
        super().__init__()
        self.twins: list[Twin] = []
        self.open: list = []
        self.lines: dict[str, list[str]] = {}
        self.sound = False

    def begin(self, tenants: tuple[str, str]) -> None:
        for tenant in tenants:
            memory = self.portal.wrap_async_context_manager(opened(self.server, self.embeddings, tenant))
            self.twins.append(Twin(memory.__enter__()))
            self.open.append(memory)
            self.lines[tenant] = self.portal.call(snapshot, self.twins[-1].memory)

    def teardown(self) -> None:
        """In the end, the past is read: what was known when a third of the acts was done, and two thirds (T8)."""
        try:
            if self.sound and self.twins:
                for back, as_of in ((1, None), (2, DAYS // 2)):
                    self.look(0, None, len(self.twins[0].moments) * back // 3, as_of)
        finally:
            for memory in self.open:
                memory.__exit__(None, None, None)

    def do(self, whose: int, act: Act) -> None:
        """The act, and all that both tenants hold then."""
        self.sound = False
        self.portal.call(self._do, self.twins[whose], self.twins[1 - whose], act)
        self.sound = True
        for shape in sorted(shapes_of(self.twins[whose].oracle.facts)):
            event(shape)

    async def _do(self, acting: Twin, other: Twin, act: Act) -> None:
        """What the other holds was compared when it acted last: since then, not a line of it has changed."""
        await acting.play(act)
        await acting.compare()
        await acting.remember()
        found = await snapshot(other.memory, clocks=True)
        unchanged(self.lines[other.memory.tenant], found, "I4: an act on one tenant changed the other")
        self.lines[acting.memory.tenant] = await snapshot(acting.memory, clocks=True)
        agree([], sorted({*acting.targets.values()} & {*other.targets.values()}))

    def oracle(self, whose: int) -> Oracle:
        return self.twins[whose].oracle

    def look(self, whose: int, claims: tuple[str, ...] | None, back: int | None, as_of: int | None) -> None:
        twin = self.twins[whose]
        if back is None:
            then = Then(twin.oracle.facts, None, as_of)
        else:
            known_at, facts = twin.moments[-1 - back % len(twin.moments)]
            then = Then(facts, known_at, as_of)
        self.portal.call(compare_reads, twin, claims, then)


class Imagined(Life):
    """In the oracle alone."""

    seen: ClassVar[Counter[str]]

    def __init__(self) -> None:
        super().__init__()
        self.oracles = (Oracle(), Oracle())
        self.shapes: set[str] = set()

    def begin(self, tenants: tuple[str, str]) -> None:
        """Both are empty."""

    def do(self, whose: int, act: Act) -> None:
        play(self.oracles[whose], act)
        self.shapes |= shapes_of(self.oracles[whose].facts)

    def oracle(self, whose: int) -> Oracle:
        return self.oracles[whose]

    def look(self, whose: int, claims: tuple[str, ...] | None, back: int | None, as_of: int | None) -> None:
        """There is nobody to ask."""
        self.shapes |= {
            name for name, there in zip(READS, (claims, back is not None, as_of is not None), strict=True) if there
        }

    def teardown(self) -> None:
        self.seen.update(self.shapes)


@pytest.fixture
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal() as portal:
        yield portal


def test_store_agrees_with_the_oracle_after_every_step_of_two_tenants(server, constant, portal):
    """S1, S3, C1-C3, R1-R6, T2, T4-T8, I2, I4, and pruning: all figures, of the tenant that acts and of the other."""
    Lived.server, Lived.embeddings, Lived.portal = server, constant, portal
    print(f"LAWS_SEED={profiles.SEED}")
    run_state_machine_as_test(seed(profiles.SEED)(Lived), settings=STEPS)


def test_shapes_that_matter_occur():
    """In one of thirty histories, drawn as those of the test above are."""
    print(f"LAWS_SEED={profiles.SEED}")
    Imagined.seen = Counter()
    run_state_machine_as_test(seed(profiles.SEED)(Imagined), settings=settings(STEPS, max_examples=MANY))
    few = MANY // 30
    agree({}, {name: Imagined.seen[name] for name in (*SHAPES, *READS) if Imagined.seen[name] < few})
