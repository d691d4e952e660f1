// Begin to write an import where nothing is left of what was there
// name:    exchange.restart
// mode:    write
// grain:   one row where the tenant is still this import's
// why:     Of two imports of one file the other may have begun already; then both go on after what is written.
// param    tenant :: STRING NOT NULL           whose data
// param    sha256 :: STRING NOT NULL           checksum of the file
// returns  imported :: INTEGER NOT NULL        last line that is written
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
SET t.turn = 1
REMOVE t.turn
WITH t
WHERE t.importing = $sha256
SET t.imported = coalesce(t.imported, 0)
RETURN t.imported AS imported
