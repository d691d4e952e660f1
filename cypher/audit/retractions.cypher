// What was taken back, by whom, why, and what it changed
// name:    audit.retractions
// mode:    read
// grain:   one row per act
// law:     R4, R5
// why:     An act stays on record after it is undone.
// param    tenant :: STRING NOT NULL           whose data
// returns  retraction_id :: STRING NOT NULL    the act
// returns  target_id :: STRING NOT NULL        what it took back
// returns  target_kind :: STRING NOT NULL      observation, source, session or claim
// returns  target :: STRING                    the caller's id or the statement
// returns  reason :: STRING                    why
// returns  by :: STRING                        who
// returns  policy :: STRING NOT NULL           how partial support counts
// returns  recorded_at :: ZONED DATETIME NOT NULL  when
// returns  undone_at :: ZONED DATETIME         when it was undone
// returns  changed :: INTEGER NOT NULL         claims it changed
// order:   recorded_at, retraction_id
// example: :param {tenant: 'default'}
CYPHER 25
MATCH (r:Retraction)
USING INDEX r:Retraction(tenant, recorded_at)
WHERE r.tenant = $tenant AND r.recorded_at IS NOT NULL
MATCH (r)-[:RETRACTS]->(t)
RETURN r.id AS retraction_id, t.id AS target_id,
       CASE WHEN t:Claim THEN 'claim' WHEN t:Session THEN 'session' WHEN t:Source THEN 'source' ELSE 'observation' END AS target_kind,
       coalesce(t.statement, t.external_id) AS target, r.reason AS reason, r.by AS by, r.policy AS policy,
       r.recorded_at AS recorded_at, r.undone_at AS undone_at,
       COUNT { (r)-[:AFFECTED {undone: false}]->(:Claim) } AS changed
ORDER BY recorded_at, retraction_id
