// Which claims are disputed
// name:    validity.disputed
// mode:    write
// grain:   no rows
// law:     T3, T6
// why:     A claim has the label Disputed while a contradiction of it is open: both sides stand and their spells overlap,
//          an unknown time overlapping everything. Looked at are these claims and those that contradict them, and what
//          was disputed in groups of rivals that claims have left for good.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// param    keys :: LIST<STRING> NOT NULL       groups that claims have left, by key
CYPHER 25
CALL {
  UNWIND $ids AS id
  MATCH (c:Claim {id: id, tenant: $tenant})
  WHERE c:Disputed OR EXISTS { (c)-[:CONTRADICTS]-() }
  RETURN c
  UNION
  UNWIND $ids AS id
  MATCH (:Claim {id: id, tenant: $tenant})-[:CONTRADICTS]-(c:Claim)
  RETURN c
  UNION
  UNWIND $keys AS key
  CALL (key) {
    MATCH (c:Claim {rivals_by_subject: key}) WHERE c.tenant = $tenant AND c:Disputed RETURN c
    UNION ALL
    MATCH (c:Claim {rivals_by_object: key}) WHERE c.tenant = $tenant AND c:Disputed RETURN c
    UNION ALL
    MATCH (c:Claim {rivals_by_negation: key}) WHERE c.tenant = $tenant AND c:Disputed RETURN c
  }
  RETURN c
}
WITH c, c.standing <> 'unsupported' AND EXISTS {
  MATCH (c)-[r:CONTRADICTS]-(o:Claim)
  WHERE r.ended_at IS NULL AND NOT r.retracted AND o.standing <> 'unsupported'
    AND (NOT EXISTS { (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND coalesce(a.holds_from, a.valid_until) IS NOT NULL }
      OR NOT EXISTS { (o)-[:ASSERTED_BY]->(b:Assertion) WHERE b.state <> 'void' AND coalesce(b.holds_from, b.valid_until) IS NOT NULL }
      OR EXISTS {
        MATCH (c)-[:ASSERTED_BY]->(a:Assertion), (o)-[:ASSERTED_BY]->(b:Assertion)
        WHERE a.state <> 'void' AND b.state <> 'void'
          AND coalesce(a.holds_from, a.valid_until) IS NOT NULL AND coalesce(b.holds_from, b.valid_until) IS NOT NULL
          AND (a.valid_until IS NULL OR b.holds_from IS NULL OR b.holds_from < a.valid_until)
          AND (b.valid_until IS NULL OR a.holds_from IS NULL OR a.holds_from < b.valid_until)
      })
} AS disputed
FOREACH (_ IN CASE WHEN disputed THEN [1] ELSE [] END | SET c:Disputed)
FOREACH (_ IN CASE WHEN disputed THEN [] ELSE [1] END | REMOVE c:Disputed)
