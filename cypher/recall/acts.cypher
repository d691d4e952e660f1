// The acts in force that take back what a claim rests on, or the claim
// name:    recall.acts
// mode:    read
// grain:   one row per act
// law:     R5, T8
// why:     Why a support counts no longer: it was taken back itself, or its source or session was. The act says when, by
//          whom and why.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        claims, observations and assertions
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  retraction :: STRING NOT NULL       the act
// returns  target :: STRING NOT NULL           what it took back
// returns  target_kind :: STRING NOT NULL      observation, source, session or claim
// returns  reason :: STRING                    why
// returns  by :: STRING                        who
// returns  policy :: STRING NOT NULL           how partial support counts
// returns  recorded_at :: ZONED DATETIME NOT NULL  when
// returns  covers :: LIST<STRING> NOT NULL     those of the ids that it takes back
// order:   recorded_at, retraction
CYPHER 25
// without known_at, every act lies before
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
UNWIND $ids AS id
CALL (id) {
  MATCH (x:Observation {id: id, tenant: $tenant})
  RETURN x AS t
  UNION
  MATCH (x:Observation {id: id, tenant: $tenant})-[:FROM|RECORDED_IN]->(t)
  RETURN t
  UNION
  MATCH (x:Assertion {id: id, tenant: $tenant})-[:MADE_IN]->(t)
  RETURN t
  UNION
  MATCH (t:Claim {id: id, tenant: $tenant})
  RETURN t
}
MATCH (t)<-[:RETRACTS]-(r:Retraction)
WHERE r.recorded_at <= k AND coalesce(r.undone_at > k, true)
WITH r, t, id ORDER BY id
RETURN r.id AS retraction, t.id AS target,
       CASE WHEN t:Claim THEN 'claim' WHEN t:Session THEN 'session' WHEN t:Source THEN 'source' ELSE 'observation' END AS target_kind,
       r.reason AS reason, r.by AS by, r.policy AS policy, r.recorded_at AS recorded_at, collect(DISTINCT id) AS covers
ORDER BY recorded_at, retraction
