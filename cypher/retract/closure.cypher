// Every claim that rests, however far up, on what is taken back
// name:    retract.closure
// mode:    read
// grain:   one row per depth
// law:     R1
// why:     These and no other claims need revision. A claim that several derivations reach is listed once, at the
//          shortest; a claim taken back itself is at depth 0. A reason that its session gives no longer leads nowhere.
//          Fifty thousand claims are one list a depth, since a row of its own costs each more than all else.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               observation, source, session or claim
// returns  depth :: INTEGER NOT NULL           shortest derivation
// returns  claims :: LIST<MAP> NOT NULL        id, statement, standing, confidence and validity of each, as they are, by id
// order:   depth
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
WITH c {.id, .statement, .standing, .confidence, .validity} AS claim, depth
ORDER BY depth, claim.id
WITH depth, collect(claim) AS claims
RETURN depth, claims
ORDER BY depth
