// These claims and every claim that they ever rested on
// name:    clocks.below
// mode:    read
// grain:   one row
// law:     T8, R2
// why:     The standing of a claim at a time follows from its reasons then and from the claims below; reasons that ended are
//          followed too, and left out later by whoever knows the time.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_ids :: LIST<STRING> NOT NULL  the claims, by id
// order:   one row
CYPHER 25
UNWIND $ids AS id
MATCH (top:Claim {id: id, tenant: $tenant})
CALL (top) {
  RETURN top AS c
  UNION
  MATCH (top) (()-[:ASSERTED_BY|RESTS_ON]->()){1,} (c:Claim)
  RETURN DISTINCT c
}
WITH DISTINCT c.id AS claim_id
ORDER BY claim_id
RETURN collect(claim_id) AS claim_ids
