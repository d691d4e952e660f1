// Put events under their sessions
// name:    write.events
// mode:    write
// grain:   no rows
// why:     Events are reached from their session, and sessions from their topic.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          one map per event and session: id, session_id
CYPHER 25
UNWIND $rows AS row
MATCH (s:Session {id: row.session_id, tenant: $tenant})
MATCH (e:Claim {id: row.id, tenant: $tenant})
MERGE (e)-[:IN_SESSION]->(s)
