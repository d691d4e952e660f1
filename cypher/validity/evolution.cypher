// Updates and contradictions among rivals
// name:    validity.evolution
// mode:    write
// grain:   one row per claim of a contradiction that went
// law:     T3
// why:     The claim that ends another updates it, one relation a pair, effective at the latest such end. Rivals whose
//          spells overlap contradict each other; a reason that is not eligible contradicts the rivals that hold at its
//          time, all of them where that is unknown. Both are found by a sweep over the group in time, which costs what the
//          group and the pairs found are large. These relations are derived: nothing is decided by reading them.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    update_confidence :: FLOAT NOT NULL  least confidence of an eligible reason
// param    ids :: LIST<STRING> NOT NULL        claims whose groups are swept
// param    keys :: LIST<STRING> NOT NULL       further groups, by key
// returns  claim_id :: STRING NOT NULL         the claim
// order:   claim_id
CYPHER 25
CALL {
  UNWIND $ids AS id
  MATCH (c:Claim {id: id, tenant: $tenant})
  UNWIND [c.rivals_by_subject, c.rivals_by_object, c.rivals_by_negation] AS key
  WITH key WHERE key IS NOT NULL
  RETURN key
  UNION
  UNWIND $keys AS key
  RETURN key
}
WITH DISTINCT key
CALL (key) {
  MATCH (c:Claim {rivals_by_subject: key}) WHERE c.tenant = $tenant RETURN c, 'functional' AS rule
  UNION ALL
  MATCH (c:Claim {rivals_by_object: key}) WHERE c.tenant = $tenant RETURN c, 'inverse_functional' AS rule
  UNION ALL
  MATCH (c:Claim {rivals_by_negation: key}) WHERE c.tenant = $tenant RETURN c, 'negation' AS rule
}
WITH key, rule, collect(c) AS members
CALL (key, members) {
  UNWIND members AS c
  MATCH (c)-[r:UPDATES|CONTRADICTS]->(:Claim)
  WHERE r.rivalry = key
  SET r.stale = true
}
CALL (rule, members) {
  UNWIND members AS c
  MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.state <> 'void'
  RETURN collect({
    claim: c, since: a.world_from, grain_end: a.world_grain_end, to: a.world_to, until: a.valid_until,
    eligible: a.world_from IS NOT NULL AND a.confidence >= $update_confidence AND NOT a.assistant_about_user,
    ended: a.valid_until = CASE rule WHEN 'functional' THEN a.until_by_subject WHEN 'inverse_functional' THEN a.until_by_object
                                     ELSE a.until_by_negation END}) AS reasons
}
CALL (key, rule, reasons) {
  UNWIND reasons AS one
  WITH key, rule, one WHERE one.eligible
  UNWIND [{at: one.since, ends: one.claim}, {at: CASE WHEN one.ended THEN one.until END, ended: one.claim}] AS moment
  WITH key, rule, moment WHERE moment.at IS NOT NULL
  WITH key, rule, moment.at AS at, collect(DISTINCT moment.ends) AS newer, collect(DISTINCT moment.ended) AS older
  UNWIND newer AS u
  UNWIND older AS o
  WITH key, rule, u, o, at WHERE u <> o
  WITH key, rule, u, o, max(at) AS at
  MERGE (u)-[r:UPDATES {rivalry: key}]->(o)
  ON CREATE SET r.tenant = $tenant, r.rule = rule, r.method = 'rule', r.confidence = 1.0, r.retracted = false, r.recorded_at = $now
  SET r.effective_at = at, r.stale = null
}
CALL (reasons) {
  UNWIND reasons AS one
  WITH one WHERE one.eligible
  WITH one ORDER BY one.since
  WITH one.claim AS claim, collect(one) AS holdings
  WITH claim, reduce(spells = [], one IN holdings | CASE
    WHEN size(spells) > 0 AND (spells[-1].until IS NULL OR one.since <= spells[-1].until)
      THEN spells[0..-1] + [{claim: claim, how: 'spell', since: spells[-1].since, until: CASE
        WHEN one.until > spells[-1].until THEN one.until WHEN one.until IS NULL THEN null ELSE spells[-1].until END}]
    ELSE spells + [{claim: claim, how: 'spell', since: one.since, until: one.until}] END) AS spells
  RETURN collect(spells) AS by_claim
}
WITH key, rule, members, reasons, reduce(flat = [], some IN by_claim | flat + some) AS spells
CALL (reasons, spells) {
  UNWIND reasons AS one
  WITH one, spells WHERE NOT one.eligible
  RETURN collect(DISTINCT {claim: one.claim, how: 'unsure', since: one.since,
                           until: CASE WHEN one.since IS NULL THEN one.to ELSE one.grain_end END}) AS unsure
}
CALL (reasons, spells) {
  UNWIND reasons AS one
  WITH spells, one.claim AS claim, max(CASE WHEN one.eligible THEN 1 ELSE 0 END) AS dated
  WHERE dated = 0
  RETURN collect({claim: claim, how: 'undated'}) AS undated
}
CALL (key, rule, spells, unsure, undated) {
  UNWIND undated + unsure + spells AS entry
  WITH key, rule, entry ORDER BY entry.since IS NOT NULL, entry.since
  WITH key, rule, collect(entry) AS line
  WITH key, rule, reduce(sweep = {open: [], pairs: []}, entry IN line | {
    open: [one IN sweep.open WHERE one.until IS NULL OR entry.since IS NULL OR one.until > entry.since] + [entry],
    pairs: sweep.pairs + [one IN sweep.open
      WHERE one.claim <> entry.claim AND (one.until IS NULL OR entry.since IS NULL OR one.until > entry.since)
        AND CASE one.how WHEN 'spell' THEN entry.how <> 'undated' WHEN 'unsure' THEN entry.how <> 'unsure' ELSE entry.how = 'unsure' END
      | [one.claim, entry.claim]]}).pairs AS pairs
  UNWIND pairs AS pair
  WITH DISTINCT key, rule, CASE WHEN pair[0].id < pair[1].id THEN pair ELSE [pair[1], pair[0]] END AS pair
  WITH key, rule, pair[0] AS one, pair[1] AS other
  MERGE (one)-[r:CONTRADICTS {rivalry: key}]->(other)
  ON CREATE SET r.tenant = $tenant, r.rule = rule, r.method = 'rule', r.confidence = 1.0, r.retracted = false, r.recorded_at = $now
  SET r.stale = null
}
UNWIND members AS c
MATCH (c)-[r:UPDATES|CONTRADICTS]->(o:Claim)
WHERE r.rivalry = key AND r.stale
WITH r, CASE type(r) WHEN 'CONTRADICTS' THEN [c.id, o.id] ELSE [] END AS ends
DELETE r
WITH ends
UNWIND ends AS claim_id
RETURN DISTINCT claim_id
ORDER BY claim_id
