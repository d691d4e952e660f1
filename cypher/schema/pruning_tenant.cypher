// Acts of pruning of a tenant in order of time
// name:    schema.pruning_tenant
// mode:    schema
// grain:   no rows
// law:     I4
// why:     What was pruned can be listed without reading other tenants.
CYPHER 25
CREATE INDEX pruning_tenant IF NOT EXISTS
FOR (n:Pruning) ON (n.tenant, n.recorded_at)
