// What was taken back, and the claims that changed with it
// name:    browse.retractions
// mode:    read
// grain:   one row per act in force
// law:     R1, R6
// why:     The act, what it takes back, and every claim whose standing or figures it changed.
// param    tenant :: STRING NOT NULL           whose data
// returns  act :: NODE NOT NULL                the retraction
// returns  touched :: LIST<NODE> NOT NULL      what it takes back, and the claims that changed
// returns  relations :: LIST<RELATIONSHIP> NOT NULL  what joins them
// order:   the newest first, then by id
// example: :param {tenant: 'default'}
CYPHER 25
MATCH (r:Retraction) USING INDEX r:Retraction(tenant, recorded_at)
WHERE r.tenant = $tenant AND r.recorded_at IS NOT NULL AND r.undone_at IS NULL
CALL (r) {
  MATCH (r)-[touches:RETRACTS|AFFECTED]->(x)
  RETURN collect(DISTINCT x) AS touched, collect(touches) AS relations
}
RETURN r AS act, touched, relations
ORDER BY r.recorded_at DESC, r.id
