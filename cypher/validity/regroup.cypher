// Put facts into the groups of rivals of the ontology in use
// name:    validity.regroup
// mode:    write
// grain:   no rows
// law:     T3
// why:     An ontology may declare a predicate functional, or no longer. What a group had derived goes with the group; what
//          the new one derives comes when the claims are recomputed.
// param    tenant :: STRING NOT NULL           whose data
// param    rows :: LIST<MAP> NOT NULL          id, and the keys by_subject, by_object, by_negation with the counterpart's id
CYPHER 25
UNWIND $rows AS row
MATCH (c:Claim {id: row.id, tenant: $tenant})
OPTIONAL MATCH (other:Claim {id: row.counterpart, tenant: $tenant})
WITH c, row, CASE WHEN other IS NULL THEN null ELSE row.by_negation END AS by_negation
SET c.rivals_by_subject = row.by_subject, c.rivals_by_object = row.by_object, c.rivals_by_negation = by_negation
WITH c, [row.by_subject, row.by_object, by_negation] AS keys
CALL (c, keys) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  SET a.until_by_subject = CASE WHEN keys[0] IS NULL THEN null ELSE a.until_by_subject END,
      a.until_by_object = CASE WHEN keys[1] IS NULL THEN null ELSE a.until_by_object END,
      a.until_by_negation = CASE WHEN keys[2] IS NULL THEN null ELSE a.until_by_negation END
}
MATCH (c)-[r:UPDATES|CONTRADICTS]->(:Claim)
WHERE r.rivalry IS NOT NULL AND NOT r.rivalry IN [key IN keys WHERE key IS NOT NULL]
DELETE r
