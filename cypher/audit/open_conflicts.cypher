// Open contradictions: both claims stand and their times overlap
// name:    audit.open_conflicts
// mode:    read
// grain:   one row per pair
// law:     T6, T8
// why:     Both sides stay and neither is preferred until one is updated or taken back. An unknown time overlaps
//          everything. What had not begun as_of then is left out, and what had not ended had not ended.
// param    tenant :: STRING NOT NULL           whose data
// param    as_of :: ZONED DATETIME             what held in the world then; null for the latest
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  claim_id :: STRING NOT NULL         one side
// returns  other_id :: STRING NOT NULL         the other
// returns  statement :: STRING NOT NULL        what one says
// returns  other_statement :: STRING NOT NULL  what the other says
// returns  confidence :: FLOAT NOT NULL        of the contradiction, the highest stated
// returns  justification :: STRING             as stated
// returns  since :: ZONED DATETIME             when the later of the two began to hold
// returns  recorded_at :: ZONED DATETIME NOT NULL  when the contradiction was first stored
// order:   since, claim_id, other_id
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
CALL (k, taken) {
  MATCH (m:Claim)
  WHERE m.tenant = $tenant AND EXISTS { (m)-[:UPDATES]->(:Claim) } AND NOT EXISTS {
    MATCH (m) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
  }
  RETURN collect(m) AS fallen
}
CALL (k) {
  MATCH (r:Retraction)
  WHERE r.tenant = $tenant AND r.recorded_at <= k AND coalesce(r.undone_at > k, true)
  MATCH (r)-[:RETRACTS]->(s:Session)
  RETURN collect(DISTINCT s.id) AS silenced
}
CALL (k, silenced) {
  MATCH (c:Claim)-[r:CONTRADICTS]->(o:Claim)
  WHERE r.tenant = $tenant AND NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])
  RETURN c, o, max(r.confidence) AS confidence, min(r.justification) AS justification, min(r.recorded_at) AS recorded_at
}
CALL (c, k, taken) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE NOT a IN taken AND a.recorded_at <= k AND coalesce(a.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
    AND EXISTS {
      MATCH (a) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
    }
  RETURN collect(a) AS reasons
}
CALL (o, k, taken) {
  MATCH (o)-[:ASSERTED_BY]->(a:Assertion)
  WHERE NOT a IN taken AND a.recorded_at <= k AND coalesce(a.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
    AND EXISTS {
      MATCH (a) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
    }
  RETURN collect(a) AS others
}
WITH *
WHERE size(reasons) > 0 AND size(others) > 0
CALL (c, k, taken, fallen, silenced) {
  CALL (c, k, fallen, silenced) {
    MATCH (c)<-[r:UPDATES]-(u:Claim)
    WHERE NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])
    RETURN u
    UNION
    MATCH (c) (()<-[r:UPDATES WHERE NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])]-(m WHERE m IN fallen)){1,} (f)
    WITH DISTINCT c, k, fallen, silenced, f
    MATCH (f)<-[r:UPDATES]-(u:Claim)
    WHERE u <> c AND NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])
    RETURN DISTINCT u
  }
  MATCH (u)-[:ASSERTED_BY]->(w:Assertion)
  WHERE w.world_from IS NOT NULL AND NOT w IN taken AND w.recorded_at <= k AND coalesce(w.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
      AND EXISTS {
        MATCH (w) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
          AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
      }
  RETURN collect(w.world_from) AS ends_mine
}
CALL (reasons, ends_mine) {
  UNWIND reasons AS a
  WITH a, reduce(first = null, at IN ends_mine | CASE
    WHEN at > a.world_from AND at >= a.world_grain_end AND (first IS NULL OR at < first) THEN at ELSE first END) AS updated_at
  WITH a, CASE WHEN a.world_to IS NULL OR updated_at < a.world_to THEN updated_at ELSE a.world_to END AS until
  WHERE a.world_from IS NOT NULL OR until IS NOT NULL
  RETURN collect({since: a.world_from, until: until}) AS mine
}
CALL (o, k, taken, fallen, silenced) {
  CALL (o, k, fallen, silenced) {
    MATCH (o)<-[r:UPDATES]-(u:Claim)
    WHERE NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])
    RETURN u
    UNION
    MATCH (o) (()<-[r:UPDATES WHERE NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])]-(m WHERE m IN fallen)){1,} (f)
    WITH DISTINCT o, k, fallen, silenced, f
    MATCH (f)<-[r:UPDATES]-(u:Claim)
    WHERE u <> o AND NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])
    RETURN DISTINCT u
  }
  MATCH (u)-[:ASSERTED_BY]->(w:Assertion)
  WHERE w.world_from IS NOT NULL AND NOT w IN taken AND w.recorded_at <= k AND coalesce(w.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
      AND EXISTS {
        MATCH (w) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
          AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
      }
  RETURN collect(w.world_from) AS ends_theirs
}
CALL (others, ends_theirs) {
  UNWIND others AS a
  WITH a, reduce(first = null, at IN ends_theirs | CASE
    WHEN at > a.world_from AND at >= a.world_grain_end AND (first IS NULL OR at < first) THEN at ELSE first END) AS updated_at
  WITH a, CASE WHEN a.world_to IS NULL OR updated_at < a.world_to THEN updated_at ELSE a.world_to END AS until
  WHERE a.world_from IS NOT NULL OR until IS NOT NULL
  RETURN collect({since: a.world_from, until: until}) AS theirs
}
WITH c, o, k, confidence, justification, recorded_at, size(mine) = 0 OR size(theirs) = 0 AS undated,
     [one IN mine WHERE $as_of IS NULL OR one.since IS NULL OR one.since <= $as_of
       | {since: one.since, until: CASE WHEN one.until > $as_of THEN null ELSE one.until END}] AS begun,
     [one IN theirs WHERE $as_of IS NULL OR one.since IS NULL OR one.since <= $as_of
       | {since: one.since, until: CASE WHEN one.until > $as_of THEN null ELSE one.until END}] AS other_begun,
     size(mine) AS dated, size(theirs) AS other_dated
WHERE (dated = 0 OR size(begun) > 0) AND (other_dated = 0 OR size(other_begun) > 0)
WITH c, o, k, confidence, justification, recorded_at, undated,
     reduce(found = [], a IN begun | found + [b IN other_begun WHERE (a.until IS NULL OR b.since IS NULL OR b.since < a.until)
                                                              AND (b.until IS NULL OR a.since IS NULL OR a.since < b.until)
       | CASE WHEN b.since IS NULL OR a.since > b.since THEN a.since ELSE b.since END]) AS overlaps
WHERE undated OR size(overlaps) > 0
RETURN c.id AS claim_id, o.id AS other_id,
       coalesce(head(COLLECT {
         MATCH (c)-[:ASSERTED_BY]->(w:Assertion)
         WHERE w.recorded_at <= k AND coalesce(w.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
         RETURN w.statement ORDER BY w.wording_key, w.id LIMIT 1
       }), c.statement) AS statement,
       coalesce(head(COLLECT {
         MATCH (o)-[:ASSERTED_BY]->(w:Assertion)
         WHERE w.recorded_at <= k AND coalesce(w.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
         RETURN w.statement ORDER BY w.wording_key, w.id LIMIT 1
       }), o.statement) AS other_statement,
       confidence, justification,
       reduce(first = null, at IN overlaps | CASE WHEN first IS NULL OR at < first THEN at ELSE first END) AS since, recorded_at
ORDER BY since, claim_id, other_id
