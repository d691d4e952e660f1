// Claims that these cause or enable
// name:    validity.dependents
// mode:    read
// grain:   one row per claim
// law:     T5
// why:     A claim that a superseded one causes or enables is suspect, one hop: these are the claims, beside those that
//          changed and those that rest on them, whose validity may have changed.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_id :: STRING NOT NULL         the claim
// order:   claim_id
CYPHER 25
UNWIND $ids AS id
MATCH (:Claim {id: id, tenant: $tenant})-[:CAUSES|ENABLES]->(c:Claim)
WITH DISTINCT c
RETURN c.id AS claim_id
ORDER BY claim_id
