// End an import: the tenant is as it was exported
// name:    exchange.finish
// mode:    write
// grain:   one row where it was under way and its last line is written
// why:     From here on the tenant is read and written as any other. Its clock goes on from that of the export.
// param    tenant :: STRING NOT NULL           whose data
// param    sha256 :: STRING NOT NULL           checksum of the file
// param    last :: INTEGER NOT NULL            its last line that is written
// param    properties :: MAP NOT NULL          of the tenant
// returns  tenant :: STRING NOT NULL           the tenant
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
SET t.turn = 1
REMOVE t.turn
WITH t
WHERE t.importing = $sha256 AND t.imported = $last
SET t = $properties, t.id = $tenant
RETURN t.id AS tenant
