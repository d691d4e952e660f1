"""A memory on the server and the oracle, side by side: every act is done to both, and what they say is compared."""

from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager

import figures
from comparing import agree
from erasing import absent
from facts import Facts, SessionSpec
from intake import Ingested, regrounded
from oracle import Acted, Erased, Figures, NotFound, Oracle
from state import State, expected_claims, expected_observations, expected_relations
from strategies import Act, Erase, Ingest, Prune, Retract, Show, bare, to_session_json
from support import rows

import kgmem.errors
from kgmem import AsyncMemory
from kgmem.graph.store import Transaction
from kgmem.models import AffectedClaim, ErasureResult, RetractionResult, SessionResult

SHOWN = ("standing", "confidence", "validity")
"""The figures that the result of an act has."""

WIPE = "CYPHER 25 MATCH (n) WHERE n.tenant = $tenant OR n:Tenant AND n.id = $tenant DETACH DELETE n"


async def wipe(memory: AsyncMemory) -> None:
    """Nothing of the memory's tenant is left, so thousands of examples leave the store small."""

    async def work(tx: Transaction) -> None:
        await (await tx._raw.run(WIPE, {"tenant": memory.tenant})).consume()

    await (await memory.store()).writing(work, memory.tenant, "test")


@asynccontextmanager
async def opened(server, embeddings, tenant: str = "laws") -> AsyncIterator[AsyncMemory]:
    """A tenant that is empty before and after, so that thousands of examples leave the store small."""
    async with AsyncMemory.open(tenant, settings=server.settings(link=False), embeddings=embeddings) as memory:
        await wipe(memory)
        yield memory
        await wipe(memory)


