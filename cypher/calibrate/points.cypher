// What models said of their confidence in claims that were adjudicated
// name:    calibrate.points
// mode:    read
// grain:   one row per reason that is given for a claim with a verdict
// law:     C5
// why:     Each is one point of a calibration. Reasons that were taken back are points, too: a verdict tells how right the
//          model was, whatever became of what it read. Reasons that their session gives no longer are none.
// param    tenant :: STRING NOT NULL           whose data
// param    unnamed :: STRING NOT NULL          the model of what names none
// returns  model :: STRING NOT NULL            the model
// returns  claim_id :: STRING NOT NULL         the claim
// returns  raw_confidence :: FLOAT NOT NULL    as the model gave it
// returns  verdict :: BOOLEAN NOT NULL         whether the claim is true
// returns  assertion_id :: STRING NOT NULL     the reason
// order:   model, claim_id, assertion_id
CYPHER 25
MATCH (v:Verdict)
USING INDEX v:Verdict(tenant, recorded_at)
WHERE v.tenant = $tenant AND v.recorded_at IS NOT NULL AND v.ended_at IS NULL
MATCH (v)-[:JUDGES]->(c:Claim)-[:ASSERTED_BY]->(a:Assertion)
WHERE a.ended_at IS NULL
RETURN coalesce(a.model, $unnamed) AS model, c.id AS claim_id, a.raw_confidence AS raw_confidence, v.verdict AS verdict,
       a.id AS assertion_id
ORDER BY model, claim_id, assertion_id
