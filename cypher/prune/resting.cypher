// These claims, with what rests on them
// name:    prune.resting
// mode:    read
// grain:   one row per claim
// law:     R1
// why:     Who prunes a claim sees what was concluded from it, and how much of that still stands.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// returns  id :: STRING NOT NULL               the claim
// returns  statement :: STRING NOT NULL        its wording
// returns  standing :: STRING NOT NULL         supported, weakened or unsupported
// returns  valid_until :: ZONED DATETIME       when it was superseded
// returns  confidence :: FLOAT NOT NULL        C1
// returns  resting :: INTEGER NOT NULL         claims that rest on it, however far up
// returns  resting_stand :: INTEGER NOT NULL   of these, claims that stand
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})
CALL (c) {
  MATCH (c) (()<-[:RESTS_ON|ASSERTED_BY]-(x WHERE x.ended_at IS NULL)){1,} (d:Claim)
  WITH DISTINCT d
  RETURN count(d) AS resting, count(CASE WHEN d.standing <> 'unsupported' AND NOT d:Removed THEN 1 END) AS resting_stand
}
RETURN c.id AS id, c.statement AS statement, c.standing AS standing, c.valid_until AS valid_until,
       c.confidence AS confidence, resting, resting_stand
ORDER BY id
