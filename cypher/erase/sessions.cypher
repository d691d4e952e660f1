// Delete sessions
// name:    erase.sessions
// mode:    write
// grain:   no rows
// law:     R6
// why:     The sessions before and after follow each other then.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of sessions
CYPHER 25
UNWIND $ids AS id
MATCH (s:Session {id: id, tenant: $tenant})
CALL (s) {
  MATCH (before:Session)-[:PRECEDES]->(s)-[:PRECEDES]->(after:Session)
  MERGE (before)-[:PRECEDES]->(after)
}
DETACH DELETE s
