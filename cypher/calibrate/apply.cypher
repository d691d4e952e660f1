// Let reasons count as a calibration maps them
// name:    calibrate.apply
// mode:    write
// grain:   no rows
// law:     C5
// why:     What the model said itself stays beside it. Without a calibration it counts again.
// param    tenant :: STRING NOT NULL           whose data
// param    calibration :: STRING               the calibration; null for none
// param    rows :: LIST<MAP> NOT NULL          assertion_id and confidence of each
CYPHER 25
UNWIND $rows AS row
MATCH (a:Assertion {id: row.assertion_id, tenant: $tenant})
SET a.confidence = row.confidence, a.calibration = $calibration
