// Notes near a question that were known at a time
// name:    clocks.notes
// mode:    read
// grain:   one row
// law:     P1, T8, I4
// why:     As recall.notes, of what was recorded by then, had not ended and was not taken back: what was said once and is
//          said no longer, or was taken back since, among it.
// param    tenant :: STRING NOT NULL           whose data
// param    families :: LIST<STRING> NOT NULL   searches that are on, by the names that family has
// param    vector :: LIST<FLOAT> NOT NULL      vector of the question
// param    words :: STRING NOT NULL            the question for the full-text indexes, with the tenant's word
// param    depth :: INTEGER NOT NULL           notes per index
// param    as_of :: ZONED DATETIME             nothing said later
// param    known_at :: ZONED DATETIME NOT NULL  what was known then
// returns  notes :: LIST<MAP> NOT NULL         of each id, found (family and score of each search that found it), similarity (cosine of message and question), window_similarity (with its neighbours), session_id, position, speaker, observed_at (ISO 8601); by id
// order:   one row
CYPHER 25
CALL {
  MATCH (n:Note)
  SEARCH n IN (VECTOR INDEX note_vector FOR $vector WHERE n.tenant = $tenant LIMIT $depth) SCORE AS score
  RETURN 'note_vector' AS family, n, score
  UNION ALL
  MATCH (n:Note)
  SEARCH n IN (VECTOR INDEX former_note_vector FOR $vector WHERE n.tenant = $tenant LIMIT $depth) SCORE AS score
  RETURN 'note_vector' AS family, n, score
  UNION ALL
  MATCH (n:Note)
  SEARCH n IN (VECTOR INDEX window_vector FOR $vector WHERE n.tenant = $tenant LIMIT $depth) SCORE AS score
  RETURN 'window_vector' AS family, n, score
  UNION ALL
  CALL db.index.fulltext.queryNodes('note_text', $words, {limit: $depth}) YIELD node, score
  RETURN 'note_text' AS family, node AS n, score
  UNION ALL
  CALL db.index.fulltext.queryNodes('note_window', $words, {limit: $depth}) YIELD node, score
  RETURN 'note_window' AS family, node AS n, score
}
WITH n, collect({family: family, score: score}) AS found
WHERE n.tenant = $tenant AND ($as_of IS NULL OR n.observed_at IS NULL OR n.observed_at <= $as_of)
  AND n.recorded_at <= $known_at AND coalesce(n.ended_at > $known_at, true)
  AND none(i IN range(0, size(coalesce(n.gaps, [])) - 2, 2) WHERE n.gaps[i] <= $known_at AND $known_at < n.gaps[i + 1])
  AND NOT EXISTS {
    MATCH (n)-[:FROM|RECORDED_IN]->{0,1}(t)<-[:RETRACTS]-(r:Retraction)
    WHERE r.recorded_at <= $known_at AND coalesce(r.undone_at > $known_at, true)
  }
WITH n, [one IN found WHERE one.family IN $families] AS found, COLLECT { MATCH (n)-[:RECORDED_IN]->(s:Session) RETURN s.id }[0] AS session_id,
     coalesce(n.embedding, n.former_embedding) AS embedding
WHERE size(found) > 0
WITH n, found, session_id, embedding ORDER BY n.id
RETURN collect({id: n.id, found: found, similarity: 2.0 * vector.similarity.cosine(embedding, $vector) - 1.0,
                window_similarity: 2.0 * vector.similarity.cosine(n.window_embedding, $vector) - 1.0,
                session_id: session_id, position: n.position, speaker: n.speaker, observed_at: toString(n.observed_at)}) AS notes
