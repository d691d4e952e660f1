// Write the relations that a session states
// name:    write.relations
// mode:    write
// grain:   no rows
// law:     T4
// why:     The type is one of six that were checked before; each session's act is a relationship of its own. What a
//          retracted session states is retracted from the start.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
UNWIND $rows AS row
MATCH (s:Session {id: row.session_id, tenant: $tenant})
MATCH (a:Claim {id: row.`start`, tenant: $tenant})
MATCH (b:Claim {id: row.`end`, tenant: $tenant})
MERGE (a)-[r:$(row.type) {session_id: row.session_id, method: 'stated'}]->(b)
ON CREATE SET r.recorded_at = $now
FOREACH (_ IN CASE WHEN r.ended_at < $now THEN [1] ELSE [] END |
  SET r.gaps = coalesce(r.gaps, []) + [r.ended_at, $now])
SET r.tenant = $tenant, r.confidence = row.confidence, r.justification = row.justification,
    r.retracted = s:Retracted, r.ended_at = null
