// Put the events of a session under it
// name:    write.events
// mode:    write
// grain:   no rows
// why:     Events are reached from their session, and sessions from their topic.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// param    ids :: LIST<STRING> NOT NULL        ids of events
CYPHER 25
MATCH (s:Session {id: $session_id, tenant: $tenant})
UNWIND $ids AS id
MATCH (e:Claim {id: id, tenant: $tenant})
MERGE (e)-[:IN_SESSION]->(s)
