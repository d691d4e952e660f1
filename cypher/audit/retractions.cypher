// What was taken back, by whom, why, and what it changed
// name:    audit.retractions
// mode:    read
// grain:   one row per act
// law:     R4, R5, R6, T8
// why:     An act stays on record after it is undone, and after what it took back was erased. audit.retraction_touched
//          lists the claims.
// param    tenant :: STRING NOT NULL           whose data
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  retraction_id :: STRING NOT NULL    the act
// returns  target_id :: STRING NOT NULL        what it took back
// returns  target_kind :: STRING NOT NULL      observation, source, session or claim
// returns  target :: STRING                    the caller's id or the statement; null once it is erased
// returns  reason :: STRING                    why
// returns  by :: STRING                        who
// returns  policy :: STRING NOT NULL           how partial support counts
// returns  recorded_at :: ZONED DATETIME NOT NULL  when
// returns  undone_at :: ZONED DATETIME         when it was undone
// returns  in_force :: BOOLEAN NOT NULL        whether it was not undone by then
// returns  changed :: INTEGER NOT NULL         claims it changed
// order:   recorded_at, retraction_id
// example: :param {tenant: 'default', known_at: null}
CYPHER 25
// without known_at, every act lies before
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
MATCH (r:Retraction)
USING INDEX r:Retraction(tenant, recorded_at)
WHERE r.tenant = $tenant AND r.recorded_at <= k
OPTIONAL MATCH (r)-[:RETRACTS]->(t)
RETURN r.id AS retraction_id, coalesce(t.id, r.target) AS target_id,
       CASE WHEN t:Claim THEN 'claim' WHEN t:Session THEN 'session' WHEN t:Source THEN 'source'
         WHEN t:Observation THEN 'observation' ELSE r.target_kind END AS target_kind,
       coalesce(t.statement, t.external_id) AS target, r.reason AS reason, r.by AS by, r.policy AS policy,
       r.recorded_at AS recorded_at, CASE WHEN r.undone_at <= k THEN r.undone_at END AS undone_at,
       coalesce(r.undone_at > k, true) AS in_force,
       COUNT { (r)-[:AFFECTED {undone: false}]->(:Claim) } AS changed
ORDER BY recorded_at, retraction_id
