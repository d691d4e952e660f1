// These claims and every claim that rests on them
// name:    validity.above
// mode:    read
// grain:   one row per claim
// law:     R1
// why:     What changes in a claim may change what rests on it, through every level; nothing else.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_id :: STRING NOT NULL         the claim
// order:   claim_id
CYPHER 25
UNWIND $ids AS id
MATCH (seed:Claim {id: id, tenant: $tenant})
CALL (seed) {
  RETURN seed AS c
  UNION
  MATCH (seed)<-[:RESTS_ON|ASSERTED_BY]-{1,}(c:Claim)
  RETURN DISTINCT c
}
WITH DISTINCT c
RETURN c.id AS claim_id
ORDER BY claim_id
