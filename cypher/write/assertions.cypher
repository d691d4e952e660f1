// Write a session's reasons for its claims
// name:    write.assertions
// mode:    write
// grain:   one row per pruned claim that has a reason recorded now
// law:     S1
// why:     One assertion is one session's reason for one claim. What a retracted session asserts is retracted from
//          the start. One that it gave before, and not in between, keeps when it was not given. What is pruned and stated
//          anew is shown again.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
// returns  claim_id :: STRING NOT NULL         a pruned claim
// order:   claim_id
CYPHER 25
UNWIND $rows AS row
MATCH (s:Session {id: row.session_id, tenant: $tenant})
MATCH (c:Claim {id: row.claim_id})
MERGE (a:Assertion {id: row.id})
ON CREATE SET a.recorded_at = $now, a.state = 'intact'
SET a += row.properties, a.tenant = $tenant, a.session_id = row.session_id, a.holds_from = a.world_from
FOREACH (_ IN CASE WHEN a.ended_at < $now THEN [1] ELSE [] END |
  SET a.gaps = coalesce(a.gaps, []) + [a.ended_at, $now])
REMOVE a.ended_at, a.erased_supports
MERGE (c)-[:ASSERTED_BY]->(a)
MERGE (a)-[:MADE_IN]->(s)
FOREACH (_ IN CASE WHEN s:Retracted THEN [1] ELSE [] END | SET a:Retracted)
WITH DISTINCT c, a
WHERE c:Pruned AND (a.recorded_at = $now OR a.gaps[-1] = $now)
RETURN DISTINCT c.id AS claim_id
ORDER BY claim_id
