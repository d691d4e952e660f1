// Take the turn for the next lines of an import
// name:    exchange.advance
// mode:    write
// grain:   one row where the tenant is still this import's
// why:     Lines are written in the transaction that counts them: run twice, or by two at once, they are written once.
// param    tenant :: STRING NOT NULL           whose data
// param    sha256 :: STRING NOT NULL           checksum of the file
// param    before :: INTEGER NOT NULL          last line written before
// param    after :: INTEGER NOT NULL           last line written with these
// returns  writes :: BOOLEAN NOT NULL          whether these lines are the next
// returns  imported :: INTEGER NOT NULL        last line that is written, these included where they are
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
SET t.turn = 1
REMOVE t.turn
WITH t
WHERE t.importing = $sha256 AND t.imported IS NOT NULL
WITH t, t.imported = $before AS writes
SET t.imported = CASE WHEN writes THEN $after ELSE t.imported END
RETURN writes, t.imported AS imported
