// What a retraction would touch, and what would be left without support
// name:    audit.retraction_would_touch
// mode:    read
// grain:   one row per claim
// law:     R1, R2, T8
// why:     These and no other claims would need revision if this were taken back; `kgmem retract ID --dry-run` gives
//          their figures too. The claim itself is at depth 0.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               observation, source, session or claim
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  depth :: INTEGER NOT NULL           shortest derivation
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording then
// returns  stands :: BOOLEAN NOT NULL          whether anything supports it
// returns  would_stand :: BOOLEAN NOT NULL     whether anything would still
// order:   depth, claim_id
// example: :param {tenant: 'default', id: 'src-...', known_at: null}
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
CALL () {
  MATCH (t:Observation {id: $id, tenant: $tenant})
  RETURN t
  UNION
  MATCH (t:Source {id: $id, tenant: $tenant})
  RETURN t
  UNION
  MATCH (t:Session {id: $id, tenant: $tenant})
  RETURN t
  UNION
  MATCH (t:Claim {id: $id, tenant: $tenant})
  RETURN t
}
CALL (t) {
  CALL (t) {
    WITH t
    WHERE t:Observation
    RETURN t AS x
    UNION
    MATCH (t)<-[:FROM|RECORDED_IN|MADE_IN]-(x)
    RETURN x
    UNION
    MATCH (t)-[:ASSERTED_BY]->(x:Assertion)
    RETURN x
  }
  RETURN collect(x) AS also
}
WITH t, k, taken, taken + also AS without
CALL (t, k) {
  CALL (t, k) {
    MATCH p = (t) (()<-[:FROM|RECORDED_IN|MADE_IN|RESTS_ON|ASSERTED_BY]-(y WHERE y.recorded_at <= k AND coalesce(y.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (c:Claim)
    RETURN c, min(length(p)) / 2 AS depth
    UNION
    WITH t
    WHERE t:Claim
    RETURN t AS c, 0 AS depth
  }
  RETURN c, min(depth) AS depth
}
RETURN depth, c.id AS claim_id,
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
       EXISTS {
         MATCH (c)
         WHERE EXISTS {
           MATCH (c) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN without AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
             AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
         }
       } AS would_stand
ORDER BY depth, claim_id
