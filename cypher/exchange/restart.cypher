// Begin an import where there is nothing, or nothing any more
// name:    exchange.restart
// mode:    write
// grain:   one row where nobody wrote meanwhile
// why:     A tenant that holds nothing, or of whose unfinished import everything was taken out again, is a new one.
// param    tenant :: STRING NOT NULL           whose data
// param    sha256 :: STRING NOT NULL           checksum of the file
// param    writes :: INTEGER                   write transactions it had seen when it held nothing
// returns  tenant :: STRING NOT NULL           the tenant
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
SET t.turn = 1
WITH t
WHERE coalesce(t.writes, 0) = coalesce($writes, 0)
SET t.importing = $sha256, t.imported = 0
RETURN t.id AS tenant
