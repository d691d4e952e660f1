// What an id names, and whether it is taken back
// name:    retract.target
// mode:    read
// grain:   at most one row
// law:     R5
// why:     Only an observation, a source, a session or a claim can be taken back. Of several acts in force on one
//          claim the latest is the standing one: it names every reason that the others name.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               any id
// returns  kind :: STRING NOT NULL             observation, source, session or claim
// returns  acts :: INTEGER NOT NULL            how many retractions it has had
// returns  standing :: STRING                  id of the retraction in force
// returns  restated :: BOOLEAN NOT NULL      for a claim: whether a reason came after the acts in force
// order:   kind
CYPHER 25
CALL {
  MATCH (t:Observation {id: $id, tenant: $tenant}) RETURN t, 'observation' AS kind
  UNION
  MATCH (t:Source {id: $id, tenant: $tenant}) RETURN t, 'source' AS kind
  UNION
  MATCH (t:Session {id: $id, tenant: $tenant}) RETURN t, 'session' AS kind
  UNION
  MATCH (t:Claim {id: $id, tenant: $tenant}) RETURN t, 'claim' AS kind
}
OPTIONAL MATCH (t)<-[:RETRACTS]-(r:Retraction)
WITH t, kind, r
ORDER BY r.recorded_at DESC, r.id
WITH t, kind, count(r) AS acts, head(collect(CASE WHEN r.undone_at IS NULL THEN r.id END)) AS standing
RETURN kind, acts, standing,
       t:Claim AND EXISTS {
         MATCH (t)-[:ASSERTED_BY]->(a:Assertion)
         WHERE a.ended_at IS NULL AND NOT EXISTS { MATCH (t)<-[act:RETRACTS]-(r:Retraction) WHERE r.undone_at IS NULL AND a.id IN act.assertion_ids }
       } AS restated
ORDER BY kind
