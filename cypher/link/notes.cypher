// Vectors of a session's messages
// name:    link.notes
// mode:    read
// grain:   one row per note
// why:     What a session is about that has no claims.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// returns  id :: STRING NOT NULL               the note
// returns  embedding :: LIST<FLOAT> NOT NULL   its vector
// order:   id
CYPHER 25
MATCH (:Session {id: $session_id, tenant: $tenant})<-[:RECORDED_IN]-(n:Note)
WHERE n.ended_at IS NULL AND n.embedding IS NOT NULL
RETURN n.id AS id, n.embedding AS embedding
ORDER BY id
