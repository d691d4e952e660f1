// Take from a session what it holds no longer: its events and its place among the others
// name:    write.close_session
// mode:    write
// grain:   no rows
// law:     I2
// why:     An event is under the sessions that give a reason for it. A session whose start or group may have changed is
//          put into the chronology anew, so those before and after it meet.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
CYPHER 25
MATCH (s:Session {id: $session_id, tenant: $tenant})
CALL (s) {
  MATCH (e:Event)-[r:IN_SESSION]->(s)
  WHERE NOT EXISTS { MATCH (e)-[:ASSERTED_BY]->(a:Assertion {session_id: $session_id}) WHERE a.ended_at IS NULL }
  DELETE r
}
CALL (s) {
  OPTIONAL MATCH (before:Session)-[p:PRECEDES]->(s)
  OPTIONAL MATCH (s)-[q:PRECEDES]->(after:Session)
  DELETE p, q
  WITH before, after
  WHERE before IS NOT NULL AND after IS NOT NULL
  MERGE (before)-[:PRECEDES]->(after)
}
