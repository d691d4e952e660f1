// Sessions of a tenant
// name:    schema.session_tenant
// mode:    schema
// grain:   no rows
// law:     I4, R6
// why:     Whoever erases a person reads every text of a tenant, and none of another.
CYPHER 25
CREATE INDEX session_tenant IF NOT EXISTS
FOR (n:Session) ON (n.tenant)
