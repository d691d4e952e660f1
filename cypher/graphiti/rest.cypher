// What else a graph that Graphiti left holds
// name:    graphiti.rest
// mode:    read
// grain:   one row
// why:     What has no place among claims with supports is counted, so that whoever moves knows what stays behind.
//          Where both are in one store, what has a tenant is kgmem's own, and nobody else's to count.
// param    tenant :: STRING NOT NULL           whom it is read for
// param    groups :: LIST<STRING>              group ids; null for all
// returns  entities :: INTEGER NOT NULL        entities that no fact is about
// returns  summaries :: INTEGER NOT NULL       entities with a summary
// returns  communities :: INTEGER NOT NULL     communities
// order:   one row
CYPHER 5
OPTIONAL MATCH (e:Entity)
WHERE $tenant IS NOT NULL AND e.tenant IS NULL AND ($groups IS NULL OR e.group_id IN $groups)
WITH sum(CASE WHEN e IS NOT NULL AND NOT EXISTS { (e)-[:RELATES_TO]-() } THEN 1 ELSE 0 END) AS entities,
     sum(CASE WHEN e.summary <> '' THEN 1 ELSE 0 END) AS summaries
OPTIONAL MATCH (c:Community)
WHERE $groups IS NULL OR c.group_id IN $groups
RETURN entities, summaries, count(c) AS communities
