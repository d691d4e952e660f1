// End messages that their session says no longer
// name:    write.end_notes
// mode:    write
// grain:   no rows
// law:     I2
// why:     They stay in the store, as what was said until now, support nothing any more, and take
//          no place in a search, but of what was known before: that has an index of its own.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    ids :: LIST<STRING> NOT NULL        ids of notes
CYPHER 25
UNWIND $ids AS id
MATCH (n:Observation {id: id, tenant: $tenant})
WHERE n.ended_at IS NULL
SET n.ended_at = $now, n.former_embedding = n.embedding
REMOVE n.embedding, n.window_embedding, n.tenant_token
