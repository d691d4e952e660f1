// The calibrations in force at a time, one a model
// name:    calibrate.in_force
// mode:    read
// grain:   one row per calibrated model
// law:     C5, T8
// why:     What a calibrated model asserts is mapped as it is written. What was believed at a time is what its raw
//          confidences give by the calibration that was in force then.
// param    tenant :: STRING NOT NULL           whose data
// param    known_at :: ZONED DATETIME          the time; null for now
// returns  id :: STRING NOT NULL               the calibration
// returns  model :: STRING NOT NULL            the model
// returns  version :: INTEGER NOT NULL         how many calibrations of the model there were, with this one
// returns  method :: STRING NOT NULL           isotonic or platt
// returns  parameters :: LIST<FLOAT> NOT NULL  of the map
// returns  recorded_at :: ZONED DATETIME NOT NULL  since when
// returns  ended_at :: ZONED DATETIME          until when
// returns  points_hash :: STRING NOT NULL      of what it was fitted from
// order:   model
CYPHER 25
MATCH (k:Calibration)
USING INDEX k:Calibration(tenant, model)
WHERE k.tenant = $tenant AND k.model IS NOT NULL
  AND ($known_at IS NULL OR k.recorded_at <= $known_at)
  AND (k.ended_at IS NULL OR k.ended_at > $known_at)
RETURN k.id AS id, k.model AS model, k.version AS version, k.method AS method, k.parameters AS parameters,
       k.recorded_at AS recorded_at, k.ended_at AS ended_at, k.points_hash AS points_hash
ORDER BY model
