// All sessions of a tenant
// name:    link.sessions
// mode:    read
// grain:   one row per session
// law:     I3
// why:     Linking everything anew begins with all of them.
// param    tenant :: STRING NOT NULL           whose data
// returns  id :: STRING NOT NULL               the session
// returns  started_at :: ZONED DATETIME        its start
// order:   id
CYPHER 25
MATCH (s:Session)
WHERE s.tenant = $tenant AND s.content_hash IS NOT NULL
RETURN s.id AS id, s.started_at AS started_at
ORDER BY id
