// Claims that rest on one source only
// name:    audit.single_source
// mode:    read
// grain:   one row per claim that stands
// law:     C2, T8
// why:     However many sessions say it, one document, tool or speaker is all there is: if that is wrong, so is the claim.
// param    tenant :: STRING NOT NULL           whose data
// param    as_of :: ZONED DATETIME             claims that had begun in the world by then; null for all
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  source_id :: STRING NOT NULL        the source
// returns  source_kind :: STRING               document, tool or speaker
// returns  source :: STRING                    the caller's id of it
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording then
// returns  assertions :: INTEGER NOT NULL      reasons that counted then
// returns  sessions :: INTEGER NOT NULL        sessions that gave them
// order:   source_id, claim_id
// example: :param {tenant: 'default', as_of: null, known_at: null}
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
MATCH (c:Claim)
WHERE c.tenant = $tenant
CALL (c, k, taken) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE NOT a IN taken AND a.recorded_at <= k AND coalesce(a.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
    AND EXISTS {
      MATCH (a) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
    }
  RETURN collect(a) AS counted
}
WITH c, k, counted, COLLECT { UNWIND counted AS a UNWIND a.source_ids AS id RETURN DISTINCT id } AS ids
WHERE size(ids) = 1 AND ($as_of IS NULL OR any(a IN counted WHERE a.world_from IS NULL OR a.world_from <= $as_of))
OPTIONAL MATCH (source:Source {id: ids[0]})
RETURN ids[0] AS source_id, source.kind AS source_kind, source.external_id AS source, c.id AS claim_id,
       coalesce(head(COLLECT {
         MATCH (c)-[:ASSERTED_BY]->(w:Assertion)
         WHERE w.recorded_at <= k AND coalesce(w.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
         RETURN w.statement ORDER BY w.wording_key, w.id LIMIT 1
       }), c.statement) AS statement,
       size(counted) AS assertions, COUNT { UNWIND counted AS a RETURN DISTINCT a.session_id } AS sessions
ORDER BY source_id, claim_id
