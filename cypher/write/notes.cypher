// Write messages of a session with their vectors
// name:    write.notes
// mode:    write
// grain:   one row
// law:     I1a
// why:     A message is an observation from its speaker, or from the document or tool it names. What arrives from a
//          retracted source or session is retracted from the start.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// param    tenant_token :: STRING NOT NULL     word that stands for the tenant in full-text indexes
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
// returns  retracted :: INTEGER NOT NULL     how many of them are retracted
// order:   one row
CYPHER 25
MATCH (s:Session {id: $session_id})
UNWIND $rows AS row
MATCH (source:Source {id: row.source_id})
MERGE (n:Observation {id: row.id})
ON CREATE SET n.recorded_at = datetime.realtime()
SET n:Note, n += row.properties, n.tenant = $tenant, n.tenant_token = $tenant_token
MERGE (n)-[:FROM]->(source)
MERGE (n)-[:RECORDED_IN]->(s)
WITH n, s:Retracted OR source:Retracted AS gone
FOREACH (_ IN CASE WHEN gone THEN [1] ELSE [] END | SET n:Retracted)
RETURN count(CASE WHEN gone THEN 1 END) AS retracted
