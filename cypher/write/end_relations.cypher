// End the relations that a session stated
// name:    write.end_relations
// mode:    write
// grain:   one row per claim at an end of one of them
// law:     I2, T6
// why:     A session that changed states its relations anew. What it states again in the same transaction goes on as if
//          nothing had been.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    session_id :: STRING NOT NULL       the session
// returns  claim_id :: STRING NOT NULL         the claim
// order:   claim_id
CYPHER 25
CALL {
  MATCH (a:Claim)-[r:CAUSES]->(b:Claim) USING INDEX r:CAUSES(session_id) WHERE r.session_id = $session_id RETURN r, a, b
  UNION
  MATCH (a:Claim)-[r:ENABLES]->(b:Claim) USING INDEX r:ENABLES(session_id) WHERE r.session_id = $session_id RETURN r, a, b
  UNION
  MATCH (a:Claim)-[r:PREVENTS]->(b:Claim) USING INDEX r:PREVENTS(session_id) WHERE r.session_id = $session_id RETURN r, a, b
  UNION
  MATCH (a:Claim)-[r:BEFORE]->(b:Claim) USING INDEX r:BEFORE(session_id) WHERE r.session_id = $session_id RETURN r, a, b
  UNION
  MATCH (a:Claim)-[r:UPDATES]->(b:Claim) USING INDEX r:UPDATES(session_id) WHERE r.session_id = $session_id RETURN r, a, b
  UNION
  MATCH (a:Claim)-[r:CONTRADICTS]->(b:Claim) USING INDEX r:CONTRADICTS(session_id) WHERE r.session_id = $session_id RETURN r, a, b
}
WITH r, a, b
WHERE r.tenant = $tenant AND r.ended_at IS NULL
SET r.ended_at = $now
WITH a, b
UNWIND [a.id, b.id] AS claim_id
RETURN DISTINCT claim_id
ORDER BY claim_id
