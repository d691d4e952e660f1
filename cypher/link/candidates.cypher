// Claims of other sessions near the claims of one
// name:    link.candidates
// mode:    read
// grain:   one row per new claim and claim near it
// law:     I4, T2
// why:     From the vector index over claims, and from the entities of a claim that are no hubs: who is in everything
//          would lead to everything, so the work does not grow with the store. Claims of sessions that wait are left
//          out: these look back when their turn comes, so each pair is looked at once. Whether a claim stands plays no
//          part.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// param    ids :: LIST<STRING> NOT NULL        its claims
// param    depth :: INTEGER NOT NULL           claims from the vector index, for each
// param    hub :: INTEGER NOT NULL             claims about an entity, at most, for it to lead to them
// param    topic_id :: STRING                  topic of the session; null for a new one
// param    vector :: LIST<FLOAT> NOT NULL      what the session is about
// param    related :: FLOAT NOT NULL           least cosine of sessions that are about the same
// returns  new_id :: STRING NOT NULL           a claim of the session
// returns  id :: STRING NOT NULL               a claim near it
// returns  near :: BOOLEAN NOT NULL            whether the vector index gave it
// returns  statement :: STRING NOT NULL        its wording
// returns  predicate :: STRING                 its predicate
// returns  rivalries :: LIST<STRING> NOT NULL  keys of the groups of rivals that it is in
// returns  about :: LIST<LIST<STRING>> NOT NULL  role and id of each entity
// returns  similarity :: FLOAT NOT NULL        cosine of the two
// returns  related :: BOOLEAN NOT NULL         whether a session of it is about the same
// returns  told :: BOOLEAN NOT NULL            whether a session stated a relation of the two
// returns  reasons :: LIST<MAP> NOT NULL       own, from, until, to, grain, basis and topical of each
// order:   new_id, id
CYPHER 25
UNWIND $ids AS new_id
MATCH (n:Claim {id: new_id, tenant: $tenant})
WITH n, coalesce(n.embedding, n.pruned_embedding) AS vector
WHERE vector IS NOT NULL
CALL (n, vector) {
  MATCH (c:Claim)
  SEARCH c IN (VECTOR INDEX claim_vector FOR vector WHERE c.tenant = $tenant LIMIT $depth)
  RETURN c, true AS near
  UNION
  MATCH (n)-[r:ABOUT]->(e:Entity)
  WHERE r.ended_at IS NULL AND COUNT { (e)<-[:ABOUT]-() } <= $hub
  MATCH (e)<-[about:ABOUT]-(c:Claim)
  WHERE about.ended_at IS NULL
  RETURN c, false AS near
}
WITH n, vector, c, max(near) AS near
CALL (c) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(t:Session)
  WHERE a.ended_at IS NULL AND (t.id = $session_id OR t.link_state <> 'waiting')
  WITH a, t ORDER BY a.id
  RETURN collect({own: t.id = $session_id, from: a.world_from, until: coalesce(a.world_grain_end, a.world_from), to: a.world_to,
                  grain: a.world_grain, basis: a.world_basis,
                  topical: EXISTS { (t)-[:IN_TOPIC]->(:Topic {id: $topic_id}) }
                    OR coalesce(2.0 * vector.similarity.cosine(t.embedding, $vector) - 1.0 >= $related, false)}) AS reasons
}
WITH n, vector, c, near, reasons
WHERE size(reasons) > 0 AND none(one IN reasons WHERE one.own)
RETURN n.id AS new_id, c.id AS id, near, c.statement AS statement, c.predicate AS predicate,
       [key IN [c.rivals_by_subject, c.rivals_by_object, c.rivals_by_negation] WHERE key IS NOT NULL] AS rivalries,
       COLLECT { MATCH (c)-[r:ABOUT]->(e:Entity) WHERE r.ended_at IS NULL RETURN [r.role, e.id] ORDER BY r.role, e.id } AS about,
       2.0 * vector.similarity.cosine(coalesce(c.embedding, c.pruned_embedding), vector) - 1.0 AS similarity,
       any(one IN reasons WHERE one.topical) AS related,
       EXISTS { MATCH (n)-[r:CAUSES|ENABLES|PREVENTS|BEFORE|UPDATES|CONTRADICTS]-(c) WHERE r.method = 'stated' AND r.ended_at IS NULL } AS told,
       reasons
ORDER BY new_id, id
