// Episodes of a graph that Graphiti left
// name:    graphiti.episodes
// mode:    read
// grain:   one row per episode
// why:     An episode is what was seen: a message, a text or a record. It is read from the user's own server, whatever
//          version that is, page by page.
// param    tenant :: STRING NOT NULL           whom it is read for
// param    groups :: LIST<STRING>              group ids; null for all
// param    after :: STRING NOT NULL            the last episode that is read; empty at the start
// param    limit :: INTEGER NOT NULL           episodes, at most
// returns  uuid :: STRING NOT NULL             the episode
// returns  group_id :: STRING                  what it belongs to
// returns  name :: STRING                      its name
// returns  kind :: STRING                      message, text or json
// returns  described :: STRING                 what it is from
// returns  content :: STRING                   its text
// returns  valid_at :: ANY                     when it was said
// returns  created_at :: ANY                   when Graphiti learned of it
// order:   uuid
CYPHER 5
MATCH (e:Episodic)
WHERE $tenant IS NOT NULL AND e.uuid > $after AND ($groups IS NULL OR e.group_id IN $groups)
WITH e
ORDER BY e.uuid
LIMIT $limit
RETURN e.uuid AS uuid, e.group_id AS group_id, e.name AS name, e.source AS kind, e.source_description AS described,
       e.content AS content, e.valid_at AS valid_at, e.created_at AS created_at
ORDER BY uuid
