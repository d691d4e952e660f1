// Delete entities that nothing is claimed about any more
// name:    erase.entities
// mode:    write
// grain:   one row per entity that went
// law:     R6
// why:     A claim is about what its reasons name, also those that ended; what none of them names any more is let go first.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        entities that lost a claim or a reason that names them
// param    claims :: LIST<STRING> NOT NULL     claims that stay and lost a reason
// param    erased :: LIST<STRING> NOT NULL     entities that go in any case
// returns  entity_id :: STRING NOT NULL        the entity
// order:   entity_id
CYPHER 25
CALL {
  UNWIND $claims AS id
  MATCH (c:Claim {id: id, tenant: $tenant})-[r:ABOUT]->(e:Entity)
  WHERE NOT EXISTS { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE (r.role + ':' + e.id) IN a.about }
  DELETE r
}
UNWIND $ids + $erased AS id
MATCH (e:Entity {id: id, tenant: $tenant})
WHERE id IN $erased OR NOT EXISTS { (e)<-[:ABOUT]-(:Claim) }
WITH DISTINCT e, e.id AS entity_id
DETACH DELETE e
RETURN entity_id
ORDER BY entity_id
