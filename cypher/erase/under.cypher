// What an id takes with it when it is erased
// name:    erase.under
// mode:    read
// grain:   one row per node
// law:     R6
// why:     With a source and with a session go their observations, with an entity the reasons that name it.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               observation, source, session, claim or entity
// returns  id :: STRING NOT NULL               the node
// returns  kind :: STRING NOT NULL             observation, source, session, claim, entity or assertion
// returns  claim_id :: STRING                  of an assertion: its claim
// order:   kind, id
CYPHER 25
CALL {
  MATCH (n:Observation {id: $id, tenant: $tenant}) RETURN n, 'observation' AS kind, null AS claim_id
  UNION
  MATCH (n:Source {id: $id, tenant: $tenant}) RETURN n, 'source' AS kind, null AS claim_id
  UNION
  MATCH (:Source {id: $id, tenant: $tenant})<-[:FROM]-(n:Observation) RETURN n, 'observation' AS kind, null AS claim_id
  UNION
  MATCH (n:Session {id: $id, tenant: $tenant}) RETURN n, 'session' AS kind, null AS claim_id
  UNION
  MATCH (:Session {id: $id, tenant: $tenant})<-[:RECORDED_IN]-(n:Observation) RETURN n, 'observation' AS kind, null AS claim_id
  UNION
  MATCH (n:Claim {id: $id, tenant: $tenant}) RETURN n, 'claim' AS kind, null AS claim_id
  UNION
  MATCH (n:Entity {id: $id, tenant: $tenant}) RETURN n, 'entity' AS kind, null AS claim_id
  UNION
  MATCH (:Entity {id: $id, tenant: $tenant})<-[:ABOUT]-(c:Claim)-[:ASSERTED_BY]->(n:Assertion)
  WHERE $id IN n.entity_ids
  RETURN n, 'assertion' AS kind, c.id AS claim_id
}
RETURN DISTINCT n.id AS id, kind, claim_id
ORDER BY kind, id
