// Lock a tenant that exists for this transaction
// name:    write.lock_known
// mode:    write
// grain:   at most one row
// law:     S3
// why:     As write.lock, but a tenant that nothing was ever stored for stays unknown.
// param    tenant :: STRING NOT NULL           whose data
// returns  writes :: INTEGER NOT NULL          how many write transactions this tenant has seen
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
SET t.writes = t.writes + 1
RETURN t.writes AS writes
