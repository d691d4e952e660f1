// Write the relations that linking a session finds
// name:    link.write
// mode:    write
// grain:   no rows
// law:     T4, T8
// why:     Each is the act of its session, as those are that it states, and is taken back with it. One that was found before, and
//          not in between, keeps when it was not.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    session_id :: STRING NOT NULL       the session
// param    rows :: LIST<MAP> NOT NULL          one map per relation: type, start, end, confidence, justification, rule, model
CYPHER 25
MATCH (s:Session {id: $session_id, tenant: $tenant})
UNWIND $rows AS row
MATCH (a:Claim {id: row.`start`, tenant: $tenant})
MATCH (b:Claim {id: row.`end`, tenant: $tenant})
MERGE (a)-[r:$(row.type) {session_id: $session_id, method: 'linked'}]->(b)
ON CREATE SET r.recorded_at = $now
FOREACH (_ IN CASE WHEN r.ended_at < $now THEN [1] ELSE [] END |
  SET r.gaps = coalesce(r.gaps, []) + [r.ended_at, $now])
SET r.tenant = $tenant, r.confidence = row.confidence, r.justification = row.justification, r.rule = row.rule,
    r.model = row.model, r.retracted = s:Retracted, r.ended_at = null
