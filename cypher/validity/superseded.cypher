// Which claims were updated, and since when
// name:    validity.superseded
// mode:    write
// grain:   one row per claim whose end changed
// law:     T4, T5
// why:     A dated assertion of a claim ends at the earliest later assertion of a standing claim that updates it,
//          directly or through claims that do not stand, or at its own stated end. A claim is superseded when its
//          last holding has ended; one of unknown start and stated end has ended with that. Recomputed for these claims
//          and for those they update, but for those that nothing ends, before or now.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_id :: STRING NOT NULL         the claim
// returns  before :: ZONED DATETIME            its end before
// returns  after :: ZONED DATETIME             its end now
// order:   claim_id
CYPHER 25
UNWIND $ids AS id
MATCH (seed:Claim {id: id, tenant: $tenant})
CALL (seed) {
  RETURN seed AS o
  UNION
  MATCH (seed)-[:UPDATES]->(o:Claim)
  RETURN DISTINCT o
  UNION
  MATCH (seed) (()-[:UPDATES]->(m:Claim WHERE m.standing = 'unsupported')){1,} (fallen)
  WITH DISTINCT fallen
  MATCH (fallen)-[:UPDATES]->(o:Claim)
  RETURN DISTINCT o
}
WITH DISTINCT o, o.valid_until AS before
WHERE before IS NOT NULL OR EXISTS { (o)<-[:UPDATES]-(:Claim) } OR EXISTS {
  MATCH (o)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.world_to IS NOT NULL OR a.valid_until IS NOT NULL
}
OPTIONAL CALL (o) {
  MATCH (o)<-[r:UPDATES]-(u:Claim)
  WHERE u.standing <> 'unsupported' AND r.ended_at IS NULL AND NOT r.retracted
  RETURN u
  UNION
  MATCH (o) (()<-[r:UPDATES WHERE r.ended_at IS NULL AND NOT r.retracted]-(m:Claim WHERE m.standing = 'unsupported')){1,} (fallen)
  WITH DISTINCT o, fallen
  MATCH (fallen)<-[r:UPDATES]-(u:Claim)
  WHERE u.standing <> 'unsupported' AND u <> o AND r.ended_at IS NULL AND NOT r.retracted
  RETURN DISTINCT u
}
WITH o, before, collect(u) AS updaters
CALL (o, updaters) {
  MATCH (o)-[:ASSERTED_BY]->(a:Assertion)
  CALL (a, updaters) {
    UNWIND updaters AS u
    MATCH (u)-[:ASSERTED_BY]->(w:Assertion)
    WHERE w.state <> 'void' AND w.world_from > a.world_from AND w.world_from >= a.world_grain_end
    RETURN min(w.world_from) AS updated_at
  }
  WITH a, CASE WHEN a.world_to IS NULL OR updated_at < a.world_to THEN updated_at ELSE a.world_to END AS until
  SET a.valid_until = until
  WITH a, until
  WHERE a.state <> 'void' AND (a.world_from IS NOT NULL OR until IS NOT NULL)
  RETURN CASE WHEN count(a) = 0 OR count(until) < count(a) THEN null ELSE max(until) END AS last_end
}
WITH o, before, CASE WHEN o.standing = 'unsupported' THEN null ELSE last_end END AS after
SET o.valid_until = after
WITH o, before, after
CALL (o) {
  MATCH (o)<-[r:UPDATES]-(u:Claim)
  SET r.effective_at = CASE WHEN u.standing = 'unsupported' OR r.ended_at IS NOT NULL OR r.retracted THEN null ELSE reduce(
    latest = null,
    at IN COLLECT {
      MATCH (o)-[:ASSERTED_BY]->(a:Assertion), (u)-[:ASSERTED_BY]->(w:Assertion)
      WHERE a.state <> 'void' AND w.state <> 'void' AND a.valid_until = w.world_from
      RETURN a.valid_until
    } | CASE WHEN latest IS NULL OR at > latest THEN at ELSE latest END) END
}
CALL (o) {
  MATCH (o)-[r:CAUSES|PREVENTS]->(:Claim)
  SET r.invalidated_at = o.valid_until
}
WITH o, before, after
WHERE before IS NOT NULL AND after IS NULL OR before IS NULL AND after IS NOT NULL OR before <> after
RETURN o.id AS claim_id, before, after
ORDER BY claim_id
