// Claims that ever caused or enabled these
// name:    clocks.causing
// mode:    read
// grain:   one row
// law:     T5, T8
// why:     A claim is suspect while one that causes or enables it is superseded.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_ids :: LIST<STRING> NOT NULL  the claims, by id
// order:   one row
CYPHER 25
UNWIND $ids AS id
MATCH (:Claim {id: id, tenant: $tenant})<-[:CAUSES|ENABLES]-(c:Claim)
WITH DISTINCT c.id AS claim_id
ORDER BY claim_id
RETURN collect(claim_id) AS claim_ids
