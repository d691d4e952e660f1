// The assertions of a claim, with their root sources
// name:    recall.reasons
// mode:    read
// grain:   one row per assertion
// law:     C2
// why:     Which sources several reasons share is found on the assertions themselves, where they were kept.
// param    tenant :: STRING NOT NULL           whose data
// param    id :: STRING NOT NULL               a claim
// returns  assertion_id :: STRING NOT NULL     the reason
// returns  counted :: BOOLEAN NOT NULL      whether the claim's figures are over it
// returns  source_ids :: LIST<STRING> NOT NULL  its root sources
// order:   assertion_id
CYPHER 25
MATCH (c:Claim {id: $id, tenant: $tenant})-[:ASSERTED_BY]->(a:Assertion)
WHERE a.ended_at IS NULL
RETURN a.id AS assertion_id, a.state <> 'void' AND (c.counted_from IS NULL OR a.world_from IS NULL OR a.world_from >= c.counted_from) AS counted,
       a.source_ids AS source_ids
ORDER BY assertion_id
