// Claims that rest on these, however far up, with what each rests on
// name:    write.above
// mode:    read
// grain:   one row per claim
// law:     S3
// why:     When a claim's rank rises, everything above it may have to rise too.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_id :: STRING NOT NULL         the claim
// returns  rank :: INTEGER NOT NULL            its height
// returns  rests_on :: LIST<MAP> NOT NULL      claims it rests on, with id and rank
// order:   claim_id
CYPHER 25
UNWIND $ids AS id
MATCH (seed:Claim {id: id, tenant: $tenant})
CALL (seed) {
  MATCH (seed)<-[:RESTS_ON|ASSERTED_BY]-{1,}(c:Claim)
  RETURN DISTINCT c
}
WITH DISTINCT c
RETURN c.id AS claim_id, c.rank AS rank,
       COLLECT { MATCH (c)-[:ASSERTED_BY]->(:Assertion)-[:RESTS_ON]->(x:Claim) RETURN DISTINCT {id: x.id, rank: x.rank} } AS rests_on
ORDER BY claim_id
