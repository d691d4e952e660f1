// Claims that seed a search: on the notes found, near the question, about whom it names, of related sessions
// name:    recall.claim_seeds
// mode:    read
// grain:   one row
// law:     P1, I4
// why:     Claims that rest on the notes found, claims whose own statement is near, claims about entities that the question
//          names, and claims of sessions in the topics of these; then one hop over UPDATES and CONTRADICTS, so that the
//          newest version comes with the old. The work does not grow with the store: a hub (a note, entity or session with
//          more than so many claims, a topic with more than so many sessions) leads only to those of its claims that the
//          vector index gives as near the question, and of each family the most similar are kept.
// param    tenant :: STRING NOT NULL           whose data
// param    families :: LIST<STRING> NOT NULL   families that are on, in the order in which they name a claim's seed
// param    note_ids :: LIST<STRING> NOT NULL   notes found, best first
// param    vector :: LIST<FLOAT> NOT NULL      vector of the question
// param    words :: STRING NOT NULL            the question for the full-text indexes, with the tenant's word
// param    names :: LIST<STRING> NOT NULL      what the question may name, folded
// param    named_words :: STRING               its content words for the index of names, with the tenant's word
// param    depth :: INTEGER NOT NULL           claims per search of statements
// param    wide :: INTEGER NOT NULL            claims that the vector index gives as near, for hubs
// param    scored :: INTEGER NOT NULL          nearest claims of which the index says how near they are; of others it is computed
// param    most :: INTEGER NOT NULL            claims per other family
// param    hub :: INTEGER NOT NULL             claims, sessions or versions that one thing leads to by itself
// param    entities :: INTEGER NOT NULL        entities named, at most
// param    topics :: INTEGER NOT NULL          topics, at most
// param    sessions :: INTEGER NOT NULL        sessions of a topic, at most
// returns  claims :: LIST<MAP> NOT NULL        id, similarity (cosine of statement and question) and seed (first family that brought it: note, statement, entity, topic or evolution) of each; most similar first, then by id
// returns  cut :: BOOLEAN NOT NULL             whether a hub or a number left anything out
// order:   one row
CYPHER 25
// what the vector index gives
CALL () {
  MATCH (c:Claim)
  SEARCH c IN (VECTOR INDEX claim_vector FOR $vector WHERE c.tenant = $tenant LIMIT $wide) SCORE AS score
  WITH c, score ORDER BY score DESC, c.id
  RETURN collect(c) AS near
}
// entities named, by their whole name first
CALL () {
  CALL () {
    UNWIND CASE WHEN 'entity' IN $families THEN $names ELSE [] END AS name
    CALL (name) {
      MATCH (e:Entity) USING INDEX e:Entity(tenant, key) WHERE e.tenant = $tenant AND e.key = name RETURN e
      UNION
      MATCH (e:Entity) USING INDEX e:Entity(tenant, name_key) WHERE e.tenant = $tenant AND e.name_key = name RETURN e
    }
    RETURN e, 1 AS whole, 0.0 AS score
    UNION ALL
    UNWIND CASE WHEN 'entity' IN $families THEN [text IN [$named_words] WHERE text IS NOT NULL] ELSE [] END AS words
    CALL db.index.fulltext.queryNodes('entity_name', words, {limit: $entities}) YIELD node, score
    RETURN node AS e, 0 AS whole, score
  }
  WITH e, max(whole) AS whole, max(score) AS score
  WHERE e.tenant = $tenant
  ORDER BY whole DESC, score DESC, e.id
  WITH collect(e) AS found
  RETURN found[..$entities] AS named, size(found) > $entities AS more_named
}
// sessions of the topics of what was found
CALL (near) {
  CALL (near) {
    UNWIND CASE WHEN 'topic' IN $families THEN range(0, size($note_ids) - 1) ELSE [] END AS place
    MATCH (n:Observation {id: $note_ids[place], tenant: $tenant})-[:RECORDED_IN]->(s:Session)
    RETURN s, place
    UNION ALL
    UNWIND CASE WHEN 'topic' IN $families THEN range(0, size(near[..$depth]) - 1) ELSE [] END AS place
    WITH near[place] AS c, place
    MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:MADE_IN]->(s:Session)
    WHERE a.state <> 'void'
    RETURN s, place
  }
  WITH s, min(place) AS place
  MATCH (s)-[:IN_TOPIC]->(t:Topic)
  WITH t, sum(1.0 / (1 + place)) AS weight, collect(s) AS own
  ORDER BY weight DESC, t.id
  LIMIT $topics
  WITH t, own, COUNT { (t)<-[:IN_TOPIC]-() } AS size
  CALL (t, own, size) {
    WITH t, size WHERE size <= $hub
    MATCH (t)<-[:IN_TOPIC]-(s:Session)
    RETURN s
    UNION
    WITH own, size WHERE size > $hub
    UNWIND own AS s
    RETURN s
  }
  WITH s, max(size) AS size
  ORDER BY coalesce(vector.similarity.cosine(s.embedding, $vector), 0) DESC, s.id
  WITH collect(s) AS found, max(size) AS largest
  RETURN found[..$sessions] AS related, size(found) > $sessions OR coalesce(largest, 0) > $hub AS more_related
}
// claims that these lead to, a hub only to near ones
CALL (near, named, related) {
  UNWIND CASE WHEN 'note' IN $families THEN $note_ids ELSE [] END AS id
  MATCH (n:Observation {id: id, tenant: $tenant})
  WITH near, n, COUNT { (n)<-[:RESTS_ON]-() } > $hub AS is_hub
  RETURN 'note' AS family, is_hub, CASE WHEN is_hub
    THEN [c IN near WHERE EXISTS { (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND n.id IN COLLECT { MATCH (a)-[:RESTS_ON]->(o) RETURN o.id } }]
    ELSE COLLECT { MATCH (n)<-[:RESTS_ON]-(a:Assertion)<-[:ASSERTED_BY]-(c:Claim) WHERE NOT is_hub AND a.state <> 'void' RETURN c } END AS claims
  UNION ALL
  UNWIND named AS e
  WITH near, e, COUNT { (e)<-[:ABOUT]-() } > $hub AS is_hub
  RETURN 'entity' AS family, is_hub, CASE WHEN is_hub
    THEN [c IN near WHERE EXISTS { (c)-[about:ABOUT]->(e) WHERE about.ended_at IS NULL }]
    ELSE COLLECT { MATCH (e)<-[about:ABOUT]-(c:Claim) WHERE NOT is_hub AND about.ended_at IS NULL RETURN c } END AS claims
  UNION ALL
  UNWIND related AS s
  WITH near, s, COUNT { (s)<-[:MADE_IN]-() } > $hub AS is_hub
  RETURN 'topic' AS family, is_hub, CASE WHEN is_hub
    THEN [c IN near WHERE EXISTS { (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND s.id IN COLLECT { MATCH (a)-[:MADE_IN]->(o) RETURN o.id } }]
    ELSE COLLECT { MATCH (s)<-[:MADE_IN]-(a:Assertion)<-[:ASSERTED_BY]-(c:Claim) WHERE NOT is_hub AND a.state <> 'void' RETURN c } END AS claims
  UNION ALL
  WITH near
  RETURN 'statement' AS family, false AS is_hub, CASE WHEN 'statement' IN $families THEN near[..$depth] ELSE [] END AS claims
  UNION ALL
  UNWIND CASE WHEN 'statement' IN $families THEN [$words] ELSE [] END AS words
  CALL db.index.fulltext.queryNodes('claim_statement', words, {limit: $depth}) YIELD node
  WHERE node.tenant = $tenant
  RETURN 'statement' AS family, false AS is_hub, collect(node) AS claims
}
// of each family the most similar
WITH more_named OR more_related AS more, max(is_hub) AS any_hub, collect({family: family, claims: claims}) AS led
CALL (led) {
  CALL (led) {
    UNWIND led AS one
    UNWIND one.claims AS c
    RETURN c, one.family AS family, null AS near
    UNION ALL
    MATCH (c:Claim)
    SEARCH c IN (VECTOR INDEX claim_vector FOR $vector WHERE c.tenant = $tenant LIMIT $scored) SCORE AS near
    RETURN c, null AS family, near
  }
  WITH c, collect(DISTINCT family) AS families, max(near) AS near
  WHERE size(families) > 0 AND c.standing <> 'unsupported' AND c.embedding IS NOT NULL AND NOT c:Pruned
  WITH c, families, coalesce(near, vector.similarity.cosine(c.embedding, $vector)) AS score ORDER BY score DESC, c.id
  UNWIND families AS family
  WITH family, collect({claim: c, score: score}) AS found
  UNWIND found[..$most] AS one
  RETURN one.claim AS c, one.score AS score, family, size(found) > $most AS more_found
}
WITH c, score, collect(family) AS families, max(more OR any_hub OR more_found) AS more
WITH collect({claim: c, score: score, families: families}) AS found, max(more) AS more
// one hop over versions and contradictions
CALL (found) {
  UNWIND found AS one
  RETURN one.claim AS c, one.score AS score, one.families AS families, false AS more_versions
  UNION ALL
  UNWIND CASE WHEN 'evolution' IN $families THEN found ELSE [] END AS one
  WITH one.claim AS seed
  WITH seed, COUNT { (seed)-[:UPDATES|CONTRADICTS]-() } > $hub AS is_hub
  CALL (seed) {
    MATCH (seed)-[r:UPDATES|CONTRADICTS]-(o:Claim)
    WHERE r.ended_at IS NULL AND NOT r.retracted
    WITH o, max(r.effective_at) AS at ORDER BY at IS NULL, at DESC, o.id
    LIMIT $hub
    RETURN o
  }
  WITH o, max(is_hub) AS any_hub
  WHERE o.standing <> 'unsupported' AND o.embedding IS NOT NULL AND NOT o:Pruned
  WITH o, any_hub, vector.similarity.cosine(o.embedding, $vector) AS score ORDER BY o.valid_until IS NULL DESC, score DESC, o.id
  WITH collect({claim: o, score: score}) AS versions, max(any_hub) AS any_hub
  UNWIND versions[..$most] AS one
  RETURN one.claim AS c, one.score AS score, ['evolution'] AS families, any_hub OR size(versions) > $most AS more_versions
}
WITH c, max(score) AS score, collect(families) AS brought, max(more OR more_versions) AS more
WITH c.id AS id, 2.0 * score - 1.0 AS similarity,
     [family IN $families WHERE any(families IN brought WHERE family IN families)][0] AS seed, more
ORDER BY similarity DESC, id
RETURN collect({id: id, similarity: similarity, seed: seed}) AS claims, coalesce(max(more), false) AS cut
