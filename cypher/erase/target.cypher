// What an id names, of the things that can be erased
// name:    erase.target
// mode:    read
// grain:   at most one row
// law:     R6
// why:     An observation, a source, a session, a claim or an entity can be erased; of an entity the names come with it, also
//          those that reasons give it which do not name it for all.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               any id
// returns  kind :: STRING NOT NULL             observation, source, session, claim or entity
// returns  names :: LIST<STRING> NOT NULL      of an entity: every name it is known by
// returns  person :: BOOLEAN NOT NULL          whether it is an entity that is told apart by its group
// returns  group :: STRING                     that group
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
  UNION
  MATCH (t:Entity {id: $id, tenant: $tenant}) RETURN t, 'entity' AS kind
}
RETURN kind, CASE WHEN t:Entity THEN [t.external_id, t.name] + coalesce(t.aliases, []) + COLLECT {
         MATCH (t)<-[:ABOUT]-(:Claim)-[:ASSERTED_BY]->(a:Assertion)
         UNWIND [place IN range(0, size(a.entity_ids) - 1) WHERE a.entity_ids[place] = $id |
                 a.entity_names[place]] AS name
         RETURN DISTINCT name ORDER BY name
       } ELSE [] END AS names,
       t:Entity AND t.root = 'person' AS person, CASE WHEN t:Entity THEN t.group END AS group
ORDER BY kind
