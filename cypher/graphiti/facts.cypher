// Facts of a graph that Graphiti left
// name:    graphiti.facts
// mode:    read
// grain:   one row per fact
// why:     A fact is a relationship between two entities with the episodes that it rests on and four dates: two of the
//          world, two of what Graphiti knew.
// param    tenant :: STRING NOT NULL           whom it is read for
// param    groups :: LIST<STRING>              group ids; null for all
// param    after :: STRING NOT NULL            the last fact that is read; empty at the start
// param    limit :: INTEGER NOT NULL           facts, at most
// returns  uuid :: STRING NOT NULL             the fact
// returns  name :: STRING                      its predicate
// returns  fact :: STRING                      its wording
// returns  episodes :: LIST<STRING>            what it rests on
// returns  valid_at :: ANY                     since when it holds
// returns  invalid_at :: ANY                   until when
// returns  created_at :: ANY                   when Graphiti learned of it
// returns  expired_at :: ANY                   when Graphiti learned that it holds no longer
// returns  subject :: MAP NOT NULL             entity it starts from: uuid, name, labels
// returns  object :: MAP NOT NULL              entity it leads to, likewise
// order:   uuid
CYPHER 5
MATCH (a:Entity)-[r:RELATES_TO]->(b:Entity)
WHERE $tenant IS NOT NULL AND r.uuid > $after AND ($groups IS NULL OR r.group_id IN $groups)
WITH a, r, b
ORDER BY r.uuid
LIMIT $limit
RETURN r.uuid AS uuid, r.name AS name, r.fact AS fact, r.episodes AS episodes, r.valid_at AS valid_at,
       r.invalid_at AS invalid_at, r.created_at AS created_at, r.expired_at AS expired_at,
       {uuid: a.uuid, name: a.name, labels: labels(a)} AS subject, {uuid: b.uuid, name: b.name, labels: labels(b)} AS object
ORDER BY uuid
