// Claims that may ever have contradicted each other
// name:    clocks.contradicting
// mode:    read
// grain:   one row
// law:     T3, T6, T8
// why:     Those of which somebody said so, and all rivals. Which of these are open at a time follows from what was known then.
// param    tenant :: STRING NOT NULL           whose data
// returns  claim_ids :: LIST<STRING> NOT NULL  the claims at either end, by id
// order:   one row
CYPHER 25
CALL {
  MATCH (a:Claim)-[r:CONTRADICTS]->(b:Claim)
  WHERE r.tenant = $tenant
  UNWIND [a.id, b.id] AS claim_id
  RETURN claim_id
  UNION
  MATCH (c:Claim)
  WHERE c.tenant = $tenant
  UNWIND [c.rivals_by_subject, c.rivals_by_object, c.rivals_by_negation] AS key
  WITH key, collect(c.id) AS group
  WHERE key IS NOT NULL AND size(group) > 1
  UNWIND group AS claim_id
  RETURN claim_id
}
WITH DISTINCT claim_id
ORDER BY claim_id
RETURN collect(claim_id) AS claim_ids
