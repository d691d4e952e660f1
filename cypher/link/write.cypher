// Write the relations that linking a session finds
// name:    link.write
// mode:    write
// grain:   no rows
// law:     T4, T8
// why:     Each is the act of its session, as those are that it states, and is taken back with it. One that was found before, and
//          not in between, keeps when it was not. No MERGE, as in write.relations.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    session_id :: STRING NOT NULL       the session
// param    rows :: LIST<MAP> NOT NULL          one map per relation: type, start, end, confidence, justification, rule, model
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  MATCH (s:Session {id: $session_id, tenant: $tenant})
  MATCH (a:Claim {id: row.`start`, tenant: $tenant}) USING INDEX a:Claim(id)
  MATCH (b:Claim {id: row.`end`, tenant: $tenant}) USING INDEX b:Claim(id)
  OPTIONAL MATCH (a)-[known:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]->(b)
  WHERE type(known) = row.type AND known.session_id = $session_id AND known.method = 'linked'
  FOREACH (_ IN CASE WHEN known IS NULL THEN [1] ELSE [] END |
    CREATE (a)-[:$(row.type) {tenant: $tenant, session_id: $session_id, method: 'linked', recorded_at: $now,
                              confidence: row.confidence, justification: row.justification, rule: row.rule,
                              model: row.model, retracted: s:Retracted}]->(b))
  FOREACH (r IN CASE WHEN known IS NULL THEN [] ELSE [known] END |
    SET r.gaps = CASE WHEN r.ended_at < $now THEN coalesce(r.gaps, []) + [r.ended_at, $now] ELSE r.gaps END,
        r.confidence = row.confidence, r.justification = row.justification, r.rule = row.rule, r.model = row.model,
        r.retracted = s:Retracted)
  FOREACH (r IN CASE WHEN known IS NULL THEN [] ELSE [known] END | SET r.ended_at = null)
}
