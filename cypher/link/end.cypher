// End relations that linking a session finds no longer
// name:    link.end
// mode:    write
// grain:   no rows
// law:     T8
// why:     What was known before stays known for its time.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    session_id :: STRING NOT NULL       the session
// param    rows :: LIST<MAP> NOT NULL          one map per relation: type, start, end
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
WHERE r.tenant = $tenant AND r.method = 'linked' AND r.ended_at IS NULL
  AND {type: type(r), `start`: a.id, `end`: b.id} IN $rows
SET r.ended_at = $now
