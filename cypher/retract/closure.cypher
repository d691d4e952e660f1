// Every claim that rests, however far up, on what is taken back
// name:    retract.closure
// mode:    read
// grain:   one row per claim
// law:     R1
// why:     These and no other claims need revision. A claim that several derivations reach is listed once, at the
//          shortest; a claim taken back itself is at depth 0. A reason that its session gives no longer leads nowhere.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               observation, source, session or claim
// returns  claim_id :: STRING NOT NULL         the claim
// returns  statement :: STRING NOT NULL        its wording
// returns  depth :: INTEGER NOT NULL           shortest derivation
// returns  standing :: STRING NOT NULL         as it is
// returns  confidence :: FLOAT NOT NULL        as it is
// returns  validity :: FLOAT NOT NULL          as it is
// returns  valid_until :: ZONED DATETIME       as it is
// order:   depth, claim_id
CYPHER 25
CALL {
  MATCH (t:Observation {id: $id, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Source {id: $id, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Session {id: $id, tenant: $tenant}) RETURN t
  UNION
  MATCH (t:Claim {id: $id, tenant: $tenant}) RETURN t
}
CALL (t) {
  MATCH p = (t) (()<-[:FROM|RECORDED_IN|MADE_IN|RESTS_ON|ASSERTED_BY]-(x WHERE x.ended_at IS NULL)){1,} (c:Claim)
  RETURN c, min(length(p)) / 2 AS depth
  UNION
  WITH t WHERE t:Claim
  RETURN t AS c, 0 AS depth
}
WITH c, min(depth) AS depth
RETURN c.id AS claim_id, c.statement AS statement, depth, c.standing AS standing, c.confidence AS confidence,
       c.validity AS validity, c.valid_until AS valid_until
ORDER BY depth, claim_id
