// How many erasures a tenant has seen
// name:    erase.count
// mode:    read
// grain:   at most one row
// law:     R6
// why:     Work that began before an erasure must not bring back what went.
// param    tenant :: STRING NOT NULL           whose data
// returns  erasures :: INTEGER NOT NULL        so far
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
RETURN coalesce(t.erasures, 0) AS erasures
