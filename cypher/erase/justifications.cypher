// Take from the relations that a session stated its words for them
// name:    erase.justifications
// mode:    write
// grain:   no rows
// law:     R6
// why:     A session says why in the words of what it read.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       a session that loses something
CYPHER 25
CALL {
  MATCH (:Claim)-[r:CAUSES {session_id: $session_id}]->(:Claim) RETURN r
  UNION
  MATCH (:Claim)-[r:ENABLES {session_id: $session_id}]->(:Claim) RETURN r
  UNION
  MATCH (:Claim)-[r:PREVENTS {session_id: $session_id}]->(:Claim) RETURN r
  UNION
  MATCH (:Claim)-[r:BEFORE {session_id: $session_id}]->(:Claim) RETURN r
  UNION
  MATCH (:Claim)-[r:UPDATES {session_id: $session_id}]->(:Claim) RETURN r
  UNION
  MATCH (:Claim)-[r:CONTRADICTS {session_id: $session_id}]->(:Claim) RETURN r
}
WITH r
WHERE r.tenant = $tenant
REMOVE r.justification
