// Notes near a question, by meaning and by words, each alone and with its neighbours
// name:    recall.notes
// mode:    read
// grain:   one row
// law:     P1, I4
// why:     Four searches in one round trip, each filtered by tenant inside its index. How near a note is counts whichever
//          of them found it. What is retracted is no evidence. Hundreds of notes come in one row, since a row costs a
//          client more than what it holds.
// param    tenant :: STRING NOT NULL           whose data
// param    families :: LIST<STRING> NOT NULL   searches that are on, by the names that family has
// param    vector :: LIST<FLOAT> NOT NULL      vector of the question
// param    words :: STRING NOT NULL            the question for the full-text indexes, with the tenant's word
// param    depth :: INTEGER NOT NULL           notes per index
// param    as_of :: ZONED DATETIME             nothing said later
// returns  notes :: LIST<MAP> NOT NULL         of each id, found (family and score of each search that found it), similarity (cosine of message and question), window_similarity (with its neighbours), session_id, position, speaker, observed_at (ISO 8601); by id
// order:   one row
CYPHER 25
CALL {
  UNWIND [family IN $families WHERE family = 'note_vector'] AS family
  MATCH (n:Note)
  SEARCH n IN (VECTOR INDEX note_vector FOR $vector WHERE n.tenant = $tenant LIMIT $depth) SCORE AS score
  RETURN family, n, score
  UNION ALL
  UNWIND [family IN $families WHERE family = 'window_vector'] AS family
  MATCH (n:Note)
  SEARCH n IN (VECTOR INDEX window_vector FOR $vector WHERE n.tenant = $tenant LIMIT $depth) SCORE AS score
  RETURN family, n, score
  UNION ALL
  UNWIND [family IN $families WHERE family = 'note_text'] AS family
  CALL db.index.fulltext.queryNodes(family, $words, {limit: $depth}) YIELD node, score
  RETURN family, node AS n, score
  UNION ALL
  UNWIND [family IN $families WHERE family = 'note_window'] AS family
  CALL db.index.fulltext.queryNodes(family, $words, {limit: $depth}) YIELD node, score
  RETURN family, node AS n, score
}
WITH n, collect({family: family, score: score}) AS found
WHERE n.tenant = $tenant AND NOT n:Retracted AND n.ended_at IS NULL
  AND ($as_of IS NULL OR n.observed_at IS NULL OR n.observed_at <= $as_of)
MATCH (n)-[:RECORDED_IN]->(s:Session)
WITH n, s, found ORDER BY n.id
RETURN collect({id: n.id, found: found, similarity: 2.0 * vector.similarity.cosine(n.embedding, $vector) - 1.0,
                window_similarity: 2.0 * vector.similarity.cosine(n.window_embedding, $vector) - 1.0,
                session_id: s.id, position: n.position, speaker: n.speaker, observed_at: toString(n.observed_at)}) AS notes
