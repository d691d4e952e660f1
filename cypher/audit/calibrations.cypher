// Calibrations of models, and which of them counts
// name:    audit.calibrations
// mode:    read
// grain:   one row per calibration
// law:     C5, T8
// why:     What a model asserts counts by the calibration in force; the figures say how far off its own confidences were,
//          before and after, on verdicts that the map had not seen.
// param    tenant :: STRING NOT NULL           whose data
// param    known_at :: ZONED DATETIME          what was known then; null for now
// returns  calibration_id :: STRING NOT NULL   the calibration
// returns  model :: STRING NOT NULL            the model
// returns  version :: INTEGER NOT NULL         how many calibrations of the model there were, with this one
// returns  method :: STRING NOT NULL           isotonic or platt
// returns  verdicts :: INTEGER NOT NULL        claims with a verdict that it was fitted from
// returns  assertions :: INTEGER NOT NULL      reasons for them
// returns  brier_before :: FLOAT               mean squared error as the model gave it
// returns  brier_after :: FLOAT                and as mapped
// returns  ece_before :: FLOAT                 expected calibration error as the model gave it
// returns  ece_after :: FLOAT                  and as mapped
// returns  recorded_at :: ZONED DATETIME NOT NULL  when
// returns  in_force :: BOOLEAN NOT NULL        whether nothing had replaced or ended it by then
// order:   model, recorded_at, calibration_id
// example: :param {tenant: 'default', known_at: null}
CYPHER 25
// without known_at, every act lies before
WITH coalesce($known_at, datetime('9999-12-31T23:59:59Z')) AS k
MATCH (f:Calibration)
USING INDEX f:Calibration(tenant, model)
WHERE f.tenant = $tenant AND f.model IS NOT NULL AND f.recorded_at <= k
RETURN f.id AS calibration_id, f.model AS model, f.version AS version, f.method AS method, f.verdicts AS verdicts,
       f.assertions AS assertions, f.brier_before AS brier_before, f.brier_after AS brier_after,
       f.ece_before AS ece_before, f.ece_after AS ece_after, f.recorded_at AS recorded_at,
       coalesce(f.ended_at > k, true) AS in_force
ORDER BY model, recorded_at, calibration_id
