// Undo an act of taking something back
// name:    retract.undo
// mode:    write
// grain:   one row
// law:     R4
// why:     The act stays on record with the time it was undone.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    id :: STRING NOT NULL               id of the act
// returns  target :: STRING NOT NULL           what it had taken back
// returns  kind :: STRING NOT NULL             observation, source, session or claim
// returns  was_undone :: BOOLEAN NOT NULL      whether it was undone before
// order:   one row
CYPHER 25
MATCH (r:Retraction {id: $id, tenant: $tenant})-[:RETRACTS]->(t)
WITH r, t, r.undone_at IS NOT NULL AS was_undone
SET r.undone_at = coalesce(r.undone_at, $now)
RETURN t.id AS target,
       CASE WHEN t:Claim THEN 'claim' WHEN t:Session THEN 'session' WHEN t:Source THEN 'source' ELSE 'observation' END AS kind,
       was_undone
ORDER BY target
