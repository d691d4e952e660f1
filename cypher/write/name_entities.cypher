// Name entities anew that have their names from a session
// name:    write.name_entities
// mode:    write
// grain:   no rows
// law:     I2, I3, R6
// why:     The earliest of the reasons that are given names an entity. Where none is given, the earliest that was does,
//          until somebody names it again.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        entities that the session named
// param    session_id :: STRING NOT NULL       a session that changed, or is no more
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {id: id, tenant: $tenant})
WHERE e.wording_key IS NULL OR split(e.wording_key, '|')[1] = $session_id
CALL (e) {
  MATCH (e)<-[:ABOUT]-(:Claim)-[:ASSERTED_BY]->(a:Assertion)
  WHERE e.id IN a.entity_ids
  WITH DISTINCT a, [place IN range(0, size(a.entity_ids) - 1) WHERE a.entity_ids[place] = e.id][0] AS place
  RETURN a, place, a.wording_key + '|' + right('0000' + toString(place), 4) AS key
  ORDER BY a.ended_at IS NOT NULL, key LIMIT 1
}
SET e.wording_key = CASE WHEN a.ended_at IS NULL THEN key END,
    e.kind = a.entity_kinds[place], e.external_id = a.entity_external_ids[place],
    e.name = a.entity_names[place], e.name_key = a.entity_name_keys[place]
