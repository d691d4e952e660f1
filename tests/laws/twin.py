"""A memory on the server and the oracle, side by side: every act is done to both, and what they say is compared."""

import json
import math
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import facts as base
import figures
from facts import SessionSpec
from intake import Ingested
from oracle import Acted, Figures, NotFound, Oracle
from strategies import Act, Ingest, Retract, bare, claim_of, day_of, observation_key, to_session_json
from support import rows, snapshot

import kgmem.errors
from kgmem import AsyncMemory
from kgmem.graph import derive
from kgmem.graph.store import Transaction
from kgmem.models import RetractionResult, SessionResult

TOLERANCE = 1e-9

CLAIMS = """CYPHER 25
MATCH (c:Claim {tenant: $tenant})
RETURN c.id AS id, c.statement AS statement, properties(c) AS properties, c:Removed AS removed,
       COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(s:Session) WHERE a.ended_at IS NULL
                 RETURN {key: s.external_id + '/' + a.item, state: a.state, confidence: a.confidence, weight: a.weight,
                         retracted: a:Retracted, basis: a.world_basis, world_from: toString(a.world_from),
                         ends: toString(a.valid_until),
                         roots: COLLECT { MATCH (r:Source) WHERE r.id IN a.source_ids RETURN r.external_id },
                         rests_on: COLLECT { MATCH (a)-[:RESTS_ON]->(x) RETURN x.id }} } AS assertions"""

OBSERVATIONS = """CYPHER 25
MATCH (s:Session {tenant: $tenant})<-[:RECORDED_IN]-(o:Observation)-[:FROM]->(d:Source)
RETURN s.external_id AS session, s.id AS session_id, o.external_id AS message, o.id AS id,
       NOT o:Retracted AND o.ended_at IS NULL AS live, o.ended_at IS NOT NULL AS ended, o.text AS text,
       d.external_id AS source, d.id AS source_id"""

RELATIONS = """CYPHER 25
MATCH (a:Claim {tenant: $tenant})-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]->(b:Claim)
MATCH (s:Session {id: r.session_id})
WHERE r.ended_at IS NULL
RETURN a.statement AS origin, b.statement AS target, type(r) AS type, s.external_id AS session,
       r.retracted AS retracted, toString(r.effective_at) AS effective_at,
       toString(r.invalidated_at) AS invalidated_at"""

WIPE = "CYPHER 25 MATCH (n) WHERE n.tenant = $tenant OR n:Tenant AND n.id = $tenant DETACH DELETE n"


async def wipe(memory: AsyncMemory) -> None:
    """Nothing of the memory's tenant is left, so thousands of examples leave the store small."""

    async def work(tx: Transaction) -> None:
        await (await tx._raw.run(WIPE, {"tenant": memory.tenant})).consume()

    await (await memory.store()).writing(work, memory.tenant, "test")


@asynccontextmanager
async def opened(server, embeddings, tenant: str = "laws") -> AsyncIterator[AsyncMemory]:
    """A tenant that is empty before and after, so that thousands of examples leave the store small."""
    async with AsyncMemory.open(tenant, settings=server.settings(), embeddings=embeddings) as memory:
        await wipe(memory)
        yield memory
        await wipe(memory)


