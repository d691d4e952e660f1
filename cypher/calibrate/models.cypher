// The models that asserted something
// name:    calibrate.models
// mode:    read
// grain:   one row per model
// law:     C5
// why:     A model that asserted nothing is a name that was misspelt.
// param    tenant :: STRING NOT NULL           whose data
// param    unnamed :: STRING NOT NULL          the model of what names none
// returns  model :: STRING NOT NULL            the model
// returns  assertions :: INTEGER NOT NULL      reasons that it gave, ended ones too
// order:   model
CYPHER 25
MATCH (c:Claim)
WHERE c.tenant = $tenant
MATCH (c)-[:ASSERTED_BY]->(a:Assertion)
RETURN coalesce(a.model, $unnamed) AS model, count(a) AS assertions
ORDER BY model
