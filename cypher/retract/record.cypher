// Record the act of taking something back
// name:    retract.record
// mode:    write
// grain:   no rows
// law:     R5
// why:     The record holds who, when and why; for a claim also which assertions it voids, so that a later session
//          may state the claim anew.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    id :: STRING NOT NULL               id of the act
// param    target :: STRING NOT NULL           what is taken back
// param    reason :: STRING                    why
// param    by :: STRING                        who
// param    policy :: STRING NOT NULL           dispute, lower or remove
CYPHER 25
CALL {
  MATCH (t:Observation {id: $target, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Source {id: $target, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Session {id: $target, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Claim {id: $target, tenant: $tenant}) RETURN t
}
MERGE (r:Retraction {id: $id})
ON CREATE SET r.tenant = $tenant, r.reason = $reason, r.by = $by, r.policy = $policy, r.recorded_at = $now,
  r.target = t.id, r.target_kind = CASE WHEN t:Claim THEN 'claim' WHEN t:Session THEN 'session' WHEN t:Source THEN 'source' ELSE 'observation' END
MERGE (r)-[edge:RETRACTS]->(t)
SET edge.assertion_ids = CASE WHEN t:Claim THEN COLLECT {
  MATCH (t)-[:ASSERTED_BY]->(a:Assertion) WHERE a.ended_at IS NULL RETURN a.id ORDER BY a.id
} END
