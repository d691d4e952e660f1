// Claims that these ever updated, were updated by or contradicted
// name:    clocks.neighbours
// mode:    read
// grain:   one row
// law:     T6, T8
// why:     A claim is shown with the claims around it, and whether a contradiction was open depends on both its ends.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_ids :: LIST<STRING> NOT NULL  the claims, by id
// order:   one row
CYPHER 25
UNWIND $ids AS id
MATCH (:Claim {id: id, tenant: $tenant})-[:UPDATES|CONTRADICTS]-(c:Claim)
WITH DISTINCT c.id AS claim_id
ORDER BY claim_id
RETURN collect(claim_id) AS claim_ids
