// Write the relations that a session states
// name:    write.relations
// mode:    write
// grain:   no rows
// law:     T4
// why:     The type is one of six that were checked before; each session's act is a relationship of its own. What a
//          retracted session states is retracted from the start. No MERGE: with a type from a parameter and an index
//          on the relationship, Neo4j 2026.09 sometimes matches one between other claims as well.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    rows :: LIST<MAP> NOT NULL          one map per item, as kgmem/graph/rows.py builds them
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (s:Session {id: row.session_id, tenant: $tenant})
  MATCH (a:Claim {id: row.`start`, tenant: $tenant}) USING INDEX a:Claim(id)
  MATCH (b:Claim {id: row.`end`, tenant: $tenant}) USING INDEX b:Claim(id)
  OPTIONAL MATCH (a)-[known:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]->(b)
  WHERE type(known) = row.type AND known.session_id = row.session_id AND known.method = 'stated'
  FOREACH (_ IN CASE WHEN known IS NULL THEN [1] ELSE [] END |
    CREATE (a)-[:$(row.type) {tenant: $tenant, session_id: row.session_id, method: 'stated', recorded_at: $now,
                              confidence: row.confidence, justification: row.justification, retracted: s:Retracted}]->(b))
  FOREACH (r IN CASE WHEN known IS NULL THEN [] ELSE [known] END |
    SET r.gaps = CASE WHEN r.ended_at < $now THEN coalesce(r.gaps, []) + [r.ended_at, $now] ELSE r.gaps END,
        r.confidence = row.confidence, r.justification = row.justification, r.retracted = s:Retracted)
  FOREACH (r IN CASE WHEN known IS NULL THEN [] ELSE [known] END | SET r.ended_at = null)
}
