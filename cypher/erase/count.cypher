// How many erasures a tenant has seen
// name:    erase.count
// mode:    read
// grain:   one row
// law:     R6
// why:     Work that began before an erasure must not bring back what went.
// param    tenant :: STRING NOT NULL           whose data
// returns  erasures :: INTEGER NOT NULL        so far
// order:   one row
CYPHER 25
MATCH (e:Erasure)
WHERE e.tenant = $tenant AND e.recorded_at IS NOT NULL
RETURN count(e) AS erasures
