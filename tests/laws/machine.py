"""The lives of two tenants: acts in random order, each drawn from what the oracle says is there.

`Life` says which acts there are; what they are done to, the store or the oracle alone, says a subclass. Nothing that is
drawn depends on that, so both live through the same histories.
"""

from abc import abstractmethod
from collections import Counter

import figures
from facts import POLICIES, Facts, SessionSpec, Source
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from oracle import Oracle
from strategies import (
    CLAIMS,
    SESSIONS,
    Act,
    Erase,
    Ingest,
    Prune,
    Restore,
    Retract,
    Show,
    days_or_unknown,
    edits,
    formed_sessions,
    primed,
    sessions,
    source_pools,
    tenants,
)

POOL = (*CLAIMS, "iris", "juniper", "kale", "lotus")
WHOSE = st.sampled_from((0, 0, 0, 1))
"""One tenant lives through more than the other, so that its history is long."""
NOTHING = st.just(("claim", "nothing"))
SELDOM = st.integers(0, 11).map(lambda n: n == 7)
AT_TIMES = st.integers(0, 2).map(lambda n: n == 1)


class Life(RuleBasedStateMachine):
    """Two tenants with sources of the same names, and all that may happen to them."""

    def __init__(self) -> None:
        super().__init__()
        self.pools: list[tuple[Source, ...]] = []
        self.said: tuple[dict[str, list[SessionSpec]], ...] = ({}, {})

    @abstractmethod
    def begin(self, tenants: tuple[str, str]) -> None:
        """The tenants are there, and empty."""

    @abstractmethod
    def do(self, whose: int, act: Act) -> None:
        """Do one act of the first or the second tenant."""

    @abstractmethod
    def oracle(self, whose: int) -> Oracle:
        """The oracle of one tenant, as things are."""

    @abstractmethod
    def look(self, whose: int, claims: tuple[str, ...] | None, back: int | None, as_of: int | None) -> None:
        """Read these claims of a tenant, or all, by what was known now or so many acts ago, and as of a day."""

    def facts(self, whose: int) -> Facts:
        return self.oracle(whose).facts

    @initialize(tenant=tenants, pools=st.tuples(source_pools(), source_pools()), data=st.data())
    def set_out(self, tenant: str, pools: tuple[tuple[Source, ...], ...], data: st.DataObject) -> None:
        """Each tenant has a session, one of them two; they have forms."""
        self.begin((tenant, f"{tenant}-other"))
        self.pools = list(pools)
        for whose in (0, 0, 1):
            self._arrive(whose, data.draw(formed_sessions(*self._given(whose), pool=POOL)))

    @rule(whose=WHOSE, data=st.data())
    def ingest(self, whose: int, data: st.DataObject) -> None:
        """A later session, which may assert what others did and rest on it; one sent again where all have come."""
        if len(self.said[whose]) < len(SESSIONS):
            self._arrive(whose, data.draw(self._session(whose, *self._given(whose))))
        else:
            self.change(whose, data)

    @rule(whose=WHOSE, data=st.data())
    def change(self, whose: int, data: st.DataObject) -> None:
        """A session is sent again: as it is, as it was, edited, or as another."""
        key = data.draw(st.sampled_from(sorted(self.said[whose])))
        before, given = self.said[whose][key], self._given(whose, key)
        said = st.sampled_from(before)
        spec = primed(data.draw(said | said | edits(before[-1]) | self._session(whose, *given)), before)
        before.append(spec)
        self.do(whose, Ingest(spec))

    @rule(whose=WHOSE, data=st.data(), policy=st.sampled_from(POLICIES))
    def retract(self, whose: int, data: st.DataObject, policy: str) -> None:
        """One thing, or now and then every source there is."""
        targets = [("source", key) for key in sorted(self.facts(whose).sources)]
        if not data.draw(SELDOM):
            targets = [data.draw(self._target(whose, ("claim", "claim", "observation", "session", "source")))]
        for kind, target in targets:
            self.do(whose, Retract(kind, target, policy))

    @rule(whose=WHOSE, data=st.data(), policy=st.sampled_from(POLICIES))
    def retract_foundation(self, whose: int, data: st.DataObject, policy: str) -> None:
        """The observation or claim on which most assertions rest."""
        kinds = {"obs": "observation", "claim": "claim"}
        resting = Counter(support for a in self.facts(whose).assertions.values() for support in a.supports)
        if resting:
            kind, target = data.draw(st.sampled_from([one for one, _ in resting.most_common(3)]))
            self.do(whose, Retract(kinds[kind], target, policy))

    @precondition(lambda self: any(figures.active(self.facts(whose)) for whose in (0, 1)))
    @rule(whose=WHOSE, nth=st.integers(0, 3))
    def restore(self, whose: int, nth: int) -> None:
        self.do(whose, Restore(nth))

    @precondition(lambda self: any(figures.active(self.facts(whose)) for whose in (0, 1)))
    @rule(data=st.data(), policy=st.sampled_from(POLICIES))
    def return_to_what_is_retracted(self, data: st.DataObject, policy: str) -> None:
        """It is erased, its source is retracted too, or a claim is stated anew: chance seldom meets it again."""
        whose = data.draw(st.sampled_from([whose for whose in (0, 1) if figures.active(self.facts(whose))]))
        facts = self.facts(whose)
        kind, target = data.draw(st.sampled_from(sorted({(r.kind, r.target) for r in figures.active(facts)})))
        sources = sorted({facts.observations[key].source for key in figures.observations_of(facts, kind, target)})
        if kind == "claim" and len(self.said[whose]) < len(SESSIONS) and data.draw(st.booleans()):
            self._arrive(whose, data.draw(sessions(*self._given(whose), pool=(target,))))
        elif sources and data.draw(st.booleans()):
            self.do(whose, Retract("source", data.draw(st.sampled_from(sources)), policy))
        else:
            self.do(whose, Erase(kind, target))

    @rule(whose=WHOSE, data=st.data())
    def erase(self, whose: int, data: st.DataObject) -> None:
        """Anything, or at times one of the several sources of an assertion."""
        kind, target = data.draw(self._target(whose, ("claim", "entity", "observation", "session", "source")))
        facts = self.facts(whose)
        roots = {key for a in facts.assertions.values() if len(a.roots) > 1 for key in a.roots & {*facts.sources}}
        if roots and data.draw(AT_TIMES):
            kind, target = "source", data.draw(st.sampled_from(sorted(roots)))
        self.do(whose, Erase(kind, target))

    @rule(
        whose=WHOSE,
        prune=st.builds(Prune, st.sampled_from((0.45123, 1.0))),
        show=st.none() | st.builds(Show, st.integers(0, 3)),
    )
    def prune(self, whose: int, prune: Prune, show: Show | None) -> None:
        """Something is hidden, or shown again where something is."""
        self.do(whose, show if show and self.facts(whose).pruned else prune)

    @rule(whose=WHOSE, data=st.data(), as_of=days_or_unknown)
    def read(self, whose: int, data: st.DataObject, as_of: int | None) -> None:
        """Some claims as they are, or as of a day."""
        claims = sorted(self.facts(whose).claims)
        chosen = data.draw(st.lists(st.sampled_from(claims), max_size=3, unique=True)) if claims else []
        self.look(whose, tuple(chosen), None, as_of)

    @rule(whose=WHOSE, back=st.integers(1, 7), as_of=days_or_unknown)
    def read_the_past(self, whose: int, back: int, as_of: int | None) -> None:
        """All claims as they were known so many acts ago, by then or as of a day (T8)."""
        self.look(whose, None, back, as_of)

    def _arrive(self, whose: int, spec: SessionSpec) -> None:
        self.said[whose][spec.key] = [spec]
        self.do(whose, Ingest(spec))

    def _given(self, whose: int, key: str | None = None) -> tuple[str, tuple[Source, ...], tuple[str, ...]]:
        """The name of a session, the next one unless another is named, the sources, and what it may cite."""
        stored = tuple(sorted(self.facts(whose).claims))
        return key or SESSIONS[len(self.said[whose])], self.pools[whose], stored

    def _session(
        self, whose: int, key: str, sources: tuple[Source, ...], stored: tuple[str, ...]
    ) -> st.SearchStrategy[SessionSpec]:
        """Any, one of a form, or one that states what was retracted, or else what others state."""
        retracted = tuple(sorted({r.target for r in figures.active(self.facts(whose)) if r.kind == "claim"}))
        any_or_formed = (
            sessions(key, sources, stored, pool=POOL),
            formed_sessions(key, sources, stored, pool=POOL),
        )
        if retracted:
            return st.one_of(*any_or_formed, *[sessions(key, sources, stored, pool=retracted)] * 2)
        return st.one_of(*any_or_formed, sessions(key, sources, stored, pool=stored or POOL))

    def _target(self, whose: int, kinds: tuple[str, ...]) -> st.SearchStrategy[tuple[str, str]]:
        """Something of one of these kinds, or what is not there where nothing is."""
        facts = self.facts(whose)
        rooms = {
            "claim": facts.claims,
            "entity": facts.entities,
            "observation": facts.observations,
            "session": facts.sessions,
            "source": facts.sources,
        }
        named = {kind: [(kind, key) for key in sorted(rooms[kind])] for kind in kinds}
        some = [kind for kind in kinds if named[kind]]
        return st.sampled_from(some).flatmap(lambda kind: st.sampled_from(named[kind])) if some else NOTHING
