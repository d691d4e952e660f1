// Claims that ever updated these, directly or through others
// name:    clocks.updating
// mode:    read
// grain:   one row
// law:     T4, T8
// why:     What ended a claim at a time is among these: an update passes through claims that do not stand.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_ids :: LIST<STRING> NOT NULL  the claims, by id
// order:   one row
CYPHER 25
UNWIND $ids AS id
MATCH (old:Claim {id: id, tenant: $tenant})
CALL (old) {
  MATCH (old) (()<-[r:UPDATES WHERE r.rivalry IS NULL]-()){1,} (c:Claim)
  RETURN DISTINCT c
}
WITH DISTINCT c.id AS claim_id
ORDER BY claim_id
RETURN collect(claim_id) AS claim_ids
