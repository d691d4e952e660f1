// The relations that linking a session has found
// name:    link.made
// mode:    read
// grain:   one row per relation
// law:     I3
// why:     Linked anew, a session keeps those that are found again as they are.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// returns  type :: STRING NOT NULL             one of the six
// returns  start :: STRING NOT NULL            claim it starts from
// returns  end :: STRING NOT NULL              claim it ends at
// returns  confidence :: FLOAT NOT NULL        0 to 1
// returns  justification :: STRING             why, as a model said
// returns  rule :: STRING                      rule that gave it
// returns  model :: STRING                     model that gave it
// order:   type, start, end
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
RETURN type(r) AS type, a.id AS `start`, b.id AS `end`, r.confidence AS confidence, r.justification AS justification,
       r.rule AS rule, r.model AS model
ORDER BY type, `start`, `end`
