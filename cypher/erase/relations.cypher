// Delete the relations that start or end at claims that go, or that a session stated that goes
// name:    erase.relations
// mode:    write
// grain:   one row per claim, session and way in which it told of it
// law:     R6
// why:     What related to a claim that is no more relates to nothing; the claims at the other ends follow.
//          What a rule derived is not counted: it goes with its claims, and is derived anew.
// param    tenant :: STRING NOT NULL           whose data
// param    claims :: LIST<STRING> NOT NULL     claims that go
// param    session_id :: STRING                a session that goes
// returns  claim_id :: STRING NOT NULL         a claim at an end of it
// returns  session_id :: STRING                the session that stated it
// returns  stated :: BOOLEAN NOT NULL          whether it stated it, or it was found when the session was linked
// returns  relations :: INTEGER NOT NULL       how many it stated of that claim
// order:   claim_id, session_id, stated
CYPHER 25
CALL {
  UNWIND $claims AS id
  MATCH (:Claim {id: id, tenant: $tenant})-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(:Claim)
  RETURN r
  UNION
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
}
WITH DISTINCT r
WHERE r.tenant = $tenant AND r.method <> 'rule'
WITH r, [startNode(r).id, endNode(r).id] AS ends, r.session_id AS session_id, r.method = 'stated' AS stated
DELETE r
WITH ends, session_id, stated
UNWIND ends AS claim_id
RETURN claim_id, session_id, stated, count(*) AS relations
ORDER BY claim_id, session_id, stated
