// The time of a tenant's latest message
// name:    recall.latest
// mode:    read
// grain:   one row
// law:     T1
// why:     A question's relative words are told from it, since no clock is asked. Only the session that began or ended
//          last is read for its messages.
// param    tenant :: STRING NOT NULL           whose data
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  latest :: ZONED DATETIME            null where no message has a time
// order:   one row
CYPHER 25
OPTIONAL MATCH (s:Session {tenant: $tenant})
WHERE $known_at IS NULL OR s.recorded_at <= $known_at
WITH s, coalesce(s.ended_at, s.started_at) AS at
ORDER BY at IS NULL, at DESC, s.id LIMIT 1
OPTIONAL MATCH (s)<-[:RECORDED_IN]-(n:Observation)
WHERE $known_at IS NULL OR n.recorded_at <= $known_at
RETURN coalesce(max(n.observed_at), max(at)) AS latest
ORDER BY latest
