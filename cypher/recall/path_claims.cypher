// The claims of evidence paths
// name:    recall.path_claims
// mode:    read
// grain:   one row per claim
// law:     P2, T5
// why:     What they say is fetched for the few paths that are shown, not for all that were searched.
// param    tenant :: STRING NOT NULL           whose data
// param    ids :: LIST<STRING> NOT NULL        ids of claims
// param    as_of :: ZONED DATETIME             state of the world then; null for the latest
// returns  id :: STRING NOT NULL               the claim
// returns  kind :: STRING NOT NULL             fact, or the kind of event
// returns  statement :: STRING NOT NULL        its wording
// returns  validity :: FLOAT NOT NULL          validity of the latest state
// returns  valid_until :: ZONED DATETIME       when it was superseded
// returns  holdings :: LIST<MAP> NOT NULL      since, until and grain of each dated non-void assertion
// returns  notes :: LIST<STRING> NOT NULL      notes it rests on directly
// returns  updated_by :: LIST<STRING> NOT NULL  claims whose update took effect, the latest first
// order:   id
CYPHER 25
UNWIND $ids AS id
MATCH (c:Claim {id: id})
WITH DISTINCT c
WHERE c.tenant = $tenant
RETURN c.id AS id, c.kind AS kind, c.statement AS statement, c.validity AS validity, c.valid_until AS valid_until,
       COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion) WHERE a.state <> 'void' AND coalesce(a.holds_from, a.valid_until) IS NOT NULL
                 RETURN {since: a.holds_from, until: a.valid_until, grain: a.world_grain} ORDER BY a.holds_from, a.valid_until, a.id } AS holdings,
       COLLECT { MATCH (c)-[:ASSERTED_BY]->(a:Assertion)-[:RESTS_ON]->(n:Note)
                 WHERE a.state <> 'void' AND NOT n:Retracted AND n.ended_at IS NULL RETURN DISTINCT n.id ORDER BY n.id } AS notes,
       COLLECT { MATCH (c)<-[r:UPDATES]-(u:Claim) WHERE r.effective_at IS NOT NULL AND ($as_of IS NULL OR r.effective_at <= $as_of)
                 WITH u, max(r.effective_at) AS at RETURN u.id ORDER BY at DESC, u.id } AS updated_by
ORDER BY id
