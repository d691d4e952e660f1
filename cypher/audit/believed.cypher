// What was believed on a date: the claims that stood then, and held in the world
// name:    audit.believed
// mode:    read
// grain:   one row per claim
// law:     T8, R2, R3, C1, C3, C5, T3, T4
// why:     Computed from what sessions and people had done by known_at, not from what was derived since; as_of is the
//          time in the world. A claim whose time is unknown holds always. What was erased since is absent.
// param    tenant :: STRING NOT NULL           whose data
// param    as_of :: ZONED DATETIME             what held in the world then; null for the latest
// param    known_at :: ZONED DATETIME          what was known then; null for now
// param    update_confidence :: FLOAT NOT NULL  least confidence of a reason that ends a rival; the setting, 0.3
// returns  claim_id :: STRING NOT NULL         the claim
// returns  kind :: STRING NOT NULL             fact, or the kind of event
// returns  statement :: STRING NOT NULL        its wording then
// returns  confidence :: FLOAT NOT NULL        C1, an upper figure
// returns  confidence_shared :: FLOAT NOT NULL  C3, every source counted once
// returns  assertions :: INTEGER NOT NULL      reasons that counted
// returns  source_ids :: LIST<STRING> NOT NULL  root sources of these
// returns  since :: ZONED DATETIME             since when it held in the world; null where unknown
// returns  until :: ZONED DATETIME             end of that in the world, where one was known
// order:   claim_id
// example: :param {tenant: 'default', as_of: datetime('2024-07-01'), known_at: null, update_confidence: 0.3}
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
MATCH (c:Claim)
WHERE c.tenant = $tenant
CALL (c, k, taken, maps) {
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE NOT a IN taken AND a.recorded_at <= k AND coalesce(a.ended_at > k, true)
    AND none(i IN range(0, size(coalesce(a.gaps, [])) - 2, 2) WHERE a.gaps[i] <= k AND k < a.gaps[i + 1])
  WITH a, COUNT { (a)-[:RESTS_ON]->() } + coalesce(a.erased_supports, 0) AS supports, COUNT {
    MATCH (a)-[:RESTS_ON]->(x:Observation)
    WHERE NOT x IN taken AND x.recorded_at <= k AND coalesce(x.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(x.gaps, [])) - 2, 2) WHERE x.gaps[i] <= k AND k < x.gaps[i + 1])
  } + COUNT {
    MATCH (a)-[:RESTS_ON]->(x:Claim)
    WHERE EXISTS {
      MATCH (x) (()-[:ASSERTED_BY|RESTS_ON]->(y WHERE NOT y IN taken AND y.recorded_at <= k AND coalesce(y.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (:Observation)
    }
  } AS left
  WHERE left > 0
  CALL (a, k, supports, left) {
    WITH a, k
    WHERE left < supports
    MATCH (a) (()-[:RESTS_ON|ASSERTED_BY|MADE_IN|FROM|RECORDED_IN]->(y WHERE NOT y:Assertion OR y.recorded_at <= k AND coalesce(y.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(y.gaps, [])) - 2, 2) WHERE y.gaps[i] <= k AND k < y.gaps[i + 1]))){1,} (t)
    WITH DISTINCT t, k
    MATCH (t)<-[:RETRACTS]-(r:Retraction)
    WHERE r.policy IN ['lower', 'remove'] AND r.recorded_at <= k AND coalesce(r.undone_at > k, true)
    RETURN count(r) > 0 AS lowered
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
  WITH a, confidence, CASE WHEN lowered OR a.erased_supports > 0 THEN 1.0 - (1.0 - confidence) ^ (toFloat(left) / supports) ELSE confidence END AS weight
  ORDER BY a.id
  RETURN collect({assertion: a, weight: weight, confidence: confidence}) AS counted
}
WITH c, k, taken, fallen, silenced, maps, counted
WHERE size(counted) > 0
CALL (c, k, taken, fallen, silenced) {
  CALL (c, k, fallen, silenced) {
    MATCH (c)<-[r:UPDATES]-(u:Claim)
    WHERE r.rivalry IS NULL AND NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
      AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])
    RETURN u
    UNION
    MATCH (c) (()<-[r:UPDATES WHERE r.rivalry IS NULL AND NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k
        AND coalesce(r.ended_at > k, true)
        AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])]-(m WHERE m IN fallen)){1,} (f)
    WITH DISTINCT c, k, fallen, silenced, f
    MATCH (f)<-[r:UPDATES]-(u:Claim)
    WHERE u <> c AND r.rivalry IS NULL AND NOT coalesce(r.session_id, '') IN silenced AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
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
CALL (c, k, taken, maps) {
  CALL (c) {
    MATCH (rival:Claim {rivals_by_subject: c.rivals_by_subject}) RETURN rival, false AS denies
    UNION
    MATCH (rival:Claim {rivals_by_object: c.rivals_by_object}) RETURN rival, false AS denies
    UNION
    MATCH (rival:Claim {rivals_by_negation: c.rivals_by_negation}) RETURN rival, true AS denies
  }
  WITH k, taken, maps, rival, denies WHERE rival <> c AND rival.tenant = $tenant
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
CALL (c, counted, starts, rival_starts, denied) {
  UNWIND counted AS one
  WITH one.assertion AS a, starts, rival_starts,
       denied OR c.rivals_by_subject IS NOT NULL OR c.rivals_by_object IS NOT NULL AS has_rivals,
       one.confidence >= $update_confidence AND NOT one.assertion.assistant_about_user AS sure
  WITH a, has_rivals AND (a.world_from IS NULL OR NOT sure) AS unsure,
       starts + CASE WHEN sure THEN rival_starts ELSE [] END AS ends
  WITH a, unsure, reduce(first = a.world_to, at IN ends | CASE
    WHEN at > a.world_from AND at >= a.world_grain_end AND (first IS NULL OR at < first) THEN at ELSE first END) AS until
  WITH a, unsure, CASE WHEN unsure THEN null ELSE a.world_from END AS since, until
  ORDER BY since IS NOT NULL, since, a.id
  RETURN collect({assertion: a, unsure: unsure, since: since, until: until}) AS holdings
}
WITH *, reduce(spell = null, one IN [one IN holdings WHERE coalesce(one.since, one.until) IS NOT NULL] | CASE
       WHEN spell IS NULL THEN {since: one.since, until: one.until, several: false}
       WHEN spell.until IS NULL OR one.since IS NULL OR one.since <= spell.until THEN {since: spell.since, several: spell.several, until: CASE
         WHEN one.until > spell.until THEN one.until WHEN one.until IS NULL THEN null ELSE spell.until END}
       ELSE {since: one.since, until: one.until, several: true} END) AS last
WITH *, CASE WHEN last.several THEN last.since END AS counted_from
WITH *, [one IN counted WHERE counted_from IS NULL OR one.assertion.world_from IS NULL OR one.assertion.world_from >= counted_from] AS weighed
// a reason without a time among rivals is not there before it was given
WITH c, k, weighed AS counted, [one IN holdings WHERE $as_of IS NULL OR one.since IS NOT NULL OR coalesce(one.assertion.world_from <= $as_of, true)] AS said
WHERE size(said) > 0
WITH c, k, counted, [one IN said WHERE coalesce(one.since, one.until) IS NOT NULL] AS holdings
WITH c, k, counted, size(holdings) AS dated, [one IN holdings
  WHERE ($as_of IS NULL OR one.since IS NULL OR one.since <= $as_of)
    AND (one.until IS NULL OR one.until > $as_of)] AS holding
WHERE dated = 0 OR size(holding) > 0
CALL (counted) {
  UNWIND counted AS one
  WITH one.assertion.session_id AS session, max(one.weight) AS weight
  ORDER BY session
  WITH collect(weight) AS weights
  RETURN 1.0 - reduce(rest = 1.0, weight IN weights | rest * (1.0 - weight)) AS confidence
}
CALL (counted) {
  UNWIND counted AS one
  UNWIND one.assertion.source_ids AS source
  WITH source, max(-log(1.0 - one.weight) / size(one.assertion.source_ids)) AS share
  ORDER BY source
  WITH collect(source) AS source_ids, collect(share) AS shares
  RETURN source_ids, 1.0 - exp(-reduce(total = 0.0, share IN shares | total + share)) AS distinct_sources
}
RETURN c.id AS claim_id, c.kind AS kind,
       coalesce(head(COLLECT {
         MATCH (c)-[:ASSERTED_BY]->(w:Assertion)
         WHERE w.recorded_at <= k AND coalesce(w.ended_at > k, true)
           AND none(i IN range(0, size(coalesce(w.gaps, [])) - 2, 2) WHERE w.gaps[i] <= k AND k < w.gaps[i + 1])
         RETURN w.statement ORDER BY w.wording_key, w.id LIMIT 1
       }), c.statement) AS statement,
       confidence, CASE WHEN distinct_sources < confidence THEN distinct_sources ELSE confidence END AS confidence_shared,
       size(counted) AS assertions, source_ids,
       reduce(first = null, one IN holding | CASE WHEN first IS NULL OR one.since < first THEN one.since ELSE first END) AS since,
       CASE WHEN none(one IN holding WHERE one.until IS NULL)
         THEN reduce(last = null, one IN holding | CASE WHEN last IS NULL OR one.until > last THEN one.until ELSE last END) END AS until
ORDER BY claim_id
