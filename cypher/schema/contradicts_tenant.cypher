// Contradictions of a tenant
// name:    schema.contradicts_tenant
// mode:    schema
// grain:   no rows
// law:     I4
// why:     Open contradictions are listed without reading the claims.
CYPHER 25
CREATE INDEX contradicts_tenant IF NOT EXISTS
FOR ()-[r:CONTRADICTS]-() ON (r.tenant)
