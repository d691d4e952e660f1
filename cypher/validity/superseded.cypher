// Until when claims hold, and which were superseded
// name:    validity.superseded
// mode:    write
// grain:   one row per claim of which an end changed
// law:     T3, T4, T5
// why:     A dated reason ends at the earliest later reason of a standing claim that updates its claim, directly or through
//          claims that do not stand, where a rival ends it, or at its own stated end. Among rivals one that is not eligible
//          holds from an unknown time. A claim is superseded when its last spell has ended. Recomputed for these claims
//          and for those they update, but for those that nothing ends, before or now. Relations that a rule derived are
//          not read.
// param    tenant :: STRING NOT NULL           whose data
// param    update_confidence :: FLOAT NOT NULL  least confidence of an eligible reason
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  claim_id :: STRING NOT NULL         the claim
// returns  before :: ZONED DATETIME            its end before
// returns  after :: ZONED DATETIME             its end now
// returns  recount :: BOOLEAN NOT NULL         whether the spell that its confidence is over is another now
// order:   claim_id
CYPHER 25
UNWIND $ids AS id
MATCH (seed:Claim {id: id, tenant: $tenant})
CALL (seed) {
  RETURN seed AS o
  UNION
  MATCH (seed)-[r:UPDATES]->(o:Claim)
  WHERE r.rivalry IS NULL
  RETURN DISTINCT o
  UNION
  MATCH (seed) (()-[r:UPDATES WHERE r.rivalry IS NULL]->(m:Claim WHERE m.standing = 'unsupported')){1,} (fallen)
  WITH DISTINCT fallen
  MATCH (fallen)-[r:UPDATES]->(o:Claim)
  WHERE r.rivalry IS NULL
  RETURN DISTINCT o
}
WITH DISTINCT o, o.valid_until AS before, o.rivals_by_subject IS NOT NULL OR o.rivals_by_object IS NOT NULL AS functional
WHERE before IS NOT NULL OR o.counted_from IS NOT NULL OR functional OR o.rivals_by_negation IS NOT NULL OR EXISTS { (o)<-[:UPDATES]-(:Claim) } OR EXISTS {
  MATCH (o)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.world_to IS NOT NULL OR a.valid_until IS NOT NULL OR (a.holds_from IS NULL) <> (a.world_from IS NULL)
}
WITH o, before, functional OR EXISTS {
  MATCH (other:Claim {rivals_by_negation: o.rivals_by_negation})
  WHERE other.tenant = $tenant AND other <> o AND other.standing <> 'unsupported'
} AS has_rivals
OPTIONAL CALL (o) {
  MATCH (o)<-[r:UPDATES]-(u:Claim)
  WHERE u.standing <> 'unsupported' AND r.ended_at IS NULL AND NOT r.retracted AND r.rivalry IS NULL
  RETURN u
  UNION
  MATCH (o) (()<-[r:UPDATES WHERE r.ended_at IS NULL AND NOT r.retracted AND r.rivalry IS NULL]-(m:Claim WHERE m.standing = 'unsupported')){1,} (fallen)
  WITH DISTINCT o, fallen
  MATCH (fallen)<-[r:UPDATES]-(u:Claim)
  WHERE u.standing <> 'unsupported' AND u <> o AND r.ended_at IS NULL AND NOT r.retracted AND r.rivalry IS NULL
  RETURN DISTINCT u
}
WITH o, before, has_rivals, collect(u) AS updaters
CALL (o, has_rivals, updaters) {
  MATCH (o)-[:ASSERTED_BY]->(a:Assertion)
  CALL (a, updaters) {
    UNWIND updaters AS u
    MATCH (u)-[:ASSERTED_BY]->(w:Assertion)
    WHERE w.state <> 'void' AND w.world_from > a.world_from AND w.world_from >= a.world_grain_end
    RETURN min(w.world_from) AS updated_at
  }
  WITH a, reduce(least = null, at IN [updated_at, a.world_to, a.until_by_subject, a.until_by_object, a.until_by_negation]
                 | CASE WHEN least IS NULL OR at < least THEN at ELSE least END) AS until,
       CASE WHEN has_rivals AND (a.confidence < $update_confidence OR a.assistant_about_user) THEN null
         ELSE a.world_from END AS since
  WITH a, until, since, a.valid_until <> until OR (a.valid_until IS NULL) <> (until IS NULL)
                        OR (a.holds_from IS NULL) <> (since IS NULL) AS moved
  SET a.valid_until = until, a.holds_from = since
  WITH a, until, since, moved
  ORDER BY since IS NOT NULL, since
  WITH collect(CASE WHEN a.state <> 'void' AND coalesce(since, until) IS NOT NULL THEN {since: since, until: until} END) AS holdings,
       max(CASE WHEN moved THEN 1 ELSE 0 END) = 1 AS moved
  RETURN moved, reduce(spell = null, one IN holdings | CASE
    WHEN spell IS NULL THEN {since: one.since, until: one.until, several: false}
    WHEN spell.until IS NULL OR one.since IS NULL OR one.since <= spell.until
      THEN {since: spell.since, until: CASE WHEN one.until > spell.until THEN one.until WHEN one.until IS NULL THEN null ELSE spell.until END,
            several: spell.several}
    ELSE {since: one.since, until: one.until, several: true} END) AS last
}
WITH o, before, moved, o.counted_from AS counted_before,
     CASE WHEN o.standing = 'unsupported' THEN null ELSE last.until END AS after,
     CASE WHEN o.standing <> 'unsupported' AND last.several THEN last.since END AS counted_from
SET o.valid_until = after, o.counted_from = counted_from
WITH o, before, after, moved, counted_before <> counted_from OR (counted_before IS NULL) <> (counted_from IS NULL) AS recount
CALL (o) {
  MATCH (o)<-[r:UPDATES]-(u:Claim)
  WHERE r.rivalry IS NULL
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
WITH o, before, after, moved, recount
WHERE moved OR recount OR before <> after OR (before IS NULL) <> (after IS NULL)
RETURN o.id AS claim_id, before, after, coalesce(recount, false) AS recount
ORDER BY claim_id
