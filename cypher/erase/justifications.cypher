// Take from the relations that a session stated its words for them
// name:    erase.justifications
// mode:    write
// grain:   no rows
// law:     R6
// why:     A session says why in the words of what it read; of a claim that lost a reason others may have said it, too.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING                a session that loses something
// param    claims :: LIST<STRING> NOT NULL     claims that lose a reason
CYPHER 25
CALL {
  MATCH (:Claim)-[r:CAUSES]->(:Claim) USING INDEX r:CAUSES(session_id) WHERE r.session_id = $session_id RETURN r
  UNION
  MATCH (:Claim)-[r:ENABLES]->(:Claim) USING INDEX r:ENABLES(session_id) WHERE r.session_id = $session_id RETURN r
  UNION
  MATCH (:Claim)-[r:PREVENTS]->(:Claim) USING INDEX r:PREVENTS(session_id) WHERE r.session_id = $session_id RETURN r
  UNION
  MATCH (:Claim)-[r:BEFORE]->(:Claim) USING INDEX r:BEFORE(session_id) WHERE r.session_id = $session_id RETURN r
  UNION
  MATCH (:Claim)-[r:UPDATES]->(:Claim) USING INDEX r:UPDATES(session_id) WHERE r.session_id = $session_id RETURN r
  UNION
  MATCH (:Claim)-[r:CONTRADICTS]->(:Claim) USING INDEX r:CONTRADICTS(session_id) WHERE r.session_id = $session_id RETURN r
  UNION
  UNWIND $claims AS id
  MATCH (:Claim {id: id, tenant: $tenant})-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(:Claim)
  RETURN r
}
WITH r
WHERE r.tenant = $tenant
REMOVE r.justification
