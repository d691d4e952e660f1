// Observations of a tenant
// name:    schema.observation_tenant
// mode:    schema
// grain:   no rows
// law:     I4, R6
// why:     Whoever erases a person reads every text of a tenant, and none of another.
CYPHER 25
CREATE INDEX observation_tenant IF NOT EXISTS
FOR (n:Observation) ON (n.tenant)
