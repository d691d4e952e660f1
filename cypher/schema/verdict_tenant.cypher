// Verdicts of a tenant in order of time
// name:    schema.verdict_tenant
// mode:    schema
// grain:   no rows
// law:     I4
// why:     A calibration is fitted from all verdicts of a tenant, and from no other's.
CYPHER 25
CREATE INDEX verdict_tenant IF NOT EXISTS
FOR (n:Verdict) ON (n.tenant, n.recorded_at)
