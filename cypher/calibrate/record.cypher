// Record a calibration of a model
// name:    calibrate.record
// mode:    write
// grain:   no rows
// law:     C5
// why:     The calibration before it stays on record, ended, so that what was believed then can be told (T8).
// param    tenant :: STRING NOT NULL           whose data
// param    now :: ZONED DATETIME NOT NULL      the time of this transaction
// param    id :: STRING NOT NULL               id of the calibration
// param    model :: STRING NOT NULL            the model
// param    properties :: MAP NOT NULL          version, method, parameters, figures and what it was fitted from
CYPHER 25
MERGE (k:Calibration {id: $id})
SET k += $properties, k.tenant = $tenant, k.model = $model, k.recorded_at = $now
