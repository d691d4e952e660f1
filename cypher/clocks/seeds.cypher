// Claims near a question for which reasons were known at a time
// name:    clocks.seeds
// mode:    read
// grain:   one row
// law:     P1, T8
// why:     What a search of what is known now does not find: claims whose reasons were all taken back or given up since. Whether
//          they stood then follows from their reasons.
// param    tenant :: STRING NOT NULL           whose data
// param    families :: LIST<STRING> NOT NULL   families of seeds that are on
// param    note_ids :: LIST<STRING> NOT NULL   notes found, best first
// param    vector :: LIST<FLOAT> NOT NULL      vector of the question
// param    words :: STRING NOT NULL            the question for the full-text indexes, with the tenant's word
// param    depth :: INTEGER NOT NULL           claims per search
// param    hub :: INTEGER NOT NULL             claims of a note, and rivals and versions of a claim, the most similar ones
// param    known_at :: ZONED DATETIME NOT NULL  what was known then
// returns  claims :: LIST<MAP> NOT NULL        id, similarity (cosine of statement and question; 0 where the statement was erased) and seed (note, statement or evolution) of each; most similar first, then by id
// returns  cut :: BOOLEAN NOT NULL             whether any of these were left out
// order:   one row
CYPHER 25
CALL () {
  UNWIND CASE WHEN 'note' IN $families THEN $note_ids ELSE [] END AS note
  MATCH (n:Observation {id: note, tenant: $tenant})
  CALL (n) {
    MATCH (n)<-[:RESTS_ON]-(:Assertion)<-[:ASSERTED_BY]-(c:Claim)
    WHERE c.recorded_at <= $known_at
    WITH DISTINCT c, coalesce(c.embedding, c.pruned_embedding, c.former_embedding) AS embedding
    ORDER BY coalesce(vector.similarity.cosine(embedding, $vector), 0) DESC, c.id
    RETURN collect(c) AS claims
  }
  UNWIND claims[..$hub] AS c
  RETURN c, 0 AS place, size(claims) > $hub AS more
  UNION ALL
  UNWIND CASE WHEN 'statement' IN $families THEN [1] ELSE [] END AS place
  CALL () {
    MATCH (c:Claim)
    SEARCH c IN (VECTOR INDEX claim_vector FOR $vector WHERE c.tenant = $tenant LIMIT $depth)
    RETURN c
    UNION ALL
    MATCH (c:Claim)
    SEARCH c IN (VECTOR INDEX former_claim_vector FOR $vector WHERE c.tenant = $tenant LIMIT $depth)
    RETURN c
    UNION ALL
    CALL db.index.fulltext.queryNodes('claim_statement', $words, {limit: $depth}) YIELD node
    RETURN node AS c
  }
  RETURN c, place, false AS more
}
WITH c, min(place) AS place, max(more) AS more
WHERE c.tenant = $tenant AND c.recorded_at <= $known_at
CALL (c, place, more) {
  RETURN c AS found, place AS at, more AS cut
  UNION ALL
  WITH c WHERE 'evolution' IN $families
  CALL (c) {
    CALL (c) {
      MATCH (c)-[r:UPDATES|CONTRADICTS]-(o:Claim)
      WHERE r.rivalry IS NULL AND r.recorded_at <= $known_at
      RETURN o
      UNION
      MATCH (o:Claim) USING INDEX SEEK o:Claim(rivals_by_subject) WHERE o.rivals_by_subject = c.rivals_by_subject AND o.tenant = $tenant RETURN o
      UNION
      MATCH (o:Claim) USING INDEX SEEK o:Claim(rivals_by_object) WHERE o.rivals_by_object = c.rivals_by_object AND o.tenant = $tenant RETURN o
      UNION
      MATCH (o:Claim) USING INDEX SEEK o:Claim(rivals_by_negation) WHERE o.rivals_by_negation = c.rivals_by_negation AND o.tenant = $tenant RETURN o
    }
    WITH o, coalesce(o.embedding, o.pruned_embedding, o.former_embedding) AS embedding
    WHERE o.recorded_at <= $known_at
    ORDER BY coalesce(vector.similarity.cosine(embedding, $vector), 0) DESC, o.id
    RETURN collect(o) AS versions
  }
  UNWIND versions[..$hub] AS o
  RETURN o AS found, 2 AS at, size(versions) > $hub AS cut
}
WITH found, min(at) AS at, max(cut) AS cut
WITH collect({claim: found, at: at}) AS all_found, max(cut) AS cut
UNWIND all_found AS one
WITH one.claim AS c, ['note', 'statement', 'evolution'][one.at] AS seed, cut
WITH c, seed, cut, coalesce(c.embedding, c.pruned_embedding, c.former_embedding) AS embedding
WITH c.id AS id, coalesce(2.0 * vector.similarity.cosine(embedding, $vector) - 1.0, 0.0) AS similarity, cut, seed
ORDER BY similarity DESC, id
RETURN collect({id: id, similarity: similarity, seed: seed}) AS claims, coalesce(max(cut), false) AS cut
