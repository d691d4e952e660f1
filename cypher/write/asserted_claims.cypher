// Which of these claims are stored already, and how high
// name:    write.asserted_claims
// mode:    read
// grain:   one row per claim found
// law:     S3
// why:     A claim that is stated again keeps its node; its rank may rise, and what stands above it must follow.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_id :: STRING NOT NULL         the claim
// returns  rank :: INTEGER NOT NULL            its height above the observations
// order:   claim_id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
RETURN c.id AS claim_id, c.rank AS rank
ORDER BY claim_id
