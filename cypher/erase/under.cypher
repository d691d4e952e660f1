// What an id takes with it when it is erased
// name:    erase.under
// mode:    read
// grain:   one row per node
// law:     R6
// why:     With a source and with a session go their observations, with an entity the claims about it.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               observation, source, session, claim or entity
// returns  id :: STRING NOT NULL               the node
// returns  kind :: STRING NOT NULL             observation, source, session, claim or entity
// order:   kind, id
CYPHER 25
CALL {
  MATCH (n:Observation {id: $id, tenant: $tenant}) RETURN n, 'observation' AS kind
  UNION
  MATCH (n:Source {id: $id, tenant: $tenant}) RETURN n, 'source' AS kind
  UNION
  MATCH (:Source {id: $id, tenant: $tenant})<-[:FROM]-(n:Observation) RETURN n, 'observation' AS kind
  UNION
  MATCH (n:Session {id: $id, tenant: $tenant}) RETURN n, 'session' AS kind
  UNION
  MATCH (:Session {id: $id, tenant: $tenant})<-[:RECORDED_IN]-(n:Observation) RETURN n, 'observation' AS kind
  UNION
  MATCH (n:Claim {id: $id, tenant: $tenant}) RETURN n, 'claim' AS kind
  UNION
  MATCH (n:Entity {id: $id, tenant: $tenant}) RETURN n, 'entity' AS kind
  UNION
  MATCH (:Entity {id: $id, tenant: $tenant})<-[:ABOUT]-(n:Claim) RETURN n, 'claim' AS kind
}
RETURN n.id AS id, kind
ORDER BY kind, id
