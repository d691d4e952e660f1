// Relations of these claims that were known at a time
// name:    clocks.relations
// mode:    read
// grain:   one row
// law:     T4, T5, T6, T8
// why:     Those that somebody stated or that were found; what rivals do to each other follows from their reasons. A relation stands while the act of its session and both its ends do; the ends are for the caller to judge.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// param    known_at :: ZONED DATETIME          what was known then; null for what is known now
// returns  relations :: LIST<MAP> NOT NULL             type (UPDATES, CONTRADICTS, CAUSES or ENABLES), start_id and end_id (claims), session_id and confidence as stated, justification and model as stated or found, taken (whether its session was taken back then); by the first four
// order:   one row
CYPHER 25
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
UNWIND $ids AS id
MATCH (c:Claim {id: id, tenant: $tenant})-[r:UPDATES|CONTRADICTS|CAUSES|ENABLES]-(:Claim)
WHERE r.rivalry IS NULL AND r.recorded_at <= k AND coalesce(r.ended_at > k, true)
  AND none(i IN range(0, size(coalesce(r.gaps, [])) - 2, 2) WHERE r.gaps[i] <= k AND k < r.gaps[i + 1])
WITH DISTINCT r, k
OPTIONAL MATCH (s:Session {id: r.session_id})
WITH {type: type(r), start_id: startNode(r).id, end_id: endNode(r).id, session_id: r.session_id, confidence: r.confidence,
      justification: r.justification, model: r.model,
      taken: EXISTS {
         MATCH (s)<-[:RETRACTS]-(act:Retraction) WHERE act.recorded_at <= k AND coalesce(act.undone_at > k, true)
       }} AS relation
ORDER BY relation.type, relation.start_id, relation.end_id, relation.session_id
RETURN collect(relation) AS relations
