// What was claimed about an entity, in order of time
// name:    recall.history
// mode:    read
// grain:   one row per claim
// law:     T4, T5, T6
// why:     With what it says of its time, what superseded it and what contradicts it, whether it still stands or not;
//          what was removed (law R3) or pruned is left out.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               an entity
// returns  id :: STRING NOT NULL               the claim
// returns  kind :: STRING NOT NULL             fact, or the kind of event
// returns  statement :: STRING NOT NULL        its wording
// returns  standing :: STRING NOT NULL         supported, weakened or unsupported
// returns  validity :: FLOAT NOT NULL          0 superseded, 0.5 suspect, 1
// returns  valid_until :: ZONED DATETIME       when it was superseded
// returns  confidence :: FLOAT NOT NULL        C1
// returns  confidence_shared :: FLOAT NOT NULL  C3
// returns  calibrated :: BOOLEAN NOT NULL      whether all its assertions are of calibrated models
// returns  recorded_at :: ZONED DATETIME NOT NULL  when it was first stored
// returns  holdings :: LIST<MAP> NOT NULL      since and until of each dated non-void assertion
// returns  updated_by :: LIST<STRING> NOT NULL  claims whose update took effect
// returns  superseded_by :: LIST<MAP> NOT NULL  of each of these id, statement, effective_at, justification, rule and model
// returns  contradicted_by :: LIST<STRING> NOT NULL  claims that it contradicts and that are open (T6)
// returns  since :: ZONED DATETIME             start of its first holding
// order:   since (unknown last), id
CYPHER 25
MATCH (:Entity {id: $id, tenant: $tenant})<-[about:ABOUT]-(c:Claim)
WHERE about.ended_at IS NULL
WITH DISTINCT c
WHERE NOT c:Removed AND NOT c:Pruned
CALL (c) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.state <> 'void' AND (a.holds_from IS NOT NULL OR a.valid_until IS NOT NULL)
  WITH a ORDER BY a.holds_from, a.id
  RETURN collect({since: a.holds_from, until: a.valid_until}) AS holdings, min(a.holds_from) AS since
}
CALL (c) {
  MATCH (c)<-[r:UPDATES]-(u:Claim)
  WHERE r.ended_at IS NULL AND NOT r.retracted
  WITH u, r ORDER BY r.session_id
  WITH u, max(r.effective_at) AS effective_at, head(collect(r.justification)) AS justification, head(collect(r.rule)) AS rule,
       head(collect(r.model)) AS model
  WHERE effective_at IS NOT NULL
  WITH u, effective_at, justification, rule, model ORDER BY u.id
  RETURN collect({id: u.id, statement: u.statement, effective_at: effective_at, justification: justification, rule: rule,
                  model: model}) AS superseded_by
}
RETURN c.id AS id, c.kind AS kind, c.statement AS statement, c.standing AS standing, c.validity AS validity, c.valid_until AS valid_until,
       c.confidence AS confidence, c.confidence_shared AS confidence_shared,
       c.standing <> 'unsupported' AND NOT EXISTS { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND a.calibration IS NULL } AS calibrated,
       c.recorded_at AS recorded_at, holdings,
       [one IN superseded_by | one.id] AS updated_by, superseded_by,
       COLLECT { MATCH (c)-[r:CONTRADICTS]-(o:Claim) WHERE r.ended_at IS NULL AND NOT r.retracted
                   AND c.standing <> 'unsupported' AND o.standing <> 'unsupported' AND NOT o:Pruned
                   AND (NOT EXISTS { (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND coalesce(a.holds_from, a.valid_until) IS NOT NULL }
                     OR NOT EXISTS { (o)-[:ASSERTED_BY]->(b:Assertion) WHERE b.state <> 'void' AND coalesce(b.holds_from, b.valid_until) IS NOT NULL }
                     OR EXISTS { MATCH (c)-[:ASSERTED_BY]->(a:Assertion), (o)-[:ASSERTED_BY]->(b:Assertion)
                                 WHERE a.state <> 'void' AND b.state <> 'void'
                                   AND coalesce(a.holds_from, a.valid_until) IS NOT NULL AND coalesce(b.holds_from, b.valid_until) IS NOT NULL
                                   AND (a.valid_until IS NULL OR b.holds_from IS NULL OR b.holds_from < a.valid_until)
                                   AND (b.valid_until IS NULL OR a.holds_from IS NULL OR a.holds_from < b.valid_until) })
                 RETURN DISTINCT o.id ORDER BY o.id } AS contradicted_by,
       since
ORDER BY since, id
