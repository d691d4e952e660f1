// Write the relations that a session states
// name:    write.relations
// mode:    write
// grain:   no rows
// law:     T4
// why:     The type is one of six that were checked before; each session's act is a relationship of its own.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// param    retracted :: BOOLEAN NOT NULL       whether the session is retracted
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
UNWIND $rows AS row
MATCH (a:Claim {id: row.`start`, tenant: $tenant})
MATCH (b:Claim {id: row.`end`, tenant: $tenant})
MERGE (a)-[r:$(row.type) {session_id: $session_id}]->(b)
ON CREATE SET r.recorded_at = datetime.realtime()
SET r.tenant = $tenant, r.confidence = row.confidence, r.justification = row.justification, r.method = 'stated', r.retracted = $retracted
