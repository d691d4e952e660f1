// Delete entities that nothing is claimed about any more, and name the others by a reason that is left
// name:    erase.entities
// mode:    write
// grain:   one row per entity that went
// law:     R6, I3
// why:     The name of an entity is that of the earliest reason that names it; where that is erased, the earliest that is
//          left names it.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        entities that lost a claim or a reason that names them
// param    erased :: LIST<STRING> NOT NULL     entities that go in any case
// returns  entity_id :: STRING NOT NULL        the entity
// order:   entity_id
CYPHER 25
CALL {
  UNWIND $ids AS id
  MATCH (e:Entity {id: id, tenant: $tenant})<-[r:ABOUT]-(c:Claim)
  WHERE NOT EXISTS { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE (r.role + ':' + id) IN a.about }
  DELETE r
}
CALL {
  UNWIND $ids AS id
  MATCH (e:Entity {id: id, tenant: $tenant})
  WHERE NOT id IN $erased
  MATCH (e)<-[:ABOUT]-(c:Claim)-[:ASSERTED_BY]->(a:Assertion)
  WHERE id IN a.entity_ids
  WITH e, a, [place IN range(0, size(a.entity_ids) - 1) WHERE a.entity_ids[place] = e.id][0] AS place
  WITH e, a, place, a.wording_key + '|' + right('0000' + toString(place), 4) AS key
  ORDER BY key
  WITH e, head(collect({a: a, place: place, key: key})) AS first
  WITH e, first.a AS a, first.place AS place, first.key AS key
  WHERE e.wording_key <> key
  SET e.wording_key = key, e.kind = a.entity_kinds[place], e.external_id = a.entity_external_ids[place],
      e.name = a.entity_names[place], e.name_key = a.entity_name_keys[place]
}
UNWIND $ids + $erased AS id
MATCH (e:Entity {id: id, tenant: $tenant})
WHERE id IN $erased OR NOT EXISTS { (e)<-[:ABOUT]-(:Claim) }
WITH DISTINCT e, e.id AS entity_id
DETACH DELETE e
RETURN entity_id
ORDER BY entity_id