class Twin:
    """One tenant, in the store and in the oracle. `claims`, `items` and `targets` are the store's ids of what was there
    when it was compared last; `moments` are what was known at some times, without what was erased since."""

    def __init__(self, memory: AsyncMemory) -> None:
        self.memory, self.oracle = memory, Oracle()
        self.files: dict[str, dict] = {}
        self.messages: dict[tuple[str, str, str], str] = {}
        self.claims: dict[str, str] = {}
        self.items: dict[str, str] = {}
        self.targets: dict[tuple[str, str], str] = {}
        self.there: frozenset[str] = frozenset()
        self.sources: dict[str, str] = {}
        self.retractions: dict[str, str] = {}
        self.prunings: dict[str, str] = {}
        self.moments: list[tuple[str, Facts]] = []

    async def play(self, act: Act) -> None:
        """Do one act to both."""
        try:
            if isinstance(act, Ingest):
                await self.ingest(act.spec)
            elif isinstance(act, Retract):
                await self.retract(act.kind, act.target, act.policy)
            elif isinstance(act, Erase):
                await self.erase(act.kind, act.target)
            elif isinstance(act, Prune):
                await self.prune(act.below)
            elif isinstance(act, Show):
                prunings = sorted(self.prunings)
                if prunings:
                    await self.show(prunings[act.nth % len(prunings)])
            elif active := figures.active(self.oracle.facts):
                await self.restore(active[act.nth % len(active)].key)
        except AssertionError as error:
            error.add_note(f"in {act}")
            raise

    async def ingest(self, spec: SessionSpec) -> None:
        if self.oracle.facts.sessions.get(spec.key) != spec:
            self.files[spec.key] = to_session_json(spec, self.claims)
        self.messages |= {(spec.key, bare(one.id), one.text): one.id for one in spec.messages}
        result = (await self.memory.ingest([self.files[spec.key]])).sessions[0]
        self._agree_on_ingest(spec, self.oracle.ingest(spec), result)
        self.moments = [(at, regrounded(facts, self.oracle.facts)) for at, facts in self.moments]

    async def retract(self, kind: str, target: str, policy: str = "dispute") -> tuple[Acted, RetractionResult] | None:
        """What both say; None where there is no such thing."""
        id = self.targets.get((kind, target), "absent")
        try:
            expected = self.oracle.retract(kind, target, policy)
        except NotFound:
            await self._not_there(self.memory.retract(id, policy=policy))
            return None
        acted = await self.memory.retract(id, policy=policy)
        agree(self.retractions.setdefault(expected.retraction.key, acted.retraction), acted.retraction)
        self._agree_on_act(expected, acted)
        return expected, acted

    async def restore(self, key: str) -> RetractionResult:
        restored = await self.memory.restore(self.retractions[key])
        self._agree_on_act(self.oracle.restore(key), restored)
        return restored

    async def erase(self, kind: str, target: str) -> tuple[Erased, ErasureResult] | None:
        """What both say, tried dry at first; None where there is no such thing."""
        id = self.targets.get((kind, target), "absent")
        dry = await self.memory.erase(id, dry_run=True) if id in self.there else None
        before = self.oracle.facts
        try:
            expected = self.oracle.erase(kind, target)
        except NotFound:
            await self._not_there(self.memory.erase(id))
            return None
        self.moments = [(at, absent(facts, before, self.oracle.facts)) for at, facts in self.moments]
        erased = await self.memory.erase(id)
        agree(erased.model_copy(update={"dry_run": True, "erasure": None, "going": dry.going}), dry)
        agree(vars(expected.counts), {name: getattr(erased, name) for name in vars(expected.counts)})
        agree(
            {
                claim: tuple(getattr(of, name) for name in SHOWN for of in both)
                for claim, both in expected.affected.items()
            },
            self._figures(erased.affected),
        )
        agree(kind, erased.target_kind)
        return expected, erased

    async def remember(self) -> None:
        """What is known now, with the server's time, for reads of the past (T8)."""
        (row,) = await rows(self.memory, "RETURN toString(datetime.realtime()) AS now")
        self.moments.append((row["now"], self.oracle.facts))

    async def _not_there(self, act: Awaitable[object]) -> None:
        try:
            await act
        except kgmem.errors.NotFound:
            return
        raise AssertionError("it is not there, and something was done to it")

    def _figures(self, affected: Iterable[AffectedClaim]) -> dict[str, tuple]:
        named = {id: name for name, id in self.claims.items()}
        columns = [f"{name}_{end}" for name in SHOWN for end in ("before", "after")]
        return {named[row.id]: tuple(getattr(row, name) for name in columns) for row in affected}

    async def prune(self, below: float) -> None:
        """Whatever its age, so that the store's clock is out of it."""
        key, claims = self.oracle.prune(below)
        named = {id: name for name, id in self.claims.items()}
        pruned = await self.memory.prune(older_than="0d", below=below)
        agree(sorted(claims), sorted(named[one.id] for one in pruned.claims))
        agree((len(claims), key is None), (pruned.changed, pruned.pruning is None))
        if key is not None and pruned.pruning is not None:
            self.prunings[key] = pruned.pruning

    async def show(self, key: str) -> None:
        shown = await self.memory.restore(self.prunings[key])
        agree(len(self.oracle.show(key)), shown.changed)

    async def unwind(self) -> None:
        """Restore every act in force, the last one first."""
        for retraction in reversed(figures.active(self.oracle.facts)):
            await self.restore(retraction.key)

    async def compare(self) -> None:
        """Every figure of every claim, every state, every relation; no claim is without support (S1), nothing reaches
        into another tenant (I4)."""
        facts, state = self.oracle.facts, await State.read(self.memory, self.messages, self.sources)
        self.claims, self.items = state.claim_ids, state.items
        self.targets |= state.targets
        self.there = frozenset(state.targets.values())
        agree(expected_observations(facts), state.observations)
        agree((sorted(facts.entities), sorted(facts.sessions)), (state.entities, state.sessions))
        agree(expected_claims(facts), state.claims)
        agree(expected_relations(facts), state.relations(facts))
        agree({"baseless": [], "foreign": []}, {name: state.found[name] for name in ("baseless", "foreign")})

    def _agree_on_ingest(self, spec: SessionSpec, expected: Ingested, found: SessionResult) -> None:
        facts = self.oracle.facts
        kept = {a.item: a.claim for a in facts.assertions.values() if a.session == spec.key}
        stated = [r for r in facts.relations if r.session == spec.key]
        codes = [warning.code for warning in found.warnings]
        said = {o.key for o in facts.observations.values() if o.session == spec.key} - facts.ended
        made = {a.key for a in facts.assertions.values() if a.session == spec.key}
        retracted = (said - figures.live(facts)) | (made & figures.withdrawn(facts))
        agree((expected.state, bool(retracted)), (found.state, "skipped_retracted" in codes))
        if expected.state == "unchanged":
            return
        rejected = [(f"relations[{r.item}]" if isinstance(r.item, int) else r.item, r.code) for r in expected.rejected]
        agree(sorted(rejected), sorted((r.item, r.code) for r in found.rejected))
        agree((len(set(kept.values())), 0, len(stated)), (found.claims, found.events, found.relations))
        dropped = [w.detail.split(":")[0] for w in found.warnings if w.code == "citation_dropped"]
        agree(sorted({item for item, _ in expected.dropped}), sorted({item for item in dropped if item in kept}))
        inert = [r for r in stated if r.type == "UPDATES" and figures.relation_stands(facts, r)
                 and figures.effective_at(facts, r) is None]  # fmt: skip
        agree(len(inert), sum(code in ("same_time_update", "update_before_fact") for code in codes))

    def _agree_on_act(self, expected: Acted, found: RetractionResult) -> None:
        named = {id: name for name, id in self.claims.items()}
        order = [(row.depth, row.id) for row in found.affected]
        agree(sorted(order), order)
        agree({row.claim: row.depth for row in expected.affected}, {named[row.id]: row.depth for row in found.affected})
        agree({row.claim: _figures(row.before, row.after) for row in expected.affected}, self._figures(found.affected))
        agree(sorted(expected.unsuperseded), sorted(named[row.id] for row in found.unsuperseded))
        agree((expected.changed, expected.retraction.kind), (found.changed, found.target_kind))


def _figures(before: Figures, after: Figures) -> tuple:
    return tuple(getattr(of, name) for name in SHOWN for of in (before, after))
