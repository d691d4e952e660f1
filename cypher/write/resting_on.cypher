// Claims that rest on these messages, in whatever session they were concluded
// name:    write.resting_on
// mode:    read
// grain:   one row per claim
// law:     I2, R2
// why:     A message that is gone, or is said again, changes what rests on it.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of notes
// returns  claim_id :: STRING NOT NULL         the claim
// order:   claim_id
CYPHER 25
UNWIND $ids AS id
MATCH (:Observation {id: id, tenant: $tenant})<-[:RESTS_ON]-(a:Assertion)<-[:ASSERTED_BY]-(c:Claim)
WHERE a.ended_at IS NULL
RETURN DISTINCT c.id AS claim_id
ORDER BY claim_id
