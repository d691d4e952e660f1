// Let an import take the place of what a tenant has: an unfinished import, or nothing
// name:    exchange.take
// mode:    write
// grain:   one row
// why:     From here on the tenant is this import's, before anything is taken out: an import that had it before writes
//          no further line, and one that was interrupted while it takes out goes on with that.
// param    tenant :: STRING NOT NULL           whose data
// param    sha256 :: STRING NOT NULL           checksum of the file
// returns  tenant :: STRING NOT NULL           the tenant
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
SET t.importing = $sha256, t.imported = null
RETURN t.id AS tenant
