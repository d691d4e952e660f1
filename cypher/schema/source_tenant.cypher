// Sources of a tenant by external id
// name:    schema.source_tenant
// mode:    schema
// grain:   no rows
// law:     I4
// why:     Audits find a document by the name people know.
CYPHER 25
CREATE INDEX source_tenant IF NOT EXISTS
FOR (n:Source) ON (n.tenant, n.external_id)
