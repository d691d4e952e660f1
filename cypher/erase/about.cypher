// Entities that these reasons name
// name:    erase.about
// mode:    read
// grain:   one row per entity
// law:     R6
// why:     An entity may have its name from a reason that goes.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        reasons that go
// returns  entity_id :: STRING NOT NULL        the entity
// order:   entity_id
CYPHER 25
UNWIND $ids AS id
MATCH (a:Assertion {id: id})
WHERE a.tenant = $tenant
UNWIND a.entity_ids AS entity_id
RETURN DISTINCT entity_id
ORDER BY entity_id
