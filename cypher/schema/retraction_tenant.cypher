// Retractions of a tenant in order of time
// name:    schema.retraction_tenant
// mode:    schema
// grain:   no rows
// law:     I4
// why:     Audits list what was taken back.
CYPHER 25
CREATE INDEX retraction_tenant IF NOT EXISTS
FOR (n:Retraction) ON (n.tenant, n.recorded_at)
