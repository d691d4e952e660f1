// These claims, what depends on them, and what rests on all of these
// name:    validity.dependents
// mode:    read
// grain:   one row per claim
// law:     T5
// why:     A claim that a superseded one causes or enables is suspect, one hop; one that rests on a claim of lesser
//          validity is suspect, through every level. These are the claims whose validity may have changed.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_id :: STRING NOT NULL         the claim
// order:   claim_id
CYPHER 25
UNWIND $ids AS id
MATCH (seed:Claim {id: id, tenant: $tenant})
CALL (seed) {
  RETURN seed AS b
  UNION
  MATCH (seed)-[:CAUSES|ENABLES]->(b:Claim)
  RETURN DISTINCT b
}
WITH DISTINCT b
CALL (b) {
  RETURN b AS c
  UNION
  MATCH (b)<-[:RESTS_ON|ASSERTED_BY]-{1,}(c:Claim)
  RETURN DISTINCT c
}
WITH DISTINCT c
RETURN c.id AS claim_id
ORDER BY claim_id
