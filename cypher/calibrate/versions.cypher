// How many calibrations a model has had
// name:    calibrate.versions
// mode:    read
// grain:   one row
// law:     C5
// why:     A version is counted on where those before it were ended.
// param    tenant :: STRING NOT NULL           whose data
// param    model :: STRING NOT NULL            the model
// returns  versions :: INTEGER NOT NULL        in force or ended
// order:   one row
CYPHER 25
RETURN COUNT { (:Calibration {tenant: $tenant, model: $model}) } AS versions
