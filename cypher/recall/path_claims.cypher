// The claims of evidence paths
// name:    recall.path_claims
// mode:    read
// grain:   one row
// law:     P2, T5
// why:     What they say is fetched for the few paths that are shown, not for all that were searched.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// param    as_of :: ZONED DATETIME             state of the world then; null for the latest
// returns  claims :: LIST<MAP> NOT NULL        id, kind and statement of each; validity and valid_until of the latest state; holdings (since, until and grain of each dated non-void assertion), notes it rests on directly, updated_by (claims whose update took effect, the latest first); by id, times as ISO 8601
// order:   one row
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id})
WITH DISTINCT c
WHERE c.tenant = $tenant
WITH {id: c.id, kind: c.kind, statement: c.statement, validity: c.validity, valid_until: toString(c.valid_until),
      holdings: COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND coalesce(a.holds_from, a.valid_until) IS NOT NULL
                 RETURN {since: toString(a.holds_from), until: toString(a.valid_until), grain: a.world_grain} ORDER BY a.holds_from, a.valid_until, a.id },
      notes: COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(n:Note)
                 WHERE a.state <> 'void' AND NOT n:Retracted AND n.ended_at IS NULL RETURN DISTINCT n.id ORDER BY n.id },
      updated_by: COLLECT { MATCH (c)<-[r:UPDATES]-(u:Claim) WHERE r.effective_at IS NOT NULL AND ($as_of IS NULL OR r.effective_at <= $as_of)
                 WITH u, max(r.effective_at) AS at RETURN u.id ORDER BY at DESC, u.id }} AS claim
ORDER BY claim.id
RETURN collect(claim) AS claims
