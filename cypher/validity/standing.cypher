// Standing and confidence of these claims, from the bottom up
// name:    validity.standing
// mode:    write
// grain:   one row per rank
// law:     R2, R3, C1, C3, T3
// why:     An assertion is intact, partial or void by what it rests on; a claim is supported, weakened or unsupported
//          by its assertions; its figures count what is not void, at its weight: what lost part of its support
//          counts for less where the strictest retraction that reaches the claim says so; the policy that says nothing,
//          dispute, is not kept with the claim. Of a claim with several spells the figures are over the last of them and
//          what has no time. Claims are taken rank by rank, each layer seeing the one below.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of the claims to compute, closed upwards
// returns  rank :: INTEGER NOT NULL            height above the observations
// returns  changed :: LIST<MAP> NOT NULL       id, standing and confidence (C1), each of these before and after, of what changed
// order:   rank
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
WITH c.rank AS rank, collect(c) AS layer
ORDER BY rank
CALL (layer) {
  UNWIND layer AS c
  CALL (c) {
    MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
    CALL (a) {
      MATCH (a)-[:RESTS_ON]->(x)
      WITH x, CASE WHEN x:Claim THEN x.standing = 'unsupported' ELSE x:Retracted OR x.ended_at IS NOT NULL END AS gone,
           CASE WHEN x:Claim THEN x.standing = 'supported' ELSE NOT (x:Retracted OR x.ended_at IS NOT NULL) END AS live,
           CASE WHEN x:Claim THEN [x.policy] WHEN x:Retracted THEN COLLECT {
             MATCH (x)-[:FROM|RECORDED_IN]->{0,1}(t)<-[:RETRACTS]-(r:Retraction)
             WHERE r.undone_at IS NULL
             RETURN r.policy
           } ELSE [] END AS reaching
      WITH count(x) AS supports, count(CASE WHEN gone THEN 1 END) AS gone, count(CASE WHEN live THEN 1 END) AS live,
           min(CASE WHEN x:Claim THEN x.weakest_support END) AS weakest, collect(reaching) AS reaching
      WITH supports + coalesce(a.erased_supports, 0) AS supports, gone + coalesce(a.erased_supports, 0) AS gone, live, weakest, reaching
      RETURN supports, gone, live, weakest, reduce(every = [], some IN reaching | every + some) AS reaching
    }
    WITH a, weakest, supports, gone, CASE
      WHEN a:Retracted OR a.ended_at IS NOT NULL OR gone = supports THEN 'void'
      WHEN live = supports THEN 'intact'
      ELSE 'partial' END AS state,
      CASE WHEN 'remove' IN reaching THEN 'remove' WHEN 'lower' IN reaching THEN 'lower' END AS policy
    SET a.state = state,
        a.weight = CASE WHEN state = 'partial' AND (policy IS NOT NULL OR a.erased_supports > 0)
          THEN 1.0 - (1.0 - a.confidence) ^ (toFloat(supports - gone) / supports) ELSE a.confidence END
    RETURN collect(state) AS states, min(CASE WHEN state <> 'void' AND (c.counted_from IS NULL OR a.world_from IS NULL OR a.world_from >= c.counted_from)
             THEN weakest END) AS weakest,
           collect(CASE WHEN a.ended_at IS NULL THEN policy END) AS below
  }
  CALL (c) {
    MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
    WHERE a.state <> 'void' AND (c.counted_from IS NULL OR a.world_from IS NULL OR a.world_from >= c.counted_from)
    WITH a.session_id AS session, max(a.weight) AS k
    ORDER BY session
    WITH collect(k) AS ks
    RETURN 1.0 - reduce(rest = 1.0, k IN ks | rest * (1.0 - k)) AS confidence
  }
  CALL (c) {
    MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
    WHERE a.state <> 'void' AND (c.counted_from IS NULL OR a.world_from IS NULL OR a.world_from >= c.counted_from)
    UNWIND a.source_ids AS source
    WITH source, max(-log(1.0 - a.weight) / size(a.source_ids)) AS share
    ORDER BY source
    WITH collect(share) AS shares
    RETURN 1.0 - exp(-reduce(total = 0.0, share IN shares | total + share)) AS distinct_sources
  }
  WITH c, confidence, weakest,
       CASE WHEN distinct_sources < confidence THEN distinct_sources ELSE confidence END AS shared,
       CASE WHEN 'intact' IN states THEN 'supported' WHEN 'partial' IN states THEN 'weakened' ELSE 'unsupported' END AS standing,
       below + COLLECT {
         MATCH (c)<-[:RETRACTS]-(r:Retraction)
         WHERE r.undone_at IS NULL
         RETURN r.policy
       } + COLLECT {
         MATCH (c)-[:ASSERTED_BY]->(a:Assertion:Retracted)-[:MADE_IN]->(:Session:Retracted)<-[:RETRACTS]-(r:Retraction)
         WHERE a.ended_at IS NULL AND r.undone_at IS NULL
         RETURN r.policy
       } AS reaching,
       c.standing AS standing_before, c.confidence AS confidence_before
  WITH c, confidence, weakest, shared, standing, standing_before, confidence_before,
       CASE WHEN 'remove' IN reaching THEN 'remove' WHEN 'lower' IN reaching THEN 'lower' END AS policy
  SET c.standing = standing, c.confidence = confidence, c.confidence_shared = shared, c.policy = policy,
      c.weakest_support = CASE WHEN weakest IS NOT NULL AND weakest < confidence THEN weakest ELSE confidence END
  FOREACH (_ IN CASE WHEN policy = 'remove' AND standing = 'unsupported' THEN [1] ELSE [] END | SET c:Removed)
  FOREACH (_ IN CASE WHEN policy = 'remove' AND standing = 'unsupported' THEN [] ELSE [1] END | REMOVE c:Removed)
  WITH c, standing_before, standing, confidence_before, confidence
  WHERE standing_before <> standing OR confidence_before <> confidence
  RETURN collect({id: c.id, standing: [standing_before, standing], confidence: [confidence_before, confidence]}) AS changed
}
RETURN rank, changed
ORDER BY rank
