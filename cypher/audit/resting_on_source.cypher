// Everything that rests on a source, however far up
// name:    audit.resting_on_source
// mode:    read
// grain:   one row per claim
// law:     R1, C2, T8
// why:     If a document turns out to be wrong, these are the claims to look at; the last columns say whether
//          anything else supports them as well.
// param    tenant :: STRING NOT NULL           whose data
// param    source :: STRING NOT NULL           the caller's id of a document, tool or speaker, or the store's
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  source_id :: STRING NOT NULL        the source
// returns  kind :: STRING NOT NULL             document, tool or speaker
// returns  depth :: INTEGER NOT NULL           1 for what was read from it, then what rests on that
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording then
// returns  stands :: BOOLEAN NOT NULL          whether anything supported it then
// returns  standing :: STRING                  supported, weakened or unsupported; null for a known_at
// returns  confidence :: FLOAT                 C1, an upper figure; null for a known_at
// returns  confidence_shared :: FLOAT          C3, every source counted once; null for a known_at
// returns  other_sources :: INTEGER NOT NULL   further sources of its reasons, without those that were taken back
// order:   source_id, depth, claim_id
// example: :param {tenant: 'default', source: 'PID-7', known_at: null}
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
MATCH (source:Source)
WHERE source.tenant = $tenant AND source.external_id = $source
   OR source.tenant = $tenant AND source.id = $source
CALL (source, k) {
  MATCH p = (source) (()<-[:FROM|RESTS_ON|ASSERTED_BY]-(y WHERE y.recorded_at <= k AND coalesce(y.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (c:Claim)
  RETURN c, min(length(p)) / 2 AS depth
}
CALL (source, c, k, taken) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.recorded_at <= k AND coalesce(a.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
  UNWIND a.source_ids AS id
  WITH DISTINCT source, id, k, taken
  WHERE id <> source.id AND EXISTS {
    MATCH (:Source {id: id})<-[:FROM]-(o:Observation)
    WHERE NOT o IN taken AND o.recorded_at <= k AND coalesce(o.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(o.gaps, [])) - 2, 2) WHERE o.gaps[i] <= k AND k < o.gaps[i + 1])
  }
  RETURN count(id) AS other_sources
}
RETURN source.id AS source_id, source.kind AS kind, depth, c.id AS claim_id,
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
       } AS stands,
       CASE WHEN $known_at IS NULL THEN c.standing END AS standing,
       CASE WHEN $known_at IS NULL THEN c.confidence END AS confidence,
       CASE WHEN $known_at IS NULL THEN c.confidence_shared END AS confidence_shared, other_sources
ORDER BY source_id, depth, claim_id
