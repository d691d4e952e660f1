// End the calibration of a model that is in force
// name:    calibrate.end
// mode:    write
// grain:   no rows
// law:     C5
// why:     Another takes its place, or the verdicts left are too few for any.
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    model :: STRING NOT NULL            the model
CYPHER 25
MATCH (k:Calibration {tenant: $tenant, model: $model})
WHERE k.ended_at IS NULL
SET k.ended_at = $now
