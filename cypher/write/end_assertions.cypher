// End reasons that a session gave for its claims
// name:    write.end_assertions
// mode:    write
// grain:   one row per claim that loses a reason
// law:     I2
// why:     A session that changed gives its reasons anew: all of them, or those that rest on the messages named. What it
//          gives again in the same transaction goes on as if nothing had been.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    session_id :: STRING NOT NULL       the session
// param    note_ids :: LIST<STRING>            messages; null for every reason
// returns  claim_id :: STRING NOT NULL         the claim
// order:   claim_id
CYPHER 25
MATCH (s:Session {id: $session_id, tenant: $tenant})<-[:MADE_IN]-(a:Assertion)<-[:ASSERTED_BY]-(c:Claim)
WHERE a.ended_at IS NULL
  AND ($note_ids IS NULL OR EXISTS { MATCH (a)-[:RESTS_ON]->(n:Observation) WHERE n.id IN $note_ids })
SET a.ended_at = $now
RETURN DISTINCT c.id AS claim_id
ORDER BY claim_id
