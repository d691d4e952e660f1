// Rivals of these claims
// name:    clocks.rivals
// mode:    read
// grain:   one row
// law:     T3, T8
// why:     What a rival said at a time may have ended a claim then, whether or not it does now.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_ids :: LIST<STRING> NOT NULL  the claims, by id
// order:   one row
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
UNWIND [c.rivals_by_subject, c.rivals_by_object, c.rivals_by_negation] AS key
WITH DISTINCT key
WHERE key IS NOT NULL
CALL (key) {
  MATCH (r:Claim {rivals_by_subject: key}) WHERE r.tenant = $tenant RETURN r
  UNION ALL
  MATCH (r:Claim {rivals_by_object: key}) WHERE r.tenant = $tenant RETURN r
  UNION ALL
  MATCH (r:Claim {rivals_by_negation: key}) WHERE r.tenant = $tenant RETURN r
}
WITH DISTINCT r.id AS claim_id
ORDER BY claim_id
RETURN collect(claim_id) AS claim_ids
