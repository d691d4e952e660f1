// Updates of a session that end nothing
// name:    write.inert_updates
// mode:    read
// grain:   one row per UPDATES without effect
// law:     T4
// why:     An update that is not later than what it updates is kept without effect, and whoever stated it is told.
// param    tenant :: STRING NOT NULL           whose data
// param    session_id :: STRING NOT NULL       the session
// returns  newer :: STRING NOT NULL            the claim that would update
// returns  older :: STRING NOT NULL            the claim that would be updated
// returns  reversed :: BOOLEAN NOT NULL        whether it is known to lie before, not only not after
// returns  outrun :: BOOLEAN NOT NULL          whether it is later, and what it updates had ended by then
// order:   newer, older
CYPHER 25
MATCH (u:Claim)-[r:UPDATES]->(o:Claim)
USING INDEX r:UPDATES(session_id)
WHERE r.session_id = $session_id AND r.tenant = $tenant AND r.effective_at IS NULL AND r.ended_at IS NULL AND NOT r.retracted
  AND u.standing <> 'unsupported' AND o.standing <> 'unsupported'
CALL (u) {
  MATCH (u)-[:ASSERTED_BY]->(w:Assertion)
  WHERE w.state <> 'void'
  RETURN max(w.world_from) AS newest
}
CALL (o) {
  MATCH (o)-[:ASSERTED_BY]->(a:Assertion)
  WHERE a.state <> 'void'
  RETURN max(a.world_from) AS oldest, min(CASE WHEN a.world_grain_end > a.world_from THEN a.world_grain_end ELSE a.world_from END) AS over
}
RETURN u.id AS newer, o.id AS older, coalesce(newest < oldest, false) AS reversed, coalesce(newest >= over AND newest > oldest, false) AS outrun
ORDER BY newer, older
