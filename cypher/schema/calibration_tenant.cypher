// Calibrations of a tenant by model
// name:    schema.calibration_tenant
// mode:    schema
// grain:   no rows
// law:     I4
// why:     Every ingest asks which models of the tenant are calibrated.
CYPHER 25
CREATE INDEX calibration_tenant IF NOT EXISTS
FOR (n:Calibration) ON (n.tenant, n.model)
