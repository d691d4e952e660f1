"""A twin that, around every act, looks at all of the store: what must change nothing, and what must be the inverse."""

import json

from comparing import agree, unchanged
from facts import SessionSpec
from oracle import Acted, Erased
from support import snapshot
from twin import Twin

from kgmem import AsyncMemory
from kgmem.graph import derive
from kgmem.graph.store import Transaction
from kgmem.models import ErasureResult, RetractionResult


def without_acts(lines: list[str]) -> list[str]:
    """A snapshot but for its Retraction nodes: restoring keeps the record of what was undone (R6)."""
    return [line for line in lines if "Retraction" not in json.loads(line)[0]]


class Thorough(Twin):
    """Repeats what must change nothing when it is repeated, and tries every act dry."""

    def __init__(self, memory: AsyncMemory) -> None:
        super().__init__(memory)
        self.undo: list[tuple[str, list[str]]] = []

    async def ingest(self, spec: SessionSpec) -> None:
        known = self.oracle.facts.sessions.get(spec.key) == spec
        before = await snapshot(self.memory, clocks=True) if known else []
        await super().ingest(spec)
        if known:
            unchanged(before, await snapshot(self.memory, clocks=True), "I2: the same input again changes nothing")
        else:
            self.undo.clear()
        await self.compare()

    async def retract(self, kind: str, target: str, policy: str = "dispute") -> tuple[Acted, RetractionResult] | None:
        """Try it dry, do it, do it again (R3, R4)."""
        before, plain = await snapshot(self.memory, clocks=True), without_acts(await snapshot(self.memory))
        id = self.targets.get((kind, target))
        dry = id and await self.memory.retract(id, policy=policy, dry_run=True)
        unchanged(before, await snapshot(self.memory, clocks=True), "R3: a dry run changes nothing")
        done = await super().retract(kind, target, policy)
        if done is None:
            return None
        expected, acted = done
        recorded = None if expected.recorded else acted.retraction
        agree(acted.model_copy(update={"dry_run": True, "retraction": recorded}), dry)
        await self.compare()
        after = await snapshot(self.memory, clocks=True)
        if expected.recorded:
            self.undo.append((expected.retraction.key, plain))
            agree(expected.changed, await self._audited(str(acted.retraction)))
        else:
            unchanged(before, after, "R4: a repeat records nothing")
        again = await super().retract(kind, target, policy)
        agree((acted.retraction, 0), again and (again[1].retraction, again[1].changed))
        unchanged(after, await snapshot(self.memory, clocks=True), "R4: a repeat records nothing")
        return done

    async def restore(self, key: str) -> RetractionResult:
        """Try it dry, do it; where nothing came between, the store is as it was before the act (R4)."""
        before = await snapshot(self.memory, clocks=True)
        dry = await self.memory.restore(self.retractions[key], dry_run=True)
        unchanged(before, await snapshot(self.memory, clocks=True), "R3: a dry run changes nothing")
        restored = await super().restore(key)
        agree(restored.model_copy(update={"dry_run": True}), dry)
        await self.compare()
        if self.undo and self.undo[-1][0] == key:
            plain = without_acts(await snapshot(self.memory))
            unchanged(self.undo.pop()[1], plain, "R4: restoring is the exact inverse")
        else:
            self.undo.clear()
        return restored

    async def erase(self, kind: str, target: str) -> tuple[Erased, ErasureResult] | None:
        """There is no way back over it."""
        done = await super().erase(kind, target)
        self.undo.clear()
        await self.compare()
        return done

    async def derive_again(self) -> None:
        """T7: what increments have left is what comes from nothing but the base facts."""
        before, ids = await snapshot(self.memory), list(self.claims.values())
        store = await self.memory.store()

        async def again(tx: Transaction) -> None:
            await tx.lock()
            await derive.recompute(tx, ids, ids)

        await store.writing(again, self.memory.tenant, "test")
        unchanged(before, await snapshot(self.memory), "T7: derived from nothing, it is another")

    async def _audited(self, retraction: str) -> int:
        """How many claims the audit trail says that an act has changed (R5)."""
        audit = await self.memory.query("audit.retractions")
        acts = [dict(zip(audit.columns, row, strict=True)) for row in audit.rows]
        (changed,) = [act["changed"] for act in acts if act["retraction_id"] == retraction]
        return changed
