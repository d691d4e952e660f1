// Entities and sources that a session names or named
// name:    write.session_names
// mode:    read
// grain:   one row per entity or source
// law:     I2
// why:     A session that changed may have named them, and does no longer.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// returns  id :: STRING NOT NULL               the entity or source
// returns  kind :: STRING NOT NULL             entity or source
// order:   kind, id
CYPHER 25
CALL {
  MATCH (:Session {id: $session_id, tenant: $tenant})<-[:MADE_IN]-(a:Assertion)
  UNWIND a.entity_ids AS id
  RETURN id, 'entity' AS kind
  UNION
  MATCH (:Session {id: $session_id, tenant: $tenant})<-[:RECORDED_IN]-(:Observation)-[:FROM]->(s:Source)
  RETURN s.id AS id, 'source' AS kind
}
RETURN id, kind
ORDER BY kind, id
