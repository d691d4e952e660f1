// Begin to give up an unfinished import
// name:    exchange.abandon
// mode:    write
// grain:   one row where there is one
// why:     Its file may be lost, and nothing else is done with the tenant until then. What is written is taken out
//          after this; the import, should it run still, writes no further line.
// param    tenant :: STRING NOT NULL           whose data
// returns  importing :: STRING NOT NULL        checksum of its file
// returns  imported :: INTEGER                 its last line that was written; null where that was being taken out
// order:   one row
CYPHER 25
MATCH (t:Tenant {id: $tenant})
SET t.turn = 1
REMOVE t.turn
WITH t
WHERE t.importing IS NOT NULL
WITH t, t.importing AS importing, t.imported AS imported
SET t.imported = null
RETURN importing, imported
