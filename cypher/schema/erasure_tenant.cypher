// Erasures of a tenant in order of time
// name:    schema.erasure_tenant
// mode:    schema
// grain:   no rows
// law:     R6
// why:     Audits list what was erased without reading other tenants.
CYPHER 25
CREATE INDEX erasure_tenant IF NOT EXISTS
FOR (n:Erasure) ON (n.tenant, n.recorded_at)
