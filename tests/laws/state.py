"""What the store holds of one tenant, in the oracle's keys, and what the oracle says that it holds."""

from dataclasses import dataclass
from typing import Any

import facts as base
import figures
from facts import Facts, observation_key
from oracle import figures_of
from strategies import claim_of, day_of
from support import rows

from kgmem import AsyncMemory

STATE = """CYPHER 25
RETURN
  COLLECT {
    MATCH (c:Claim {tenant: $tenant})
    RETURN {id: c.id, statement: c.statement, standing: c.standing, confidence: c.confidence,
            confidence_shared: c.confidence_shared, rank: c.rank, weakest_support: c.weakest_support,
            validity: c.validity, valid_until: toString(c.valid_until), counted_from: toString(c.counted_from),
            removed: c:Removed, pruned: c:Pruned,
            labels: [label IN labels(c) WHERE label IN $states],
            assertions: COLLECT {
              MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(s:Session)
              RETURN {id: a.id, key: s.external_id + '/' + a.item, ended: a.ended_at IS NOT NULL, state: a.state,
                      confidence: a.confidence, weight: a.weight, retracted: a:Retracted, basis: a.world_basis,
                      world_from: toString(a.world_from), ends: toString(a.valid_until),
                      roots: a.source_ids, erased: coalesce(a.erased_supports, 0),
                      rests_on: COLLECT { MATCH (a)-[:RESTS_ON]->(x) RETURN x.id }} }}
  } AS claims,
  COLLECT {
    MATCH (s:Session {tenant: $tenant})<-[:RECORDED_IN]-(o:Observation)-[:FROM]->(d:Source)
    RETURN {session: s.external_id, message: o.external_id, id: o.id, text: o.text,
            live: NOT o:Retracted AND o.ended_at IS NULL, source: d.external_id, source_id: d.id}
  } AS observations,
  COLLECT { MATCH (e:Entity {tenant: $tenant}) RETURN {id: e.id, name: e.external_id} } AS entities,
  COLLECT { MATCH (s:Session {tenant: $tenant}) RETURN {id: s.id, name: s.external_id} } AS sessions,
  COLLECT {
    MATCH (a:Claim {tenant: $tenant})-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]->(b:Claim)
    WHERE r.ended_at IS NULL
    OPTIONAL MATCH (s:Session {id: r.session_id})
    RETURN {origin: a.statement, target: b.statement, type: type(r), session: coalesce(s.external_id, r.rule),
            retracted: r.retracted, effective_at: toString(r.effective_at), invalidated_at: toString(r.invalidated_at)}
  } AS relations,
  COLLECT {
    MATCH (c:Claim {tenant: $tenant})-[:ASSERTED_BY]->(a)
    UNWIND [c, a] AS own
    MATCH (own)--(other)
    WHERE other.tenant <> $tenant
    RETURN DISTINCT own.id
  } AS foreign,
  COLLECT {
    MATCH (c:Claim {tenant: $tenant})
    WHERE NOT EXISTS { (c)-[:ASSERTED_BY]->(:Assertion)-[:RESTS_ON]->() }
    RETURN c.id
  } AS baseless"""
"""All at once, since it is asked for after every act."""


STATES = ("Disputed", "Superseded", "Suspect", "Unsupported", "Weakened")
"""Labels that say what is derived of a claim, for Neo4j Browser, which tells nodes apart by labels only."""


