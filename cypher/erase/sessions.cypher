// Delete sessions, and the topics that have none left
// name:    erase.sessions
// mode:    write
// grain:   one row
// law:     R6
// why:     The sessions before and after follow each other then; a topic that nothing belongs to any more goes.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of sessions
// returns  topics :: INTEGER NOT NULL          topics that went
// order:   one row
CYPHER 25
CALL {
  UNWIND $ids AS id
  MATCH (s:Session {id: id, tenant: $tenant})
  CALL (s) {
    MATCH (before:Session)-[:PRECEDES]->(s)-[:PRECEDES]->(after:Session)
    MERGE (before)-[:PRECEDES]->(after)
  }
  WITH s, COLLECT { MATCH (s)-[:IN_TOPIC]->(t:Topic) RETURN t } AS topics
  DETACH DELETE s
  WITH topics
  UNWIND topics AS t
  WITH DISTINCT t
  WHERE NOT EXISTS { (t)<-[:IN_TOPIC]-(:Session) }
  DETACH DELETE t
  RETURN count(t) AS gone
}
RETURN gone AS topics
