// Bring the Retracted labels under a target in step with the acts in force
// name:    retract.mark
// mode:    write
// grain:   one row per claim at the end of a relation whose session changed
// law:     R4, R5
// why:     An observation is retracted while an act on it, its source or its session is in force; an assertion while
//          an act on its session, or one on its claim that names it, is. What two acts cover stays retracted when one
//          is undone.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               observation, source, session or claim
// returns  claim_id :: STRING NOT NULL         a claim that a relation of the session starts or ends at
// order:   claim_id
CYPHER 25
CALL {
  MATCH (t:Observation {id: $id, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Source {id: $id, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Session {id: $id, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Claim {id: $id, tenant: $tenant}) RETURN t
}
WITH t, EXISTS { (t)<-[:RETRACTS]-(r:Retraction WHERE r.undone_at IS NULL) } AS retracted
FOREACH (_ IN CASE WHEN retracted THEN [1] ELSE [] END | SET t:Retracted)
FOREACH (_ IN CASE WHEN retracted THEN [] ELSE [1] END | REMOVE t:Retracted)
WITH t, retracted
CALL (t) {
  CALL (t) {
    WITH t WHERE t:Observation
    RETURN t AS o
    UNION
    MATCH (t)<-[:FROM|RECORDED_IN]-(o:Observation)
    RETURN o
  }
  WITH o, EXISTS { (o)<-[:RETRACTS]-(r:Retraction WHERE r.undone_at IS NULL) }
          OR EXISTS { (o)-[:FROM]->(:Source:Retracted) } OR EXISTS { (o)-[:RECORDED_IN]->(:Session:Retracted) } AS gone
  FOREACH (_ IN CASE WHEN gone THEN [1] ELSE [] END | SET o:Retracted)
  FOREACH (_ IN CASE WHEN gone THEN [] ELSE [1] END | REMOVE o:Retracted)
}
CALL (t) {
  CALL (t) {
    MATCH (t)<-[:MADE_IN]-(a:Assertion)
    RETURN a
    UNION
    MATCH (t)-[:ASSERTED_BY]->(a:Assertion)
    RETURN a
  }
  WITH a, EXISTS { (a)-[:MADE_IN]->(:Session:Retracted) } OR EXISTS {
    MATCH (a)<-[:ASSERTED_BY]-(:Claim)<-[act:RETRACTS]-(r:Retraction)
    WHERE r.undone_at IS NULL AND a.id IN act.assertion_ids
  } AS gone
  FOREACH (_ IN CASE WHEN gone THEN [1] ELSE [] END | SET a:Retracted)
  FOREACH (_ IN CASE WHEN gone THEN [] ELSE [1] END | REMOVE a:Retracted)
}
WITH t, retracted
WHERE t:Session
CALL (t) {
  MATCH (a:Claim)-[r:CAUSES]->(b:Claim) USING INDEX r:CAUSES(session_id) WHERE r.session_id = $id RETURN r, a, b
  UNION
  MATCH (a:Claim)-[r:ENABLES]->(b:Claim) USING INDEX r:ENABLES(session_id) WHERE r.session_id = $id RETURN r, a, b
  UNION
  MATCH (a:Claim)-[r:PREVENTS]->(b:Claim) USING INDEX r:PREVENTS(session_id) WHERE r.session_id = $id RETURN r, a, b
  UNION
  MATCH (a:Claim)-[r:BEFORE]->(b:Claim) USING INDEX r:BEFORE(session_id) WHERE r.session_id = $id RETURN r, a, b
  UNION
  MATCH (a:Claim)-[r:UPDATES]->(b:Claim) USING INDEX r:UPDATES(session_id) WHERE r.session_id = $id RETURN r, a, b
  UNION
  MATCH (a:Claim)-[r:CONTRADICTS]->(b:Claim) USING INDEX r:CONTRADICTS(session_id) WHERE r.session_id = $id RETURN r, a, b
}
SET r.retracted = retracted
WITH DISTINCT a, b
UNWIND [a.id, b.id] AS claim_id
RETURN DISTINCT claim_id
ORDER BY claim_id
