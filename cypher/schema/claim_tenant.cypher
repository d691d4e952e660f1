// Claims of a tenant
// name:    schema.claim_tenant
// mode:    schema
// grain:   no rows
// law:     I4
// why:     Audits list a tenant without reading the others.
CYPHER 25
CREATE INDEX claim_tenant IF NOT EXISTS
FOR (n:Claim) ON (n.tenant)
