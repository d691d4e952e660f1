// Claims that rest on a source which was taken back
// name:    audit.on_retracted_sources
// mode:    read
// grain:   one row per source and claim
// law:     R1, R5, T8
// why:     What was read from it counts for nothing while the act is in force; whether something else carries the claim
//          is said beside it.
// param    tenant :: STRING NOT NULL           whose data
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  source_id :: STRING NOT NULL        the source
// returns  source_kind :: STRING NOT NULL      document, tool or speaker
// returns  source :: STRING NOT NULL           the caller's id of it
// returns  retraction_id :: STRING NOT NULL    the first act in force on it
// returns  retracted_at :: ZONED DATETIME NOT NULL  when
// returns  reason :: STRING                    why
// returns  depth :: INTEGER NOT NULL           1 for what was read from it, then what rests on that
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording then
// returns  stands :: BOOLEAN NOT NULL          whether anything else supported it then
// order:   source_id, depth, claim_id
// example: :param {tenant: 'default', known_at: null}
CYPHER 25
// without known_at, every act and every ending lies before
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
CALL (k) {
  MATCH (r:Retraction)
  WHERE r.tenant = $tenant AND r.recorded_at <= k AND coalesce(r.undone_at > k, true)
  MATCH (r)-[act:RETRACTS]->(t)
  CALL (t, act) {
    WITH t
    WHERE t:Observation
    RETURN t AS x
    UNION
    MATCH (t)<-[:FROM|RECORDED_IN|MADE_IN]-(x)
    RETURN x
    UNION
    MATCH (t)-[:ASSERTED_BY]->(x:Assertion)
    WHERE x.id IN act.assertion_ids
    RETURN x
  }
  RETURN collect(DISTINCT x) AS taken
}
CALL (k) {
  MATCH (r:Retraction)
  WHERE r.tenant = $tenant AND r.recorded_at <= k AND coalesce(r.undone_at > k, true)
  MATCH (r)-[:RETRACTS]->(source:Source)
  WITH source, r
  ORDER BY r.recorded_at, r.id
  RETURN source, head(collect(r)) AS r
}
CALL (source, k) {
  MATCH p = (source) (()<-[:FROM|RESTS_ON|ASSERTED_BY]-(y WHERE y.recorded_at <= k AND coalesce(y.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (c:Claim)
  RETURN c, min(length(p)) / 2 AS depth
}
RETURN source.id AS source_id, source.kind AS source_kind, source.external_id AS source,
       r.id AS retraction_id, r.recorded_at AS retracted_at, r.reason AS reason, depth, c.id AS claim_id,
       coalesce(head(COLLECT {
         MATCH (c)-[:ASSERTED_BY]->(w:Assertion)
         WHERE w.recorded_at <= k AND coalesce(w.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
         RETURN w.statement ORDER BY w.wording_key, w.id LIMIT 1
       }), c.statement) AS statement,
       EXISTS {
         MATCH (c)
         WHERE EXISTS {
           MATCH (c) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
             AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
         }
       } AS stands
ORDER BY source_id, depth, claim_id
