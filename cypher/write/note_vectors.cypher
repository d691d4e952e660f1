// Vectors of stored messages
// name:    write.note_vectors
// mode:    read
// grain:   one row per note that has a vector
// why:     A message with a new neighbour has a new window; the vectors of the messages that stay are not made again.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of notes
// returns  id :: STRING NOT NULL               the note
// returns  embedding :: LIST<FLOAT> NOT NULL   its vector
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (n:Observation {id: id, tenant: $tenant})
WHERE n.embedding IS NOT NULL
RETURN n.id AS id, n.embedding AS embedding
ORDER BY id
