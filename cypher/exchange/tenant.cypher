// A tenant's own node
// name:    exchange.tenant
// mode:    read
// grain:   one row where anything was ever stored
// why:     It counts the tenant's transactions and has the time of the latest: an export during which either changed is
//          no picture of one moment.
// param    tenant :: STRING NOT NULL           whose data
// returns  properties :: MAP NOT NULL          all its properties
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
RETURN properties(t) AS properties
