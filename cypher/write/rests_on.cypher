// What each of these claims rests on, with the ranks
// name:    write.rests_on
// mode:    read
// grain:   one row per claim
// law:     S3
// why:     When a claim's rank changes, that of everything above it may have to change too.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_id :: STRING NOT NULL         the claim
// returns  rank :: INTEGER NOT NULL            its height
// returns  rests_on :: LIST<MAP> NOT NULL      claims it rests on, with id and rank
// order:   claim_id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
RETURN c.id AS claim_id, c.rank AS rank,
       COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(x:Claim) WHERE a.ended_at IS NULL RETURN DISTINCT {id: x.id, rank: x.rank} } AS rests_on
ORDER BY claim_id
