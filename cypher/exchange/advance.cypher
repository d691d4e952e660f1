// Take the turn for the next lines of an import
// name:    exchange.advance
// mode:    write
// grain:   one row where these lines are the next
// why:     Lines are written in the transaction that counts them: run twice, or by two at once, they are written once.
// param    tenant :: STRING NOT NULL           whose data
// param    sha256 :: STRING NOT NULL           checksum of the file
// param    before :: INTEGER NOT NULL          last line written before
// param    after :: INTEGER NOT NULL           last line written with these
// returns  imported :: INTEGER NOT NULL        the latter
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
WHERE t.importing = $sha256
SET t.turn = 1
WITH t
WHERE t.imported = $before
SET t.imported = $after
RETURN t.imported AS imported
