// Claims of which several reasons known at a time share a source
// name:    clocks.sharing
// mode:    read
// grain:   one row
// law:     C2, T8
// why:     Their two figures may part; by how much follows from what was known then.
// param    tenant :: STRING NOT NULL           whose data
// param    known_at :: ZONED DATETIME          what was known then; null for what is known now
// returns  claim_ids :: LIST<STRING> NOT NULL  the claims, by id
// order:   one row
CYPHER 25
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
MATCH (c:Claim)
WHERE c.tenant = $tenant AND c.recorded_at <= k
CALL (c, k) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.recorded_at <= k AND coalesce(a.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
  UNWIND a.source_ids AS source
  WITH source, count(a) AS reasons
  WHERE reasons > 1
  RETURN count(source) AS shared
}
WITH c, shared
WHERE shared > 0
WITH c.id AS claim_id
ORDER BY claim_id
RETURN collect(claim_id) AS claim_ids
