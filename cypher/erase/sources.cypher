// Delete sources that nothing is from any more
// name:    erase.sources
// mode:    write
// grain:   one row per source that went
// law:     R6
// why:     What nothing is from is mentioned by nothing.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        sources that lost observations
// returns  source_id :: STRING NOT NULL        the source
// order:   source_id
CYPHER 25
UNWIND $ids AS id
MATCH (s:Source {id: id, tenant: $tenant})
WHERE NOT EXISTS { (s)<-[:FROM]-(:Observation) }
WITH s, s.id AS source_id
DETACH DELETE s
RETURN source_id
ORDER BY source_id
