// Open contradictions: both claims stand and their times overlap
// name:    audit.open_conflicts
// mode:    read
// grain:   one row per pair
// law:     T3, T6, T8
// why:     Both sides stay and neither is preferred until one is updated or taken back. An unknown time overlaps
//          everything. What had not begun as_of then is left out, and what had not ended had not ended.
// param    tenant :: STRING NOT NULL           whose data
// param    as_of :: ZONED DATETIME             what held in the world then; null for the latest
// param    known_at :: ZONED DATETIME          what was known then; null for now
// param    update_confidence :: FLOAT NOT NULL  least confidence of a reason that ends a rival; the setting, 0.3
// returns  claim_id :: STRING NOT NULL         one side
// returns  other_id :: STRING NOT NULL         the other
// returns  statement :: STRING NOT NULL        what one says
// returns  other_statement :: STRING NOT NULL  what the other says
// returns  confidence :: FLOAT NOT NULL        of the contradiction, the highest stated; 1 by rule
// returns  justification :: STRING             as stated
// returns  since :: ZONED DATETIME             when the later of the two began to hold
// returns  recorded_at :: ZONED DATETIME       when the contradiction was first stated; null by rule
// order:   since, claim_id, other_id
// example: :param {tenant: 'default', as_of: null, known_at: null, update_confidence: 0.3}
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
  WHERE m.tenant = $tenant AND EXISTS { MATCH (m)-[r:UPDATES]->(:Claim) WHERE r.rivalry IS NULL } AND NOT EXISTS {
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
CALL (k) {
  MATCH (m:Calibration)
  USING INDEX m:Calibration(tenant, model)
  WHERE m.tenant = $tenant AND m.model IS NOT NULL AND m.recorded_at <= k AND coalesce(m.ended_at > k, true)
  RETURN collect(m) AS maps
}
CALL (k, silenced) {
  MATCH (c:Claim)-[r:CONTRADICTS]->(o:Claim)
  WHERE r.tenant = $tenant AND r.rivalry IS NULL AND NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])
  RETURN c, o, r.confidence AS stated, r.justification AS said, r.recorded_at AS at
  UNION ALL
  MATCH (c:Claim)
  WHERE c.tenant = $tenant AND coalesce(c.rivals_by_subject, c.rivals_by_object, c.rivals_by_negation) IS NOT NULL
  CALL (c) {
    MATCH (o:Claim {rivals_by_subject: c.rivals_by_subject}) RETURN o
    UNION
    MATCH (o:Claim {rivals_by_object: c.rivals_by_object}) RETURN o
    UNION
    MATCH (o:Claim {rivals_by_negation: c.rivals_by_negation}) RETURN o
  }
  WITH c, o WHERE o.tenant = $tenant AND c.id < o.id
  RETURN c, o, null AS stated, null AS said, null AS at
}
WITH k, taken, fallen, silenced, maps, c, o, max(stated) AS confidence, min(said) AS justification, min(at) AS recorded_at
CALL (k, taken, fallen, silenced, maps, c, o) {
  UNWIND [c, o] AS side
  CALL (side, k, taken, maps) {
    MATCH (side)-[:ASSERTED_BY]->(a:Assertion)
    WHERE NOT a IN taken AND a.recorded_at <= k AND coalesce(a.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
      AND EXISTS {
        MATCH (a) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
          AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
      }
    // what the model said, by the calibration in force then: kgmem/calibration.py says how, and why .01 of doubt stays
    CALL (a, maps) {
      WITH a, a.raw_confidence AS raw, head([m IN maps WHERE m.model = coalesce(a.model, 'session')]) AS map
      WITH a, raw, map, coalesce(map.parameters, []) AS p, CASE WHEN raw < 0.01 THEN 0.01 WHEN raw > 0.99 THEN 0.99 ELSE raw END AS inside
      WITH a, raw, map, CASE map.method
        WHEN 'platt' THEN 1.0 / (1.0 + exp(-(p[0] * log(inside / (1.0 - inside)) + p[1])))
        ELSE reduce(y = p[size(p) - 1], i IN reverse(range(0, size(p) - 4, 2)) | CASE
          WHEN raw < p[i + 2] THEN p[i + 1] + (p[i + 3] - p[i + 1]) * (raw - p[i]) / (p[i + 2] - p[i]) ELSE y END) END AS mapped
      RETURN CASE
        WHEN map IS NULL THEN raw
        WHEN map.id = a.calibration THEN a.confidence
        WHEN raw <= 0.0 THEN 0.0
        WHEN mapped < 0.01 THEN 0.01 WHEN mapped > 0.99 THEN 0.99 ELSE mapped END AS confidence
    }
    RETURN collect({assertion: a, confidence: confidence}) AS counted
  }
  WITH * WHERE size(counted) > 0
  CALL (side, k, taken, fallen, silenced) {
    CALL (side, k, fallen, silenced) {
      MATCH (side)<-[r:UPDATES]-(u:Claim)
      WHERE r.rivalry IS NULL AND NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])
      RETURN u
      UNION
      MATCH (side) (()<-[r:UPDATES WHERE r.rivalry IS NULL AND NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k
          AND coalesce(r.ended_at > k, true)
          AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])]-(m WHERE m IN fallen)){1,} (f)
      WITH DISTINCT side, k, fallen, silenced, f
      MATCH (f)<-[r:UPDATES]-(u:Claim)
      WHERE u <> side AND r.rivalry IS NULL AND NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
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
    RETURN collect(w.world_from) AS starts
  }
  // T3: when reasons for its rivals that could end its own started, and whether what denies it, or what it denies, stood
  CALL (side, k, taken, maps) {
    CALL (side) {
      MATCH (rival:Claim {rivals_by_subject: side.rivals_by_subject}) RETURN rival, false AS denies
      UNION
      MATCH (rival:Claim {rivals_by_object: side.rivals_by_object}) RETURN rival, false AS denies
      UNION
      MATCH (rival:Claim {rivals_by_negation: side.rivals_by_negation}) RETURN rival, true AS denies
    }
    WITH k, taken, maps, rival, denies WHERE rival <> side AND rival.tenant = $tenant
    MATCH (rival)-[:ASSERTED_BY]->(w:Assertion)
    WHERE NOT w IN taken AND w.recorded_at <= k AND coalesce(w.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
        AND EXISTS {
          MATCH (w) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
            AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
        }
    // what the model said, by the calibration in force then: kgmem/calibration.py says how, and why .01 of doubt stays
    CALL (w, maps) {
      WITH w, w.raw_confidence AS raw, head([m IN maps WHERE m.model = coalesce(w.model, 'session')]) AS map
      WITH w, raw, map, coalesce(map.parameters, []) AS p, CASE WHEN raw < 0.01 THEN 0.01 WHEN raw > 0.99 THEN 0.99 ELSE raw END AS inside
      WITH w, raw, map, CASE map.method
        WHEN 'platt' THEN 1.0 / (1.0 + exp(-(p[0] * log(inside / (1.0 - inside)) + p[1])))
        ELSE reduce(y = p[size(p) - 1], i IN reverse(range(0, size(p) - 4, 2)) | CASE
          WHEN raw < p[i + 2] THEN p[i + 1] + (p[i + 3] - p[i + 1]) * (raw - p[i]) / (p[i + 2] - p[i]) ELSE y END) END AS mapped
      RETURN CASE
        WHEN map IS NULL THEN raw
        WHEN map.id = w.calibration THEN w.confidence
        WHEN raw <= 0.0 THEN 0.0
        WHEN mapped < 0.01 THEN 0.01 WHEN mapped > 0.99 THEN 0.99 ELSE mapped END AS confidence
    }
    RETURN collect(CASE WHEN confidence >= $update_confidence AND NOT w.assistant_about_user THEN w.world_from END) AS rival_starts,
           coalesce(max(CASE WHEN denies THEN 1 ELSE 0 END), 0) = 1 AS denied
  }
  CALL (side, counted, starts, rival_starts, denied) {
    UNWIND counted AS one
    WITH one.assertion AS a, starts, rival_starts,
         denied OR side.rivals_by_subject IS NOT NULL OR side.rivals_by_object IS NOT NULL AS has_rivals,
         one.confidence >= $update_confidence AND NOT one.assertion.assistant_about_user AS sure
    WITH a, has_rivals AND (a.world_from IS NULL OR NOT sure) AS unsure,
         starts + CASE WHEN sure THEN rival_starts ELSE [] END AS ends
    WITH a, unsure, reduce(first = a.world_to, at IN ends | CASE
      WHEN at > a.world_from AND at >= a.world_grain_end AND (first IS NULL OR at < first) THEN at ELSE first END) AS until
    WITH a, unsure, CASE WHEN unsure THEN null ELSE a.world_from END AS since, until
    ORDER BY since IS NOT NULL, since, a.id
    RETURN collect({assertion: a, unsure: unsure, since: since, until: until}) AS holdings
  }
  WITH side, holdings ORDER BY side = o
  RETURN collect(holdings) AS sides
}
WITH c, o, k, confidence, justification, recorded_at, sides
WHERE size(sides) = 2
// T3: rivals contradict each other where their spells overlap, and a reason that is not sure those that hold at its time
CALL (c, o, sides, confidence) {
  WITH sides, confidence
  UNWIND [[sides[0], sides[1]], [sides[1], sides[0]]] AS both
  UNWIND both[0] AS a
  WITH confidence, a, [one IN both[1] WHERE NOT one.unsure] AS sure
  WITH confidence, a, CASE WHEN size(sure) = 0 AND a.unsure THEN [{since: null, until: null}] ELSE sure END AS others,
       CASE WHEN a.unsure THEN a.assertion.world_from ELSE a.since END AS since,
       CASE WHEN NOT a.unsure THEN a.until WHEN a.assertion.world_from IS NULL THEN a.assertion.world_to ELSE a.assertion.world_grain_end END AS until
  WITH confidence, max(CASE WHEN any(b IN others WHERE (until IS NULL OR b.since IS NULL OR b.since < until)
                                                 AND (b.until IS NULL OR since IS NULL OR since < b.until)) THEN 1 ELSE 0 END) = 1 AS ruled
  RETURN confidence IS NOT NULL OR ruled AS contradict
}
// a reason without a time among rivals is not there before it was given
WITH c, o, k, confidence, justification, recorded_at, contradict,
     [holdings IN sides | [one IN holdings WHERE $as_of IS NULL OR one.since IS NOT NULL OR coalesce(one.assertion.world_from <= $as_of, true)]] AS said
WHERE contradict AND all(one IN said WHERE size(one) > 0)
WITH c, o, k, confidence, justification, recorded_at,
     [one IN said[0] WHERE coalesce(one.since, one.until) IS NOT NULL] AS mine,
     [one IN said[1] WHERE coalesce(one.since, one.until) IS NOT NULL] AS theirs
WITH c, o, k, coalesce(confidence, 1.0) AS confidence, justification, recorded_at, size(mine) = 0 OR size(theirs) = 0 AS undated,
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
