// Begin an import, or find one that was begun
// name:    exchange.begin
// mode:    write
// grain:   one row
// law:     R6
// why:     Until an import is done its tenant says so and is neither read nor written otherwise, so nobody meets a half
//          of it. One that was interrupted is known by the checksum of its file and goes on after the last line written.
//          What is told stays so until the transaction ends: others wait for their turn.
// param    tenant :: STRING NOT NULL           whose data
// param    sha256 :: STRING NOT NULL           checksum of the file
// returns  importing :: STRING                 checksum of the file whose import is not done; null for a tenant in use
// returns  imported :: INTEGER                 its last line that is written; null while what was there is taken out
// order:   one row
CYPHER 25
MERGE (t:Tenant {id: $tenant})
ON CREATE SET t.importing = $sha256, t.imported = 0
SET t.turn = 1
REMOVE t.turn
WITH t
RETURN t.importing AS importing, t.imported AS imported