@dataclass
class State:
    """One answer of STATE, with the names that the store's ids have in the oracle. `messages` are the oracle's names of
    messages by session, id and text: a message of another text is another observation (I1a)."""

    found: dict[str, Any]
    messages: dict[tuple[str, str, str], str]
    sources: dict[str, str]

    @classmethod
    async def read(
        cls, memory: AsyncMemory, messages: dict[tuple[str, str, str], str], sources: dict[str, str]
    ) -> "State":
        """`sources` are those of before by their ids, since roots may be erased; it learns those of now."""
        (found,) = await rows(memory, STATE, states=[*STATES])
        sources |= {row["source_id"]: row["source"] for row in found["observations"]}
        return cls(found, messages, sources)

    @property
    def claim_ids(self) -> dict[str, str]:
        return {claim_of(row["statement"]): row["id"] for row in self.found["claims"]}

    @property
    def items(self) -> dict[str, str]:
        """The keys of assertions by the store's ids."""
        return {a["id"]: a["key"] for row in self.found["claims"] for a in row["assertions"]}

    @property
    def targets(self) -> dict[tuple[str, str], str]:
        """The store's ids of what may be taken back, by kind and key."""
        found = {("claim", claim): id for claim, id in self.claim_ids.items()}
        found |= {("entity", row["name"]): row["id"] for row in self.found["entities"]}
        found |= {("session", row["name"]): row["id"] for row in self.found["sessions"]}
        for row in self.found["observations"]:
            found[("observation", self._key(row))] = row["id"]
            found[("source", row["source"])] = row["source_id"]
        return found

    @property
    def claims(self) -> dict[str, Any]:
        named = {id: claim for claim, id in self.claim_ids.items()}
        named |= {row["id"]: self._key(row) for row in self.found["observations"]}
        return {
            claim_of(row["statement"]): {
                **{name: row[name] for name in ("standing", "confidence", "confidence_shared", "rank")},
                **{name: row[name] for name in ("weakest_support", "validity", "removed", "pruned")},
                "labels": sorted(row["labels"]),
                "valid_until": day_of(row["valid_until"]),
                "counted_from": day_of(row["counted_from"]),
                "assertions": {
                    a["key"]: {
                        **{name: a[name] for name in ("state", "confidence", "weight", "retracted", "basis")},
                        "world_from": day_of(a["world_from"]),
                        "ends": day_of(a["ends"]),
                        "roots": sorted(self.sources[id] for id in a["roots"]),
                        "erased": a["erased"],
                        "rests_on": sorted(named[id] for id in a["rests_on"]),
                    }
                    for a in row["assertions"]
                    if not a["ended"]
                },
            }
            for row in self.found["claims"]
        }

    @property
    def entities(self) -> list[str]:
        return sorted(row["name"] for row in self.found["entities"])

    @property
    def sessions(self) -> list[str]:
        return sorted(row["name"] for row in self.found["sessions"])

    @property
    def observations(self) -> dict[str, bool]:
        """Which are live."""
        return {self._key(row): row["live"] for row in self.found["observations"]}

    def relations(self, facts: Facts) -> dict[tuple[str, ...], Any]:
        """Those that `facts` says do not stand may carry any `invalidated_at`."""
        standing = {relation_name(r) for r in facts.relations if figures.relation_stands(facts, r)} | {*_derived(facts)}
        found = {}
        for row in self.found["relations"]:
            name = _named(claim_of(row["origin"]), row["type"], claim_of(row["target"]), row["session"])
            found[name] = {
                "retracted": row["retracted"],
                "effective_at": day_of(row["effective_at"]),
                "invalidated_at": day_of(row["invalidated_at"]) if name in standing else "any",
            }
        return found

    def _key(self, row: dict[str, Any]) -> str:
        return observation_key(row["session"], self.messages[row["session"], row["message"], row["text"]])


def expected_claims(facts: Facts) -> dict[str, Any]:
    """What `State.claims` must be."""
    return {
        claim: {
            **{name: getattr(of, name) for name in ("standing", "confidence", "confidence_shared", "rank")},
            **{name: getattr(of, name) for name in ("weakest_support", "validity", "valid_until")},
            "counted_from": figures.last_of_several(facts, claim),
            "removed": claim in figures.removed(facts),
            "labels": labels_of(facts, claim, of),
            "pruned": claim in facts.hidden,
            "assertions": {a.key: _assertion(facts, a) for a in figures.assertions_of(facts)[claim]},
        }
        for claim, of in figures_of(facts).items()
    }


def labels_of(facts: Facts, claim: str, of: Any) -> list[str]:
    """Which of STATES a claim has (R2, T5, T6)."""
    holds = {
        "Disputed": any(claim in pair for pair in figures.open_contradictions(facts)),
        "Superseded": of.valid_until is not None,
        "Suspect": 0 < of.validity < 1,
        "Unsupported": of.standing == "unsupported",
        "Weakened": of.standing == "weakened",
    }
    return sorted(label for label in STATES if holds[label])


def _assertion(facts: Facts, a: base.Assertion) -> dict[str, Any]:
    return {
        "state": figures.states(facts)[a.key],
        "confidence": a.confidence,
        "weight": figures.weight(facts, a),
        "retracted": a.key in figures.withdrawn(facts),
        "basis": a.basis,
        "world_from": a.world_from,
        "ends": figures.end_of(facts, a),
        "roots": sorted(a.roots),
        "erased": len(a.erased),
        "rests_on": sorted(key for _, key in a.supports),
    }


def expected_observations(facts: Facts) -> dict[str, bool]:
    """What `State.observations` must be."""
    return {key: key in figures.live(facts) for key in facts.observations}


def expected_relations(facts: Facts) -> dict[tuple[str, ...], Any]:
    """What `State.relations` must be."""
    return _derived(facts) | {
        relation_name(r): {
            "retracted": not figures.act_stands(facts, r),
            "effective_at": figures.effective_at(facts, r),
            "invalidated_at": figures.invalidated_at(facts, r) if figures.relation_stands(facts, r) else "any",
        }
        for r in facts.relations
    }


def _derived(facts: Facts) -> dict[tuple[str, ...], Any]:
    """T3: the relations among rivals, which no session stated."""
    found = {(*ends, "UPDATES"): at for ends, at in figures.rule_updates(facts).items()}
    found |= {(*sorted(pair), "CONTRADICTS"): None for pair in figures.rule_contradictions(facts)}
    return {
        _named(one, type, other, str(base.are_rivals(one, other))): {
            "retracted": False, "effective_at": at, "invalidated_at": None}
        for (one, other, type), at in found.items()
    }  # fmt: skip


def relation_name(r: base.Relation) -> tuple[str, ...]:
    return _named(r.origin, r.type, r.target, r.session)


def _named(origin: str, type: str, target: str, session: str) -> tuple[str, ...]:
    """A relation by its ends; those of CONTRADICTS in the order of their names, since its direction means nothing."""
    ends = sorted((origin, target)) if type == "CONTRADICTS" else [origin, target]
    return (ends[0], type, ends[1], session)
