// What an id names, and whether it is taken back
// name:    retract.target
// mode:    read
// grain:   at most one row
// law:     R5
// why:     Only an observation, a source, a session or a claim can be taken back. An act on a claim does not stand for a
//          reason that came after it.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               any id
// returns  kind :: STRING NOT NULL             observation, source, session or claim
// returns  acts :: INTEGER NOT NULL            how many retractions it has had, also before it was erased
// returns  standing :: LIST<MAP> NOT NULL      id and policy of each retraction in force, the first one first
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
RETURN kind, COUNT { MATCH (r:Retraction) WHERE r.tenant = $tenant AND r.target = $id } AS acts, COLLECT {
         MATCH (t)<-[act:RETRACTS]-(r:Retraction)
         WHERE r.undone_at IS NULL AND NOT EXISTS {
           MATCH (t)-[:ASSERTED_BY]->(a:Assertion)
           WHERE a.ended_at IS NULL AND NOT a.id IN act.assertion_ids
         }
         RETURN {id: r.id, policy: r.policy} ORDER BY r.recorded_at, r.id
       } AS standing
ORDER BY kind
