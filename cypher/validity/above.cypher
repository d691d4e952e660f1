// These claims and every claim that rests on them
// name:    validity.above
// mode:    read
// grain:   one row per claim
// law:     R1
// why:     What changes in a claim may change what rests on it, through every level; nothing else. Only claims next
//          above these are followed further, so a whole part of the graph given at once is not walked from each claim.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_id :: STRING NOT NULL         the claim
// order:   claim_id
CYPHER 25
CALL {
  UNWIND $ids AS id
  MATCH (c:Claim {id: id, tenant: $tenant})
  RETURN c
  UNION
  UNWIND $ids AS id
  MATCH (:Claim {id: id, tenant: $tenant})<-[:RESTS_ON]-(a:Assertion)<-[:ASSERTED_BY]-(next:Claim)
  WHERE a.ended_at IS NULL AND NOT next.id IN $ids
  WITH DISTINCT next
  CALL (next) {
    RETURN next AS c
    UNION
    MATCH (next) (()<-[:RESTS_ON|ASSERTED_BY]-(x WHERE x.ended_at IS NULL)){1,} (c:Claim)
    RETURN DISTINCT c
  }
  RETURN c
}
RETURN c.id AS claim_id
ORDER BY claim_id
