// The reasons that a model gave, with the confidence it gave them
// name:    calibrate.assertions
// mode:    read
// grain:   one row per assertion
// law:     C5
// why:     A calibration maps what the model said itself, never what a calibration before it made of that.
// param    tenant :: STRING NOT NULL           whose data
// param    model :: STRING NOT NULL            the model
// param    unnamed :: STRING NOT NULL          the model of what names none
// returns  assertion_id :: STRING NOT NULL     the reason
// returns  claim_id :: STRING NOT NULL         the claim
// returns  raw_confidence :: FLOAT NOT NULL    as the model gave it
// returns  confidence :: FLOAT NOT NULL        as it counts so far
// order:   assertion_id
CYPHER 25
MATCH (c:Claim)
USING INDEX c:Claim(tenant)
WHERE c.tenant = $tenant
MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
WHERE coalesce(a.model, $unnamed) = $model
RETURN a.id AS assertion_id, c.id AS claim_id, a.raw_confidence AS raw_confidence, a.confidence AS confidence
ORDER BY assertion_id
