// Which model asserted what, and what no other model asserts
// name:    audit.asserted_by_model
// mode:    read
// grain:   one row per model and claim that stands
// law:     C5, T8
// why:     If a model turns out to be unreliable, these are the claims to look at; those that rest on its word alone are
//          marked. A null model is a reason that names none.
// param    tenant :: STRING NOT NULL           whose data
// param    model :: STRING                     of this model only; null for all
// param    as_of :: ZONED DATETIME             claims that had begun in the world by then; null for all
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  model :: STRING                     the model
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording then
// returns  assertions :: INTEGER NOT NULL      its reasons that counted then
// returns  highest :: FLOAT NOT NULL           the highest confidence it gave, as it gave it
// returns  alone :: BOOLEAN NOT NULL           whether no other model's reason counted
// order:   model, claim_id
// example: :param {tenant: 'default', model: 'openai:gpt-5', as_of: null, known_at: null}
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
WITH c, k, counted, COUNT { UNWIND counted AS a RETURN DISTINCT a.model } AS models
WHERE $as_of IS NULL OR any(a IN counted WHERE a.world_from IS NULL OR a.world_from <= $as_of)
UNWIND counted AS a
WITH c, k, models, a
WHERE $model IS NULL OR a.model = $model
WITH c, k, models, a.model AS model, count(a) AS assertions, max(a.raw_confidence) AS highest
RETURN model, c.id AS claim_id,
       coalesce(head(COLLECT {
         MATCH (c)-[:ASSERTED_BY]->(w:Assertion)
         WHERE w.recorded_at <= k AND coalesce(w.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
         RETURN w.statement ORDER BY w.wording_key, w.id LIMIT 1
       }), c.statement) AS statement,
       assertions, highest, models = 1 AS alone
ORDER BY model, claim_id
