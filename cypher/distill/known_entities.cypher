// Entities that carry one of these names
// name:    distill.known_entities
// mode:    read
// grain:   one row per entity
// law:     I1
// why:     Whoever reads a session is told how what it may speak of is already called. Each name is looked up in an index, so
//          the work follows the names asked for and not the store; people of other conversations are not told of.
// param    tenant :: STRING NOT NULL           whose data
// param    keys :: LIST<STRING> NOT NULL       folded names
// param    group :: STRING                     conversation of the session
// param    limit :: INTEGER NOT NULL           entities at the most
// returns  id :: STRING NOT NULL               the entity
// returns  kind :: STRING NOT NULL             its kind
// returns  external_id :: STRING NOT NULL      the caller's id
// returns  name :: STRING NOT NULL             as first spelled
// returns  key :: STRING NOT NULL              its id, folded
// order:   key, id
CYPHER 25
UNWIND $keys AS sought
CALL (sought) {
  MATCH (e:Entity) USING INDEX e:Entity(tenant, key) WHERE e.tenant = $tenant AND e.key = sought RETURN e
  UNION
  MATCH (e:Entity) USING INDEX e:Entity(tenant, name_key) WHERE e.tenant = $tenant AND e.name_key = sought RETURN e
}
WITH DISTINCT e
WHERE (e.root <> 'person' OR e.group = $group OR e.group IS NULL AND $group IS NULL)
  AND EXISTS { MATCH (e)<-[about:ABOUT]-(c:Claim) WHERE about.ended_at IS NULL AND c.wording_key IS NOT NULL }
WITH e
ORDER BY e.key, e.id
LIMIT $limit
RETURN e.id AS id, e.kind AS kind, e.external_id AS external_id, e.name AS name, e.key AS key
ORDER BY key, id
