// Topics near a session
// name:    link.near
// mode:    read
// grain:   one row per topic
// law:     I4
// why:     From the vector index, so that a session finds its topic without reading the others.
// param    tenant :: STRING NOT NULL           whose data
// param    vector :: LIST<FLOAT> NOT NULL      what the session is about
// param    limit :: INTEGER NOT NULL           topics at most
// returns  id :: STRING NOT NULL               the topic
// returns  similarity :: FLOAT NOT NULL        cosine of its centre and the session
// order:   similarity, id
CYPHER 25
MATCH (t:Topic)
SEARCH t IN (VECTOR INDEX topic_vector FOR $vector WHERE t.tenant = $tenant LIMIT $limit)
RETURN t.id AS id, 2.0 * vector.similarity.cosine(t.embedding, $vector) - 1.0 AS similarity
ORDER BY similarity DESC, id