def differences(expected: Any, found: Any, at: str = "") -> Iterator[str]:
    """Where two nested values differ; numbers may by TOLERANCE."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key in {**expected, **found}:
            if key not in expected or key not in found:
                yield f"{at}/{key}: only {'found' if key in found else 'expected'}"
            else:
                yield from differences(expected[key], found[key], f"{at}/{key}")
    elif isinstance(expected, list | tuple) and isinstance(found, list | tuple) and len(expected) == len(found):
        for place, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, other, f"{at}/{place}")
    elif isinstance(expected, float) and isinstance(found, float):
        if not math.isclose(expected, found, rel_tol=0, abs_tol=TOLERANCE):
            yield f"{at}: {expected} expected, {found} found"
    elif expected != found:
        yield f"{at}: {expected} expected, {found} found"


def agree(expected: Any, found: Any) -> None:
    if differing := list(differences(expected, found)):
        raise AssertionError("\n".join(differing))


def unchanged(before: list[str], after: list[str], law: str) -> None:
    if before != after:
        gone, new = sorted(set(before) - set(after)), sorted(set(after) - set(before))
        raise AssertionError("\n".join([law, *(f"was {line}" for line in gone), *(f"now {line}" for line in new)]))


def without_acts(lines: list[str]) -> list[str]:
    """A snapshot but for its Retraction nodes: restoring keeps the record of what was undone (R6)."""
    return [line for line in lines if "Retraction" not in json.loads(line)[0]]


class Twin:
    """One tenant, in the store and in the oracle."""

    def __init__(self, memory: AsyncMemory) -> None:
        self.memory, self.oracle = memory, Oracle()
        self.files: dict[str, dict] = {}
        self.specs: dict[str, SessionSpec] = {}
        self.messages: dict[tuple[str, str, str], str] = {}
        self.claims: dict[str, str] = {}
        self.targets: dict[tuple[str, str], str] = {}
        self.retractions: dict[str, str] = {}
        self.undo: list[tuple[str, list[str]]] = []

    async def play(self, act: Act) -> None:
        """Do one act to both."""
        try:
            if isinstance(act, Ingest):
                await self.ingest(act.spec)
            elif isinstance(act, Retract):
                await self.retract(act.kind, act.target, act.policy)
            elif active := figures.active(self.oracle.facts):
                await self.restore(active[act.nth % len(active)].key)
        except AssertionError as error:
            error.add_note(f"in {act}")
            raise

    async def ingest(self, spec: SessionSpec) -> None:
        known = self.specs.get(spec.key) == spec
        if not known:
            self.specs[spec.key], self.files[spec.key] = spec, to_session_json(spec, self.claims)
        file = self.files[spec.key]
        self.messages |= {(spec.key, bare(one.id), one.text): one.id for one in spec.messages}
        before = await snapshot(self.memory, clocks=True) if known else []
        result = (await self.memory.ingest([file])).sessions[0]
        self._agree_on_ingest(spec, self.oracle.ingest(spec), result)
        if known:
            unchanged(before, await snapshot(self.memory, clocks=True), "I2: the same input again changes nothing")
        else:
            self.undo.clear()
        await self.compare()

    async def retract(self, kind: str, target: str, policy: str = "dispute") -> None:
        """Try it dry, do it, do it again (R3, R4)."""
        id = self.targets.get((kind, target), "absent")
        before, plain = await snapshot(self.memory, clocks=True), without_acts(await snapshot(self.memory))
        try:
            expected = self.oracle.retract(kind, target, policy)
        except NotFound:
            try:
                await self.memory.retract(id, policy=policy)
            except kgmem.errors.NotFound:
                return
            raise AssertionError(f"{kind} {target} is not there, and was retracted") from None
        dry = await self.memory.retract(id, policy=policy, dry_run=True)
        unchanged(before, await snapshot(self.memory, clocks=True), "R3: a dry run changes nothing")
        acted = await self.memory.retract(id, policy=policy)
        standing = self.retractions.setdefault(expected.retraction.key, acted.retraction)
        agree(standing, acted.retraction)
        agree(acted.model_copy(update={"dry_run": True, "retraction": None if expected.recorded else standing}), dry)
        self._agree_on_act(expected, acted)
        await self.compare()
        after = await snapshot(self.memory, clocks=True)
        if expected.recorded:
            self.undo.append((expected.retraction.key, plain))
            agree(expected.changed, await self._audited(standing))
        else:
            unchanged(before, after, "R4: a repeat records nothing")
        again = await self.memory.retract(id, policy=policy)
        self._agree_on_act(self.oracle.retract(kind, target, policy), again)
        agree((standing, 0), (again.retraction, again.changed))
        unchanged(after, await snapshot(self.memory, clocks=True), "R4: a repeat records nothing")

    async def restore(self, key: str) -> None:
        """Try it dry, do it; where nothing came between, the store is as it was before the act (R4)."""
        id = self.retractions[key]
        before = await snapshot(self.memory, clocks=True)
        dry = await self.memory.restore(id, dry_run=True)
        unchanged(before, await snapshot(self.memory, clocks=True), "R3: a dry run changes nothing")
        restored = await self.memory.restore(id)
        agree(restored.model_copy(update={"dry_run": True}), dry)
        self._agree_on_act(self.oracle.restore(key), restored)
        await self.compare()
        if self.undo and self.undo[-1][0] == key:
            plain = without_acts(await snapshot(self.memory))
            unchanged(self.undo.pop()[1], plain, "R4: restoring is the exact inverse")
        else:
            self.undo.clear()

    async def unwind(self) -> None:
        """Restore every act in force, the last one first."""
        for retraction in reversed(figures.active(self.oracle.facts)):
            await self.restore(retraction.key)

    # ---- what both hold ----

    async def compare(self) -> None:
        """Every figure of every claim, every state, every relation."""
        found = await self._claims()
        await self._targets()
        agree(self._expected_claims(), found)
        agree(self._expected_relations(), await self._relations())

    async def compare_reads(self) -> None:
        """What explain, history and conflicts say of every claim."""
        facts = self.oracle.facts
        for claim, of in self.oracle.figures().items():
            if claim in figures.removed(facts):
                agree((), (await self.memory.history(f"{claim} stem")).claims)
                continue
            agree(self._expected_explanation(claim, of), await self._explanation(claim))
            agree(self._expected_history(claim, of), await self._history(claim))
        conflicts = (await self.memory.conflicts()).conflicts
        found = [sorted(claim_of(side.statement) for side in (one.claim, one.other)) for one in conflicts]
        agree(sorted(map(sorted, figures.open_contradictions(facts))), sorted(found))

    async def derive_again(self) -> None:
        """T7: what increments have left is what comes from nothing but the base facts."""
        before, ids = await snapshot(self.memory), list(self.claims.values())
        store = await self.memory.store()
        await store.writing(lambda tx: derive.recompute(tx, ids, ids), self.memory.tenant, "test")
        unchanged(before, await snapshot(self.memory), "T7: derived from nothing, it is another")

    def _expected_claims(self) -> dict[str, Any]:
        facts = self.oracle.facts
        return {
            claim: {
                **{name: getattr(of, name) for name in ("standing", "confidence", "confidence_shared", "rank")},
                **{name: getattr(of, name) for name in ("weakest_support", "validity", "valid_until")},
                "removed": claim in figures.removed(facts),
                "assertions": {a.key: self._expected_assertion(a) for a in figures.assertions_of(facts)[claim]},
            }
            for claim, of in self.oracle.figures().items()
        }

    def _expected_assertion(self, a: base.Assertion) -> dict[str, Any]:
        facts = self.oracle.facts
        return {
            "state": figures.states(facts)[a.key],
            "confidence": a.confidence,
            "weight": figures.weight(facts, a),
            "retracted": a.key in figures.withdrawn(facts),
            "basis": a.basis,
            "world_from": a.world_from,
            "ends": figures.end_of(facts, a),
            "roots": sorted(a.roots),
            "rests_on": sorted(key for _, key in a.supports),
        }

    async def _claims(self) -> dict[str, Any]:
        found = await rows(self.memory, CLAIMS)
        self.claims = {claim_of(row["statement"]): row["id"] for row in found}
        self.targets |= {("claim", claim): id for claim, id in self.claims.items()}
        named = {id: claim for claim, id in self.claims.items()}
        for row in await rows(self.memory, OBSERVATIONS):
            named[row["id"]] = self._observation(row)
        return {
            claim_of(row["statement"]): {
                **{name: row["properties"][name] for name in ("standing", "confidence", "confidence_shared", "rank")},
                **{name: row["properties"][name] for name in ("weakest_support", "validity")},
                "valid_until": day_of(_text(row["properties"].get("valid_until"))),
                "removed": row["removed"],
                "assertions": {
                    a.pop("key"): {
                        **a,
                        "world_from": day_of(a["world_from"]),
                        "ends": day_of(a["ends"]),
                        "roots": sorted(a["roots"]),
                        "rests_on": sorted(named[id] for id in a["rests_on"]),
                    }
                    for a in row["assertions"]
                },
            }
            for row in found
        }

    def _observation(self, row: dict[str, Any]) -> str:
        """The oracle's key: a message of another text is another observation, whatever the caller calls it (I1a)."""
        return observation_key(row["session"], self.messages[row["session"], row["message"], row["text"]])

    async def _targets(self) -> None:
        """Learn the store's ids of what may be taken back, and compare which observations are."""
        live = {}
        for row in await rows(self.memory, OBSERVATIONS):
            key = self._observation(row)
            live[key] = row["live"]
            self.targets |= {("observation", key): row["id"], ("session", row["session"]): row["session_id"]}
            self.targets[("source", row["source"])] = row["source_id"]
        facts = self.oracle.facts
        agree({key: key in figures.live(facts) for key in facts.observations}, live)

    def _expected_relations(self) -> dict[str, Any]:
        facts = self.oracle.facts
        found = {}
        for r in facts.relations:
            stands = figures.relation_stands(facts, r)
            found[_named(r.origin, r.type, r.target, r.session)] = {
                "retracted": not figures.act_stands(facts, r),
                "effective_at": figures.effective_at(facts, r),
                "invalidated_at": figures.invalidated_at(facts, r) if stands else "any",
            }
        return found

    async def _relations(self) -> dict[str, Any]:
        found = {}
        standing = {_named(r.origin, r.type, r.target, r.session)
                    for r in self.oracle.facts.relations if figures.relation_stands(self.oracle.facts, r)}  # fmt: skip
        for row in await rows(self.memory, RELATIONS):
            name = _named(claim_of(row["origin"]), row["type"], claim_of(row["target"]), row["session"])
            found[name] = {
                "retracted": row["retracted"],
                "effective_at": day_of(row["effective_at"]),
                "invalidated_at": day_of(row["invalidated_at"]) if name in standing else "any",
            }
        return found

    # ---- what reads say ----

    def _expected_explanation(self, claim: str, of: Figures) -> dict[str, Any]:
        facts = self.oracle.facts
        below = {claim} | {under for under in facts.claims if claim in figures.closure(facts, "claim", under)}
        counted = figures.counted(facts, claim)
        return {
            "standing": of.standing,
            "validity": of.validity,
            "confidence": of.confidence,
            "confidence_shared": of.confidence_shared,
            "weakest_support": of.weakest_support,
            "states": {a.key: figures.states(facts)[a.key] for a in figures.assertions_of(facts)[claim]},
            "grounds": {under: figures.closure(facts, "claim", under)[claim] for under in sorted(below - {claim})},
            "sources": sorted({source for a in figures.assertions_of(facts)[claim] for source in a.roots}),
            "shared": {source: len(keys) for source, keys in of.shared_sources.items()},
            "independent": len({source for a in counted for source in a.roots}),
        }

    async def _explanation(self, claim: str) -> dict[str, Any]:
        found = await self.memory.explain(self.claims[claim])
        named = {source.id: source.external_id for source in found.sources}
        return {
            "standing": found.claim.standing,
            "validity": found.claim.validity,
            "confidence": found.claim.confidence,
            "confidence_shared": found.claim.confidence_shared,
            "weakest_support": found.claim.weakest_support,
            "states": dict(await self._states(found.assertions)),
            "grounds": {claim_of(one.claim.statement): one.depth for one in found.grounds},
            "sources": sorted(named.values()),
            "shared": {named[one.source]: len(one.assertions) for one in found.shared_sources},
            "independent": found.independent_sources,
        }

    async def _states(self, assertions: Any) -> list[tuple[str, str]]:
        items = {row["id"]: row["item"] for row in await rows(
            self.memory, "CYPHER 25 MATCH (a:Assertion) WHERE a.id IN $ids RETURN a.id AS id, a.item AS item",
            ids=[a.id for a in assertions])}  # fmt: skip
        given = [a for a in assertions if a.ended_at is None]
        agree({"void"}, {a.state for a in assertions if a.ended_at is not None} | {"void"})
        return [(base.assertion_key(a.session_external_id, items[a.id]), a.state) for a in given]

    def _expected_history(self, claim: str, of: Figures) -> dict[str, Any]:
        facts = self.oracle.facts
        updates = [r for r in facts.relations if r.type == "UPDATES" and r.target == claim]
        against = {end for pair in figures.open_contradictions(facts) if claim in pair for end in pair}
        return {
            "holds": of.holds,
            "valid_until": of.valid_until,
            "updated_by": sorted({r.origin for r in updates if figures.effective_at(facts, r) is not None}),
            "contradicted_by": sorted(against - {claim}),
        }

    async def _history(self, claim: str) -> dict[str, Any]:
        (found,) = (await self.memory.history(f"{claim} stem")).claims
        named = {id: name for name, id in self.claims.items()}
        return {
            "holds": tuple(tuple(day_of(_text(end)) for end in spell) for spell in found.holds),
            "valid_until": day_of(_text(found.valid_until)),
            "updated_by": sorted(named[id] for id in found.updated_by),
            "contradicted_by": sorted(named[id] for id in found.contradicted_by),
        }

    # ---- what acts say ----

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

    async def _audited(self, retraction: str) -> int:
        """How many claims the audit trail says that an act has changed (R5)."""
        audit = await self.memory.query("audit.retractions")
        acts = [dict(zip(audit.columns, row, strict=True)) for row in audit.rows]
        (changed,) = [act["changed"] for act in acts if act["retraction_id"] == retraction]
        return changed

    def _agree_on_act(self, expected: Acted, found: RetractionResult) -> None:
        named = {id: name for name, id in self.claims.items()}
        shown = ("standing", "confidence", "validity")
        columns = [f"{name}_{end}" for name in shown for end in ("before", "after")]
        order = [(row.depth, row.id) for row in found.affected]
        agree(sorted(order), order)
        agree(
            {row.claim: (row.depth, *(getattr(of, name) for name in shown for of in (row.before, row.after)))
             for row in expected.affected},
            {named[row.id]: (row.depth, *(getattr(row, name) for name in columns)) for row in found.affected},
        )  # fmt: skip
        agree(sorted(expected.unsuperseded), sorted(named[row.id] for row in found.unsuperseded))
        agree((expected.changed, expected.retraction.kind), (found.changed, found.target_kind))


def _text(at: Any) -> str | None:
    return None if at is None else at.isoformat()


def _named(origin: str, type: str, target: str, session: str) -> tuple[str, ...]:
    """A relation by its ends; those of CONTRADICTS in the order of their names, since its direction means nothing."""
    ends = sorted((origin, target)) if type == "CONTRADICTS" else [origin, target]
    return (ends[0], type, ends[1], session)
