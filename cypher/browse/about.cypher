// What is claimed about something, and what superseded or contradicts what
// name:    browse.about
// mode:    read
// grain:   one row per claim
// law:     T3, T4
// why:     The claims that name an entity, with the entities of each, and the updates and contradictions among them.
// param    tenant :: STRING NOT NULL           whose data
// param    entity :: STRING NOT NULL           its name, or the caller's id of it, in any case
// returns  claim :: NODE NOT NULL              the claim
// returns  entities :: LIST<NODE> NOT NULL     what it is about
// returns  relations :: LIST<RELATIONSHIP> NOT NULL  to these, and to claims that it updates or contradicts
// order:   the newest first, then by id
// example: :param {tenant: 'default', entity: 'V-12'}
CYPHER 25
CALL () {
  MATCH (e:Entity) WHERE e.tenant = $tenant AND e.key = toLower($entity) RETURN e
  UNION
  MATCH (e:Entity) WHERE e.tenant = $tenant AND e.name_key = toLower($entity) RETURN e
}
MATCH (e)<-[about:ABOUT]-(c:Claim)
WHERE about.ended_at IS NULL AND NOT c:Removed AND NOT c:Pruned
WITH collect(DISTINCT c) AS claims
UNWIND claims AS c
CALL (c) {
  MATCH (c)-[about:ABOUT]->(other:Entity)
  WHERE about.ended_at IS NULL
  RETURN collect(DISTINCT other) AS entities, collect(about) AS about
}
CALL (c, claims) {
  MATCH (c)-[r:UPDATES|CONTRADICTS]->(o:Claim)
  WHERE o IN claims AND r.ended_at IS NULL AND NOT r.retracted
  RETURN collect(r) AS evolution
}
RETURN c AS claim, entities, about + evolution AS relations
ORDER BY c.recorded_at DESC, c.id
