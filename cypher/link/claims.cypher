// The claims that a session gives reasons for, as linking sees them
// name:    link.claims
// mode:    read
// grain:   one row per claim
// law:     T2
// why:     Whether a claim stands plays no part, so what is taken back and restored is linked as if nothing had been. Times are
//          those of the session and of sessions that are linked; the rest looks back when its turn comes.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// returns  id :: STRING NOT NULL               the claim
// returns  statement :: STRING NOT NULL        its wording
// returns  predicate :: STRING                 its predicate
// returns  rivalries :: LIST<STRING> NOT NULL  keys of the groups of rivals that it is in
// returns  about :: LIST<LIST<STRING>> NOT NULL  role and id of each entity
// returns  embedding :: LIST<FLOAT>            its vector
// returns  reasons :: LIST<MAP> NOT NULL       own, from, until, to, grain and basis of each
// order:   id
CYPHER 25
MATCH (:Session {id: $session_id, tenant: $tenant})<-[:MADE_IN]-(mine:Assertion)<-[:ASSERTED_BY]-(c:Claim)
WHERE mine.ended_at IS NULL
WITH DISTINCT c
RETURN c.id AS id, c.statement AS statement, c.predicate AS predicate,
       [key IN [c.rivals_by_subject, c.rivals_by_object, c.rivals_by_negation] WHERE key IS NOT NULL] AS rivalries,
       COLLECT { MATCH (c)-[r:ABOUT]->(e:Entity) WHERE r.ended_at IS NULL RETURN [r.role, e.id] ORDER BY r.role, e.id } AS about,
       coalesce(c.embedding, c.pruned_embedding) AS embedding,
       COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(t:Session)
                 WHERE a.ended_at IS NULL AND (t.id = $session_id OR t.link_state <> 'waiting')
                 RETURN {own: t.id = $session_id, from: a.world_from, until: coalesce(a.world_grain_end, a.world_from), to: a.world_to,
                  grain: a.world_grain, basis: a.world_basis} ORDER BY a.id } AS reasons
ORDER BY id
