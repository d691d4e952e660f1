// Claims that ever contradicted each other
// name:    clocks.contradicting
// mode:    read
// grain:   one row per claim
// law:     T6, T8
// why:     Which of these are open at a time follows from what was known then.
// param    tenant :: STRING NOT NULL           whose data
// returns  claim_id :: STRING NOT NULL         a claim at either end
// order:   claim_id
CYPHER 25
MATCH (a:Claim)-[r:CONTRADICTS]->(b:Claim)
WHERE r.tenant = $tenant
UNWIND [a.id, b.id] AS claim_id
WITH DISTINCT claim_id
RETURN claim_id
ORDER BY claim_id
