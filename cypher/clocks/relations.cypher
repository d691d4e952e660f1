// Relations of these claims that were known at a time
// name:    clocks.relations
// mode:    read
// grain:   one row per relation and session that states it
// law:     T4, T5, T6, T8
// why:     Those that somebody stated or that were found; what rivals do to each other follows from their reasons. A relation stands while the act of its session and both its ends do; the ends are for the caller to judge.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// param    known_at :: ZONED DATETIME          what was known then; null for what is known now
// returns  type :: STRING NOT NULL             UPDATES, CONTRADICTS, CAUSES or ENABLES
// returns  start_id :: STRING NOT NULL         the claim it starts from
// returns  end_id :: STRING NOT NULL           the claim it ends at
// returns  session_id :: STRING NOT NULL       the session that states it
// returns  confidence :: FLOAT NOT NULL        as stated
// returns  justification :: STRING             as stated or found
// returns  model :: STRING                     that found it
// returns  taken :: BOOLEAN NOT NULL           whether its session was taken back then
// order:   type, start_id, end_id, session_id
CYPHER 25
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})-[r:UPDATES|CONTRADICTS|CAUSES|ENABLES]-(:Claim)
WHERE r.rivalry IS NULL AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
  AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])
WITH DISTINCT r, k
OPTIONAL MATCH (s:Session {id: r.session_id})
RETURN type(r) AS type, startNode(r).id AS start_id, endNode(r).id AS end_id, r.session_id AS session_id, r.confidence AS confidence,
       r.justification AS justification, r.model AS model, EXISTS {
         MATCH (s)<-[:RETRACTS]-(act:Retraction) WHERE act.recorded_at <= k AND coalesce(act.undone_at > k, true)
       } AS taken
ORDER BY type, start_id, end_id, session_id
