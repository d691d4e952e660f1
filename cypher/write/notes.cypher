// Write messages of sessions with their vectors
// name:    write.notes
// mode:    write
// grain:   one row per session that something retracted reaches
// law:     I1a
// why:     A message is an observation from its speaker, or from the document or tool it names. What arrives from a
//          retracted source or session is retracted from the start. One said again after it had ended keeps when it
//          was not said; a row without vectors leaves those of its message as they are.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    tenant_token :: STRING NOT NULL     word that stands for the tenant in full-text indexes
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
// returns  session_id :: STRING NOT NULL       a session with messages that are retracted from the start
// order:   session_id
CYPHER 25
UNWIND $rows AS row
MATCH (s:Session {id: row.session_id})
MATCH (source:Source {id: row.source_id})
MERGE (n:Observation {id: row.id})
ON CREATE SET n.recorded_at = $now
FOREACH (_ IN CASE WHEN n.ended_at IS NULL THEN [] ELSE [1] END |
  SET n.gaps = coalesce(n.gaps, []) + [n.ended_at, $now])
SET n:Note, n += row.properties, n.tenant = $tenant, n.tenant_token = $tenant_token, n.ended_at = null, n.former_embedding = null
WITH n, s, source, row
CALL (n, source) {
  MATCH (n)-[r:FROM]->(other)
  WHERE other <> source
  DELETE r
}
MERGE (n)-[:FROM]->(source)
MERGE (n)-[:RECORDED_IN]->(s)
CALL (n, row) {
  WITH n, row WHERE row.embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
}
CALL (n, row) {
  WITH n, row WHERE row.window_embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(n, 'window_embedding', row.window_embedding)
}
WITH n, s, s:Retracted OR source:Retracted AS gone
FOREACH (_ IN CASE WHEN gone THEN [1] ELSE [] END | SET n:Retracted)
WITH s, gone
WHERE gone
RETURN DISTINCT s.id AS session_id
ORDER BY session_id
